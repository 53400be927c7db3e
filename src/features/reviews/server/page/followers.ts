import { ORGANIZATION_ADMINS } from '../../../../platform/db/roles.ts';
import { isPurged } from '../../rules/kinds.ts';
import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { type Kysely, sql } from 'kysely';
import { type Actor, isOrganizationWide, seesOwnOrders } from '../../../../core/actor.ts';
import type { Out } from '../../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { command } from '../../../../platform/command.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Services } from '../../../../platform/services.ts';
import type { reviewsEndpoints } from '../../contract.ts';
import { officesOf } from '../../rules.ts';
import { loadInScope } from './load-page.ts';
import { announce, currentOf, lockReview } from '../lifecycle/transition.ts';

type Named = { id: number; name: string };
const name = fullNameOf('u');

/**
 * Who can follow an organization's reviews: whoever orders for it, and the admins of its tree. Only they can open what
 * they are told of. `only` narrows it to one user.
 */
export async function possibleFollowers(
  db: Kysely<DB>,
  organizationId: number,
  only: number | null = null,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select u.id, ${name} as name from users u
    where u.suspended_at is null and (${only}::bigint is null or u.id = ${only}) and (
      (u.organization_id = ${organizationId} and exists (select 1 from profiles f
        where f.user_id = u.id and f.type = 'ClaimConsultant'))
      or (u.role in ${ORGANIZATION_ADMINS}
        and u.organization_id in (select p.id from organization_path(${organizationId}) p)))
    order by u.last_name, u.id limit 500`.execute(db);
  return rows;
}

async function followers(db: Kysely<DB>, reviewId: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select u.id, ${name} as name from review_watchers w join users u on u.id = w.user_id
    where w.review_id = ${reviewId} order by u.last_name, u.id`.execute(db);
  return rows;
}

const NOT_YOURS = 'Only the requester’s side decides who follows a review.';

/** Who follows a review, and who else could. For those who decide on it. */
export async function readFollowers(
  services: Services,
  db: ActorDb,
  kind: Kind,
  id: number,
): Promise<Out<typeof reviewsEndpoints.watchers>> {
  const { facts } = await loadInScope(services, db, kind, id);
  if (!officesOf(db.actor, facts).has('requester')) throw new Refusal('forbidden', NOT_YOURS);
  const data = await followers(db.executor, id);
  const known = new Set([facts.requester_id, ...data.map((one) => one.id)]);
  const others = (await possibleFollowers(db.executor, facts.organization.id)).filter((one) => !known.has(one.id));
  return { data, others };
}

/** Adds or removes a follower: a colleague of the ordering organization. Following oneself is open to whoever sees the review. */
export function setFollower(
  services: Services,
  actor: Actor,
  kind: Kind | undefined,
  id: number,
  userId: number,
  watches: boolean,
) {
  return command(services, actor, async (tx) => {
    const { facts, row } = await lockReview(tx, id, kind);
    const self = userId === actor.user_id && (isOrganizationWide(actor.kind) || seesOwnOrders(actor.kind));
    if (!self && !officesOf(actor, facts).has('requester')) throw new Refusal('forbidden', NOT_YOURS);
    if (isPurged(facts)) throw new Refusal('wrong_state', 'Its records are deleted.', { current: currentOf(facts) });
    if (watches && (await possibleFollowers(tx.system, facts.organization.id, userId)).length === 0) {
      refuseFields([{ path: 'user_id', message: 'Choose someone of the ordering organization.' }]);
    }
    const { rows: changed } = watches
      ? await sql`insert into review_watchers (review_id, user_id) values (${id}, ${userId})
          on conflict do nothing returning user_id`.execute(tx.system)
      : await sql`delete from review_watchers where review_id = ${id} and user_id = ${userId} returning user_id`.execute(
          tx.system,
        );
    if (changed.length > 0) {
      await tx.audit({
        action: watches ? 'review.watcher_added' : 'review.watcher_removed',
        review_id: id,
        organization_id: facts.organization.id,
        subject: `user:${userId}`,
        data: { self: userId === actor.user_id },
        timeline: true,
      });
      await tx.emit('review.people_changed', {}, id);
      await announce(tx, row);
    }
    return { data: await followers(tx.system, id) };
  });
}
