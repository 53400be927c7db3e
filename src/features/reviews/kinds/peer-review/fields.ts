import { z } from 'zod';
import {
  billingFields,
  excludedExpertsField,
  excludedStatesField,
  expeditedField,
  neededByField,
  partiesField,
  practiceSettingField,
  questionsField,
  recipientsField,
  requesterField,
  specialtyFields,
} from '../common-fields.ts';
import {
  checkbox,
  choice,
  column,
  type FieldsOf,
  type FieldTable,
  longText,
  number,
  openChoice,
  rows,
  state,
  step,
  text,
} from '../field.ts';
import { SEXES } from '../options.ts';
import {
  LICENSE_TYPES,
  PEER_REVIEW_SERVICES,
  PEER_REVIEW_TYPES,
  PRACTICE_SIZES,
  REASONS,
  REPORT_FORMS,
} from './options.ts';

export const QUESTIONS_MAX = 10;

const encounter = z.object({ from: column.date, to: column.date, note: column.line() });
/** One patient's chart with its encounters. `key` names it for good, so that a report's columns stay with their chart. */
const chart = z.object({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/),
  label: column.name(100),
  mrn: column.line(60),
  patient_name: column.line(),
  dob: column.date,
  age: column.number,
  sex: column.option(SEXES).nullish(),
  reason: column.line(300),
  encounters: column.rows(encounter, 20),
});
export type Chart = z.output<typeof chart>;

/** The four steps of a peer review and their fields. What an order needs on top, across fields, is in `checks.ts`. */
export const PEER_REVIEW_FIELDS = {
  step_one: step('Type', 'What kind of review is it, and why?', {
    review_type: openChoice('Type of review', 'peer_review_types', 60, {
      missing: 'Choose the type of review.',
      flag: 'peer_review_type_enabled',
      help: 'It decides how many charts are taken, and the form of the report.',
      sets: { peer_review_types: PEER_REVIEW_TYPES.map(({ value, label }) => ({ value, label })) },
      column: 'review_type',
      told: true,
    }),
    reason: choice('Reason for the review', 'reasons', REASONS, {
      missing: 'Choose the reason for the review.',
      help: 'As the committee would record it.',
      told: true,
    }),
    facility: text('Facility', {
      missing: 'Name the facility the care was given at.',
      help: 'Where the care was given.',
      told: true,
    }),
    service: choice('Scope', 'services', PEER_REVIEW_SERVICES, {
      missing: 'Choose a standard or a limited review.',
      value_flags: { limited: 'allow_limited_peer_review_pricing' },
      help: 'How much of the care is reviewed.',
      column: 'service',
      layout: { as: 'cards' },
    }),
    ...expeditedField({
      flag: 'enable_expedited_peer_reviews',
      help: 'The report is due three business days after a reviewer accepts, instead of ten.',
    }),
    case_number: text('Your case number', {
      max: 100,
      help: 'As your committee files it.',
      column: 'claim_number',
    }),
    ...requesterField,
  }),
  step_two: step('Provider and specialty', 'Whose care is reviewed, and who may review it?', {
    provider_name: text('Provider under review', {
      missing: 'Enter the provider’s name, or your code for them.',
      help: 'A name, or your code for them.',
      told: true,
      layout: { begins_line: true },
    }),
    provider_blind: checkbox('This is a code; the reviewer does not learn the name', { layout: { up_front: true } }),
    license_type: openChoice('License type', 'license_types', 20, {
      missing: 'Choose the license the provider holds.',
      help: 'The reviewer holds the same license.',
      sets: { license_types: LICENSE_TYPES },
      told: true,
      layout: { begins_line: true },
    }),
    license_id: text('License number', {
      max: 60,
      flag: 'enable_license_id_field_for_peer_review_subscription',
      help: 'As the state board lists it.',
    }),
    npi: text('NPI', { max: 20, help: 'Tells two of the same name apart, also in the trends.' }),
    state: state('State', {
      missing: 'Choose the state the provider practices in.',
      help: 'Reviewers from this state are not asked: they would be in the same market.',
      column: 'state',
    }),
    ...specialtyFields({ missing: 'Choose the provider’s specialty.', help: 'The reviewer has the same specialty.' }),
    ...practiceSettingField({ help: 'Reviewers of the same setting rank higher.', told: true }),
    practice_size: choice('Practice size', 'practice_sizes', PRACTICE_SIZES, { told: true }),
    ehr: text('Electronic record system', { max: 100, told: true }),
    ...partiesField(
      'Facility, health system, group and colleagues',
      ['subject_provider', 'facility', 'health_system', 'group', 'treating_provider', 'other'],
      {
        missing: 'Name the facility and the colleagues, so that reviewers can be checked for conflicts.',
        help: 'Reviewers are checked against these names before they see anything.',
      },
    ),
    ...excludedStatesField('No reviewers from', 'In addition to the provider’s own state.'),
    excluded_miles: number('No reviewers within (miles)', {
      help: 'Measured from the facility. The matching team takes care of it.',
    }),
    ...excludedExpertsField('Reviewers to leave out', 'By name or code. They are not asked.'),
  }),
  step_three: step('Charts and questions', 'Which charts, which encounters, and what should be answered?', {
    charts: rows('charts', 'Charts', chart, 50, {
      missing: 'Add at least one chart.',
      max_items: 10,
      row_flags: { patient_name: 'enable_claimant_field_for_peer_review_submission' },
      help: 'One row for each patient. Its label is a column of the report.',
      sets: { sexes: SEXES },
      not_copied: true,
      told: true,
    }),
    sampling_note: longText('How the charts were chosen', {
      max_length: 4_000,
      help: 'For example every tenth visit of the quarter, drawn by the record system.',
      told: true,
      layout: { after_records: true },
    }),
    provider_statement: longText('The provider’s own statement', {
      max_length: 20_000,
      help: 'Optional. Write it here, or upload it with the records.',
      not_copied: true,
      told: true,
    }),
    ...questionsField('Questions for the reviewer', QUESTIONS_MAX),
  }),
  step_four: step('Report and confirm', 'Who gets the report, by when, and under which privilege?', {
    report_form: openChoice('Report form', 'report_forms', 80, {
      sets: { report_forms: REPORT_FORMS },
      missing: 'Choose the form the report is written on.',
      help: 'Each type has its own; a limited review of a shipped type is written on the chart audit.',
    }),
    ...neededByField,
    ...recipientsField,
    committee: text('Committee', {
      missing: 'Name the committee that asks for the review.',
      help: 'The committee that asks for the review.',
      told: true,
      layout: { begins_line: true },
    }),
    statute: text('Peer review statute', {
      max: 300,
      missing: 'Enter the statute the review is protected under.',
      help: 'Suggested by the state. Your counsel decides what the report says.',
      layout: { statute_of: 'state', statement_for: 'committee' },
    }),
    expedited_consent: checkbox('I agree to the surcharge for an expedited review', {
      flag: 'enable_expedited_peer_reviews',
      not_copied: true,
      layout: { while: { field: 'expedited', is: true } },
    }),
    ...billingFields,
    confidentiality_accepted: checkbox('I will keep this review confidential as the statute requires', {
      missing: 'Confirm the confidentiality statement to order.',
      not_copied: true,
    }),
  }),
} as const satisfies FieldTable;

/** All fields of a peer review in one object. */
export type PeerReviewFields = FieldsOf<typeof PEER_REVIEW_FIELDS>;

/** How a list calls the review: the provider under review as it was entered, and where. */
export function peerReviewSubject(fields: Partial<PeerReviewFields>): string {
  return [fields.provider_name, fields.facility].filter(Boolean).join(', ');
}

/** All encounters of all charts. */
export const encountersOf = (fields: Partial<PeerReviewFields>): number =>
  (fields.charts ?? []).reduce((sum, one) => sum + (one.encounters?.length ?? 0), 0);
