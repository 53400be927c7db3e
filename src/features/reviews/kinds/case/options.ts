import { options } from '../options.ts';

export const CLAIM_STAGES = options([
  ['incident', 'Incident, no claim yet'],
  ['pre_suit', 'Pre-suit'],
  ['suit_filed', 'Suit filed'],
  ['discovery', 'Discovery'],
  ['pre_trial', 'Pre-trial'],
]);

export const ISSUE_SCOPES = options([
  ['standard_of_care', 'Standard of care'],
  ['causation', 'Causation'],
  ['damages', 'Damages'],
  ['prognosis', 'Prognosis'],
]);

export const SEVERITIES = options([
  ['1', '1 · Emotional only'],
  ['2', '2 · Insignificant, temporary'],
  ['3', '3 · Minor, temporary'],
  ['4', '4 · Major, temporary'],
  ['5', '5 · Minor, permanent'],
  ['6', '6 · Significant, permanent'],
  ['7', '7 · Major, permanent'],
  ['8', '8 · Grave'],
  ['9', '9 · Death'],
]);

export const LICENSE_LEVELS = options([
  ['md_do', 'Physician (MD or DO)'],
  ['dds_dmd', 'Dentist (DDS or DMD)'],
  ['np', 'Nurse practitioner'],
  ['pa', 'Physician assistant'],
  ['rn', 'Registered nurse'],
  ['crna', 'Nurse anesthetist'],
  ['cnm', 'Nurse midwife'],
  ['dpm', 'Podiatrist (DPM)'],
  ['pharmd', 'Pharmacist (PharmD)'],
  ['phd_psyd', 'Psychologist (PhD or PsyD)'],
  ['pt_ot', 'Physical or occupational therapist'],
  ['dc', 'Chiropractor (DC)'],
]);

/** License keys that count as the level asked for. */
export const LEVEL_KEYS: Record<(typeof LICENSE_LEVELS)[number]['value'], readonly string[]> = {
  md_do: ['MD', 'DO'],
  dds_dmd: ['DDS', 'DMD'],
  np: ['NP'],
  pa: ['PA'],
  rn: ['RN'],
  crna: ['CRNA'],
  cnm: ['CNM'],
  dpm: ['DPM'],
  pharmd: ['PharmD'],
  phd_psyd: ['PhD', 'PsyD'],
  pt_ot: ['PT', 'OT'],
  dc: ['DC'],
};

export const TESTIMONY = options([
  ['consulting_only', 'Consulting only'],
  ['may_testify', 'May be asked to testify'],
]);

/** For which side an expert has worked so far. */
export const SIDES_BALANCE = options([
  ['either', 'No preference'],
  ['balanced', 'Both sides, about evenly'],
  ['mostly_defense', 'Mostly defense'],
  ['mostly_plaintiff', 'Mostly plaintiff'],
]);

/** What can be ordered. `minutes` is the call's length, null without one. */
export const CASE_SERVICES = [
  {
    value: 'call_30',
    label: 'Call, 30 minutes',
    minutes: 30,
    report: false,
    gets: 'One or two questions by phone. Nothing in writing.',
  },
  {
    value: 'call_45',
    label: 'Call, 45 minutes',
    minutes: 45,
    report: false,
    gets: 'The usual call: findings and their reasons by phone. Nothing in writing.',
  },
  {
    value: 'call_60',
    label: 'Call, 60 minutes',
    minutes: 60,
    report: false,
    gets: 'For many records or several providers. Nothing in writing.',
  },
  {
    value: 'call_and_report',
    label: 'Call, 45 minutes, and written report',
    minutes: 45,
    report: true,
    gets: 'First the findings by phone, then a signed report with pages cited.',
  },
  {
    value: 'report_only',
    label: 'Written report only',
    minutes: null,
    report: true,
    gets: 'A signed report with pages cited, without a call.',
  },
] as const;
export type CaseService = (typeof CASE_SERVICES)[number]['value'];

/** Questions to take over and adapt, by issue. */
export const QUESTION_BANK: { issue: (typeof ISSUE_SCOPES)[number]['value']; text: string }[] = [
  {
    issue: 'standard_of_care',
    text: 'What did the standard of care require at the time, for this specialty and setting?',
  },
  { issue: 'standard_of_care', text: 'Did the care given meet that standard? Which entries in the record show it?' },
  { issue: 'standard_of_care', text: 'Were the findings acted on in time?' },
  { issue: 'standard_of_care', text: 'Was consent obtained and recorded as required?' },
  { issue: 'standard_of_care', text: 'Were the handoff and follow-up adequate?' },
  { issue: 'causation', text: 'Did any departure more likely than not cause the claimed injury?' },
  { issue: 'causation', text: 'Would earlier recognition or treatment have changed the outcome?' },
  { issue: 'causation', text: 'Which other causes does the record support?' },
  { issue: 'damages', text: 'Which of the claimed injuries are supported by the record?' },
  { issue: 'damages', text: 'Which treatment after the event was needed because of it?' },
  { issue: 'prognosis', text: 'What is the likely course from here, and what care will be needed?' },
  { issue: 'prognosis', text: 'How does the claimed injury affect life expectancy or function?' },
];
