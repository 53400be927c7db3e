import {
  billingFields,
  excludedExpertsField,
  excludedStatesField,
  expeditedField,
  neededByField,
  partiesField,
  practiceSettingField,
  questionsField,
  requesterField,
  specialtyFields,
} from '../common-fields.ts';
import {
  checkbox,
  choice,
  choices,
  date,
  email,
  type FieldsOf,
  type FieldTable,
  longText,
  number,
  openChoice,
  specialty,
  state,
  states,
  step,
  text,
} from '../field.ts';
import { ISSUES, MATTER_STAGES, PRACTICE_AREAS, PRIOR_TESTIMONY, RETAINERS, SIDES, WORK_WANTED } from './options.ts';

export const QUESTIONS_MAX = 20;

/** A date of the scheduling order: asked until it is said that there is none yet. */
const ofSchedule = (label: string, help: string) =>
  date(label, {
    help,
    not_copied: true,
    told: true,
    layout: { days: 'future', up_front: true, while: { field: 'no_schedule', is_not: true } },
  });

/** The four steps of a legal case and their fields. What an order needs on top, across fields, is in `checks.ts`. */
export const LEGAL_FIELDS = {
  step_one: step('Matter', 'Which matter is it, and how far has it come?', {
    caption: text('Caption', {
      missing: 'Enter the caption.',
      help: 'As the court has it: “Ferrante v. Brightwater”.',
    }),
    case_number: text('Case number', {
      max: 100,
      missing: 'Enter your case number.',
      help: 'As your firm files it.',
      unless_flag: 'use_peritus_id_for_case_number_in_legal_cases',
      column: 'claim_number',
    }),
    court: text('Court', { missing: 'Enter the court.', help: 'Where it is filed, or would be.', told: true }),
    jurisdiction_state: state('State', {
      missing: 'Choose the state of the court.',
      help: 'Deadlines skip its holidays.',
      column: 'state',
    }),
    federal: checkbox('A federal court', {
      help: 'Federal rules then decide what is disclosed and when.',
      told: true,
      layout: { up_front: true },
    }),
    docket_number: text('Docket number', { max: 100, help: 'Where one has been given.' }),
    side: choice('For whom', 'sides', SIDES, {
      missing: 'Choose for whom the expert is asked.',
      help: 'Experts are told the side, and not the firm, until they have cleared the names.',
      told: true,
      layout: { as: 'segments' },
    }),
    practice_area: choice('Area of law', 'practice_areas', PRACTICE_AREAS, { help: 'What the suit is about.' }),
    matter_stage: choice('Stage', 'matter_stages', MATTER_STAGES, { help: 'How far the matter has come.', told: true }),
    no_schedule: checkbox('There is no scheduling order yet', {
      help: 'Check this where no date has been set. Dates can be added later.',
      not_copied: true,
      layout: { up_front: true, begins_line: true },
    }),
    disclosure_deadline: ofSchedule('Expert disclosure', 'By when the expert has to be disclosed.'),
    deposition_on: ofSchedule('Expert’s deposition', 'When it is expected.'),
    discovery_cutoff: ofSchedule('Discovery cut-off', 'When discovery closes.'),
    trial_on: ofSchedule('Trial', 'The first day of trial.'),
    ...requesterField,
  }),
  step_two: step('Names', 'Whom must the expert have no tie with?', {
    ...partiesField(
      'Everyone named in the matter',
      [
        'plaintiff',
        'defendant',
        'plaintiff_counsel',
        'defense_counsel',
        'insurer',
        'treating_provider',
        'facility',
        'related_company',
        'opposing_expert',
        'other',
      ],
      {
        missing: 'Name everyone in the matter, so that experts can be checked for conflicts.',
        help: 'Experts see these names first and nothing else: no facts, no questions, no records.',
      },
    ),
  }),
  step_three: step('Expert and scope', 'Which expert do you need, and for what?', {
    ...specialtyFields({ missing: 'Choose the specialty of the expert.', help: 'The field the opinion is about.' }),
    second_specialty_id: specialty('Second specialty', {
      help: 'Where the matter crosses fields. The matching team considers it by hand.',
    }),
    service: openChoice('Role', 'services', 40, {
      missing: 'Choose the role of the expert.',
      help: 'What a testifying expert writes and reads may have to be disclosed.',
      column: 'service',
      layout: { as: 'cards' },
    }),
    work_wanted: choices('Work expected', 'work_wanted', WORK_WANTED, {
      help: 'So that experts can say whether they have the time for it.',
      told: true,
    }),
    summary: longText('Summary of the matter', {
      missing: 'Summarize the matter in neutral words.',
      min_length: 100,
      max_length: 20_000,
      help: 'Facts only. The expert reads it once retained, and the other side may read it later.',
      told: true,
    }),
    issues: choices('The expert should address', 'legal_issues', ISSUES, {
      missing: 'Choose at least one issue the expert should address.',
      help: 'The question bank follows it.',
      told: true,
    }),
    answers_report: text('Report to answer', {
      max: 300,
      help: 'Whose report, for which side, of which day. The expert’s own is then titled a rebuttal report.',
      told: true,
      not_copied: true,
    }),
    ...questionsField('Questions for the expert', QUESTIONS_MAX, { missing: 'Ask at least one question.' }),
    licensed_states: states('Must be licensed in', { help: 'Experts without a license there are not offered.' }),
    ...practiceSettingField({ help: 'Experts of the same setting rank higher.' }),
    board_certification_required: checkbox('Board certification required', { help: 'Others are not offered.' }),
    active_within_years: number('In active practice within (years)', {
      help: 'Some states ask for active practice in the years before the care in question.',
    }),
    prior_testimony: choice('Experience in court', 'prior_testimony', PRIOR_TESTIMONY, {
      help: 'The matching team considers it by hand.',
    }),
    max_rate: number('Highest hourly rate, dollars', { help: 'Experts who cost more are not offered.' }),
    budget_cap: number('Budget, dollars', {
      help: 'What the work may cost in all. The matching team considers it by hand.',
    }),
    preferred_expert: text('Expert you would like', {
      help: 'By name. You can choose them where nothing stands in the way.',
    }),
    ...excludedExpertsField('Experts to leave out', 'By name. They are not offered and are not told.'),
    ...excludedStatesField('Not from', 'Experts who practice there are not offered.'),
    records_complete: checkbox('These are all the records', {
      help: 'Check this when nothing more is coming. No expert sees them before being retained.',
      not_copied: true,
      layout: { after_records: true },
    }),
    records_follow_by: date('The rest follows by', {
      not_copied: true,
      layout: { days: 'future', while: { field: 'records_complete', is_not: true } },
    }),
  }),
  step_four: step('Terms and confirm', 'On which terms, and by when?', {
    ...neededByField,
    ...expeditedField({ help: 'Sooner, for a surcharge that the quote shows.' }),
    retainer: choice('Retainer', 'retainers', RETAINERS, {
      missing: 'Choose how the retainer is handled.',
      help: 'How you would like it handled; the terms are settled with the expert.',
      layout: { as: 'segments' },
    }),
    retainer_terms: text('Further terms', { max: 500, help: 'What your firm always asks for, in a sentence or two.' }),
    billing_contact: text('Billing contact', {
      help: 'Who gets invoices and statements.',
      layout: { begins_line: true },
    }),
    billing_contact_email: email('Billing contact’s e-mail', { help: 'Where they go.' }),
    ...billingFields,
    terms_accepted: checkbox('I accept the terms', {
      missing: 'Accept the terms to order.',
      not_copied: true,
      layout: { terms: true },
    }),
  }),
} as const satisfies FieldTable;

/** All fields of a legal case in one object. */
export type LegalFields = FieldsOf<typeof LEGAL_FIELDS>;

/** The dates a scheduling order sets, in the order they come in most matters. */
export const SCHEDULED = ['disclosure_deadline', 'deposition_on', 'discovery_cutoff', 'trial_on'] as const;

/** "Ferrante v. Brightwater": the caption; nothing yet while there is none. */
export const legalSubject = (fields: Partial<LegalFields>): string => fields.caption ?? '';
