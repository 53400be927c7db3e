import { ownTypeNames } from '../../../../platform/db/review-type-rows.ts';
import type { ReviewStatus } from '../../rules/statuses.ts';
import { isOnReview } from '../../../../platform/db/scope.ts';
import { inStates } from '../../../../platform/db/in-states.ts';
import { statesWith } from '../../rules/kinds.ts';
import { type PeriodKind, periodName } from '../../../../core/periods.ts';
import { capital } from '../../../../core/phrases.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from '../../../../platform/db/types.ts';
import { type Actor, sideOf, isExpertSide, isAttendee } from '../../../../core/actor.ts';
import type { Out } from '../../../../core/endpoint.ts';
import { type Kind, KINDS, reviewNumber } from '../../../../core/kinds.ts';
import type { LabelledOption } from '../../../organizations/rules.ts';
import { batchLoader, type BatchLoader } from '../../../../platform/batch-loader.ts';
import type { Services } from '../../../../platform/services.ts';
import type { ListRow, reviewsEndpoints } from '../../contract.ts';
import type { OwnCells } from '../../ports.ts';
import {
  actOf,
  isCallOver,
  type Ball,
  type Bucket,
  dueVerb,
  hidesExpert,
  isYours,
  seesPrices,
  statusView,
  stillSince,
  EVERY_CHART,
} from '../../rules.ts';
import { typeSetting, typesOf } from '../../rules/values.ts';
import type { SplitFor } from './split-words.ts';
import { type ListParameters, cursorOf, keyOf, type ListQuery, type ListPlan, listPlanOf } from './parameters.ts';
import { attentionFlagged, PARAMETERS, flagIn, orderOf, pageOf } from './statement.ts';
import { prepared, runPrepared } from '../../../../platform/db/prepared.ts';
import { listExpertName, presentExpert } from '../page/people.ts';

/** A row of a page as the database answers it, with the number of the question. */
interface PageRow {
  n: number;
  id: number;
  kind: Kind;
  status: ReviewStatus;
  bucket: Bucket;
  ball: Ball;
  organization_id: number;
  organization: string;
  redacted: boolean;
  ratings_off: boolean;
  requester_id: number;
  requester_first: string;
  requester_last: string;
  expert_profile_id: number | null;
  /** Whether the reader is one of its experts, or assists one. */
  on_it: boolean;
  expert_id: number | null;
  expert_code: string | null;
  expert_first: string | null;
  expert_last: string | null;
  expert_suffix: string | null;
  subject: string;
  claim_number: string | null;
  specialty: string | null;
  sub_specialty: string | null;
  state: string | null;
  review_type: string | null;
  /** What a type of the organization's own was called when it was ordered. */
  review_type_label: string | null;
  service: string | null;
  expedited: boolean;
  pages: number;
  total_cents: number | null;
  billing_status: Selectable<DB['reviews']>['billing_status'];
  needed_by: string | null;
  due_at: Date | null;
  due_from: Date | null;
  clock_paused_at: Date | null;
  appointment_at: Date | null;
  attention: boolean;
  transfer_requested: boolean;
  transfer_continues: 'asked' | 'agreed' | null;
  report_status: Selectable<DB['reviews']>['report_status'];
  matching_status: Selectable<DB['reviews']>['matching_status'];
  updated_at: Date;
  candidates: number | null;
  open_items: number | null;
  call_status: Selectable<DB['appointments']>['status'] | null;
  call_minutes: number | null;
  rated: boolean;
  proposed: boolean;
  approval: Pick<Selectable<DB['review_approvals']>, 'state' | 'sort'> | null;
  unread: number;
  ahead: {
    kind: PeriodKind | null;
    starts_on: string | null;
    lapses_on: string | null;
    charts: string[];
    recorded: string[];
  } | null;
}

/** Most questions of one shape that share a statement. */
const MOST = 16;

/**
 * The statement of a shape. The page is cut by index first; names and counts are looked up for its rows alone. The
 * questions come as JSON text, one plan for any number of them; that they are few is said by the range of `n`, so that
 * the planner looks each name up instead of reading all of them.
 */
function statement(shape: ListPlan): RawBuilder<unknown> {
  return sql`select asked.n, r.id, r.kind, r.status, r.bucket, r.ball, r.organization_id, r.requester_id,
      r.expert_profile_id, ${shape.group === 'expert' || shape.group === 'assistant' ? isOnReview(sql`asked.expert_profile_ids`, 'r') : sql`false`} as on_it, r.subject, r.claim_number, r.state, r.review_type, r.review_type_label, r.service, r.expedited, r.pages,
      r.total_cents, r.billing_status, r.needed_by, r.due_at, r.due_from, r.clock_paused_at, r.appointment_at, r.attention is not null and ${attentionFlagged((flag) => flagIn('o', flag))} as attention,
      exists (select 1 from review_transfers t where t.review_id = r.id) as transfer_requested,
      (select c.state from continuations c where c.review_id = r.id and c.state in ('asked', 'agreed')) as transfer_continues, r.report_status, r.matching_status, r.updated_at,
      s.name as specialty, b.name as sub_specialty, o.name as organization,
      ${flagIn('o', 'redacted_medical_expert_cvs')} as redacted, ${flagIn('o', 'disable_ratings')} as ratings_off,
      u.first_name as requester_first, u.last_name as requester_last,
      e.profile_id as expert_id, e.code as expert_code, eu.first_name as expert_first, eu.last_name as expert_last,
      e.credentials_suffix as expert_suffix,
      case when ${inStates(
        'r',
        statesWith((row) => row.choosing_expert),
      )} then (select count(*)::int from candidates c where c.review_id = r.id
        and c.withdrawn_at is null and c.chosen_at is null
        and c.round = (select max(round) from candidates where review_id = r.id)) end as candidates,
      case when ${inStates(
        'r',
        statesWith((row) => row.phase === 'waits_for_records'),
      )} then (select count(*)::int from file_requests q
        join file_request_items i on i.file_request_id = q.id
        where q.review_id = r.id and q.answered_at is null and i.answered_at is null) end as open_items,
      case when ${inStates(
        'r',
        statesWith((row) => row.report === 'asked'),
      )} then (select json_build_object('state', a.state, 'sort', a.sort) from review_approvals a
        where a.review_id = r.id order by a.id desc limit 1) end as approval,
      c.status as call_status, c.duration_minutes as call_minutes,
      case when ${inStates(
        'r',
        statesWith((row) => row.ahead),
      )} then (select json_build_object('starts_on', v.period, 'lapses_on', v.lapses_on, 'kind', p.period,
          'charts', coalesce((select json_agg(h ->> 'key') from review_sections x,
            jsonb_array_elements(case jsonb_typeof(x.data -> 'charts') when 'array' then x.data -> 'charts'
              else '[]' end) h where x.review_id = r.id and x.section = 'step_three'), '[]'),
          'recorded', coalesce((select json_agg(distinct f.chart_key) from files f where f.review_id = r.id
            and f.deleted_at is null and f.status <> 'failed' and f.chart_key is not null), '[]'))
          from (values (r.id)) own (id) left join review_seats v on v.review_id = own.id
            left join subscription_seats t on t.id = v.seat_id left join subscriptions p on p.id = t.subscription_id) end as ahead,
      ${inStates(
        'r',
        statesWith((row) => row.act_when_proposed),
      )} and exists (select from exam_offers o where o.review_id = r.id and o.status = 'proposed') as proposed,
      ${inStates(
        'r',
        statesWith((row) => row.act_when_rated),
      )} and exists (select 1 from ratings g where g.review_id = r.id
        and g.direction = 'medical_expert' and g.expert_profile_id is not distinct from r.expert_profile_id) as rated,
      coalesce((select sum(greatest(h.last_seq - m.last_read_seq, 0))::int from channels h
        join channel_members m on m.channel_id = h.id and m.user_id = asked.user_id and m.left_at is null
        where h.review_id = r.id), 0) as unread
    from json_to_recordset(${'[]'}) as ${PARAMETERS}
      cross join lateral ${pageOf(shape)} page
      join reviews r on r.id = page.id
      join organizations o on o.id = r.organization_id
      join users u on u.id = r.requester_id
      left join specialties s on s.id = r.specialty_id
      left join sub_specialties b on b.id = r.sub_specialty_id
      left join expert_profiles e on e.profile_id = coalesce(r.expert_profile_id, case when ${inStates(
        'r',
        statesWith((row) => row.phase === 'asks_expert'),
      )} then
        (select i.expert_profile_id from invitations i where i.review_id = r.id and i.status in ('pending', 'opened')
          order by i.id desc limit 1) end)
      left join profiles ep on ep.id = e.profile_id
      left join users eu on eu.id = ep.user_id
      left join lateral (select k.status, k.duration_minutes from appointments k where ${inStates(
        'r',
        statesWith((row) => row.call === 'set'),
      )}
        and k.review_id = r.id and k.sort = 'call' and k.status in ('scheduled', 'tentative') limit 1) c on true
    where asked.n between 0 and ${sql.lit(MOST - 1)}
    order by asked.n, ${orderOf(shape.sort, 'r')}`;
}

/** Texts kept, and texts prepared by name on each connection, which keeps a plan of each. */
const KEPT = 500;
const PREPARED = 200;

/** Answers one more row than the limit where there are more. */
export type LoadList = (actor: Actor, kinds: readonly Kind[], query: ListQuery, now: Date) => Promise<PageRow[]>;

/**
 * Statements are composed once a shape. Those asked again are prepared by name, up to a number, so that nobody fills
 * the connections with plans; questions of one shape that come together share a statement.
 */
export function createListLoader(services: Services, splitFor: SplitFor): LoadList {
  const shapes = new Map<string, { ask: BatchLoader<ListParameters, PageRow[]>; asked: number }>();
  const kept = new Set<string>();

  function open(shape: ListPlan, key: string) {
    const { sql: text } = statement(shape).compile(services.database.systemDb);
    const state = { asked: 0, ask: batchLoader(run, { most: MOST }) };
    async function run(questions: ListParameters[]): Promise<PageRow[][]> {
      state.asked += 1;
      if (state.asked > 2 && kept.size < PREPARED) kept.add(key);
      const rows = await runPrepared<PageRow>(
        services.database,
        text,
        [JSON.stringify(questions.map((question, n) => ({ ...question, n })))],
        { kept: kept.has(key) },
      );
      const pages: PageRow[][] = questions.map(() => []);
      for (const row of rows) pages[row.n]?.push(row);
      return pages;
    }
    return state;
  }

  return async (actor, kinds, query, now) => {
    const { shape, asked } = listPlanOf(actor, kinds, query, now, query.q ? await splitFor('page') : undefined);
    const key = keyOf(shape);
    let state = shapes.get(key);
    if (!state) {
      if (shapes.size >= KEPT) shapes.clear();
      shapes.set(key, (state = open(shape, key)));
    }
    return state.ask(asked);
  };
}

/** A page of the list: the rows of the kinds that the actor sees. */
export async function listReviews(
  services: Services,
  load: LoadList,
  ownCells: OwnCells,
  actor: Actor,
  kinds: readonly Kind[],
  query: ListQuery,
): Promise<Out<typeof reviewsEndpoints.list>> {
  const now = services.clock.now();
  // two texts for any length of page
  const limit = query.limit <= 25 ? 25 : 100;
  const rows = await load(actor, kinds, { ...query, limit }, now);
  const data = rows.slice(0, query.limit);
  const last = data.at(-1);
  const more = rows.length > query.limit && last !== undefined;
  const types = await ownTypes(services, data);
  const having = data.filter((row) => KINDS[row.kind].own_columns.length > 0).map((row) => row.id);
  const cells = having.length === 0 ? null : await ownCells(services.database, having, now);
  return {
    data: data.map((row) => presentRow(row, actor, now, types, cells?.get(row.id) ?? {})),
    next_cursor: more ? cursorOf(query.sort, last) : null,
  };
}

const nameOf = (first: string, last: string): string => `${first} ${last}`.trim();

/** The expert of a row. Of several invited ones each sees only that it is invited itself. */
function expertOf(row: PageRow, actor: Actor, assigned: boolean): ListRow['expert'] {
  const { expert_id: profile_id, expert_code: code, expert_first, expert_last, expert_suffix } = row;
  if (profile_id === null || code === null) return null;
  if (!assigned && isExpertSide(actor.kind) && !actor.expert_profile_ids.includes(profile_id)) return null;
  const named = { profile_id, code, first_name: expert_first ?? '', last_name: expert_last ?? '' };
  const unknown = hidesExpert(row.kind);
  const known = { ...named, suffix: expert_suffix ?? '', assigned: assigned && !unknown };
  return presentExpert(actor, row.kind, known, unknown || row.redacted, listExpertName);
}

/** The types organizations have of their own, by organization. */
interface OwnTypes {
  /** By the setting that holds them and the organization: "case_type_options 7". */
  settings: ReadonlyMap<string, readonly LabelledOption[]>;
  /** Types of peer review, by value. */
  own: ReadonlyMap<string, string>;
}

/** Asked for rows that have such a type and keep no name of it: what is not ordered yet. */
async function ownTypes(services: Services, page: readonly PageRow[]): Promise<OwnTypes> {
  const rows = page.filter((row) => row.review_type_label === null);
  const own = await ownTypeNames(
    services.database.systemDb,
    rows.flatMap((row) => row.review_type ?? []),
  );
  const asked = new Set<string>();
  for (const row of rows) {
    const setting = row.review_type === null ? null : typeSetting(row.kind);
    if (setting !== null) asked.add(`${setting} ${row.organization_id}`);
  }
  if (asked.size === 0) return { settings: new Map(), own };
  const found = await prepared<{ key: string; options: LabelledOption[] | null }>(
    services.database,
    sql`select w.key, organization_setting(split_part(w.key, ' ', 2)::bigint, split_part(w.key, ' ', 1)) as options
      from unnest(${[...asked]}::text[]) w (key)`,
  );
  return { own, settings: new Map(found.map(({ key, options }) => [key, Array.isArray(options) ? options : []])) };
}

/** A type by its label, or as words where it has none any more: "medical_malpractice". */
function typeWords(row: PageRow, value: string, own: OwnTypes): string {
  if (row.review_type_label !== null) return row.review_type_label;
  const types = typesOf(row.kind) ?? own.settings.get(`${typeSetting(row.kind)} ${row.organization_id}`) ?? [];
  const words = value.replaceAll('_', ' ');
  return types.find((one) => one.value === value)?.label ?? own.own.get(value) ?? capital(words);
}

function presentAhead(ahead: NonNullable<PageRow['ahead']>): ListRow['ahead'] {
  const { kind, starts_on, lapses_on, charts, recorded } = ahead;
  return {
    period: kind && starts_on ? periodName(kind, starts_on) : null,
    lapses_on,
    charts: charts.length,
    charts_missing: recorded.includes(EVERY_CHART) ? 0 : charts.filter((key) => !recorded.includes(key)).length,
  };
}

function presentRow(row: PageRow, actor: Actor, now: Date, types: OwnTypes, own: ListRow['own']): ListRow {
  const assigned = row.expert_profile_id !== null;
  const blind = isAttendee(actor.kind) || (isExpertSide(actor.kind) && !row.on_it);
  const number = reviewNumber(row.kind, row.id);
  return {
    id: row.id,
    kind: row.kind,
    number,
    subject: blind ? '' : row.subject,
    status: statusView(row.kind, row.status),
    bucket: row.bucket,
    ball: row.ball,
    yours: isYours(row.ball, sideOf(actor.kind)),
    act: actOf({
      kind: row.kind,
      status: row.status,
      candidates: row.candidates,
      open_file_items: row.open_items,
      call_tentative: row.call_status === 'tentative',
      call_minutes: row.call_minutes,
      call_over:
        row.appointment_at !== null &&
        isCallOver({ starts_at: row.appointment_at, duration_minutes: row.call_minutes ?? 0 }, now),
      transfer_requested: row.transfer_requested,
      transfer_continues: row.transfer_continues,
      matching_status: row.matching_status,
      ratings_enabled: !row.ratings_off,
      rated: row.rated,
      report_returned: row.report_status === 'returned',
      proposed: row.proposed,
      approval: row.approval,
    }),
    due:
      row.due_at && (row.bucket === 'active' || row.ahead)
        ? {
            at: row.due_at.toISOString(),
            from: row.due_from?.toISOString() ?? null,
            paused_at: stillSince(row)?.toISOString() ?? null,
            verb: dueVerb(row.kind, row.status),
          }
        : null,
    expert: expertOf(row, actor, assigned),
    candidates: isExpertSide(actor.kind) ? null : row.candidates,
    specialty: row.specialty,
    sub_specialty: row.sub_specialty,
    state: row.state,
    review_type: blind ? null : row.review_type,
    review_type_label: blind || row.review_type === null ? null : typeWords(row, row.review_type, types),
    service: row.service,
    expedited: row.expedited,
    requester: blind ? null : { id: row.requester_id, name: nameOf(row.requester_first, row.requester_last) },
    organization: blind ? null : { id: row.organization_id, name: row.organization },
    claim_number: blind ? null : row.claim_number,
    pages: row.pages,
    total_cents: !blind && seesPrices(actor) ? row.total_cents : null,
    billing: !blind && seesPrices(actor) ? row.billing_status : null,
    needed_by: row.needed_by,
    call_at: row.appointment_at?.toISOString() ?? null,
    attention: !blind && row.attention,
    ahead: blind || !row.ahead ? null : presentAhead(row.ahead),
    own: blind ? {} : own,
    unread: row.unread,
    updated_at: row.updated_at.toISOString(),
  };
}
