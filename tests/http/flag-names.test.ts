import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FLAG_ROWS } from '../../src/features/organizations/rules.ts';

/** What these switch is not built yet: exams, legal cases, integrations, billing orders, meeting types. */
const LATER = new Set([
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
  'allow_admin_manage_meeting_types',
  'box_folder_access',
]);

const TESTS = join(import.meta.dirname, '..');
const sources = ['http', 'browser'].flatMap((folder) =>
  readdirSync(join(TESTS, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !import.meta.filename.endsWith(entry.name))
    .map((entry) => readFileSync(join(TESTS, folder, entry.name), 'utf8')),
);

test('every flag has a test with it on and one with it off, or waits for what it switches', () => {
  const named = (flag: string): boolean =>
    sources.some(
      (text) =>
        (text.includes('harness/flags.ts') && text.includes(`'${flag}'`)) ||
        text.includes(`flag ${flag} %s`) ||
        (text.includes(`flag ${flag} on`) && text.includes(`flag ${flag} off`)),
    );
  expect(FLAG_ROWS.map(({ name }) => name).filter((flag) => named(flag) === LATER.has(flag))).toEqual([]);
});
