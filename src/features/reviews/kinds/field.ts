import { z } from 'zod';
import { calendarDate } from '../../../core/endpoint.ts';
import { type Column, type DerivedColumns, NO_COLUMNS } from './columns.ts';
import {
  type FieldSpec,
  type FieldType,
  type Fields,
  type LinesSpec,
  type Section,
  SECTIONS,
  type SectionSpec,
} from './form.ts';
import type { Option } from './options.ts';

/*
 * A field of an order is one row of its kind's table. From the row follow its shape, its place in the form, what is
 * said where it is missing, which column of the lists it fills, and what a copy takes over. Server only: pages have
 * the form from the catalogue and what they lay out from the kind's guide.
 */

/** One field of an order. */
export interface Field<S extends z.ZodType = z.ZodType> extends Omit<FieldSpec, 'key' | 'required'> {
  /** What it may hold while the order is a draft: it may be missing, but not be of the wrong shape. */
  schema: S;
  /** The column of the lists it fills. */
  column?: Column;
  /** It belongs to the one order: a copy does not take it over. */
  not_copied?: true;
  /** Whoever reads a review whole is told it on its page: what the expert works from. */
  told?: true;
  /** The option sets it brings into the catalogue. */
  sets?: Readonly<Record<string, readonly Option[]>>;
}

/** The columns that hold such a value. */
type ColumnOf<V> = { [K in Column]: V extends NonNullable<DerivedColumns[K]> ? K : never }[Column];

/** What a row says beside its label: all of a field but what the builder gives it. */
export type More<V> = Omit<Field, 'label' | 'type' | 'schema' | 'column'> & { column?: ColumnOf<V> };

// shapes: every field may be missing, none may be of the wrong shape
const oneOf = <T extends string>(rows: readonly { value: T }[]) => z.enum(rows.map((r) => r.value) as [T, ...T[]]);
const isoDate = calendarDate.nullish().or(z.literal('').transform(() => null));
const stateCode = z.string().regex(/^[A-Z]{2}$/, 'Two capital letters');
const referenceId = z.number().int().positive().nullish();
/** Prose. How much of it fits is the field's `max_length`, so that more is pointed out instead of not being kept. */
const prose = z.string().max(100_000).nullish();
/** A whole number; its range is a rule, for the same reason. */
const wholeNumber = z.number().int().min(-1_000_000).max(1_000_000).nullish();

/** The shapes of what repeated rows hold. */
export const column = {
  line: (max = 200) => z.string().trim().max(max).nullish(),
  /** A line that is always there, and may be empty. */
  name: (max = 200) => z.string().trim().max(max),
  option: <T extends string>(rows: readonly { value: T }[]) => oneOf(rows),
  date: isoDate,
  number: wholeNumber,
  rows: <T extends z.ZodType>(item: T, max: number) => z.array(item).max(max).nullish(),
} as const;

const field = <S extends z.ZodType>(
  label: string,
  type: FieldType,
  schema: S,
  more: Omit<Field, 'label' | 'type' | 'schema'> = {},
): Field<S> => ({ label, type, schema, ...more });

export const text = (label: string, { max, ...more }: More<string> & { max?: number } = {}) =>
  field(label, 'text', column.line(max), more);
export const email = (label: string, more: More<string> = {}) => field(label, 'email', column.line(254), more);
export const longText = (label: string, more: More<string> & { max_length: number }) =>
  field(label, 'long_text', prose, more);
export const date = (label: string, more: More<string> = {}) => field(label, 'date', isoDate, more);
export const number = (label: string, more: More<number> = {}) => field(label, 'number', wholeNumber, more);
export const checkbox = (label: string, more: More<boolean> = {}) =>
  field(label, 'checkbox', z.boolean().nullish(), more);
/** One of a set of options that is the same for everybody. */
export const choice = <T extends string>(
  label: string,
  options: string,
  rows: readonly (Option & { value: T })[],
  more: More<string> = {},
) => field(label, 'choice', oneOf(rows).nullish(), { options, sets: { [options]: rows }, ...more });
/** One of a set that grows without a new version: what it held stays readable when an option goes. */
export const openChoice = (label: string, options: string, max: number, more: More<string> = {}) =>
  field(label, 'choice', column.line(max), { options, ...more });
/** Any of a set of options. */
export const choices = <T extends string>(
  label: string,
  options: string,
  rows: readonly (Option & { value: T })[],
  more: More<never> = {},
) => field(label, 'choices', column.rows(oneOf(rows), rows.length), { options, sets: { [options]: rows }, ...more });
export const state = (label: string, more: More<string> = {}) =>
  field(label, 'state', stateCode.nullish(), { options: 'states', ...more });
export const states = (label: string, more: More<never> = {}) =>
  field(label, 'states', column.rows(stateCode, 51), { options: 'states', ...more });
export const texts = (label: string, more: More<never> & { max_items: number }) =>
  field(label, 'texts', column.rows(column.name(), more.max_items), more);
export const specialty = (label: string, more: More<number> = {}) => field(label, 'specialty', referenceId, more);
export const subSpecialty = (label: string, more: More<number> = {}) =>
  field(label, 'sub_specialty', referenceId, more);
export const requester = (label: string, more: More<number> = {}) => field(label, 'requester', referenceId, more);
/** People of the ordering organization. */
export const people = (label: string, max: number, more: More<never> = {}) =>
  field(label, 'recipients', column.rows(z.number().int().positive(), max), more);
/** Repeated rows with an editor of their own. `max` is what its shape takes; `max_items`, what the form lets in, may be less. */
export const rows = <T extends z.ZodType>(
  type: 'defendants' | 'attendees' | 'parties' | 'charts' | 'texts',
  label: string,
  item: T,
  max: number,
  more: More<never> = {},
) => field(label, type, column.rows(item, max), more);

/** Lines whose columns the field names itself. */
export const lines = <T extends z.ZodType>(
  label: string,
  item: T,
  max_items: number,
  { noun, columns, ...more }: LinesSpec & More<never>,
) => field(label, 'lines', column.rows(item, max_items), { max_items, lines: { noun, columns }, ...more });

/** One step of an order with its fields, in the order of the form. */
export interface StepTable<F extends Record<string, Field> = Record<string, Field>> {
  title: string;
  lead: string;
  fields: F;
}
export const step = <F extends Record<string, Field>>(title: string, lead: string, fields: F): StepTable<F> => ({
  title,
  lead,
  fields,
});

/** All fields of a kind's order, by step. A key stands in one step only. */
export type FieldTable = Readonly<Record<Section, StepTable>>;

type ShapeOf<F extends Record<string, Field>> = z.ZodObject<{ [K in keyof F]: F[K]['schema'] }>;
/** All fields of a table in one object, as its shapes give them. */
export type FieldsOf<T extends FieldTable> = z.output<ShapeOf<T['step_one']['fields']>> &
  z.output<ShapeOf<T['step_two']['fields']>> &
  z.output<ShapeOf<T['step_three']['fields']>> &
  z.output<ShapeOf<T['step_four']['fields']>>;

/** What of a kind's form its table says: shapes, steps, option sets, what a copy leaves out, what is told, and columns. */
export function formOfTable(table: FieldTable, subject: (fields: Fields) => string) {
  const all = SECTIONS.flatMap((key) => Object.entries(table[key].fields));
  const keysWith = (has: (field: Field) => boolean): string[] =>
    all.filter(([, field]) => has(field)).map(([key]) => key);
  const shapeOf = ({ fields }: StepTable): z.ZodObject =>
    z.object(Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema])));
  return {
    schemas: {
      step_one: shapeOf(table.step_one),
      step_two: shapeOf(table.step_two),
      step_three: shapeOf(table.step_three),
      step_four: shapeOf(table.step_four),
    },
    sections: SECTIONS.map((key): SectionSpec => {
      const { title, lead, fields } = table[key];
      return { key, title, lead, fields: Object.entries(fields).map(([name, field]) => specOf(name, field)) };
    }),
    options: Object.fromEntries(all.flatMap(([, { sets = {} }]) => Object.entries(sets))),
    not_copied: new Set(keysWith((field) => field.not_copied === true)),
    told: keysWith((field) => field.told === true),
    columns(fields: Fields): DerivedColumns {
      const columns: DerivedColumns = { ...NO_COLUMNS, subject: subject(fields) };
      // which values a column takes is held against the field's shape where the row is written (`ColumnOf`)
      for (const [key, { column: name }] of all)
        if (name && fields[key]) Object.assign(columns, { [name]: fields[key] });
      return columns;
    },
  };
}

function specOf(
  key: string,
  { schema: _schema, column: _column, not_copied: _copied, told: _told, sets: _sets, ...spec }: Field,
): FieldSpec {
  return { key, required: spec.missing !== undefined, ...spec };
}
