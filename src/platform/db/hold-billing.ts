import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/** Holds an organization's billing to the end of the transaction: whoever posts, approves, issues, credits or records a payment comes one after the other. */
export async function holdBilling(db: Kysely<DB>, organizationId: number): Promise<void> {
  await sql`select hold_billing(${organizationId})`.execute(db);
}
