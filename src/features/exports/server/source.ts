import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BLIND_KINDS, type Kind } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type CatalogColumn, fateOf } from '../rules/columns.ts';
import { type Decision, exportedTables, type Narrowing, type OwnedBy } from '../rules/tables.ts';

/** How many rows are read at once. */
const ROWS = 500;

type Exported = Extract<Decision, { by: OwnedBy }>;

/** A table of one organization's export: its columns, and the rows as JSON. */
interface Reading {
  table: string;
  columns: string[];
  select: RawBuilder<{ line: string }>;
}

/** Every table of the catalog with its columns, as the database has them now. */
export async function catalog(db: Kysely<DB>): Promise<Map<string, CatalogColumn[]>> {
  const { rows } = await sql<CatalogColumn>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
      (select f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey) limit 1) as points_to,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as is_key
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db);
  return Map.groupBy(rows, ({ table }) => table);
}

const REVIEWS = sql`(select r.id from reviews r where r.organization_id = any(own.organizations))`;
const CHANNELS = sql`(select c.id from channels c where c.review_id in ${REVIEWS} and c.audience <> 'expert_staff')`;
/** Its own people; whoever reviews for it is not named by a number. */
const PEOPLE = sql`(select u.id from users u where u.organization_id = any(own.organizations) and not exists (
  select from profiles p where p.user_id = u.id and p.type in ('MedicalExpert', 'ExternalMedicalExpert', 'MedicalExpertAssistant')))`;

/** That a row belongs to the tree. */
const OWNED: Readonly<Record<Exclude<OwnedBy, 'itself'>, RawBuilder<unknown>>> = {
  organization_id: sql`t.organization_id = any(own.organizations)`,
  review_id: sql`t.review_id in ${REVIEWS}`,
  report_id: sql`t.report_id in (select p.id from reports p where p.review_id in ${REVIEWS})`,
  organization_or_report: sql`(t.organization_id = any(own.organizations) or t.id in (
    select p.report_form_id from reports p where p.delivered_at is not null and p.review_id in ${REVIEWS}))`,
  channel_id: sql`t.channel_id in ${CHANNELS}`,
  file_request_id: sql`t.file_request_id in (select q.id from file_requests q where q.review_id in ${REVIEWS})`,
  subscription_id: sql`t.subscription_id in (select s.id from subscriptions s where s.organization_id = any(own.organizations))`,
  budget_id: sql`t.budget_id in (select b.id from spend_budgets b where b.organization_id = any(own.organizations))`,
  invoice_id: sql`t.invoice_id in (select i.id from invoices i where i.organization_id = any(own.organizations))`,
  seat_id: sql`t.seat_id in (select s.id from subscription_seats s where s.organization_id = any(own.organizations))`,
  user_id: sql`t.user_id in ${PEOPLE}`,
  user_and_review: sql`t.user_id in ${PEOPLE} and (t.review_id is null or t.review_id in ${REVIEWS})`,
  rater: sql`t.review_id in ${REVIEWS} and t.rater_user_id in ${PEOPLE}`,
};

const ITSELF: Readonly<Record<string, RawBuilder<unknown>>> = {
  organizations: sql`t.id = any(own.organizations)`,
  users: sql`t.organization_id = any(own.organizations)`,
  // narrowed below to the timeline of its reviews and the settings of its organizations
  audit_rows: sql`true`,
};

const ofCustomers = (cause: RawBuilder<unknown>) =>
  sql`(${cause} not like 'expert\\_%' and ${cause} not like 'payout%')`;
const blind = (): RawBuilder<unknown> => sql`${[...BLIND_KINDS]}::text[]`;
const NARROWED: Readonly<Record<Narrowing, () => RawBuilder<unknown>>> = {
  kept_files: () => sql`t.deleted_at is null`,
  own_channels: () => sql`t.audience <> 'expert_staff'`,
  delivered_reports: () => sql`t.delivered_at is not null`,
  known_experts: () => sql`exists (select from reviews r where r.id = t.review_id and r.kind <> all(${blind()}))`,
  // what experts earn and are paid is not the customer's, neither an amount nor that there is one
  own_entries: () => sql`${ofCustomers(sql`t.cause`)}`,
  own_lines: () => sql`t.expert_profile_id is null and t.account not in ('expert_fees', 'owed_experts', 'tax_withheld')
    and exists (select from ledger_entries e where e.id = t.entry_id and ${ofCustomers(sql`e.cause`)})`,
  timeline_or_settings: () =>
    sql`((t.timeline and t.review_id in ${REVIEWS})
      or (t.action like 'organization.%' and t.organization_id = any(own.organizations)))`,
};

/** Columns that are told otherwise than they are stored, and what a table has beside its columns. */
const TOLD: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>> = {
  audit_rows: { data: sql`case when t.action = 'organization.changed' then t.data end` },
  review_experts: {
    name: sql`(select concat_ws(' ', u.first_name, u.last_name) from profiles p join users u on u.id = p.user_id
      where p.id = t.expert_profile_id)`,
  },
  messages: {
    // who wrote, by side, where no number may say so
    side: sql`(select m.seat from channel_members m where m.channel_id = t.channel_id and m.user_id = t.sender_user_id)`,
  },
};

const INSTANT = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

function readingOf(table: string, decision: Exported, all: readonly CatalogColumn[], organizations: number[]): Reading {
  const told = TOLD[table] ?? {};
  const columns: string[] = [];
  const values: RawBuilder<unknown>[] = [];
  const add = (name: string, value: RawBuilder<unknown>): void => {
    columns.push(name);
    values.push(sql`${value} as ${sql.id(name)}`);
  };
  for (const one of all) {
    const fate = fateOf(one, decision);
    if (fate === 'left_out') continue;
    const column = sql.ref(`t.${one.column}`);
    const given = told[one.column];
    if (given) add(one.column, given);
    // in the table of its people the number is the person
    else if (fate === 'own_people') add(one.column, sql`case when ${column} in ${PEOPLE} then ${column} end`);
    else if (one.type === 'timestamp with time zone')
      add(one.column, sql`to_char(${column} at time zone 'UTC', ${INSTANT})`);
    else add(one.column, column);
  }
  for (const [name, value] of Object.entries(told)) if (!columns.includes(name)) add(name, value);
  const mine = decision.by === 'itself' ? ITSELF[table] : OWNED[decision.by];
  if (!mine) throw new Error(`Nothing says which rows of ${table} are an organization’s.`);
  const keys = all.filter(({ is_key }) => is_key).map(({ column }) => sql.ref(`t.${column}`));
  return {
    table,
    columns,
    select: sql<{ line: string }>`select row_to_json(x)::text as line from (
      select ${sql.join(values)} from ${sql.table(table)} t, (select ${organizations}::bigint[] as organizations) own
      where ${mine} and ${decision.only ? NARROWED[decision.only]() : sql`true`}
      order by ${keys.length > 0 ? sql.join(keys) : sql`t.*`}) x`,
  };
}

/** Every table of the export, in the order of its names. Throws where one is decided on and not there. */
export async function readingsOf(db: Kysely<DB>, organizations: number[]): Promise<Reading[]> {
  const known = await catalog(db);
  return exportedTables().map(([table, decision]) => {
    const columns = known.get(table);
    if (!columns) throw new Error(`The export names a table ${table} that there is not.`);
    return readingOf(table, decision, columns, organizations);
  });
}

/** The rows of a table as lines of JSON, some at a time. In a transaction of its own snapshot. */
export async function* linesOf(trx: Kysely<DB>, { table, select }: Reading): AsyncGenerator<string[]> {
  const cursor = sql.id(`export_${table}`);
  await sql`declare ${cursor} no scroll cursor for ${select}`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS)} from ${cursor}`.execute(trx);
      if (rows.length === 0) return;
      yield rows.map(({ line }) => line);
    }
  } finally {
    await sql`close ${cursor}`.execute(trx);
  }
}

/** A content to be put into the archive. */
export interface Content {
  of: string;
  review_id: number;
  kind: Kind;
  id: number;
  name: string;
  version: number | null;
  storage_key: string;
  size_bytes: number | null;
  sha256: string | null;
  /** A report of an expert who left the review. */
  former: boolean;
}

/** Records as they were uploaded, then delivered reports and disclosures, as they stand in this snapshot. */
export async function contentsOf(trx: Kysely<DB>, organizations: number[]): Promise<Content[]> {
  const { rows } = await sql<Content>`
    select 'files/' || f.id as of, f.review_id, r.kind, f.id, f.name, null::int as version, f.storage_key, f.size_bytes, f.sha256,
      false as former
    from files f join reviews r on r.id = f.review_id
    where r.organization_id = any(${organizations}) and f.deleted_at is null
      and f.scan_status in ('clean', 'not_scanned')
    union all
    select 'reports/' || p.id, p.review_id, r.kind, p.id, '', p.version, p.pdf_storage_key, null, p.pdf_sha256,
      p.left_at is not null
    from reports p join reviews r on r.id = p.review_id
    where r.organization_id = any(${organizations}) and p.delivered_at is not null and p.pdf_storage_key is not null
    union all
    select 'disclosures/' || d.id, d.review_id, r.kind, d.id, '', d.version, d.storage_key, d.size_bytes, d.pdf_sha256, false
    from disclosure_packets d join reviews r on r.id = d.review_id
    where r.organization_id = any(${organizations}) and d.storage_key is not null
    order by 1, 4`.execute(trx);
  return rows;
}
