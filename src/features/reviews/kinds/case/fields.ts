import { z } from 'zod';
import {
  attendeesField,
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
  column,
  date,
  email,
  type FieldsOf,
  type FieldTable,
  longText,
  number,
  openChoice,
  rows,
  specialty,
  state,
  states,
  step,
  text,
} from '../field.ts';
import { SEXES } from '../options.ts';
import { CLAIM_STAGES, ISSUE_SCOPES, LICENSE_LEVELS, SEVERITIES, SIDES_BALANCE, TESTIMONY } from './options.ts';

export const QUESTIONS_MAX = 20;

const defendant = z.object({ name: column.name(), specialty: column.line(), npi: column.line(20) });

/** The four steps of a case and their fields. What an order needs on top, across fields, is in `checks.ts`. */
export const CASE_FIELDS = {
  step_one: step('Claim basics', 'Which matter is this about?', {
    case_type: openChoice('Case type', 'case_types', 100, {
      missing: 'Choose the case type.',
      flag: 'case_type_enabled',
      column: 'review_type',
    }),
    claim_number: text('Claim or matter number', {
      max: 100,
      missing: 'Enter the claim or matter number.',
      help: 'As your claim system has it.',
      column: 'claim_number',
    }),
    caption: text('Case name', { help: 'As you refer to it. Leave it empty for claimant v. first defendant.' }),
    claimant_first_name: text('Claimant’s first name', {
      max: 100,
      missing: 'Enter the claimant’s first name.',
      layout: { begins_line: true },
    }),
    claimant_last_name: text('Claimant’s last name', { max: 100, missing: 'Enter the claimant’s last name.' }),
    claimant_dob: date('Claimant’s date of birth', {
      help: 'The expert reads the age at the incident from it.',
      told: true,
      layout: { days: 'past' },
    }),
    claimant_sex: choice('Claimant’s sex', 'sexes', SEXES, { told: true, layout: { as: 'segments' } }),
    defendants: rows('defendants', 'Insured or defendant providers', defendant, 30, {
      missing: 'Name at least one insured or defendant provider.',
      max_items: 30,
      help: 'Those whose care is in question. An NPI tells two of the same name apart.',
    }),
    facility: text('Facility', { help: 'Where the care was given.', told: true }),
    venue_state: state('Venue state', {
      missing: 'Choose the state the matter belongs to.',
      help: 'Where suit is or would be filed. Deadlines skip its holidays.',
      column: 'state',
    }),
    date_of_incident: date('Date of incident', {
      missing: 'Enter the date of the incident.',
      help: 'The day of the care in question; of several, the first.',
      told: true,
      layout: { days: 'past' },
    }),
    date_claim_reported: date('Date the claim was reported', {
      help: 'When it reached the insurer.',
      layout: { days: 'past' },
    }),
    claim_stage: choice('Claim stage', 'claim_stages', CLAIM_STAGES, {
      missing: 'Choose the stage of the claim.',
      layout: { as: 'segments' },
    }),
    insurer: text('Insurer'),
    contact_name: text('Contact at the insurer or law firm'),
    contact_email: email('Contact’s e-mail'),
    referrer_email: email('Referrer’s e-mail', {
      flag: 'enable_referrer_email',
      help: 'They get an e-mail when it is ordered, accepted, delivered and closed, without details.',
    }),
    ...requesterField,
  }),
  step_two: step('Expert needed', 'Who should look at it?', {
    ...specialtyFields({
      missing: 'Choose the specialty the expert should have.',
      help: 'The field of the care in question.',
    }),
    second_specialty_id: specialty('Second specialty', {
      help: 'Where the care crosses fields. The matching team considers it by hand.',
    }),
    license_level: choice('Profession', 'license_levels', LICENSE_LEVELS, {
      help: 'Care is judged by the same profession. Leave it empty for any.',
    }),
    preferred_states: states('Preferred states', { help: 'Experts from here rank higher.' }),
    licensed_states: states('Must be licensed in', { help: 'Experts without a license there are not offered.' }),
    ...excludedStatesField('Not from', 'Experts who practice there are not offered.'),
    ...practiceSettingField({ help: 'Experts of the same setting rank higher.' }),
    active_within_years: number('In active practice within (years)', {
      help: 'Some states ask for active practice in the years before the incident.',
    }),
    board_certification_required: checkbox('Board certification required', { help: 'Others are not offered.' }),
    gender_preference: text('Gender preference', {
      max: 50,
      help: 'Only where the matter calls for it. The matching team considers it by hand.',
    }),
    language_preference: text('Language preference', { max: 50, help: 'Where the records or the people need it.' }),
    preferred_expert: text('Expert you would like', {
      help: 'By name. You can choose them where nothing stands in the way.',
    }),
    ...excludedExpertsField('Experts to leave out', 'By name. They are not offered and are not told.'),
    number_of_experts: number('Number of experts', {
      help: 'More than one is arranged with you by the matching team.',
    }),
    testimony: choice('Testimony', 'testimony', TESTIMONY, {
      help: 'Whether the expert may be named later. The matching team asks before it invites.',
      layout: { as: 'segments' },
    }),
    sides_balance: choice('Plaintiff and defense work', 'sides_balances', SIDES_BALANCE, {
      help: 'For whom the expert has worked so far. Experts are asked about it when they testify.',
    }),
  }),
  step_three: step('Questions and records', 'What should the expert answer, and from which records?', {
    summary: longText('What happened', {
      missing: 'Describe what happened.',
      min_length: 100,
      max_length: 20_000,
      help: 'Facts only. Leave conclusions to the expert.',
    }),
    issue_scope: choices('The expert should address', 'issue_scopes', ISSUE_SCOPES, {
      missing: 'Choose at least one issue the expert should address.',
      help: 'The question bank and the report form follow it.',
      told: true,
    }),
    ...questionsField('Questions for the expert', QUESTIONS_MAX, { missing: 'Ask at least one question.' }),
    severity: choice('Severity of injury', 'severities', SEVERITIES, {
      help: 'As the claim is coded on the NAIC scale.',
      told: true,
    }),
    records_complete: checkbox('These are all the records', {
      help: 'Check this when nothing more is coming.',
      not_copied: true,
      layout: { after_records: true },
    }),
    records_follow_by: date('The rest follows by', {
      not_copied: true,
      layout: { days: 'future', while: { field: 'records_complete', is_not: true } },
    }),
  }),
  step_four: step('Delivery and confirm', 'What do you need, and by when?', {
    service: openChoice('Service', 'services', 40, {
      missing: 'Choose what you need: a call, a report, or both.',
      help: 'With a call first, nothing is in writing until you ask for it.',
      column: 'service',
      layout: { as: 'cards' },
    }),
    ...expeditedField({ help: 'Sooner, for a surcharge that the quote shows.' }),
    ...neededByField,
    decision_deadline: date('Decision deadline', {
      help: 'Mediation, hearing or the suit’s limitation.',
      not_copied: true,
      layout: { days: 'from_needed_by' },
    }),
    ...attendeesField('allow_case_review_call_subscribers'),
    ...partiesField(
      'Everyone named in the matter',
      // all but those of a provider under review
      [
        'claimant',
        'defendant',
        'facility',
        'plaintiff_counsel',
        'defense_counsel',
        'insurer',
        'treating_provider',
        'other',
      ],
      {
        missing: 'Name everyone in the matter, so that experts can be checked for conflicts.',
        help: 'Experts are checked against these names before they see anything.',
      },
    ),
    ...billingFields,
    terms_accepted: checkbox('I accept the terms', {
      missing: 'Accept the terms to order.',
      not_copied: true,
      layout: { terms: true },
    }),
  }),
} as const satisfies FieldTable;

/** All fields of a case in one object. */
export type CaseFields = FieldsOf<typeof CASE_FIELDS>;

/** "Ferrante v. Brightwater Regional": the caption, else claimant v. first defendant, else nothing yet. */
export function caseSubject(fields: Partial<CaseFields>): string {
  if (fields.caption) return fields.caption;
  const defendantName = fields.defendants?.find((d) => d.name !== '')?.name;
  const claimant = fields.claimant_last_name ?? '';
  if (claimant && defendantName) return `${claimant} v. ${defendantName}`;
  return claimant || defendantName || '';
}
