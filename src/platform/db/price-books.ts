import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Kind } from '../../core/kinds.ts';
import {
  type BookLevel,
  type BookTerms,
  type ExpertTerms,
  type HeldExpertTerms,
  mergedExpertTerms,
  mergedTerms,
} from '../../core/price-books.ts';
import type { DB } from './types.ts';

/** What the books in effect on a day say customers pay, of an organization and those above it, nearest first, as one value of JSON. */
export const bookLevelsOf = (
  organizationId: RawBuilder<unknown>,
  kind: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<BookLevel<BookTerms>[]> =>
  sql<
    BookLevel<BookTerms>[]
  >`(select coalesce(json_agg(json_build_object('depth', b.depth, 'terms', b.terms) order by b.depth), '[]'::json)
    from organization_price_books(${organizationId}, ${kind}, ${day}) b)`;

/**
 * What holds for an organization's reviews of a kind that are ordered on a day of its zone (YYYY-MM-DD): what customers pay
 * where a book says it, and what experts earn.
 */
export async function termsAt(
  db: Kysely<DB>,
  organizationId: number | null,
  kind: Kind,
  day: string,
): Promise<{ terms: BookTerms; experts: HeldExpertTerms }> {
  const { rows } = await sql<{ terms: BookTerms; expert_terms: ExpertTerms }>`
    select b.terms, b.expert_terms from organization_price_books(${organizationId}::bigint, ${kind}, ${day}::date) b order by b.depth`.execute(
    db,
  );
  return {
    terms: mergedTerms(rows.map(({ terms }) => terms)),
    experts: mergedExpertTerms(rows.map(({ expert_terms }) => expert_terms)),
  };
}
