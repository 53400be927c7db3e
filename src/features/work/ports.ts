import type { Kysely } from 'kysely';
import type { Tx } from '../../platform/command.ts';
import type { DB } from '../../platform/db/types.ts';
import type { Rate } from '../billing/rules.ts';
import type { TaskType, TestimonyTerms } from './rules.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    agreedTerms: AgreedTerms;
  }
}

/** What causes a use of the retainer: counted once for each. */
interface RetainerUse {
  review_id: number;
  cause: 'time_entry' | 'expense';
  cause_id: number;
  cents: number;
}

/** What a cause took of a retainer, or what came back of it (negative). */
interface Drawing {
  at: Date;
  cents: number;
  cause: RetainerUse['cause'];
  cause_id: number;
}

/** What the two sides agreed for the work of a matter. */
export interface AgreedTerms {
  /** As both signed it; null: there is no agreement, and rates are written by hand. */
  of(db: Kysely<DB>, reviewId: number): Promise<AgreedWork | null>;
  retainer: {
    /** What is left of it in cents; null: there is none. */
    balance(db: Kysely<DB>, reviewId: number): Promise<number | null>;
    use(tx: Tx, of: RetainerUse): Promise<void>;
    /** What entries and expenses took of it (positive) and what came back of those that were reversed (negative), with when. */
    drawn(db: Kysely<DB>, reviewId: number): Promise<Drawing[]>;
    /** Gives back what an entry used that is reversed. */
    unuse(tx: Tx, of: RetainerUse): Promise<void>;
  };
}

export interface AgreedWork {
  /** Whose agreement it is. */
  expert_profile_id: number;
  /** The rates by sort of task. */
  rates: Partial<Record<TaskType, Rate>>;
  /** Minutes to which time is rounded up. */
  step_minutes: number;
  /** What the work may cost in all; null: nothing was said of it. */
  budget_cents: number | null;
  /** When both had signed the first time. */
  agreed_at: Date;
  /** Days in which a statement is paid. */
  statement_days: number;
  /** What testimony is charged at least, and when it is called off. */
  testimony: TestimonyTerms;
}

/** Where nothing was agreed in the product yet. */
export const NO_AGREEMENT: AgreedTerms = {
  of: async () => null,
  retainer: { balance: async () => null, drawn: async () => [], use: async () => {}, unuse: async () => {} },
};
