import type { Kysely } from 'kysely';
import { type Actor, SUPER_ADMIN_KINDS } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import { fullName } from '../../../../core/names.ts';
import { command, type Tx } from '../../../../platform/command.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { refuseWithoutFreshProof } from '../../../../platform/fresh-proof.ts';
import { rooms } from '../../../../platform/live.ts';
import { staffWithRole } from '../../../../platform/mail/staff.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import type { PurgeRequest, ReviewState } from '../../contract.ts';
import { type ReviewFacts, refusedByGuards, rowFor, wrongState } from '../../rules.ts';
import { isOpenRequest, notTheirs, PURGE_REQUEST_MS, type PurgeAnswer } from '../../rules/purge-request.ts';
import { lapsePurgeRequest } from './purge.ts';
import { currentOf, lockReview, transition } from './transition.ts';

/** The request that waits for a second person, as a super admin reads it. */
export async function presentPurgeRequest(
  db: Kysely<DB>,
  actor: Pick<Actor, 'user_id'>,
  reviewId: number,
  now: Date,
): Promise<PurgeRequest> {
  const row = await db
    .selectFrom('purge_requests')
    .innerJoin('users', 'users.id', 'purge_requests.asked_by')
    .select(['purge_requests.id', 'asked_by', 'asked_at', 'expires_at', 'reason', 'first_name', 'last_name'])
    .where('review_id', '=', reviewId)
    .where('outcome', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return { request: null };
  return {
    request: {
      id: row.id,
      asked_by: fullName(row),
      is_yours: row.asked_by === actor.user_id,
      asked_at: row.asked_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      reason: row.reason,
    },
  };
}

/** Refuses `wrong_state` where nothing can be purged now: it goes on, or is held. */
function refuseUnlessPurgeable(tx: Tx<Actor>, facts: ReviewFacts): void {
  const current = currentOf(facts);
  const row = rowFor(tx.actor, facts, 'purge');
  if (!row) throw new Refusal('wrong_state', wrongState(tx.actor, facts, tx.now), { current });
  const refused = refusedByGuards(row, facts, tx.now, {});
  if (refused !== null) throw new Refusal('wrong_state', refused, { current });
}

/**
 * Asks for a purge outside the schedule; the other super admins are told. Refuses `reauthentication_required`,
 * `wrong_state` where one waits already, nothing can be purged, or nobody else could confirm, and `invalid` without a reason.
 */
export function askPurge(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  id: number,
  { reason }: { reason: string },
): Promise<PurgeRequest> {
  return command(services, actor, async (tx) => {
    const { facts } = await lockReview(tx, id, kind);
    await refuseWithoutFreshProof(tx);
    refuseUnlessPurgeable(tx, facts);
    const waiting = await openOf(tx, id);
    if (waiting && isOpenRequest(waiting, tx.now))
      throw new Refusal('wrong_state', 'A purge was requested already and waits for a second super admin.', {
        current: currentOf(facts),
      });
    const others = (await staffWithRole(tx.system, ...SUPER_ADMIN_KINDS)).filter((to) => to.user_id !== actor.user_id);
    if (others.length === 0)
      throw new Refusal('wrong_state', 'It takes a second super admin to confirm, and there is none besides you.', {
        current: currentOf(facts),
      });
    if (reason === '') refuseFields([{ path: 'reason', message: 'Say why it cannot wait for its time.' }]);
    await lapsePurgeRequest(tx, id);
    const expires_at = new Date(tx.now.getTime() + PURGE_REQUEST_MS);
    const made = await tx.system
      .insertInto('purge_requests')
      .values({ review_id: id, asked_by: actor.user_id, asked_at: tx.now, expires_at, reason })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      action: 'review.purge_asked',
      review_id: id,
      organization_id: facts.organization.id,
      reason,
      data: { request_id: made.id, before: null, after: 'open', expires_at: expires_at.toISOString() },
    });
    for (const to of others)
      await ports.mail(tx, {
        to,
        template: 'purge_asked',
        data: { asked_by: fullName(actor), expires_at: expires_at.toISOString() },
        review_id: id,
        side: 'staff',
        dedupe_key: `purge_asked:${made.id}:${to.user_id}`,
      });
    announcePurge(tx, id);
    return presentPurgeRequest(tx.system, actor, id, tx.now);
  });
}

/**
 * Confirms what another super admin asked for: the records go in the same transaction. Refuses `forbidden` to who asked,
 * `reauthentication_required`, `wrong_state` where the request no longer waits, the review went on, or a hold is on.
 */
export function confirmPurge(
  services: Services,
  actor: Actor,
  kind: Kind,
  id: number,
  requestId: number,
): Promise<ReviewState> {
  return command(services, actor, async (tx) => {
    const { asked } = await lockRequest(tx, kind, id, requestId, 'confirm');
    await endRequest(tx, asked.id, 'confirmed');
    return transition(tx, {
      review_id: id,
      action: 'purge',
      reason: asked.reason,
      data: { request_id: asked.id, asked_by: asked.asked_by, asked_at: asked.asked_at.toISOString() },
    });
  });
}

/** Ends a request without a purge: declined by another super admin, who asked is told, or withdrawn by who asked. */
export function endPurgeRequest(
  services: Services,
  ports: Ports,
  actor: Actor,
  kind: Kind,
  id: number,
  requestId: number,
  answer: 'decline' | 'withdraw',
): Promise<PurgeRequest> {
  return command(services, actor, async (tx) => {
    const { facts, asked } = await lockRequest(tx, kind, id, requestId, answer);
    const outcome = answer === 'decline' ? 'declined' : 'withdrawn';
    await endRequest(tx, asked.id, outcome);
    await tx.audit({
      action: `review.purge_${outcome}`,
      review_id: id,
      organization_id: facts.organization.id,
      data: { request_id: asked.id, asked_by: asked.asked_by, before: 'open', after: outcome },
    });
    if (answer === 'decline')
      for (const to of await staffWithRole(tx.system, ...SUPER_ADMIN_KINDS))
        if (to.user_id === asked.asked_by)
          await ports.mail(tx, {
            to,
            template: 'purge_declined',
            data: { declined_by: fullName(actor) },
            review_id: id,
            side: 'staff',
            dedupe_key: `purge_declined:${asked.id}`,
          });
    announcePurge(tx, id);
    return presentPurgeRequest(tx.system, actor, id, tx.now);
  });
}

/** The review and the request that was shown, locked, for this answer by this person. */
async function lockRequest(tx: Tx<Actor>, kind: Kind, id: number, requestId: number, answer: PurgeAnswer) {
  const { facts } = await lockReview(tx, id, kind);
  const asked = await tx.system
    .selectFrom('purge_requests')
    .select(['id', 'asked_by', 'asked_at', 'expires_at', 'reason', 'outcome'])
    .where('id', '=', requestId)
    .where('review_id', '=', id)
    .executeTakeFirst();
  if (!asked) throw new Refusal('not_found', 'There is no such request.');
  const forbidden = notTheirs(answer, asked, tx.actor.user_id);
  if (forbidden !== null) throw new Refusal('forbidden', forbidden);
  if (answer === 'confirm') await refuseWithoutFreshProof(tx);
  if (!isOpenRequest(asked, tx.now))
    throw new Refusal(
      'wrong_state',
      'This request no longer waits: it was answered, withdrawn, or its days are over.',
      {
        current: currentOf(facts),
      },
    );
  return { facts, asked };
}

const openOf = (tx: Tx, reviewId: number) =>
  tx.system
    .selectFrom('purge_requests')
    .select(['id', 'outcome', 'expires_at'])
    .where('review_id', '=', reviewId)
    .where('outcome', 'is', null)
    .executeTakeFirst();

async function endRequest(tx: Tx<Actor>, id: number, outcome: 'confirmed' | 'declined' | 'withdrawn'): Promise<void> {
  await tx.system
    .updateTable('purge_requests')
    .set({ outcome, ended_by: tx.actor.user_id, ended_at: tx.now })
    .where('id', '=', id)
    .execute();
}

const announcePurge = (tx: Tx, reviewId: number): void =>
  tx.live({ room: rooms.review(reviewId), event: 'review.changed', payload: { review_id: reviewId } });
