import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/** What is said of peer review in a state, by the platform (null) or an organization. */
export interface StoredStatute {
  organization_id: number | null;
  state: string;
  citation: string;
  statement: string;
  cover: string;
}

/** What was written about statutes that holds for an organization, nearest first, of one state or of all. */
export async function statuteRows(
  db: Kysely<DB>,
  organizationId: number | null,
  state: string | null = null,
): Promise<StoredStatute[]> {
  const { rows } = await sql<StoredStatute>`
    select organization_id, state, citation, statement, cover
    from organization_statutes(${organizationId}::bigint, ${state}::text)`.execute(db);
  return rows;
}

/** The same for the organization that ordered a review. */
export async function statutesOfReview(db: Kysely<DB>, reviewId: number): Promise<StoredStatute[]> {
  const { rows } = await sql<StoredStatute>`
    select s.organization_id, s.state, s.citation, s.statement, s.cover
    from reviews r, organization_statutes(r.organization_id, r.state) s where r.id = ${reviewId}`.execute(db);
  return rows;
}
