import { isHeld } from '../../rules/guards.ts';
import { hearsOfHolds } from '../../rules/legal-hold.ts';
import { leads } from '../../../../core/experts.ts';
import { fullName, initialsOf } from '../../../../core/names.ts';
import {
  type Actor,
  isOrganizationAdmin,
  isRequesterSide,
  type ProfileType,
  type Side,
  sideOf,
  isExpertSide,
  isReader,
} from '../../../../core/actor.ts';
import { type Kind, reviewNumber } from '../../../../core/kinds.ts';
import { dateIn } from '../../../../core/time.ts';
import type { Ports } from '../../../../platform/ports.ts';
import { aliasOf, profileLabel } from '../../../accounts/rules.ts';
import type { PersonView, ReviewDetail } from '../../contract.ts';
import {
  abilitiesNow,
  ballOf,
  cancellationFee,
  movingFee,
  datedFrom,
  actOf,
  formOf,
  hasAttention,
  hidesExpert,
  isCallOver,
  isYours,
  orderedService,
  stagesOf,
  stateRow,
  statusView,
  viewOf,
  whatNow,
} from '../../rules.ts';
import { briefOf } from '../../rules/brief.ts';
import { presentAttention } from '../attention/view.ts';
import { AUDIENCES, DETAIL_FIELDS, HIDDEN } from './detail-fields.ts';
import { type LoadedReview, organizationOf, toLoaded } from '../load.ts';
import { onRecords } from '../order/price.ts';
import {
  fullExpertName,
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
const written = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const isoOf = (value: string | Date): string => new Date(value).toISOString();

/** What the fields of a page are made of. */
interface Page extends ReturnType<typeof pageOf> {}

function pageOf(row: DetailRow, actor: Actor, now: Date, { presentRecords }: Pick<Ports, 'presentRecords'>) {
  const loaded = toLoaded(row, actor);
  const { facts, fields } = loaded;
  refuseDisabledKind(actor, facts);
  const view = viewOf(actor, facts);
  const seat = sideOf(actor.kind);
  const reading = { actor, view, leads: leads(actor, facts) };
  const expertSide = isExpertSide(actor.kind);
  const blind = hidesExpert(row.kind);
  const reader = readerOf(actor, facts);
  const from = reader.dates_from;
  const { redacted } = reader;
  // of several invited experts each sees only that it is invited itself
  const accepted = row.expert_profile_id !== null;
  // where reviewers stay unknown, acceptance tells the requester's side nothing new
  const assigned = accepted && !blind;
  const named = accepted || !expertSide ? row.named : null;
  const form = formOf(row.kind);
  const expertWord = expertWords(actor, row.kind, named, assigned, redacted);
  const files = view !== 'blind' ? recordsOf(row, actor, reader.dates_from, presentRecords) : null;
  const read = files?.reading ?? null;
  const told = whatNow(facts, {
    seat,
    expert: expertWord,
    now,
    purge_on: purgeOn(loaded),
    read: read && { ...read, path: read.next },
  });
  const due = told.due
    ? {
        at: told.due.at.toISOString(),
        from: iso(told.due.from),
        paused_at: iso(told.due.paused_at),
        verb: told.due.verb,
      }
    : null;
  return {
    row,
    actor,
    now,
    files,
    loaded,
    facts,
    fields,
    view,
    seat,
    reading,
    reader,
    from,
    redacted,
    blind,
    assigned,
    named,
    can: abilitiesNow(actor, facts, now),
    form,
    service: orderedService({ services: loaded.services }, row.service, row.meeting),
    stage: form.stages.find((s) => s.value === fields['claim_stage']),
    told,
    due,
    ball: ballOf(facts),
    direction: expertSide ? 'claim_requester' : AUDIENCES.orderers(reading) ? 'medical_expert' : null,
  };
}

/** The records as this reader sees them; of those who read them also how far they are. */
function recordsOf(row: DetailRow, actor: Actor, dates_from: Date | null, present: Ports['presentRecords']) {
  const taken = (row.invitation_rows ?? []).filter(
    (i) => i.status === 'accepted' && actor.expert_profile_ids.includes(i.expert.profile_id),
  );
  const accepted_at = taken[0]?.answered_at ? new Date(taken[0].answered_at) : null;
  return present(actor, { ...row, dates_from, accepted_at }, row.file_rows ?? [], organizationOf(row).path[0]);
}

/** What stands in each field for those who see it; who does, says the table in `detail-fields.ts`. */
const VALUES: { readonly [K in keyof ReviewDetail]: (page: Page) => ReviewDetail[K] } = {
  id: ({ row }) => row.id,
  kind: ({ row }) => row.kind,
  number: ({ row }) => reviewNumber(row.kind, row.id),
  view: ({ view }) => view,
  subject: ({ row }) => row.subject,
  status: ({ row }) => statusView(row.kind, row.status),
  bucket: ({ row }) => stateRow(row.kind, row.status).bucket,
  ball: ({ ball }) => ball,
  yours: ({ ball, seat }) => isYours(ball, seat),
  act: ({ row, now, facts }) =>
    actOf({
      kind: row.kind,
      status: row.status,
      candidates: row.candidates,
      open_file_items: row.requests.items,
      call_tentative: row.call?.status === 'tentative',
      call_minutes: row.call?.duration_minutes ?? null,
      call_over: facts.call !== null && isCallOver(facts.call, now),
      transfer_requested: facts.transfer_requested,
      transfer_continues: facts.transfer_continues,
      matching_status: row.matching_status,
      ratings_enabled: facts.organization.flags['disable_ratings'] !== true,
      rated: row.rated_by_requester,
      report_returned: row.report_status === 'returned',
      proposed: facts.appointments_proposed > 0,
    }),
  due: ({ due }) => due,
  lock_version: ({ row }) => row.lock_version,
  matching_status: ({ row }) => row.matching_status,
  schedule_status: ({ row }) => row.schedule_status,
  report_status: ({ row }) => row.report_status,
  billing_status: ({ row }) => row.billing_status,
  specialty: ({ row }) =>
    row.specialty_id !== null && row.specialty ? { id: row.specialty_id, name: row.specialty } : null,
  sub_specialty: ({ row }) =>
    row.sub_specialty_id !== null && row.sub ? { id: row.sub_specialty_id, name: row.sub.name } : null,
  service: ({ row }) => row.service,
  service_label: ({ service }) => service?.label ?? null,
  call_minutes: ({ service }) => service?.minutes ?? null,
  state: ({ row }) => row.state,
  stage: ({ stage }) => stage?.value ?? null,
  stage_label: ({ stage }) => stage?.label ?? null,
  claim_number: ({ row }) => row.claim_number,
  review_type: ({ row }) => row.review_type,
  expedited: ({ row }) => row.expedited,
  needed_by: ({ row }) => row.needed_by,
  decision_deadline: ({ loaded }) => written(loaded.fields['decision_deadline']),
  pages: ({ row }) => row.files.visible_pages,
  expert: ({ row, actor, redacted, assigned, named }) =>
    named ? presentExpert(actor, row.kind, { ...named, assigned }, redacted, fullExpertName) : null,
  organization: ({ facts }) => ({
    id: facts.organization.id,
    name: facts.organization.name,
    time_zone: facts.organization.time_zone,
    ratings_enabled: facts.organization.flags['disable_ratings'] !== true,
  }),
  requester: ({ row }) => ({ id: row.requester_id, name: fullName(row.requester) }),
  given: ({ row }) => row.given,
  seat: ({ row, loaded }) =>
    row.seat
      ? {
          seat_id: row.seat.seat_id,
          subscription_id: row.seat.subscription_id,
          subscription: row.seat.subscription,
          period: loaded.seat?.period ?? null,
        }
      : null,
  charts: ({ facts }) => (facts.charts.count > 0 ? facts.charts : null),
  pre_order: ({ facts }) => facts.pre_order,
  stages: ({ facts }) => stagesOf(facts),
  what_now: ({ told, due }) => ({ ...told, due }),
  timeline: ({ row, reader }) => presentTimeline(row.timeline ?? [], reader, TIMELINE_FIRST_PAGE),
  people: ({ row, view, actor, facts, blind, redacted }) =>
    peopleOf(row, actor, { view, redacted, blind, organization: facts.organization.name }),
  quote: ({ loaded, actor }) => presentQuote(loaded, actor),
  questions: ({ fields, form }) => form.report_context(fields).questions,
  summary: ({ fields }) => (typeof fields['summary'] === 'string' ? fields['summary'] : null),
  parties: ({ row }) => row.parties ?? [],
  brief: ({ row, fields }) =>
    briefOf(
      row.kind,
      fields,
      row.review_type && row.own_type ? { [row.review_type]: row.own_type } : {},
      row.told_specialties ?? {},
    ),
  sections: ({ row }) =>
    (row.sections ?? []).map((s) => ({
      section: s.section,
      data: s.data,
      version: s.version,
      updated_at: isoOf(s.updated_at),
    })),
  files: ({ files }) => files,
  file_requests: ({ row }) =>
    (row.request_rows ?? []).map((q) => ({
      ...q,
      created_at: isoOf(q.created_at),
      answered_at: iso(q.answered_at),
    })),
  invitations: ({ row, actor, redacted }) =>
    (row.invitation_rows ?? []).map(({ expert, decision: _decision, answers: _answers, ...i }) => ({
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
    })),
  candidates: ({ row }) => row.candidates,
  offers: ({ row, actor, facts, blind }) =>
    (row.offers ?? []).map((o) => ({
      id: o.id,
      starts_at: isoOf(o.starts_at),
      ends_at: isoOf(o.ends_at),
      // where the expert stays unknown, not even the zone is told
      zone: blind && isRequesterSide(actor.kind) ? facts.organization.time_zone : o.zone,
    })),
  call: ({ row, reading }) =>
    row.call
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
            email: AUDIENCES.orderers(reading) ? a.email : null,
            role: a.role,
          })),
        }
      : null,
  report: ({ row, actor, fields, form }) =>
    row.report && reportVisible(row, actor, form.report_readers(fields))
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
  ratings: ({ row, facts, direction }) => ({
    enabled: facts.organization.flags['disable_ratings'] !== true,
    given: direction !== null && (row.ratings_given ?? []).includes(direction),
    direction,
  }),
  attention: ({ row, view, facts, reader }) =>
    hasAttention(facts) ? presentAttention(row.attention_rows ?? [], reader, view === 'full') : null,
  legal_hold: ({ facts, actor }) => hearsOfHolds(actor) && isHeld(facts),
  transfer_request: ({ row }) =>
    row.transfer_request
      ? {
          reason: row.transfer_request.reason,
          requested_at: isoOf(row.transfer_request.requested_at),
          to:
            row.transfer_request.requester_id && row.transfer_name
              ? { id: row.transfer_request.requester_id, name: row.transfer_name }
              : null,
        }
      : null,
  earlier_date: ({ facts }) => facts.earlier_date,
  closeout_at: ({ row }) => iso(row.closeout_at),
  // asked of who keeps testimony, once the page is there
  ending: () => null,
  cancellation: ({ now, facts, can }) => (can['cancel']?.allowed ? cancellationFee(facts, now) : null),
  moving: ({ now, facts, can }) =>
    can['reschedule']?.allowed || can['ask_new_times']?.allowed || can['move_appointment']?.allowed
      ? movingFee(facts, now)
      : null,
  on_records: ({ loaded, can }) => {
    const now = can['report_on_records']?.allowed ? onRecords(loaded) : null;
    return now && { total_cents: now.total_cents };
  },
  watching: ({ row, actor }) => (row.watchers ?? []).some((w) => w.id === actor.user_id),
  created_at: ({ row, from }) => datedFrom(from, row.created_at).toISOString(),
  submitted_at: ({ row, from }) => row.submitted_at && datedFrom(from, row.submitted_at).toISOString(),
  closed_at: ({ row }) => iso(row.closed_at),
  updated_at: ({ row }) => isoOf(row.updated_at),
  abilities: ({ can }) => can,
};

/** The page of one review as this reader may see it. What is not the reader's is not worked out. */
export function presentDetail(
  row: DetailRow,
  actor: Actor,
  now: Date,
  ports: Pick<Ports, 'presentRecords'>,
): ReviewDetail {
  const page = pageOf(row, actor, now, ports);
  const fields = Object.keys(DETAIL_FIELDS) as (keyof ReviewDetail)[];
  // each key with the value of that key: the tables' types hold it, a list of entries does not
  return Object.fromEntries(
    fields.map((key) => [key, AUDIENCES[DETAIL_FIELDS[key]](page.reading) ? VALUES[key](page) : (HIDDEN[key] ?? null)]),
  ) as ReviewDetail;
}

/** A report under way is the expert's and staff's; the requester gets it once it is delivered. */
function reportVisible(row: DetailRow, actor: Actor, readers: readonly number[] | null): boolean {
  if (!isReader(actor, row, readers)) return false;
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
  const people: PersonView[] = [];
  const add = (u: UserRow, seat: Side | null, role: string, more: Partial<PersonView> = {}): void => {
    people.push({
      seat,
      name: fullName(u),
      initials: initialsOf(fullName(u)),
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
  const { naming } = organizationOf(row);
  const called = (ours: string, type: ProfileType): string =>
    aliasOf({ type, is_review_manager: false }, naming) ?? ours;
  const { named } = row;
  const assigned = row.expert_profile_id !== null && !at.blind;
  if (named) {
    // experts of one review know each other's names, and no more of each other
    const own = actor.expert_profile_ids.includes(named.profile_id);
    const known = knowsExpert(actor, { profile_id: named.profile_id, assigned }, at.redacted);
    const contact =
      assigned && named.contact && !(isExpertSide(actor.kind) && !own)
        ? { email: named.email, phone: named.phone_number }
        : null;
    const shown: Partial<PersonView> = known
      ? { name: fullExpertName(named), profile_id: named.profile_id, city: named.city, contact }
      : {
          name: unnamedExpert(row.kind, named.code),
          initials: initialsOf(unnamedExpert(row.kind, named.code)),
          user_id: null,
          city: null,
          zone: null,
        };
    // of an expert who stays unknown not even the sort is told
    add(named, 'expert', called('Expert', known ? named.type : 'MedicalExpert'), shown);
  }
  for (const one of at.blind || at.view === 'call_only' ? [] : (row.beside ?? []))
    if (knowsExpert(actor, { profile_id: one.profile_id, assigned: true }, at.redacted))
      add(one, 'expert', `${called('Expert', one.type)}, beside the lead`, {
        name: fullExpertName(one),
        profile_id: one.profile_id,
        city: one.city,
      });
  // whoever administers an organization is that, whatever profile it holds besides
  const requester = isOrganizationAdmin(row.requester.role)
    ? profileLabel(row.requester.role, null, naming)
    : profileLabel('user', { type: 'ClaimConsultant', is_review_manager: row.requester.is_manager }, naming);
  add(row.requester, 'requester', `${requester}, ${at.organization}`);
  if (at.view === 'call_only') return people;
  // whoever does not know the expert does not know who works for the expert, either
  const beside = isExpertSide(actor.kind) && !actor.expert_profile_ids.includes(named?.profile_id ?? 0);
  if (named && !beside && knowsExpert(actor, { profile_id: named.profile_id, assigned }, at.redacted))
    for (const u of row.assistants ?? []) add(u, 'expert', called('Expert’s assistant', 'MedicalExpertAssistant'));
  const staff = (row.staff ?? []).slice(0, 3);
  for (const u of staff) add(u, 'staff', STAFF_ROLES[u.role] ?? 'Peritus', { zone: null });
  if (!isExpertSide(actor.kind)) {
    for (const u of row.watchers ?? []) {
      if (u.id !== row.requester_id) add(u, 'requester', `Follows it, ${at.organization}`, { watcher: true });
    }
  }
  return people;
}
