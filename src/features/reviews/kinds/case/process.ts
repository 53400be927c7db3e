import { COMMON_STEP_DAYS } from '../steps/tables.ts';
import { REPORT_FACETS } from '../steps/report.ts';
import { CALL_FACETS, CALL_STEP_DAYS } from '../steps/call.ts';
import { MATCHING_FACETS } from '../steps/matching.ts';
import { FOLLOWING_AN_ORDER } from '../steps/ordering.ts';
import { SETTLED } from '../steps/ending.ts';
import type { KindProcess } from '../process.ts';

/** What follows by itself in a case review, how long steps take, which facets actions move, and what cancelling costs. */
export const CASE_PROCESS: KindProcess = {
  step_days: {
    ...COMMON_STEP_DAYS,
    ...CALL_STEP_DAYS,
    expert_selection: [2, 1],
    report_requested: [10, 5],
    report_in_progress: [10, 5],
    report_in_qa: [1, 1],
  },
  automatic_steps: [
    ...FOLLOWING_AN_ORDER,
    { to: 'call_completed', action: 'start_ordered_report', after: ['call_held'] },
    { to: 'call_completed', action: 'start_closeout', not_after: SETTLED },
    { to: 'report_delivered', action: 'start_closeout', not_after: SETTLED },
  ],
  facets: {
    ...MATCHING_FACETS,
    present_candidates: { matching_status: 'candidates_presented' },
    ask_other_experts: { matching_status: 'searching' },
    select_expert: { matching_status: 'invited' },
    accept: { matching_status: 'accepted', schedule_status: 'times_requested' },
    accept_report_only: { matching_status: 'accepted', report_status: 'draft' },
    ...CALL_FACETS,
    ...REPORT_FACETS,
    sign_report: { report_status: 'in_qa' },
  },
  accept: (service) => (service === 'report_only' ? 'accept_report_only' : 'accept'),
  cancellation: 'by_call',
  second_opinions: false,
  continues_as: 'Generic',
  reopens_to: 'call_completed',
};
