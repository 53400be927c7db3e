import { periodName } from '../../../core/periods.ts';
import type { Kysely } from 'kysely';
import type { AnyActor } from '../../../core/actor.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import { aliasOf, type Naming, namingOf } from '../../accounts/rules.ts';
import {
  DEFAULT_OVERAGE_CENTS,
  DEFAULT_REPORT_COST_CENTS,
  needsConsent,
  priceBook,
  quote,
  reportPrice,
  specialtyFactor,
  type Quote,
  type QuoteInput,
  coverage,
  type SeatUsage,
} from '../../billing/rules.ts';
import {
  type OrganizationFlags,
  type OrganizationSettings,
  resolveAliases,
  resolveFlags,
  resolveSettings,
} from '../../organizations/rules.ts';
import {
  type Fields,
  formOf,
  hasAttention,
  parseSection,
  storedFields,
  type ReviewFacts,
  type Section,
  EVERY_CHART,
  attestationState,
  servicesOffered,
  type OfferedService,
  orderedService,
  pricesWith,
  servicesFor,
  standingOf,
  baseNear,
  subNear,
} from '../rules.ts';
import { heldTerms } from '../../../core/price-books.ts';
import { ownSpecialties, type OwnSpecialties, pricedBy } from '../../../core/specialties.ts';
import { loadRow, type OpenInvitation, type PathRow, type ReviewRow, type SeatRow } from './list/row.ts';

/** The review by id with the rules' facts, as the system sees it; null where there is none. */
export async function loadById(db: Kysely<DB>, id: number, now: Date): Promise<LoadedReview | null> {
  const row = await loadRow(db, id, now);
  return row ? toLoaded(row) : null;
}

/** The same, locked until the transaction ends. */
export async function lockById(db: Kysely<DB>, id: number, now: Date): Promise<LoadedReview | null> {
  await db.selectFrom('reviews').select('id').where('id', '=', id).forUpdate().execute();
  return loadById(db, id, now);
}

export interface Organization {
  path: readonly PathRow[];
  flags: OrganizationFlags;
  settings: OrganizationSettings;
  /** What it calls the profiles of its people. */
  naming: Naming;
  /** Its own prices by specialty, or a parent's; null: the platform's. */
  specialties: OwnSpecialties | null;
}
const organizations = new Map<string, Organization>();

/** The ordering organization with inheritance resolved. The same text is read and resolved once. */
export function organizationOf({ path: text }: Pick<ReviewRow, 'path'>): Organization {
  let found = organizations.get(text);
  if (found) return found;
  const path = JSON.parse(text) as PathRow[];
  const flags = resolveFlags(path);
  const settings = resolveSettings(path);
  found = {
    path,
    flags,
    settings,
    naming: namingOf({ flags, settings, profile_aliases: resolveAliases(path) }),
    specialties: ownSpecialties(path),
  };
  // changed organizations leave their old text behind; starting over is cheap
  if (organizations.size >= 1_000) organizations.clear();
  organizations.set(text, found);
  return found;
}

const instant = (value: string | null): Date | null => (value === null ? null : new Date(value));

/** All four steps' fields in one object; what cannot be read counts as missing. */
export function fieldsOf(row: Pick<ReviewRow, 'kind' | 'sections'>): Fields {
  return storedFields(formOf(row.kind), row.sections ?? []);
}

/** One step's stored data in its schema's shape. */
export function sectionData(row: Pick<ReviewRow, 'kind' | 'sections'>, section: Section): Record<string, unknown> {
  const stored = row.sections?.find((s) => s.section === section);
  return parseSection(formOf(row.kind), section, stored?.data ?? {});
}

export interface LoadedReview {
  row: ReviewRow;
  facts: ReviewFacts;
  settings: OrganizationSettings;
  fields: Fields;
  /** What its organization can order, retired types included. */
  services: readonly OfferedService[];
  /** How it stands with the subscription, for a review of a seat. */
  seat: SeatUsage | null;
  /** What it costs as it stands: the fixed inputs with today's pages, or the draft's; null before a service is chosen. */
  price: { input: QuoteInput; now: Quote; pending: boolean } | null;
}

/** The invitation that counts for an actor: the actor's own to a panel, else the lead's, else the actor's own, else the newest. */
function invitationFor(row: ReviewRow, own: readonly number[]): OpenInvitation | null {
  const open = row.invitations ?? [];
  const mine = open.find((i) => own.includes(i.expert_profile_id));
  if (mine && mine.panel_place > 1) return mine;
  const leading = open.filter((i) => i.panel_place === 1);
  return leading.find((i) => i.status === 'accepted') ?? mine ?? leading[0] ?? null;
}

/** Whether the requester is asked about a price: it rose by too much, or who approves it declined just that. */
const asksRequester = ({ fixed, approval }: ReviewRow, now: number): boolean =>
  fixed !== null &&
  (needsConsent(fixed, now) ||
    (now !== fixed.total_cents &&
      approval?.state === 'declined' &&
      approval.sort === 'price' &&
      approval.total_cents === now));

/** The review as the rules see it, for an actor where it depends on one: of several invited experts each has an own invitation. */
export function toLoaded(row: ReviewRow, actor?: AnyActor): LoadedReview {
  const { path, flags, settings, naming } = organizationOf(row);
  const own = path[0];
  if (!own) throw new Error(`Review ${row.id} has no organization.`);
  const kind = KINDS[row.kind];
  const fields = fieldsOf(row);
  const seat = seatUsageOf(row.seat);
  const services = servicesFor(formOf(row.kind), row.meeting_types);
  const price = priceOf(row, settings, seat, services, fields);
  const { call, report } = row;
  // where it was switched off meanwhile, what is still open holds nobody up
  const raised = hasAttention({ kind: row.kind, organization: { flags } }) ? row.attention : null;
  const invitation = invitationFor(row, actor && actor.kind !== 'system' ? actor.expert_profile_ids : []);
  const state = invitation?.answers ? attestationState(invitation.answers) : null;
  const clean = state !== null && state.missing.length === 0 && state.disclosed.length === 0;
  const facts: ReviewFacts = {
    id: row.id,
    kind: row.kind,
    status: row.status,
    return_status: row.return_status,
    lock_version: row.lock_version,
    organization: {
      id: own.id,
      name: own.name,
      platform_type: own.platform_type,
      time_zone: own.time_zone,
      billing_hold: path.some((step) => step.billing_hold),
      legal_hold: path.some((step) => step.legal_hold),
      kind_enabled: flags[kind.enabled_flag],
      // who is no longer offered to order for takes no order either, also one that was begun before
      accepts: flags[kind.accepts_flag] && (kind.offered_flag === null || flags[kind.offered_flag]),
      flags,
      closeout_delay_hours: settings.automated_closeout_delay_in_hours,
      manager_alias: aliasOf({ type: 'ClaimConsultant', is_review_manager: true }, naming),
    },
    legal_hold: row.legal_hold,
    requester_id: row.requester_id,
    expert_profile_id: row.expert_profile_id,
    experts: row.experts,
    service: row.service,
    report_included: orderedService({ services }, row.service, row.meeting)?.report ?? false,
    expedited: row.expedited,
    state: row.state,
    pages: row.files.visible_pages,
    base_cents: price?.now.base_cents ?? 0,
    report_cents: price ? reportPrice(price.now) : 0,
    former_report_cents: price?.input.former_report_cents ?? 0,
    requote_pending: price !== null && asksRequester(row, price.now.total_cents),
    approval: row.approval,
    missing_fields: 0,
    records: row.files.records,
    charts: chartsOf(row, fields),
    record_categories: row.files.categories ?? [],
    pre_order:
      row.seat && row.seat.due_on !== null && row.seat.lapses_on !== null
        ? { due_on: row.seat.due_on, lapses_on: row.seat.lapses_on, period: seat?.period ?? null }
        : null,
    candidates: row.candidates,
    invitation: invitation
      ? {
          id: invitation.id,
          expert_profile_id: invitation.expert_profile_id,
          panel_place: invitation.panel_place,
          status: invitation.status,
          created_at: new Date(invitation.created_at),
          expires_at: new Date(invitation.expires_at),
          attested: standingOf(invitation) === 'cleared' || (invitation.decision === null && clean),
        }
      : null,
    offers: (row.offers ?? []).map((o) => new Date(o.starts_at)),
    call: call ? { ...call, starts_at: new Date(call.starts_at) } : null,
    appointment: row.appointment && {
      ...row.appointment,
      starts_at: new Date(row.appointment.starts_at),
      fee_steps: row.appointment.fee_steps.map(({ from, percent }) => ({ from: new Date(from), percent })),
    },
    appointments_open: row.appointments_open,
    appointments_proposed: row.appointments_proposed,
    panel_open: row.panel_open,
    agreement: row.agreement,
    retainer_due_cents: row.retainer_due_cents,
    report: report
      ? { ...report, signed_at: instant(report.signed_at), delivered_at: instant(report.delivered_at) }
      : null,
    open_file_requests: row.requests.open,
    open_file_items: row.requests.items,
    file_request_due_on: row.requests.due_on,
    attention: raised !== null,
    attention_waits: raised?.waits === true,
    transfer_requested: row.transfer_request !== null,
    transfer_to: row.transfer_request?.requester_id ?? null,
    transfer_continues: row.transfer_request?.continues ?? null,
    interviews: { times_until: instant(row.interviews.times_until), set_from: instant(row.interviews.set_from) },
    session_declined: row.session_declined,
    earlier_date: row.earlier_date,
    rated_by_requester: row.rated_by_requester,
    due_at: row.due_at,
    due_from: row.due_from,
    clock_paused_at: row.clock_paused_at,
    pauses: (row.pauses ?? []).map((step) => ({ due_at: instant(step.due_at), due_from: instant(step.due_from) })),
    report_due_at: row.report_due_at,
    appointment_at: row.appointment_at,
    closeout_at: row.closeout_at,
  };
  return { row, facts, settings, fields, services, seat, price };
}

/** A seat as an order for it is priced. */
function seatUsageOf(row: SeatRow | null): SeatUsage | null {
  if (!row) return null;
  const { period_kind, period_starts_on } = row;
  return { ...row, period: period_starts_on === null ? null : periodName(period_kind, period_starts_on) };
}

/** The charts of the order, and how many no file is there for; a file for all charts is there for each. */
function chartsOf(row: Pick<ReviewRow, 'kind' | 'files'>, fields: Fields): { count: number; missing: number } {
  const { charts } = formOf(row.kind).report_context(fields);
  const there = new Set(row.files.chart_keys ?? []);
  return {
    count: charts.length,
    missing: there.has(EVERY_CHART) ? 0 : charts.filter((chart) => !there.has(chart.key)).length,
  };
}

function priceOf(
  row: ReviewRow,
  settings: OrganizationSettings,
  seat: SeatUsage | null,
  services: readonly OfferedService[],
  fields: Fields,
): LoadedReview['price'] {
  const pending = row.files.pending > 0;
  const { prices } = formOf(row.kind);
  const counted = { pages: row.files.visible_pages, pages_pending: pending, pages_asked: row.files.asked > 0 };
  const added = row.extras ?? [];
  if (row.fixed) {
    const { inputs } = row.fixed;
    const input: QuoteInput = {
      ...inputs,
      ...besideNow(row, fields),
      ...counted,
      ...(prices.extras && { added }),
      ...(inputs.book.tax_percent && { state: row.state }),
    };
    return { input, now: quote(prices, input), pending };
  }
  const service = services.find(({ value }) => value === row.service);
  if (!service) return null;
  const input = inputFor(row, fields, settings, seat, service);
  return { input, now: quote(prices, input), pending };
}

/** What the order asks for beside its service, with the prices of now. */
function besideOf(kind: Kind, fields: Fields): Pick<QuoteInput, 'further' | 'extras'> {
  const form = formOf(kind);
  const asked = form.beside?.(fields);
  if (!asked) return {};
  const extras = asked.extras.flatMap((key) => {
    const price = form.prices.extras?.[key];
    return price ? [{ key, ...price }] : [];
  });
  return { further: asked.further, extras };
}

/** The same once the price is fixed: what was ordered then keeps its price, what an edit brought has that of now. */
function besideNow({ kind, fixed, panel_given_up }: ReviewRow, fields: Fields): Pick<QuoteInput, 'further' | 'extras'> {
  const ordered = fixed?.inputs.extras;
  // an order from before there were extras is charged none
  if (!ordered) return {};
  // it may have become another service since
  const { extras = [], further = [] } = besideOf(kind, { ...fields, service: fixed.inputs.service });
  // who is looked for no more is not paid for
  return {
    further: further.slice(0, Math.max(0, further.length - panel_given_up)),
    extras: extras.map((extra) => ordered.find(({ key }) => key === extra.key) ?? extra),
  };
}

/**
 * What each service that is offered would cost as the draft stands. Asked once the specialty is chosen: its factor and
 * what its report costs are part of every price.
 */
export function servicePrices({
  row,
  fields,
  facts,
  settings,
  seat,
  services,
}: LoadedReview): { service: string; total_cents: number }[] {
  const form = formOf(row.kind);
  return servicesOffered(form, services, facts.organization.flags).map((service) => ({
    service: service.value,
    total_cents: quote(form.prices, inputFor(row, { ...fields, service: service.value }, settings, seat, service))
      .total_cents,
  }));
}

/** The sub-specialty's prices: by the organization's own database, and by the books where none is nearer. */
function subPrices(row: ReviewRow): NonNullable<ReviewRow['sub']> | null {
  const { sub, sub_specialty_id: id } = row;
  if (!sub || id === null) return null;
  const { path, specialties } = organizationOf(row);
  const booked = heldTerms(row.books ?? [], subNear(path, specialties, id));
  return pricedBy(specialties, id, sub, booked.sub_specialties?.[id]);
}

/** Everything the price of a draft depends on, were it ordered with this service. */
function inputFor(
  row: ReviewRow,
  fields: Fields,
  settings: OrganizationSettings,
  seat: SeatUsage | null,
  chosen: OfferedService,
): QuoteInput {
  const prices = pricesWith(formOf(row.kind).prices, chosen);
  const service = chosen.value;
  const sub = subPrices(row);
  const book = priceBook(prices, service, settings, {
    books: row.books ?? [],
    base_near: baseNear(organizationOf(row).path, settings, prices.services[service]?.own_price, chosen),
  });
  return {
    pages: row.files.visible_pages,
    pages_pending: row.files.pending > 0,
    pages_asked: row.files.asked > 0,
    service,
    modifier: { name: row.specialty ?? 'Specialty', factor: specialtyFactor(prices, service, sub) },
    report_cost_cents: sub?.report_cost_cents ?? DEFAULT_REPORT_COST_CENTS,
    report_overage_cost_cents: sub?.report_overage_cost_cents ?? DEFAULT_OVERAGE_CENTS,
    expedited: row.expedited,
    book,
    ...(book.tax_percent ? { state: row.state } : {}),
    ...besideOf(row.kind, fields),
    ...(chosen.priced_as ? { priced_as: chosen.priced_as } : {}),
    ...(seat && coverage(seat).included
      ? { subscription: { how: `review ${seat.used + 1} of ${seat.quota ?? 0} in ${seat.period ?? ''}` } }
      : {}),
  };
}
