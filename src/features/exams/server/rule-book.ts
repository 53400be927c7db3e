import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/types.ts';
import type { WrittenRule } from '../rules.ts';

/** What staff wrote over the rules that come with the product. */
export const ruleBook = (db: Kysely<DB>): Promise<WrittenRule[]> =>
  db.selectFrom('jurisdiction_rules').select(['state', 'coverage', 'version', 'from_on', 'terms']).execute();

const LOCK = sql`hashtext('jurisdiction_rules')`;

/** Whoever offers or sets an exam does so under rules that stay as they are until it is through. */
export const holdRules = async (trx: Transaction<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(trx);
};

/** Whoever writes a version waits for those, and they for it. */
export const takeRules = async (trx: Transaction<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
};
