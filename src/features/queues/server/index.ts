import type { FastifyInstance } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Actor, readsContents, STAFF_KINDS } from '../../../core/actor.ts';
import { CHOICES_READ, type ChoicesShown, showChoices } from '../../../core/choices.ts';
import { decodeCursor, encodeCursor, instantIn } from '../../../core/cursor.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { holdReview } from '../../../platform/db/hold-review.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { asTyped } from '../../../platform/db/as-typed.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mount } from '../../../platform/http/mount.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import type { ReviewStatus } from '../../reviews/rules/statuses.ts';
import { queueEndpoints, type QueuedReview } from '../contract.ts';
import { QUEUES, QUEUES_PLACE, queuesOf, type QueueName, refusedInQueue } from '../rules.ts';
import { waitingIn } from './waiting.ts';

const PAGE = 50;
/** How often whoever lost the same review to another asks for the next one. */
const TRIES = 20;

/** Queues of staff's work: what waits, who has it, and taking the next one. */
export function queuesServer(app: FastifyInstance, services: Services) {
  const db = services.database.systemDb;
  mount(app, services, queueEndpoints.all, async ({ actor }) => ({
    data: await countAll(db, actor, services.clock.now()),
  }));
  mount(app, services, queueEndpoints.list, ({ actor, params, query }) => {
    admit(actor, params.queue);
    return listQueue(db, actor, params.queue, query);
  });
  mount(app, services, queueEndpoints.organizations, ({ actor, query }) => {
    admit(actor, query.queue);
    return organizationsIn(db, query);
  });
  mount(app, services, queueEndpoints.assign, ({ actor, params, body }) =>
    command(services, actor, (tx) => assign(tx, params.queue, params.reviewId, body)),
  );
  mount(app, services, queueEndpoints.next, ({ actor, params }) => {
    admit(actor, params.queue);
    return command(services, actor, async (tx) => ({ review: await takeNext(tx, params.queue) }));
  });
  return {
    waiting: {
      [QUEUES_PLACE.path]: async ({ actor }) =>
        (await countAll(db, actor, services.clock.now())).reduce(
          (sum, { unassigned, mine }) => sum + unassigned + mine,
          0,
        ),
    },
  } satisfies FeatureServer;
}

/** Refuses `forbidden` to whoever does not work in the queue. */
function admit(actor: Actor, queue: QueueName): void {
  const refused = refusedInQueue(actor.kind, queue);
  if (refused !== null) throw new Refusal('forbidden', refused);
}

const onDesk = (queue: QueueName): RawBuilder<unknown> => sql`from reviews r
  left join queue_assignments q on q.review_id = r.id and q.queue = ${queue}
  where r.bucket = 'active' and ${waitingIn(queue).holds}`;

async function countAll(db: Kysely<DB>, actor: Actor, now: Date): Promise<Out<typeof queueEndpoints.all>['data']> {
  const counted: Out<typeof queueEndpoints.all>['data'] = [];
  for (const queue of queuesOf(actor.kind)) {
    const { rows } = await sql<{ waiting: number; unassigned: number; mine: number; overdue: number }>`
      select count(*)::int as waiting, count(*) filter (where q.user_id is null)::int as unassigned,
        count(*) filter (where q.user_id = ${actor.user_id})::int as mine,
        count(*) filter (where r.due_at < ${now})::int as overdue ${onDesk(queue)}`.execute(db);
    const [row] = rows;
    if (row) counted.push({ queue, ...row });
  }
  return counted;
}

interface Stored {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  organization_id: number;
  organization: string;
  subject: string;
  expedited: boolean;
  since: Date | null;
  due_at: Date | null;
  due_key: string;
  failed_invitations: number;
  user_id: number | null;
  user_name: string | null;
}

/** Rows of a queue, the most urgent first, for these conditions. */
async function rowsOf(db: Kysely<DB>, queue: QueueName, where: RawBuilder<unknown>, limit: number): Promise<Stored[]> {
  const { holds, since } = waitingIn(queue);
  const { rows } = await sql<Stored>`
    select r.id, r.kind, r.status, r.organization_id, o.name as organization, r.subject, r.expedited, r.due_at,
      r.due_sort::text as due_key, r.failed_invitations, ${since} as since, q.user_id,
      trim(u.first_name || ' ' || u.last_name) as user_name
    from reviews r join organizations o on o.id = r.organization_id
    left join queue_assignments q on q.review_id = r.id and q.queue = ${queue}
    left join users u on u.id = q.user_id
    where r.bucket = 'active' and ${holds} ${where}
    order by r.due_sort, r.id limit ${limit}`.execute(db);
  return rows;
}

const present = (actor: Actor, row: Stored): QueuedReview => ({
  review: { id: row.id, kind: row.kind, number: reviewNumber(row.kind, row.id) },
  organization: { id: row.organization_id, name: row.organization },
  subject: readsContents(actor.kind) ? row.subject : null,
  state: stateRow(row.kind, row.status).label,
  expedited: row.expedited,
  since: row.since?.toISOString() ?? null,
  due_at: row.due_at?.toISOString() ?? null,
  failed_invitations: row.failed_invitations,
  assigned_to: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
});

async function listQueue(
  db: Kysely<DB>,
  actor: Actor,
  queue: QueueName,
  query: In<typeof queueEndpoints.list, 'query'>,
): Promise<Out<typeof queueEndpoints.list>> {
  const filters = sql`${query.organization_id === undefined ? sql`` : sql`and r.organization_id = ${query.organization_id}`}
    ${query.kind === undefined ? sql`` : sql`and r.kind = ${query.kind}`}
    ${query.assigned === undefined ? sql`` : query.assigned === 'nobody' ? sql`and q.user_id is null` : sql`and q.user_id = ${query.assigned}`}`;
  let after = sql``;
  if (query.cursor !== undefined) {
    const [due, id] = decodeCursor(query.cursor) ?? [];
    // what is never due comes last
    const from = due === 'infinity' ? due : instantIn(due);
    if (from === null || typeof id !== 'number') throw new Refusal('malformed');
    after = sql`and (r.due_sort, r.id) > (${from}::timestamptz, ${id})`;
  }
  const page = await rowsOf(db, queue, sql`${filters} ${after}`, PAGE + 1);
  const { rows: totals } = await sql<{
    total: number;
  }>`select count(*)::int as total ${onDesk(queue)} ${filters}`.execute(db);
  const { rows: has } = await sql<{ user_id: number; n: number }>`
    select q.user_id, count(*)::int as n ${onDesk(queue)} and q.user_id is not null group by q.user_id`.execute(db);
  const kept = page.slice(0, PAGE);
  const last = kept.at(-1);
  return {
    data: kept.map((row) => present(actor, row)),
    next_cursor: page.length > PAGE && last ? encodeCursor([last.due_key, last.id]) : null,
    total: totals[0]?.total ?? 0,
    people: (await workers(db, queue)).map(({ user_id, name }) => ({
      id: user_id,
      name,
      has: has.find((one) => one.user_id === user_id)?.n ?? 0,
    })),
  };
}

/** Whose reviews wait in a queue, in the order of the tree, as far as they are shown. */
async function organizationsIn(
  db: Kysely<DB>,
  { queue, q, id }: In<typeof queueEndpoints.organizations, 'query'>,
): Promise<ChoicesShown> {
  const asked =
    id === undefined
      ? sql`o.id in (select r.organization_id ${onDesk(queue)}) ${q ? sql`and o.name ilike ${`%${asTyped(q)}%`}` : sql``}`
      : sql`o.id = ${id}`;
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, o.name from organizations o where ${asked} order by o.tree_place limit ${CHOICES_READ}`.execute(db);
  return showChoices(rows);
}

const workers = (db: Kysely<DB>, queue: QueueName) => staffWithRole(db, ...STAFF_KINDS.filter(QUEUES[queue].admits));

/** Whoever a review is given to has it; who read something else first is told. */
async function assign(
  tx: Tx<Actor>,
  queue: QueueName,
  reviewId: number,
  { user_id, was }: In<typeof queueEndpoints.assign, 'body'>,
): Promise<QueuedReview> {
  const seen = await tx.db
    .selectFrom('reviews')
    .select('reviews.id')
    .where('reviews.id', '=', reviewId)
    .executeTakeFirst();
  if (!seen) throw new Refusal('not_found');
  admit(tx.actor, queue);
  await holdReview(tx.system, reviewId);
  const only = sql`and r.id = ${reviewId}`;
  const [row] = await rowsOf(tx.system, queue, only, 1);
  if (!row) throw new Refusal('wrong_state', `It no longer waits in ${QUEUES[queue].label}.`);
  if (row.user_id !== was)
    throw new Refusal('stale', row.user_id === null ? 'Nobody has it anymore.' : `${row.user_name} has it now.`);
  if (user_id !== null && !(await workers(tx.system, queue)).some((one) => one.user_id === user_id))
    refuseFields([{ path: 'user_id', message: `Choose somebody who works in ${QUEUES[queue].label}.` }]);
  if (user_id !== row.user_id) {
    if (user_id === null)
      await tx.system
        .deleteFrom('queue_assignments')
        .where('review_id', '=', reviewId)
        .where('queue', '=', queue)
        .execute();
    else {
      const given = { user_id, assigned_by: tx.actor.user_id, assigned_at: tx.now };
      await tx.system
        .insertInto('queue_assignments')
        .values({ review_id: reviewId, queue, ...given })
        .onConflict((oc) => oc.columns(['review_id', 'queue']).doUpdateSet(given))
        .execute();
    }
    await tx.audit({
      action: 'queue.assign',
      review_id: reviewId,
      organization_id: row.organization_id,
      data: { queue, before: row.user_id, after: user_id },
    });
  }
  const [after] = await rowsOf(tx.system, queue, only, 1);
  return present(tx.actor, after ?? row);
}

/** Takes the most urgent review nobody has. Of two who ask at once the slower gets the one after it. */
async function takeNext(tx: Tx<Actor>, queue: QueueName): Promise<QueuedReview['review'] | null> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const { rows } = await sql<{ id: number; kind: Kind; organization_id: number }>`
      select r.id, r.kind, r.organization_id ${onDesk(queue)} and q.user_id is null
      order by r.due_sort, r.id limit 1 for update of r skip locked`.execute(tx.system);
    const [found] = rows;
    if (!found) return null;
    const taken = await tx.system
      .insertInto('queue_assignments')
      .values({
        review_id: found.id,
        queue,
        user_id: tx.actor.user_id,
        assigned_by: tx.actor.user_id,
        assigned_at: tx.now,
      })
      // another took it between our look and our lock: it is theirs, and we look again
      .onConflict((oc) => oc.columns(['review_id', 'queue']).doNothing())
      .executeTakeFirst();
    if (Number(taken.numInsertedOrUpdatedRows ?? 0) === 0) continue;
    await tx.audit({
      action: 'queue.assign',
      review_id: found.id,
      organization_id: found.organization_id,
      data: { queue, before: null, after: tx.actor.user_id },
    });
    return { id: found.id, kind: found.kind, number: reviewNumber(found.kind, found.id) };
  }
  throw new Refusal('lost_race');
}
