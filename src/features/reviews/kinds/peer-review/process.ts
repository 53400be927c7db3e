import { CALL_FACETS, MATCHING_FACETS } from '../common-steps.ts';
import type { KindProcess } from '../process.ts';

/** What follows by itself in a peer review, how long steps take, which facets actions move, and what cancelling costs. */
export const PEER_REVIEW_PROCESS: KindProcess = {
  step_days: {
    submitted: [1, 1],
    in_intake: [1, 1],
    matching: [2, 1],
    in_review: [10, 3],
    report_submitted: [1, 1],
    in_qa: [1, 1],
    awaiting_times: [2, 1],
    awaiting_time_choice: [2, 1],
    needs_information: [3, 1],
  },
  follow: [
    { to: 'submitted', action: 'open_intake' },
    { to: 'in_intake', action: 'release_to_matching', only: 'saas' },
    { to: 'report_submitted', action: 'open_qa', only: 'saas' },
  ],
  facets: {
    ...MATCHING_FACETS,
    ...CALL_FACETS,
    request_call: { schedule_status: 'times_requested' },
    give_up_call: { schedule_status: 'none' },
    accept: { matching_status: 'accepted' },
    start_report: { report_status: 'draft' },
    sign_report: { report_status: 'submitted' },
    open_qa: { report_status: 'in_qa' },
    return_report: { report_status: 'returned' },
    approve_report: { report_status: 'delivered' },
    ask_clarification: { report_status: 'addendum_requested' },
  },
  accept: () => 'accept',
  cancellation: 'by_report',
  second_opinions: true,
  reopens_to: 'completed',
};
