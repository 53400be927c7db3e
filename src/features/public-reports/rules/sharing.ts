import {
  type ActorKind,
  actsForRequester,
  isAdmin,
  isFollower,
  isOrganizationAdmin,
  isReadingStaff,
} from '../../../core/actor.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';

type Who = { kind: ActorKind; user_id: number };
type Of = { requester_id: number };

/** Who makes links to a report and ends them: who may do what its requester may, but a colleague who only follows it. */
export const sharesReports = (actor: Who, review: Of): boolean =>
  actsForRequester(actor.kind) && !isFollower(actor, review);

/** Who sees which links there are, and who opened them: who makes them, and staff who read along. */
export const seesLinks = (actor: Who, review: Of): boolean =>
  isReadingStaff(actor.kind) || sharesReports(actor, review);

/** Who allows reports of a confidential kind to be shared: admins of the organization whose protection it is, and ours. */
export const allowsSharing = ({ kind }: { kind: ActorKind }): boolean => isAdmin(kind) || isOrganizationAdmin(kind);

/** Whether reports of a kind are shared only where an admin allowed it for the review. */
export const needsPermit = (kind: Kind): boolean => KINDS[kind].confidential !== null;

/** What of a review decides whether its report can be shared now. */
export interface SharingFacts {
  kind: Kind;
  /** The newest version that was delivered and is there as a signed PDF; null: none. */
  version: number | null;
  permitted: boolean;
  /** Results go to the organization's record system and are shown nowhere else. */
  elsewhere: boolean;
}

/** Why no link can be made now, as a sentence; null: one can. `asked` is the version its maker looked at. */
export function sharingRefused({ kind, version, permitted, elsewhere }: SharingFacts, asked: number): string | null {
  if (elsewhere) return 'Results of this organization go to its record system and are not shared from here.';
  if (version === null) return 'There is no delivered report to share.';
  if (needsPermit(kind) && !permitted)
    return `The report of a ${KINDS[kind].singular} is protected and is not shared by link. An admin of your organization, or of Peritus, can allow it for this review.`;
  if (asked !== version) return `Version ${version} was delivered meanwhile. Look at it before you share it.`;
  return null;
}
