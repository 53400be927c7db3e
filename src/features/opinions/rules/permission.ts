import {
  type Actor,
  type ActorKind,
  isOrganizationWide,
  isRequesterOf,
  isRequesterSide,
  isStaff,
  isExpertSide,
  actsForClinOps,
  readsContents,
  isReader,
} from '../../../core/actor.ts';

/** What a review is among the opinions on one case; null: nobody asked for another. */
export const ROLES = ['first', 'second', 'adjudication'] as const;
export type OpinionRole = (typeof ROLES)[number];

type Who = Pick<Actor, 'kind' | 'user_id'>;

/** Whether the actor may ever ask for another opinion on this review: who orders it, and the records desk. */
export const mayAsk = (actor: Who, review: { requester_id: number }): boolean =>
  actsForClinOps(actor.kind) || isRequesterOf(actor, review);

/**
 * Whether the actor knows that a case has several opinions. Reviewers never do: the first one is not told of a second,
 * nor the second one of a first. Who settles a disagreement is shown both without names, at a place of its own.
 */
export const knowsOfOpinions = (kind: ActorKind): boolean => isRequesterSide(kind) || isStaff(kind);

export const isReviewer = (kind: ActorKind): boolean => isExpertSide(kind);

/** What reports say is for those they are for: the requester, named recipients, managers and admins, staff but the matching desk. */
export function readsReports(actor: Who, review: { requester_id: number }, readers: readonly number[] | null): boolean {
  if (!knowsOfOpinions(actor.kind) || !readsContents(actor.kind)) return false;
  return isReader(actor, review, readers);
}

/** Sets when second opinions are opened by themselves; support only reads. */
export const setsPolicy = (kind: ActorKind): boolean => isOrganizationWide(kind) || actsForClinOps(kind);
