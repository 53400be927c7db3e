import { expertSideUsers } from '../../../platform/db/experts.ts';
import { onEvent } from '../../../platform/workers.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { sql } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import { KINDS } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import { ADMINS } from '../../../platform/db/roles.ts';
import type { ActionName } from '../../../platform/declarations.ts';
import { rooms } from '../../../platform/live.ts';
import type { Services } from '../../../platform/services.ts';
import type { NoticesSeen } from '../ports.ts';
import type { Ports } from '../../../platform/ports.ts';
import { settledBy } from './notices.ts';
import { type EventHandler, onActionIn, type OutboxEvent } from '../../../platform/workers.ts';

type SystemTx = Tx<SystemActor>;
type Side = 'requester' | 'expert' | 'staff';

interface Reader {
  user_id: number;
  email: string;
  name: string;
  side: Side;
}

/** Transitions nobody else gives notice of: which notice, and to which sides. */
const NOTIFIED: Readonly<
  Partial<
    Record<ActionName, { template: 'review_on_hold' | 'review_resumed' | 'review_cancelled'; sides: readonly Side[] }>
  >
> = {
  hold: { template: 'review_on_hold', sides: ['requester', 'expert'] },
  resume: { template: 'review_resumed', sides: ['requester', 'expert'] },
  cancel: { template: 'review_cancelled', sides: ['requester', 'expert'] },
};

/** Records that were asked for are there: whoever asked hears of it. */
const ANSWERED = 'files_answered' satisfies ActionName;

/** The requester and who follows the review; its experts and their assistants. */
async function readers(tx: SystemTx, reviewId: number): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name, w.side
    from (
      select requester_id as user_id, 'requester' as side from reviews where id = ${reviewId}
      union select user_id, 'requester' from review_watchers where review_id = ${reviewId}
      union select s.user_id, 'expert' from (${expertSideUsers(sql`${reviewId}`)}) s
    ) w join users u on u.id = w.user_id where u.suspended_at is null order by u.id`.execute(tx.system);
  return rows;
}

/** Who asked for the records that are now answered. */
async function asked(tx: SystemTx, reviewId: number): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name,
      case when u.role = 'user' then 'expert' else 'staff' end as side
    from users u where u.suspended_at is null and u.id in (
      select requested_by from file_requests where review_id = ${reviewId}
        and answered_at is not null and answered_at = (select max(answered_at) from file_requests where review_id = ${reviewId}))`.execute(
    tx.system,
  );
  return rows;
}

async function notifySides(tx: SystemTx, ports: Ports, event: OutboxEvent<'review.transitioned'>): Promise<void> {
  const { review_id: id, payload } = event;
  if (id === null) return;
  const { action, kind } = payload;
  const told = NOTIFIED[action];
  const template = action === ANSWERED ? 'files_arrived' : told?.template;
  if (template === undefined) return;
  const to = told ? (await readers(tx, id)).filter(({ side }) => told.sides.includes(side)) : await asked(tx, id);
  // a draft that is given up was nobody else's business
  if (payload.from === 'draft') return;
  for (const { user_id, email, name, side } of to) {
    await ports.mail(tx, {
      to: { user_id, email, name },
      template,
      data: { link: `/${KINDS[kind].slug}/${id}` },
      review_id: id,
      side,
      dedupe_key: `${template}:${id}:${event.id}:${user_id}`,
    });
  }
}

/** What was told of something that is mended counts as read. */
async function clearAlert(tx: SystemTx, alertId: number): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    update notifications set read_at = ${tx.now}
    where user_id in (select id from users where role in ${ADMINS}) and read_at is null
      and dedupe_key = ${`alert:${alertId}:`} || user_id
    returning user_id`.execute(tx.system);
  for (const { user_id } of rows) tx.live({ room: rooms.user(user_id), event: 'notifications.changed', payload: {} });
}

/** A bell rings for what is to be done: what asked for what is done by now counts as read, with everybody who was asked. */
async function settle(tx: SystemTx, event: SettlingEvent): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    update notifications n set read_at = ${tx.now} from outbox o
    where o.id = ${event.id} and n.review_id = o.review_id and n.read_at is null and n.created_at < o.created_at
      and n.event = any(${settledOf(event)})
      -- who was asked beside them is still to rate
      and (o.topic <> 'rating.given' or exists (select from ratings r where r.review_id = n.review_id and r.rater_user_id = n.user_id))
    returning n.user_id`.execute(tx.system);
  for (const userId of new Set(rows.map((row) => row.user_id)))
    tx.live({ room: rooms.user(userId), event: 'notifications.changed', payload: {} });
}

/** See the port. */
export const noticesSeen =
  (services: Services): NoticesSeen =>
  async (userId, link) => {
    const { rows } = await sql`
      update notifications set read_at = ${services.clock.now()}
      where user_id = ${userId} and read_at is null and link = ${link} returning id`.execute(
      services.database.systemDb,
    );
    if (rows.length > 0) services.live.emit({ room: rooms.user(userId), event: 'notifications.changed', payload: {} });
  };

/** What is told of a review that can end what a notice asks for. */
const SETTLING = [
  'review.transitioned',
  'review.requoted',
  'review.approval_asked',
  'review.approval_ended',
  'rating.given',
  'examinee.called_off',
] as const;
type SettlingEvent = OutboxEvent<(typeof SETTLING)[number]>;
const settledOf = (event: SettlingEvent) =>
  settledBy(event.topic, event.topic === 'review.transitioned' ? event.payload : undefined);

export const notificationEvents = (ports: Ports): EventHandler[] => [
  onEvent({
    name: 'notifications.tell',
    tells: true,
    topics: ['review.transitioned'],
    when: onActionIn({ [ANSWERED]: true }, NOTIFIED),
    run: (tx, event) => notifySides(tx, ports, event),
  }),
  onEvent({
    name: 'notifications.settle',
    topics: [...SETTLING],
    when: (event) => settledOf(event).length > 0,
    run: settle,
  }),
  onEvent({
    name: 'notifications.alert_mended',
    topics: ['alert.closed'],
    run: (tx, { payload }) => clearAlert(tx, payload.alert_id),
  }),
];
