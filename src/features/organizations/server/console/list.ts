import { sql } from 'kysely';
import type { Actor } from '../../../../core/actor.ts';
import { decodeCursor, encodeCursor } from '../../../../core/cursor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { Refusal } from '../../../../core/errors.ts';
import type { ActorDb } from '../../../../platform/db/actor-db.ts';
import { asTyped } from '../../../../platform/db/as-typed.ts';
import type { organizationConsoleEndpoints } from '../../contract/console.ts';
import { mayCreate } from '../../rules/standing.ts';

/** The organizations an actor keeps, in the order of the tree; counted only for the page that is shown. */
export async function listOrganizations(
  db: ActorDb,
  actor: Actor,
  { q, platform_type, hold, cursor, limit }: In<typeof organizationConsoleEndpoints.list, 'query'>,
) {
  let found = db
    .selectFrom('organizations')
    .leftJoin('organizations as above', 'above.id', 'organizations.parent_id')
    .select(['organizations.id', 'organizations.name', 'organizations.depth', 'organizations.tree_place'])
    .select(['organizations.parent_id', 'above.name as parent_name'])
    .select(
      sql<'managed' | 'saas'>`case organizations.platform_type when 'saas' then 'saas' else 'managed' end`.as(
        'platform_type',
      ),
    )
    .select([
      sql<number>`(select count(*)::int from organizations s where s.parent_id = organizations.id)`.as('subs'),
      sql<number>`(select count(*)::int from users u where u.organization_id = organizations.id)`.as('people'),
      sql<number>`(select count(*)::int from reviews r where r.organization_id = organizations.id and r.bucket = 'active')`.as(
        'open_reviews',
      ),
      sql<boolean>`organization_billing_hold(organizations.id)`.as('billing_hold'),
      sql<
        string | null
      >`(select min((h.since at time zone organizations.time_zone)::date)::text from organization_path(organizations.id) p
        join overdue_holds h on h.organization_id = p.id and h.ended_at is null)`.as('overdue_since'),
      sql<boolean>`(select bool_or(o.legal_hold) from organization_path(organizations.id) p join organizations o on o.id = p.id)`.as(
        'legal_hold',
      ),
    ])
    .orderBy('organizations.tree_place')
    .limit(limit + 1);
  if (q) found = found.where('organizations.name', 'ilike', `%${asTyped(q)}%`);
  if (platform_type) found = found.where('organizations.platform_type', '=', platform_type);
  if (hold) {
    // few are held: what lies below those is found from them
    const held =
      hold === 'billing'
        ? sql`select id from organizations where (billing_hold or legal_hold) and billing_hold
            union select organization_id from overdue_holds where ended_at is null`
        : sql`select id from organizations where (billing_hold or legal_hold) and legal_hold`;
    found = found.where(
      sql<boolean>`organizations.id in (select t.id from (${held}) h cross join lateral organization_tree(h.id) t)`,
    );
  }
  if (cursor !== undefined) {
    const [place] = decodeCursor(cursor) ?? [];
    if (typeof place !== 'string') throw new Refusal('malformed', 'The cursor is not one of this list.');
    found = found.where('organizations.tree_place', '>', place);
  }
  const rows = await found.execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows.slice(0, limit).map((row) => ({
      id: row.id,
      name: row.name,
      parent: row.parent_id === null ? null : { id: row.parent_id, name: row.parent_name ?? '' },
      depth: row.depth,
      platform_type: row.platform_type,
      sub_organizations: row.subs,
      people: row.people,
      open_reviews: row.open_reviews,
      billing_hold: row.billing_hold,
      overdue_since: row.overdue_since,
      legal_hold: row.legal_hold,
    })),
    next_cursor: last ? encodeCursor([last.tree_place]) : null,
    may_create: mayCreate(actor.kind, null),
  };
}
