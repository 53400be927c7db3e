import { questionsAsked, signature } from './common-sections.ts';
import type { Condition } from './condition.ts';
import type { FormDefinition, FormQuestion } from './definition.ts';

/** True when the order asks for this issue; an order that names none asks for all of them. */
const asks = (issue: string): Condition => ({
  any: [{ includes: { fact: 'issue_scope', value: issue } }, { not: { is_answered: { fact: 'issue_scope' } } }],
});

const domains: [key: string, label: string, help: string][] = [
  [
    'history_exam',
    'History, examination and assessment',
    'Was enough learned about the patient, at the right time, to act on?',
  ],
  [
    'testing',
    'Testing and interpretation',
    'Choice and timing of tests, reading of results, response to abnormal ones.',
  ],
  ['diagnosis', 'Diagnosis', 'Differential considered, conclusion supported, revised when the picture changed.'],
  ['treatment', 'Treatment and procedures', 'Indication, choice, timing, dose and technique.'],
  ['consent', 'Informed consent', 'Risks, benefits and alternatives discussed and recorded.'],
  ['monitoring', 'Monitoring and response to change', 'Observation suited to the risk; timely action and escalation.'],
  ['communication', 'Communication, consultation and handoff', 'Between clinicians, and with the patient and family.'],
  ['followup', 'Discharge and follow-up', 'Readiness, instructions, return precautions, closing of open results.'],
  ['documentation', 'Documentation', 'Whether the record is complete, timely and consistent.'],
];

const careQuestions: FormQuestion[] = domains.map(([key, label, help]) => ({
  key: `care_${key}`,
  label,
  help,
  category: 'Standard of care',
  type: 'single',
  required: true,
  options: [
    { value: 'met', label: 'Met' },
    { value: 'not_met', label: 'Not met' },
    { value: 'cannot_determine', label: 'Cannot be determined from these records' },
    { value: 'not_at_issue', label: 'Not at issue' },
  ],
  comment_rule: {
    label: 'What was required, what was done, and where the record shows it',
    required_when: ['met', 'not_met', 'cannot_determine'],
    citation_required_when: ['met', 'not_met'],
    min_length: 40,
  },
  deficiency_if: ['not_met'],
}));

/** The default report form for case reviews, version 1. Sections on issues the order did not ask about stay hidden. */
export const CASE_REPORT_FORM: FormDefinition = {
  key: 'case_report',
  kind: 'Case',
  name: 'Case review report',
  version: 1,
  sections: [
    {
      key: 'summary',
      title: 'Summary of the case',
      short_title: 'Summary',
      questions: [
        {
          key: 'case_summary',
          type: 'text',
          label: 'Course of events',
          help: 'State in order what happened: presentation, findings, care given, outcome. Keep facts apart from opinion, and cite the pages.',
          required: true,
          min_length: 100,
          citation_required: true,
        },
        {
          key: 'key_facts',
          type: 'text',
          label: 'Facts in dispute, and assumptions made',
          help: 'Name accounts that contradict each other, and the version each opinion below assumes.',
        },
      ],
    },
    {
      key: 'records',
      title: 'Records reviewed',
      short_title: 'Records',
      questions: [
        {
          key: 'records_reviewed',
          type: 'text',
          label: 'Records and other materials reviewed',
          help: 'One to a line: source, kind of record, dates, pages. Include imaging you viewed yourself.',
          required: true,
          min_length: 10,
        },
        {
          key: 'records_sufficient',
          type: 'single',
          label: 'Are the records sufficient for the opinions in this report?',
          required: true,
          options: [
            { value: 'sufficient', label: 'Sufficient' },
            { value: 'with_limits', label: 'Sufficient, with the limits stated' },
            { value: 'insufficient', label: 'Not sufficient for some opinions' },
          ],
        },
        {
          key: 'records_missing',
          type: 'text',
          label: 'Records missing or illegible',
          help: 'Name each one, and say which opinion it could change.',
          visible_if: {
            any: [
              { equals: { question: 'records_sufficient', value: 'with_limits' } },
              { equals: { question: 'records_sufficient', value: 'insufficient' } },
            ],
          },
          required: true,
          min_length: 10,
        },
      ],
    },
    {
      key: 'standard_of_care',
      title: 'Standard of care',
      help: 'Judge what a reasonably prudent clinician of the same specialty would have done in the same circumstances, from what was known or knowable then, not from the outcome.',
      visible_if: asks('standard_of_care'),
      questions: [
        {
          key: 'care_standard',
          type: 'text',
          label: 'The standard that applies, and its basis',
          help: 'Specialty, setting and date of the care. Name guidelines or literature you rely on, as in force then.',
          required: true,
          min_length: 40,
        },
        ...careQuestions,
        {
          key: 'care_providers',
          type: 'text',
          label: 'Opinion on each provider',
          help: 'Where more than one provider is named, give the opinion for each of them.',
          required_if: { equals: { fact: 'several_providers', value: true } },
        },
        {
          key: 'care_overall',
          type: 'single',
          label: 'Overall opinion on the standard of care',
          required: true,
          options: [
            { value: 'met', label: 'The standard of care was met' },
            { value: 'not_met', label: 'The standard of care was not met' },
            { value: 'differ', label: 'Reasonable clinicians could differ' },
            { value: 'cannot_determine', label: 'Cannot be determined from these records' },
          ],
          comment_rule: { required_when: 'always', min_length: 40, label: 'The reasons that decide it' },
          deficiency_if: ['not_met'],
        },
      ],
    },
    {
      key: 'causation',
      title: 'Causation',
      help: 'Keep this apart from the standard of care: it asks whether the outcome would have been different.',
      visible_if: asks('causation'),
      questions: [
        {
          key: 'causation_opinion',
          type: 'single',
          label: 'Did the care at issue cause or contribute to the injury?',
          required: true,
          options: [
            { value: 'probable', label: 'Yes, more likely than not' },
            { value: 'substantial', label: 'It was a substantial contributing factor, among others' },
            { value: 'possible', label: 'Possibly, but not more likely than not' },
            { value: 'not', label: 'No' },
            { value: 'cannot_determine', label: 'Cannot be determined from these records' },
            { value: 'no_departure', label: 'Not reached: no departure from the standard of care was found' },
          ],
          comment_rule: {
            required_when: ['probable', 'substantial', 'possible', 'not', 'cannot_determine'],
            citation_required_when: ['probable', 'substantial', 'possible', 'not'],
            min_length: 60,
            label: 'The mechanism, and what would have happened with other care',
          },
        },
        {
          key: 'causation_alternatives',
          type: 'text',
          label: 'Other causes considered',
          help: 'Pre-existing conditions, the natural course of the disease, later care, the patient’s own actions.',
          required_if: { not: { equals: { question: 'causation_opinion', value: 'no_departure' } } },
          min_length: 20,
        },
      ],
    },
    {
      key: 'damages',
      title: 'Injury and damages',
      short_title: 'Damages',
      visible_if: asks('damages'),
      questions: [
        {
          key: 'injury',
          type: 'text',
          label: 'Nature and extent of the injury',
          required: true,
          min_length: 40,
          citation_required: true,
        },
        {
          key: 'severity',
          type: 'scale',
          label: 'Severity of the injury',
          required: true,
          levels: [
            { value: '1', label: '1, emotional only' },
            { value: '2', label: '2, temporary: insignificant' },
            { value: '3', label: '3, temporary: minor' },
            { value: '4', label: '4, temporary: major' },
            { value: '5', label: '5, permanent: minor' },
            { value: '6', label: '6, permanent: significant' },
            { value: '7', label: '7, permanent: major' },
            { value: '8', label: '8, permanent: grave' },
            { value: '9', label: '9, death' },
          ],
        },
        {
          key: 'apportionment',
          type: 'text',
          label: 'Part due to earlier or unrelated conditions',
          help: 'What existed before or would have come anyway, and how far the two can be told apart.',
        },
      ],
    },
    {
      key: 'prognosis',
      title: 'Prognosis',
      visible_if: asks('prognosis'),
      questions: [
        {
          key: 'prognosis_outlook',
          type: 'text',
          label: 'Expected course and function',
          required: true,
          min_length: 40,
        },
        {
          key: 'future_care',
          type: 'text',
          label: 'Future care likely to be needed',
          help: 'Kind, frequency and duration, as far as the records support it.',
        },
      ],
    },
    questionsAsked(),
    {
      key: 'limits',
      title: 'Limits and further records',
      short_title: 'Limits',
      questions: [
        {
          key: 'limits',
          type: 'text',
          label: 'Limits of this review',
          help: 'What a review of records cannot show, and what the opinions depend on.',
          required: true,
          min_length: 20,
        },
        {
          key: 'further_records',
          type: 'text',
          label: 'Further records or experts suggested',
          help: 'Say what question each would answer.',
        },
        {
          key: 'literature',
          type: 'text',
          label: 'Literature relied on',
          help: 'Author, title, source, year. One to a line.',
        },
      ],
    },
    {
      key: 'conclusion',
      title: 'Conclusion',
      questions: [
        {
          key: 'conclusion',
          type: 'text',
          label: 'Summary of opinions',
          help: 'The opinions in a few sentences that can stand alone.',
          required: true,
          min_length: 60,
        },
        {
          key: 'certainty',
          type: 'single',
          label: 'Degree of certainty',
          required: true,
          options: [
            { value: 'certainty', label: 'These opinions are held to a reasonable degree of medical certainty' },
            {
              value: 'probability',
              label: 'These opinions are held to a reasonable degree of medical probability (more likely than not)',
            },
            { value: 'mixed', label: 'The degree differs by opinion, as explained' },
            { value: 'below', label: 'These opinions do not reach a reasonable degree of medical probability' },
          ],
          comment_rule: {
            required_when: ['mixed', 'below'],
            min_length: 20,
            label: 'Which opinion is held to which degree',
          },
        },
      ],
    },
    signature([
      {
        key: 'own_opinion',
        text: 'The opinions in this report are my own. I reached them from the records listed and from my training and experience.',
      },
      {
        key: 'qualified',
        text: 'I hold the license and the qualifications stated with my name, and practice or have practiced in the field I give an opinion on.',
      },
      {
        key: 'independent',
        text: 'I have no personal, professional or financial tie to a party or provider in this matter beyond what I disclosed.',
      },
      { key: 'fee', text: 'My fee does not depend on my opinions or on the outcome of the matter.' },
      {
        key: 'supplement',
        text: 'I have stated what I could not determine, and will supplement or correct this report if further records change an opinion.',
      },
      {
        key: 'confidential',
        text: 'I have kept the records confidential and have put none of them into tools outside this platform.',
      },
    ]),
  ],
};
