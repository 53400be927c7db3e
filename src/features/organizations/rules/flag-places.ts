import type { OrganizationFlag } from './flags.ts';

/** The groups in which an organization's flags are shown, in their order. */
export const FLAG_GROUPS = [
  'Ordering',
  'Records',
  'Calls and closing',
  'Experts',
  'Peer reviews',
  'Medical exams',
  'Legal cases',
  'Billing',
  'E-mail and access',
  'Not in use yet',
] as const;
type FlagGroup = (typeof FLAG_GROUPS)[number];

/** Who sets a field: only Peritus's super admins, its admins too, or the organization's own admins as well. */
export type SetBy = 'super' | 'staff' | 'organization';

export interface FlagPlace {
  group: FlagGroup;
  label: string;
  set_by: SetBy;
}

const place =
  (group: FlagGroup) =>
  (label: string, set_by: SetBy = 'organization'): FlagPlace => ({ group, label, set_by });

const ordering = place('Ordering');
const records = place('Records');
const calls = place('Calls and closing');
const experts = place('Experts');
const peer = place('Peer reviews');
const exams = place('Medical exams');
const legal = place('Legal cases');
const billing = place('Billing');
const access = place('E-mail and access');

/** Where each flag stands in the console, what it is called there, and who sets it. */
export const FLAG_PLACES: Readonly<Record<OrganizationFlag, FlagPlace>> = {
  case_reviews_enabled: ordering('Case reviews', 'staff'),
  accepts_new_case_submissions: ordering('Take new case reviews'),
  allow_copy_cases: ordering('Copy a review'),
  case_type_enabled: ordering('Ask for the case type'),
  questions_for_expert_prompt_enabled: ordering('Your own prompt above the questions'),
  use_generic_claim_professional_label: ordering('Your own name for claim consultants'),
  enable_referrer_email: ordering('Tell a referrer'),
  enable_sales_tracking_by_default: ordering('Sales tracking on new reviews', 'staff'),
  enable_athena_intely_integration: records('Results as HL7 messages', 'staff'),
  enable_athena_hl7_only_mode: records('Results only as HL7 messages', 'staff'),
  allow_case_matching_without_files: records('Match without records'),
  allow_expert_selection_without_files: records('Choose an expert without records'),
  allow_demand_letter_upload: records('Demand letters'),
  enable_visible_non_visible_records_for_case_reviews: records('Hide records from the expert'),
  data_purge_enabled: records('Delete closed reviews'),
  allow_case_review_call_subscribers: calls('Others on a case review’s call'),
  allow_peer_review_call_subscribers: calls('Others on a peer review’s call'),
  allow_case_review_scheduling_with_no_expert_times: calls('Propose times for a case review'),
  allow_peer_review_scheduling_with_no_expert_times: calls('Propose times for a peer review'),
  business_hours_enabled: calls('Office hours'),
  business_hours_strict: calls('Refuse times outside office hours'),
  enable_automated_case_closeouts: calls('Close automatically'),
  enable_case_closeout_transfer_requests: calls('Transfer at closing'),
  disable_ratings: calls('No ratings'),
  redacted_medical_expert_cvs: experts('Blind candidates', 'staff'),
  medical_expert_cv_download: experts('Download CVs', 'staff'),
  enable_external_expert: experts('Experts of your own'),
  enable_expert_additional_opportunities: experts('Testifying, teaching and panel work', 'staff'),
  peer_reviews_enabled: peer('Peer reviews', 'staff'),
  accepts_new_peer_review_submissions: peer('Take new peer reviews'),
  for_peer_reviews: peer('Order peer reviews for this organization'),
  peer_review_type_enabled: peer('Ask for the peer review type'),
  allow_limited_peer_review_pricing: peer('Limited peer reviews', 'staff'),
  enable_expedited_peer_reviews: peer('Expedited peer reviews'),
  enable_needs_attention_peer_reviews: peer('Mark as needing attention'),
  enable_claimant_field_for_peer_review_submission: peer('Patient’s name for each chart'),
  enable_license_id_field_for_peer_review_subscription: peer('License numbers on seats'),
  disable_requester_emails: access('No e-mail to requesters'),
  disable_expert_emails: access('No e-mail to experts', 'staff'),
  email_domain_whitelisting_enabled: access('Only addresses of your domains'),
  imes_enabled: exams('Independent medical exams', 'staff'),
  accepts_new_ime_submissions: exams('Take new exams'),
  for_imes: exams('Order exams for this organization'),
  ime_type_enabled: exams('Ask for the exam type'),
  allow_expert_matching_without_ime_purpose_letter: exams('Match without a purpose letter', 'staff'),
  allow_ime_purpose_letter_upload: exams('Upload a purpose letter'),
  allow_ime_purpose_letter_writing_service: exams('Have purpose letters written by Peritus'),
  allow_ime_scheduling_with_no_expert_times: exams('Propose appointments for an exam'),
  allow_ime_location_assignment_during_scheduling: exams('Set the place while scheduling'),
  generics_enabled: legal('Legal cases', 'staff'),
  accepts_new_generic_submissions: legal('Take new legal cases'),
  for_generics: legal('Order legal cases for this organization'),
  allow_generic_purpose_letter_upload: legal('Upload a purpose letter'),
  allow_fee_schedule_upload: legal('Upload a fee schedule'),
  record_time_in_six_minute_steps: legal('Time in steps of six minutes'),
  use_peritus_id_for_case_number_in_legal_cases: legal('Our number as the case number'),
  enable_billing_orders: billing('Billing orders', 'staff'),
  enable_box_api_integration: records('Import from Box', 'staff'),
  enable_teams_oauth_integrations: calls('Calls by Microsoft Teams', 'staff'),
  enable_zoom_oauth_integrations: calls('Calls by Zoom', 'staff'),
};
