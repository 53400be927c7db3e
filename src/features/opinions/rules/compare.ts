import {
  answerOf,
  choiceLabel,
  type FormAnswers,
  type FormContext,
  type FormDefinition,
  type FormQuestion,
  recordOf,
  visibleQuestions,
} from '../../reports/rules.ts';
import type { Judgment } from './levels.ts';

/** So many levels between two opinions and a third reviewer settles it, without anybody asking. */
const FAR_APART = 2;

/**
 * How two opinions stand to each other. `undecided`: one of them could not determine a level, or they are not on one
 * scale, so that no distance can be told.
 */
export type Verdict = 'agree' | 'one_apart' | 'far_apart' | 'undecided';

/** The levels between two opinions, 0 when they agree; null where there is no distance. */
export function gapBetween(
  first: Pick<Judgment, 'scale' | 'level'>,
  second: Pick<Judgment, 'scale' | 'level'>,
): number | null {
  if (first.scale === null || first.scale !== second.scale || first.level === null || second.level === null)
    return null;
  return Math.abs(first.level - second.level);
}

export function verdictOf(gap: number | null): Verdict {
  if (gap === null) return 'undecided';
  if (gap >= FAR_APART) return 'far_apart';
  return gap === 0 ? 'agree' : 'one_apart';
}

/** A question two reviewers answered differently, in the words of the form. */
export interface Difference {
  key: string;
  section: string;
  label: string;
  first: string;
  second: string;
}

/** Questions whose answers can be held against each other; text is read, not compared. */
type Compared = Extract<FormQuestion, { type: 'yes_no_na' | 'scale' | 'single' | 'multi' | 'number' | 'date' }>;
const isCompared = (question: FormQuestion): question is Compared =>
  ['yes_no_na', 'scale', 'single', 'multi', 'number', 'date'].includes(question.type);

const NOT_ANSWERED = 'Not answered';

function words(question: Compared, answers: FormAnswers): string {
  const value = answerOf(answers, question.key)?.value;
  if (value === undefined || value === null || value === '') return NOT_ANSWERED;
  if (typeof value === 'number') return String(value);
  const all = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
  if (all.length === 0) return NOT_ANSWERED;
  // the order of ticks means nothing
  return all
    .map((one) => choiceLabel(question, one))
    .toSorted()
    .join(', ');
}

/** Where two reports on one form part, in the form's order; each question or each cell of a table by itself. */
export function differences(
  definition: FormDefinition,
  context: FormContext,
  first: FormAnswers,
  second: FormAnswers,
): Difference[] {
  const seen = new Map<string, { section: string; question: FormQuestion }>();
  for (const answers of [first, second])
    for (const { section, question } of visibleQuestions(definition, answers, context))
      seen.set(question.key, { section: section.title, question });
  const order = definition.sections.flatMap((section) => section.questions.map((question) => question.key));
  return order.flatMap((key) => {
    const found = seen.get(key);
    if (!found) return [];
    const { section, question } = found;
    if (question.type === 'matrix') return cellDifferences(section, question, context, first, second);
    if (!isCompared(question)) return [];
    const [a, b] = [words(question, first), words(question, second)];
    return a === b ? [] : [{ key, section, label: question.label, first: a, second: b }];
  });
}

function cellDifferences(
  section: string,
  question: Extract<FormQuestion, { type: 'matrix' }>,
  context: FormContext,
  first: FormAnswers,
  second: FormAnswers,
): Difference[] {
  const columns = question.columns === 'charts' ? context.charts : question.columns;
  const cell = (answers: FormAnswers, row: string, column: string): string => {
    const rows = recordOf(answerOf(answers, question.key)?.value);
    const value = recordOf(Object.hasOwn(rows, row) ? rows[row] : undefined);
    const one = Object.hasOwn(value, column) ? value[column] : undefined;
    return typeof one === 'string' ? choiceLabel(question, one) : NOT_ANSWERED;
  };
  return question.rows.flatMap((row) =>
    columns.flatMap((column) => {
      const [a, b] = [cell(first, row.key, column.key), cell(second, row.key, column.key)];
      if (a === b) return [];
      const label = columns.length > 1 ? `${row.label}, ${column.label}` : row.label;
      return [{ key: `${question.key}.${row.key}.${column.key}`, section, label, first: a, second: b }];
    }),
  );
}
