import type { FormAnswers } from '../src/features/reports/rules.ts';
import type { ExamPlan } from './exam-plan.ts';

/** What the examiner writes of an exam that was held, by section of the form; `questions`: the ids of those on the order. */
export function examAnswers(plan: ExamPlan, questions: readonly string[], held_on: string): [string, FormAnswers][] {
  const part = plan.part.toLowerCase();
  const answers = [
    `Sprain of the ${part}, which belongs to the accepted condition. Degenerative change at the same levels, which was there before and was neither caused nor hastened by the injury.`,
    `Yes, by the day of this exam. Motion and strength have not changed over three visits, and no treatment is planned from which a lasting gain is to be expected.`,
    `Full days, lifting up to 35 pounds now and then and 20 pounds often. The limit on lifting is permanent; no limit on sitting, standing or walking.`,
  ];
  return [
    [
      'identification',
      {
        identity_seen: { value: 'photo_id' },
        explained: {
          value:
            'That this exam is no treatment, that Harborline Mutual asked for it, and that the report goes to those named on the order.',
        },
        present: {
          value:
            plan.language === 'en'
              ? 'The examinee alone. Nothing was recorded.'
              : 'The examinee and an interpreter of Lingua Boston. Nothing was recorded.',
        },
        minutes: { value: 55 },
      },
    ],
    [
      'records',
      {
        records_reviewed: {
          value: `Quincy Occupational Medicine, clinic notes from ${plan.injured} on, 5 pages.\nPurpose letter of Harborline Mutual, 1 page.`,
        },
        records_missing: { value: 'The images themselves were not sent; their description in the notes was used.' },
      },
    ],
    [
      'history',
      {
        history: {
          value: `By the records: first seen after the injury of ${plan.injured}, six weeks of physical therapy, imaging without a fracture. As the examinee tells it: a crate was lifted from the floor, the pain was sharp and came at once.`,
        },
        complaints: { value: 'Pain at the end of a shift, better with rest. No numbness, no weakness.' },
        earlier_conditions: { value: 'None that was treated, by the examinee and by the records.' },
      },
    ],
    [
      'exam',
      {
        findings_positive: {
          value: `Tenderness over the ${part}. Motion three quarters of what is usual, equal on both sides.`,
        },
        findings_negative: { value: 'Strength, reflexes and sensation are full and equal. No spasm, no wasting.' },
        consistency: { value: 'consistent' },
        tests: { value: 'None were needed.' },
      },
    ],
    [
      'diagnoses',
      {
        diagnoses: { value: `Sprain, ${part}: belongs to the accepted condition.\nDegenerative change: does not.` },
        discussion: {
          value:
            'The way it happened, pain from the same hour on, and findings at the same place through all visits make the sprain more likely than not a consequence of the injury. The change seen on imaging takes years and explains none of the findings of today.',
        },
      },
    ],
    [
      'questions',
      {
        requester_answers: {
          value: Object.fromEntries(questions.map((id, at) => [id, answers[at] ?? answers[0] ?? ''])),
        },
      },
    ],
    [
      'impairment',
      {
        mmi: { value: 'reached' },
        mmi_on: { value: held_on },
        impairment: { value: 'none' },
      },
    ],
    [
      'work',
      {
        work_now: { value: 'limited' },
        lift_pounds: { value: 35 },
        hours_a_day: { value: 8 },
        restrictions: { value: 'Lifting up to 20 pounds often. This limit is permanent.' },
      },
    ],
    ['attestation', { attestation: { value: ['own_opinion', 'no_treatment', 'fee', 'certainty', 'confidential'] } }],
  ];
}
