import { isTeamChecked } from '../../organizations/rules.ts';
import type { ReviewStatus } from '../rules/statuses.ts';
import { capital, grouped, plural, spelledPlural } from '../../../core/phrases.ts';
import type { ReviewAction } from '../rules/actions.ts';
import { isCallOver, type ReviewFacts } from '../rules/facts.ts';

/** What is said about a state in which somebody must act. */
export interface NextStepText {
  /** For the seat that must act. */
  yours: [headline: string, text: string];
  /** For everybody else. */
  theirs: [headline: string, text: string];
  act?: {
    action?: ReviewAction;
    label: string;
    page?: string;
    /** Where it is not a page of the review. */ path?: string;
  };
  consequence?: string;
}

/** How far the reader has read the records, and the page where reading goes on; null where every page was seen. */
export interface ReadSoFar {
  seen: number;
  pages: number;
  path: string | null;
}

/** Tellings by state: from the facts, how the reader may call the expert, the instant it is told, and what was read. */
export type NextStepTexts = Readonly<
  Partial<Record<ReviewStatus, (facts: ReviewFacts, expert: string, now: Date, read: ReadSoFar | null) => NextStepText>>
>;

/** The invitation's page, for the invited expert signed in. */
export const INVITATION = 'invitation';

/** What is said where records and reports pass without anybody of ours looking. */
export const AUTOMATIC = {
  records: ['The records are checked automatically', 'Matching starts as soon as the records are there.'],
  report: ['The report is checked automatically', 'It is delivered as soon as every question is answered.'],
} as const satisfies Record<string, NextStepText['theirs']>;

/** How a report reaches the requester once it is signed. */
export const afterSigning = (f: ReviewFacts): string =>
  isTeamChecked(f.organization)
    ? 'It goes through our quality check before you get it.'
    : 'You get it as soon as it is signed and complete.';

/** Where the automated closeout is off there is no date: people read that nothing happens by itself. */
export const closesByHand = (f: ReviewFacts, whose: 'yours' | 'theirs'): string =>
  f.organization.flags['enable_automated_case_closeouts'] === true ? '' : ` ${CLOSES_BY_HAND[whose]}`;
const CLOSES_BY_HAND = {
  yours: 'It does not close automatically: it stays open until you close it.',
  theirs: 'It does not close automatically.',
} as const;

/** It closes by itself unless the requester stops it. */
export const closingSoon = (f: ReviewFacts): NextStepText => {
  const rate = f.organization.flags['disable_ratings'] !== true && !f.rated_by_requester;
  return {
    yours: [
      rate ? 'Rate the expert before it closes' : 'It closes automatically',
      f.report?.status === 'delivered'
        ? 'Nothing is open. You can still ask the expert for a clarification, stop the automated closeout, or close it now.'
        : 'Nothing is open. If you still need something, stop the automated closeout; otherwise you can close it now.',
    ],
    theirs: ['It closes automatically', 'Nothing is open. The requester can still stop it.'],
    act: rate ? { label: 'Rate the expert', page: 'rate-medical-expert' } : { action: 'close', label: 'Close it now' },
    consequence: 'After that the review is closed.',
  };
};

/** What every kind says alike. */
export const COMMON_NEXT_STEPS = {
  draft: () => ({
    yours: ['Finish the order', 'Four short steps. You can leave at any time, everything is kept.'],
    theirs: ['The requester is still writing the order', 'Nothing has been ordered yet.'],
    act: { label: 'Continue', page: 'step-one' },
  }),
  needs_information: (f) => ({
    yours: [
      f.open_file_items > 0
        ? `Send ${spelledPlural(f.open_file_items, 'record')} asked for`
        : 'Send the records asked for',
      'Upload each one, or say why there is none. Work continues once all are answered.',
    ],
    theirs: ['Waiting for records', 'The clock of the previous step is paused until every item is answered.'],
    act: { label: 'Answer the request', page: 'file-request' },
  }),
} as const satisfies NextStepTexts;

/** What there is to do until the call: read the records, told with how far one is. */
function beforeTheCall(read: ReadSoFar | null): NextStepText['yours'] {
  const after = 'Once the call is over, record here how long it took.';
  if (!read || read.pages === 0) return ['The call is set', after];
  const of = `${grouped(read.seen)} of ${plural(read.pages, 'page')} seen`;
  return read.path
    ? ['Read the records', `${of} before the call. ${after}`]
    : ['You are ready for the call', `All ${plural(read.pages, 'page')} seen. ${after}`];
}

/** What is said while a call is arranged. */
export const CALL_NEXT_STEPS = {
  awaiting_times: (_f, expert) => ({
    yours: ['Offer call times', 'At least three, each a day or more away. The requester chooses one.'],
    theirs: [`Waiting for ${expert} to offer times`, 'As soon as there are three, the requester chooses one.'],
    act: { label: 'Offer times', page: 'choose-available-times' },
  }),
  awaiting_time_choice: (f, expert) => ({
    yours: [
      `Choose a call time with ${expert}`,
      `${capital(spelledPlural(f.offers.length, 'time is', 'times are'))} on offer. Once you choose, everyone gets a calendar invitation with how to join.`,
    ],
    theirs: [
      'The requester chooses a time',
      `${capital(spelledPlural(f.offers.length, 'time is', 'times are'))} on offer.`,
    ],
    act: { label: 'Choose a call time', page: 'choose-call-time' },
    consequence: 'After that the first of these times lapses.',
  }),
  call_scheduled: (f, expert, now, read) =>
    f.call?.status === 'tentative'
      ? {
          yours: [
            'Confirm the proposed time',
            'The requester proposed a time. Confirm it, or say that it does not fit.',
          ],
          theirs: [`Waiting for ${expert} to confirm the time`, 'The call is set once the time is confirmed.'],
          act: { action: 'confirm_time', label: 'Confirm the time' },
        }
      : f.call && isCallOver(f.call, now)
        ? {
            yours: [
              'Record the call',
              'Say how long it took, or that it did not take place. Then the review continues.',
            ],
            theirs: [
              `${capital(expert)} records the call`,
              'The call’s time has passed. If it did not take place, say so below.',
            ],
            act: { label: 'Record the call', page: '' },
          }
        : f.call && f.call.starts_at <= now
          ? {
              yours: [
                'The call is on',
                'You’ll find how to join below. Once it is over, record here how long it took.',
              ],
              theirs: ['The call is on', 'You’ll find how to join below and in the calendar invitation.'],
              act: { label: 'See how to join', page: '' },
            }
          : {
              yours: beforeTheCall(read),
              theirs: [
                'The call is set',
                `${capital(expert)} reads the records until then. How to join is below and in the calendar invitation.`,
              ],
              act: read?.path
                ? { label: read.seen === 0 ? 'Read the records' : 'Keep reading', path: read.path }
                : { label: 'See how to join', page: '' },
            },
} as const satisfies NextStepTexts;

/** The report came back from its quality check. */
export const revisingText = (expert: string): NextStepText => ({
  yours: ['Revise the report', 'The quality check found something to clear up. The notes are next to the questions.'],
  theirs: [`${capital(expert)} revises the report`, 'The quality check asked for a change.'],
  act: { label: 'Revise the report', page: 'report' },
});
