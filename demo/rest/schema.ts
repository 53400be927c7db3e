import { type Kysely, sql } from 'kysely';
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

/** Everything that is taken over of a review, as JSON has it. */
export async function readReview(db: Kysely<DB>, id: number): Promise<Rows> {
  const found: Rows = new Map();
  for (const table of TAKEN) {
    if (table === 'audit_unsealed') continue;
    const through = THROUGH[table];
    const keys = through ? (found.get(through[1]) ?? []).map((row) => row['id']) : [];
    if (through && keys.length === 0) continue;
    const which = through
      ? sql`${sql.ref(through[0])}::text = any(${keys.map(String)}::text[])`
      : sql`${sql.ref(table === 'reviews' ? 'id' : 'review_id')} = ${id}`;
    // of the clock's rows only those that are still to come
    const pending = table === 'deadlines' ? sql`and done_at is null and cancelled_at is null` : sql``;
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${which} ${pending} order by 1`.execute(db);
    if (rows.length > 0)
      found.set(
        table,
        rows.map(({ row }) => row).toSorted((a, b) => Number(a['id'] ?? 0) - Number(b['id'] ?? 0)),
      );
  }
  return found;
}

/** Numbers for the rows of a table that numbers itself. */
export async function numbersFor(db: Kysely<DB>, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Writes rows as they are. */
export async function writeRows(db: Kysely<DB>, schema: Schema, table: string, rows: readonly Row[]): Promise<void> {
  const columns = sql.join((schema.get(table) ?? []).map(({ name }) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}
