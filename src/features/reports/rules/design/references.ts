import type { Condition } from '../condition.ts';
import { type FormDefinition, type FormQuestion, valuesOf } from '../definition.ts';

/** A condition of a form that asks for what is not there: whose it is, and which. */
export interface Broken {
  /** The section, or the question, that carries it. */
  section: string;
  question: string | null;
  label: string;
  rule: 'visible_if' | 'required_if';
}

type Known = ReadonlyMap<string, FormQuestion>;

/** What is left of a condition without the parts that ask for something not there; undefined: nothing. */
function kept(condition: Condition, known: Known): Condition | undefined {
  const parts = (list: readonly Condition[]): Condition[] => list.flatMap((part) => kept(part, known) ?? []);
  if ('all' in condition) {
    const all = parts(condition.all);
    return all.length === condition.all.length ? condition : all.length > 0 ? { all } : undefined;
  }
  if ('any' in condition) {
    const any = parts(condition.any);
    return any.length === condition.any.length ? condition : any.length > 0 ? { any } : undefined;
  }
  if ('not' in condition) {
    const inner = kept(condition.not, known);
    return inner === condition.not ? condition : inner && { not: inner };
  }
  const asked =
    'equals' in condition ? condition.equals : 'includes' in condition ? condition.includes : condition.is_answered;
  if (!('question' in asked)) return condition;
  const question = known.get(asked.question);
  if (!question) return undefined;
  if (!('value' in asked) || question.type === 'matrix') return condition;
  const values = valuesOf(question);
  return values && !values.includes(String(asked.value)) ? undefined : condition;
}

/** The form without what its conditions ask for in vain, and which conditions those were. */
export function withoutBroken(definition: FormDefinition): { definition: FormDefinition; broken: Broken[] } {
  const broken: Broken[] = [];
  const all: Known = new Map(definition.sections.flatMap((s) => s.questions.map((q) => [q.key, q] as const)));
  const seen = new Map<string, FormQuestion>();
  function cleaned<T extends { visible_if?: Condition | undefined; required_if?: Condition | undefined }>(
    of: T,
    rule: 'visible_if' | 'required_if',
    known: Known,
    place: Omit<Broken, 'rule'>,
  ): T {
    const condition = of[rule];
    const left = condition && kept(condition, known);
    if (left === condition) return of;
    broken.push({ ...place, rule });
    const { [rule]: _, ...rest } = of;
    return (left ? { ...rest, [rule]: left } : rest) as T;
  }
  const sections = definition.sections.map((section) => {
    const own = cleaned(section, 'visible_if', seen, { section: section.key, question: null, label: section.title });
    const questions = section.questions.map((question) => {
      const place = { section: section.key, question: question.key, label: question.label };
      const one = cleaned(cleaned(question, 'visible_if', seen, place), 'required_if', all, place);
      seen.set(question.key, question);
      return one;
    });
    return { ...own, questions };
  });
  return broken.length === 0 ? { definition, broken } : { definition: { ...definition, sections }, broken };
}

/** The question with everything forgotten that names an answer it no longer has. */
export function fitted(question: FormQuestion): FormQuestion {
  const values = valuesOf(question);
  if (!values) return question;
  const among = (list: readonly string[] | undefined): string[] | undefined => {
    const left = list?.filter((value) => values.includes(value));
    return left && left.length > 0 ? left : undefined;
  };
  const when = (list: 'always' | string[] | undefined) => (list === 'always' ? list : among(list));
  const without = <T extends object>(of: T): T =>
    Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as T;
  const rule = 'comment_rule' in question ? question.comment_rule : undefined;
  const comment_rule =
    rule &&
    without({
      ...rule,
      required_when: when(rule.required_when),
      citation_required_when: when(rule.citation_required_when),
    });
  const marks = <T extends { deficiency_if?: string[] | undefined; critical_if?: string[] | undefined }>(of: T): T =>
    without({ ...of, deficiency_if: among(of.deficiency_if), critical_if: among(of.critical_if) });
  if (question.type === 'matrix')
    return without({ ...question, comment_rule, rows: question.rows.map((row) => marks(row)) });
  if (question.type === 'yes_no_na' || question.type === 'scale' || question.type === 'single')
    return without({ ...marks(question), comment_rule });
  if (question.type === 'multi') {
    const most = question.options.length;
    return without({
      ...marks(question),
      comment_rule,
      min: question.min === undefined ? undefined : Math.min(question.min, most),
      max: question.max === undefined ? undefined : Math.min(question.max, most),
    });
  }
  return question;
}
