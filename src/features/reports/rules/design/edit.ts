import type { FormDefinition, FormQuestion, FormSection, QuestionType } from '../definition.ts';
import { reviewerSignature } from '../peer/parts.ts';
import { type Broken, fitted, withoutBroken } from './references.ts';

/** A form after a change, and the conditions that the change would leave asking for nothing. */
export interface Edited {
  definition: FormDefinition;
  /** The section or question to look at afterward. */
  at: string | null;
  broken: Broken[];
}

const MOST = { sections: 60, questions: 200 } as const;

/** Letters and digits of some words as a key: "Was it timely?" is `was_it_timely`. */
const keyOf = (words: string): string => {
  const plain = words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)
    .replace(/_+$/, '');
  return plain === '' ? 'item' : plain;
};

/** A key made of some words that is not among those taken. */
export function freshKey(words: string, taken: Iterable<string>): string {
  const known = new Set(taken);
  const base = keyOf(words);
  for (let n = 1; ; n += 1) {
    const key = n === 1 ? base : `${base}_${n}`;
    if (!known.has(key)) return key;
  }
}

const questionKeys = (definition: FormDefinition): string[] =>
  definition.sections.flatMap((section) => section.questions.map(({ key }) => key));
const sectionKeys = (definition: FormDefinition): string[] => definition.sections.map(({ key }) => key);

const edited = (definition: FormDefinition, at: string | null): Edited => ({
  definition,
  at,
  broken: withoutBroken(definition).broken,
});
const withSections = (definition: FormDefinition, sections: FormSection[]): FormDefinition => ({
  ...definition,
  sections,
});
const inserted = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)];
function swapped<T>(list: readonly T[], at: number, step: -1 | 1): T[] | null {
  const [from, to] = [list[at], list[at + step]];
  if (from === undefined || to === undefined) return null;
  return list.map((item, i) => (i === at ? to : i === at + step ? from : item));
}

const yesNo = () => [
  { value: 'first', label: 'First answer' },
  { value: 'second', label: 'Second answer' },
];
const graded = () => [
  { value: 'met', label: 'Met', score: 1 },
  { value: 'partly', label: 'Partly met', score: 0.5 },
  { value: 'not_met', label: 'Not met', score: 0 },
];

/** A new question of a type, with what such a question cannot be without. */
function newQuestion(type: QuestionType, key: string, label: string): FormQuestion {
  const base = { key, label };
  switch (type) {
    case 'scale':
      return { ...base, type, levels: graded() };
    case 'single':
    case 'multi':
      return { ...base, type, options: yesNo() };
    case 'matrix':
      return { ...base, type, columns: 'charts', rows: [{ key: 'row', label: 'What is asked of each chart' }] };
    case 'attestation':
      return {
        ...base,
        type,
        required: true,
        statements: [{ key: 'statement', text: 'I confirm what I wrote in this report.' }],
      };
    default:
      return { ...base, type };
  }
}

/** The same question asked in another way; words, help and conditions stay, what the new way does not have goes. */
export function asType(question: FormQuestion, type: QuestionType): FormQuestion {
  if (question.type === type) return question;
  const { key, label, help, category, required, required_if, visible_if } = question;
  const common = { help, category, required, required_if, visible_if };
  const next = {
    ...newQuestion(type, key, label),
    ...Object.fromEntries(Object.entries(common).filter(([, value]) => value !== undefined)),
  };
  if ('options' in question && 'options' in next) return { ...next, options: question.options };
  return next;
}

/** A section at the end or after another, with one question to begin with. */
export function addSection(definition: FormDefinition, after: string | null): Edited | null {
  if (definition.sections.length >= MOST.sections) return null;
  const title = 'New section';
  const key = freshKey(title, sectionKeys(definition));
  const first = freshKey('question', questionKeys(definition));
  const section: FormSection = { key, title, questions: [newQuestion('text', first, 'New question')] };
  const at = definition.sections.findIndex((one) => one.key === after);
  const place = at === -1 ? definition.sections.length : at + 1;
  return edited(withSections(definition, inserted(definition.sections, place, section)), key);
}

/** A question at the end of a section, or after another of it. */
export function addQuestion(
  definition: FormDefinition,
  section: string,
  type: QuestionType,
  after: string | null = null,
): Edited | null {
  const own = definition.sections.find((one) => one.key === section);
  if (!own || own.questions.length >= MOST.questions) return null;
  const key = freshKey('question', questionKeys(definition));
  const question = newQuestion(type, key, type === 'signature' ? 'Signature' : 'New question');
  const at = own.questions.findIndex((one) => one.key === after);
  const questions = inserted(own.questions, at === -1 ? own.questions.length : at + 1, question);
  return edited(replaceSection(definition, { ...own, questions }), key);
}

const replaceSection = (definition: FormDefinition, section: FormSection): FormDefinition =>
  withSections(
    definition,
    definition.sections.map((one) => (one.key === section.key ? section : one)),
  );

/** A section with other words or another condition. */
export const changeSection = (definition: FormDefinition, section: FormSection): Edited =>
  edited(replaceSection(definition, section), section.key);

/** A question as it is now; what names an answer it no longer has is forgotten. */
export function changeQuestion(definition: FormDefinition, question: FormQuestion): Edited {
  const next = fitted(question);
  return edited(
    withSections(
      definition,
      definition.sections.map((section) => ({
        ...section,
        questions: section.questions.map((one) => (one.key === next.key ? next : one)),
      })),
    ),
    next.key,
  );
}

/** A section one place up or down; null where it is the first or last. */
export function moveSection(definition: FormDefinition, key: string, step: -1 | 1): Edited | null {
  const sections = swapped(
    definition.sections,
    definition.sections.findIndex((one) => one.key === key),
    step,
  );
  return sections && edited(withSections(definition, sections), key);
}

/** A question one place up or down, at the edge of its section into the next one; a section keeps its last question. */
export function moveQuestion(definition: FormDefinition, key: string, step: -1 | 1): Edited | null {
  const s = definition.sections.findIndex((section) => section.questions.some((one) => one.key === key));
  const section = definition.sections[s];
  if (!section) return null;
  const q = section.questions.findIndex((one) => one.key === key);
  const within = swapped(section.questions, q, step);
  if (within) return edited(replaceSection(definition, { ...section, questions: within }), key);
  const [other, question] = [definition.sections[s + step], section.questions[q]];
  if (!other || !question || section.questions.length < 2 || other.questions.length >= MOST.questions) return null;
  const left = { ...section, questions: section.questions.filter((one) => one.key !== key) };
  const joined = {
    ...other,
    questions: step === 1 ? [question, ...other.questions] : [...other.questions, question],
  };
  return edited(replaceSection(replaceSection(definition, left), joined), key);
}

/** The form without a question; null where it is the only one of its section, which goes as a whole. */
export function removeQuestion(definition: FormDefinition, key: string): Edited | null {
  const section = definition.sections.find((one) => one.questions.some((question) => question.key === key));
  if (!section || section.questions.length < 2) return null;
  const at = section.questions.findIndex((one) => one.key === key);
  const questions = section.questions.filter((one) => one.key !== key);
  return edited(replaceSection(definition, { ...section, questions }), questions[Math.max(0, at - 1)]?.key ?? null);
}

/** The form without a section; null where it is the only one. */
export function removeSection(definition: FormDefinition, key: string): Edited | null {
  if (definition.sections.length < 2 || !definition.sections.some((one) => one.key === key)) return null;
  const sections = definition.sections.filter((one) => one.key !== key);
  return edited(withSections(definition, sections), sections[0]?.key ?? null);
}

/** A question once more, below itself. */
export function duplicateQuestion(definition: FormDefinition, key: string): Edited | null {
  const section = definition.sections.find((one) => one.questions.some((question) => question.key === key));
  const at = section?.questions.findIndex((one) => one.key === key) ?? -1;
  const question = section?.questions[at];
  if (!section || !question || section.questions.length >= MOST.questions) return null;
  const copy = {
    ...question,
    key: freshKey(key, questionKeys(definition)),
    label: `${question.label} (copy)`.slice(0, 500),
  };
  return edited(
    replaceSection(definition, { ...section, questions: inserted(section.questions, at + 1, copy) }),
    copy.key,
  );
}

/** A section once more, below itself: its questions under keys of their own, and what they ask of each other among themselves. */
export function duplicateSection(definition: FormDefinition, key: string): Edited | null {
  const at = definition.sections.findIndex((one) => one.key === key);
  const section = definition.sections[at];
  if (!section || definition.sections.length >= MOST.sections) return null;
  const taken = new Set(questionKeys(definition));
  const renamed = new Map<string, string>();
  for (const question of section.questions) {
    const fresh = freshKey(question.key, taken);
    taken.add(fresh);
    renamed.set(question.key, fresh);
  }
  const text = JSON.stringify(section.questions, (name, value: unknown) =>
    name === 'question' && typeof value === 'string' ? (renamed.get(value) ?? value) : value,
  );
  const copy: FormSection = {
    ...section,
    key: freshKey(key, sectionKeys(definition)),
    title: `${section.title} (copy)`.slice(0, 500),
    questions: (JSON.parse(text) as FormQuestion[]).map((question, i) => ({
      ...question,
      key: renamed.get(section.questions[i]?.key ?? '') ?? question.key,
    })),
  };
  return edited(withSections(definition, inserted(definition.sections, at + 1, copy)), copy.key);
}

/** A form to begin with: one section with one question, and what is confirmed and signed. */
export const emptyForm = (kind: FormDefinition['kind'], name: string): FormDefinition => ({
  key: 'draft',
  kind,
  name,
  version: 1,
  sections: [
    {
      key: 'findings',
      title: 'Findings',
      questions: [{ ...newQuestion('text', 'opinion', 'Opinion'), required: true }],
    },
    reviewerSignature(),
  ],
});
