import { formOfTable } from '../field.ts';
import { type KindForm, kindForm } from '../form.ts';
import { type Option, PRACTICE_SETTINGS, stateName } from '../options.ts';
import { grouped } from '../../../../core/phrases.ts';
import { LEGAL_RULES, NEEDED_BY_DAYS } from './checks.ts';
import { LEGAL_EXAMPLE } from './example.ts';
import { LEGAL_FIELDS, type LegalFields, legalSubject } from './fields.ts';
import { LEGAL_GUIDE } from './guide.ts';
import { LEGAL_QUESTION_BANK, LEGAL_SERVICES, MATTER_STAGES, PRIOR_TESTIMONY, SIDES, WORK_WANTED } from './options.ts';
import { LEGAL_PRICES } from './prices.ts';

const labelOf = (rows: readonly Option[], value: string | null | undefined): string =>
  rows.find((row) => row.value === value)?.label ?? '';

/** What a requester wishes beyond what is ranked, for the matching desk to weigh. */
const wishes = (f: Partial<LegalFields>): { label: string; value: string }[] =>
  [
    { label: 'For', value: labelOf(SIDES, f.side) },
    { label: 'Work', value: (f.work_wanted ?? []).map((one) => labelOf(WORK_WANTED, one)).join(', ') },
    { label: 'In court', value: f.prior_testimony === 'either' ? '' : labelOf(PRIOR_TESTIMONY, f.prior_testimony) },
    { label: 'Highest rate', value: f.max_rate ? `$${grouped(f.max_rate)} an hour` : '' },
    { label: 'Budget', value: f.budget_cap ? `$${grouped(f.budget_cap)} in all` : '' },
    { label: 'Would like', value: f.preferred_expert ?? '' },
  ].filter(({ value }) => value !== '');

/** The order of a legal case. */
export const LEGAL_FORM: KindForm = kindForm<LegalFields>({
  ...LEGAL_GUIDE,
  example: LEGAL_EXAMPLE,
  ...formOfTable(LEGAL_FIELDS, legalSubject),
  rules: LEGAL_RULES,
  needed_by_days: NEEDED_BY_DAYS,
  services: LEGAL_SERVICES,
  later_call: {
    value: 'conference',
    label: 'Conference, 60 minutes',
    minutes: 60,
    report: false,
    gets: 'The expert’s opinion by phone, before anything is in writing.',
  },
  prices: LEGAL_PRICES,
  types: [],
  stages: MATTER_STAGES,
  question_bank: LEGAL_QUESTION_BANK,
  question_groups: 'legal_issues',
  number: { path: 'step_one.case_number', noun: 'case number' },
  charts: () => [],
  expert_need: (f) => ({
    license_keys: [],
    preferred_states: [],
    licensed_in: f.licensed_states ?? [],
    excluded_states: f.excluded_states ?? [],
    setting: PRACTICE_SETTINGS.find((s) => s.value === f.practice_setting)?.label ?? null,
    board_certified: f.board_certification_required === true,
    active_within_years: f.active_within_years ?? null,
    excluded_experts: f.excluded_experts ?? [],
    preferred_experts: f.preferred_expert ? [f.preferred_expert] : [],
    further_specialty_ids: f.second_specialty_id ? [f.second_specialty_id] : [],
    near: null,
    max_hourly_cents: f.max_rate ? Math.round(f.max_rate * 100) : null,
    notes: wishes(f),
  }),
  told_first: (f) => [
    ['For', labelOf(SIDES, f.side)],
    ['Work', (f.work_wanted ?? []).map((one) => labelOf(WORK_WANTED, one)).join(', ')],
  ],
  report_form: () => null,
  report_context: (f) => ({ facts: { issues: f.issues ?? [] }, questions: f.questions ?? [], charts: [] }),
  matter: (f) => [
    ['Case number', f.case_number ?? ''],
    ['Court', f.court ?? ''],
    ['Docket number', f.docket_number ?? ''],
    ['Jurisdiction', f.federal ? 'Federal' : f.jurisdiction_state ? stateName(f.jurisdiction_state) : ''],
    ['Retained by', labelOf(SIDES, f.side)],
    ['Answers', f.answers_report ?? ''],
  ],
  report_title: (f) => (f.answers_report ? 'Rebuttal report' : null),
  protection: () => null,
  report_readers: () => null,
});
