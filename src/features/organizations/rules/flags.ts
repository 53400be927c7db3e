import { KIND_NAMES, KINDS, type Kind } from '../../../core/kinds.ts';

/** Where a flag is kept and whom it concerns. */
type FlagScope = 'organization' | 'user' | 'expert_profile';

/** One flag of the registry: what it is called, what holds when nobody says otherwise, and what it does. */
export interface FlagRow {
  name: string;
  type: 'boolean';
  default: boolean;
  scope: FlagScope;
  explanation: string;
}

/** [on by default, what it does]; "off" always means: not offered, and refused when sent. */
const ORGANIZATION = {
  case_reviews_enabled: [true, 'Case reviews exist for the organization’s people: in navigation, lists and the API.'],
  peer_reviews_enabled: [true, 'Peer reviews exist for the organization’s people: in navigation, lists and the API.'],
  imes_enabled: [
    true,
    'Independent medical exams exist for the organization’s people: in navigation, lists and the API.',
  ],
  generics_enabled: [true, 'Legal cases exist for the organization’s people: in navigation, lists and the API.'],
  accepts_new_case_submissions: [true, 'New case reviews can be started, copied and submitted.'],
  accepts_new_peer_review_submissions: [true, 'New peer reviews can be started, copied and submitted.'],
  accepts_new_ime_submissions: [true, 'New independent medical exams can be started, copied and submitted.'],
  accepts_new_generic_submissions: [true, 'New legal cases can be started, copied and submitted.'],
  for_peer_reviews: [true, 'The organization is offered as ordering organization in step one of a peer review.'],
  for_imes: [true, 'The organization is offered as ordering organization in step one of an independent medical exam.'],
  for_generics: [true, 'The organization is offered as ordering organization in step one of a legal case.'],
  allow_case_matching_without_files: [false, 'A case may go to matching before any record is uploaded.'],
  allow_expert_selection_without_files: [false, 'An expert may be selected before any record is uploaded.'],
  allow_expert_matching_without_ime_purpose_letter: [
    false,
    'An independent medical exam goes to matching without a purpose letter.',
  ],
  allow_ime_purpose_letter_upload: [
    true,
    'The purpose letter of an exam can be uploaded in step three and on the detail page.',
  ],
  allow_ime_purpose_letter_writing_service: [
    false,
    'Peritus can be asked to write the purpose letter of an exam; the requester sends or returns it.',
  ],
  allow_generic_purpose_letter_upload: [true, 'A purpose letter can be uploaded in step three of a legal case.'],
  allow_fee_schedule_upload: [true, 'A fee schedule can be uploaded in step four of a legal case.'],
  allow_demand_letter_upload: [true, 'A demand letter can be uploaded in step three of a case review.'],
  allow_case_review_call_subscribers: [
    true,
    'People can be added who get the invitations and reminders of a case review’s call and may join it.',
  ],
  allow_peer_review_call_subscribers: [
    true,
    'People can be added who get the invitations and reminders of a peer review’s call and may join it.',
  ],
  allow_case_review_scheduling_with_no_expert_times: [
    false,
    'The requester may propose call times for a case review when the expert has given none; the expert confirms.',
  ],
  allow_peer_review_scheduling_with_no_expert_times: [
    false,
    'The requester may propose call times for a peer review when the expert has given none; the expert confirms.',
  ],
  allow_ime_scheduling_with_no_expert_times: [
    false,
    'The requester may propose exam times when the expert has given none; the expert confirms.',
  ],
  allow_ime_location_assignment_during_scheduling: [
    false,
    'The place of an exam may stay open in the wizard and is set when it is scheduled.',
  ],
  allow_copy_cases: [true, 'A review can be copied into a new draft with its fields and without its files.'],
  allow_limited_peer_review_pricing: [
    false,
    'Step one of a peer review offers limited and standard, priced accordingly.',
  ],
  business_hours_enabled: [false, 'Call times outside the business hours are warned about.'],
  business_hours_strict: [false, 'Call times outside the business hours are refused.'],
  case_type_enabled: [false, 'Step one of a case review asks for the case type; lists can be filtered by it.'],
  ime_type_enabled: [false, 'Step one of an exam asks for the exam type; lists can be filtered by it.'],
  peer_review_type_enabled: [true, 'Step one of a peer review asks for the review type; lists can be filtered by it.'],
  data_purge_enabled: [false, 'Closed reviews are purged after the set delay, with warnings before.'],
  disable_expert_emails: [false, 'Experts get no e-mail; notices in the product stay.'],
  disable_requester_emails: [false, 'Requesters get no e-mail; notices in the product stay.'],
  disable_ratings: [false, 'Nobody is asked to rate, and the rating pages say so.'],
  email_domain_whitelisting_enabled: [
    false,
    'Only addresses of the allowed domains can register, be invited, subscribe or attend.',
  ],
  enable_athena_intely_integration: [false, 'Delivered results also go out as HL7 messages.'],
  enable_athena_hl7_only_mode: [false, 'Delivered results go out as HL7 messages and in no other way.'],
  enable_automated_case_closeouts: [true, 'Case reviews close automatically after the set delay.'],
  enable_billing_orders: [
    false,
    'What a review is charged for is approved by the organization’s own people before it is invoiced, on a purchase order where they have one.',
  ],
  enable_box_api_integration: [false, 'Files can be imported from Box by people who may use it.'],
  enable_case_closeout_transfer_requests: [false, 'A transfer can be requested when a case review is closed.'],
  enable_claimant_field_for_peer_review_submission: [
    false,
    'Step three of a peer review asks for the patient’s name for each chart instead of a label only.',
  ],
  enable_expedited_peer_reviews: [true, 'Peer reviews can be ordered expedited, with a surcharge and shorter clocks.'],
  enable_license_id_field_for_peer_review_subscription: [
    false,
    'Seats and step two of a peer review carry a license number.',
  ],
  enable_expert_additional_opportunities: [
    false,
    'Experts can say they are open to testifying, teaching and panel work, and matching sees it.',
  ],
  enable_external_expert: [false, 'The organization invites and uses its own experts in addition to the platform’s.'],
  enable_referrer_email: [
    false,
    'Step one asks for a referrer’s e-mail, and the referrer gets status mails without details.',
  ],
  enable_sales_tracking_by_default: [false, 'New reviews carry sales tracking, which staff can edit.'],
  enable_teams_oauth_integrations: [false, 'Microsoft Teams can be connected and used for calls.'],
  enable_zoom_oauth_integrations: [false, 'Zoom can be connected and used for calls.'],
  enable_needs_attention_peer_reviews: [
    true,
    'A peer review can be marked as needing attention, which has its own tab, badge and alerts.',
  ],
  enable_visible_non_visible_records_for_case_reviews: [
    false,
    'Each record of a case review is marked visible to the expert or not; hidden ones never reach the expert.',
  ],
  medical_expert_cv_download: [false, 'Requesters may download an expert’s CV instead of only viewing it.'],
  redacted_medical_expert_cvs: [true, 'Candidates are shown without names, with a redacted CV.'],
  questions_for_expert_prompt_enabled: [
    true,
    'The organization’s own prompt appears above the questions for the expert.',
  ],
  use_generic_claim_professional_label: [
    false,
    'The organization’s own label replaces “claim consultant” everywhere its people see it.',
  ],
  record_time_in_six_minute_steps: [false, 'New agreements of legal cases count time in steps of six minutes.'],
  use_peritus_id_for_case_number_in_legal_cases: [
    false,
    'A legal case’s number is given by the platform instead of entered by the requester.',
  ],
} as const satisfies Record<string, readonly [boolean, string]>;

const USER = {
  enable_admin_alert_emails: [
    false,
    'Operational alerts come by e-mail: attention, three failed invitations, failed deliveries, stuck jobs.',
  ],
  allow_admin_manage_meeting_types: [false, 'May edit meeting types: names, lengths, buffers and prices.'],
  enable_bookmark_urls: [false, 'The user’s bookmarks are in the user menu and open in a new tab.'],
  send_peritus_one_time_email: [false, 'One introduction e-mail at the next sign-in; the flag then clears itself.'],
  box_folder_access: [false, 'May browse the Box folders given to the user.'],
} as const satisfies Record<string, readonly [boolean, string]>;

const EXPERT_PROFILE = {
  display_earnings: [true, 'The expert sees earnings and the fee on invitations.'],
  display_contact_information: [false, 'The requester sees the expert’s phone and e-mail after acceptance.'],
} as const satisfies Record<string, readonly [boolean, string]>;

export type OrganizationFlag = keyof typeof ORGANIZATION;
type UserFlag = keyof typeof USER;
export type OrganizationFlags = Record<OrganizationFlag, boolean>;
export type UserFlags = Record<UserFlag, boolean>;

export const ORGANIZATION_FLAGS = Object.keys(ORGANIZATION) as OrganizationFlag[];
const USER_FLAGS = Object.keys(USER) as UserFlag[];

const rows = (flags: Record<string, readonly [boolean, string]>, scope: FlagScope): FlagRow[] =>
  Object.entries(flags).map(([name, [fallback, explanation]]) => ({
    name,
    type: 'boolean',
    default: fallback,
    scope,
    explanation,
  }));

/** Every flag there is, in the order it is shown. */
export const FLAG_ROWS: readonly FlagRow[] = [
  ...rows(ORGANIZATION, 'organization'),
  ...rows(USER, 'user'),
  ...rows(EXPERT_PROFILE, 'expert_profile'),
];

/** What holds for an organization flag when neither the organization nor a parent sets it. */
export const organizationFlagDefault = (flag: OrganizationFlag): boolean => ORGANIZATION[flag][0];

/**
 * The flags as they hold for an organization: its own value, else the nearest parent's, else the default.
 * `path` is the organization first, then its parents. Values that are not booleans count as not set.
 */
export function resolveFlags(path: readonly { flags: unknown }[]): OrganizationFlags {
  const flags = {} as OrganizationFlags;
  for (const name of ORGANIZATION_FLAGS) {
    flags[name] = nearest(path, (step) => booleanIn(step.flags, name)) ?? ORGANIZATION[name][0];
  }
  return flags;
}

/** A user's flags; what is not set has its default. */
export function resolveUserFlags(stored: unknown): UserFlags {
  const flags = {} as UserFlags;
  for (const name of USER_FLAGS) flags[name] = booleanIn(stored, name) ?? USER[name][0];
  return flags;
}

/** The review kinds an organization with these flags has. */
export function enabledKinds(flags: OrganizationFlags): Kind[] {
  return KIND_NAMES.filter((kind) => flags[KINDS[kind].enabled_flag]);
}

/** The first step of a path for which `value` answers something. */
export function nearest<S, T>(path: readonly S[], value: (step: S) => T | undefined): T | undefined {
  for (const step of path) {
    const found = value(step);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A member of a stored map, when the map has it itself. */
export function memberOf(map: unknown, name: string): unknown {
  return typeof map === 'object' && map !== null && Object.hasOwn(map, name)
    ? (map as Record<string, unknown>)[name]
    : undefined;
}

function booleanIn(map: unknown, name: string): boolean | undefined {
  const value = memberOf(map, name);
  return typeof value === 'boolean' ? value : undefined;
}
