import type { FieldRule, Fields, KindForm, Section } from '../form.ts';
import { type Option, PARTY_KINDS, PARTY_ROLES, PRACTICE_SETTINGS, SEXES } from '../options.ts';
import { CASE_MISSING, CASE_RULES, NEEDED_BY_DAYS } from './checks.ts';
import { CASE_FIELD_SECTIONS, CASE_SECTION_SCHEMAS, type CaseFields, caseSubject } from './fields.ts';
import { CASE_GUIDE } from './guide.ts';
import {
  CASE_SERVICES,
  CLAIM_STAGES,
  ISSUE_SCOPES,
  LICENSE_LEVELS,
  LEVEL_KEYS,
  QUESTION_BANK,
  SEVERITIES,
  SIDES_BALANCE,
  TESTIMONY,
} from './options.ts';

const read = (fields: Fields): Partial<CaseFields> => fields as Partial<CaseFields>;
/** Roles a case's parties can have: all but those of a provider under review. */
const ROLES = PARTY_ROLES.filter((r) => !['subject_provider', 'health_system', 'group'].includes(r.value));

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
export const CASE_FORM: KindForm = {
  ...CASE_GUIDE,
  schemas: CASE_SECTION_SCHEMAS,
  sections: CASE_FIELD_SECTIONS,
  missing: CASE_MISSING,
  rules: CASE_RULES as unknown as Record<Section, FieldRule<Fields>[]>,
  needed_by_days: NEEDED_BY_DAYS,
  not_copied: new Set([
    'needed_by',
    'decision_deadline',
    'terms_accepted',
    'records_complete',
    'records_follow_by',
    'requester_id',
  ]),
  told: ['claimant_dob', 'claimant_sex', 'facility', 'date_of_incident', 'issue_scope', 'severity'],
  services: CASE_SERVICES,
  stages: CLAIM_STAGES,
  options: {
    claim_stages: CLAIM_STAGES,
    sexes: SEXES,
    license_levels: LICENSE_LEVELS,
    practice_settings: PRACTICE_SETTINGS,
    testimony: TESTIMONY,
    sides_balances: SIDES_BALANCE,
    issue_scopes: ISSUE_SCOPES,
    severities: SEVERITIES,
    party_roles: ROLES,
    party_kinds: PARTY_KINDS,
  },
  question_bank: QUESTION_BANK,
  question_groups: 'issue_scopes',
  number: { path: 'step_one.claim_number', noun: 'claim number' },
  charts: () => [],
  columns(fields) {
    const f = read(fields);
    return {
      subject: caseSubject(f),
      claim_number: f.claim_number || null,
      specialty_id: f.specialty_id ?? null,
      sub_specialty_id: f.sub_specialty_id ?? null,
      state: f.venue_state ?? null,
      review_type: f.case_type || null,
      service: f.service ?? null,
      expedited: f.expedited === true,
      needed_by: f.needed_by ?? null,
      decision_deadline: f.decision_deadline ?? null,
    };
  },
  expert_need(fields) {
    const f = read(fields);
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
      second_specialty_id: f.second_specialty_id ?? null,
      notes: wishes(f),
    };
  },
  report_form: () => null,
  report_context(fields) {
    const f = read(fields);
    return {
      facts: { issue_scope: f.issue_scope ?? [], several_providers: (f.defendants?.length ?? 0) > 1 },
      questions: f.questions ?? [],
      charts: [],
    };
  },
  matter(fields) {
    const f = read(fields);
    return [
      ['Claim number', f.claim_number ?? ''],
      ['Claimant', `${f.claimant_first_name ?? ''} ${f.claimant_last_name ?? ''}`.trim()],
      ['Date of birth', f.claimant_dob ?? ''],
      ['Facility', f.facility ?? ''],
      ['Date of incident', f.date_of_incident ?? ''],
      ['Venue', f.venue_state ?? ''],
      // without the words the form adds to explain a stage
      ['Stage', CLAIM_STAGES.find((s) => s.value === f.claim_stage)?.label.split(',')[0] ?? ''],
    ];
  },
  confidentiality: () => null,
  report_readers: () => null,
};
