import { kindName } from '../../../core/endpoint.ts';
import { z } from 'zod';
import { conditionSchema, keySchema, questionsIn, type Condition } from './condition.ts';

const valueSchema = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/i);
const weight = z.number().min(0).max(100);
const textLimit = 50_000;

/** The shape of a form. In a draft, words may still be missing. */
function shapeOf(draft: boolean) {
  const least = draft ? 0 : 1;
  const label = draft ? z.string().max(500) : z.string().trim().min(1, 'Write the words people read here.').max(500);
  /** When a choice needs an explanation, how long, and whether that must cite the records. */
  const commentRuleSchema = z.strictObject({
    /** The chosen values that need a comment; `always` for every one; leave out for a comment that is optional. */
    required_when: z.union([z.literal('always'), z.array(valueSchema).max(50)]).optional(),
    /** The chosen values whose comment must cite at least one page. */
    citation_required_when: z.union([z.literal('always'), z.array(valueSchema).max(50)]).optional(),
    min_length: z.number().int().min(0).max(5000).optional(),
    label: label.optional(),
  });

  const base = {
    key: keySchema,
    label,
    help: z.string().max(2000).optional(),
    category: z.string().max(120).optional(),
    required: z.boolean().optional(),
    required_if: conditionSchema.optional(),
    visible_if: conditionSchema.optional(),
  };
  const scored = {
    weight: weight.optional(),
    comment_rule: commentRuleSchema.optional(),
    /** The answers that count as a deficiency; those in `critical_if` stop the reader. */
    deficiency_if: z.array(valueSchema).max(50).optional(),
    critical_if: z.array(valueSchema).max(50).optional(),
  };
  const optionSchema = z.strictObject({ value: valueSchema, label, help: z.string().max(1000).optional() });
  /** `score` is the share of the weight a level earns, 0 to 1; a level without one is not scored. */
  const levelSchema = optionSchema.extend({ score: z.number().min(0).max(1).optional() });
  const rowSchema = z.strictObject({
    key: keySchema,
    label,
    category: z.string().max(120).optional(),
    weight: weight.optional(),
    deficiency_if: z.array(valueSchema).max(50).optional(),
    critical_if: z.array(valueSchema).max(50).optional(),
  });

  const questionSchema = z.discriminatedUnion('type', [
    z.strictObject({ ...base, ...scored, type: z.literal('yes_no_na') }),
    z.strictObject({ ...base, ...scored, type: z.literal('scale'), levels: z.array(levelSchema).min(2).max(20) }),
    z.strictObject({ ...base, ...scored, type: z.literal('single'), options: z.array(optionSchema).min(1).max(100) }),
    z.strictObject({
      ...base,
      ...scored,
      type: z.literal('multi'),
      options: z.array(optionSchema).min(1).max(100),
      min: z.number().int().min(0).max(100).optional(),
      max: z.number().int().min(1).max(100).optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal('text'),
      min_length: z.number().int().min(0).max(5000).optional(),
      max_length: z.number().int().min(1).max(textLimit).optional(),
      citation_required: z.boolean().optional(),
      /** A one-line field instead of paragraphs. */
      single_line: z.boolean().optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal('number'),
      min: z.number().optional(),
      max: z.number().optional(),
      integer: z.boolean().optional(),
      unit: z.string().max(40).optional(),
    }),
    z.strictObject({ ...base, type: z.literal('date'), min: z.iso.date().optional(), max: z.iso.date().optional() }),
    z.strictObject({
      ...base,
      type: z.literal('matrix'),
      rows: z.array(rowSchema).min(1).max(200),
      /** Fixed columns, or the review's own charts. */
      columns: z.union([
        z.literal('charts'),
        z
          .array(z.strictObject({ key: keySchema, label }))
          .min(1)
          .max(30),
      ]),
      /** What a cell may hold; yes, no, N/A when left out. */
      levels: z.array(levelSchema).min(2).max(10).optional(),
      comment_rule: commentRuleSchema.optional(),
    }),
    z.strictObject({ ...base, type: z.literal('score_summary') }),
    z.strictObject({
      ...base,
      type: z.literal('attestation'),
      statements: z
        .array(z.strictObject({ key: keySchema, text: z.string().min(least, 'Write what is confirmed.').max(2000) }))
        .min(1)
        .max(30),
    }),
    z.strictObject({ ...base, type: z.literal('signature') }),
    z.strictObject({
      ...base,
      type: z.literal('question_answers'),
      min_length: z.number().int().min(0).max(5000).optional(),
      citation_required: z.boolean().optional(),
    }),
  ]);

  const sectionSchema = z.strictObject({
    key: keySchema,
    title: label,
    /** A word or two, where sections stand side by side; the title when left out. */
    short_title: z.string().trim().min(1).max(24).optional(),
    help: z.string().max(2000).optional(),
    visible_if: conditionSchema.optional(),
    questions: z.array(questionSchema).min(1).max(200),
  });

  const structure = z.strictObject({
    key: keySchema,
    kind: kindName,
    name: label,
    version: z.number().int().positive(),
    /** Bands of the computed percentage; leave out for a form that is not scored. */
    scoring: z.strictObject({ green_at: z.number().min(0).max(100), amber_at: z.number().min(0).max(100) }).optional(),
    sections: z.array(sectionSchema).min(1).max(60),
  });
  return { structure, commentRuleSchema };
}

const { structure: structureSchema, commentRuleSchema } = shapeOf(false);
/** A form being written: the same shape, where words may still be missing. What it lacks is said by `draftFaults`. */
export const draftDefinitionSchema = shapeOf(true).structure;

export type FormDefinition = z.infer<typeof structureSchema>;
export type FormSection = FormDefinition['sections'][number];
export type FormQuestion = FormSection['questions'][number];
export type QuestionType = FormQuestion['type'];
export type QuestionOf<T extends QuestionType> = Extract<FormQuestion, { type: T }>;
export type CommentRule = z.infer<typeof commentRuleSchema>;

export type DefinitionProblem = { path: (string | number)[]; message: string };

/** The values a choice question can take; undefined for a question that is no choice. */
export function valuesOf(question: FormQuestion): string[] | undefined {
  switch (question.type) {
    case 'yes_no_na':
      return ['yes', 'no', 'na'];
    case 'scale':
      return question.levels.map((level) => level.value);
    case 'single':
    case 'multi':
      return question.options.map((option) => option.value);
    case 'matrix':
      return question.levels?.map((level) => level.value) ?? ['yes', 'no', 'na'];
    default:
      return undefined;
  }
}

const SCORED = ['yes_no_na', 'scale', 'single', 'multi'] as const satisfies readonly QuestionType[];
/** A choice whose values can weigh, be critical, and ask for a comment. */
export type ScoredQuestion = QuestionOf<(typeof SCORED)[number]>;
export const isScored = (question: FormQuestion): question is ScoredQuestion =>
  SCORED.some((type) => type === question.type);

const repeated = (keys: readonly string[]): string | undefined => keys.find((key, at) => keys.indexOf(key) !== at);

function questionProblems(question: FormQuestion): string[] {
  const problems: string[] = [];
  const values = valuesOf(question);
  const twice = values && repeated(values);
  if (twice !== undefined) problems.push(`The value “${twice}” is there twice`);
  if (values) {
    const rule = 'comment_rule' in question ? question.comment_rule : undefined;
    const marks = question.type === 'matrix' ? question.rows : isScored(question) ? [question] : [];
    const named = [
      rule?.required_when,
      rule?.citation_required_when,
      ...marks.flatMap((row) => [row.deficiency_if, row.critical_if]),
    ].flatMap((list) => (Array.isArray(list) ? list : []));
    const unknown = named.find((value) => !values.includes(value));
    if (unknown !== undefined) problems.push(`“${unknown}” is not one of the values`);
  }
  if (question.type === 'matrix') {
    const row = repeated(question.rows.map((item) => item.key));
    if (row !== undefined) problems.push(`The row “${row}” is there twice`);
    const column = question.columns === 'charts' ? undefined : repeated(question.columns.map((item) => item.key));
    if (column !== undefined) problems.push(`The column “${column}” is there twice`);
  }
  if (question.type === 'attestation' && repeated(question.statements.map((item) => item.key)) !== undefined)
    problems.push('A statement’s key is there twice');
  if (
    (question.type === 'number' || question.type === 'multi') &&
    (question.min ?? -Infinity) > (question.max ?? Infinity)
  )
    problems.push('The smallest value is above the largest');
  if (question.type === 'multi' && (question.min ?? 0) > question.options.length)
    problems.push('More choices are required than there are');
  if (question.type === 'date' && question.min && question.max && question.min > question.max)
    problems.push('The earliest date is after the latest');
  if (question.type === 'text' && (question.min_length ?? 0) > (question.max_length ?? textLimit))
    problems.push('The shortest text is longer than the longest');
  return problems;
}

/** Comparisons of a condition with values its question does not have, as "question: value". */
function valuesMissed(condition: Condition, known: ReadonlyMap<string, FormQuestion>): string[] {
  if ('all' in condition) return condition.all.flatMap((part) => valuesMissed(part, known));
  if ('any' in condition) return condition.any.flatMap((part) => valuesMissed(part, known));
  if ('not' in condition) return valuesMissed(condition.not, known);
  const compared = 'equals' in condition ? condition.equals : 'includes' in condition ? condition.includes : undefined;
  if (!compared || !('question' in compared)) return [];
  const question = known.get(compared.question);
  const values = question && question.type !== 'matrix' ? valuesOf(question) : undefined;
  return values && !values.includes(String(compared.value)) ? [`“${question?.label}”: ${String(compared.value)}`] : [];
}

/** What the shape alone cannot say: keys once only, conditions that look back only, rules that name real values. */
export function definitionProblems(definition: FormDefinition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const sections = new Set<string>();
  const seen = new Set<string>();
  const all = new Set(definition.sections.flatMap((section) => section.questions.map((question) => question.key)));
  const questions = new Map(questionsOf(definition).map(({ question }) => [question.key, question]));
  const lookBack = (condition: Condition | undefined, path: (string | number)[], known: ReadonlySet<string>): void => {
    for (const missed of condition ? valuesMissed(condition, questions) : [])
      problems.push({ path, message: `This compares with an answer that was removed. ${missed}` });
    for (const key of condition ? questionsIn(condition) : [])
      if (!known.has(key))
        problems.push({
          path,
          message: `“${key}” is not a question ${all.has(key) ? 'before this one' : 'of this form'}`,
        });
  };
  definition.sections.forEach((section, s) => {
    if (sections.has(section.key)) problems.push({ path: ['sections', s, 'key'], message: 'This key is there twice' });
    sections.add(section.key);
    lookBack(section.visible_if, ['sections', s, 'visible_if'], seen);
    section.questions.forEach((question, q) => {
      const path = ['sections', s, 'questions', q];
      lookBack(question.visible_if, [...path, 'visible_if'], seen);
      lookBack(question.required_if, [...path, 'required_if'], all);
      if (seen.has(question.key)) problems.push({ path: [...path, 'key'], message: 'This key is there twice' });
      seen.add(question.key);
      for (const message of questionProblems(question)) problems.push({ path, message });
    });
  });
  const scoring = definition.scoring;
  if (scoring && scoring.amber_at > scoring.green_at)
    problems.push({ path: ['scoring'], message: 'Amber starts above green' });
  return problems;
}

/** A form definition, checked in shape and in sense. */
export const formDefinitionSchema = structureSchema.superRefine((definition, ctx) => {
  for (const problem of definitionProblems(definition)) ctx.addIssue({ code: 'custom', ...problem });
});

/** All questions in order, with their section. */
export const questionsOf = (definition: FormDefinition): { section: FormSection; question: FormQuestion }[] =>
  definition.sections.flatMap((section) => section.questions.map((question) => ({ section, question })));
