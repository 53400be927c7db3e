import { type Kysely, sql } from 'kysely';
import type { DB } from '../src/platform/db/types.ts';

/** Columns that hold a review kind. */
const KIND_COLUMNS = [
  'reviews.kind',
  'report_forms.kind',
  'custom_forms.kind',
  'expert_profiles.accepts_kinds',
  'price_books.kind',
];

/** Columns that hold states of reviews; which there are the kinds say. */
const STATE_COLUMNS: Readonly<Record<string, string>> = {
  'reviews.status': 'StatusName',
  'reviews.return_status': 'StatePath<StatusName>',
};

/** "table.column" → the values its CHECK allows. */
export type ClosedLists = ReadonlyMap<string, readonly string[]>;

/** The forms in which PostgreSQL prints `column in (…)` and `column <@ array[…]`; ranges and patterns are no lists. */
const LIST = /^CHECK \(\(\w+ (?:= ANY \(ARRAY\[(.+)\]\)|<@ ARRAY\[(.+)\]|= ('[^']*'::text))\)\)$/;

/** Every column whose values are a closed list, read from the constraints of the database. */
export async function closedLists(db: Kysely<DB>): Promise<ClosedLists> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conrelid::regclass || '.' || attname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace`.execute(db);
  return new Map(
    rows.flatMap(({ name, definition }) => {
      const values = LIST.exec(definition)?.slice(1).find(Boolean);
      return values === undefined ? [] : [[name, [...values.matchAll(/'([^']*)'::text/g)].map((m) => m[1] ?? '')]];
    }),
  );
}

/**
 * Row types as kysely-codegen wrote them, with `string` narrowed to kinds, states and closed lists and every jsonb column typed
 * as its entry in `JsonColumns`: a column without an entry does not compile, nor an entry without a column.
 */
export function narrowRows(generated: string, lists: ClosedLists): string {
  const tables = new Map([...generated.matchAll(/^ {2}(\w+): ([A-Z]\w*);$/gm)].map((m) => [m[2] ?? '', m[1] ?? '']));
  const json: string[] = [];
  let table = '';
  const lines = generated.split('\n').map((line) => {
    table = tables.get(/^export interface (\w+)/.exec(line)?.[1] ?? '') ?? table;
    const [, column, type] = /^ {2}(\w+): (.+);$/.exec(line) ?? [];
    if (column === undefined || type === undefined || table === '') return line;
    const name = `${table}.${column}`;
    const list = lists.get(name)?.map((value) => JSON.stringify(value));
    const narrow = KIND_COLUMNS.includes(name) ? 'Kind' : (STATE_COLUMNS[name] ?? list?.join(' | '));
    if (/\bJson\b/.test(type)) json.push(name);
    return `  ${column}: ${type
      .replace(/\bJson\b/, `JsonColumns["${name}"]`)
      .replace(/\bstring\[\]/, narrow === undefined ? 'string[]' : `Array<${narrow}>`)
      .replace(/\bstring\b(?!\[)/, narrow ?? 'string')};`;
  });
  return [
    ...lines,
    '/** Every jsonb column. */',
    `export type JsonColumn =\n${json.map((name) => `  | ${JSON.stringify(name)}`).join('\n')};`,
    '',
    'type None<T extends never> = T;',
    '/** Entries of `JsonColumns` whose column is gone: one does not compile. */',
    'export type StaleJsonColumns = None<Exclude<keyof JsonColumns, JsonColumn>>;',
    '',
  ]
    .join('\n')
    .replace('import type { ColumnType } from "kysely";', (line) =>
      [
        line,
        'import type { Kind } from "../../core/kinds.ts";',
        'import type { StatePath } from "../../core/machine.ts";',
        'import type { StatusName } from "../declarations.ts";',
        'import type { JsonColumns } from "./json.ts";',
      ].join('\n'),
    );
}
