import type { FormDefinition, FormQuestion } from '../definition.ts';
import { questionsAsked } from '../common-sections.ts';
import { needsAttention, recommendation, recordsReviewed, reviewerSignature } from './parts.ts';

/** Ten aspects of care, each judged by itself. */
const ASPECTS: [key: string, label: string][] = [
  ['tests', 'Choice and timing of tests'],
  ['performance', 'Performance of the procedure or treatment'],
  ['abnormal_results', 'Addressing abnormal results'],
  ['diagnosis', 'Timeliness and appropriateness of the diagnosis'],
  ['treatment', 'Timing and appropriateness of the treatment'],
  ['technique', 'Technique'],
  ['critical_clues', 'Recognition and communication of critical clues'],
  ['deterioration', 'Timely action when the patient got worse'],
  ['documentation', 'Documentation'],
  ['supervision', 'Supervision of trainees'],
];
const ASPECT_LEVELS = [
  { value: '1', label: 'Level 1, most experienced, competent clinicians would have managed it similarly' },
  { value: '2', label: 'Level 2, they might have managed it differently' },
  { value: '3', label: 'Level 3, they would have managed it differently' },
  { value: 'na', label: 'Not applicable' },
];

const aspects: FormQuestion[] = ASPECTS.map(([key, label]) => ({
  key: `aspect_${key}`,
  type: 'scale',
  label,
  category: 'Aspects of care',
  required: true,
  levels: ASPECT_LEVELS,
  comment_rule: { required_when: ['2', '3'], citation_required_when: ['3'], min_length: 20 },
  deficiency_if: ['3'],
}));

/** Overall care in words with a middle; a committee maps it to its own levels. */
export const OVERALL_CARE = [
  { value: 'appropriate', label: 'Appropriate' },
  { value: 'minor', label: 'Minor opportunity for improvement' },
  { value: 'controversial', label: 'Controversial, or a variation reasonable clinicians accept' },
  { value: 'inappropriate', label: 'Inappropriate' },
  { value: 'cannot_determine', label: 'Cannot be determined from these records' },
];

export const overallCare = (key = 'overall_care'): FormQuestion => ({
  key,
  type: 'single',
  label: 'Overall care',
  help: 'Judge what was done from what was known or knowable then, apart from the outcome and from the documentation.',
  required: true,
  options: OVERALL_CARE,
  comment_rule: { required_when: 'always', min_length: 40, label: 'The reasons that decide it' },
  deficiency_if: ['inappropriate'],
});

/** Form B: one case in depth. Care, outcome and documentation stand apart; a score is not made. */
export const PEER_FOCUSED_FORM: FormDefinition = {
  key: 'peer_focused',
  kind: 'PeerReview',
  name: 'Focused case review',
  version: 1,
  sections: [
    {
      key: 'summary',
      title: 'Summary of the case',
      questions: [
        {
          key: 'case_summary',
          type: 'text',
          label: 'Course of events',
          help: 'Facts in order, apart from opinion, with the pages.',
          required: true,
          min_length: 100,
          citation_required: true,
        },
        {
          key: 'provider_statement_considered',
          type: 'text',
          label: 'The provider’s own statement, and what it changes',
          visible_if: { equals: { fact: 'has_statement', value: true } },
          required: true,
          min_length: 20,
        },
      ],
    },
    recordsReviewed(),
    {
      key: 'timeline',
      title: 'Timeline',
      questions: [
        {
          key: 'timeline',
          type: 'text',
          label: 'Timeline of care',
          help: 'Date and time, what happened, what was done, page.',
          required: true,
          min_length: 40,
        },
      ],
    },
    { key: 'care', title: 'Care', questions: [overallCare(), ...aspects] },
    {
      key: 'outcome',
      title: 'Outcome',
      help: 'Kept apart from the care: a bad outcome can follow good care, and the other way round.',
      questions: [
        {
          key: 'patient_outcome',
          type: 'single',
          label: 'Outcome for the patient',
          required: true,
          options: [
            { value: 'none', label: 'No harm' },
            { value: 'minor_temporary', label: 'Minor, temporary' },
            { value: 'major_temporary', label: 'Major, temporary' },
            { value: 'permanent', label: 'Permanent' },
            { value: 'death', label: 'Death' },
          ],
        },
        {
          key: 'effect_of_care',
          type: 'single',
          label: 'Effect of the care on the outcome',
          required: true,
          options: [
            { value: 'none', label: 'None' },
            { value: 'possible', label: 'Possible' },
            { value: 'probable', label: 'Probable' },
          ],
          comment_rule: { required_when: ['possible', 'probable'], min_length: 20 },
        },
      ],
    },
    {
      key: 'factors',
      title: 'What contributed',
      questions: [
        {
          key: 'contributing_provider',
          type: 'multi',
          label: 'Factors of the provider',
          options: [
            { value: 'knowledge', label: 'Knowledge' },
            { value: 'judgment', label: 'Judgment' },
            { value: 'technical_skill', label: 'Technical skill' },
            { value: 'communication', label: 'Communication' },
            { value: 'planning', label: 'Planning and follow-up' },
            { value: 'policy', label: 'Following policy' },
            { value: 'supervision', label: 'Supervision' },
            { value: 'fatigue', label: 'Fatigue or workload' },
          ],
          comment_rule: {},
        },
        {
          key: 'contributing_system',
          type: 'multi',
          label: 'Factors of the system',
          options: [
            { value: 'handoff', label: 'Handoff' },
            { value: 'staffing', label: 'Staffing' },
            { value: 'equipment', label: 'Equipment' },
            { value: 'ehr', label: 'Record system or order set' },
            { value: 'consult', label: 'Availability of a consultant' },
            { value: 'patient', label: 'Factors of the patient' },
          ],
          comment_rule: {},
        },
        {
          key: 'documentation_quality',
          type: 'single',
          label: 'Documentation',
          required: true,
          options: [
            { value: 'adequate', label: 'Adequate' },
            { value: 'minor', label: 'Minor gaps' },
            { value: 'inadequate', label: 'Inadequate' },
          ],
          comment_rule: { required_when: ['minor', 'inadequate'], min_length: 20 },
          deficiency_if: ['inadequate'],
        },
        {
          key: 'system_issue',
          type: 'yes_no_na',
          label: 'Is there a system issue to refer?',
          required: true,
          comment_rule: { required_when: ['yes'], min_length: 20, label: 'Which issue, and to whom' },
        },
      ],
    },
    questionsAsked(),
    {
      key: 'recommendations',
      title: 'Recommendations',
      questions: [
        {
          key: 'literature',
          type: 'text',
          label: 'Literature cited',
          help: 'Author, title, source, year. One to a line.',
        },
        recommendation('recommendations'),
        needsAttention(),
      ],
    },
    reviewerSignature(),
  ],
};
