import type { Condition, Scalar } from '../condition.ts';
import { type FormDefinition, type FormQuestion, questionsOf, type QuestionType } from '../definition.ts';
import { choiceLabel } from '../present.ts';

/** Each way to ask, as the editor names it and says what it is for. */
export const TYPE_WORDS: Readonly<Record<QuestionType, { name: string; about: string }>> = {
  yes_no_na: { name: 'Yes, no, not applicable', about: 'One of three; counts in the score.' },
  scale: { name: 'Levels', about: 'One of several levels, each with its share of the score.' },
  single: { name: 'One choice', about: 'One of several answers.' },
  multi: { name: 'Several choices', about: 'Any of several answers.' },
  text: { name: 'Text', about: 'Written in words, with pages cited.' },
  number: { name: 'Number', about: 'A number, with its unit.' },
  date: { name: 'Date', about: 'A day.' },
  matrix: { name: 'Table', about: 'The same questions of each chart, or of each column.' },
  score_summary: { name: 'Score', about: 'Shows what the answers add up to.' },
  attestation: { name: 'Statements', about: 'What the expert confirms when signing.' },
  signature: { name: 'Signature', about: 'Where the expert’s name and time stand.' },
  question_answers: {
    name: 'Answers to the order’s questions',
    about: 'Each question of the order with room for its answer.',
  },
};

/** Facts of an order a condition may look at, with the answers it can have; more are only put into words. */
export const ORDER_FACTS = [
  {
    fact: 'service',
    label: 'Scope of the order',
    values: [
      { value: 'standard', label: 'Standard' },
      { value: 'limited', label: 'Limited' },
    ],
  },
  { fact: 'has_statement', label: 'A statement of the provider is there', values: [{ value: true, label: 'Yes' }] },
] as const;
const OTHER_FACTS: Readonly<Record<string, string>> = {
  specialty: 'Specialty of the order',
  issue_scope: 'Issues of the order',
  reason: 'Reason for the review',
  review_type: 'Type of review',
  several_providers: 'Several providers are named',
};

const factLabel = (fact: string): string =>
  ORDER_FACTS.find((one) => one.fact === fact)?.label ??
  (Object.hasOwn(OTHER_FACTS, fact) ? OTHER_FACTS[fact] : null) ??
  fact;

const quoted = (words: string): string => `“${words}”`;

function valueWords(question: FormQuestion | undefined, value: Scalar): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return quoted(question ? choiceLabel(question, String(value)) : String(value));
}

/** A condition as a person says it: "“Trend” is “Recurring” and “Chart audit” is answered". */
export function conditionWords(definition: FormDefinition, condition: Condition): string {
  const questions = new Map(questionsOf(definition).map(({ question }) => [question.key, question]));
  const subject = (ref: object): string => {
    if ('question' in ref) return quoted(questions.get(String(ref.question))?.label ?? String(ref.question));
    return 'fact' in ref ? factLabel(String(ref.fact)) : '';
  };
  const questionOf = (ref: object) => ('question' in ref ? questions.get(String(ref.question)) : undefined);
  const say = (one: Condition, not: boolean): string => {
    if ('not' in one) return say(one.not, !not);
    if ('is_answered' in one) return `${subject(one.is_answered)} is ${not ? 'not ' : ''}answered`;
    if ('equals' in one)
      return `${subject(one.equals)} is ${not ? 'not ' : ''}${valueWords(questionOf(one.equals), one.equals.value)}`;
    if ('includes' in one)
      return `${subject(one.includes)} ${not ? 'does not include' : 'includes'} ${valueWords(questionOf(one.includes), one.includes.value)}`;
    const [parts, word] = 'all' in one ? [one.all, 'and'] : [one.any, 'or'];
    if (parts.length === 0) return 'all' in one === not ? 'never' : 'always';
    const said = parts.map((part) => ('all' in part || 'any' in part ? `(${say(part, false)})` : say(part, false)));
    return not ? `not (${said.join(` ${word} `)})` : said.join(` ${word} `);
  };
  return say(condition, false);
}

/** One line of a condition as the editor builds it: what it looks at, how, and what it compares with. */
export interface ConditionLine {
  of: { question: string } | { fact: string };
  test: 'is' | 'is_not' | 'given' | 'not_given';
  value: Scalar | null;
}
export interface ConditionLines {
  match: 'all' | 'any';
  lines: ConditionLine[];
}

function lineOf(condition: Condition, not = false): ConditionLine | null {
  if ('not' in condition) return not ? null : lineOf(condition.not, true);
  if ('is_answered' in condition)
    return { of: refOf(condition.is_answered), test: not ? 'not_given' : 'given', value: null };
  if (!('equals' in condition) && !('includes' in condition)) return null;
  const compared = 'equals' in condition ? condition.equals : condition.includes;
  return { of: refOf(compared), test: not ? 'is_not' : 'is', value: compared.value };
}
const refOf = (ref: { question: string } | { fact: string }): ConditionLine['of'] =>
  'question' in ref ? { question: ref.question } : { fact: ref.fact };

/** A condition as lines of which all or any hold; null for one that is nested deeper, which is only shown in words. */
export function linesOf(condition: Condition | undefined): ConditionLines | null {
  if (condition === undefined) return { match: 'all', lines: [] };
  const [match, parts]: [ConditionLines['match'], readonly Condition[]] =
    'all' in condition ? ['all', condition.all] : 'any' in condition ? ['any', condition.any] : ['all', [condition]];
  const lines = parts.map((part) => lineOf(part));
  return lines.some((line) => line === null)
    ? null
    : { match, lines: lines.filter((line): line is ConditionLine => line !== null) };
}

/** The condition that lines say; undefined where there are none. */
export function conditionOf(definition: FormDefinition, { match, lines }: ConditionLines): Condition | undefined {
  const types = new Map(questionsOf(definition).map(({ question }) => [question.key, question.type]));
  const parts = lines.map(({ of, test, value }): Condition => {
    const isList = 'question' in of && types.get(of.question) === 'multi';
    const said: Condition =
      value === null || test === 'given' || test === 'not_given'
        ? { is_answered: of }
        : isList
          ? { includes: { ...of, value } }
          : { equals: { ...of, value } };
    return test === 'is_not' || test === 'not_given' ? { not: said } : said;
  });
  const [only] = parts;
  if (only === undefined) return undefined;
  return parts.length === 1 ? only : match === 'all' ? { all: parts } : { any: parts };
}
