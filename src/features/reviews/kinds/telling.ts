import type { ReviewFacts } from '../rules/facts.ts';

/** What is said about a state in which somebody must act. */
export interface Telling {
  /** For the seat that must act. */
  yours: [headline: string, text: string];
  /** For everybody else. */
  theirs: [headline: string, text: string];
  act?: { action?: string; label: string; page?: string };
  consequence?: string;
}

/** Tellings by state: from the facts, how the reader may call the expert, and the instant it is told. */
export type Tellings = Readonly<Record<string, (facts: ReviewFacts, expert: string, now: Date) => Telling>>;

/** The invitation's page, for the invited expert signed in. */
export const INVITATION = 'invitation';

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
/** "three records", "one record", "12 records". */
export const count = (n: number, one: string, many: string): string => `${words[n] ?? n} ${n === 1 ? one : many}`;
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What every kind says alike. */
export const COMMON_TELLINGS = {
  draft: () => ({
    yours: ['Finish the order', 'Four short steps. You can leave at any time, everything is kept.'],
    theirs: ['The requester is still writing the order', 'Nothing has been ordered yet.'],
    act: { label: 'Continue', page: 'step-one' },
  }),
  needs_information: (f) => ({
    yours: [
      f.open_file_items > 0
        ? `Send ${count(f.open_file_items, 'record', 'records')} asked for`
        : 'Send the records asked for',
      'Upload each one, or say why there is none. Work goes on once all are answered.',
    ],
    theirs: ['Waiting for records', 'The clock of the step before stands still until every item is answered.'],
    act: { label: 'Answer the request', page: 'file-request' },
  }),
} as const satisfies Tellings;

/** The report came back from its quality check. */
export const revisingTelling = (expert: string): Telling => ({
  yours: ['Revise the report', 'The quality check found something to clear up. The notes stand beside the questions.'],
  theirs: [`${capital(expert)} revises the report`, 'The quality check asked for a change.'],
  act: { label: 'Revise the report', page: 'report' },
});
