import type { OrganizationFlag } from '../../organizations/rules.ts';
import type { ReviewAction } from './actions.ts';
import { phaseOf } from './kinds.ts';
import { DAY, HOUR } from '../../../core/time.ts';
import { KINDS } from '../../../core/kinds.ts';
import { formatCents } from '../../../core/money.ts';
import { isConclusion } from '../kinds/legal-case/conclusions.ts';
import { isOutcome } from '../kinds/peer-review/options.ts';
import { cancellationFee, movingFee } from './cancellation.ts';
import type { ActionInput, ReportFacts, ReviewFacts } from './facts.ts';
import type { Guard } from './kinds.ts';
import { isApprovalOpen } from './status.ts';

/** An offered time can be chosen until this long before it. */
export const OFFER_LEAD_MS = 24 * HOUR;

/** A delivered report can be asked about for so many days, and so many times without a new order. */
const CLARIFICATION_DAYS = 30;
const FREE_CLARIFICATIONS = 2;

/** Why nothing can be asked about the newest version of a report, or null. Each clarification made one more version. */
export function clarificationRefused(
  report: Pick<ReportFacts, 'version' | 'status' | 'delivered_at'> | null,
  now: Date,
): string | null {
  if (!report?.delivered_at || report.status !== 'delivered') return 'No report has been delivered yet.';
  if (now.getTime() - report.delivered_at.getTime() > CLARIFICATION_DAYS * DAY)
    return `A report can be asked about for ${CLARIFICATION_DAYS} days after delivery, and they have passed.`;
  if (report.version > FREE_CLARIFICATIONS) return 'Both clarifications that come with a report have been asked for.';
  return null;
}

type Check = (facts: ReviewFacts, now: Date, input: ActionInput) => string | null;
const need = (holds: boolean, sentence: string): string | null => (holds ? null : sentence);
/** Whether a legal hold keeps it, its own or one of its organizations'. */
export const isHeld = (f: Pick<ReviewFacts, 'legal_hold'> & { organization: { legal_hold: boolean } }): boolean =>
  f.legal_hold || f.organization.legal_hold;
const hasCall = (f: ReviewFacts) => f.service !== 'report_only';

/** Each guard: null when it holds, otherwise a sentence that says what is missing. */
export const GUARDS: Record<Guard, Check> = {
  sections_valid: (f) =>
    need(
      f.missing_fields === 0,
      f.missing_fields === 1 ? 'One field is still missing.' : `${f.missing_fields} fields are still missing.`,
    ),
  no_billing_hold: (f) =>
    need(!f.organization.billing_hold, 'A billing hold is on. Your administrator and Peritus can lift it.'),
  no_legal_hold: (f) => need(!isHeld(f), 'A legal hold is on. Nothing is deleted until it is lifted.'),
  accepting: (f) => need(f.organization.accepts, `This organization is not accepting new ${KINDS[f.kind].singular}s.`),
  price_agreed: (f) => priceOpen(f),
  approvers_agreed: (f) => approvalOpen(f),
  records_present: (f) =>
    need(
      f.records > 0 || flag(f, 'allow_case_matching_without_files'),
      'There is no record yet. Matching starts with the first one.',
    ),
  records_uploaded: (f) =>
    need(
      f.records > 0,
      KINDS[f.kind].has_charts
        ? 'There is no record yet. Upload the charts first.'
        : 'There is no record yet. Matching starts with the first one.',
    ),
  charts_recorded: (f) =>
    need(
      f.charts.missing === 0,
      `${f.charts.missing} of ${f.charts.count} charts ${f.charts.missing === 1 ? 'is' : 'are'} still without records. Upload them, and say which chart each file belongs to.`,
    ),
  pre_order_over: (f) => need(f.pre_order !== null, 'Only what a subscription put in the calendar lapses.'),
  records_for_selection: (f) =>
    need(
      f.records > 0 || flag(f, 'allow_expert_selection_without_files'),
      'There is no record yet. Upload at least one before choosing an expert.',
    ),
  candidates_presented: (f) => need(f.candidates > 0, 'No expert has been presented yet.'),
  invitation_open: (f, now) =>
    need(
      f.invitation !== null && f.invitation.expires_at > now,
      'The invitation has ended. Peritus finds another expert.',
    ),
  attested: (f) => need(f.invitation?.attested === true, 'The conflict questions are not answered yet.'),
  service_has_call: (f) => need(hasCall(f), 'Only a written report was ordered, no call.'),
  service_is_report_only: (f) => need(!hasCall(f), 'A call was ordered, so call times come first.'),
  service_includes_report: (f) => need(f.report_included, 'No written report was ordered.'),
  three_offers: (f, now) => need(openOffers(f, now) >= 3, 'At least three times are needed, each a day or more away.'),
  offers_open: (f, now) => need(openOffers(f, now) > 0, 'No other time is on offer. Ask for new times instead.'),
  no_offers_open: (f, now) => need(openOffers(f, now) === 0, 'Other times are still on offer. Choose one of them.'),
  call_set: (f) => need(f.call?.status === 'scheduled' || f.call?.status === 'tentative', 'No call time is set.'),
  call_confirmed: (f) =>
    need(f.call !== null && f.call.status !== 'tentative', 'The expert has not confirmed the time yet.'),
  call_tentative: (f) =>
    need(
      f.call?.status === 'tentative',
      f.call ? 'The time is already confirmed. Ask to move the call instead.' : 'No time has been proposed.',
    ),
  may_propose: (f) => need(flag(f, KINDS[f.kind].propose_flag), 'The expert offers times first, then you choose one.'),
  call_started: (f, now) => need(f.call !== null && f.call.starts_at <= now, 'The call has not started yet.'),
  no_report_yet: (f) => need(f.report === null, 'There is a report already. Ask for a clarification of it instead.'),
  report_not_begun: (f) => need(f.report === null, 'The report is begun already.'),
  price_approved: (_f, _now, input) =>
    need(
      input.approved_total_cents !== undefined && input.approved_total_cents === input.report_price_cents,
      input.report_price_cents === undefined
        ? 'You have to agree to the price of the written report.'
        : `The written report costs ${formatCents(input.report_price_cents)}. Agree to that price to ask for it.`,
    ),
  report_complete: (f) => need(f.report !== null, 'There is no report yet.'),
  report_signed: (f) => need(f.report !== null && f.report.signed_at !== null, 'The report is not signed yet.'),
  clarification_open: (f, now) => clarificationRefused(f.report, now),
  clarification_included: (f) => need(f.service !== 'limited', 'A limited review comes without clarifications.'),
  call_included: (f) => need(f.service !== 'limited', 'A limited review comes without a call.'),
  file_request_open: (f) => need(f.open_file_requests > 0, 'No records have been asked for.'),
  file_requests_answered: (f) =>
    need(f.open_file_requests === 0, 'Some of the records asked for are not answered yet.'),
  closeout_enabled: (f) =>
    need(flag(f, 'enable_automated_case_closeouts'), 'This organization closes its reviews by hand.'),
  before_closeout: (f, now) =>
    need(
      f.closeout_at === null || f.clock_paused_at !== null || now < f.closeout_at,
      'It is too late: the time to stop the closeout has passed.',
    ),
  closeout_due: (f, now) => need(f.closeout_at !== null && f.closeout_at <= now, 'The closeout time has not come yet.'),
  nothing_open: (f) => nothingOpen(f),
  transfers_enabled: (f) =>
    need(flag(f, 'enable_case_closeout_transfer_requests'), 'This organization does not use transfers.'),
  transfer_requested: (f) => need(f.transfer_requested, 'Nobody has asked for a transfer.'),
  no_transfer_requested: (f) => need(!f.transfer_requested, 'A transfer was already requested and is being decided.'),
  transfer_to_colleague: (f) =>
    need(
      f.transfer_to !== null,
      f.transfer_requested ? 'It was asked to go elsewhere, not to a colleague.' : 'Nobody has asked for a transfer.',
    ),
  transfer_elsewhere: (f) =>
    need(
      f.transfer_requested && f.transfer_to === null && f.transfer_continues === null,
      f.transfer_continues !== null
        ? 'It is to continue with its expert. Grant that where it was asked.'
        : f.transfer_requested
          ? 'It was asked to go to a colleague. Hand it over.'
          : 'Nobody has asked for a transfer.',
    ),
  outcome_named: (_f, _now, input) => need(isOutcome(input.outcome), 'Choose what the committee decided.'),
  conclusion_named: (_f, _now, input) => need(isConclusion(input.outcome), 'Choose how the matter ended.'),
  fee_confirmed: (f, now, input) => {
    const fee = cancellationFee(f, now).fee_cents;
    return need(
      input.confirmed_fee_cents === fee || (fee === 0 && input.confirmed_fee_cents === undefined),
      fee === 0
        ? 'Canceling now costs nothing. Look at it once more, then cancel.'
        : `Canceling now costs ${formatCents(fee)}. Confirm that fee to cancel.`,
    );
  },
  moving_fee_confirmed: (f, now, input) => {
    const fee = input.by_requester ? movingFee(f, now).fee_cents : 0;
    const what = f.appointment ? 'exam' : 'call';
    return need(
      (input.confirmed_fee_cents ?? 0) === fee,
      fee === 0
        ? `Moving the ${what} now costs nothing. Look at it once more, then move it.`
        : `Moving the ${what} now costs ${formatCents(fee)}. Confirm that fee to move it.`,
    );
  },
  purpose_letter_there: (f) =>
    need(!lacksLetter(f), 'The purpose letter is missing. Write it, or upload it as a record “Purpose letter”.'),
  purpose_letter_missing: (f) => need(lacksLetter(f), 'Nothing is missing: release it to matching.'),
  service_has_exam: (f) => need(!withoutExam(f), 'A review of the records was ordered, without an exam.'),
  service_without_exam: (f) => need(withoutExam(f), 'An exam was ordered, so its appointment comes first.'),
  appointments_open: (f) => need(f.appointments_open > 0, 'No appointment is on offer.'),
  appointments_proposed: (f) => need(f.appointments_proposed > 0, 'No appointment is proposed.'),
  no_appointments_open: (f) => need(f.appointments_open === 0, 'Other appointments are still on offer.'),
  appointment_set: (f) => need(f.appointment?.status === 'scheduled', 'No appointment is set.'),
  appointment_ahead: (f, now) =>
    need(
      f.appointment?.status === 'scheduled' && f.appointment.starts_at > now,
      'The time of the appointment has come.',
    ),
  appointment_started: (f, now) =>
    need(
      f.appointment?.status === 'scheduled' && f.appointment.starts_at <= now,
      'The time of the appointment has not come yet.',
    ),
  appointment_recorded: (f) => need(f.appointment?.recorded === true, 'What came of the appointment is not recorded.'),
  exam_held: (f) => need(f.appointment?.status === 'held', 'No exam was held that tests could belong to.'),
  appointment_not_set: (f) => need(f.appointment?.status !== 'scheduled', 'An appointment is set.'),
  panel_open: (f) => need(f.panel_open > 0, 'No place of a panel is open.'),
  panel_full: (f) => need(f.panel_open === 0, 'An examiner of the panel is still looked for.'),
  expert_there: (f) => need(f.expert_profile_id !== null, 'No expert is on it now. Order it anew to continue.'),
  agreement_open: (f) => need(f.agreement.open, 'No agreement is proposed.'),
  agreement_signed: (f) => need(f.agreement.signed, 'The agreement is not signed by both sides yet.'),
  retainer_settled: (f) =>
    need(f.retainer_due_cents === 0, `${formatCents(f.retainer_due_cents)} of the retainer is still due.`),
  notice_proven: (f) => need(f.appointment?.notified === true, 'The proof that the notice was served is missing.'),
};

/** Whether the order still lacks its purpose letter. Where the organization neither uploads one nor has any written, none is waited for. */
export const lacksLetter = (f: ReviewFacts): boolean =>
  (flag(f, 'allow_ime_purpose_letter_upload') || flag(f, 'allow_ime_purpose_letter_writing_service')) &&
  !flag(f, 'allow_expert_matching_without_ime_purpose_letter') &&
  !f.record_categories.includes('purpose_letter');
const withoutExam = (f: ReviewFacts): boolean => f.service === 'records_review';

const flag = (f: ReviewFacts, name: OrganizationFlag | null): boolean =>
  name !== null && f.organization.flags[name] === true;
const openOffers = (f: ReviewFacts, now: Date): number =>
  f.offers.filter((at) => at.getTime() - now.getTime() >= OFFER_LEAD_MS).length;

/** Why its price is not settled: somebody has to approve it, or the requester to agree to it. */
const priceOpen = (f: ReviewFacts): string | null =>
  approvalOpen(f) ?? need(!f.requote_pending, 'The price changed. The requester has to agree to it first.');

const approvalOpen = ({ approval }: ReviewFacts): string | null =>
  need(!isApprovalOpen(approval), 'The price is not approved yet.');

/** What keeps a review from being closed: an open report, an unanswered file request, raised attention. */
function nothingOpen(f: ReviewFacts): string | null {
  if (f.open_file_requests > 0) return 'Requested records are not answered yet.';
  if (f.attention) return 'Someone marked this as needing attention. That has to be settled first.';
  if (f.report !== null && f.report.status !== 'delivered') return 'A report is under way.';
  if (f.transfer_requested && phaseOf(f) !== 'ended') return 'A transfer was requested and is not decided yet.';
  return null;
}

/** Guards that ask whether the organization uses the action at all: what it does not use is never allowed, in no state. */
export const FLAG_GUARDS: ReadonlySet<Guard> = new Set<Guard>(['may_propose', 'transfers_enabled']);

/**
 * Guards an action's own endpoint satisfies with what it brings (times, a call, an amount). They are checked when the
 * action runs, and left out when asked whether it could be taken.
 */
export const SATISFIED_BY_ENDPOINT: Readonly<Partial<Record<ReviewAction, readonly Guard[]>>> = {
  submit: ['sections_valid'],
  request_files: ['file_request_open'],
  present_candidates: ['candidates_presented'],
  invite_directly: ['invitation_open'],
  select_expert: ['invitation_open'],
  accept: ['attested'],
  accept_report_only: ['attested'],
  offer_times: ['three_offers'],
  propose_time: ['call_set'],
  choose_time: ['call_set'],
  request_report: ['price_approved'],
  sign_report: ['report_complete', 'report_signed'],
  record_outcome: ['outcome_named'],
  conclude: ['conclusion_named'],
  cancel: ['fee_confirmed'],
  reschedule: ['moving_fee_confirmed'],
  ask_new_times: ['moving_fee_confirmed'],
  accept_records_review: ['attested'],
  join_panel: ['attested'],
  offer_appointments: ['appointments_open'],
  choose_appointment: ['appointment_set'],
  propose_appointments: ['appointments_proposed'],
  confirm_appointment: ['appointment_set'],
  serve_notice: ['notice_proven'],
  move_appointment: ['moving_fee_confirmed'],
  propose_agreement: ['agreement_open'],
  counter_agreement: ['agreement_open'],
  sign_agreement: ['agreement_signed'],
  record_attended: ['appointment_recorded'],
  record_no_show: ['appointment_recorded'],
  record_late_cancellation: ['appointment_recorded'],
  record_left_early: ['appointment_recorded'],
  record_not_examined: ['appointment_recorded'],
};

/** What an action's own endpoint asks before it writes, and the guards can no longer see after: said only when offering it. */
export const CHECKED_BY_ENDPOINT: Readonly<Partial<Record<ReviewAction, readonly Guard[]>>> = {
  confirm_time: ['call_tentative'],
  confirm_appointment: ['appointments_proposed'],
};
