import type { Transition } from '../../../core/machine.ts';

/** Who can be meant by a row of a lifecycle: seats and offices, resolved for an actor by `officesOf`. */
export type ReviewRole =
  | 'requester'
  | 'review_manager'
  | 'expert'
  | 'assistant'
  | 'clin_ops'
  | 'matching_admin'
  | 'admin'
  | 'super_admin'
  | 'system';

/** What a row of a lifecycle may ask for; each has its sentence in `rules/guards.ts`. */
export type Guard =
  | 'sections_valid'
  | 'no_billing_hold'
  | 'no_legal_hold'
  | 'price_agreed'
  | 'accepting'
  | 'records_present'
  | 'records_uploaded'
  | 'charts_recorded'
  | 'pre_order_over'
  | 'records_for_selection'
  | 'candidates_presented'
  | 'invitation_open'
  | 'attested'
  | 'service_has_call'
  | 'service_is_report_only'
  | 'service_includes_report'
  | 'three_offers'
  | 'offers_open'
  | 'no_offers_open'
  | 'call_set'
  | 'call_confirmed'
  | 'call_tentative'
  | 'may_propose'
  | 'call_started'
  | 'no_report_yet'
  | 'report_not_begun'
  | 'price_approved'
  | 'report_complete'
  | 'report_signed'
  | 'clarification_open'
  | 'clarification_included'
  | 'call_included'
  | 'file_request_open'
  | 'file_requests_answered'
  | 'closeout_enabled'
  | 'before_closeout'
  | 'closeout_due'
  | 'nothing_open'
  | 'transfers_enabled'
  | 'no_transfer_requested'
  | 'transfer_requested'
  | 'transfer_to_colleague'
  | 'transfer_elsewhere'
  | 'outcome_named'
  | 'fee_confirmed';

/** A row of a lifecycle, of whichever kind. */
export type Step = Transition<string, string, ReviewRole, Guard>;
