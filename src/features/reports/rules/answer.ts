import { plural } from '../../../core/phrases.ts';
import { z } from 'zod';
import { citedIds, citationsSchema, wordsOf, type Citations } from './citation.ts';
import type { Scalar } from './condition.ts';
import { valuesOf, type CommentRule, type FormQuestion, type QuestionOf } from './definition.ts';

/**
 * One answer. What `value` holds depends on the question's type:
 * yes_no_na, scale, single, date: a string · multi, attestation: the chosen keys · number: a number · text: cited text ·
 * matrix: {row: {column: value}} · question_answers: {question id: cited text} · signature: {name, signed_at}.
 * `comment` explains a choice; `comments` those of a matrix by "row.column". All of them may cite by `citations`.
 */
export type FormAnswer = {
  value: AnswerValue;
  comment?: string | undefined;
  comments?: Record<string, string> | undefined;
  citations?: Citations | undefined;
};
export type Signature = { name: string; signed_at: string };
type AnswerValue =
  | null
  | string
  | number
  | string[]
  | Record<string, string>
  | Record<string, Record<string, string>>
  | Signature;
/** Answers by question key. */
export type FormAnswers = Record<string, FormAnswer>;

/** What a form needs to know of its review: facts for conditions, the requester's questions, the charts. */
export type FormContext = {
  facts: Record<string, Scalar | readonly Scalar[] | null>;
  questions: readonly { id: string; text: string; required?: boolean }[];
  charts: readonly { key: string; label: string }[];
};

/** What a form needs to know, from what its review's order says and the specialty it was ordered in. */
export const formContext = (
  asked: Pick<FormContext, 'facts' | 'charts'> & { questions: readonly string[] },
  specialty: string | null,
): FormContext => ({
  facts: { ...asked.facts, specialty: specialty ?? '' },
  questions: asked.questions.map((text, i) => ({ id: `q${i + 1}`, text })),
  charts: asked.charts,
});

export type AnswerError = { path: (string | number)[]; message: string };

const longText = z.string().max(50_000);
const comments = {
  comment: longText.optional(),
  comments: z.record(z.string().max(140), longText).optional(),
  citations: citationsSchema.optional(),
};

function valueSchema(question: FormQuestion, context: FormContext): z.ZodType<AnswerValue> {
  const values = valuesOf(question) ?? [];
  switch (question.type) {
    case 'yes_no_na':
    case 'scale':
    case 'single':
      return z.enum(values);
    case 'multi':
      return z.array(z.enum(values)).refine((list) => new Set(list).size === list.length, 'Each choice once');
    case 'text':
      return z.string().max(question.max_length ?? 50_000);
    case 'number':
      return question.integer ? z.number().int() : z.number();
    case 'date':
      return z.iso.date();
    case 'matrix': {
      const columns = (question.columns === 'charts' ? context.charts : question.columns).map((item) => item.key);
      return z.partialRecord(
        z.enum(question.rows.map((row) => row.key)),
        z.partialRecord(z.enum(columns), z.enum(values)),
      ) as z.ZodType<Record<string, Record<string, string>>>;
    }
    case 'question_answers':
      return z.partialRecord(z.enum(context.questions.map((item) => item.id)), longText) as z.ZodType<
        Record<string, string>
      >;
    case 'attestation':
      return z
        .array(z.enum(question.statements.map((item) => item.key)))
        .refine((list) => new Set(list).size === list.length, 'Each statement once');
    case 'signature':
      return z.strictObject({ name: z.string().trim().min(1).max(200), signed_at: z.iso.datetime() });
    case 'score_summary':
      return z.never('This is computed, not answered');
    default:
      return question satisfies never;
  }
}

/** Every cited text of an answer: its value, its comment and its comments, with the path to each. */
export function textsOf(question: FormQuestion, answer: FormAnswer): { path: string[]; text: string }[] {
  const texts: { path: string[]; text: string }[] = [];
  if (question.type === 'text' && typeof answer.value === 'string') texts.push({ path: ['value'], text: answer.value });
  if (question.type === 'question_answers')
    for (const [id, text] of Object.entries(recordOf(answer.value)))
      if (typeof text === 'string') texts.push({ path: ['value', id], text });
  if (answer.comment) texts.push({ path: ['comment'], text: answer.comment });
  for (const [cell, text] of Object.entries(answer.comments ?? {})) texts.push({ path: ['comments', cell], text });
  return texts;
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/**
 * Checks the shape of one answer: the type fits, choices exist, every citation token has its passage. An unfinished
 * answer (too short, comment missing) has the right shape; `answerProblems` says what it still lacks.
 */
export function validateAnswer(
  question: FormQuestion,
  answer: unknown,
  context: FormContext,
): { ok: true; answer: FormAnswer } | { ok: false; errors: AnswerError[] } {
  const parsed = z.strictObject({ value: valueSchema(question, context).nullable(), ...comments }).safeParse(answer);
  if (!parsed.success)
    return {
      ok: false,
      errors: parsed.error.issues.map((issue) => ({
        path: issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
        message: issue.message,
      })),
    };
  const citations = parsed.data.citations ?? {};
  const errors = textsOf(question, parsed.data).flatMap(({ path, text }) =>
    citedIds(text)
      .filter((id) => !Object.hasOwn(citations, id))
      .map((id) => ({ path, message: `The cited passage ${id} is missing` })),
  );
  return errors.length > 0 ? { ok: false, errors } : { ok: true, answer: parsed.data };
}

/** The answer without passages its text no longer cites. */
export function pruneCitations(question: FormQuestion, answer: FormAnswer): FormAnswer {
  if (!answer.citations) return answer;
  const used = new Set(textsOf(question, answer).flatMap(({ text }) => citedIds(text)));
  return { ...answer, citations: Object.fromEntries(Object.entries(answer.citations).filter(([id]) => used.has(id))) };
}

/** Whether anything at all was answered. A comment alone is not an answer. */
export function isAnswered(question: FormQuestion, answer: FormAnswer | undefined): boolean {
  const value = answer?.value;
  if (value === undefined || value === null) return false;
  if (typeof value === 'number') return true;
  if (typeof value === 'string') return question.type === 'text' ? wordsOf(value) !== '' : value !== '';
  if (Array.isArray(value)) return value.length > 0;
  if (question.type === 'question_answers')
    return Object.values(value).some((text) => typeof text === 'string' && wordsOf(text) !== '');
  if (question.type === 'matrix') return Object.values(value).some((row) => Object.keys(recordOf(row)).length > 0);
  return Object.keys(value).length > 0;
}

/** What an answer offers to conditions: its value where that is plain, true for anything richer. */
export function conditionValue(
  question: FormQuestion,
  answer: FormAnswer | undefined,
): Scalar | readonly Scalar[] | null {
  if (!answer || !isAnswered(question, answer)) return null;
  const value = answer.value;
  return typeof value === 'string' || typeof value === 'number' || Array.isArray(value) ? value : true;
}

const applies = (when: CommentRule['required_when'], value: string): boolean =>
  when === 'always' || (when?.includes(value) ?? false);

const characters = (count: number): string => plural(count, 'character');

/** What text still lacks: words, length, a citation. */
function textProblem(
  text: string,
  rule: { min_length?: number | undefined; cite: boolean },
  missing: string,
): string | undefined {
  const words = wordsOf(text);
  if (words === '') return missing;
  const least = rule.min_length ?? 0;
  if (words.length < least) return `Write at least ${characters(least)}; ${words.length} so far`;
  if (rule.cite && citedIds(text).length === 0) return 'Cite the page of the records this rests on';
  return undefined;
}

function commentProblem(rule: CommentRule | undefined, values: readonly string[], comment: string): string | undefined {
  if (!rule) return undefined;
  const required = values.some((value) => applies(rule.required_when, value));
  const cite = values.some((value) => applies(rule.citation_required_when, value));
  if (!required && !cite) return undefined;
  return textProblem(comment, { min_length: rule.min_length, cite }, 'Explain this answer');
}

/** False where there is nothing to answer about: no charts to rate, no questions asked, a computed or signed field. */
export function canAnswer(question: FormQuestion, context: FormContext): boolean {
  if (question.type === 'score_summary' || question.type === 'signature') return false;
  if (question.type === 'question_answers') return context.questions.length > 0;
  return question.type !== 'matrix' || question.columns !== 'charts' || context.charts.length > 0;
}

const keysOf = (value: AnswerValue): string[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];

/**
 * What a given answer still lacks before the report can be signed; empty when it is complete. `required` decides whether
 * an empty answer lacks anything. Expects an answer whose shape is right; anything else simply counts as lacking.
 */
export function answerProblems(
  question: FormQuestion,
  answer: FormAnswer | undefined,
  context: FormContext,
  required: boolean,
): string[] {
  if (question.type === 'signature' || question.type === 'score_summary') return [];
  if (question.type === 'question_answers')
    return requesterProblems(question, answer, context, required).map(
      (item) => `Question ${item.number}: ${item.message}`,
    );
  if (!answer || !isAnswered(question, answer)) {
    if (!required || (question.type === 'matrix' && question.columns === 'charts' && context.charts.length === 0))
      return [];
    return [question.type === 'attestation' ? 'Confirm every statement' : 'Answer this'];
  }
  const { value } = answer;
  const text = typeof value === 'string' ? value : '';
  const problems: (string | undefined)[] = [];
  switch (question.type) {
    case 'yes_no_na':
    case 'scale':
    case 'single':
      problems.push(commentProblem(question.comment_rule, keysOf(value), answer.comment ?? ''));
      break;
    case 'multi': {
      const count = keysOf(value).length;
      if (count < (question.min ?? 0)) problems.push(`Choose at least ${question.min}`);
      if (count > (question.max ?? Infinity)) problems.push(`Choose no more than ${question.max}`);
      problems.push(commentProblem(question.comment_rule, keysOf(value), answer.comment ?? ''));
      break;
    }
    case 'text':
      problems.push(
        textProblem(
          text,
          { min_length: question.min_length, cite: question.citation_required ?? false },
          'Answer this',
        ),
      );
      break;
    case 'number':
      if (Number(value) < (question.min ?? -Infinity)) problems.push(`Enter ${question.min} or more`);
      if (Number(value) > (question.max ?? Infinity)) problems.push(`Enter ${question.max} or less`);
      break;
    case 'date':
      if (question.min && text < question.min) problems.push(`Choose ${question.min} or later`);
      if (question.max && text > question.max) problems.push(`Choose ${question.max} or earlier`);
      break;
    case 'matrix':
      problems.push(...matrixProblems(question, answer, context, required));
      break;
    case 'attestation':
      if (question.statements.some((item) => !keysOf(value).includes(item.key)))
        problems.push('Confirm every statement');
      break;
  }
  return problems.filter((problem) => problem !== undefined);
}

/** Which of the requester's questions (number counts from 1) still lack an answer, and what. */
export function requesterProblems(
  question: QuestionOf<'question_answers'>,
  answer: FormAnswer | undefined,
  context: FormContext,
  required: boolean,
): { number: number; text: string; message: string }[] {
  const given = recordOf(answer?.value);
  return context.questions.flatMap((item, at) => {
    const text = Object.hasOwn(given, item.id) ? String(given[item.id]) : '';
    if (wordsOf(text) === '' && !(required && item.required !== false)) return [];
    const rule = { min_length: question.min_length, cite: question.citation_required ?? false };
    const message = textProblem(text, rule, 'Answer this');
    return message ? [{ number: at + 1, text: item.text, message }] : [];
  });
}

function matrixProblems(
  question: QuestionOf<'matrix'>,
  answer: FormAnswer,
  context: FormContext,
  required: boolean,
): string[] {
  const columns = question.columns === 'charts' ? context.charts : question.columns;
  const rows = recordOf(answer.value);
  const problems: string[] = [];
  for (const row of question.rows) {
    const cells = recordOf(Object.hasOwn(rows, row.key) ? rows[row.key] : undefined);
    for (const column of columns) {
      const place = `${row.label}, ${column.label}`;
      const value = Object.hasOwn(cells, column.key) ? cells[column.key] : undefined;
      if (typeof value !== 'string') {
        if (required) problems.push(`${place}: Answer this`);
        continue;
      }
      const cell = `${row.key}.${column.key}`;
      const comment = Object.hasOwn(answer.comments ?? {}, cell) ? (answer.comments?.[cell] ?? '') : '';
      const problem = commentProblem(question.comment_rule, [value], comment);
      if (problem) problems.push(`${place}: ${problem}`);
    }
  }
  return problems;
}
