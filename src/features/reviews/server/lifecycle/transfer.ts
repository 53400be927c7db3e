import type { ReviewAction } from '../../rules/actions.ts';
import { expertSideUsers } from '../../../../platform/db/experts.ts';
import { ADMINS, AT_DESK, ORGANIZATION_ADMINS, SUPER_ADMINS } from '../../../../platform/db/roles.ts';
import { onEvent } from '../../../../platform/workers.ts';
import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { sql } from 'kysely';
import type { Actor, SystemActor } from '../../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../../core/errors.ts';
import { KINDS } from '../../../../core/kinds.ts';
import type { Tx } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import { type EventHandler, onActionIn, type OutboxEvent } from '../../../../platform/workers.ts';
import { type LoadedReview, loadById } from '../load.ts';
import { type Recipient, send } from '../order/recipients.ts';
import { announce, currentOf } from './transition.ts';
import { possibleFollowers } from '../page/followers.ts';

/** What is kept of a request for a transfer until it is decided. */
export const transferAsked = (tx: Tx, body: { reason?: string | undefined; requester_id?: number | undefined }) => ({
  reason: body.reason?.trim() ?? '',
  requested_at: tx.now.toISOString(),
  requester_id: body.requester_id ?? null,
});

/** A review is handed to a colleague who can open it and is not its requester already; 422 for anybody else. */
export async function refuseStranger(tx: Tx, { facts }: LoadedReview, userId: number): Promise<void> {
  const [colleague] = await possibleFollowers(tx.system, facts.organization.id, userId);
  const message = !colleague
    ? 'Choose a colleague of the ordering organization.'
    : userId === facts.requester_id
      ? 'It is theirs already. Choose somebody else.'
      : null;
  refuseFields(message === null ? [] : [{ path: 'requester_id', message }]);
}

/**
 * Makes the colleague of the request the requester. The one before keeps no access unless following it. Refuses 409
 * when the colleague has left meanwhile.
 */
export async function handOver(tx: Tx<Actor>, { facts, row }: LoadedReview): Promise<void> {
  const to = facts.transfer_to;
  const [colleague] = to === null ? [] : await possibleFollowers(tx.system, facts.organization.id, to);
  if (to === null || !colleague)
    throw new Refusal('wrong_state', 'That colleague no longer orders for the organization. Decline the transfer.', {
      current: currentOf(facts),
    });
  await tx.system
    .updateTable('reviews')
    .set({ requester_id: to, updated_at: tx.now })
    .where('id', '=', facts.id)
    .execute();
  // a step that names the requester would hand it back when it is saved next
  await sql`update review_sections set data = jsonb_set(data, '{requester_id}', to_jsonb(${to}::bigint)),
      version = version + 1, updated_at = ${tx.now}, updated_by = ${tx.actor.user_id}
    where review_id = ${facts.id} and data ? 'requester_id'`.execute(tx.system);
  await tx.emit('review.people_changed', {}, facts.id);
  await tx.emit('review.handed_over', { from_user_id: facts.requester_id }, facts.id);
  await announce(tx, row);
  await announce(tx, { ...row, requester_id: to });
}

interface Notified extends Recipient {
  side: 'requester' | 'expert' | 'staff';
}

const DECIDES = sql`
  select p.user_id, 'requester' as side from profiles p where p.is_review_manager and p.type = 'ClaimConsultant'
    and p.organization_id = r.organization_id
  union select u.id, 'requester' from users u join organization_path(r.organization_id) o on o.id = u.organization_id
    where u.role in ${ORGANIZATION_ADMINS}
  union select u.id, 'staff' from users u where u.role in ${AT_DESK.matching}
    or (u.role in ${ADMINS} and u.role not in ${SUPER_ADMINS})`;
const ORDERED = sql`
  select r.requester_id as user_id, 'requester' as side
  union select w.user_id, 'requester' from review_watchers w where w.review_id = r.id`;
const REVIEWS = sql`
  select s.user_id, 'expert' as side from (${expertSideUsers(sql`r.id`)}) s`;

/** Which letter each step of a transfer sends, and to whom. */
const LETTERS = {
  request_transfer: ['transfer_requested', DECIDES],
  decline_transfer: ['transfer_declined', ORDERED],
  hand_over: ['review_handed_over', sql`${ORDERED} union ${REVIEWS}`],
  grant_transfer: ['review_transferred', sql`${ORDERED} union ${REVIEWS}`],
} as const satisfies Partial<Record<ReviewAction, unknown>>;

/** Whether a transfer is told otherwise: it is to continue as another kind, or was taken back by who asked for it. */
async function hasOwnLetters(tx: Tx, reviewId: number, action: string | undefined): Promise<boolean> {
  if (action !== 'request_transfer' && action !== 'decline_transfer') return false;
  const row = await tx.system
    .selectFrom('continuations')
    .select('state')
    .where('review_id', '=', reviewId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (action === 'decline_transfer') return row?.state === 'taken_back';
  const asked = await tx.system
    .selectFrom('review_transfers')
    .select('continues')
    .where('review_id', '=', reviewId)
    .executeTakeFirst();
  return asked?.continues === true;
}

async function notify(
  tx: Tx<SystemActor>,
  ports: Ports,
  event: OutboxEvent,
  [template, who]: readonly [(typeof LETTERS)[keyof typeof LETTERS][0], ReturnType<typeof sql>],
): Promise<void> {
  const loaded = event.review_id === null ? null : await loadById(tx.system, event.review_id, tx.now);
  if (!loaded) return;
  const { facts } = loaded;
  const { rows } = await sql<Notified>`
    select distinct on (u.id) u.id as user_id, u.email, ${fullNameOf('u')} as name, w.side
    from reviews r cross join lateral (${who}) w join users u on u.id = w.user_id
    where r.id = ${facts.id} and u.suspended_at is null order by u.id`.execute(tx.system);
  const data = { link: `/${KINDS[facts.kind].slug}/${facts.id}` };
  for (const to of rows) await send(tx, ports, facts.id, String(event.id), [to], { template, data, side: to.side });
}

export const transferEvents = (ports: Ports): EventHandler[] => [
  onEvent({
    name: 'reviews.transfer',
    tells: true,
    topics: ['review.transitioned'],
    when: onActionIn(LETTERS),
    async run(tx, event) {
      // one that is to continue has letters of its own
      if (event.review_id !== null && (await hasOwnLetters(tx, event.review_id, event.payload.action))) return;
      const letter = Object.entries(LETTERS).find(([action]) => action === event.payload.action)?.[1];
      if (letter) await notify(tx, ports, event, letter);
    },
  }),
  onEvent({
    // whoever handed it over is no longer among its people
    name: 'reviews.handed_over',
    tells: true,
    topics: ['review.handed_over'],
    run: (tx, event) =>
      notify(tx, ports, event, [
        'review_handed_over',
        sql`select ${event.payload.from_user_id}::bigint as user_id, 'requester' as side`,
      ]),
  }),
];
