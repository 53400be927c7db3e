import { COMMON_STEP_DAYS } from '../steps/tables.ts';
import { REPORT_FACETS } from '../steps/report.ts';
import { CALL_FACETS, CALL_STEP_DAYS } from '../steps/call.ts';
import { MATCHING_FACETS } from '../steps/matching.ts';
import { FOLLOWING_AN_ORDER } from '../steps/ordering.ts';
import { SETTLED } from '../steps/ending.ts';
import type { KindProcess } from '../process.ts';

/** What follows by itself in a legal case, how long steps take, which facets actions move, and what cancelling costs. */
export const LEGAL_PROCESS: KindProcess = {
  step_days: {
    submitted: COMMON_STEP_DAYS.submitted,
    matching: COMMON_STEP_DAYS.matching,
    needs_information: COMMON_STEP_DAYS.needs_information,
    ...CALL_STEP_DAYS,
    conflict_check: [1, 1],
    agreement_pending: [3, 1],
    agreement_proposed: [5, 2],
    agreement_countered: [5, 2],
    retainer_pending: [10, 5],
    conflicted: [2, 1],
    expert_withdrawn: [3, 1],
    expert_selection: [3, 1],
    interviewing: [10, 5],
    report_requested: [10, 5],
    report_in_progress: [10, 5],
    report_in_qa: [1, 1],
  },
  automatic_steps: [
    FOLLOWING_AN_ORDER[0],
    { to: 'conflict_check', action: 'release_to_matching', only: 'saas' },
    { to: 'retainer_pending', action: 'settle_retainer' },
    { to: 'concluded', action: 'start_closeout', not_after: SETTLED },
  ],
  facets: {
    ...MATCHING_FACETS,
    present_candidates: { matching_status: 'candidates_presented' },
    ask_other_experts: { matching_status: 'searching' },
    select_expert: { matching_status: 'invited' },
    accept: { matching_status: 'accepted' },
    replace_expert: { matching_status: 'searching' },
    request_conference: { schedule_status: 'times_requested' },
    give_up_call: { schedule_status: 'none' },
    ...CALL_FACETS,
    ...REPORT_FACETS,
    request_report: { report_status: 'draft' },
    sign_report: { report_status: 'in_qa' },
  },
  accept: () => 'accept',
  cancellation: 'by_hours',
  second_opinions: false,
  by_the_hour: {
    open: [
      'retained',
      'awaiting_times',
      'awaiting_time_choice',
      'call_scheduled',
      'report_requested',
      'report_in_progress',
      'report_in_qa',
      'report_delivered',
    ],
    late: ['concluded', 'closeout_pending'],
  },
  reopens_to: 'concluded',
};
