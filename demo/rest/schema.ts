import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../src/platform/db/types.ts';
import { TAKEN } from './tables.ts';

/** A column of a table that is taken over. */
export interface Column {
  table: string;
  name: string;
  /** As PostgreSQL spells it: "timestamp with time zone", "jsonb". */
  type: string;
  /** The table whose rows it names. */
  points_to: string | null;
  /** Numbers itself. */
  numbered: boolean;
  /** A value that must be another's nowhere. */
  unique: boolean;
}

export type Schema = ReadonlyMap<string, readonly Column[]>;

/** What columns name that no key of the database says so of. */
const NAMED: Readonly<Record<string, string>> = {
  review_id: 'reviews',
  audit_id: 'audit_rows',
  actor_user_id: 'users',
  impersonator_user_id: 'users',
  profile_id: 'profiles',
};

/** Tables whose rows have the number of another's. */
const NUMBERED_AS: Readonly<Record<string, string>> = { opinions: 'reviews', exams: 'appointments' };

/** The tables that are taken over with their columns, as the database has them now. */
export async function readSchema(db: Kysely<DB>): Promise<Schema> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, a.attidentity <> '' as numbered,
      (select f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
        order by f.relname = 'users' desc, f.relname = 'profiles' desc limit 1) as points_to,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indkey::text = a.attnum::text) as "unique"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and c.relname = any(${[...TAKEN]}::text[])
    order by c.relname, a.attnum`.execute(db);
  const named = rows.map((one) => {
    const points_to = one.points_to ?? NAMED[one.name] ?? null;
    return { ...one, points_to: NUMBERED_AS[points_to ?? ''] ?? points_to };
  });
  return Map.groupBy(named, ({ table }) => table);
}

/** How rows of a table that does not name its review are found: by a column that names rows of another. */
const THROUGH: Readonly<Record<string, readonly [column: string, table: string]>> = {
  interview_notes: ['interview_id', 'interviews'],
  exam_parts: ['appointment_id', 'appointments'],
  agreement_signatures: ['version_id', 'agreement_versions'],
  file_request_items: ['file_request_id', 'file_requests'],
  report_answers: ['report_id', 'reports'],
  channel_members: ['channel_id', 'channels'],
  messages: ['channel_id', 'channels'],
  audit_details: ['audit_id', 'audit_rows'],
};

export type Row = Record<string, unknown>;
export type Rows = Map<string, Row[]>;

/** The rows of a review in one table. */
function rowsIn(table: string, id: number): RawBuilder<unknown> {
  const through = THROUGH[table];
  const which = through
    ? sql`${sql.ref(through[0])} in (select p.id from ${sql.table(through[1])} p where p.review_id = ${id})`
    : sql`${sql.ref(table === 'reviews' ? 'id' : 'review_id')} = ${id}`;
  // of the clock's rows only those that are still to come
  const pending = table === 'deadlines' ? sql`and done_at is null and cancelled_at is null` : sql``;
  return sql`select ${sql.lit(table)} as "table", to_jsonb(t) as row from ${sql.table(table)} t where ${which} ${pending}`;
}

/** Everything that is taken over of a review, as JSON has it. */
export async function readReview(db: Kysely<DB>, id: number): Promise<Rows> {
  const tables = TAKEN.filter((table) => table !== 'audit_unsealed');
  const { rows } = await sql<{ table: string; row: Row }>`
    ${sql.join(
      tables.map((table) => rowsIn(table, id)),
      sql` union all `,
    )} order by 1, 2`.execute(db);
  const found = Map.groupBy(rows, ({ table }) => table);
  return new Map(
    tables.flatMap((table): [string, Row[]][] => {
      const own = found.get(table);
      if (!own) return [];
      return [[table, own.map(({ row }) => row).toSorted((a, b) => Number(a['id'] ?? 0) - Number(b['id'] ?? 0))]];
    }),
  );
}

/** Numbers for rows of tables that number themselves, by table and how many there are of each. */
export async function numbersFor(
  db: Kysely<DB>,
  counts: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ table: string; id: number }>`
    select n."table", nextval(pg_get_serial_sequence(n."table", 'id')) as id
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as n("table", many), generate_series(1, n.many)`.execute(
    db,
  );
  return new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, some]) => [
      table,
      some.map(({ id }) => id).toSorted((a, b) => a - b),
    ]),
  );
}

/** Writes rows as they are. */
export async function writeRows(db: Kysely<DB>, schema: Schema, table: string, rows: readonly Row[]): Promise<void> {
  const columns = sql.join((schema.get(table) ?? []).map(({ name }) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}
