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
  /** The form such a review is reported on. */
  report_form: string | null;
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
      ...(more.report_form ? { report_form: more.report_form } : {}),
      ...(plan.committee ? { committee: plan.committee } : {}),
      ...(more.statute ? { statute: more.statute } : {}),
    },
  };
}

/** The fields of a step that differ from what the seat fixed when the review was begun. */
export function changedSeatFields(
  section: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const fixed: readonly string[] = SEAT_FIELDS[section as keyof typeof SEAT_FIELDS] ?? [];
  return fixed.filter((key) => (before[key] || null) !== (after[key] || null));
}
