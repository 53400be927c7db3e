import { type Kysely, sql } from 'kysely';
import { type Kind, KINDS } from '../../core/kinds.ts';
import type { DB } from './types.ts';

/** Why an organization cannot order a kind now: a billing hold is on, or it does not take that kind; null: it can. */
export async function whyNotOrdered(
  db: Kysely<DB>,
  organizationId: number,
  kind: Kind,
): Promise<'billing_hold' | 'not_accepting' | null> {
  const { enabled_flag, offered_flag, accepts_flag } = KINDS[kind];
  const { rows } = await sql<{ held: boolean; open: boolean }>`
    select organization_billing_hold(${organizationId}) as held,
      organization_flag(${organizationId}, ${enabled_flag}) and organization_flag(${organizationId}, ${accepts_flag})
        and organization_flag(${organizationId}, ${offered_flag ?? enabled_flag}) as open`.execute(db);
  const [found] = rows;
  if (found?.held) return 'billing_hold';
  return found?.open ? null : 'not_accepting';
}
