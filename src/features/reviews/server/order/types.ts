import type { Kysely } from 'kysely';
import type { Kind } from '../../../../core/kinds.ts';
import type { Tx } from '../../../../platform/command.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { ownTypeNames, reviewTypeRows } from '../../../../platform/db/review-type-rows.ts';
import { arrangedTypes, formOf, type OwnReviewType } from '../../rules.ts';
import { typeSetting, typesOf } from '../../rules/values.ts';
import type { LoadedReview } from '../load.ts';

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

/** What an organization's own types of these values are called now, by value; shipped ones are left out. */
export async function ownTypeLabels(
  db: Kysely<DB>,
  { facts: { kind }, settings }: Pick<LoadedReview, 'facts' | 'settings'>,
  values: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const named = values.filter((one): one is string => typeof one === 'string');
  if (typesOf(kind) !== null) return ownTypeNames(db, named);
  const setting = typeSetting(kind);
  const own = (setting === null ? [] : settings[setting]).filter(({ value }) => named.includes(value));
  return new Map(own.map(({ value, label }) => [value, label]));
}

/** Keeps with an ordered review what its type is called now, where it is one of the organization's own. */
export async function keepTypeName(tx: Tx, loaded: LoadedReview, type: string | null): Promise<void> {
  const labels = await ownTypeLabels(tx.system, loaded, [type]);
  await tx.system
    .updateTable('reviews')
    .set({ review_type_label: (type === null ? null : labels.get(type)) ?? null })
    .where('id', '=', loaded.facts.id)
    .execute();
}
