import { z } from 'zod';
import type { RenderedMail } from './layout.ts';
import { hasPlace } from './opener.ts';
import { path, type Template, type Voice } from './template.ts';

/** A mail's subject and paragraphs as staff write them; `{due_at}` stands for what the mail knows by that name. */
export interface Wording {
  subject: string;
  /** Paragraphs, a blank line between two. */
  body: string;
}

/** The name that stands for the review's number. */
const REVIEW = 'review';
/** More would be no list to choose from. */
const MOST_VARIANTS = 24;

/** What a template's data have under a name, as far as a wording concerns it. */
type Sort = 'instant' | 'date' | 'count' | 'text' | 'choice' | 'none';
interface Entry {
  name: string;
  sort: Sort;
  /** Of a choice: its values, and that it may be absent. */
  values: readonly string[];
  optional: boolean;
}

/** A schema without what only says that its value may be absent. */
function bare(schema: z.ZodType): { schema: z.ZodType; optional: boolean } {
  let found = schema;
  let optional = false;
  while (found instanceof z.ZodOptional || found instanceof z.ZodNullable || found instanceof z.ZodDefault) {
    optional = true;
    found = found.unwrap() as z.ZodType;
  }
  return { schema: found, optional };
}

function entryOf(name: string, given: z.ZodType): Entry {
  const { schema, optional } = bare(given);
  const entry = (sort: Sort, values: readonly string[] = []): Entry => ({ name, sort, values, optional });
  if (schema === path) return entry('none');
  if (schema instanceof z.ZodEnum) return entry('choice', schema.options.map(String));
  // what is not said of a switch is no
  if (schema instanceof z.ZodBoolean) return { name, sort: 'choice', values: ['false', 'true'], optional: false };
  if (schema instanceof z.ZodDate) return entry('instant');
  if (schema instanceof z.ZodISODate) return entry('date');
  if (schema instanceof z.ZodNumber) return entry('count');
  if (schema instanceof z.ZodString) return entry('text');
  return entry('none');
}

const entriesOf = ({ data }: Template): Entry[] =>
  data instanceof z.ZodObject
    ? Object.entries(data.shape).map(([name, schema]) => entryOf(name, schema as z.ZodType))
    : [];

/** The names a wording of this template may use: what its data can say in words. A link and what opens something are not among them. */
export const placeholdersOf = (template: Template): string[] => [
  REVIEW,
  ...entriesOf(template).flatMap(({ name, sort }) => (sort === 'choice' || sort === 'none' ? [] : [name])),
];

/**
 * The cases a template writes differently for, by the choices among its data: `outcome=approved`. One without choices has
 * the one case ''. Null: more than could be worded one by one.
 */
export function variantsOf(template: Template): string[] | null {
  let found = [''];
  for (const { name, sort, values, optional } of entriesOf(template)) {
    if (sort !== 'choice') continue;
    const all = [...values, ...(optional ? [''] : [])];
    found = found.flatMap((before) => all.map((value) => `${before}${before === '' ? '' : ','}${name}=${value}`));
    if (found.length > MOST_VARIANTS) return null;
  }
  return found;
}

/** The choices of a variant as data; those that are absent are left out. */
export function choicesOf(template: Template, variant: string): Record<string, unknown> {
  const said = new Map(variant.split(',').map((part) => part.split('=') as [string, string]));
  const choices: Record<string, unknown> = {};
  for (const { name, sort, values } of entriesOf(template)) {
    if (sort !== 'choice') continue;
    const value = said.get(name);
    const isSwitch = values[0] === 'false';
    choices[name] = value === undefined || value === '' ? undefined : isSwitch ? value === 'true' : value;
  }
  return choices;
}

const record = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};

/** The case these data are of. */
export const variantOf = (template: Template, data: unknown): string =>
  entriesOf(template)
    .flatMap(({ name, sort, values }) => {
      const value = record(data)[name];
      const said = typeof value === 'string' ? value : value === true ? 'true' : values[0] === 'false' ? 'false' : '';
      return sort === 'choice' ? [`${name}=${said}`] : [];
    })
    .join(',');

/** What each placeholder stands for in a mail of these data, which the template's schema read; those without a value are left out. */
export function valuesOf(template: Template, data: unknown, say: Voice): Map<string, string> {
  const values = new Map([[REVIEW, say.review]]);
  for (const { name, sort } of entriesOf(template)) {
    const value = record(data)[name];
    if (value === undefined || value === null) continue;
    if (sort === 'instant' && value instanceof Date) values.set(name, say.when(value));
    if (sort === 'date' && typeof value === 'string') values.set(name, say.day(value));
    if (sort === 'count' && typeof value === 'number') values.set(name, String(value));
    if (sort === 'text' && typeof value === 'string') values.set(name, value);
  }
  return values;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;
const paragraphs = (body: string): string[] =>
  body
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s*\n\s*/g, ' ').trim())
    .filter((part) => part !== '');

/** What is wrong with a wording, each fault at its field and, of a placeholder, with where it stands. */
export function wordingFaults(template: Template, wording: Wording): { path: string; message: string }[] {
  const known = new Set(placeholdersOf(template));
  const faults: { path: string; message: string }[] = [];
  for (const [field, text] of Object.entries({ subject: wording.subject, body: wording.body })) {
    const fault = (message: string) => faults.push({ path: field, message });
    if (text.trim() === '') fault(field === 'subject' ? 'Write a subject.' : 'Write what the mail says.');
    // oxlint-disable-next-line no-control-regex -- they are what is refused
    if (hasPlace(text) || /[\u0000-\u0009\u000b-\u001f\u007f]/.test(text))
      fault('It holds characters that no mail can show.');
    if (field === 'subject' && text.includes('\n')) fault('A subject is one line.');
    for (const match of text.matchAll(PLACEHOLDER)) {
      if (known.has(match[1] ?? '')) continue;
      fault(
        `${match[0]} at character ${match.index + 1} stands for nothing here. There is ${[...known].map((name) => `{${name}}`).join(', ')}.`,
      );
    }
    const left = text.replaceAll(PLACEHOLDER, '').search(/[{}]/);
    if (left >= 0) fault('A brace is open or closed alone. Names stand between two: {review}.');
  }
  return faults;
}

/** A text with its placeholders filled; null where one has no value in this mail. */
function fill(text: string, values: ReadonlyMap<string, string>): string | null {
  let whole = true;
  const filled = text.replaceAll(PLACEHOLDER, (_all, name: string) => {
    const value = values.get(name);
    if (value === undefined) whole = false;
    return value ?? '';
  });
  return whole ? filled : null;
}

/**
 * A letter as staff word it: subject and paragraphs, in both its parts; what it opens, its facts and buttons stay. A
 * paragraph that names what this mail does not have is left out; where none is left, and for such a subject, the
 * shipped one stands. Everything is plain text: the layout escapes it.
 */
export function worded(letter: RenderedMail, wording: Wording, values: ReadonlyMap<string, string>): RenderedMail {
  const lines = paragraphs(wording.body).flatMap((part) => fill(part, values) ?? []);
  return {
    ...letter,
    subject: fill(wording.subject, values) ?? letter.subject,
    lines: lines.length > 0 ? lines : letter.lines,
  };
}

/** Data like these with a value of its own under each name, so that what was written from them can be told apart. */
export function distinct(template: Template, data: unknown): Record<string, unknown> {
  const own: Record<string, unknown> = { ...record(data) };
  for (const [index, { name, sort }] of entriesOf(template).entries()) {
    if (own[name] === undefined) continue;
    const day = new Date(Date.UTC(2031, 2, 3 + index, 15, 45));
    if (sort === 'instant') own[name] = day;
    if (sort === 'date') own[name] = day.toISOString().slice(0, 10);
    if (sort === 'count') own[name] = 7_400 + index;
  }
  return own;
}

/** The wording a letter was shipped with: its text with the names in place of the values it was written from. */
export function wordingOf(letter: RenderedMail, values: ReadonlyMap<string, string>): Wording {
  const longest = [...values].filter(([, value]) => value !== '').toSorted(([, a], [, b]) => b.length - a.length);
  const named = (text: string): string =>
    longest.reduce((so, [name, value]) => so.replaceAll(value, () => `{${name}}`), text);
  return { subject: named(letter.subject), body: letter.lines.map(named).join('\n\n') };
}
