import { options } from '../options.ts';

/** For whom the expert is asked. */
export const SIDES = options([
  ['plaintiff', 'Plaintiff'],
  ['defense', 'Defense'],
  ['joint', 'Both sides together'],
  ['neutral', 'Neutral, or appointed by the court'],
]);

export const PRACTICE_AREAS = options([
  ['medical_malpractice', 'Medical malpractice'],
  ['personal_injury', 'Personal injury'],
  ['product_liability', 'Product liability'],
  ['workers_compensation', 'Workers’ compensation'],
  ['disability', 'Disability and benefits'],
  ['employment', 'Employment'],
  ['criminal', 'Criminal'],
  ['civil_rights', 'Civil rights'],
  ['other', 'Other'],
]);

export const MATTER_STAGES = options([
  ['investigation', 'Investigation'],
  ['pre_suit', 'Pre-suit'],
  ['pleadings', 'Pleadings'],
  ['discovery', 'Discovery'],
  ['expert_discovery', 'Expert discovery'],
  ['pre_trial', 'Pre-trial'],
  ['trial', 'Trial'],
  ['appeal', 'Appeal'],
]);

export const ISSUES = options([
  ['standard_of_care', 'Standard of care'],
  ['causation', 'Causation'],
  ['damages', 'Damages'],
  ['future_care', 'Future care and prognosis'],
  ['other_side', 'The other side’s opinions'],
]);

export const WORK_WANTED = options([
  ['record_review', 'Review of the records'],
  ['research', 'Research'],
  ['conference', 'Conferences'],
  ['report', 'Written report'],
  ['rebuttal', 'Rebuttal'],
  ['affidavit', 'Affidavit or certificate of merit'],
  ['deposition', 'Deposition'],
  ['trial', 'Trial'],
]);

export const PRIOR_TESTIMONY = options([
  ['either', 'No preference'],
  ['experienced', 'Has testified before'],
  ['not_frequent', 'Not often in court'],
]);

/** How the retainer is handled. */
export const RETAINERS = options([
  ['replenished', 'Replenished when it is used up'],
  ['once', 'Once, then by monthly statement'],
  ['discuss', 'To be settled with the expert'],
]);

/** In which role an expert is retained. */
export const LEGAL_SERVICES = [
  {
    value: 'consulting',
    label: 'Consulting expert',
    minutes: null,
    report: false,
    gets: 'Advises you and is not named. A retainer of ten hours.',
  },
  {
    value: 'testifying',
    label: 'Testifying expert',
    minutes: null,
    report: false,
    gets: 'Can be named, write a report and testify. A retainer of ten hours.',
  },
  {
    value: 'consulting_first',
    label: 'Consulting first, testifying perhaps',
    minutes: null,
    report: false,
    gets: 'Advises you first; whether to testify is settled with you later. A retainer of ten hours.',
  },
] as const;
export type LegalService = (typeof LEGAL_SERVICES)[number]['value'];

/** Questions to take over and adapt, by issue. */
export const LEGAL_QUESTION_BANK: { issue: (typeof ISSUES)[number]['value']; text: string }[] = [
  {
    issue: 'standard_of_care',
    text: 'What did the standard of care require of a clinician in this field at the time?',
  },
  { issue: 'standard_of_care', text: 'Was that standard met? Which entries in the record show it?' },
  { issue: 'standard_of_care', text: 'Which facts would change your opinion on the standard of care?' },
  { issue: 'causation', text: 'Did what was done or left undone more likely than not cause the injury claimed?' },
  { issue: 'causation', text: 'Which other causes does the record support, and how are they told apart?' },
  { issue: 'damages', text: 'Which of the injuries claimed does the record support?' },
  { issue: 'damages', text: 'Which part of them existed before, or would have come anyway?' },
  { issue: 'future_care', text: 'What course is likely from here, and which care will be needed?' },
  { issue: 'other_side', text: 'Where do you agree and disagree with the other side’s expert, and why?' },
  { issue: 'other_side', text: 'On which facts or assumptions does the other side’s opinion depend?' },
];
