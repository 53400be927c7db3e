import { type RawBuilder, sql } from 'kysely';
import { type Actor, readsContents, type ProfileType, seesPrices, isStaff } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { reviewReasons, reviewScope } from '../../../../platform/db/scope.ts';
import { namingOf, profileLabel } from '../../rules.ts';
import type { PersonAccess } from '../../contract/people-desk.ts';
import { ACTING_USER, actingAs, type ActingUser } from '../acting-user.ts';
import { loadOrganization } from '../people.ts';

/** Counted exactly up to here; beyond it there are more. */
const MOST = 10_000;
/** So many organizations are counted one by one. */
const MOST_ORGANIZATIONS = 50;

/**
 * What a person can see and why: as each actor they can be, counted with the predicates every statement of theirs
 * carries. What of it the asking actor does not see is counted all the same, never shown.
 */
export async function readAccess(db: ActorDb, id: number): Promise<PersonAccess> {
  const seen = await db.selectFrom('users').select('users.id').where('users.id', '=', id).executeTakeFirst();
  if (!seen) throw new Refusal('not_found');
  const { rows } = await sql<
    Omit<ActingUser, 'user_id'>
  >`select ${sql.raw(ACTING_USER)} from users u where u.id = ${id}`.execute(db.executor);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  const user = { ...row, user_id: id };
  // staff act as themselves whatever they hold; whoever has only profiles acts as nothing without one
  const byRole = user.role === 'user' && user.profiles.length > 0 ? [] : [null];
  const profiles = isStaff(user.role) ? [] : user.profiles;
  const naming =
    user.organization_id === null ? null : namingOf(await loadOrganization(db.executor, user.organization_id));
  const acting: PersonAccess['acting'] = [];
  for (const profile of [...byRole, ...profiles]) {
    const actor: Actor = { ...actingAs(user, profile), session_id: 0, ip: null, request_id: 'access' };
    acting.push({
      label: profileLabel(
        user.role,
        profile === null ? null : { type: profile.type as ProfileType, is_review_manager: profile.is_review_manager },
        naming,
      ),
      profile_id: profile?.id ?? null,
      ...(await countsOf(db, actor)),
      reads_contents: readsContents(actor.kind),
      sees_prices: seesPrices(actor.kind),
    });
  }
  return { acting };
}

async function countsOf(db: ActorDb, actor: Actor) {
  const reviews = await countWhere(db, reviewScope(actor) ?? sql<boolean>`true`);
  const reasons = [];
  for (const { reason, holds } of reviewReasons(actor)) reasons.push({ reason, ...(await countWhere(db, holds)) });
  const organizations = [];
  // an organization is a reason only for those who see all of it
  if (reasons.some(({ reason }) => reason === 'organization')) {
    const named = await db.executor
      .selectFrom('organizations')
      .select(['id', 'name'])
      .where('id', 'in', actor.organization_ids.slice(0, MOST_ORGANIZATIONS))
      .orderBy('name')
      .execute();
    for (const one of named)
      organizations.push({
        ...one,
        ...(await countWhere(db, reviewScope({ ...actor, organization_ids: [one.id] }) ?? sql<boolean>`true`)),
      });
  }
  return { reviews, reasons, organizations };
}

async function countWhere(db: ActorDb, scope: RawBuilder<boolean>): Promise<{ count: number; or_more: boolean }> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n
    from (select from reviews where ${scope} limit ${MOST + 1}) found`.execute(db.executor);
  const n = rows[0]?.n ?? 0;
  return { count: Math.min(n, MOST), or_more: n > MOST };
}
