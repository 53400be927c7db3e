import type { ReportView } from '../../src/features/reports/contract.ts';
import { type FormAnswers, type FormQuestion, visibleQuestions } from '../../src/features/reports/rules.ts';

const WORDS =
  'The chart shows on this page what was done and when, and what a careful colleague would have done instead. [[cite:c1]]';

/** An answer that satisfies a question of any form: the first choice, every chart, words that cite the record. */
function answerTo(question: FormQuestion, view: ReportView, fileId: number): FormAnswers[string] | null {
  const cite = {
    citations: { c1: { file_id: fileId, file_name: 'Chart.pdf', page: 3, quote: 'Second page to resident.' } },
  };
  const context = view.report?.context;
  switch (question.type) {
    case 'text':
      return { value: WORDS, ...cite };
    case 'number':
      return { value: question.min ?? 1 };
    case 'date':
      return { value: question.key.endsWith('to') ? '2026-09-30' : '2026-07-01' };
    case 'yes_no_na':
      return { value: 'no', comment: WORDS, ...cite };
    case 'single':
      return { value: question.options[0]?.value ?? '', comment: WORDS, ...cite };
    case 'scale':
      return { value: question.levels[0]?.value ?? '', comment: WORDS, ...cite };
    case 'multi':
      return { value: [question.options[0]?.value ?? ''], comment: WORDS, ...cite };
    case 'matrix': {
      const columns = question.columns === 'charts' ? (context?.charts ?? []) : question.columns;
      const best = question.levels?.at(-1)?.value ?? 'yes';
      return {
        value: Object.fromEntries(
          question.rows.map((row) => [row.key, Object.fromEntries(columns.map((c) => [c.key, best]))]),
        ),
      };
    }
    case 'question_answers':
      return { value: Object.fromEntries((context?.questions ?? []).map((q) => [q.id, WORDS])), ...cite };
    case 'attestation':
      return { value: question.statements.map((s) => s.key) };
    default:
      return null;
  }
}

/** Complete answers to whichever form a report is written on, by section. */
export function answersToForm(view: ReportView, fileId: number): Map<string, FormAnswers> {
  const { report } = view;
  const bySection = new Map<string, FormAnswers>();
  if (!report) return bySection;
  const given: FormAnswers = {};
  // what is answered may bring on further questions: until none is new
  for (let before = -1; before < Object.keys(given).length;) {
    before = Object.keys(given).length;
    for (const { section, question } of visibleQuestions(report.definition, given, report.context)) {
      if (given[question.key]) continue;
      const answer = answerTo(question, view, fileId);
      if (!answer) continue;
      given[question.key] = answer;
      bySection.set(section.key, { ...bySection.get(section.key), [question.key]: answer });
    }
  }
  return bySection;
}
