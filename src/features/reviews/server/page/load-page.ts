import { STAFF } from '../../../../platform/db/roles.ts';
import { statesWith } from '../../rules/kinds.ts';
import { inStates } from '../../../../platform/db/in-states.ts';
import { fullNameOf } from '../../../../platform/db/full-name.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, ProfileType, Role } from '../../../../core/actor.ts';
import { Refusal } from '../../../../core/errors.ts';
import type { Kind } from '../../../../core/kinds.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { nextPage, pagesSeen } from '../../../../platform/db/pages-seen.ts';
import { reviewScope, reviewScopeOf, type ScopeGroup, scopeGroup } from '../../../../platform/db/scope.ts';
import { batchLoader } from '../../../../platform/batch-loader.ts';
import type { Services } from '../../../../platform/services.ts';
import type { RecordRow } from '../../ports.ts';
import { attentionQuery, type AttentionSource } from '../attention/view.ts';
import { type LoadedReview, toLoaded } from '../load.ts';
import {
  booksColumn,
  commonColumns,
  factsColumns,
  factsFrom,
  type OpenInvitation,
  type ReviewRow,
} from '../list/row.ts';
import { prepared, runPrepared } from '../../../../platform/db/prepared.ts';
import { TOLD_SPECIALTIES } from '../../rules/brief.ts';
import { type TimelineSource, timelineQuery } from './timeline.ts';
import { refuseDisabledKind } from '../lifecycle/transition.ts';

export interface UserRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string | null;
  time_zone: string;
}
export interface ExpertRow extends UserRow {
  profile_id: number;
  type: ProfileType;
  code: string;
  suffix: string;
  city: string | null;
  contact: boolean;
}

/** What the detail page shows beside the rules' facts. */
export interface DetailRow extends ReviewRow {
  requester: UserRow & { role: Role; is_manager: boolean };
  /** The expert who accepted, else the one last invited. */
  named: ExpertRow | null;
  /** Who is on it beside the lead. */
  beside: ExpertRow[] | null;
  /** What the specialties are called that its order tells of beside the first, by their numbers. */
  told_specialties: Record<string, string> | null;
  watchers: UserRow[] | null;
  assistants: UserRow[] | null;
  staff: (UserRow & { role: string })[] | null;
  file_rows: RecordRow[] | null;
  request_rows:
    | {
        id: number;
        note: string;
        due_on: string | null;
        items: number;
        open_items: number;
        created_at: string;
        answered_at: string | null;
      }[]
    | null;
  invitation_rows:
    | {
        id: number;
        panel_place: number;
        status: OpenInvitation['status'];
        created_at: string;
        expires_at: string;
        opened_at: string | null;
        answered_at: string | null;
        decline_reason: string | null;
        decision: string | null;
        waived: boolean | null;
        answers: Record<string, boolean> | null;
        expert: { profile_id: number; code: string; first_name: string; last_name: string; suffix: string };
      }[]
    | null;
  attendees: { name: string; email: string; role: string }[] | null;
  parties: { role: string; name: string }[] | null;
  ratings_given: string[] | null;
  attention_rows: AttentionSource[] | null;
  /** The colleague a transfer is asked to. */
  transfer_name: string | null;
  timeline: TimelineSource[] | null;
}

const user = (u: string): RawBuilder<unknown> =>
  sql.raw(`'id', ${u}.id, 'first_name', ${u}.first_name, 'last_name', ${u}.last_name, 'email', ${u}.email,
    'phone_number', ${u}.phone_number, 'time_zone', ${u}.time_zone`);
const expertJson = sql`json_build_object('profile_id', e.profile_id, 'type', ep.type, 'code', e.code, 'suffix', e.credentials_suffix,
  'city', e.city, 'contact', e.display_contact_information, ${user('eu')})`;

/** The names of the specialties an order tells of beside the first; not looked for in kinds that tell of none. */
const toldSpecialties = sql`case r.kind when '' then null ${sql.join(
  TOLD_SPECIALTIES.map(
    ({ kind, keys }) => sql`when ${sql.lit(kind)} then (
      select json_object_agg(sp.id, sp.name) from specialties sp where sp.id in (
        select (s.data ->> k)::bigint from review_sections s
          cross join unnest(array[${sql.join(keys.map((key) => sql.lit(key)))}]::text[]) k
        where s.review_id = r.id and jsonb_typeof(s.data -> k) = 'number'))`,
  ),
  sql` `,
)} end`;

/** One statement for the whole page. What a reader may not see is narrowed afterwards, in one place. */
const detailColumns = sql`${commonColumns},
  (select json_build_object(${user('u')}, 'role', u.role, 'is_manager', exists (select 1 from profiles p where p.user_id = u.id
      and p.is_review_manager)) from users u where u.id = r.requester_id) as requester,
  (select ${expertJson} from expert_profiles e join profiles ep on ep.id = e.profile_id join users eu on eu.id = ep.user_id
    where e.profile_id = coalesce(r.expert_profile_id, case when ${inStates(
      'r',
      statesWith((row) => row.phase === 'asks_expert'),
    )} then
      (select i.expert_profile_id from invitations i where i.review_id = r.id and i.status in ('pending', 'opened')
        order by i.id desc limit 1) end)) as named,
  (select json_agg(${expertJson} order by x.id) from review_experts x join expert_profiles e on e.profile_id = x.expert_profile_id
    join profiles ep on ep.id = e.profile_id join users eu on eu.id = ep.user_id
    where x.review_id = r.id and x.part = 'member' and x.until is null) as beside,
  ${toldSpecialties} as told_specialties,
  (select json_agg(json_build_object(${user('u')}) order by u.last_name) from review_watchers w
    join users u on u.id = w.user_id where w.review_id = r.id) as watchers,
  (select json_agg(json_build_object(${user('u')})) from assistant_links l join profiles p on p.id = l.assistant_profile_id
    join users u on u.id = p.user_id where l.expert_profile_id = r.expert_profile_id) as assistants,
  (select json_agg(json_build_object(${user('u')}, 'role', u.role)) from users u where u.id in (
    select a.actor_user_id from audit_rows a where a.review_id = r.id and a.timeline
      and a.actor_kind in ${STAFF}
    order by a.id desc limit 20)) as staff,
  (select json_agg(json_build_object('id', f.id, 'name', f.name, 'category', f.category, 'content_type', f.content_type,
      'size_bytes', f.size_bytes, 'pages', f.pages, 'pages_asked', f.pages_asked, 'bates_from', f.bates_from, 'bates_to', f.bates_to,
      'visible_to_expert', f.visible_to_expert, 'visible_to_attendees', f.visible_to_attendees, 'chart_key', f.chart_key, 'status', f.status, 'failure', f.failure, 'damaged_at', f.damaged_at, 'scan_status', f.scan_status,
      'uploaded_by', (select ${fullNameOf('u')} from users u where u.id = f.uploaded_by),
      'seen', ${pagesSeen('f', sql`asked.user_id`)}, 'next_page', ${nextPage('f', sql`asked.user_id`)},
      'created_at', f.created_at) order by f.position, f.id)
    from files f where f.review_id = r.id and f.deleted_at is null) as file_rows,
  (select json_agg(json_build_object('id', q.id, 'note', q.note, 'due_on', q.due_on, 'created_at', q.created_at,
      'answered_at', q.answered_at, 'items', i.items, 'open_items', i.open_items) order by q.id)
    from file_requests q, lateral (select count(*) as items, count(*) filter (where answered_at is null) as open_items
      from file_request_items where file_request_id = q.id) i where q.review_id = r.id) as request_rows,
  (select json_agg(json_build_object('id', i.id, 'panel_place', i.panel_place, 'status', i.status, 'created_at', i.created_at,
      'expires_at', i.expires_at, 'decision', a.decision, 'waived', a.waived, 'answers', a.answers,
      'opened_at', i.opened_at, 'answered_at', i.answered_at,
      'decline_reason', i.decline_reason, 'expert', json_build_object('profile_id', e.profile_id, 'code', e.code,
        'first_name', eu.first_name, 'last_name', eu.last_name, 'suffix', e.credentials_suffix)) order by i.id desc)
    from invitations i join expert_profiles e on e.profile_id = i.expert_profile_id
    join profiles ep on ep.id = e.profile_id join users eu on eu.id = ep.user_id
    left join lateral (select decision, waived, answers from conflict_attestations a where a.invitation_id = i.id
      order by a.id desc limit 1) a on true
    where i.review_id = r.id) as invitation_rows,
  (select json_agg(json_build_object('name', c.name, 'email', c.email, 'role', c.role) order by c.id)
    from appointment_attendees c where c.review_id = r.id) as attendees,
  (select json_agg(json_build_object('role', p.role, 'name', p.name) order by p.id)
    from review_parties p where p.review_id = r.id) as parties,
  (select json_agg(g.direction) from ratings g where g.review_id = r.id
    and g.expert_profile_id is not distinct from r.expert_profile_id) as ratings_given,
  ${attentionQuery(sql`r.id`)} as attention_rows,
  (select ${fullNameOf('u')} from review_transfers t join users u on u.id = t.requester_id
    where t.review_id = r.id) as transfer_name`;

/** So many rows of its timeline come with the page. */
export const TIMELINE_FIRST_PAGE = 15;

/** Loads the page of a review in the actor's scope; undefined where there is none. */
export type LoadPage = (asked: { actor: Actor; kind: Kind; id: number }) => Promise<DetailRow | undefined>;

/**
 * Pages asked for at once are loaded by one statement for each kind of scope; each row is held against the scope of the
 * reader who asked for it. Who asks for what comes as JSON text: of its length the planner knows nothing, so one plan
 * holds for any number.
 */
export function createPageLoader(services: Services): LoadPage {
  const groups = new Map<ScopeGroup, LoadPage>();

  function open(group: ScopeGroup): LoadPage {
    const { sql: text } = sql`select asked.n, ${detailColumns}, ${booksColumn(sql`asked.now`)} as books,
        ${timelineQuery(sql`r.id`, null, TIMELINE_FIRST_PAGE + 1)} as timeline
      from json_to_recordset(${'[]'}) as asked (n int, id bigint, kind text, user_id bigint, organization_ids bigint[],
        expert_profile_ids bigint[], now timestamptz)
      join ${factsFrom} on r.id = asked.id and r.kind = asked.kind and ${reviewScopeOf(group, 'asked', 'r')}`.compile(
      services.database.systemDb,
    );
    return batchLoader(async (asked) => {
      const now = services.clock.now();
      const readers = asked.map(({ actor, kind, id }, n) => ({
        n,
        id,
        kind,
        user_id: actor.user_id,
        organization_ids: actor.organization_ids,
        expert_profile_ids: actor.expert_profile_ids,
        now,
      }));
      const rows = await runPrepared<Omit<DetailRow, Completed> & { n: number }>(services.database, text, [
        JSON.stringify(readers),
      ]);
      const pages: (DetailRow | undefined)[] = asked.map(() => undefined);
      for (const row of rows) pages[row.n] = completed(row);
      return pages;
    });
  }

  return (asked) => {
    const group = scopeGroup(asked.actor);
    let load = groups.get(group);
    if (!load) groups.set(group, (load = open(group)));
    return load(asked);
  };
}

type Completed = 'files' | 'requests' | 'invitations' | 'rated_by_requester';

/** The rules' facts that the page's own rows already hold, so that the statement need not ask twice. */
function completed(row: Omit<DetailRow, Completed>): DetailRow {
  const files = row.file_rows ?? [];
  const open = (row.request_rows ?? []).filter((q) => q.answered_at === null);
  const due = open.flatMap((q) => q.due_on ?? []).toSorted();
  const invitations = (row.invitation_rows ?? []).filter((i) => ['pending', 'opened', 'accepted'].includes(i.status));
  const sum = (values: number[]): number => values.reduce((total, n) => total + n, 0);
  const records = files.filter(
    (f) => f.status === 'ready' && f.damaged_at === null && ['clean', 'not_scanned'].includes(f.scan_status),
  );
  return {
    ...row,
    files: {
      records: records.length,
      categories: records.flatMap(({ category }) => category ?? []),
      visible_pages: sum(files.filter((f) => f.visible_to_expert && f.status !== 'failed').map((f) => f.pages ?? 0)),
      pending: files.filter((f) => f.status === 'processing' && f.visible_to_expert).length,
      asked: files.filter((f) => f.status === 'ready' && f.visible_to_expert && f.pages_asked && f.pages === null)
        .length,
      chart_keys: files.flatMap((f) => (f.status !== 'failed' && f.chart_key !== null ? [f.chart_key] : [])),
    },
    requests: { open: open.length, items: sum(open.map((q) => q.open_items)), due_on: due[0] ?? null },
    invitations: invitations.map((i) => ({ ...i, expert_profile_id: i.expert.profile_id })),
    rated_by_requester: (row.ratings_given ?? []).includes('medical_expert'),
  };
}

/** One review with the rules' facts alone, in scope; refuses `not_found`. */
export async function loadInScope(services: Services, db: ActorDb, kind: Kind, id: number): Promise<LoadedReview> {
  const scope = reviewScope(db.actor, 'r') ?? sql<boolean>`true`;
  const [row] = await prepared<ReviewRow>(
    services.database,
    sql`select ${factsColumns}, ${booksColumn(sql`${services.clock.now()}::timestamptz`)} as books
      from ${factsFrom} where r.id = ${id} and r.kind = ${kind} and ${scope}`,
  );
  if (!row) throw new Refusal('not_found');
  const loaded = toLoaded(row, db.actor);
  refuseDisabledKind(db.actor, loaded.facts);
  return loaded;
}
