import { z } from 'zod';

/** What a condition may compare with: never an object, so equality is plain. */
export type Scalar = string | number | boolean;

/** Where a condition looks: at an earlier question's answer or at a fact of the review (`issue_scope`, …). */
type ConditionRef = { question: string } | { fact: string };

/**
 * A condition is data, never code, so that a form can be edited, stored and compared.
 * `equals` and `includes` are false when nothing is there; an empty `all` is true and an empty `any` false.
 */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { equals: ConditionRef & { value: Scalar } }
  | { includes: ConditionRef & { value: Scalar } }
  | { is_answered: ConditionRef };

export const keySchema = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use lower-case letters, digits and underscores, starting with a letter');

const scalarSchema = z.union([z.string().max(200), z.number(), z.boolean()]);
const refSchema = z.union([z.strictObject({ question: keySchema }), z.strictObject({ fact: keySchema })]);
const comparisonSchema = z.union([
  z.strictObject({ question: keySchema, value: scalarSchema }),
  z.strictObject({ fact: keySchema, value: scalarSchema }),
]);
const leafSchema = z.union([
  z.strictObject({ equals: comparisonSchema }),
  z.strictObject({ includes: comparisonSchema }),
  z.strictObject({ is_answered: refSchema }),
]);

/** Built level by level instead of recursively: a hostile document cannot exhaust the stack. */
function nested(depth: number): z.ZodType<Condition> {
  if (depth === 0) return leafSchema;
  const inner = nested(depth - 1);
  return z.union([
    leafSchema,
    z.strictObject({ all: z.array(inner).max(20) }),
    z.strictObject({ any: z.array(inner).max(20) }),
    z.strictObject({ not: inner }),
  ]);
}

/** The shape of a condition, up to five levels deep. */
export const conditionSchema: z.ZodType<Condition> = nested(4);

/** What an answer or a fact offers to conditions; undefined where there is nothing. */
export type Lookup = (ref: ConditionRef) => Scalar | readonly Scalar[] | null | undefined;

const isNothing = (found: unknown): boolean =>
  found === undefined || found === null || found === '' || (Array.isArray(found) && found.length === 0);

/** Whether `condition` holds for what `lookup` finds. Never throws. */
export function holds(condition: Condition, lookup: Lookup): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, lookup));
  if ('any' in condition) return condition.any.some((part) => holds(part, lookup));
  if ('not' in condition) return !holds(condition.not, lookup);
  if ('is_answered' in condition) return !isNothing(lookup(condition.is_answered));
  if ('equals' in condition) return lookup(condition.equals) === condition.equals.value;
  const found = lookup(condition.includes);
  return Array.isArray(found) ? found.includes(condition.includes.value) : found === condition.includes.value;
}

/** The keys of all questions a condition refers to. */
export function questionsIn(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(questionsIn);
  if ('any' in condition) return condition.any.flatMap(questionsIn);
  if ('not' in condition) return questionsIn(condition.not);
  const ref =
    'equals' in condition ? condition.equals : 'includes' in condition ? condition.includes : condition.is_answered;
  return 'question' in ref ? [ref.question] : [];
}
