import type { FormDefinition, FormQuestion, FormSection } from '../definition.ts';
import { questionsAsked } from '../common-sections.ts';
import { needsAttention, recommendation, reviewerSignature } from './parts.ts';

type Row = [key: string, label: string, category: string, critical?: boolean];

/** What is asked of every chart. */
const CORE: Row[] = [
  ['history_documented', 'Chief complaint and history are documented', 'History'],
  ['allergies_medications', 'Allergies and medications are reconciled', 'History'],
  ['problem_list', 'The problem list is current', 'History'],
  ['exam', 'The examination fits the complaint', 'Assessment'],
  ['assessment_supported', 'The assessment is supported by the findings', 'Assessment'],
  ['diagnosis_supported', 'The diagnosis is supported', 'Assessment'],
  ['tests_appropriate', 'Tests are appropriate, and not more than needed', 'Testing'],
  ['abnormal_acted_on', 'Abnormal results were acted on', 'Testing', true],
  ['plan_guideline', 'The plan follows an accepted guideline, or says why not', 'Plan'],
  ['prescriptions', 'Prescriptions are appropriate, controlled substances checked', 'Plan', true],
  ['follow_up', 'Follow-up and referrals are arranged and closed', 'Plan'],
  ['education_consent', 'Education of the patient and informed consent are recorded', 'Plan'],
  ['preventive', 'Preventive care is addressed', 'Plan'],
  ['signed_in_time', 'The note is signed in time', 'Documentation'],
  ['coding', 'The note supports the coding', 'Documentation'],
];

/** Questions a specialty adds, by the names of the specialties that get them. */
const ADD_ONS: { key: string; title: string; specialties: string[]; rows: Row[] }[] = [
  {
    key: 'primary_care',
    title: 'Primary care',
    specialties: ['Family medicine', 'Internal medicine', 'Geriatrics'],
    rows: [
      ['pc_chronic_control', 'Diabetes, blood pressure and lipids have targets and a plan', 'Plan'],
      ['pc_screening', 'Screening due at this age is done or offered', 'Plan'],
    ],
  },
  {
    key: 'pediatrics',
    title: 'Pediatrics',
    specialties: ['Pediatrics', 'Neonatology'],
    rows: [
      ['peds_growth', 'Growth is measured and judged', 'Assessment'],
      ['peds_immunization', 'Immunizations are current, or the reason is recorded', 'Plan'],
      ['peds_dosing', 'Doses are calculated by weight', 'Plan', true],
    ],
  },
  {
    key: 'obstetrics',
    title: 'Obstetrics',
    specialties: ['OB/GYN', 'Obstetrics and gynecology'],
    rows: [
      ['ob_dating', 'The pregnancy is dated', 'Assessment'],
      ['ob_gbs', 'Group B streptococcus status is known and acted on', 'Testing'],
      ['ob_strip', 'Fetal tracings are interpreted and documented', 'Testing', true],
      ['ob_decision_to_incision', 'The time from decision to incision was appropriate', 'Plan'],
    ],
  },
  {
    key: 'emergency',
    title: 'Emergency medicine',
    specialties: ['Emergency medicine'],
    rows: [
      ['ed_screening_time', 'The medical screening exam was timely', 'Assessment'],
      ['ed_differential', 'A high-risk complaint has its differential', 'Assessment', true],
      ['ed_reevaluation', 'The patient was evaluated again before discharge', 'Plan'],
      ['ed_return_precautions', 'Return precautions were given', 'Plan'],
    ],
  },
  {
    key: 'surgery',
    title: 'Surgery',
    specialties: [
      'General surgery',
      'Orthopedics',
      'Neurosurgery',
      'Colorectal surgery',
      'Cardiothoracic surgery',
      'Plastic surgery',
      'Vascular surgery',
      'Urology',
      'Otolaryngology',
      'Transplant surgery',
    ],
    rows: [
      ['surg_indication', 'The indication is supported', 'Assessment', true],
      ['surg_consent', 'Consent names the procedure and its risks', 'Plan'],
      ['surg_timeout', 'The time-out is documented', 'Documentation'],
      ['surg_technique', 'The technique was appropriate', 'Technique'],
      ['surg_complication', 'Complications were recognized and managed', 'Technique', true],
    ],
  },
  {
    key: 'anesthesia',
    title: 'Anesthesia',
    specialties: ['Anesthesiology'],
    rows: [
      ['anes_airway', 'The airway was assessed', 'Assessment'],
      ['anes_monitoring', 'Monitoring was adequate', 'Technique', true],
      ['anes_handoff', 'The handoff is documented', 'Documentation'],
    ],
  },
  {
    key: 'behavioral',
    title: 'Behavioral health',
    specialties: ['Psychiatry', 'Psychology', 'Social work/counseling'],
    rows: [
      ['bh_risk', 'Risk to self and others is assessed', 'Assessment', true],
      ['bh_plan', 'The treatment plan has measurable goals', 'Plan'],
      ['bh_progress', 'Progress is recorded against the goals', 'Documentation'],
    ],
  },
  {
    key: 'dental',
    title: 'Dentistry',
    specialties: ['Dentistry'],
    rows: [
      ['dental_perio', 'Periodontal charting is complete', 'Assessment'],
      ['dental_radiographs', 'Radiographs are justified', 'Testing'],
      ['dental_sequence', 'Treatment is sequenced', 'Plan'],
    ],
  },
  {
    key: 'hospital',
    title: 'Hospital medicine',
    specialties: ['Hospital medicine', 'Critical care'],
    rows: [
      ['hosp_reconciliation', 'Medications are reconciled at admission', 'History'],
      ['hosp_vte', 'Thromboembolism prophylaxis is addressed', 'Plan', true],
      ['hosp_discharge_summary', 'The discharge summary was there in time', 'Documentation'],
    ],
  },
];

const matrix = (key: string, label: string, rows: Row[]): FormQuestion => ({
  key,
  type: 'matrix',
  label,
  help: 'Yes, No or Not applicable for each chart. A No needs its reason.',
  required: true,
  columns: 'charts',
  rows: rows.map(([row, words, category, critical]) => ({
    key: row,
    label: words,
    category,
    deficiency_if: ['no'],
    ...(critical ? { critical_if: ['no'] } : {}),
  })),
  comment_rule: { required_when: ['no'], min_length: 10, label: 'What was missing, and where the record shows it' },
});

const addOns: FormSection[] = ADD_ONS.map(({ key, title, specialties, rows }) => ({
  key: `add_on_${key}`,
  title,
  visible_if: { any: specialties.map((value) => ({ equals: { fact: 'specialty', value } })) },
  questions: [matrix(`charts_${key}`, title, rows)],
}));

/** Radiology is read against the first reading instead of a checklist. */
const radiology: FormSection = {
  key: 'add_on_radiology',
  title: 'Radiology',
  visible_if: {
    any: ['Radiology', 'Interventional radiology', 'Nuclear medicine'].map((value) => ({
      equals: { fact: 'specialty', value },
    })),
  },
  questions: [
    {
      key: 'charts_radiology',
      type: 'matrix',
      label: 'Agreement with the reading',
      required: true,
      columns: 'charts',
      levels: [
        { value: '1', label: '1, agree', score: 1 },
        { value: '2a', label: '2a, understandable miss, unlikely to matter', score: 0.75 },
        { value: '2b', label: '2b, understandable miss, likely to matter', score: 0.5 },
        { value: '3a', label: '3a, should be made most of the time, unlikely to matter', score: 0.25 },
        { value: '3b', label: '3b, should be made most of the time, likely to matter', score: 0 },
      ],
      rows: [
        {
          key: 'agreement',
          label: 'Reading',
          category: 'Interpretation',
          deficiency_if: ['2b', '3a', '3b'],
          critical_if: ['3b'],
        },
      ],
      comment_rule: { required_when: ['2a', '2b', '3a', '3b'], min_length: 10 },
    },
    {
      key: 'charts_radiology_critical',
      type: 'matrix',
      label: 'Critical results',
      required: true,
      columns: 'charts',
      rows: [
        {
          key: 'critical_communicated',
          label: 'A critical result was communicated and the call documented',
          category: 'Communication',
          deficiency_if: ['no'],
          critical_if: ['no'],
        },
      ],
      comment_rule: { required_when: ['no'], min_length: 10 },
    },
  ],
};

/** Form A: several charts against one list, chart by chart; the score is computed and stands beside the words. */
export const PEER_AUDIT_FORM: FormDefinition = {
  key: 'peer_chart_audit',
  kind: 'PeerReview',
  name: 'Chart audit',
  version: 1,
  scoring: { green_at: 90, amber_at: 80 },
  sections: [
    {
      key: 'charts',
      title: 'Chart by chart',
      questions: [matrix('charts_core', 'Every chart', CORE)],
    },
    ...addOns,
    radiology,
    {
      key: 'score',
      title: 'Score',
      questions: [{ key: 'score', type: 'score_summary', label: 'Share met, by category and chart' }],
    },
    {
      key: 'findings',
      title: 'Findings',
      questions: [
        { key: 'strengths', type: 'text', label: 'Strengths', required: true, min_length: 20 },
        {
          key: 'deficiencies',
          type: 'text',
          label: 'Deficiencies, taken together',
          help: 'Each No is explained with its chart. Say here what they have in common and what matters most.',
        },
        {
          key: 'trend',
          type: 'single',
          label: 'Pattern across the charts',
          required: true,
          options: [
            { value: 'none', label: 'No pattern' },
            { value: 'isolated', label: 'Isolated findings' },
            { value: 'recurrent', label: 'Recurring findings' },
            { value: 'too_few', label: 'Too few charts to tell' },
          ],
          comment_rule: { required_when: ['recurrent'], min_length: 20, label: 'What recurs' },
        },
        recommendation('remediation', 'Recommended next steps'),
        needsAttention(),
      ],
    },
    questionsAsked(),
    reviewerSignature(),
  ],
};
