import { z } from 'zod';
import {
  billingFields,
  excludedExpertsField,
  excludedStatesField,
  expeditedField,
  neededByField,
  partiesField,
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
  lines,
  longText,
  number,
  openChoice,
  specialty,
  state,
  step,
  text,
} from '../field.ts';
import { SEXES } from '../options.ts';
import {
  BODY_PART_STANDINGS,
  COVERAGES,
  EXAMINERS_AGAIN,
  LANGUAGES,
  MANNERS,
  OBSERVERS,
  OUTSIDE_ROLES,
  PLACE_TYPES,
  TESTS_ALLOWED,
  TRANSPORTS,
} from './options.ts';

export const QUESTIONS_MAX = 20;
/** So many besides the examinee and the attorney can get the notice. */
const COPIES_MAX = 6;

const claim = z.object({ number: column.name(100), date_of_injury: column.date });
const bodyPart = z.object({ part: column.name(120), standing: column.option(BODY_PART_STANDINGS).nullish() });
const treater = z.object({ name: column.name(), specialty: column.line() });
const priorExam = z.object({ examiner: column.name(), held_on: column.date, what: column.line() });

const noticeCopy = z.object({ name: column.name(), address: column.name(300) });

const outsideRecipient = z.object({
  name: column.name(120),
  // not chosen yet, while it is a draft
  role: column.option(OUTSIDE_ROLES).nullish(),
  manner: column.option(MANNERS).nullish(),
  address: column.name(300),
});

/** Who can be named: nobody is under review, and nobody is sued. */
const PARTIES = [
  'claimant',
  'facility',
  'plaintiff_counsel',
  'defense_counsel',
  'insurer',
  'treating_provider',
  'other',
] as const;

/** A field of a panel, asked where one was ordered. */
const ofPanel = { layout: { while: { field: 'panel', is: true }, up_front: true } } as const;

/** A field of the interpreter, asked where one is needed. */
const ofInterpreter = { layout: { while: { field: 'interpreter', is: true }, up_front: true } } as const;

/** A field of the attorney, asked where the examinee has one. */
const ofAttorney = { layout: { while: { field: 'represented', is: true }, up_front: true } } as const;

/** The four steps of an exam and their fields. What an order needs on top, across fields, is in `checks.ts`. */
export const IME_FIELDS = {
  step_one: step('Claim and examinee', 'Whose exam is it, and for which claim?', {
    ime_type: openChoice('Type of exam', 'ime_types', 100, {
      missing: 'Choose the type of exam.',
      flag: 'ime_type_enabled',
      column: 'review_type',
    }),
    claim_number: text('Claim number', {
      max: 100,
      missing: 'Enter the claim number.',
      help: 'As your claim system has it.',
      column: 'claim_number',
    }),
    coverage: choice('Line of insurance', 'coverages', COVERAGES, {
      missing: 'Choose the line of insurance.',
      help: 'The rules of the jurisdiction may depend on it.',
    }),
    jurisdiction_state: state('Jurisdiction', {
      missing: 'Choose the state whose rules hold for the claim.',
      help: 'Its rules decide how early the notice goes out and when the report is due.',
      column: 'state',
    }),
    date_of_injury: date('Date of injury', {
      missing: 'Enter the date of the injury.',
      help: 'Where several claims are named, that of the first.',
      told: true,
      layout: { days: 'past' },
    }),
    more_claims: lines('Additional claims', claim, 10, {
      noun: 'claim',
      columns: [
        { key: 'number', label: 'Claim number', type: 'text', required: true, share: 5 },
        { key: 'date_of_injury', label: 'Date of injury', type: 'date', share: 4 },
      ],
      help: 'Where one exam serves several claims.',
    }),
    body_parts: lines('Body parts and conditions', bodyPart, 30, {
      noun: 'body part',
      columns: [
        { key: 'part', label: 'Body part or condition', type: 'text', required: true, share: 6 },
        {
          key: 'standing',
          label: 'In the claim',
          type: 'choice',
          options: 'body_part_standings',
          required: true,
          share: 3,
        },
      ],
      sets: { body_part_standings: BODY_PART_STANDINGS },
      missing: 'Name at least one body part or condition.',
      help: 'With how each stands in the claim.',
      told: true,
    }),
    examinee_first_name: text('Examinee’s first name', {
      max: 100,
      missing: 'Enter the examinee’s first name.',
      layout: { begins_line: true },
    }),
    examinee_last_name: text('Examinee’s last name', { max: 100, missing: 'Enter the examinee’s last name.' }),
    examinee_dob: date('Date of birth', {
      missing: 'Enter the examinee’s date of birth.',
      told: true,
      layout: { days: 'past' },
    }),
    examinee_sex: choice('Sex', 'sexes', SEXES, { told: true, layout: { as: 'segments' } }),
    examinee_phone: text('Phone', { max: 40 }),
    examinee_email: email('E-mail'),
    examinee_street: text('Street and number', {
      missing: 'Enter the street: the notice goes there.',
      help: 'The notice goes to this address.',
      layout: { begins_line: true },
    }),
    examinee_city: text('City', { max: 100, missing: 'Enter the city.' }),
    examinee_state: state('State of residence', { missing: 'Choose the state the examinee lives in.' }),
    examinee_zip: text('ZIP code', { max: 10, missing: 'Enter the ZIP code.' }),
    language: choice('Language', 'languages', LANGUAGES, {
      missing: 'Choose the language the examinee speaks.',
      help: 'The one the examinee understands best.',
      told: true,
    }),
    interpreter: checkbox('An interpreter is needed', {
      help: 'The examiner’s office reads it and plans for one.',
      told: true,
      layout: { up_front: true },
    }),
    interpreter_language: choice('Language of the interpreter', 'languages', LANGUAGES, {
      ...ofInterpreter,
      help: 'Where it is another than the one above, for example sign language.',
      told: true,
    }),
    accommodation: text('Mobility and access', {
      max: 500,
      help: 'What the examinee needs to get in and be examined: wheelchair, hearing, a quiet room.',
      told: true,
    }),
    weight_pounds: number('Weight in pounds', {
      help: 'For exam tables, chairs and scanners with a weight limit.',
      told: true,
    }),
    special_notes: text('Good to know for the exam', {
      max: 500,
      help: 'What the examiner’s office plans with: the examinee is a physician, or was violent before.',
      told: true,
    }),
    transport: choice('Transport', 'transports', TRANSPORTS, { help: 'How the examinee gets there.', told: true }),
    represented: checkbox('The examinee has an attorney', {
      help: 'They get the notice, beside the examinee or alone.',
      layout: { up_front: true },
    }),
    attorney_name: text('Attorney’s name', ofAttorney),
    attorney_firm: text('Law firm', ofAttorney),
    attorney_email: email('Attorney’s e-mail', ofAttorney),
    attorney_address: text('Attorney’s address', {
      max: 300,
      help: 'The notice goes to this address.',
      ...ofAttorney,
    }),
    notice_copies: lines('Copies of the notice', noticeCopy, COPIES_MAX, {
      noun: 'copy',
      columns: [
        { key: 'name', label: 'Name', type: 'text', required: true, share: 4 },
        { key: 'address', label: 'Address', type: 'text', required: true, share: 6 },
      ],
      help: 'Opposing counsel, and whoever else gets one.',
    }),
    employer: text('Employer', { layout: { begins_line: true } }),
    occupation: text('Occupation', { told: true }),
    treaters: lines('Treating physicians', treater, 20, {
      noun: 'physician',
      columns: [
        { key: 'name', label: 'Name', type: 'text', required: true, share: 5 },
        { key: 'specialty', label: 'Specialty', type: 'text', share: 4 },
      ],
      help: 'Nobody who treats the examinee is asked to examine.',
      layout: { up_front: true },
    }),
    treaters_unknown: checkbox('No treating physician is known', {
      help: 'Check this where the claim names none.',
      layout: { up_front: true },
    }),
    prior_exams: lines('Earlier exams', priorExam, 20, {
      noun: 'exam',
      columns: [
        { key: 'examiner', label: 'Examiner', type: 'text', required: true, share: 4 },
        { key: 'held_on', label: 'Held on', type: 'date', share: 3 },
        { key: 'what', label: 'What for', type: 'text', share: 4 },
      ],
      help: 'By whom, when and what for.',
    }),
    examiner_again: choice('Who examined before', 'examiners_again', EXAMINERS_AGAIN, {
      help: 'Whether the same examiner should see the examinee again.',
    }),
    ...requesterField,
  }),
  step_two: step('Exam needed', 'Who should examine, and where?', {
    ...specialtyFields({ missing: 'Choose the specialty of the examiner.', help: 'The field of the injury.' }),
    panel: checkbox('Several examiners together', {
      help: 'A panel: each examines in their own field.',
      told: true,
      layout: { up_front: true },
    }),
    second_specialty_id: specialty('Second examiner’s specialty', {
      ...ofPanel,
      help: 'The field of whoever examines beside the first.',
      told: true,
    }),
    third_specialty_id: specialty('Third examiner’s specialty', {
      ...ofPanel,
      help: 'Leave it empty for a panel of two.',
      told: true,
    }),
    exam_state: state('State of the exam', {
      help: 'The examiner is licensed there.',
      layout: { begins_line: true, up_front: true },
    }),
    place_type: choice('Place of the exam', 'place_types', PLACE_TYPES, {
      help: 'Where it should be held. By video only where the jurisdiction’s rule allows it.',
      told: true,
    }),
    radius_miles: number('Within miles of the examinee', {
      help: 'Left empty, 60. Examiners within it come first.',
    }),
    board_certification_required: checkbox('Board certification required', { help: 'Others are not offered.' }),
    credentials: text('Additional credentials', {
      max: 200,
      help: 'An evaluator’s certificate, for example. The matching team considers it by hand.',
    }),
    tests_allowed: choices('Tests the examiner may order', 'tests_allowed', TESTS_ALLOWED, {
      help: 'Anything else is asked of you first. Invasive tests are not done.',
      told: true,
    }),
    observers: choice('Recording or companion', 'observers', OBSERVERS, {
      help: 'What the examinee’s side has announced.',
      told: true,
    }),
    days_that_suit: text('Days that suit', { max: 300, help: 'For the examiner to offer.', told: true }),
    exam_by: date('The exam must be held by', {
      help: 'The latest date that works for you.',
      not_copied: true,
      told: true,
      layout: { days: 'future' },
    }),
    preferred_expert: text('Examiner you would like', {
      help: 'By name. You can choose them where nothing stands in the way.',
    }),
    ...excludedExpertsField('Examiners to leave out', 'By name. They are not offered and are not told.'),
    ...excludedStatesField('Not from', 'Examiners who practice there are not offered.'),
  }),
  step_three: step('Questions and records', 'What should the examiner answer, and from which records?', {
    background: longText('What happened', {
      max_length: 20_000,
      help: 'Facts only, and nothing of the claim’s value. The other side can read it.',
      told: true,
    }),
    ...questionsField('Questions for the examiner', QUESTIONS_MAX, { missing: 'Ask at least one question.' }),
    records_complete: checkbox('These are all the records', {
      help: 'Check this when nothing more is coming.',
      not_copied: true,
      layout: { after_records: true },
    }),
    records_follow_by: date('The rest follows by', {
      not_copied: true,
      layout: { days: 'future', while: { field: 'records_complete', is_not: true } },
    }),
    records_served: checkbox('The records were served on the other side', {
      help: 'Where the jurisdiction asks for it.',
      not_copied: true,
    }),
    records_served_on: date('Served on', {
      help: 'The day on which they went out.',
      not_copied: true,
      layout: { days: 'past', while: { field: 'records_served', is: true } },
    }),
    records_served_pages: number('Pages declared', {
      help: 'As the declaration that went with them says.',
      not_copied: true,
      layout: { while: { field: 'records_served', is: true } },
    }),
  }),
  step_four: step('Delivery and confirm', 'What do you need, and by when?', {
    service: openChoice('Service', 'services', 40, {
      missing: 'Choose what you need: an exam, or a review of the records.',
      help: 'An exam is held in person, a review is of the records alone.',
      column: 'service',
      layout: { as: 'cards' },
    }),
    ...expeditedField({ help: 'Sooner, for a surcharge that the quote shows.' }),
    ...neededByField,
    verbal_same_day: checkbox('A word on the day of the exam', {
      help: 'The examiner tells you the result the same day, before the report.',
      told: true,
    }),
    outside_recipients: lines('Who else gets the report', outsideRecipient, 10, {
      noun: 'recipient',
      columns: [
        { key: 'name', label: 'Name', type: 'text', required: true, share: 3 },
        { key: 'role', label: 'Role', type: 'choice', options: 'outside_roles', required: true, share: 3 },
        { key: 'manner', label: 'How', type: 'choice', options: 'manners', required: true, share: 2 },
        { key: 'address', label: 'Address', type: 'text', required: true, share: 4 },
      ],
      sets: { outside_roles: OUTSIDE_ROLES, manners: MANNERS },
      help: 'Everyone without an account here: by secure link to an e-mail address, or by post.',
    }),
    ...partiesField('Everyone named in the matter', PARTIES, {
      missing: 'Name everyone in the matter, so that examiners can be checked for conflicts.',
      help: 'Examiners are checked against these names before they see anything.',
    }),
    ...billingFields,
    missed_terms_accepted: checkbox('I accept what a missed exam costs', {
      help: 'Ten business days or more before: nothing. Five to nine: 25%. Two to four: half. Later or missed: all.',
      not_copied: true,
      layout: { while: { field: 'service', is_not: 'records_review' } },
    }),
    terms_accepted: checkbox('I accept the terms', {
      missing: 'Accept the terms to order.',
      not_copied: true,
      layout: { terms: true },
    }),
  }),
} as const satisfies FieldTable;

/** All fields of an exam in one object. */
export type ImeFields = FieldsOf<typeof IME_FIELDS>;

/** "Marta Solis": whom the exam is of; nothing yet while nobody is named. */
export const imeSubject = (fields: Partial<ImeFields>): string =>
  [fields.examinee_first_name, fields.examinee_last_name].filter(Boolean).join(' ');
