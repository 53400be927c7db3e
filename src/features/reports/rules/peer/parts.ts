import { signature } from '../common-sections.ts';
import type { FormQuestion, FormSection } from '../definition.ts';

/** Parts every peer review form has. */

/** What the reviewer recommends; actions, never a verdict. */
const RECOMMENDATIONS: { value: string; label: string }[] = [
  { value: 'none', label: 'No further review' },
  { value: 'commend', label: 'Commendation' },
  { value: 'education', label: 'Education or CME' },
  { value: 'collegial', label: 'Collegial conversation' },
  { value: 'letter', label: 'Educational letter' },
  { value: 'case_conference', label: 'Case conference' },
  { value: 'proctoring', label: 'Proctoring or FPPE' },
  { value: 'more_charts', label: 'Review of additional charts' },
  { value: 'system_change', label: 'Policy or system change' },
  { value: 'escalate', label: 'Escalate now' },
];

export const recommendation = (key: string, label = 'Recommendations'): FormQuestion => ({
  key,
  type: 'multi',
  label,
  help: 'What would help most, in your judgment. The committee decides.',
  required: true,
  min: 1,
  options: RECOMMENDATIONS,
  comment_rule: { required_when: ['proctoring', 'system_change', 'escalate', 'more_charts'], min_length: 20 },
  critical_if: ['escalate'],
});

export const needsAttention = (): FormQuestion => ({
  key: 'needs_attention',
  type: 'yes_no_na',
  label: 'Does this need attention before the committee meets?',
  help: 'A risk to patients that is still there, possible impairment, suspected fraud, a wrong or missing chart.',
  required: true,
  comment_rule: { required_when: ['yes'], min_length: 20, label: 'Why, and how soon' },
  critical_if: ['yes'],
});

export const reviewerSignature = (): FormSection =>
  signature([
    {
      key: 'own_review',
      text: 'I reviewed the charts named above myself. The findings in this report are my own.',
    },
    {
      key: 'qualified',
      text: 'I hold an active, unrestricted license of the kind required and practice in the field I judge.',
    },
    {
      key: 'independent',
      text: 'I have no personal, professional or financial tie to the provider, the facility or its people beyond what I disclosed, and do not practice in their market.',
    },
    { key: 'fee', text: 'My fee does not depend on what I found.' },
    {
      key: 'confidential',
      text: 'I have kept the charts confidential, put none of them into tools outside this platform, and keep no notes.',
    },
  ]);

/** Records as the reviewer had them, and what was missing. */
export const recordsReviewed = (): FormSection => ({
  key: 'records',
  title: 'Records reviewed',
  short_title: 'Records',
  questions: [
    {
      key: 'records_reviewed',
      type: 'text',
      label: 'Records reviewed',
      help: 'One to a line: source, kind of record, dates, pages. Include imaging you viewed yourself.',
      required: true,
      min_length: 10,
    },
    {
      key: 'records_missing',
      type: 'text',
      label: 'Records missing or illegible',
      help: 'Name each one, and say which finding it could change.',
    },
  ],
});
