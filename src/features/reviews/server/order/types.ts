import { type Kysely, sql } from 'kysely';
import type { Kind } from '../../../../core/kinds.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { arrangedTypes, formOf, type OwnReviewType } from '../../rules.ts';

/** The types of review an organization may order by, in its order, with whether it offers each; none for a kind without types. */
export async function reviewTypesOf(
  db: Kysely<DB>,
  kind: Kind,
  organizationId: number | null,
): Promise<OwnReviewType[]> {
  const { types } = formOf(kind);
  if (types.length === 0) return [];
  const { rows } = await sql<{
    id: number;
    value: string;
    label: string;
    form: string;
    charts_min: number;
    charts_max: number;
  }>`select * from organization_review_types(${organizationId})`.execute(db);
  const { rows: menus } = await sql<{ ordered: string[]; hidden: string[] }>`
    select ordered, hidden from organization_review_menu(${organizationId})`.execute(db);
  return arrangedTypes(
    rows.map(({ charts_min, charts_max, ...type }) => ({ ...type, charts: { min: charts_min, max: charts_max } })),
    menus[0] ?? null,
  );
}

/** What types of an organization's own are called, by their values. */
export async function ownTypeNames(db: Kysely<DB>, values: readonly string[]): Promise<Map<string, string>> {
  const own = [...new Set(values)].filter((value) => value.startsWith('type_'));
  if (own.length === 0) return new Map();
  const rows = await db.selectFrom('peer_review_types').select(['value', 'name']).where('value', 'in', own).execute();
  return new Map(rows.map(({ value, name }) => [value, name]));
}
