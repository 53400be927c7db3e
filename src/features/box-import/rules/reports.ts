import { type Kind, KINDS } from '../../../core/kinds.ts';

/** What can be wrong with a report on its way into Box, as whoever asked for it reads it. */
export const REPORT_FAULTS = {
  away: 'Box gave no answer, several times. Try again later.',
  broken: 'Box no longer lets us in. Connect it again, then try again.',
  gone: 'Box was disconnected. Connect it again, then try again.',
  off: 'Box was turned off for you.',
  missing: 'The folder is no longer in Box, or not open to you any longer. Choose another one.',
  locked: 'Box does not let you put files into this folder. Ask who owns it.',
  name_taken: 'Something else in this folder has the name of the report. Rename it in Box, then try again.',
  not_shared: 'Reports of this review do not leave Peritus now.',
} as const;
export type ReportFault = keyof typeof REPORT_FAULTS;

/** What of a review decides whether its reports go into Box now. */
export interface SendingFacts {
  kind: Kind;
  /** Its records were deleted. */
  purged: boolean;
  /** An admin allowed it for this review, where its kind is confidential. */
  permitted: boolean;
  /** Results go to the organization's record system and nowhere else. */
  elsewhere: boolean;
}

/** Why reports of a review do not go into Box, as a sentence; null: they can. The same as for links to it. */
export function sendingRefused({ kind, purged, permitted, elsewhere }: SendingFacts): string | null {
  if (purged) return 'The records of this review were deleted, and its report with them.';
  if (elsewhere) return 'Results of this organization go to its record system and nowhere else.';
  if (KINDS[kind].confidential !== null && !permitted)
    return `The report of a ${KINDS[kind].singular} is protected. It goes into Box once an admin has allowed sharing it for this review.`;
  return null;
}

/** What a report is called in Box: the number of the review alone. Each version is one of the same file there. */
export const reportFileName = (number: string): string => `${number} report.pdf`;
