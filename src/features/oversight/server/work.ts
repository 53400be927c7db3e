import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor, instantIn } from '../../../core/cursor.ts';
import type { Ability, In, Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Undoing } from '../../../platform/declarations.ts';
import { mayRun } from '../../../platform/holds.ts';
import type { Services } from '../../../platform/services.ts';
import { DEAD_LETTERS, type WorkDesk } from '../../../platform/work-desk.ts';
import type { workEndpoints, WorkRow } from '../contract/work.ts';
import { reviewIn } from '../rules.ts';
import { mendsWork, whyNotRetried, whyNotSetAside, workLabel, type WorkState } from '../rules/work.ts';

const PAGE = 50;
/** Names of failed work listed with their numbers; there are hardly more handlers. */
const NAMES = 30;

/** What the pages about work stand on. */
export interface WorkFacts {
  services: Services;
  undoing: Undoing;
  desk: () => WorkDesk;
}

const job = (error: RawBuilder<unknown>, at: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select 'job-' || j.id as id, coalesce(j.source_name, j.name) as name, (j.data ->> 'review_id')::bigint as review_id,
    coalesce(j.source_retry_count + 1, j.retry_count + (j.state = 'active')::int) as tries, ${error} as error, ${at} as at
  from pgboss.job j where ${where}`;
const time = (at: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select 'time-' || d.id as id, d.kind as name, d.review_id, d.tries, d.last_error as error, ${at} as at
  from deadlines d where d.done_at is null and d.cancelled_at is null and ${where}`;
const LAST_ERROR = sql`j.output ->> 'message'`;
const queued = sql`j.name <> ${DEAD_LETTERS}`;

/** The work that is in a state. */
function workIn(state: WorkState, now: Date, undoing: Undoing): RawBuilder<unknown> {
  const may = mayRun(undoing);
  switch (state) {
    case 'failed':
      return job(
        sql`j.source_output ->> 'message'`,
        sql`j.created_on`,
        sql`j.name = ${DEAD_LETTERS} and j.state < 'active'`,
      );
    case 'retrying':
      return sql`${job(LAST_ERROR, sql`j.start_after`, sql`${queued} and j.state = 'retry'`)}
        union all ${time(sql`coalesce(d.retry_at, d.due_at)`, sql`d.tries > 0 and ${may}`)}`;
    case 'waiting':
      return job(LAST_ERROR, sql`greatest(j.created_on, j.start_after)`, sql`${queued} and j.state = 'created'`);
    case 'running':
      return job(LAST_ERROR, sql`coalesce(j.started_on, j.created_on)`, sql`${queued} and j.state = 'active'`);
    case 'scheduled':
      return time(sql`d.due_at`, sql`d.tries = 0 and (d.due_at > ${now} or ${may})`);
    case 'held':
      return time(sql`d.due_at`, sql`d.due_at <= ${now} and not ${may}`);
  }
}

interface Stored {
  id: string;
  name: string;
  review_id: number | null;
  review_kind: Kind | null;
  tries: number;
  error: string | null;
  at: Date;
  /** The same to the microsecond. */
  place: string;
}

const escaped = (words: string): string => words.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** What a search is for: a review by its number, else words of a name as it is shown. */
function matching(q: string): RawBuilder<boolean> {
  const review = reviewIn(q);
  if (review !== null) return sql<boolean>`x.review_id = ${review}`;
  const like = `%${escaped(q.replaceAll(/[:,._\s]+/g, ' ').trim())}%`;
  return sql<boolean>`translate(x.name, '._', '  ') ilike ${like}`;
}

/** A page of the work in a state. Refuses `malformed`. */
export async function listWork(
  { services, undoing, desk }: WorkFacts,
  actor: Actor,
  { state, q, cursor }: In<typeof workEndpoints.list, 'query'>,
): Promise<Out<typeof workEndpoints.list>> {
  const [at, id] = cursor === undefined ? [null, null] : (decodeCursor(cursor) ?? ['', '']);
  if (at !== null && (instantIn(at) === null || typeof id !== 'string')) throw new Refusal('malformed');
  const newest = state === 'failed';
  const beyond = newest ? sql`<` : sql`>`;
  const order = newest ? sql`desc` : sql`asc`;
  const { rows } = await sql<Stored>`
    select x.*, r.kind as review_kind, to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
    from (${workIn(state, services.clock.now(), undoing)}) x left join reviews r on r.id = x.review_id
    where ${q ? matching(q) : sql`true`}
      and ${at === null ? sql`true` : sql`(x.at, x.id) ${beyond} (${at}::timestamptz, ${id})`}
    order by x.at ${order}, x.id ${order} limit ${PAGE + 1}`.execute(services.database.systemDb);
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return {
    data: rows.slice(0, PAGE).map((row) => present(row, state, actor, desk())),
    next_cursor: last ? encodeCursor([last.place, last.id]) : null,
  };
}

function present(row: Stored, state: WorkState, actor: Actor, desk: WorkDesk): WorkRow {
  const handled = row.id.startsWith('time-') || desk.handles(row.name);
  return {
    id: row.id,
    name: row.name,
    label: workLabel(row.name),
    review:
      row.review_id === null || row.review_kind === null
        ? null
        : { id: row.review_id, kind: row.review_kind, number: reviewNumber(row.review_kind, row.review_id) },
    tries: row.tries,
    error: row.error,
    at: row.at.toISOString(),
    retry: may(actor, whyNotRetried(state, handled)),
    set_aside: may(actor, whyNotSetAside(state)),
  };
}

const may = (actor: Actor, why_not: string | null): Ability =>
  mendsWork(actor.kind)
    ? { allowed: why_not === null, reason: why_not }
    : { allowed: false, reason: 'An admin does this.' };

/** How much work there is by state, and what failed by name. */
export async function countWork(
  { services, undoing, desk }: WorkFacts,
  actor: Actor,
): Promise<Out<typeof workEndpoints.counts>> {
  const db = services.database.systemDb;
  const now = services.clock.now();
  const count = (state: WorkState) =>
    sql`(select count(*)::int from (${workIn(state, now, undoing)}) x) as ${sql.id(state)}`;
  const { rows } = await sql<Record<WorkState, number>>`select ${count('failed')}, ${count('retrying')},
    ${count('waiting')}, ${count('running')}, ${count('scheduled')}, ${count('held')}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('What there is to do could not be counted.');
  const { rows: failed } = await sql<{ name: string; count: number }>`
    select name, count(*)::int as count from (${workIn('failed', now, undoing)}) x group by name
    order by 2 desc, 1 limit ${NAMES}`.execute(db);
  return {
    counts,
    failed: failed.map(({ name, count }) => ({
      name,
      label: workLabel(name),
      count,
      retry: may(actor, whyNotRetried('failed', desk().handles(name))),
    })),
  };
}

/** How much waits for an admin: what is not tried any more. */
export async function failedWork(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
    where name = ${DEAD_LETTERS} and state < 'active'`.execute(db);
  return rows[0]?.count ?? 0;
}
