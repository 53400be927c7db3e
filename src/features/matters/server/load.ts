import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, type KindRow, KINDS } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { loadReviewRow, type ReviewRowBeside } from '../../../platform/db/review-row.ts';
import { officesOf, readsBeside } from '../../reviews/rules.ts';

/** A matter of who reads it, where its kind has `trait`. Refuses `not_found` elsewhere, and to whom nothing beside it is told. */
export async function loadMatter(
  db: ActorDb,
  kind: Kind,
  trait: keyof Pick<KindRow, 'names_first' | 'has_agreement'>,
  id: number,
): Promise<ReviewRowBeside> {
  if (!KINDS[kind][trait]) throw new Refusal('not_found');
  const review = await loadReviewRow(db, kind, id);
  if (!readsBeside(db.actor, review)) throw new Refusal('not_found');
  return review;
}

/** Whether somebody orders for it. */
export const orders = (actor: Actor, review: ReviewRowBeside): boolean =>
  officesOf(actor, { ...review, invitation: null }).has('requester');
