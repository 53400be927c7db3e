import { type RawBuilder, sql } from 'kysely';
import { type Actor, isExpert, isRequesterSide, isStaff, type Seat, seatOf } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { reviewScope, reviewScopeOf, type ScopeGroup, scopeGroup } from '../../../platform/db/scope.ts';
import { gather } from '../../../platform/gather.ts';
import type { Services } from '../../../platform/services.ts';
import {
  batesPrefix,
  batesRangeText,
  batesText,
  categoryLabel,
  isFileCategory,
  maySeeFile,
} from '../../files/rules.ts';
import type { PersonView, ReviewDetail } from '../contract.ts';
import {
  abilitiesNow,
  ballOf,
  cancellationFee,
  actOf,
  formOf,
  hasAttention,
  hidesExpert,
  isYours,
  seesPrices,
  stagesOf,
  stateRow,
  statusView,
  viewOf,
  whatNow,
} from '../rules.ts';
import { attentionQuery, type AttentionSource, presentAttention } from './attention-view.ts';
import {
  commonColumns,
  factsColumns,
  factsFrom,
  type LoadedReview,
  organizationOf,
  prepared,
  type ReviewRow,
  toLoaded,
} from './load.ts';
import { fullExpertName, initials, knowsExpert, listExpertName, presentExpert, shortExpertName } from './people.ts';
import { purgeDate } from './purge.ts';
import { presentQuote } from './sections.ts';
import { presentTimeline, type TimelineSource, timelineQuery } from './timeline.ts';
import { refuseDisabledKind } from './transition.ts';

interface UserRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string | null;
  time_zone: string;
}
interface ExpertRow extends UserRow {
  profile_id: number;
  code: string;
  suffix: string;
  city: string | null;
  contact: boolean;
}

/** What the detail page shows beside the rules' facts. */
export interface DetailRow extends ReviewRow {
  requester: UserRow & { is_manager: boolean };
  /** The expert who accepted, else the one last invited. */
  named: ExpertRow | null;
  watchers: UserRow[] | null;
  assistants: UserRow[] | null;
  staff: (UserRow & { role: string })[] | null;
  file_rows:
    | {
        id: number;
        name: string;
        category: string | null;
        content_type: string;
        size_bytes: number;
        pages: number | null;
        bates_from: number | null;
        bates_to: number | null;
        visible_to_expert: boolean;
        chart_key: string | null;
        status: string;
        failure: string | null;
        scan_status: string;
        uploaded_by: string | null;
        created_at: string;
      }[]
    | null;
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
        status: string;
        created_at: string;
        expires_at: string;
        opened_at: string | null;
        answered_at: string | null;
        decline_reason: string | null;
        decision: string | null;
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
const expertJson = sql`json_build_object('profile_id', e.profile_id, 'code', e.code, 'suffix', e.credentials_suffix,
  'city', e.city, 'contact', e.display_contact_information, ${user('eu')})`;

/** One statement for the whole page. What a reader may not see is narrowed afterwards, in one place. */
const detailColumns = sql`${commonColumns},
  (select json_build_object(${user('u')}, 'is_manager', exists (select 1 from profiles p where p.user_id = u.id
      and p.is_review_manager)) from users u where u.id = r.requester_id) as requester,
  (select ${expertJson} from expert_profiles e join profiles ep on ep.id = e.profile_id join users eu on eu.id = ep.user_id
    where e.profile_id = coalesce(r.expert_profile_id, case when r.status = 'invited' then
      (select i.expert_profile_id from invitations i where i.review_id = r.id and i.status in ('pending', 'opened')
        order by i.id desc limit 1) end)) as named,
  (select json_agg(json_build_object(${user('u')}) order by u.last_name) from review_watchers w
    join users u on u.id = w.user_id where w.review_id = r.id) as watchers,
  (select json_agg(json_build_object(${user('u')})) from assistant_links l join profiles p on p.id = l.assistant_profile_id
    join users u on u.id = p.user_id where l.expert_profile_id = r.expert_profile_id) as assistants,
  (select json_agg(json_build_object(${user('u')}, 'role', u.role)) from users u where u.id in (
    select a.actor_user_id from audit_rows a where a.review_id = r.id and a.timeline
      and a.actor_kind in ('matching_admin', 'clin_ops', 'admin', 'super_admin', 'support_agent')
    order by a.id desc limit 20)) as staff,
  (select json_agg(json_build_object('id', f.id, 'name', f.name, 'category', f.category, 'content_type', f.content_type,
      'size_bytes', f.size_bytes, 'pages', f.pages, 'bates_from', f.bates_from, 'bates_to', f.bates_to,
      'visible_to_expert', f.visible_to_expert, 'chart_key', f.chart_key, 'status', f.status, 'failure', f.failure, 'scan_status', f.scan_status,
      'uploaded_by', (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = f.uploaded_by),
      'created_at', f.created_at) order by f.position, f.id)
    from files f where f.review_id = r.id and f.deleted_at is null) as file_rows,
  (select json_agg(json_build_object('id', q.id, 'note', q.note, 'due_on', q.due_on, 'created_at', q.created_at,
      'answered_at', q.answered_at, 'items', jsonb_array_length(q.items),
      'open_items', (select count(*) from jsonb_array_elements(q.items) i where i ->> 'answered_at' is null)) order by q.id)
    from file_requests q where q.review_id = r.id) as request_rows,
  (select json_agg(json_build_object('id', i.id, 'status', i.status, 'created_at', i.created_at,
      'expires_at', i.expires_at, 'decision', a.decision, 'answers', a.answers,
      'opened_at', i.opened_at, 'answered_at', i.answered_at,
      'decline_reason', i.decline_reason, 'expert', json_build_object('profile_id', e.profile_id, 'code', e.code,
        'first_name', eu.first_name, 'last_name', eu.last_name, 'suffix', e.credentials_suffix)) order by i.id desc)
    from invitations i join expert_profiles e on e.profile_id = i.expert_profile_id
    join profiles ep on ep.id = e.profile_id join users eu on eu.id = ep.user_id
    left join lateral (select decision, answers from conflict_attestations a where a.invitation_id = i.id
      order by a.id desc limit 1) a on true
    where i.review_id = r.id) as invitation_rows,
  (select json_agg(json_build_object('name', c.name, 'email', c.email, 'role', c.role) order by c.id)
    from call_attendees c where c.review_id = r.id) as attendees,
  (select json_agg(json_build_object('role', p.role, 'name', p.name) order by p.id)
    from review_parties p where p.review_id = r.id) as parties,
  (select json_agg(g.direction) from ratings g where g.review_id = r.id) as ratings_given,
  ${attentionQuery(sql`r.id`)} as attention_rows,
  case when r.transfer_request is not null then (select trim(u.first_name || ' ' || u.last_name) from users u
    where u.id = (r.transfer_request ->> 'requester_id')::bigint) end as transfer_name`;

const TIMELINE_FIRST_PAGE = 15;

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
    const { sql: text } = sql`select asked.n, ${detailColumns},
        ${timelineQuery(sql`r.id`, null, TIMELINE_FIRST_PAGE + 1)} as timeline
      from json_to_recordset(${'[]'}) as asked (n int, id bigint, kind text, user_id bigint, organization_ids bigint[],
        expert_profile_ids bigint[])
      join ${factsFrom} on r.id = asked.id and r.kind = asked.kind and ${reviewScopeOf(group, 'asked', 'r')}`.compile(
      services.database.systemDb,
    );
    return gather(async (asked) => {
      const readers = asked.map(({ actor, kind, id }, n) => ({
        n,
        id,
        kind,
        user_id: actor.user_id,
        organization_ids: actor.organization_ids,
        expert_profile_ids: actor.expert_profile_ids,
      }));
      const { rows } = await services.database.statements.query<Omit<DetailRow, Completed> & { n: number }>({
        name: `reviews_pages_${group}`,
        text,
        values: [JSON.stringify(readers)],
      });
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
  return {
    ...row,
    files: {
      records: files.filter((f) => f.status === 'ready' && ['clean', 'not_scanned'].includes(f.scan_status)).length,
      visible_pages: sum(files.filter((f) => f.visible_to_expert).map((f) => f.pages ?? 0)),
      pending: files.filter((f) => f.status === 'processing' && f.visible_to_expert).length,
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
    services,
    sql`select ${factsColumns} from ${factsFrom} where r.id = ${id} and r.kind = ${kind} and ${scope}`,
  );
  if (!row) throw new Refusal('not_found');
  const loaded = toLoaded(row, db.actor);
  refuseDisabledKind(db.actor, loaded.facts);
  return loaded;
}

const iso = (value: string | Date | null): string | null => (value === null ? null : new Date(value).toISOString());
const isoOf = (value: string | Date): string => new Date(value).toISOString();
const nameOf = (u: { first_name: string; last_name: string }): string => `${u.first_name} ${u.last_name}`.trim();

/** The page of one review as this reader may see it. Everything not named for a view is left out. */
export function presentDetail(row: DetailRow, actor: Actor, now: Date): ReviewDetail {
  const loaded = toLoaded(row, actor);
  const { facts, fields } = loaded;
  refuseDisabledKind(actor, facts);
  const view = viewOf(actor, facts);
  const seat = seatOf(actor.kind);
  const expertSide = isExpert(actor.kind) || actor.kind === 'expert_assistant';
  const orders = isRequesterSide(actor.kind) || isStaff(actor.kind);
  const blind = hidesExpert(row.kind);
  const redacted = blind || facts.organization.flags['redacted_medical_expert_cvs'] === true;
  // of several invited experts each sees only that it is invited itself
  const accepted = row.expert_profile_id !== null;
  // where reviewers stay unknown, acceptance tells the requester's side nothing new
  const assigned = accepted && !blind;
  const named = accepted || !expertSide ? row.named : null;
  const can = abilitiesNow(actor, facts, now);
  const form = formOf(row.kind);
  const service = form.services.find((s) => s.value === row.service);
  const stage = form.stages.find((s) => s.value === fields['claim_stage']);
  const full = view === 'full';
  const open = full || view === 'no_contents';
  const expertWord = expertWords(actor, named, assigned, redacted);
  const told = whatNow(facts, { seat, expert: expertWord, now, purge_on: purgeOn(loaded) });
  const ball = ballOf({ kind: facts.kind, status: facts.status, transfer_requested: facts.transfer_requested });
  const page = presentTimeline(
    row.timeline ?? [],
    {
      actor,
      kind: row.kind,
      redacted,
      assigned: blind ? null : row.expert_profile_id,
      own: facts.invitation?.expert_profile_id ?? null,
    },
    TIMELINE_FIRST_PAGE,
  );
  const due = told.due
    ? {
        at: told.due.at.toISOString(),
        from: iso(told.due.from),
        paused_at: iso(told.due.paused_at),
        verb: told.due.verb,
      }
    : null;
  const direction = expertSide ? 'claim_requester' : orders ? 'medical_expert' : null;
  return {
    id: row.id,
    kind: row.kind,
    number: reviewNumber(row.kind, row.id),
    view,
    subject: open ? row.subject : '',
    status: statusView(row.kind, row.status),
    bucket: stateRow(row.kind, row.status).bucket,
    ball,
    yours: isYours(ball, seat),
    act: actOf({
      kind: row.kind,
      status: row.status,
      candidates: row.candidates,
      open_file_items: row.requests.items,
      call_tentative: row.call?.status === 'tentative',
      call_minutes: row.call?.duration_minutes ?? null,
      call_begun: facts.call !== null && facts.call.starts_at <= now,
      transfer_requested: facts.transfer_requested,
      matching_status: row.matching_status,
      ratings_enabled: facts.organization.flags['disable_ratings'] !== true,
      rated: row.rated_by_requester,
      report_returned: row.report_status === 'returned',
    }),
    due,
    lock_version: row.lock_version,
    matching_status: row.matching_status,
    schedule_status: row.schedule_status,
    report_status: row.report_status,
    billing_status: seesPrices(actor) ? row.billing_status : '',
    specialty: row.specialty_id !== null && row.specialty ? { id: row.specialty_id, name: row.specialty } : null,
    sub_specialty: row.sub_specialty_id !== null && row.sub ? { id: row.sub_specialty_id, name: row.sub.name } : null,
    service: row.service,
    service_label: service?.label ?? null,
    call_minutes: service?.minutes ?? null,
    state: row.state,
    stage: open ? (stage?.value ?? null) : null,
    stage_label: open ? (stage?.label ?? null) : null,
    claim_number: open && !expertSide ? row.claim_number : null,
    review_type: open ? row.review_type : null,
    expedited: row.expedited,
    needed_by: row.needed_by,
    decision_deadline: open ? row.decision_deadline : null,
    pages: row.files.visible_pages,
    expert:
      named && view !== 'call_only' ? presentExpert(actor, { ...named, assigned }, redacted, fullExpertName) : null,
    organization: open
      ? {
          id: facts.organization.id,
          name: facts.organization.name,
          time_zone: facts.organization.time_zone,
          ratings_enabled: facts.organization.flags['disable_ratings'] !== true,
        }
      : null,
    requester: open ? { id: row.requester_id, name: nameOf(row.requester) } : null,
    seat:
      row.seat && orders && full
        ? {
            seat_id: row.seat.seat_id,
            subscription_id: row.seat.subscription_id,
            subscription: row.seat.subscription,
            period: loaded.seat?.period ?? null,
          }
        : null,
    charts: full && facts.charts.count > 0 ? facts.charts : null,
    pre_order: orders && full ? facts.pre_order : null,
    stages: stagesOf(facts),
    what_now: { ...told, due },
    timeline: view === 'blind' || view === 'call_only' ? { data: [], next_cursor: null } : page,
    people: peopleOf(row, actor, { view, redacted, blind, organization: facts.organization.name }),
    quote: can['see_prices']?.allowed && !expertSide ? presentQuote(loaded) : null,
    questions: full ? form.report_context(fields).questions : null,
    summary: full && typeof fields['summary'] === 'string' ? fields['summary'] : null,
    parties: open || view === 'blind' ? (row.parties ?? []) : null,
    sections:
      orders && full
        ? (row.sections ?? []).map((s) => ({
            section: s.section,
            data: s.data,
            version: s.version,
            updated_at: isoOf(s.updated_at),
          }))
        : null,
    files: view === 'call_only' || view === 'blind' ? null : filesOf(row, actor),
    file_requests: full
      ? (row.request_rows ?? []).map((q) => ({
          ...q,
          created_at: isoOf(q.created_at),
          answered_at: iso(q.answered_at),
        }))
      : null,
    invitations: isStaff(actor.kind)
      ? (row.invitation_rows ?? []).map(({ expert, decision: _decision, answers: _answers, ...i }) => ({
          ...i,
          expert: presentExpert(
            actor,
            { ...expert, assigned: expert.profile_id === row.expert_profile_id },
            redacted,
            listExpertName,
          ),
          created_at: isoOf(i.created_at),
          expires_at: isoOf(i.expires_at),
          opened_at: iso(i.opened_at),
          answered_at: iso(i.answered_at),
        }))
      : null,
    candidates: orders ? row.candidates : null,
    offers: open
      ? (row.offers ?? []).map((o) => ({
          id: o.id,
          starts_at: isoOf(o.starts_at),
          ends_at: isoOf(o.ends_at),
          // where the expert stays unknown, not even the zone is told
          zone: blind && isRequesterSide(actor.kind) ? facts.organization.time_zone : o.zone,
        }))
      : null,
    call:
      row.call && view !== 'blind'
        ? {
            id: row.call.id,
            status: row.call.status,
            starts_at: isoOf(row.call.starts_at),
            duration_minutes: row.call.duration_minutes,
            zone: row.call.zone,
            dial_in: row.call.dial_in,
            minutes_held: row.call.minutes_held,
            attendees: (row.attendees ?? []).map((a) => ({
              name: a.name,
              email: orders ? a.email : null,
              role: a.role,
            })),
          }
        : null,
    report:
      row.report && reportVisible(row, actor, view, form.report_readers(fields))
        ? {
            id: row.report.id,
            version: row.report.version,
            status: row.report.status,
            signed_at: iso(row.report.signed_at),
            delivered_at: iso(row.report.delivered_at),
            pdf_pages: row.report.pdf_pages,
            verification_code: row.report.verification_code,
            returned_note: isRequesterSide(actor.kind) ? null : row.report.returned_note,
          }
        : null,
    ratings: {
      enabled: facts.organization.flags['disable_ratings'] !== true,
      given: direction !== null && (row.ratings_given ?? []).includes(direction),
      direction,
    },
    attention:
      open && hasAttention(facts)
        ? presentAttention(row.attention_rows ?? [], {
            actor,
            contents: full,
            redacted,
            assigned: blind ? null : row.expert_profile_id,
          })
        : null,
    transfer_request:
      orders && row.transfer_request
        ? {
            reason: row.transfer_request.reason ?? '',
            requested_at: isoOf(row.transfer_request.requested_at ?? row.updated_at),
            to:
              row.transfer_request.requester_id && row.transfer_name
                ? { id: row.transfer_request.requester_id, name: row.transfer_name }
                : null,
          }
        : null,
    closeout_at: open ? iso(row.closeout_at) : null,
    cancellation: orders && seesPrices(actor) && can['cancel']?.allowed ? cancellationFee(facts, now) : null,
    watching: (row.watchers ?? []).some((w) => w.id === actor.user_id),
    created_at: isoOf(row.created_at),
    submitted_at: open ? iso(row.submitted_at) : null,
    closed_at: iso(row.closed_at),
    updated_at: isoOf(row.updated_at),
    abilities: can,
  };
}

/** A report under way is the expert's and staff's; the requester gets it once it is delivered. */
function reportVisible(
  row: DetailRow,
  actor: Actor,
  view: ReviewDetail['view'],
  readers: readonly number[] | null,
): boolean {
  if (view !== 'full') return false;
  const follows = actor.kind === 'claim_consultant' && actor.user_id !== row.requester_id;
  if (follows && readers !== null && !readers.includes(actor.user_id)) return false;
  return isRequesterSide(actor.kind) ? row.report?.status === 'delivered' : true;
}

/** The day its records go, for a closed review of an organization that purges; null otherwise. */
function purgeOn(loaded: LoadedReview): string | null {
  const at = purgeDate(loaded);
  return at && dateIn(at, loaded.facts.organization.time_zone);
}

function expertWords(actor: Actor, named: ExpertRow | null, assigned: boolean, redacted: boolean): string {
  if (!named) return 'the expert';
  return knowsExpert(actor, { profile_id: named.profile_id, assigned }, redacted)
    ? shortExpertName(named)
    : `Expert ${named.code}`;
}

function filesOf(row: DetailRow, actor: Actor): ReviewDetail['files'] {
  const seen = (row.file_rows ?? []).filter((f) => maySeeFile(actor, row, f));
  const [own] = organizationOf(row).path;
  const prefix = own ? batesPrefix(own) : 'P';
  const batesOf = (f: { bates_from: number | null; bates_to: number | null }): string | null =>
    batesRangeText(
      f.bates_from === null ? null : batesText(prefix, f.bates_from),
      f.bates_to === null ? null : batesText(prefix, f.bates_to),
    );
  const counted = seen.filter((f) => f.status === 'ready');
  return {
    count: seen.length,
    pages: counted.reduce((sum, f) => sum + (f.pages ?? 0), 0),
    hidden: seen.filter((f) => !f.visible_to_expert).length,
    processing: seen.filter((f) => f.status === 'processing').length,
    data: seen.map((f) => ({
      id: f.id,
      name: f.name,
      category: f.category,
      category_label: f.category !== null && isFileCategory(f.category) ? categoryLabel(f.category) : null,
      content_type: f.content_type,
      size_bytes: f.size_bytes,
      pages: f.pages,
      bates: batesOf(f),
      visible_to_expert: f.visible_to_expert,
      status: f.status,
      failure: f.failure,
      scan_status: f.scan_status,
      uploaded_by: f.uploaded_by,
      created_at: isoOf(f.created_at),
    })),
  };
}

const STAFF_ROLES: Readonly<Record<string, string>> = {
  matching_admin: 'Matching, Peritus',
  clin_ops: 'Records desk, Peritus',
  support_agent: 'Support, Peritus',
};

/** Everyone with a part in the review, by seat, as this reader may know them. */
function peopleOf(
  row: DetailRow,
  actor: Actor,
  at: { view: ReviewDetail['view']; redacted: boolean; blind: boolean; organization: string },
): PersonView[] {
  if (at.view === 'blind') return [];
  const people: PersonView[] = [];
  const add = (u: UserRow, seat: Seat | null, role: string, more: Partial<PersonView> = {}): void => {
    people.push({
      seat,
      name: nameOf(u),
      initials: initials(u.first_name, u.last_name),
      role,
      user_id: u.id,
      profile_id: null,
      is_you: u.id === actor.user_id,
      city: null,
      zone: u.time_zone,
      contact: null,
      watcher: false,
      ...more,
    });
  };
  const { named } = row;
  const assigned = row.expert_profile_id !== null && !at.blind;
  if (named) {
    const known = knowsExpert(actor, { profile_id: named.profile_id, assigned }, at.redacted);
    const contact = assigned && named.contact ? { email: named.email, phone: named.phone_number } : null;
    const shown: Partial<PersonView> = known
      ? { name: fullExpertName(named), profile_id: named.profile_id, city: named.city, contact }
      : { name: `Expert ${named.code}`, initials: named.code.slice(0, 2), user_id: null, city: null, zone: null };
    add(named, 'expert', 'Expert', shown);
  }
  add(
    row.requester,
    'requester',
    `${row.requester.is_manager ? 'Review manager' : 'Claim consultant'}, ${at.organization}`,
  );
  if (at.view === 'call_only') return people;
  for (const u of row.assistants ?? []) add(u, 'expert', 'Expert’s assistant');
  const staff = (row.staff ?? []).slice(0, 3);
  for (const u of staff) add(u, 'staff', STAFF_ROLES[u.role] ?? 'Peritus', { zone: null });
  if (!isExpert(actor.kind) && actor.kind !== 'expert_assistant') {
    for (const u of row.watchers ?? []) {
      if (u.id !== row.requester_id) add(u, 'requester', `Follows it, ${at.organization}`, { watcher: true });
    }
  }
  return people;
}
