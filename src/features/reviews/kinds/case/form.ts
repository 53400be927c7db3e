import { dateText } from '../../../../core/dates.ts';
import { formOfTable } from '../field.ts';
import { type KindForm, kindForm } from '../form.ts';
import { type Option, PRACTICE_SETTINGS } from '../options.ts';
import { CASE_RULES, NEEDED_BY_DAYS } from './checks.ts';
import { CASE_FIELDS, type CaseFields, caseSubject } from './fields.ts';
import { CASE_GUIDE } from './guide.ts';
import { CASE_SERVICES, CLAIM_STAGES, LEVEL_KEYS, QUESTION_BANK, SIDES_BALANCE, TESTIMONY } from './options.ts';
import { CASE_PRICES } from './prices.ts';

/** What a requester wishes beyond what is ranked, for the matching desk to weigh. */
function wishes(f: Partial<CaseFields>): { label: string; value: string }[] {
  const labelOf = (rows: readonly Option[], value: string | null | undefined) =>
    rows.find((row) => row.value === value)?.label ?? '';
  return [
    { label: 'Would like', value: f.preferred_expert ?? '' },
    { label: 'Testimony', value: labelOf(TESTIMONY, f.testimony) },
    { label: 'Other work', value: labelOf(SIDES_BALANCE, f.sides_balance) },
    { label: 'Gender', value: f.gender_preference ?? '' },
    { label: 'Language', value: f.language_preference ?? '' },
    { label: 'How many', value: (f.number_of_experts ?? 1) > 1 ? `${f.number_of_experts} experts` : '' },
  ].filter(({ value }) => value !== '');
}

/** The order of a case review. */
export const CASE_FORM: KindForm = kindForm<CaseFields>({
  ...CASE_GUIDE,
  example: [],
  ...formOfTable(CASE_FIELDS, caseSubject),
  rules: CASE_RULES,
  needed_by_days: NEEDED_BY_DAYS,
  services: CASE_SERVICES,
  prices: CASE_PRICES,
  types: [],
  stages: CLAIM_STAGES,
  question_bank: QUESTION_BANK,
  question_groups: 'issue_scopes',
  number: { path: 'step_one.claim_number', noun: 'claim number' },
  charts: () => [],
  expert_need(f) {
    return {
      license_keys: f.license_level ? LEVEL_KEYS[f.license_level] : [],
      preferred_states: f.preferred_states ?? [],
      licensed_in: f.licensed_states ?? [],
      excluded_states: f.excluded_states ?? [],
      setting: PRACTICE_SETTINGS.find((s) => s.value === f.practice_setting)?.label ?? null,
      board_certified: f.board_certification_required === true,
      active_within_years: f.active_within_years ?? null,
      excluded_experts: f.excluded_experts ?? [],
      preferred_experts: f.preferred_expert ? [f.preferred_expert] : [],
      further_specialty_ids: f.second_specialty_id ? [f.second_specialty_id] : [],
      near: null,
      max_hourly_cents: null,
      notes: wishes(f),
    };
  },
  report_form: () => null,
  report_context(f) {
    return {
      facts: { issue_scope: f.issue_scope ?? [], several_providers: (f.defendants?.length ?? 0) > 1 },
      questions: f.questions ?? [],
      charts: [],
    };
  },
  matter(f) {
    return [
      ['Claim number', f.claim_number ?? ''],
      ['Claimant', `${f.claimant_first_name ?? ''} ${f.claimant_last_name ?? ''}`.trim()],
      ['Date of birth', f.claimant_dob ? dateText(f.claimant_dob, 'long') : ''],
      ['Facility', f.facility ?? ''],
      ['Date of incident', f.date_of_incident ? dateText(f.date_of_incident, 'long') : ''],
      ['Venue', f.venue_state ?? ''],
      // without the words the form adds to explain a stage
      ['Stage', CLAIM_STAGES.find((s) => s.value === f.claim_stage)?.label.split(',')[0] ?? ''],
    ];
  },
  protection: () => null,
  report_readers: () => null,
});
