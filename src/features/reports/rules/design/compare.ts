import { conditionSchema } from '../condition.ts';
import type { FormDefinition, FormQuestion, FormSection } from '../definition.ts';
import { conditionWords, TYPE_WORDS } from './words.ts';

/** What differs between two forms at one place, in words. */
export interface FormChange {
  sort: 'added' | 'removed' | 'changed' | 'moved';
  /** The section it stands in; null: the form itself. */
  section: string | null;
  what: string;
  details: string[];
}

const PROPERTY_WORDS: Readonly<Record<string, string>> = {
  label: 'Words',
  title: 'Title',
  short_title: 'Short title',
  help: 'Help',
  category: 'Category of the score',
  required: 'Required',
  required_if: 'Required when',
  visible_if: 'Asked when',
  weight: 'Weight',
  min_length: 'Least characters',
  max_length: 'Most characters',
  citation_required: 'A page must be cited',
  single_line: 'One line only',
  min: 'Least',
  max: 'Most',
  integer: 'Whole numbers only',
  unit: 'Unit',
  deficiency_if: 'Counts as a deficiency',
  critical_if: 'Is critical',
  comment_rule: 'Comment',
  required_when: 'Comment required at',
  citation_required_when: 'Page cited at',
  columns: 'Columns',
  score: 'Share of the score',
  text: 'Words',
  name: 'Name',
  green_at: 'Green from',
  amber_at: 'Amber from',
};
const LISTS: Readonly<Record<string, string>> = {
  options: 'Answer',
  levels: 'Level',
  rows: 'Row',
  statements: 'Statement',
  columns: 'Column',
};

const stable = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, one]) => one !== undefined)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  ) ?? '';
const isSame = (a: unknown, b: unknown): boolean => stable(a) === stable(b);

/** Keys that are in both, but in another order: those outside the longest run that kept its order. */
function outOfOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const places = new Map(before.map((key, at) => [key, at]));
  const common = after.filter((key) => places.has(key));
  const best: string[][] = [];
  for (const [i, key] of common.entries()) {
    let longest: string[] = [];
    for (let j = 0; j < i; j += 1) {
      const run = best[j] ?? [];
      if ((places.get(common[j] ?? '') ?? 0) < (places.get(key) ?? 0) && run.length > longest.length) longest = run;
    }
    best.push([...longest, key]);
  }
  const kept = new Set(best.reduce((a, b) => (b.length > a.length ? b : a), []));
  return new Set(common.filter((key) => !kept.has(key)));
}

interface Item {
  key?: string;
  value?: string;
  label?: string;
  text?: string;
}
const itemsOf = (value: unknown): Item[] | null =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null) ? (value as Item[]) : null;
const nameOf = (item: Item): string => item.label ?? item.text ?? item.value ?? item.key ?? '';
const idOf = (item: Item): string => item.key ?? item.value ?? '';

function wordsFor(definition: FormDefinition, value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === 'charts') return 'the charts of the order';
  if (value === 'always') return 'every answer';
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'number') return String(value);
  const items = itemsOf(value);
  if (items) return items.map(nameOf).join(', ') || 'nothing';
  if (Array.isArray(value)) return value.map(String).join(', ') || 'nothing';
  const condition = conditionSchema.safeParse(value);
  if (condition.success) return conditionWords(definition, condition.data);
  return Object.entries(value)
    .map(([name, part]) => `${PROPERTY_WORDS[name] ?? name}: ${wordsFor(definition, part)}`)
    .join('; ');
}

interface Side {
  definition: FormDefinition;
  of: object;
}

/** The properties in which two things differ, each as "Weight: 1 → 2". */
function differences(before: Side, after: Side, skip: readonly string[]): string[] {
  const [a, b] = [before.of, after.of] as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !skip.includes(name));
  return names.flatMap((name) => {
    if (isSame(a[name], b[name])) return [];
    const [was, is] = [itemsOf(a[name]), itemsOf(b[name])];
    const word = LISTS[name];
    if (word !== undefined && was && is) return listDifferences(word, before, after, was, is);
    if (name === 'type') return [`Way of asking: ${typeWords(a[name])} → ${typeWords(b[name])}`];
    return [
      `${PROPERTY_WORDS[name] ?? name}: ${wordsFor(before.definition, a[name])} → ${wordsFor(after.definition, b[name])}`,
    ];
  });
}
const typeWords = (type: unknown): string =>
  typeof type === 'string' && Object.hasOwn(TYPE_WORDS, type)
    ? TYPE_WORDS[type as FormQuestion['type']].name
    : 'nothing';

function listDifferences(word: string, before: Side, after: Side, was: readonly Item[], is: readonly Item[]): string[] {
  const old = new Map(was.map((item) => [idOf(item), item]));
  const fresh = new Map(is.map((item) => [idOf(item), item]));
  const said = [
    ...is.filter((item) => !old.has(idOf(item))).map((item) => `${word} added: “${nameOf(item)}”`),
    ...was.filter((item) => !fresh.has(idOf(item))).map((item) => `${word} removed: “${nameOf(item)}”`),
    ...is.flatMap((item) => {
      const one = old.get(idOf(item));
      return one
        ? differences({ ...before, of: one }, { ...after, of: item }, []).map(
            (words) => `${word} “${nameOf(one)}”, ${words}`,
          )
        : [];
    }),
  ];
  const moved = outOfOrder(was.map(idOf), is.map(idOf));
  return moved.size > 0 ? [...said, `${word}s in another order`] : said;
}

interface Placed {
  section: FormSection;
  question: FormQuestion;
}
const placed = (definition: FormDefinition): Map<string, Placed> =>
  new Map(
    definition.sections.flatMap((section) =>
      section.questions.map((question) => [question.key, { section, question }]),
    ),
  );

/** What was added, removed, moved and changed from one form to another, in the order of the newer one. */
export function compareForms(before: FormDefinition, after: FormDefinition): FormChange[] {
  const changes: FormChange[] = [];
  const own = differences(
    { definition: before, of: { name: before.name, ...before.scoring } },
    { definition: after, of: { name: after.name, ...after.scoring } },
    [],
  );
  if (own.length > 0) changes.push({ sort: 'changed', section: null, what: 'The form', details: own });
  const sectionsBefore = new Map(before.sections.map((section) => [section.key, section]));
  const sectionsAfter = new Set(after.sections.map(({ key }) => key));
  const movedSections = outOfOrder([...sectionsBefore.keys()], [...sectionsAfter]);
  const [old, fresh] = [placed(before), placed(after)];
  for (const section of after.sections) {
    const was = sectionsBefore.get(section.key);
    const place = { section: section.title };
    if (!was) changes.push({ ...place, sort: 'added', what: 'The section', details: [] });
    else {
      const details = differences({ definition: before, of: was }, { definition: after, of: section }, [
        'questions',
        'key',
      ]);
      if (details.length > 0) changes.push({ ...place, sort: 'changed', what: 'The section', details });
      if (movedSections.has(section.key)) changes.push({ ...place, sort: 'moved', what: 'The section', details: [] });
    }
    const reordered = was
      ? outOfOrder(
          was.questions.map(({ key }) => key),
          section.questions.map(({ key }) => key),
        )
      : null;
    for (const question of section.questions) {
      const one = old.get(question.key);
      const what = question.label;
      if (!one) {
        changes.push({ ...place, sort: 'added', what, details: [TYPE_WORDS[question.type].name] });
        continue;
      }
      const details = differences({ definition: before, of: one.question }, { definition: after, of: question }, [
        'key',
      ]);
      if (details.length > 0) changes.push({ ...place, sort: 'changed', what, details });
      if (one.section.key !== section.key)
        changes.push({ ...place, sort: 'moved', what, details: [`From “${one.section.title}”`] });
      else if (reordered?.has(question.key)) changes.push({ ...place, sort: 'moved', what, details: [] });
    }
  }
  for (const section of before.sections) {
    const place = { section: section.title };
    if (!sectionsAfter.has(section.key)) changes.push({ ...place, sort: 'removed', what: 'The section', details: [] });
    for (const question of section.questions)
      if (!fresh.has(question.key)) changes.push({ ...place, sort: 'removed', what: question.label, details: [] });
  }
  return changes;
}

/** A change in one sentence, as the record of changes has it. */
export const changeWords = ({ sort, section, what, details }: FormChange): string =>
  `${section === null ? what : `${section}: ${what}`} ${sort}${details.length > 0 ? `. ${details.join('. ')}` : ''}`;
