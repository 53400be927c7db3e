import type { OrganizationFlag } from '../../src/features/organizations/rules.ts';

/** Flags of organizations whose matter is not built yet: exams, legal cases, integrations, billing orders. Who builds one takes its own off. */
export const WAITING_FLAGS: readonly OrganizationFlag[] = [
  'imes_enabled',
  'generics_enabled',
  'accepts_new_ime_submissions',
  'accepts_new_generic_submissions',
  'for_imes',
  'for_generics',
  'allow_expert_matching_without_ime_purpose_letter',
  'allow_ime_purpose_letter_upload',
  'allow_ime_purpose_letter_writing_service',
  'allow_generic_purpose_letter_upload',
  'allow_fee_schedule_upload',
  'allow_ime_scheduling_with_no_expert_times',
  'allow_ime_location_assignment_during_scheduling',
  'ime_type_enabled',
  'enable_athena_intely_integration',
  'enable_athena_hl7_only_mode',
  'enable_billing_orders',
  'enable_box_api_integration',
  'enable_teams_oauth_integrations',
  'enable_zoom_oauth_integrations',
  'use_peritus_id_for_case_number_in_legal_cases',
];
