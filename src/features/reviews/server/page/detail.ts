import { fullName } from '../../../../core/names.ts';
import { type Actor, isExpert, isRequesterSide, isStaff, type Side, sideOf } from '../../../../core/actor.ts';
import { type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { dateIn } from '../../../../core/time.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { PersonView, ReviewDetail } from '../../contract.ts';
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
} from '../../rules.ts';
import { briefOf } from '../../rules/brief.ts';
import { presentAttention } from '../attention/view.ts';
import { type LoadedReview, organizationOf, toLoaded } from '../load.ts';
import {
  fullExpertName,
  initials,
  knowsExpert,
  listExpertName,
  presentExpert,
  shortExpertName,
  unnamedExpert,
} from './people.ts';
import { purgeDate } from '../lifecycle/purge.ts';
import { presentQuote } from '../order/sections.ts';
import { presentTimeline, readerOf } from './timeline.ts';
import { refuseDisabledKind } from '../lifecycle/transition.ts';
import { type DetailRow, type ExpertRow, TIMELINE_FIRST_PAGE, type UserRow } from './load-page.ts';

const iso = (value: string | Date | null): string | null => (value === null ? null : new Date(value).toISOString());
const isoOf = (value: string | Date): string => new Date(value).toISOString();
/** The page of one review as this reader may see it. Everything not named for a view is left out. */
export function presentDetail(
  row: DetailRow,
  actor: Actor,
  now: Date,
  { presentRecords }: Pick<Ports, 'presentRecords'>,
): ReviewDetail {
  const loaded = toLoaded(row, actor);
  const { facts, fields } = loaded;
  refuseDisabledKind(actor, facts);
  const view = viewOf(actor, facts);
  const seat = sideOf(actor.kind);
  const expertSide = isExpert(actor.kind) || actor.kind === 'expert_assistant';
  const orders = isRequesterSide(actor.kind) || isStaff(actor.kind);
  const blind = hidesExpert(row.kind);
  const reader = readerOf(actor, facts);
  const { redacted } = reader;
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
  const expertWord = expertWords(actor, row.kind, named, assigned, redacted);
  const told = whatNow(facts, { seat, expert: expertWord, now, purge_on: purgeOn(loaded) });
  const ball = ballOf({ kind: facts.kind, status: facts.status, transfer_requested: facts.transfer_requested });
  const page = presentTimeline(row.timeline ?? [], reader, TIMELINE_FIRST_PAGE);
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
      named && view !== 'call_only'
        ? presentExpert(actor, row.kind, { ...named, assigned }, redacted, fullExpertName)
        : null,
    organization: open
      ? {
          id: facts.organization.id,
          name: facts.organization.name,
          time_zone: facts.organization.time_zone,
          ratings_enabled: facts.organization.flags['disable_ratings'] !== true,
        }
      : null,
    requester: open ? { id: row.requester_id, name: fullName(row.requester) } : null,
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
    brief: full ? briefOf(row.kind, fields) : null,
    sections:
      orders && full
        ? (row.sections ?? []).map((s) => ({
            section: s.section,
            data: s.data,
            version: s.version,
            updated_at: isoOf(s.updated_at),
          }))
        : null,
    files:
      view === 'call_only' || view === 'blind'
        ? null
        : presentRecords(actor, row, row.file_rows ?? [], organizationOf(row).path[0]),
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
            row.kind,
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
    attention: open && hasAttention(facts) ? presentAttention(row.attention_rows ?? [], reader, full) : null,
    transfer_request:
      orders && row.transfer_request
        ? {
            reason: row.transfer_request.reason,
            requested_at: isoOf(row.transfer_request.requested_at),
            to:
              row.transfer_request.requester_id && row.transfer_name
                ? { id: row.transfer_request.requester_id, name: row.transfer_name }
                : null,
          }
        : null,
    earlier_date: open ? facts.earlier_date : null,
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

function expertWords(actor: Actor, kind: Kind, named: ExpertRow | null, assigned: boolean, redacted: boolean): string {
  if (!named) return 'the expert';
  return knowsExpert(actor, { profile_id: named.profile_id, assigned }, redacted)
    ? shortExpertName(named)
    : hidesExpert(kind)
      ? 'the reviewer'
      : unnamedExpert(kind, named.code);
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
  const add = (u: UserRow, seat: Side | null, role: string, more: Partial<PersonView> = {}): void => {
    people.push({
      seat,
      name: fullName(u),
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
      : {
          name: unnamedExpert(row.kind, named.code),
          initials: at.blind ? 'R' : named.code.slice(0, 2),
          user_id: null,
          city: null,
          zone: null,
        };
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
