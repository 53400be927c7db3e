import type { Kysely } from 'kysely';
import type { Tx } from '../../platform/command.ts';
import type { DB } from '../../platform/db/types.ts';
import type { EngagementTerms, RetainerStanding } from './rules.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    /** The terms both sides signed for a matter; null where none hold. */
    agreedTerms: (db: Kysely<DB>, review_id: number) => Promise<EngagementTerms | null>;
    retainer: RetainerPort;
  }
}

/** What used a retainer, so that it does so once. */
export interface RetainerCause {
  review_id: number;
  cause: 'time_entry' | 'expense';
  cause_id: number;
}

export interface RetainerPort {
  /** How the retainer of a matter stands; null where none was agreed on. */
  standing: (db: Kysely<DB>, review_id: number) => Promise<RetainerStanding | null>;
  /**
   * Takes an amount from the retainer, as far as it goes, once for each cause; answers how many cents that were. What was agreed
   * follows: more is asked for, or work rests. The caller holds the review's row.
   */
  use: (tx: Tx, of: RetainerCause & { cents: number }) => Promise<number>;
  /** Gives back what a cause took, where it was corrected. */
  unuse: (tx: Tx, of: RetainerCause) => Promise<void>;
}
