import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

interface ReviewTypeRow {
  id: number;
  value: string;
  label: string;
  /** The key of its form, with the version where that is fixed: "form_12@2". */
  form: string;
  charts: { min: number; max: number };
}

/** The types of peer review beside the shipped ones an organization may order by, and what it offers, in which order. */
export async function reviewTypeRows(
  db: Kysely<DB>,
  organizationId: number | null,
): Promise<{ own: ReviewTypeRow[]; menu: { ordered: string[]; hidden: string[] } | null }> {
  const { rows } = await sql<Omit<ReviewTypeRow, 'charts'> & { charts_min: number; charts_max: number }>`
    select id, value, label, form, charts_min, charts_max from organization_review_types(${organizationId})`.execute(
    db,
  );
  const { rows: menus } = await sql<{ ordered: string[]; hidden: string[] }>`
    select ordered, hidden from organization_review_menu(${organizationId})`.execute(db);
  return {
    own: rows.map(({ charts_min, charts_max, ...type }) => ({ ...type, charts: { min: charts_min, max: charts_max } })),
    menu: menus[0] ?? null,
  };
}

/** What types of an organization's own are called, by their values. */
export async function ownTypeNames(db: Kysely<DB>, values: readonly string[]): Promise<Map<string, string>> {
  const own = [...new Set(values)].filter((value) => value.startsWith('type_'));
  if (own.length === 0) return new Map();
  const rows = await db.selectFrom('peer_review_types').select(['value', 'name']).where('value', 'in', own).execute();
  return new Map(rows.map(({ value, name }) => [value, name]));
}

/** The form a type of an organization's own is written on, with its version where that is fixed; null for a shipped one. */
export async function ownTypeForm(db: Kysely<DB>, value: string): Promise<string | null> {
  const { rows } = await sql<{ form: string }>`
    select form_key || coalesce('@' || form_version, '') as form from peer_review_types where value = ${value}`.execute(
    db,
  );
  return rows[0]?.form ?? null;
}
