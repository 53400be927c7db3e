import type { Kysely } from 'kysely';
import type { Kind } from '../../../../core/kinds.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { reviewTypeRows } from '../../../../platform/db/review-type-rows.ts';
import { arrangedTypes, formOf, type OwnReviewType } from '../../rules.ts';

/** The types of review an organization may order by, in its order, with whether it offers each; none for a kind without types. */
export async function reviewTypesOf(
  db: Kysely<DB>,
  kind: Kind,
  organizationId: number | null,
): Promise<OwnReviewType[]> {
  if (formOf(kind).types.length === 0) return [];
  const { own, menu } = await reviewTypeRows(db, organizationId);
  return arrangedTypes(own, menu);
}
