import {
  answerProblems,
  canAnswer,
  conditionValue,
  isAnswered,
  recordOf,
  requesterProblems,
  validateAnswer,
} from './answer.ts';
import type { AnswerError, FormAnswer, FormAnswers, FormContext } from './answer.ts';
import { wordsOf } from './citation.ts';
import { holds, type Lookup } from './condition.ts';
import {
  questionsOf,
  type FormDefinition,
  type FormQuestion,
  type FormSection,
  type QuestionType,
} from './definition.ts';

/** The answer stored under `key`, never something inherited. */
export const answerOf = (answers: FormAnswers, key: string): FormAnswer | undefined =>
  Object.hasOwn(answers, key) ? answers[key] : undefined;

export type VisibleQuestion = { section: FormSection; question: FormQuestion };
type Evaluated = { visible: VisibleQuestion[]; lookup: Lookup };

/** One pass in order: a condition sees only what stands before it and is itself visible, so no cycle can arise. */
function evaluate(definition: FormDefinition, answers: FormAnswers, context: FormContext): Evaluated {
  const known = new Map<string, FormQuestion>();
  const lookup: Lookup = (ref) => {
    if ('fact' in ref) return Object.hasOwn(context.facts, ref.fact) ? context.facts[ref.fact] : null;
    const question = known.get(ref.question);
    return question ? conditionValue(question, answerOf(answers, ref.question)) : null;
  };
  const visible: VisibleQuestion[] = [];
  for (const section of definition.sections) {
    if (section.visible_if && !holds(section.visible_if, lookup)) continue;
    for (const question of section.questions) {
      if (question.visible_if && !holds(question.visible_if, lookup)) continue;
      known.set(question.key, question);
      visible.push({ section, question });
    }
  }
  return { visible, lookup };
}

/** The questions to show for these answers, in order. What a hidden question once was answered counts nowhere. */
export const visibleQuestions = (
  definition: FormDefinition,
  answers: FormAnswers,
  context: FormContext,
): VisibleQuestion[] => evaluate(definition, answers, context).visible;

const requiredBy = (question: FormQuestion, lookup: Lookup): boolean =>
  question.type !== 'score_summary' &&
  ((question.required ?? false) || (question.required_if !== undefined && holds(question.required_if, lookup)));

/** Whether the question `key` must be answered. A hidden or unknown question never must. */
export function isRequired(
  definition: FormDefinition,
  key: string,
  answers: FormAnswers,
  context: FormContext,
): boolean {
  const { visible, lookup } = evaluate(definition, answers, context);
  const found = visible.find((item) => item.question.key === key);
  return found !== undefined && requiredBy(found.question, lookup);
}

export type RequiredLeft = { section: string; key: string; type: QuestionType; label: string; message: string };
export type SectionProgress = {
  key: string;
  title: string;
  short_title: string;
  answered: number;
  total: number;
  left: number;
};
export type Completeness = {
  answered: number;
  total: number;
  complete: boolean;
  required_left: RequiredLeft[];
  by_section: SectionProgress[];
};

/** What one question adds to the count; each of the requester's questions counts by itself. */
function progressOf(
  question: FormQuestion,
  answer: FormAnswer | undefined,
  context: FormContext,
  required: boolean,
): { answered: number; total: number; left: { label: string; message: string }[] } {
  if (!canAnswer(question, context)) return { answered: 0, total: 0, left: [] };
  if (question.type === 'question_answers') {
    const left = requesterProblems(question, answer, context, required);
    const given = recordOf(answer?.value);
    const answered = context.questions.filter(
      (item, at) =>
        Object.hasOwn(given, item.id) &&
        wordsOf(String(given[item.id])) !== '' &&
        !left.some((one) => one.number === at + 1),
    );
    return {
      answered: answered.length,
      total: context.questions.length,
      left: left.map((item) => ({ label: `${item.number}. ${item.text}`, message: item.message })),
    };
  }
  const problems = answerProblems(question, answer, context, required);
  return {
    answered: isAnswered(question, answer) && problems.length === 0 ? 1 : 0,
    total: 1,
    left: problems.map((message) => ({ label: question.label, message })),
  };
}

/**
 * How far the report is. `required_left` names everything that stands between the expert and signing, in order; an
 * optional answer that was begun and lacks something (a comment, a citation) is listed too.
 */
export function completeness(definition: FormDefinition, answers: FormAnswers, context: FormContext): Completeness {
  const { visible, lookup } = evaluate(definition, answers, context);
  const required_left: RequiredLeft[] = [];
  const by_section = new Map<string, SectionProgress>();
  for (const { section, question } of visible) {
    const progress = by_section.get(section.key) ?? {
      key: section.key,
      title: section.title,
      short_title: section.short_title ?? section.title,
      answered: 0,
      total: 0,
      left: 0,
    };
    by_section.set(section.key, progress);
    const part = progressOf(question, answerOf(answers, question.key), context, requiredBy(question, lookup));
    progress.total += part.total;
    progress.answered += part.answered;
    progress.left += question.type === 'question_answers' ? part.left.length : Math.min(1, part.left.length);
    for (const item of part.left)
      required_left.push({ section: section.key, key: question.key, type: question.type, ...item });
  }
  const sections = [...by_section.values()];
  return {
    answered: sections.reduce((sum, section) => sum + section.answered, 0),
    total: sections.reduce((sum, section) => sum + section.total, 0),
    complete: required_left.length === 0,
    required_left,
    by_section: sections,
  };
}

/** Checks the shape of all answers; a key the form does not have is refused. */
export function validateAnswers(
  definition: FormDefinition,
  answers: Record<string, unknown>,
  context: FormContext,
): { ok: true; answers: FormAnswers } | { ok: false; errors: AnswerError[] } {
  const questions = new Map(questionsOf(definition).map(({ question }) => [question.key, question]));
  const errors: AnswerError[] = [];
  const checked: [string, FormAnswer][] = [];
  for (const [key, answer] of Object.entries(answers)) {
    const question = questions.get(key);
    const result = question && validateAnswer(question, answer, context);
    if (!result) errors.push({ path: [key], message: 'This form has no such question' });
    else if (result.ok) checked.push([key, result.answer]);
    else errors.push(...result.errors.map((error) => ({ ...error, path: [key, ...error.path] })));
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, answers: Object.fromEntries(checked) };
}
