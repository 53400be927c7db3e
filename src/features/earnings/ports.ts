import type { Kysely } from 'kysely';
import type { DB } from '../../platform/db/types.ts';
import type { EarningState } from './rules.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    payoutsOf: PayoutsOf;
  }
}

/** Asked of whoever pays experts: how entries of the book stand with it; what is not in the answer was earned and is not paid. */
export type PayoutsOf = (
  db: Kysely<DB>,
  entryIds: readonly number[],
) => Promise<ReadonlyMap<number, { state: EarningState; paid_on: string | null }>>;
