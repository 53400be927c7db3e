import { options } from '../options.ts';

/** Under which insurance the examinee claims. */
export const COVERAGES = options([
  ['workers_compensation', 'Workers’ compensation'],
  ['auto', 'Auto'],
  ['general_liability', 'General liability'],
  ['disability', 'Disability'],
]);

/** How a body part stands in the claim. */
export const BODY_PART_STANDINGS = options([
  ['accepted', 'Accepted'],
  ['denied', 'Denied'],
  ['claimed', 'Claimed'],
]);

/** Languages by their codes, named as the platform names them; letters name them the same way in their own language. */
function languages(codes: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return codes.split(' ').map((value) => ({ value, label: value === 'tl' ? 'Tagalog' : (names.of(value) ?? value) }));
}

/** What an examinee can speak: what is asked for most, then the others by name. */
export const LANGUAGES = [
  ...languages('en es zh yue vi ko tl ru ar ht pt pl fr ase'),
  ...languages(
    'af ak am az bg bm bn bo bs ceb cs da de el et fa fi ff gu ha he hi hmn hr hu hy id ig ilo it ja ka kea kek kk km kn ku ky ln lo lt lv mg mh ml mn mr ms my ne nl no nv om pa ps quc ro rw si sk sm sn so sq sr sv sw ta te th ti to tr uk ur uz wo yi yo zap zu',
  ).toSorted((a, b) => a.label.localeCompare(b.label)),
];

export const TRANSPORTS = options([
  ['none', 'None needed'],
  ['mileage', 'Mileage in advance'],
  ['sedan', 'Sedan'],
  ['wheelchair', 'Wheelchair van'],
  ['flight', 'Flight'],
]);

/** Studies the examiner may order. An invasive one is never among them. */
export const TESTS_ALLOWED = options([
  ['x_ray', 'X-ray'],
  ['mri_ct', 'MRI or CT'],
  ['emg', 'EMG and nerve conduction'],
  ['blood', 'Blood tests'],
  ['psychometric', 'Psychological tests'],
  ['functional', 'Functional capacity evaluation'],
]);

export const OBSERVERS = options([
  ['none', 'Neither expected'],
  ['recording', 'Recording'],
  ['companion', 'Companion'],
  ['both', 'Recording and companion'],
]);

/** Where an exam is held. */
export const PLACE_TYPES = options([
  ['office', 'Examiner’s own office'],
  ['rented_room', 'Rented room'],
  ['either', 'Either of them'],
  ['telehealth', 'By video'],
]);

/** Whether whoever examined before should do so again. */
export const EXAMINERS_AGAIN = options([
  ['same', 'The same examiner again'],
  ['another', 'Another examiner'],
]);

/** Who gets a report without having an account. */
export const OUTSIDE_ROLES = options([
  ['board', 'Board or agency'],
  ['carrier', 'Carrier'],
  ['treating_provider', 'Treating physician'],
  ['examinee', 'Examinee'],
  ['examinee_attorney', 'Examinee’s attorney'],
  ['defense_attorney', 'Defense attorney'],
  ['employer', 'Employer'],
  ['other', 'Other'],
]);

/** How a report goes to whom has no account. */
export const MANNERS = options([
  ['email', 'By e-mail'],
  ['post', 'By post'],
]);

/** What can be ordered. */
export const IME_SERVICES = [
  {
    value: 'exam',
    label: 'Exam and report',
    minutes: null,
    report: true,
    gets: 'The examinee is examined in person. A signed report answers your questions.',
  },
  {
    value: 'records_review',
    label: 'Review of the records',
    minutes: null,
    report: true,
    gets: 'Without an exam: a signed report on the records alone.',
  },
] as const;
export type ImeService = (typeof IME_SERVICES)[number]['value'];

/** What the questions of the bank are about. */
export const IME_ISSUES = options([
  ['history', 'History and records'],
  ['diagnosis', 'Diagnosis and findings'],
  ['causation', 'Causation'],
  ['treatment', 'Treatment'],
  ['recovery', 'Recovery and impairment'],
  ['work', 'Work'],
]);

/** Questions to take over and adapt, by issue. */
export const IME_QUESTION_BANK: { issue: (typeof IME_ISSUES)[number]['value']; text: string }[] = [
  { issue: 'history', text: 'What is the history of the injury, and what does the examinee report today?' },
  { issue: 'history', text: 'Which records were reviewed, and what do they show of earlier conditions?' },
  { issue: 'diagnosis', text: 'What are the diagnoses, and which of them belong to the accepted conditions?' },
  { issue: 'diagnosis', text: 'What are the objective findings, positive and negative?' },
  { issue: 'diagnosis', text: 'Are the complaints consistent with the findings and with each other?' },
  {
    issue: 'causation',
    text: 'Was the injury a substantial contributing cause of each diagnosis, to a reasonable degree of medical certainty?',
  },
  { issue: 'causation', text: 'Was an earlier condition aggravated for good, made worse for a time, or unaffected?' },
  { issue: 'treatment', text: 'Was the treatment so far reasonable and necessary for the injury?' },
  { issue: 'treatment', text: 'Which further treatment is needed because of it: kind, frequency, duration?' },
  { issue: 'recovery', text: 'Has the examinee reached maximum medical improvement, and if so, when?' },
  {
    issue: 'recovery',
    text: 'What is the permanent impairment in percent, by which edition, tables and pages, and how is it apportioned?',
  },
  { issue: 'recovery', text: 'Which medical care will be needed in the future for permanent effects of the injury?' },
  { issue: 'recovery', text: 'What is the prognosis?' },
  { issue: 'work', text: 'What can the examinee do at work now, in pounds and hours, and which limits are permanent?' },
  { issue: 'history', text: 'How much time did you spend with the examinee, and how much on the records?' },
  {
    issue: 'diagnosis',
    text: 'Which tests of effort and validity did you do, and what do they show?',
  },
  { issue: 'recovery', text: 'Are your opinions held to a reasonable degree of medical certainty?' },
  { issue: 'work', text: 'When can the examinee return to the job held at the time of the injury?' },
];
