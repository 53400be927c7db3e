import { type ActorKind, isRequesterSide, isAdmin } from '../../../../core/actor.ts';
import { reportFormOf } from './checks.ts';

/** What is known of a provider under review; a seat carries it into every review ordered for it. */
export interface SeatProvider {
  provider_name: string;
  /** The name is a code; nobody is told whose it is. */
  provider_blind: boolean;
  license_type: string;
  license_id: string | null;
  npi: string | null;
  state: string;
  specialty_id: number;
  sub_specialty_id: number;
}

/** The parts of a plan that a review ordered under it takes over. */
export interface PlanOrder {
  review_type: string;
  facility: string;
  committee: string;
  service: string;
  charts_per_review: number;
}

/** Why nobody orders from a seat any more, with the status that says so; null while it is somebody's. */
export function whyClosed(seat: { status: string; plan_status: string }): { status: string; says: string } | null {
  if (seat.status === 'replaced')
    return { status: seat.status, says: 'Another provider has taken this seat. Order from that one.' };
  if (seat.plan_status === 'ended')
    return { status: seat.plan_status, says: 'This subscription has ended. Order a peer review of its own.' };
  return null;
}

/** The fields a seat fixes in an order, by step. Which ones they are is the same for everybody. */
export const SEAT_FIELDS = {
  step_one: ['review_type', 'service'],
  step_two: [
    'provider_name',
    'provider_blind',
    'license_type',
    'license_id',
    'npi',
    'state',
    'specialty_id',
    'sub_specialty_id',
  ],
  step_three: [],
  step_four: [],
} as const satisfies Record<string, readonly string[]>;

const REASON_OF_TYPE: Readonly<Record<string, string>> = { chart_audit: 'random_sample', oppe: 'oppe', fppe: 'fppe' };

interface FirstFields {
  /** The form of the plan's type, where that is the organization's own; null: its form follows from the plan. */
  own_form: string | null;
  /** The statute to begin with. */
  statute: string | null;
  /** The license number is kept where the organization asks for it. */
  with_license_id: boolean;
  /** Charts are laid out with their labels, for a review that waits for them. */
  with_charts: boolean;
}

/** The first fields of a review ordered for a seat, by step. Records, dates and consent are the requester's. */
export function seatSections(
  plan: PlanOrder,
  seat: SeatProvider,
  more: FirstFields,
): Record<string, Record<string, unknown>> {
  const reason = REASON_OF_TYPE[plan.review_type];
  const { review_type, service } = plan;
  const report_form = reportFormOf({ review_type, service, report_form: more.own_form });
  const parties = [
    ...(seat.provider_blind ? [] : [{ name: seat.provider_name, role: 'subject_provider', kind: 'person' }]),
    ...(plan.facility ? [{ name: plan.facility, role: 'facility', kind: 'facility' }] : []),
  ];
  return {
    step_one: {
      review_type: plan.review_type,
      service: plan.service,
      facility: plan.facility,
      ...(reason ? { reason } : {}),
    },
    step_two: {
      provider_name: seat.provider_name,
      provider_blind: seat.provider_blind,
      license_type: seat.license_type,
      ...(more.with_license_id && seat.license_id ? { license_id: seat.license_id } : {}),
      ...(seat.npi ? { npi: seat.npi } : {}),
      state: seat.state,
      specialty_id: seat.specialty_id,
      sub_specialty_id: seat.sub_specialty_id,
      ...(parties.length > 0 ? { conflict_parties: parties } : {}),
    },
    ...(more.with_charts
      ? {
          step_three: {
            charts: Array.from({ length: plan.charts_per_review }, (_, n) => ({
              key: `chart_${n + 1}`,
              label: `Chart ${n + 1}`,
              encounters: [],
            })),
          },
        }
      : {}),
    step_four: {
      ...(report_form ? { report_form } : {}),
      ...(plan.committee ? { committee: plan.committee } : {}),
      ...(more.statute ? { statute: more.statute } : {}),
    },
  };
}

/** Fields whose values differ; what is empty and what is missing are the same. */
export const differing = <K extends string>(
  keys: readonly K[],
  before: Readonly<Partial<Record<K, unknown>>>,
  after: Readonly<Partial<Record<K, unknown>>>,
): K[] => keys.filter((key) => (before[key] || null) !== (after[key] || null));

/** The fields of a step that differ from what the seat fixed when the review was begun. */
export function changedSeatFields(
  section: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const fixed: readonly string[] = SEAT_FIELDS[section as keyof typeof SEAT_FIELDS] ?? [];
  return differing(fixed, before, after);
}

const CORRECTABLE = SEAT_FIELDS.step_two;
export type SeatField = (typeof CORRECTABLE)[number];

/** What each detail is called. */
export const SEAT_FIELD_LABELS: Readonly<Record<SeatField, string>> = {
  provider_name: 'Provider',
  provider_blind: 'The name is a code',
  license_type: 'License type',
  license_id: 'License number',
  npi: 'NPI',
  state: 'State',
  specialty_id: 'Specialty',
  sub_specialty_id: 'Sub-specialty',
};

/** The details of a seat a correction changes. */
export const correctedFields = (before: SeatProvider, after: SeatProvider): SeatField[] =>
  differing(CORRECTABLE, before, after);

type Steps = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
interface Named {
  name?: unknown;
  role?: unknown;
}

/**
 * The steps of a review begun for a seat and not ordered yet, as a correction of the seat leaves them: what the seat
 * gave it and nobody could change, its provider among the conflict parties, and the statute where it was the one of the
 * seat's state. Everything else is the requester's. Answers the steps that change, whole.
 */
export function correctedSections(
  steps: Steps,
  before: SeatProvider,
  after: SeatProvider,
  /** The license number is kept where the organization asks for it; the statute a state's reviews begin with. */
  { with_license_id, statuteOf }: { with_license_id: boolean; statuteOf: (state: string) => string | null },
): Record<string, Record<string, unknown>> {
  const changed = correctedFields(before, after).filter((key) => key !== 'license_id' || with_license_id);
  if (changed.length === 0) return {};
  const two: Record<string, unknown> = { ...steps['step_two'] };
  for (const key of changed) {
    const value = after[key];
    if (value === null || value === '') delete two[key];
    else two[key] = value;
  }
  const named = changed.includes('provider_name') || changed.includes('provider_blind');
  if (named) {
    const parties = partiesOf(two['conflict_parties'], before, after);
    if (parties.length > 0) two['conflict_parties'] = parties;
    else delete two['conflict_parties'];
  }
  const four = steps['step_four'] ?? {};
  const [was, is] = [statuteOf(before.state), statuteOf(after.state)];
  return {
    step_two: two,
    ...(before.state !== after.state && was !== null && is !== null && four['statute'] === was
      ? { step_four: { ...four, statute: is } }
      : {}),
  };
}

/** The conflict parties with the seat's provider by the right name; a code names nobody. */
function partiesOf(parties: unknown, before: SeatProvider, after: SeatProvider): unknown[] {
  const all: unknown[] = Array.isArray(parties) ? parties : [];
  const own = (one: unknown): boolean => {
    const { name, role } = (one ?? {}) as Named;
    return role === 'subject_provider' && name === before.provider_name;
  };
  const provider = { name: after.provider_name, role: 'subject_provider', kind: 'person' };
  if (after.provider_blind) return all.filter((one) => !own(one));
  if (before.provider_blind) return [provider, ...all];
  return all.map((one) => (own(one) ? { ...(one as object), name: after.provider_name } : one));
}

/** Whoever orders peer reviews orders from a seat, too. Support reads only. */
export const mayOrderFromSeat = (kind: ActorKind): boolean => isRequesterSide(kind) || isAdmin(kind);

/** Said to those who may not. */
export const WHO_ORDERS_FROM_SEAT = 'Only those who order peer reviews order from a seat.';
