import { type Kysely, sql } from 'kysely';
import type { OrganizationRow } from '../../core/organization.ts';
import type { DB } from './types.ts';

const NAMES = [
  'id',
  'parent_id',
  'name',
  'shortest_name',
  'preferred_short_name',
  'service_provider',
  'platform_type',
  'flags',
  'settings',
  'profile_aliases',
  'billing_hold',
  'business_hours',
  'default_route_on_login',
  'eula',
  'eula_updated_at',
  'logo',
  'time_zone',
  'specialty_database',
];
const OVERDUE = '(select h.since from overdue_holds h where h.organization_id = o.id and h.ended_at is null)';
const COLUMNS = sql.raw([...NAMES.map((column) => `o.${column}`), `${OVERDUE} as overdue_since`].join(', '));

/** A row of `o` as JSON, for statements that answer everything at once; `readOrganizations` reads them back. */
export const ORGANIZATION_JSON = `json_build_object(${[...NAMES.map((name) => `'${name}', o.${name}`), `'overdue_since', ${OVERDUE}`].join(', ')})`;
type Instants = 'eula_updated_at' | 'overdue_since';
const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
export const readOrganizations = (text: string | null): OrganizationRow[] =>
  (JSON.parse(text ?? '[]') as (Omit<OrganizationRow, Instants> & Record<Instants, string | null>)[]).map((row) => ({
    ...row,
    eula_updated_at: instant(row.eula_updated_at),
    overdue_since: instant(row.overdue_since),
  }));

/**
 * Changes whenever a specialty or sub-specialty does, in whatever process: how many rows there are and which
 * transactions wrote them.
 */
export const TAXONOMY_VERSION = `(select count(*) || ':' || coalesce(sum(s.xmin::text::bigint), 0) from specialties s)
    || '/' || (select count(*) || ':' || coalesce(sum(s.xmin::text::bigint), 0) from sub_specialties s)`;

/** An organization's row followed by its parents', nearest first; empty when there is none. */
export async function organizationPath(db: Kysely<DB>, id: number): Promise<OrganizationRow[]> {
  const { rows } = await sql<OrganizationRow>`
    select ${COLUMNS} from organization_path(${id}) p join organizations o on o.id = p.id order by p.depth`.execute(db);
  return rows;
}

/** The rows of each of these organizations, each followed by its parents', by id. */
export async function organizationPaths(
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<Map<number, [OrganizationRow, ...OrganizationRow[]]>> {
  const paths = new Map<number, [OrganizationRow, ...OrganizationRow[]]>();
  if (ids.length === 0) return paths;
  const { rows } = await sql<OrganizationRow & { of_id: number }>`
    select a.id as of_id, ${COLUMNS} from unnest(${[...new Set(ids)]}::bigint[]) a (id)
    cross join lateral organization_path(a.id) p join organizations o on o.id = p.id order by a.id, p.depth`.execute(
    db,
  );
  for (const { of_id, ...row } of rows) {
    const path = paths.get(of_id);
    if (path) path.push(row);
    else paths.set(of_id, [row]);
  }
  return paths;
}

/** The rows of every organization below this one. */
export async function organizationsBelow(db: Kysely<DB>, id: number): Promise<OrganizationRow[]> {
  const { rows } = await sql<OrganizationRow>`
    select ${COLUMNS} from organization_tree(${id}) t join organizations o on o.id = t.id
    where t.depth > 0 order by o.name, o.id`.execute(db);
  return rows;
}

/** The active specialties and sub-specialties with their prices in cents, by name. */
export async function specialtyRows(db: Kysely<DB>) {
  const specialties = await db
    .selectFrom('specialties')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('place')
    .orderBy('name')
    .execute();
  const sub_specialties = await db
    .selectFrom('sub_specialties')
    .select([
      'id',
      'specialty_id',
      'name',
      'price_modifier',
      'report_cost_cents',
      'report_overage_cost_cents',
      'price_modifier_limited',
      'price_modifier_standard',
    ])
    .where('active', '=', true)
    .orderBy('name')
    .execute();
  return { specialties, sub_specialties };
}
