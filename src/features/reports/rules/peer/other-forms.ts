import type { FormDefinition } from '../definition.ts';
import { OVERALL_CARE, overallCare } from './focused-form.ts';
import { questionsAsked } from '../common-sections.ts';
import { OWN_JUDGMENT } from '../own-judgment.ts';
import { needsAttention, recommendation, recordsReviewed, reviewerSignature } from './parts.ts';

const COMPETENCY = [
  { value: '1', label: '1, not yet competent', score: 0 },
  { value: '2', label: '2, competent with direct supervision', score: 0.34 },
  { value: '3', label: '3, competent with supervision at hand', score: 0.67 },
  { value: '4', label: '4, competent on their own', score: 1 },
];

/** Form C: a privilege or a focused evaluation over several cases; competency of each on four levels. */
export const PEER_FPPE_FORM: FormDefinition = {
  key: 'peer_fppe',
  kind: 'PeerReview',
  name: 'FPPE or privilege',
  version: 1,
  scoring: { green_at: 90, amber_at: 67 },
  sections: [
    {
      key: 'privilege',
      title: 'What is evaluated',
      questions: [
        {
          key: 'privilege',
          type: 'text',
          label: 'Privilege or concern under evaluation',
          required: true,
          min_length: 10,
        },
        {
          key: 'cases_reviewed',
          type: 'number',
          label: 'Cases reviewed',
          required: true,
          integer: true,
          min: 1,
          max: 500,
        },
        {
          key: 'cases_sufficient',
          type: 'yes_no_na',
          label: 'Are these cases enough for a finding?',
          required: true,
          comment_rule: { required_when: ['no'], min_length: 20, label: 'How many more, and of which kind' },
        },
      ],
    },
    {
      key: 'competency',
      title: 'Competency by case',
      questions: [
        {
          key: 'procedure_competency',
          type: 'matrix',
          label: 'Competency, 1 to 4',
          required: true,
          columns: 'charts',
          levels: COMPETENCY,
          rows: [
            { key: 'indication', label: 'Indication and selection of the patient', deficiency_if: ['1'] },
            { key: 'preparation', label: 'Preparation and consent', deficiency_if: ['1'] },
            { key: 'technique', label: 'Technique', deficiency_if: ['1'], critical_if: ['1'] },
            { key: 'judgment', label: 'Judgment when it did not go as planned', deficiency_if: ['1'] },
            { key: 'aftercare', label: 'Care afterwards and complications', deficiency_if: ['1'] },
            { key: 'documentation', label: 'Documentation', deficiency_if: ['1'] },
          ],
          comment_rule: { required_when: ['1', '2'], min_length: 10 },
        },
        { key: 'score', type: 'score_summary', label: 'Share reached' },
      ],
    },
    {
      key: 'finding',
      title: 'Finding',
      questions: [
        {
          key: 'privilege_finding',
          type: 'single',
          label: 'Do these cases support the privilege?',
          required: true,
          options: [
            { value: 'supported', label: 'Supported' },
            { value: 'with_proctoring', label: 'Supported with proctoring' },
            { value: 'not_yet', label: 'Not yet' },
            { value: 'cannot_determine', label: 'Cannot be determined from these cases' },
          ],
          comment_rule: { required_when: 'always', min_length: 40, label: 'The reasons that decide it' },
          deficiency_if: ['not_yet'],
        },
        {
          key: 'proctoring_plan',
          type: 'text',
          label: 'How many cases to proctor, and what to watch',
          visible_if: { equals: { question: 'privilege_finding', value: 'with_proctoring' } },
          required: true,
          min_length: 20,
        },
        recommendation('recommendations'),
        needsAttention(),
      ],
    },
    questionsAsked(),
    reviewerSignature(),
  ],
};

const TREND = [
  { value: 'better', label: 'Better than before' },
  { value: 'same', label: 'Unchanged' },
  { value: 'worse', label: 'Worse than before' },
  { value: 'unknown', label: 'Nothing to compare with' },
];
const indicators: [key: string, label: string][] = [
  ['patient_care', 'Patient care'],
  ['medical_knowledge', 'Medical knowledge'],
  ['practice_based_learning', 'Practice-based learning'],
  ['communication', 'Communication with patients and colleagues'],
  ['professionalism', 'Professionalism'],
  ['systems_based_practice', 'Systems-based practice'],
];

/** Form D: the period’s ongoing evaluation in one page. */
export const PEER_OPPE_FORM: FormDefinition = {
  key: 'peer_oppe',
  kind: 'PeerReview',
  name: 'OPPE summary',
  version: 1,
  sections: [
    {
      key: 'period',
      title: 'Period and data',
      questions: [
        { key: 'period_from', type: 'date', label: 'Period from', required: true },
        { key: 'period_to', type: 'date', label: 'Period to', required: true },
        { key: 'volume', type: 'number', label: 'Cases in the period', integer: true, min: 0, max: 100_000 },
        {
          key: 'data_sources',
          type: 'text',
          label: 'Data looked at',
          help: 'Charts, indicators, complaints, complications. One to a line.',
          required: true,
          min_length: 10,
        },
      ],
    },
    {
      key: 'competencies',
      title: 'Competencies',
      questions: indicators.map(([key, label]) => ({
        key: `oppe_${key}`,
        type: 'single' as const,
        label,
        required: true,
        options: [
          { value: 'meets', label: 'Meets expectations' },
          { value: 'watch', label: 'To be watched' },
          { value: 'concern', label: 'Concern' },
          { value: 'no_data', label: 'No data' },
        ],
        comment_rule: { required_when: ['watch', 'concern'], min_length: 20 },
        deficiency_if: ['concern'],
      })),
    },
    {
      key: 'conclusion',
      title: 'Conclusion',
      questions: [
        { key: 'trend', type: 'single', label: 'Compared with the last period', required: true, options: TREND },
        { key: 'strengths', type: 'text', label: 'Strengths', required: true, min_length: 20 },
        { key: 'opportunities', type: 'text', label: 'Opportunities for improvement' },
        {
          key: 'oppe_conclusion',
          type: 'single',
          label: 'Continue privileges?',
          required: true,
          options: [
            { value: 'continue', label: 'Continue without change' },
            { value: 'focused_review', label: 'Begin a focused evaluation (FPPE)' },
            { value: 'committee', label: 'Bring before the committee' },
          ],
          comment_rule: { required_when: ['focused_review', 'committee'], min_length: 20 },
        },
        recommendation('recommendations'),
        needsAttention(),
      ],
    },
    questionsAsked(),
    reviewerSignature(),
  ],
};

/** Form E: a further reviewer judges the same charts first, then reads what the others found, and settles where they part. */
export const PEER_ADJUDICATION_FORM: FormDefinition = {
  key: 'peer_adjudication',
  kind: 'PeerReview',
  name: 'Second reviewer and adjudication',
  version: 3,
  sections: [
    recordsReviewed(),
    {
      key: OWN_JUDGMENT,
      title: 'Your own judgment',
      help: 'Give it, with your reasons, before you compare. Where two opinions are to be settled, it is closed as it stands when you open them.',
      questions: [
        overallCare('second_overall_care'),
        {
          key: 'second_findings',
          type: 'text',
          label: 'Findings',
          required: true,
          min_length: 60,
          citation_required: true,
        },
        {
          key: 'second_documentation',
          type: 'single',
          label: 'Documentation',
          required: true,
          options: [
            { value: 'adequate', label: 'Adequate' },
            { value: 'minor', label: 'Minor gaps' },
            { value: 'inadequate', label: 'Inadequate' },
          ],
        },
      ],
    },
    {
      key: 'comparison',
      title: 'Comparison',
      questions: [
        {
          key: 'disagreement',
          type: 'single',
          label: 'How far the opinions are apart',
          required: true,
          options: [
            { value: 'none', label: 'They agree' },
            { value: 'one_level', label: 'One level' },
            { value: 'two_levels', label: 'Two levels or more' },
            { value: 'not_compared', label: 'Not compared' },
          ],
          comment_rule: {
            required_when: ['one_level', 'two_levels'],
            min_length: 40,
            label: 'Where they differ, and why',
          },
        },
        {
          key: 'after_reading',
          type: 'text',
          label: 'What reading the other opinions changed',
          help: 'Your own judgment stays in the report as it was. What you see differently now belongs here.',
        },
        {
          key: 'adjudicated_care',
          type: 'single',
          label: 'Overall care, settled',
          help: 'What you settle stands as the level of this case, with your reasons.',
          required: true,
          options: OVERALL_CARE,
          comment_rule: { required_when: 'always', min_length: 20 },
        },
        recommendation('recommendations'),
        needsAttention(),
      ],
    },
    questionsAsked(),
    reviewerSignature(),
  ],
};
