import type { Kysely } from 'kysely';
import { type Actor, isAdmin, seesPrices } from '../../core/actor.ts';
import type { Kind } from '../../core/kinds.ts';
import { dateIn } from '../../core/time.ts';
import { termsAt } from './price-books.ts';
import type { DB } from './types.ts';

/**
 * Whether somebody is shown what experts earn of an organization's reviews: admins; of who pays those who see prices, where the price
 * book in effect says so. Asked each time, so that a book that no longer shows it shows nothing of before either.
 */
export async function showsExpertAmount(
  db: Kysely<DB>,
  { kind: reader }: Pick<Actor, 'kind'>,
  { kind, organization_id }: { kind: Kind; organization_id: number },
  now: Date,
): Promise<boolean> {
  if (isAdmin(reader) || !seesPrices(reader)) return isAdmin(reader);
  const { time_zone } = await db
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return (await termsAt(db, organization_id, kind, dateIn(now, time_zone))).experts.shows_expert_amount;
}
