import { COMMON_STEP_DAYS } from '../steps/tables.ts';
import { REPORT_FACETS } from '../steps/report.ts';
import { MATCHING_FACETS } from '../steps/matching.ts';
import { FOLLOWING_AN_ORDER } from '../steps/ordering.ts';
import { SETTLED } from '../steps/ending.ts';
import type { KindProcess } from '../process.ts';

const MISSED = { schedule_status: 'missed' } as const;

/** What follows by itself in an exam, how long steps take, which facets actions move, and what cancelling costs. */
export const IME_PROCESS: KindProcess = {
  step_days: {
    ...COMMON_STEP_DAYS,
    purpose_letter_pending: [3, 1],
    expert_selection: [2, 1],
    panel_filling: [3, 1],
    scheduling: [2, 1],
    appointment_offered: [2, 1],
    rescheduling: [3, 1],
    exam_done: [10, 5],
    report_requested: [10, 5],
    awaiting_tests: [10, 10],
    report_in_progress: [10, 5],
    report_in_qa: [1, 1],
  },
  automatic_steps: [
    ...FOLLOWING_AN_ORDER,
    { to: 'in_intake', action: 'await_purpose_letter', only: 'saas' },
    { to: 'purpose_letter_pending', action: 'purpose_letter_received' },
    { to: 'scheduling', action: 'fill_panel' },
    { to: 'panel_filling', action: 'complete_panel' },
    { to: 'panel_filling', action: 'complete_panel_again' },
    { to: 'report_delivered', action: 'start_closeout', not_after: SETTLED },
  ],
  facets: {
    ...MATCHING_FACETS,
    purpose_letter_received: { matching_status: 'searching' },
    present_candidates: { matching_status: 'candidates_presented' },
    ask_other_experts: { matching_status: 'searching' },
    select_expert: { matching_status: 'invited' },
    accept: { matching_status: 'accepted', schedule_status: 'times_requested' },
    accept_records_review: { matching_status: 'accepted', report_status: 'draft' },
    withdraw_examiner: { matching_status: 'searching', schedule_status: 'none' },
    fill_panel: { schedule_status: 'none' },
    complete_panel: { schedule_status: 'times_requested' },
    complete_panel_again: { schedule_status: 'confirmed' },
    offer_appointments: { schedule_status: 'times_offered' },
    propose_appointments: { schedule_status: 'time_chosen' },
    confirm_appointment: { schedule_status: 'confirmed' },
    refuse_appointments: { schedule_status: 'times_requested' },
    choose_appointment: { schedule_status: 'confirmed' },
    no_appointment_fits: { schedule_status: 'times_requested' },
    appointments_lapsed: { schedule_status: 'times_requested' },
    move_appointment: { schedule_status: 'times_requested' },
    record_attended: { schedule_status: 'held' },
    record_no_show: MISSED,
    record_late_cancellation: MISSED,
    record_left_early: MISSED,
    record_not_examined: MISSED,
    schedule_again: { schedule_status: 'times_requested' },
    ...REPORT_FACETS,
    sign_report: { report_status: 'in_qa' },
  },
  accept: (service) => (service === 'records_review' ? 'accept_records_review' : 'accept'),
  cancellation: 'by_appointment',
  second_opinions: false,
  reopens_to: 'report_delivered',
};
