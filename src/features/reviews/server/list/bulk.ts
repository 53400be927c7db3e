import { sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import type { Out } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import { command } from '../../../../platform/command.ts';
import type { Services } from '../../../../platform/services.ts';
import type { reviewsEndpoints } from '../../contract.ts';
import { lockForEdit, reassign } from '../order/edit.ts';
import { announce } from '../lifecycle/transition.ts';
import { setFollower } from '../page/followers.ts';

type Results = Out<typeof reviewsEndpoints.watch>;

/** Each review in a transaction of its own: one that is refused keeps no other from being done. */
async function each(ids: readonly number[], run: (id: number) => Promise<unknown>): Promise<Results> {
  const data: Results['data'] = [];
  for (const id of new Set(ids)) {
    try {
      await run(id);
      data.push({ id, done: true, reason: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      data.push({ id, done: false, reason: error.errors[0]?.message ?? error.message });
    }
  }
  return { data };
}

/** Hands reviews to another requester, one by one, with the result of each. */
export const reassignReviews = (services: Services, actor: Actor, ids: readonly number[], requesterId: number) =>
  each(ids, (id) => reassignReview(services, actor, id, requesterId));

function reassignReview(services: Services, actor: Actor, id: number, requesterId: number): Promise<void> {
  return command(services, actor, async (tx) => {
    const { loaded } = await lockForEdit(tx, undefined, id);
    if (loaded.facts.requester_id === requesterId) return;
    await reassign(tx, loaded, requesterId);
    // a step that names the requester would hand it back when it is saved next
    await sql`update review_sections set data = jsonb_set(data, '{requester_id}', to_jsonb(${requesterId}::bigint)),
        version = version + 1, updated_at = ${tx.now}, updated_by = ${actor.user_id}
      where review_id = ${id} and data ? 'requester_id'`.execute(tx.system);
    await tx.system.updateTable('reviews').set({ updated_at: tx.now }).where('id', '=', id).execute();
    await announce(tx, loaded.row);
    await announce(tx, { ...loaded.row, requester_id: requesterId });
  });
}

/** Lets somebody follow reviews, or ends it, with the result of each. */
export const followReviews = (
  services: Services,
  actor: Actor,
  ids: readonly number[],
  userId: number,
  watches: boolean,
) => each(ids, (id) => setFollower(services, actor, undefined, id, userId, watches));
