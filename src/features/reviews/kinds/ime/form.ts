import { dateText } from '../../../../core/dates.ts';
import { formOfTable } from '../field.ts';
import { type KindForm, kindForm } from '../form.ts';
import { type Option, stateName } from '../options.ts';
import { IME_RULES, NEEDED_BY_DAYS } from './checks.ts';
import { IME_FIELDS, type ImeFields, imeSubject } from './fields.ts';
import { IME_GUIDE } from './guide.ts';
import { EXAMINERS_AGAIN, IME_QUESTION_BANK, IME_SERVICES, LANGUAGES, PLACE_TYPES } from './options.ts';
import { IME_EXTRAS, IME_PRICES } from './prices.ts';

const isId = (id: number | null | undefined): id is number => typeof id === 'number';
const labelOf = (rows: readonly Option[], value: string | null | undefined): string =>
  rows.find((one) => one.value === value)?.label ?? '';

/** The price book calls what the examinee comes by as the order does. */
const extraOf = (transport: string | null | undefined): string[] =>
  transport && transport in IME_EXTRAS ? [transport] : [];

/** What a requester wishes beyond what is ranked, for the matching desk to weigh. */
const wishes = (f: Partial<ImeFields>): { label: string; value: string }[] =>
  [
    { label: 'Would like', value: f.preferred_expert ?? '' },
    { label: 'Credentials', value: f.credentials ?? '' },
    { label: 'Place', value: labelOf(PLACE_TYPES, f.place_type) },
    { label: 'Who examined before', value: labelOf(EXAMINERS_AGAIN, f.examiner_again) },
    { label: 'Held by', value: f.exam_by ? dateText(f.exam_by, 'medium') : '' },
    {
      label: 'Language',
      value: f.language === 'en' ? '' : labelOf(LANGUAGES, f.language),
    },
  ].filter(({ value }) => value !== '');

/** Within how many miles of the examinee, where nothing is said. */
const USUAL_RADIUS = 60;

/** The order of an independent medical exam. */
export const IME_FORM: KindForm = kindForm<ImeFields>({
  ...IME_GUIDE,
  example: [],
  ...formOfTable(IME_FIELDS, imeSubject),
  rules: IME_RULES,
  needed_by_days: NEEDED_BY_DAYS,
  services: IME_SERVICES,
  prices: IME_PRICES,
  on_records: 'records_review',
  // a review of the records brings nobody together
  beside: (f) =>
    f.service === 'records_review'
      ? { further: [], extras: [] }
      : {
          further:
            f.panel === true ? ['Second examiner', ...(isId(f.third_specialty_id) ? ['Third examiner'] : [])] : [],
          extras: [...(f.interpreter === true ? ['interpreter'] : []), ...extraOf(f.transport)],
        },
  types: [],
  stages: [],
  question_bank: IME_QUESTION_BANK,
  question_groups: 'ime_issues',
  number: { path: 'step_one.claim_number', noun: 'claim number' },
  charts: () => [],
  expert_need(f) {
    return {
      license_keys: [],
      preferred_states: [],
      licensed_in: f.exam_state ? [f.exam_state] : [],
      excluded_states: f.excluded_states ?? [],
      setting: null,
      board_certified: f.board_certification_required === true,
      active_within_years: null,
      excluded_experts: [
        ...(f.excluded_experts ?? []),
        ...(f.treaters ?? []).map(({ name }) => name),
        ...(f.examiner_again === 'another' ? (f.prior_exams ?? []).map(({ examiner }) => examiner) : []),
      ].filter(Boolean),
      preferred_experts: [
        ...(f.preferred_expert ? [f.preferred_expert] : []),
        ...(f.examiner_again === 'same' ? (f.prior_exams ?? []).map(({ examiner }) => examiner) : []),
      ].filter(Boolean),
      further_specialty_ids: f.panel === true ? [f.second_specialty_id, f.third_specialty_id].filter(isId) : [],
      near:
        f.service === 'records_review' || !f.examinee_zip
          ? null
          : { zip: f.examinee_zip, miles: f.radius_miles ?? USUAL_RADIUS },
      max_hourly_cents: null,
      notes: wishes(f),
    };
  },
  report_form: () => null,
  report_context: (f) => ({
    facts: { examined: f.service !== 'records_review' },
    questions: f.questions ?? [],
    charts: [],
  }),
  matter(f) {
    return [
      ['Claim number', [f.claim_number ?? '', ...(f.more_claims ?? []).map(({ number }) => number)].join(', ')],
      ['Examinee', imeSubject(f)],
      ['Date of birth', f.examinee_dob ? dateText(f.examinee_dob, 'long') : ''],
      ['Date of injury', f.date_of_injury ? dateText(f.date_of_injury, 'long') : ''],
      ['Jurisdiction', f.jurisdiction_state ? stateName(f.jurisdiction_state) : ''],
      ['Employer', f.employer ?? ''],
    ];
  },
  protection: () => null,
  report_readers: () => null,
});
