import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { type Actor, isExpert, isRequesterSide, isStaff, seatOf } from '../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../core/cursor.ts';
import type { In, Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { KINDS, type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { reviewScopes, scopeGroup } from '../../../platform/db/scope.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Services } from '../../../platform/services.ts';
import { LIST_TABS, type ListRow, type ListTab, type reviewsEndpoints } from '../contract.ts';
import type { OrganizationFlag } from '../../organizations/rules.ts';
import { actOf, type Ball, type Bucket, dueVerb, inactivity, isYours, statusView } from '../rules.ts';
import { prepared } from './load.ts';
import { listExpertName, presentExpert } from './people.ts';

type ListQuery = In<typeof reviewsEndpoints.list, 'query'>;
type Filter = Omit<ListQuery, 'tab' | 'sort' | 'limit' | 'cursor'>;
type Builder = SelectQueryBuilder<DB, 'reviews', object>;

/** Counting stops here; pages show "999+". */
export const COUNT_CAP = 1_000;
const FOREVER = 'infinity';

const isExpertSide = (actor: Actor): boolean => isExpert(actor.kind) || actor.kind === 'expert_assistant';

/** For an organization's people a kind that is switched off is not there: the organizations that have it, asked once. */
function enabled(actor: Actor, kind: Kind): RawBuilder<unknown> {
  return sql`enabled as materialized (select org as id from unnest(${actor.organization_ids}::bigint[]) org
    where organization_flag(org, ${KINDS[kind].enabled_flag}))`;
}

/** The reviews of a kind in the actor's scope under a filter. Statements with it begin with `enabled`. */
function filtered(db: ActorDb, kind: Kind, filter: Filter, now: Date): Builder {
  const { actor } = db;
  let query = db.selectFrom('reviews').where('reviews.kind', '=', kind) as unknown as Builder;
  if (isRequesterSide(actor.kind)) {
    query = query.where(sql<boolean>`reviews.organization_id in (select enabled.id from enabled)`);
  }
  if (filter.status) query = query.where(sql<boolean>`reviews.status = any(${filter.status})`);
  if (filter.ball) query = query.where(sql<boolean>`reviews.ball = any(${filter.ball})`);
  if (filter.specialty_id)
    query = query.where(sql<boolean>`reviews.specialty_id = any(${filter.specialty_id}::bigint[])`);
  if (filter.state) query = query.where(sql<boolean>`reviews.state = any(${filter.state})`);
  if (filter.review_type) query = query.where(sql<boolean>`reviews.review_type = any(${filter.review_type})`);
  if (filter.organization_id) {
    query = query.where(sql<boolean>`reviews.organization_id = any(${filter.organization_id}::bigint[])`);
  }
  if (filter.requester) {
    query = query.where('reviews.requester_id', '=', filter.requester === 'me' ? actor.user_id : filter.requester);
  }
  if (filter.due) query = query.where('reviews.due_sort', '<', endOfDay(filter.due, actor.time_zone));
  if (filter.overdue) {
    query = query.where('reviews.due_sort', '<', now).where('reviews.clock_paused_at', 'is', null);
  }
  if (filter.q) query = query.where(matches(filter.q, actor));
  return query;
}

function endOfDay(date: string, zone: string): Date {
  const next = Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone);
  return new Date(next.epochMilliseconds);
}

/** The words someone typed, each as a beginning; a review an expert has not accepted is found by its number alone. */
function matches(q: string, actor: Actor): RawBuilder<boolean> {
  const words =
    q
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((w) => w !== 'cr') ?? [];
  if (words.length === 0) return sql<boolean>`false`;
  const tsquery = words.map((w) => `'${w}':*`).join(' & ');
  const found = sql<boolean>`reviews.search @@ to_tsquery('simple', ${tsquery})`;
  if (!isExpertSide(actor)) return found;
  return sql<boolean>`(reviews.expert_profile_id = any(${actor.expert_profile_ids}::bigint[]) and ${found}
    or reviews.id::text = ${words[0] ?? ''})`;
}

const BUCKETS: Readonly<Record<ListTab, readonly Bucket[]>> = {
  all: ['draft', 'active'],
  active: ['active'],
  yours: ['active'],
  others: ['active'],
  calls: ['active'],
  needs_information: ['active'],
  on_hold: ['active'],
  attention: ['active'],
  drafts: ['draft'],
  completed: ['completed', 'cancelled'],
  inactive: ['draft', 'active', 'cancelled'],
};

/** What a tab asks for beside the bucket. */
function inTab(query: Builder, tab: ListTab, actor: Actor, now: Date): Builder {
  const seat = seatOf(actor.kind);
  switch (tab) {
    case 'yours':
      return query.where('reviews.ball', '=', seat ?? '');
    case 'others':
      return query.where('reviews.ball', '<>', seat ?? '').where('reviews.ball', '<>', 'nobody');
    case 'calls':
      return query.where('reviews.status', '=', 'call_scheduled');
    case 'needs_information':
    case 'on_hold':
      return query.where('reviews.status', '=', tab);
    case 'attention':
      return query.where('reviews.attention', 'is not', null);
    case 'inactive': {
      const { draft_untouched_before, unanswered_before } = inactivity(now);
      return query.where(sql<boolean>`(reviews.bucket = 'cancelled' or reviews.status = 'on_hold'
        or (reviews.bucket = 'draft' and reviews.updated_at < ${draft_untouched_before})
        or (reviews.status = 'needs_information' and reviews.clock_paused_at < ${unanswered_before}))`);
    }
    default:
      return query;
  }
}

/** More organizations than this are not asked one by one. */
const ONE_BY_ONE = 64;

/**
 * The places an ordered index leads to the reader's reviews: each organization, each expert profile, the reader's own
 * orders, what is shown besides. A page is cut from each and the pages are merged, so that how much there is elsewhere
 * does not matter. `from` names what is gone through; the scope itself holds in every one of them anyway.
 */
function sourcesFor(actor: Actor): { from: RawBuilder<unknown>; where: RawBuilder<boolean> }[] {
  const group = scopeGroup(actor);
  const nothing = sql``;
  const each = (ids: readonly number[], column: string) => ({
    from: sql`, unnest(${ids}::bigint[]) as one (id)`,
    where: sql<boolean>`${sql.ref(column)} = one.id`,
  });
  if (group === 'organizations' && actor.organization_ids.length <= ONE_BY_ONE)
    return [{ from: sql`, enabled as one`, where: sql<boolean>`reviews.organization_id = one.id` }];
  const scopes = reviewScopes(actor) ?? [sql<boolean>`true`];
  return scopes.map((where, at) =>
    group === 'expert' && at === 0
      ? each(actor.expert_profile_ids, 'reviews.expert_profile_id')
      : { from: nothing, where },
  );
}

interface PageRow {
  id: number;
  kind: Kind;
  status: string;
  bucket: Bucket;
  ball: Ball;
  organization_id: number;
  organization: string;
  redacted: boolean;
  ratings_off: boolean;
  requester_id: number;
  requester: string;
  expert_profile_id: number | null;
  expert: { profile_id: number; code: string; first_name: string; last_name: string; suffix: string } | null;
  subject: string;
  claim_number: string | null;
  specialty: string | null;
  sub_specialty: string | null;
  state: string | null;
  review_type: string | null;
  service: string | null;
  expedited: boolean;
  pages: number;
  needed_by: string | null;
  due_at: Date | null;
  due_from: Date | null;
  clock_paused_at: Date | null;
  call_at: Date | null;
  attention: unknown;
  transfer_request: unknown;
  report_status: string;
  matching_status: string;
  updated_at: Date;
  candidates: number | null;
  open_items: number | null;
  call: { status: string; minutes: number } | null;
  rated: boolean;
  unread: number;
}

/** A page of the list. The page is cut by index first; names and counts are looked up for its rows alone. */
export async function listReviews(
  services: Services,
  db: ActorDb,
  kind: Kind,
  query: ListQuery,
): Promise<Out<typeof reviewsEndpoints.list>> {
  const { actor } = db;
  const { tab, sort, limit, cursor, ...filter } = query;
  const now = services.clock.now();
  const narrowed = inTab(filtered(db, kind, filter, now), tab, actor, now);
  const ask = (where: RawBuilder<boolean>) =>
    ordered(narrowed.where(where), sort, cursor)
      .select(['reviews.id', 'reviews.due_sort', 'reviews.updated_at'])
      .limit(sql.lit(limit + 1));
  const buckets = sql`unnest(${BUCKETS[tab]}::text[]) as b (bucket)`;
  const parts = filter.q
    ? // words are found by an index of their own, and there are few
      [sql`(${ask(sql<boolean>`reviews.bucket = any(${BUCKETS[tab]}::text[])`)})`]
    : sourcesFor(actor).map(
        ({ from, where }) =>
          sql`(select part.* from ${buckets} ${from}, lateral (${ask(sql<boolean>`${where} and reviews.bucket = b.bucket`)}) part)`,
      );
  const rows = await prepared<PageRow & { due_sort: Date }>(
    services,
    sql`with ${enabled(actor, kind)}, page as materialized (select r.* from (${sql.join(parts, sql` union all `)}) r
        order by ${orderOf(sort)} limit ${sql.lit(limit + 1)}),
      ordering as materialized (select o.id, o.name, ${flagOf('redacted_medical_expert_cvs')} as redacted,
          ${flagOf('disable_ratings')} as ratings_off
        from organizations o
        where o.id in (select r.organization_id from page join reviews r on r.id = page.id))
      select r.id, r.kind, r.status, r.bucket, r.ball, r.organization_id, r.requester_id, r.expert_profile_id, r.subject,
        r.claim_number, r.state, r.review_type, r.service, r.expedited, r.pages, r.needed_by, r.due_at, r.due_from,
        r.due_sort, r.clock_paused_at, r.call_at, r.attention, r.transfer_request, r.report_status, r.matching_status, r.updated_at,
        (select s.name from specialties s where s.id = r.specialty_id) as specialty,
        (select s.name from sub_specialties s where s.id = r.sub_specialty_id) as sub_specialty,
        o.name as organization, o.redacted, o.ratings_off,
        (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = r.requester_id) as requester,
        (select json_build_object('profile_id', e.profile_id, 'code', e.code, 'first_name', eu.first_name,
            'last_name', eu.last_name, 'suffix', e.credentials_suffix)
          from expert_profiles e join profiles ep on ep.id = e.profile_id join users eu on eu.id = ep.user_id
          where e.profile_id = coalesce(r.expert_profile_id, case when r.status = 'invited' then
            (select i.expert_profile_id from invitations i where i.review_id = r.id and i.status in ('pending', 'opened')
              order by i.id desc limit 1) end)) as expert,
        case when r.status = 'expert_selection' then (select count(*)::int from candidates c where c.review_id = r.id
          and c.withdrawn_at is null and c.chosen_at is null
          and c.round = (select max(round) from candidates where review_id = r.id)) end as candidates,
        case when r.status = 'needs_information' then (select count(*)::int from file_requests q,
          jsonb_array_elements(q.items) item where q.review_id = r.id and q.answered_at is null
          and item ->> 'answered_at' is null) end as open_items,
        case when r.status = 'call_scheduled' then (select json_build_object('status', c.status,
          'minutes', c.duration_minutes) from calls c where c.review_id = r.id and c.status in ('scheduled', 'tentative')
          limit 1) end as call,
        exists (select 1 from ratings g where g.review_id = r.id and g.direction = 'medical_expert') as rated,
        coalesce((select sum(greatest(c.last_seq - m.last_read_seq, 0))::int from channels c
          join channel_members m on m.channel_id = c.id and m.user_id = ${actor.user_id} and m.left_at is null
          where c.review_id = r.id), 0) as unread
      from page join reviews r on r.id = page.id join ordering o on o.id = r.organization_id
      order by ${orderOf(sort)}`,
  );
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { data: data.map((row) => presentRow(row, actor, now)), next_cursor: more ? cursorOf(sort, last) : null };
}

/** A flag of the organization in `o`. Parents are asked only where it has some and says nothing itself. */
function flagOf(flag: OrganizationFlag): RawBuilder<boolean> {
  const name = sql.lit(flag);
  return sql`case when jsonb_typeof(o.flags -> ${name}) = 'boolean' then (o.flags ->> ${name})::boolean
    when o.parent_id is null then organization_flag_default(${name}) else organization_flag(o.id, ${name}) end`;
}

function orderOf(sort: ListQuery['sort']): RawBuilder<unknown> {
  switch (sort) {
    case 'due':
      return sql`r.due_sort, r.id`;
    case '-updated':
      return sql`r.updated_at desc, r.id desc`;
    case 'number':
      return sql`r.id`;
    case '-number':
      return sql`r.id desc`;
  }
}

function cursorOf(sort: ListQuery['sort'], row: { id: number; due_at: Date | null; updated_at: Date }): string {
  if (sort === 'due') return encodeCursor([sort, row.due_at?.toISOString() ?? FOREVER, row.id]);
  if (sort === '-updated') return encodeCursor([sort, row.updated_at.toISOString(), row.id]);
  return encodeCursor([sort, row.id]);
}

/** The order, and everything after the row a cursor names. Refuses a cursor that is not one of this order's. */
function ordered(query: Builder, sort: ListQuery['sort'], cursor: string | undefined): Builder {
  const values = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && values?.[0] !== sort) refuseCursor();
  const [, first, second] = values ?? [];
  switch (sort) {
    case 'due':
      if (values)
        query = query.where(
          sql<boolean>`(reviews.due_sort, reviews.id) > (${when(first)}::timestamptz, ${number(second)}::bigint)`,
        );
      return query.orderBy('reviews.due_sort').orderBy('reviews.id');
    case '-updated':
      if (values)
        query = query.where(
          sql<boolean>`(reviews.updated_at, reviews.id) < (${when(first)}::timestamptz, ${number(second)}::bigint)`,
        );
      return query.orderBy('reviews.updated_at', 'desc').orderBy('reviews.id', 'desc');
    case 'number':
      if (values) query = query.where('reviews.id', '>', number(first));
      return query.orderBy('reviews.id');
    case '-number':
      if (values) query = query.where('reviews.id', '<', number(first));
      return query.orderBy('reviews.id', 'desc');
  }
}

function refuseCursor(): never {
  throw new Refusal('malformed', 'This cursor does not belong to this list.');
}
function number(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : refuseCursor();
}
function when(value: unknown): string {
  if (value === FOREVER) return FOREVER;
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : refuseCursor();
}

function presentRow(row: PageRow, actor: Actor, now: Date): ListRow {
  const assigned = row.expert_profile_id !== null;
  const blind =
    actor.kind === 'attendee' ||
    (isExpertSide(actor) && !(assigned && actor.expert_profile_ids.includes(row.expert_profile_id ?? 0)));
  const number = reviewNumber(row.kind, row.id);
  return {
    id: row.id,
    kind: row.kind,
    number,
    subject: blind ? '' : row.subject,
    status: statusView(row.kind, row.status),
    bucket: row.bucket,
    ball: row.ball,
    yours: isYours(row.ball, seatOf(actor.kind)),
    act: actOf({
      kind: row.kind,
      status: row.status,
      candidates: row.candidates,
      open_file_items: row.open_items,
      call_tentative: row.call?.status === 'tentative',
      call_minutes: row.call?.minutes ?? null,
      call_begun: row.call_at !== null && row.call_at <= now,
      transfer_requested: row.transfer_request !== null,
      matching_status: row.matching_status,
      ratings_enabled: !row.ratings_off,
      rated: row.rated,
      report_returned: row.report_status === 'returned',
    }),
    due:
      row.due_at && row.bucket === 'active'
        ? {
            at: row.due_at.toISOString(),
            from: row.due_from?.toISOString() ?? null,
            paused_at: row.status === 'on_hold' ? (row.clock_paused_at?.toISOString() ?? null) : null,
            verb: dueVerb(row.status),
          }
        : null,
    expert: row.expert ? presentExpert(actor, { ...row.expert, assigned }, row.redacted, listExpertName) : null,
    candidates: isExpertSide(actor) ? null : row.candidates,
    specialty: row.specialty,
    sub_specialty: row.sub_specialty,
    state: row.state,
    review_type: blind ? null : row.review_type,
    service: row.service,
    expedited: row.expedited,
    requester: blind ? null : { id: row.requester_id, name: row.requester },
    organization: blind ? null : { id: row.organization_id, name: row.organization },
    claim_number: blind ? null : row.claim_number,
    pages: row.pages,
    needed_by: row.needed_by,
    call_at: row.call_at?.toISOString() ?? null,
    attention: !blind && row.attention !== null,
    unread: row.unread,
    updated_at: row.updated_at.toISOString(),
  };
}

const BALLS = ['requester', 'staff', 'expert', 'nobody'] as const;

/** How many stand in each tab and with each seat; each count stops at the cap. */
export async function countReviews(services: Services, db: ActorDb, kind: Kind, filter: Filter) {
  const { actor } = db;
  const now = services.clock.now();
  const base = filtered(db, kind, filter, now);
  const counted = (query: Builder): RawBuilder<number> =>
    sql<number>`(select count(*)::int from (${query.select(sql`1`.as('one')).limit(COUNT_CAP)}) c)`;
  // what rests is counted for those who have a page of it
  const asked = LIST_TABS.filter((tab) => tab !== 'inactive' || actor.kind === 'customer_admin');
  const tabs = asked.map(
    (tab) =>
      sql`${counted(inTab(base, tab, actor, now).where(sql<boolean>`reviews.bucket = any(${BUCKETS[tab]}::text[])`))} as ${sql.ref(`tab_${tab}`)}`,
  );
  const balls = BALLS.map(
    (ball) =>
      sql`${counted(base.where('reviews.bucket', '=', 'active').where('reviews.ball', '=', ball))} as ${sql.ref(`ball_${ball}`)}`,
  );
  const [row] = await prepared<Record<string, number>>(
    services,
    sql`with ${enabled(actor, kind)} select ${sql.join([...tabs, ...balls])}`,
  );
  const tabCounts = {} as Record<ListTab, number>;
  for (const tab of LIST_TABS) tabCounts[tab] = row?.[`tab_${tab}`] ?? 0;
  const ballCounts = {} as Record<Ball, number>;
  for (const ball of BALLS) ballCounts[ball] = row?.[`ball_${ball}`] ?? 0;
  return { tabs: tabCounts, balls: ballCounts, capped_at: COUNT_CAP, create: await mayCreate(db, kind) };
}

/** Whether the actor may start a review of the kind for its own organization. */
async function mayCreate(db: ActorDb, kind: Kind): Promise<{ allowed: boolean; reason: string | null }> {
  const { actor } = db;
  if (!isRequesterSide(actor.kind) && !isStaff(actor.kind)) {
    return { allowed: false, reason: 'Only those who order start reviews.' };
  }
  if (actor.organization_id === null) {
    return isStaff(actor.kind)
      ? { allowed: true, reason: null }
      : { allowed: false, reason: 'You belong to no organization yet.' };
  }
  const { rows } = await sql<{ enabled: boolean; accepts: boolean }>`
    select organization_flag(${actor.organization_id}::bigint, ${KINDS[kind].enabled_flag}) as enabled,
      organization_flag(${actor.organization_id}::bigint, ${KINDS[kind].accepts_flag}) as accepts`.execute(db.executor);
  const row = rows[0];
  if (!row?.enabled)
    return { allowed: false, reason: `Your organization does not use ${KINDS[kind].label.toLowerCase()}.` };
  return row.accepts
    ? { allowed: true, reason: null }
    : { allowed: false, reason: 'Your organization is not accepting new reviews of this kind.' };
}

/** People who order in the organizations the actor sees. */
export async function requesterOptions(db: ActorDb, organizationId: number | undefined) {
  const { actor } = db;
  if (!isRequesterSide(actor.kind) && !isStaff(actor.kind)) return { data: [] };
  let query = db.executor
    .selectFrom('users')
    .select([
      'users.id',
      'users.organization_id',
      sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('name'),
    ])
    .where('users.suspended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('users.role', 'in', ['org_admin', 'customer_admin']),
        eb.exists(
          eb
            .selectFrom('profiles')
            .select('profiles.id')
            .whereRef('profiles.user_id', '=', 'users.id')
            .where('profiles.type', '=', 'ClaimConsultant'),
        ),
      ]),
    );
  if (!isStaff(actor.kind)) query = query.where('users.organization_id', 'in', [-1, ...actor.organization_ids]);
  if (organizationId !== undefined) query = query.where('users.organization_id', '=', organizationId);
  return { data: await query.orderBy('users.last_name').orderBy('users.id').limit(500).execute() };
}
