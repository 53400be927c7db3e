import { plural } from '../../../core/phrases.ts';
import type { LegalService } from '../../reviews/kinds/legal-case/options.ts';

/** The six elements, in the order of the rule. */
export const ELEMENTS = {
  opinions: { cite: '(i)', title: 'Opinions, with their basis and reasons' },
  facts: { cite: '(ii)', title: 'Facts or data considered' },
  exhibits: { cite: '(iii)', title: 'Exhibits' },
  qualifications: { cite: '(iv)', title: 'Qualifications and publications of ten years' },
  testimony: { cite: '(v)', title: 'Testimony of four years' },
  compensation: { cite: '(vi)', title: 'Compensation for study and testimony' },
} as const;
export type ElementName = keyof typeof ELEMENTS;
export const ELEMENT_NAMES = Object.keys(ELEMENTS) as [ElementName, ...ElementName[]];

/** How the rule asks for each; the headings of a packet. */
export const RULE_WORDS: Readonly<Record<ElementName, string>> = {
  opinions: 'A complete statement of all opinions the witness will express, and the basis and reasons for them',
  facts: 'The facts or data considered by the witness in forming them',
  exhibits: 'Any exhibits that will be used to summarize or support them',
  qualifications:
    'The witness’s qualifications, including a list of all publications authored in the previous 10 years',
  testimony:
    'A list of all other cases in which, during the previous 4 years, the witness testified as an expert at trial or by deposition',
  compensation: 'A statement of the compensation to be paid for the study and testimony in the case',
};

/** Where something is mended. */
export const MENDS = ['report', 'facts', 'exhibits', 'cv', 'publications', 'testimony', 'agreement', 'order'] as const;
export type Mend = (typeof MENDS)[number];
type Whose = 'requester' | 'expert' | 'peritus';

/** Something an element lacks: in a sentence, whose move it is, and where it is made. */
export interface Missing {
  says: string;
  whose: Whose;
  mend: Mend;
}
export interface ElementState {
  name: ElementName;
  missing: Missing[];
  /** What keeps nobody, and should be known. */
  notes: string[];
}

/** What the elements are judged by. */
export interface DisclosureFacts {
  /** The newest delivered report; and how the newest of all stands: none, being written, signed and being checked, delivered. */
  report: { delivered: number | null; newest: 'none' | 'writing' | 'checking' | 'delivered' };
  /** Ids of the files that were released. */
  released: readonly number[];
  /** Those released when the list was confirmed; null: it is not. */
  facts_seen: readonly number[] | null;
  considered: { files: number; others: number };
  /** The report they were confirmed for; null: they are not. */
  exhibits_report: number | null;
  exhibits: { count: number; apart: number; gone: number };
  cv: 'none' | 'waiting' | 'returned' | 'approved';
  publications: { listed: number; waiting: number; returned: number; none_confirmed: boolean };
  testimony: { listed: number; without_docket: number; waiting: number; returned: number; none_confirmed: boolean };
  agreed: boolean;
  has_time: boolean;
}

const REPORT: Readonly<Record<DisclosureFacts['report']['newest'], Omit<Missing, 'mend'>>> = {
  none: { says: 'No report has been begun.', whose: 'requester' },
  writing: { says: 'The report is not signed yet.', whose: 'expert' },
  checking: {
    says: 'The report is signed and being checked. Once it is delivered it is in the packet.',
    whose: 'peritus',
  },
  delivered: { says: '', whose: 'requester' },
};

/** What stands in the way of records of one sort. */
const recordsMissing = (
  { listed, waiting, returned, none_confirmed }: DisclosureFacts['publications'],
  mend: 'publications' | 'testimony',
  words: { one: string; many: string; none: string },
): Missing[] => [
  ...(waiting > 0
    ? [
        {
          says: `${plural(waiting, words.one, words.many)} ${waiting === 1 ? 'waits' : 'wait'} to be verified.`,
          whose: 'peritus' as const,
          mend,
        },
      ]
    : []),
  ...(returned > 0
    ? [
        {
          says: `${plural(returned, words.one, words.many)} came back with a question.`,
          whose: 'expert' as const,
          mend,
        },
      ]
    : []),
  ...(listed === 0 && waiting === 0 && returned === 0 && !none_confirmed
    ? [{ says: words.none, whose: 'expert' as const, mend }]
    : []),
];

const CV: Readonly<Record<Exclude<DisclosureFacts['cv'], 'approved'>, Omit<Missing, 'mend'>>> = {
  none: { says: 'There is no CV.', whose: 'expert' },
  waiting: { says: 'The CV waits to be approved.', whose: 'peritus' },
  returned: { says: 'The CV came back with a question.', whose: 'expert' },
};

/** Each element with what it lacks. A packet is ready when none lacks anything. */
export function elementStates(f: DisclosureFacts): ElementState[] {
  const of = (name: ElementName, missing: Missing[], notes: string[] = []): ElementState => ({ name, missing, notes });
  const seen = new Set(f.facts_seen ?? []);
  const since = f.released.filter((id) => !seen.has(id)).length;
  return [
    of(
      'opinions',
      f.report.delivered === null ? [{ ...REPORT[f.report.newest], mend: 'report' }] : [],
      f.report.delivered !== null && f.report.newest !== 'delivered'
        ? ['A further version of the report is being written. The packet has the one that is delivered.']
        : [],
    ),
    of('facts', [
      ...(f.facts_seen === null
        ? [{ says: 'The expert has not confirmed the list.', whose: 'expert' as const, mend: 'facts' as const }]
        : since > 0
          ? [
              {
                says: `${plural(since, 'file')} ${since === 1 ? 'was' : 'were'} released since the list was confirmed.`,
                whose: 'expert' as const,
                mend: 'facts' as const,
              },
            ]
          : []),
      ...(f.facts_seen !== null && f.considered.files + f.considered.others === 0
        ? [{ says: 'Nothing is on the list.', whose: 'expert' as const, mend: 'facts' as const }]
        : []),
    ]),
    of(
      'exhibits',
      f.exhibits_report === null
        ? [{ says: 'The expert has not confirmed the exhibits.', whose: 'expert', mend: 'exhibits' }]
        : f.report.delivered !== null && f.exhibits_report !== f.report.delivered
          ? [
              {
                says: 'The exhibits were confirmed for an earlier version of the report.',
                whose: 'expert',
                mend: 'exhibits',
              },
            ]
          : f.exhibits.gone > 0
            ? [
                {
                  says: `${plural(f.exhibits.gone, 'exhibit')} ${f.exhibits.gone === 1 ? 'is' : 'are'} no longer among the records.`,
                  whose: 'expert',
                  mend: 'exhibits',
                },
              ]
            : [],
      f.exhibits.apart > 0
        ? [
            `${plural(f.exhibits.apart, 'exhibit')} cannot be printed into the packet; it names ${f.exhibits.apart === 1 ? 'it' : 'them'}, with why.`,
          ]
        : [],
    ),
    of('qualifications', [
      ...(f.cv === 'approved' ? [] : [{ ...CV[f.cv], mend: 'cv' as const }]),
      ...recordsMissing(f.publications, 'publications', {
        one: 'publication',
        many: 'publications',
        none: 'No publication of ten years is on record. The expert adds them, or confirms that there are none.',
      }),
    ]),
    of(
      'testimony',
      recordsMissing(f.testimony, 'testimony', {
        one: 'testimony',
        many: 'testimonies',
        none: 'No testimony of four years is on record. The expert adds it, or confirms that there is none.',
      }),
      f.testimony.without_docket > 0
        ? [`${plural(f.testimony.without_docket, 'case')} on the list without a docket number.`]
        : [],
    ),
    of(
      'compensation',
      f.agreed ? [] : [{ says: 'No agreement is signed by both.', whose: 'requester', mend: 'agreement' }],
      f.agreed && !f.has_time ? ['No time is recorded yet. The statement has the rates alone.'] : [],
    ),
  ];
}

/** Why a matter has no packet: its expert testifies only once both have agreed that they will. Null: it has one. */
export function noPacketBecause(role: LegalService | null): string | null {
  if (role === 'consulting')
    return 'The expert is retained as a consultant and is not named as a witness, so nothing is disclosed. Becoming one takes a new version of the agreement.';
  if (role === 'consulting_first')
    return 'The expert advises first and is not named as a witness yet, so nothing is disclosed. Testifying takes a new version of the agreement.';
  return null;
}
