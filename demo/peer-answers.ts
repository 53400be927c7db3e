import type { ReportView } from '../src/features/reports/contract.ts';
import {
  type Citations,
  type FormAnswers,
  type FormQuestion,
  visibleQuestions,
} from '../src/features/reports/rules.ts';
import type { DemoMatter } from './matters/types.ts';
import type { Says } from './peer-plan.ts';

const REVIEWED = 'Care followed what the findings called for at each visit; the course is described on the cited page.';

/** Complete answers to whichever form the report is written on, as its reviewer would give them. */
export function answersTo(
  { report }: ReportView,
  matter: DemoMatter,
  file: { id: number; name: string },
  says: Says,
): Map<string, FormAnswers> {
  const bySection = new Map<string, FormAnswers>();
  if (!report) return bySection;
  const cite = matter.conclusion.answers.flatMap((a) => a.cites).find((one) => one.record === 0);
  const words = `${matter.conclusion.overall_summary} ${REVIEWED}`;
  const cited: { text: string; citations: Citations } = cite
    ? {
        text: `${words} [[cite:d1]]`,
        citations: { d1: { file_id: file.id, file_name: file.name, page: cite.page, quote: cite.quote } },
      }
    : { text: words, citations: {} };
  const charts = report.context.charts;
  const answerTo = (question: FormQuestion): FormAnswers[string] | null => {
    const said = says[question.key];
    if (said !== undefined) {
      const value = typeof said === 'string' ? said : [...said];
      return { value, comment: cited.text, citations: cited.citations };
    }
    switch (question.type) {
      case 'text':
        return { value: cited.text, citations: cited.citations };
      case 'yes_no_na':
        return { value: 'no' };
      case 'single':
        return { value: question.options[0]?.value ?? '', comment: words };
      case 'scale':
        return { value: question.levels[0]?.value ?? '' };
      case 'multi':
        return question.required ? { value: [question.options[2]?.value ?? ''] } : null;
      case 'matrix':
        return {
          value: Object.fromEntries(
            question.rows.map((row) => [
              row.key,
              Object.fromEntries(charts.map((c) => [c.key, row.key === 'preventive' ? 'no' : 'yes'])),
            ]),
          ),
          comments: Object.fromEntries(
            question.rows
              .filter((row) => row.key === 'preventive')
              .flatMap((row) =>
                charts.map((c) => [`${row.key}.${c.key}`, 'Screening due at this age is not mentioned.']),
              ),
          ),
        };
      case 'question_answers':
        return {
          value: Object.fromEntries(report.context.questions.map((q) => [q.id, `Yes. ${cited.text}`])),
          citations: cited.citations,
        };
      case 'attestation':
        return { value: question.statements.map((s) => s.key) };
      default:
        return null;
    }
  };
  for (const { section, question } of visibleQuestions(report.definition, {}, report.context)) {
    const answer = answerTo(question);
    if (answer) bySection.set(section.key, { ...bySection.get(section.key), [question.key]: answer });
  }
  return bySection;
}
