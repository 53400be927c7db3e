import { COMMON_STEP_DAYS } from '../steps/tables.ts';
import { REPORT_FACETS } from '../steps/report.ts';
import { CALL_FACETS, CALL_STEP_DAYS } from '../steps/call.ts';
import { MATCHING_FACETS } from '../steps/matching.ts';
import { FOLLOWING_AN_ORDER } from '../steps/ordering.ts';
import type { KindProcess } from '../process.ts';

/** What follows by itself in a peer review, how long steps take, which facets actions move, and what cancelling costs. */
export const PEER_REVIEW_PROCESS: KindProcess = {
  step_days: {
    ...COMMON_STEP_DAYS,
    ...CALL_STEP_DAYS,
    in_review: [10, 3],
    report_submitted: [1, 1],
    in_qa: [1, 1],
  },
  automatic_steps: [...FOLLOWING_AN_ORDER, { to: 'report_submitted', action: 'open_qa', only: 'saas' }],
  facets: {
    ...MATCHING_FACETS,
    ...CALL_FACETS,
    request_call: { schedule_status: 'times_requested' },
    give_up_call: { schedule_status: 'none' },
    accept: { matching_status: 'accepted' },
    ...REPORT_FACETS,
    sign_report: { report_status: 'submitted' },
    open_qa: { report_status: 'in_qa' },
  },
  accept: () => 'accept',
  cancellation: 'by_report',
  second_opinions: true,
  reopens_to: 'completed',
};
