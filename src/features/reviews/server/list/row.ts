import { openPlacesOf } from '../../../../platform/db/visits.ts';
import { meetingRowsOf, orderedMeetingOf, type StoredMeeting } from '../../../../platform/db/meeting-rows.ts';
import type { OrderedMeeting } from '../../rules/meeting-types.ts';
import type { ReturnPath, ReviewStatus } from '../../rules/statuses.ts';
import type { ExpertOfReview } from '../../../../core/experts.ts';
import { expertsOf } from '../../../../platform/db/experts.ts';
import type { PeriodKind } from '../../../../core/periods.ts';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Kind } from '../../../../core/kinds.ts';
import type { OwnSpecialties } from '../../../../core/specialties.ts';
import type { MissedBy } from '../../../../core/missed-by.ts';
import { plannedOnce } from '../../../../platform/db/prepared.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { BookLevel, BookTerms } from '../../../../core/price-books.ts';
import { bookLevelsOf } from '../../../../platform/db/price-books.ts';
import { type AddedExtra, type QuoteInput, type QuoteLine, type SeatUsage } from '../../../billing/rules.ts';
import type { AppointmentFacts, ApprovalFacts } from '../../rules/facts.ts';
import type { DerivedColumns, EarlierDate } from '../../rules.ts';
import { earlierDateOfReview } from '../earlier-date/stored.ts';

export interface PathRow {
  id: number;
  name: string;
  shortest_name: string | null;
  preferred_short_name: string | null;
  platform_type: string;
  time_zone: string;
  flags: unknown;
  settings: unknown;
  profile_aliases: unknown;
  billing_hold: boolean;
  legal_hold: boolean;
  specialty_database: OwnSpecialties | null;
}

/** A review's seat as the database answers it. */
export interface SeatRow extends Omit<SeatUsage, 'period'> {
  subscription_id: number;
  period_kind: PeriodKind;
  period_starts_on: string | null;
  /** Of a pre-order: the day it is due, and the last day it can be confirmed. */
  due_on: string | null;
  lapses_on: string | null;
}

export interface OpenInvitation {
  id: number;
  expert_profile_id: number;
  panel_place: number;
  status: Selectable<DB['invitations']>['status'];
  created_at: string;
  expires_at: string;
  decision: string | null;
  waived: boolean | null;
  answers: Record<string, boolean> | null;
}

interface StoredSection {
  section: string;
  data: Record<string, unknown>;
  version: number;
  updated_at: string;
}

type Stored = Selectable<DB['reviews']>;

/** One review with what the rules look at, as the database answers it. */
export interface ReviewRow extends DerivedColumns {
  id: number;
  /** What its call was when it was ordered. */
  meeting: OrderedMeeting | null;
  /** What its type was called when it was ordered, where that is the organization's own; one of a peer review also before. */
  own_type: string | null;
  /** What is written about the calls of its organization, nearest first. */
  meeting_types: StoredMeeting[];
  kind: Kind;
  status: ReviewStatus;
  /** What the address it was begun from gave it (`reviews.given`). */
  given: string[];
  return_status: ReturnPath | null;
  bucket: Stored['bucket'];
  ball: Stored['ball'];
  organization_id: number;
  requester_id: number;
  expert_profile_id: number | null;
  pages: number;
  total_cents: number | null;
  matching_status: Stored['matching_status'];
  schedule_status: Stored['schedule_status'];
  report_status: Stored['report_status'];
  billing_status: Stored['billing_status'];
  /** The seat it was ordered for, with the subscription's period it counts in. */
  seat: SeatRow | null;
  /** Sums up the open rows of review_attention. */
  attention: { reason?: string; raised_at?: string; waits?: boolean } | null;
  /** Kept from being deleted, whatever its organization has set. */
  legal_hold: boolean;
  transfer_request: {
    reason: string;
    requested_at: string;
    requester_id: number | null;
    continues: 'asked' | 'agreed' | null;
  } | null;
  /** Until when the last time on offer for an interview is, and since when one is set; where candidates are interviewed. */
  interviews: { times_until: string | null; set_from: string | null };
  session_declined: boolean;
  experts: ExpertOfReview[];
  earlier_date: EarlierDate | null;
  due_at: Date | null;
  due_from: Date | null;
  clock_paused_at: Date | null;
  /** Outermost first. */
  pauses: { due_at: string | null; due_from: string | null }[] | null;
  report_due_at: Date | null;
  appointment_at: Date | null;
  closeout_at: Date | null;
  failed_invitations: number;
  lock_version: number;
  created_at: Date;
  submitted_at: Date | null;
  closed_at: Date | null;
  updated_at: Date;
  /** The organization and its parents as JSON text; `organizationOf` reads it. */
  path: string;
  sections: StoredSection[] | null;
  specialty: string | null;
  sub: {
    name: string;
    price_modifier: number;
    price_modifier_limited: number;
    price_modifier_standard: number;
    report_cost_cents: number;
    report_overage_cost_cents: number;
  } | null;
  files: {
    records: number;
    categories: string[] | null;
    visible_pages: number;
    pending: number;
    asked: number;
    chart_keys: string[] | null;
  };
  candidates: number;
  /** Invitations still open, and the accepted one; newest first. */
  invitations: OpenInvitation[] | null;
  offers: { id: number; starts_at: string; ends_at: string; zone: string }[] | null;
  call: {
    id: number;
    status: Selectable<DB['appointments']>['status'];
    starts_at: string;
    duration_minutes: number;
    prep_minutes: number | null;
    charged_cents: number;
    contested_cents: number;
    cost_cents: number;
    missed_by: MissedBy | null;
    minutes_held: number | null;
    zone: string;
    dial_in: string;
  } | null;
  appointment:
    | (Omit<AppointmentFacts, 'starts_at' | 'fee_steps'> & {
        starts_at: string;
        fee_steps: readonly { from: string; percent: number }[];
      })
    | null;
  appointments_open: number;
  appointments_proposed: number;
  panel_open: number;
  agreement: { open: boolean; signed: boolean };
  retainer_due_cents: number;
  /** Places of its panel that nobody is looked for any more. */
  panel_given_up: number;
  report: {
    id: number;
    version: number;
    status: Selectable<DB['reports']>['status'];
    signed_at: string | null;
    delivered_at: string | null;
    pdf_pages: number | null;
    verification_code: string | null;
    returned_note: string | null;
  } | null;
  requests: { open: number; items: number; due_on: string | null };
  /** What came beside its service after ordering: rooms that are rented for it (no id), then what was added, oldest first. */
  extras: (AddedExtra & { id: number | null })[] | null;
  /** The price as it is fixed; `agreed_cents`: the least it was fixed at since its requester agreed to one. */
  fixed: {
    version: number;
    lines: QuoteLine[];
    inputs: QuoteInput;
    total_cents: number;
    agreed_cents: number;
    frozen_at: string;
  } | null;
  approval: ApprovalFacts | null;
  rated_by_requester: boolean;
  books: BookLevel<BookTerms>[] | null;
}

/** What `commonColumns` and `factsColumns` are read from. */
export const factsFrom: RawBuilder<unknown> = sql`reviews r`;

/** The columns the detail page shares with the rules' facts. */
export const commonColumns: RawBuilder<unknown> = sql`
  r.id, r.kind, r.status, r.return_status, r.bucket, r.ball, r.organization_id, r.requester_id, r.expert_profile_id,
  r.subject, r.given, r.claim_number, r.specialty_id, r.sub_specialty_id, r.state, r.review_type, r.service, r.expedited,
  ${orderedMeetingOf('r.id')} as meeting,
  coalesce(r.review_type_label, (select t.name from peer_review_types t where t.value = r.review_type)) as own_type,
  ${meetingRowsOf(sql`r.organization_id`, sql`r.kind`)} as meeting_types,
  r.pages, r.total_cents, r.needed_by, r.cost_center, r.matching_status, r.schedule_status, r.report_status,
  r.billing_status, r.attention, r.due_at, r.due_from, r.clock_paused_at, r.report_due_at,
  r.appointment_at, r.closeout_at, r.legal_hold, r.failed_invitations, r.lock_version, r.created_at, r.submitted_at, r.closed_at, r.updated_at,
  (select json_build_object('reason', t.reason, 'requested_at', t.requested_at, 'requester_id', t.requester_id, 'continues', case when t.continues then
      (select c.state from continuations c where c.review_id = t.review_id and c.state in ('asked', 'agreed')) end)
    from review_transfers t where t.review_id = r.id) as transfer_request,
  (select json_build_object('set_from', min(i.starts_at) filter (where i.state = 'set'), 'times_until', max((select max(of_it.value)
      from jsonb_array_elements_text(i.times) of_it)) filter (where i.state = 'offered'))
    from interviews i where i.review_id = r.id) as interviews,
  exists (select from testimony_sessions s where s.review_id = r.id and s.state = 'declined') as session_declined,
  (select json_agg(json_build_object('due_at', s.due_at, 'due_from', s.due_from) order by s.depth)
    from review_pauses s where s.review_id = r.id) as pauses,
  ${expertsOf('r.id')} as experts,
  ${earlierDateOfReview} as earlier_date,
  (select json_agg(json_build_object('id', o.id, 'name', o.name, 'shortest_name', o.shortest_name,
      'preferred_short_name', o.preferred_short_name, 'platform_type', o.platform_type,
      'time_zone', o.time_zone, 'flags', o.flags, 'settings', o.settings, 'profile_aliases', o.profile_aliases, 'billing_hold', o.billing_hold or organization_is_overdue(o.id), 'legal_hold', o.legal_hold, 'specialty_database', o.specialty_database) order by p.depth)
    from organization_path(r.organization_id) p join organizations o on o.id = p.id)::text as path,
  (select json_agg(json_build_object('section', s.section, 'data', s.data, 'version', s.version,
      'updated_at', s.updated_at)) from review_sections s where s.review_id = r.id) as sections,
  (select json_build_object('seat_id', s.id, 'seat_status', s.status, 'subscription_id', b.id, 'subscription', b.name,
      'period_kind', b.period, 'period_starts_on', q.period, 'quota', q.quota, 'pre_ordered', v.slot is not null,
      'due_on', v.due_on, 'lapses_on', v.lapses_on, 'force_one_off', v.force_one_off, 'charge', v.charge,
      'used', (select count(*)::int from review_seats uv join reviews u on u.id = uv.review_id
        where uv.seat_id = s.id and uv.period = q.period and u.id <> r.id
        and uv.charge = 'included' and (u.bucket <> 'cancelled' or u.expert_profile_id is not null)))
    from review_seats v join subscription_seats s on s.id = v.seat_id join subscriptions b on b.id = s.subscription_id
      left join seat_quotas q on q.seat_id = s.id and q.period = coalesce(v.period, b.current_period)
    where v.review_id = r.id) as seat,
  (select s.name from specialties s where s.id = r.specialty_id) as specialty,
  (select json_build_object('name', s.name, 'price_modifier', s.price_modifier,
      'price_modifier_limited', s.price_modifier_limited, 'price_modifier_standard', s.price_modifier_standard,
      'report_cost_cents', s.report_cost_cents,
      'report_overage_cost_cents', s.report_overage_cost_cents)
    from sub_specialties s where s.id = r.sub_specialty_id) as sub,
  (select count(*)::int from candidates c where c.review_id = r.id and c.withdrawn_at is null and c.chosen_at is null
    and c.round = (select max(round) from candidates where review_id = r.id)) as candidates,
  (select json_agg(json_build_object('id', t.id, 'starts_at', t.starts_at, 'ends_at', t.ends_at, 'zone', t.zone)
      order by t.starts_at)
    from time_offers t where t.review_id = r.id and t.status = 'open') as offers,
  (select json_build_object('id', c.id, 'status', c.status, 'starts_at', c.starts_at,
      'duration_minutes', c.duration_minutes, 'prep_minutes', c.prep_minutes, 'minutes_held', c.minutes_held,
      'zone', c.zone, 'dial_in', c.location,
      'missed_by', (select m.missed_by from missed_calls m where m.appointment_id = c.id),
      'cost_cents', c.late_cost_cents, 'charged_cents',
      (select sum(m.late_fee_cents) from appointments m where m.review_id = r.id and m.sort = 'call'),
      'contested_cents', (select coalesce(sum(x.late_fee_cents), 0) from missed_calls m
        join appointments x on x.id = m.appointment_id
        where m.review_id = r.id and m.contested_at is not null and m.decided_at is null))
    from appointments c where c.review_id = r.id and c.sort = 'call'
    order by c.status in ('scheduled', 'tentative') desc, c.id desc limit 1) as call,
  (select json_build_object('id', a.id, 'status', a.status, 'starts_at', a.starts_at, 'notice_by', e.notice_by,
      'fee_steps', e.fee_steps, 'recorded', e.attendance is not null,
      'notified', exists (select from exam_notices n where n.appointment_id = a.id and n.superseded_at is null))
    from appointments a join exams e on e.appointment_id = a.id where a.review_id = r.id
    order by a.status = 'scheduled' desc, a.id desc limit 1) as appointment,
  (select count(*)::int from exam_offers o where o.review_id = r.id and o.status = 'open') as appointments_open,
  (select count(*)::int from exam_offers o where o.review_id = r.id and o.status = 'proposed') as appointments_proposed,
  ${openPlacesOf(sql`r.id`)} as panel_open,
  json_build_object(
    'open', exists (select from agreement_versions v where v.review_id = r.id and v.status = 'open'),
    'signed', exists (select from engagements e where e.review_id = r.id)) as agreement,
  (select coalesce(sum(m.cents) filter (where m.event = 'asked'), 0)::float8 - coalesce(sum(m.settles_cents), 0)::float8
    from retainer_movements m where m.review_id = r.id) as retainer_due_cents,
  (select count(*)::int from panel_places o where o.review_id = r.id and o.given_up_at is not null) as panel_given_up,
  (select json_build_object('id', p.id, 'version', p.version, 'status', p.status, 'signed_at', p.signed_at,
      'delivered_at', p.delivered_at, 'pdf_pages', p.pdf_pages, 'verification_code', p.verification_code,
      'returned_note', p.returned_note)
    from reports p where p.review_id = r.id and p.left_at is null order by p.version desc limit 1) as report,
  (select json_build_object('version', q.version, 'lines', q.lines, 'inputs', q.inputs, 'total_cents', q.total_cents,
      'frozen_at', q.frozen_at, 'agreed_cents', (select min(a.total_cents) from quotes a where a.review_id = r.id and a.version >= (
        select max(b.version) from quotes b where b.review_id = r.id and (b.consented_by is not null or b.version = 1))))
    from quotes q where q.review_id = r.id order by q.version desc limit 1) as fixed,
  (select json_build_object('id', v.id, 'sort', v.sort, 'state', v.state, 'total_cents', v.total_cents,
      'approver_ids', v.approver_ids, 'asked_by', v.asked_by, 'reason', v.reason)
    from review_approvals v where v.review_id = r.id order by v.id desc limit 1) as approval,
  (select json_agg(json_build_object('id', x.id, 'key', x.key, 'label', x.label, 'cents', x.cents, 'note', x.note)
      order by x.id nulls first) from (
    select id, key, label, cents, note from review_extras where review_id = r.id and removed_at is null
    union all select null, 'room', 'Rented room', e.rent_cents, e.place ->> 'name' from exams e
      join appointments a on a.id = e.appointment_id
      where e.review_id = r.id and e.rent_cents > 0 and a.status in ('scheduled', 'held', 'missed')) x) as extras`;

/** The price books in effect where the order was placed today, nearest first; null once its price is fixed. */
export const booksColumn = (now: RawBuilder<unknown>): RawBuilder<ReviewRow['books']> => sql`
  case when not exists (select from quotes q where q.review_id = r.id) then ${bookLevelsOf(
    sql`r.organization_id`,
    sql`r.kind`,
    sql`(${now} at time zone (select o.time_zone from organizations o where o.id = r.organization_id))::date`,
  )} end`;

/** The columns of ReviewRow but for its books. One statement, so that a read costs one round trip. */
export const factsColumns: RawBuilder<unknown> = sql`${commonColumns},
  (select json_build_object(
      'records', count(*) filter (where f.status = 'ready' and f.damaged_at is null and f.scan_status in ('clean', 'not_scanned')),
      'categories', json_agg(distinct f.category) filter (where f.status = 'ready' and f.damaged_at is null
        and f.scan_status in ('clean', 'not_scanned') and f.category is not null),
      'visible_pages', coalesce(sum(f.pages) filter (where f.visible_to_expert and f.status <> 'failed'
        and f.category is distinct from 'provider_statement'), 0),
      'pending', count(*) filter (where f.status = 'processing' and f.visible_to_expert),
      'asked', count(*) filter (where f.status = 'ready' and f.visible_to_expert and f.pages_asked and f.pages is null),
      'chart_keys', json_agg(distinct f.chart_key) filter (where f.status <> 'failed' and f.chart_key is not null))
    from files f where f.review_id = r.id and f.deleted_at is null) as files,
  (select json_agg(json_build_object('id', i.id, 'expert_profile_id', i.expert_profile_id, 'panel_place', i.panel_place, 'status', i.status,
      'created_at', i.created_at, 'expires_at', i.expires_at, 'decision', a.decision, 'waived', a.waived, 'answers', a.answers) order by i.id desc)
    from invitations i
    left join lateral (select decision, waived, answers from conflict_attestations a where a.invitation_id = i.id
      order by a.id desc limit 1) a on true
    where i.review_id = r.id and i.status in ('pending', 'opened', 'accepted')) as invitations,
  (select json_build_object('open', count(distinct q.id), 'due_on', min(q.due_on),
      'items', count(i.item) filter (where i.answered_at is null))
    from file_requests q left join file_request_items i on i.file_request_id = q.id
    where q.review_id = r.id and q.answered_at is null) as requests,
  exists (select 1 from ratings g where g.review_id = r.id and g.direction = 'medical_expert'
    and g.expert_profile_id is not distinct from r.expert_profile_id) as rated_by_requester`;

/** The review by id, whatever its tenant; callers have loaded it in scope, or are the system. */
export async function loadRow(db: Kysely<DB>, id: number, now: Date): Promise<ReviewRow | undefined> {
  const { rows } =
    await sql<ReviewRow>`${plannedOnce}select ${factsColumns}, ${booksColumn(sql`${now}::timestamptz`)} as books
    from ${factsFrom} where r.id = ${id}`.execute(db);
  return rows[0];
}
