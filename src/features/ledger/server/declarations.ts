/** What the book of account tells the compiler: its event. */

/** Something moved what may be due for the review; the database says so (migration 0250). */
export const LEDGER_DUE = 'ledger.due';

declare module '../../../platform/declarations.ts' {
  interface Events {
    [LEDGER_DUE]: Nothing;
  }
}
