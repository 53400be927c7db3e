import type { FormAnswers, FormContext } from './answer.ts';
import { textsOf } from './answer.ts';
import { wordsOf } from './citation.ts';
import type { FormDefinition } from './definition.ts';
import { answerOf, completeness, type RequiredLeft, visibleQuestions } from './engine.ts';

/** The section a further reviewer answers before reading what others found. */
export const OWN_JUDGMENT = 'second_opinion';

/** Reasons are more than one word over and over: so many different ones, over all texts of the section. */
export const LEAST_DIFFERENT_WORDS = 12;

/** Whether a form asks for a judgment of its writer's own before others are read. */
export const asksOwnJudgment = (definition: FormDefinition): boolean =>
  definition.sections.some((section) => section.key === OWN_JUDGMENT);

/**
 * What a reviewer's own judgment lacks before it can be closed and the opinions of others opened: every required answer of
 * the section, and reasons in words. Empty: it can be closed. Of a form without the section nothing is asked.
 */
export function ownJudgmentLeft(
  definition: FormDefinition,
  answers: FormAnswers,
  context: FormContext,
): RequiredLeft[] {
  const left = completeness(definition, answers, context).required_left.filter((one) => one.section === OWN_JUDGMENT);
  if (left.length > 0) return left;
  const asked = visibleQuestions(definition, answers, context).filter(({ section }) => section.key === OWN_JUDGMENT);
  const written = asked.flatMap(({ question }) => {
    const answer = answerOf(answers, question.key);
    return answer ? textsOf(question, answer).map(({ text }) => wordsOf(text)) : [];
  });
  const found = new Set(
    written
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  ).size;
  const last = asked.findLast(({ question }) => question.type === 'text')?.question;
  if (found >= LEAST_DIFFERENT_WORDS || !last) return [];
  const message = `Give your reasons in your own words: at least ${LEAST_DIFFERENT_WORDS} different words, ${found} so far`;
  return [{ section: OWN_JUDGMENT, key: last.key, type: last.type, label: last.label, message }];
}
