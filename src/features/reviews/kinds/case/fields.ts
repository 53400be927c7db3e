import { z } from 'zod';
import {
  conflictParty,
  type ConflictParty,
  date,
  type FieldSpec,
  type FieldType,
  id,
  line,
  list,
  number,
  oneOf,
  type Section,
  type SectionSpec,
  stateCode,
  text,
} from '../form.ts';
import { PRACTICE_SETTINGS, SEXES } from '../options.ts';
import { QUESTION_LENGTH } from '../shared-rules.ts';
import {
  CASE_SERVICES,
  CLAIM_STAGES,
  ISSUE_SCOPES,
  LICENSE_LEVELS,
  SEVERITIES,
  SIDES_BALANCE,
  TESTIMONY,
} from './options.ts';

export const defendant = z.object({ name: z.string().trim().max(200), specialty: line(), npi: line(20) });
export const attendee = z.object({
  name: z.string().trim().max(200),
  email: z.string().trim().max(254),
  role: line(100),
});

/**
 * What each step may hold while it is a draft: every field may be missing, none may be of the wrong shape. What an
 * order needs on top is in `checks.ts`.
 */
export const CASE_SECTION_SCHEMAS = {
  step_one: z.object({
    case_type: line(100),
    claim_number: line(100),
    caption: line(),
    claimant_first_name: line(100),
    claimant_last_name: line(100),
    claimant_dob: date,
    claimant_sex: oneOf(SEXES).nullish(),
    defendants: list(defendant, 30),
    facility: line(),
    venue_state: stateCode.nullish(),
    date_of_incident: date,
    date_claim_reported: date,
    claim_stage: oneOf(CLAIM_STAGES).nullish(),
    insurer: line(),
    contact_name: line(),
    contact_email: line(254),
    referrer_email: line(254),
    requester_id: id,
  }),
  step_two: z.object({
    specialty_id: id,
    sub_specialty_id: id,
    second_specialty_id: id,
    license_level: oneOf(LICENSE_LEVELS).nullish(),
    preferred_states: list(stateCode, 51),
    licensed_states: list(stateCode, 51),
    excluded_states: list(stateCode, 51),
    practice_setting: oneOf(PRACTICE_SETTINGS).nullish(),
    active_within_years: number,
    board_certification_required: z.boolean().nullish(),
    gender_preference: line(50),
    language_preference: line(50),
    preferred_expert: line(),
    excluded_experts: list(z.string().trim().max(200), 20),
    number_of_experts: number,
    testimony: oneOf(TESTIMONY).nullish(),
    sides_balance: oneOf(SIDES_BALANCE).nullish(),
  }),
  step_three: z.object({
    summary: text,
    issue_scope: list(oneOf(ISSUE_SCOPES), 4),
    questions: list(z.string().max(10_000), 20),
    severity: oneOf(SEVERITIES).nullish(),
    records_complete: z.boolean().nullish(),
    records_follow_by: date,
  }),
  step_four: z.object({
    service: oneOf(CASE_SERVICES).nullish(),
    expedited: z.boolean().nullish(),
    needed_by: date,
    decision_deadline: date,
    attendees: list(attendee, 10),
    conflict_parties: list(conflictParty, 100),
    billing_reference: line(100),
    po_number: line(100),
    cost_center: line(100),
    terms_accepted: z.boolean().nullish(),
  }),
} as const satisfies Record<Section, z.ZodObject>;

export type CaseSections = { [S in Section]: z.output<(typeof CASE_SECTION_SCHEMAS)[S]> };
/** All fields of a case in one object; section names do not overlap. */
export type CaseFields = CaseSections['step_one'] &
  CaseSections['step_two'] &
  CaseSections['step_three'] &
  CaseSections['step_four'];

const field = (
  key: keyof CaseFields,
  label: string,
  type: FieldType,
  more: Omit<Partial<FieldSpec>, 'key' | 'label' | 'type'> = {},
): FieldSpec => ({ key, label, type, required: false, ...more });
const starred = { required: true } as const;

/** The four steps and their fields as data: forms, the edit page and the catalogue endpoint are made from it. */
export const CASE_FIELD_SECTIONS: SectionSpec[] = [
  {
    key: 'step_one',
    title: 'Claim basics',
    lead: 'Which matter is this about?',
    fields: [
      field('case_type', 'Case type', 'choice', { ...starred, options: 'case_types', flag: 'case_type_enabled' }),
      field('claim_number', 'Claim or matter number', 'text', { ...starred, help: 'As your claim system has it.' }),
      field('caption', 'Case name', 'text', { help: 'As you refer to it. Empty: claimant v. first defendant.' }),
      field('claimant_first_name', 'Claimant’s first name', 'text', starred),
      field('claimant_last_name', 'Claimant’s last name', 'text', starred),
      field('claimant_dob', 'Claimant’s date of birth', 'date', {
        help: 'The expert reads the age at the incident from it.',
      }),
      field('claimant_sex', 'Claimant’s sex', 'choice', { options: 'sexes' }),
      field('defendants', 'Insured or defendant providers', 'defendants', {
        ...starred,
        max_items: 30,
        help: 'Those whose care is in question. An NPI tells two of the same name apart.',
      }),
      field('facility', 'Facility', 'text', { help: 'Where the care was given.' }),
      field('venue_state', 'Venue state', 'state', {
        ...starred,
        options: 'states',
        help: 'Where suit is or would be filed. Deadlines skip its holidays.',
      }),
      field('date_of_incident', 'Date of incident', 'date', {
        ...starred,
        help: 'The day of the care in question; of several, the first.',
      }),
      field('date_claim_reported', 'Date the claim was reported', 'date', { help: 'When it reached the insurer.' }),
      field('claim_stage', 'Claim stage', 'choice', { ...starred, options: 'claim_stages' }),
      field('insurer', 'Insurer', 'text'),
      field('contact_name', 'Contact at the insurer or law firm', 'text'),
      field('contact_email', 'Contact’s e-mail', 'email'),
      field('referrer_email', 'Referrer’s e-mail', 'email', {
        flag: 'enable_referrer_email',
        help: 'They get a mail when it is ordered, accepted, delivered and closed, without details.',
      }),
      field('requester_id', 'Requester', 'requester', { managers_only: true, help: 'Who answers for this review.' }),
    ],
  },
  {
    key: 'step_two',
    title: 'Expert needed',
    lead: 'Who should look at it?',
    fields: [
      field('specialty_id', 'Specialty', 'specialty', { ...starred, help: 'The field of the care in question.' }),
      field('sub_specialty_id', 'Sub-specialty', 'sub_specialty', starred),
      field('second_specialty_id', 'Second specialty', 'specialty', {
        help: 'Where the care crosses fields. The matching team weighs it by hand.',
      }),
      field('license_level', 'Profession', 'choice', {
        options: 'license_levels',
        help: 'Care is judged by the same profession. Empty: any.',
      }),
      field('preferred_states', 'Preferred states', 'states', {
        options: 'states',
        help: 'Experts from here rank higher.',
      }),
      field('licensed_states', 'Must be licensed in', 'states', {
        options: 'states',
        help: 'Experts without a license there are not offered.',
      }),
      field('excluded_states', 'Not from', 'states', {
        options: 'states',
        help: 'Experts who practice there are not offered.',
      }),
      field('practice_setting', 'Practice setting', 'choice', {
        options: 'practice_settings',
        help: 'Experts of the same setting rank higher.',
      }),
      field('active_within_years', 'In active practice within (years)', 'number', {
        help: 'Some states ask for active practice in the years before the incident.',
      }),
      field('board_certification_required', 'Board certification required', 'checkbox', {
        help: 'Others are not offered.',
      }),
      field('gender_preference', 'Gender preference', 'text', {
        help: 'Only where the matter calls for it. The matching team weighs it by hand.',
      }),
      field('language_preference', 'Language preference', 'text', { help: 'Where the records or the people need it.' }),
      field('preferred_expert', 'Expert you would like', 'text', {
        help: 'By name. You can choose them where nothing stands in the way.',
      }),
      field('excluded_experts', 'Experts to leave out', 'texts', {
        max_items: 20,
        help: 'By name. They are not offered and learn nothing of it.',
      }),
      field('number_of_experts', 'Number of experts', 'number', {
        help: 'More than one is arranged with you by the matching team.',
      }),
      field('testimony', 'Testimony', 'choice', {
        options: 'testimony',
        help: 'Whether the expert may be named later. The matching team asks before it invites.',
      }),
      field('sides_balance', 'Plaintiff and defense work', 'choice', {
        options: 'sides_balances',
        help: 'For whom the expert has worked so far. It is asked about when an expert testifies.',
      }),
    ],
  },
  {
    key: 'step_three',
    title: 'Questions and records',
    lead: 'What should the expert answer, and from which records?',
    fields: [
      field('summary', 'What happened', 'long_text', {
        ...starred,
        min_length: 100,
        max_length: 20_000,
        help: 'Facts only. Leave conclusions to the expert.',
      }),
      field('issue_scope', 'The expert should address', 'choices', {
        ...starred,
        options: 'issue_scopes',
        help: 'The question bank and the report form follow it.',
      }),
      field('questions', 'Questions for the expert', 'texts', {
        ...starred,
        max_items: 20,
        max_length: QUESTION_LENGTH,
      }),
      field('severity', 'Severity of injury', 'choice', {
        options: 'severities',
        help: 'As the claim is coded on the NAIC scale.',
      }),
      field('records_complete', 'These are all the records', 'checkbox', {
        help: 'Tick it when nothing more is to come.',
      }),
      field('records_follow_by', 'The rest follows by', 'date'),
    ],
  },
  {
    key: 'step_four',
    title: 'Delivery and confirm',
    lead: 'What do you need, and by when?',
    fields: [
      field('service', 'Service', 'choice', {
        ...starred,
        options: 'services',
        help: 'With a call first, nothing is in writing until you ask for it.',
      }),
      field('expedited', 'Expedited', 'checkbox', { help: 'Sooner, for a surcharge that the quote shows.' }),
      field('needed_by', 'Needed by', 'date', starred),
      field('decision_deadline', 'Decision deadline', 'date', { help: 'Mediation, hearing or the suit’s limitation.' }),
      field('attendees', 'Who joins the call', 'attendees', {
        max_items: 10,
        flag: 'allow_case_review_call_subscribers',
        help: 'They get the invitation and the reminders of the call, and may join.',
      }),
      field('conflict_parties', 'Everyone named in the matter', 'parties', {
        ...starred,
        help: 'Experts are checked against these names before they see anything.',
      }),
      field('billing_reference', 'Billing reference', 'text', { help: 'What your accounts know it by.' }),
      field('po_number', 'PO number', 'text'),
      field('cost_center', 'Cost center', 'text'),
      field('terms_accepted', 'I accept the terms', 'checkbox', starred),
    ],
  },
];

/** "Ferrante v. Brightwater Regional": the caption, else claimant v. first defendant, else nothing yet. */
export function caseSubject(fields: Partial<CaseFields>): string {
  if (fields.caption) return fields.caption;
  const defendantName = fields.defendants?.find((d) => d.name !== '')?.name;
  const claimant = fields.claimant_last_name ?? '';
  if (claimant && defendantName) return `${claimant} v. ${defendantName}`;
  return claimant || defendantName || '';
}

/** Everyone already named in the matter, for prefilling the list experts are checked against. */
export function namedParties(fields: Partial<CaseFields>): ConflictParty[] {
  const parties: ConflictParty[] = [];
  const claimant = [fields.claimant_first_name, fields.claimant_last_name].filter(Boolean).join(' ');
  if (claimant) parties.push({ name: claimant, role: 'claimant', kind: 'person' });
  for (const d of fields.defendants ?? [])
    if (d.name) parties.push({ name: d.name, role: 'defendant', kind: 'person' });
  if (fields.facility) parties.push({ name: fields.facility, role: 'facility', kind: 'facility' });
  if (fields.insurer) parties.push({ name: fields.insurer, role: 'insurer', kind: 'insurer' });
  return parties;
}
