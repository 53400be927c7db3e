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
