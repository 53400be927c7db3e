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
import { LICENSE_TYPES, PEER_REVIEW_SERVICES, PRACTICE_SIZES, REASONS, REPORT_FORMS } from './options.ts';

export const CHARTS_MAX = 10;
export const ENCOUNTERS_MAX = 20;
export const QUESTIONS_MAX = 10;
export const RECIPIENTS_MAX = 10;

export const encounter = z.object({ from: date, to: date, note: line(200) });
/** One patient's chart with its encounters. `key` names it for good, so that a report's columns stay with their chart. */
export const chart = z.object({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/),
  label: z.string().trim().max(100),
  mrn: line(60),
  patient_name: line(200),
  dob: date,
  age: number,
  sex: oneOf(SEXES).nullish(),
  reason: line(300),
  encounters: list(encounter, ENCOUNTERS_MAX),
});
export type Chart = z.output<typeof chart>;

/**
 * What each step may hold while it is a draft: every field may be missing, none may be of the wrong shape. What an
 * order needs on top is in `checks.ts`.
 */
export const PEER_REVIEW_SCHEMAS = {
  step_one: z.object({
    review_type: line(60),
    facility: line(),
    reason: oneOf(REASONS).nullish(),
    service: oneOf(PEER_REVIEW_SERVICES).nullish(),
    expedited: z.boolean().nullish(),
    case_number: line(100),
    requester_id: id,
  }),
  step_two: z.object({
    provider_name: line(),
    provider_blind: z.boolean().nullish(),
    license_type: oneOf(LICENSE_TYPES).nullish(),
    license_id: line(60),
    npi: line(20),
    state: stateCode.nullish(),
    specialty_id: id,
    sub_specialty_id: id,
    practice_setting: oneOf(PRACTICE_SETTINGS).nullish(),
    practice_size: oneOf(PRACTICE_SIZES).nullish(),
    ehr: line(100),
    conflict_parties: list(conflictParty, 100),
    excluded_states: list(stateCode, 51),
    excluded_miles: number,
    excluded_experts: list(z.string().trim().max(200), 20),
  }),
  step_three: z.object({
    charts: list(chart, 50),
    sampling_note: text,
    provider_statement: text,
    questions: list(z.string().max(10_000), 20),
  }),
  step_four: z.object({
    report_form: oneOf(REPORT_FORMS).nullish(),
    needed_by: date,
    recipients: list(z.number().int().positive(), 50),
    committee: line(),
    statute: line(300),
    expedited_consent: z.boolean().nullish(),
    billing_reference: line(100),
    po_number: line(100),
    cost_center: line(100),
    confidentiality_accepted: z.boolean().nullish(),
  }),
} as const satisfies Record<Section, z.ZodObject>;

type Sections = { [S in Section]: z.output<(typeof PEER_REVIEW_SCHEMAS)[S]> };
/** All fields of a peer review in one object; section names do not overlap. */
export type PeerReviewFields = Sections['step_one'] &
  Sections['step_two'] &
  Sections['step_three'] &
  Sections['step_four'];

const field = (
  key: keyof PeerReviewFields,
  label: string,
  type: FieldType,
  more: Omit<Partial<FieldSpec>, 'key' | 'label' | 'type'> = {},
): FieldSpec => ({ key, label, type, required: false, ...more });
const starred = { required: true } as const;

/** The four steps and their fields as data: forms, the edit page and the catalogue endpoint are made from it. */
export const PEER_REVIEW_FIELD_SECTIONS: SectionSpec[] = [
  {
    key: 'step_one',
    title: 'Type',
    lead: 'What kind of review is it, and why?',
    fields: [
      field('review_type', 'Type of review', 'choice', {
        ...starred,
        options: 'peer_review_types',
        flag: 'peer_review_type_enabled',
        help: 'It decides how many charts are taken, and the form of the report.',
      }),
      field('reason', 'Reason for the review', 'choice', {
        ...starred,
        options: 'reasons',
        help: 'As the committee would record it.',
      }),
      field('facility', 'Facility', 'text', { ...starred, help: 'Where the care was given.' }),
      field('service', 'Scope', 'choice', {
        ...starred,
        options: 'services',
        value_flags: { limited: 'allow_limited_peer_review_pricing' },
        help: 'Limited takes up to 5 encounters or 50 pages, without questions afterwards.',
      }),
      field('expedited', 'Expedited', 'checkbox', {
        flag: 'enable_expedited_peer_reviews',
        help: 'The report is due three business days after a reviewer accepts, instead of ten.',
      }),
      field('case_number', 'Your case number', 'text', { help: 'As your committee files it.' }),
      field('requester_id', 'Requester', 'requester', { managers_only: true, help: 'Who answers for this review.' }),
    ],
  },
  {
    key: 'step_two',
    title: 'Provider and specialty',
    lead: 'Whose care is reviewed, and who may review it?',
    fields: [
      field('provider_name', 'Provider under review', 'text', { ...starred, help: 'A name, or your code for them.' }),
      field('provider_blind', 'This is a code; the reviewer does not learn the name', 'checkbox'),
      field('license_type', 'License type', 'choice', {
        ...starred,
        options: 'license_types',
        help: 'The reviewer holds the same.',
      }),
      field('license_id', 'License number', 'text', {
        flag: 'enable_license_id_field_for_peer_review_subscription',
        help: 'As the state board lists it.',
      }),
      field('npi', 'NPI', 'text', { help: 'Tells two of the same name apart, also in the trends.' }),
      field('state', 'State', 'state', {
        ...starred,
        options: 'states',
        help: 'Reviewers from here are not asked: they would be of the same market.',
      }),
      field('specialty_id', 'Specialty', 'specialty', { ...starred, help: 'The reviewer is of the same.' }),
      field('sub_specialty_id', 'Sub-specialty', 'sub_specialty', starred),
      field('practice_setting', 'Practice setting', 'choice', {
        options: 'practice_settings',
        help: 'Reviewers of the same setting rank higher.',
      }),
      field('practice_size', 'Practice size', 'choice', { options: 'practice_sizes' }),
      field('ehr', 'Electronic record system', 'text'),
      field('conflict_parties', 'Facility, health system, group and colleagues', 'parties', {
        ...starred,
        help: 'Reviewers are checked against these names before they see anything.',
      }),
      field('excluded_states', 'No reviewers from', 'states', {
        options: 'states',
        help: 'Beside the provider’s own state.',
      }),
      field('excluded_miles', 'No reviewers within (miles)', 'number', {
        help: 'From the facility. The matching team sees to it.',
      }),
      field('excluded_experts', 'Reviewers to leave out', 'texts', {
        max_items: 20,
        help: 'By name or code. They are not asked.',
      }),
    ],
  },
  {
    key: 'step_three',
    title: 'Charts and questions',
    lead: 'Which charts, which encounters, and what should be answered?',
    fields: [
      field('charts', 'Charts', 'charts', {
        ...starred,
        max_items: CHARTS_MAX,
        row_flags: { patient_name: 'enable_claimant_field_for_peer_review_submission' },
        help: 'One row for each patient. Its label is a column of the report.',
      }),
      field('sampling_note', 'How the charts were chosen', 'long_text', {
        max_length: 4_000,
        help: 'For example every tenth visit of the quarter, drawn by the record system.',
      }),
      field('provider_statement', 'The provider’s own statement', 'long_text', {
        max_length: 20_000,
        help: 'Optional. Write it here, or upload it with the records.',
      }),
      field('questions', 'Questions for the reviewer', 'texts', {
        max_items: QUESTIONS_MAX,
        max_length: QUESTION_LENGTH,
      }),
    ],
  },
  {
    key: 'step_four',
    title: 'Report and confirm',
    lead: 'Who gets the report, by when, and under which privilege?',
    fields: [
      field('report_form', 'Report form', 'choice', {
        ...starred,
        options: 'report_forms',
        help: 'Each type has its own; a limited review is written on the chart audit.',
      }),
      field('needed_by', 'Needed by', 'date', starred),
      field('recipients', 'Who receives the report', 'recipients', {
        max_items: RECIPIENTS_MAX,
        help: 'Only these colleagues, you and your managers can open it.',
      }),
      field('committee', 'Committee', 'text', { ...starred, help: 'The committee that asks for the review.' }),
      field('statute', 'Peer review statute', 'text', {
        ...starred,
        help: 'Suggested by the state. Your counsel decides what stands on the report.',
      }),
      field('expedited_consent', 'I agree to the surcharge for an expedited review', 'checkbox', {
        flag: 'enable_expedited_peer_reviews',
      }),
      field('billing_reference', 'Billing reference', 'text', { help: 'What your accounts know it by.' }),
      field('po_number', 'PO number', 'text'),
      field('cost_center', 'Cost center', 'text'),
      field('confidentiality_accepted', 'I keep this review confidential as the statute asks', 'checkbox', starred),
    ],
  },
];

/** How a list calls the review: the provider under review as it was entered, and where. */
export function peerReviewSubject(fields: Partial<PeerReviewFields>): string {
  return [fields.provider_name, fields.facility].filter(Boolean).join(', ');
}

/** Everyone already named in the order, for prefilling the list reviewers are checked against. A code is nobody's name. */
export function peerReviewParties(fields: Partial<PeerReviewFields>): ConflictParty[] {
  const parties: ConflictParty[] = [];
  if (fields.provider_name && fields.provider_blind !== true)
    parties.push({ name: fields.provider_name, role: 'subject_provider', kind: 'person' });
  if (fields.facility) parties.push({ name: fields.facility, role: 'facility', kind: 'facility' });
  return parties;
}

/** All encounters of all charts. */
export const encountersOf = (fields: Partial<PeerReviewFields>): number =>
  (fields.charts ?? []).reduce((sum, one) => sum + (one.encounters?.length ?? 0), 0);
