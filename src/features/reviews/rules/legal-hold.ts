import { type ActorKind, isOrganizationAdmin, isReadingStaff } from '../../../core/actor.ts';

/** Who hears that a legal hold keeps a review, and why: the staff who read it, and the organization's own admins. */
export const hearsOfHolds = ({ kind }: { kind: ActorKind }): boolean =>
  isReadingStaff(kind) || isOrganizationAdmin(kind);
