import type { ReportView } from '../../src/features/reports/contract.ts';
import type { CaseState } from '../../src/features/reviews/kinds/case/lifecycle.ts';
import { completeSections } from '../http/reviews-world.ts';
import { type KindOfDriver, ReviewDriver, type Step } from './review-driver.ts';

/** Complete answers to the report form of a case with two questions and the issues standard of care and causation. */
export function reportAnswers(view: ReportView, fileId: number): Map<string, Record<string, unknown>> {
  const cite = {
    citations: { c1: { file_id: fileId, file_name: 'Chart.pdf', page: 3, quote: 'Second page to resident.' } },
  };
  const words =
    'The chart shows on this page what was done and when, and what a careful colleague would have done instead. [[cite:c1]]';
  const bySection = new Map<string, Record<string, unknown>>();
  for (const section of view.report?.definition.sections ?? []) {
    const answers: Record<string, unknown> = {};
    for (const question of section.questions) {
      switch (question.type) {
        case 'text':
          if (question.required) answers[question.key] = { value: words, ...cite };
          break;
        case 'single': {
          const wanted = {
            records_sufficient: 'sufficient',
            care_overall: 'met',
            causation_opinion: 'no_departure',
            certainty: 'probability',
          }[question.key];
          answers[question.key] = {
            value: wanted ?? 'not_at_issue',
            ...(question.key === 'care_overall' ? { comment: words, ...cite } : {}),
          };
          break;
        }
        case 'question_answers':
          answers[question.key] = {
            value: Object.fromEntries((view.report?.context.questions ?? []).map((q) => [q.id, words])),
            ...cite,
          };
          break;
        case 'attestation':
          answers[question.key] = { value: question.statements.map((s) => s.key) };
          break;
        default:
          break;
      }
    }
    if (section.key === 'damages' || section.key === 'prognosis') continue;
    if (Object.keys(answers).length > 0) bySection.set(section.key, answers);
  }
  return bySection;
}

/** What is done next with a case; accepting one of a report alone leads past the call by itself. */
const NEXT: Partial<Record<CaseState, readonly Step[]>> = {
  draft: ['submitted'],
  in_intake: ['released'],
  matching: ['presented'],
  expert_selection: ['selected'],
  invited: ['accepted'],
  awaiting_times: ['offered'],
  awaiting_time_choice: ['timeChosen'],
  call_scheduled: ['held'],
  closeout_pending: ['reportRequested'],
  report_requested: ['reportStarted'],
  report_in_progress: ['reportWritten', 'signed'],
  report_in_qa: ['delivered'],
};

/** Drives one case review. */
export class CaseDriver extends ReviewDriver {
  readonly kind: KindOfDriver = {
    resource: 'cases',
    // sixteen days from now: tests of one server move its clock one after the other
    sections: (ids, more) => {
      const inSixteenDays = new Date(this.world.clock.now().getTime() + 16 * 86_400_000);
      return completeSections(ids, { needed_by: inSixteenDays.toISOString().slice(0, 10), ...more });
    },
    next: NEXT,
    answers: reportAnswers,
  };
}
