import { type ActorKind, isOrganizationWide, isRequesterSide, isStaff } from '../../../core/actor.ts';

/** Everyone who orders sees their organization's subscriptions; staff see all. */
export const maySee = (kind: ActorKind): boolean => isRequesterSide(kind) || isStaff(kind);

/** Review managers, organization and customer admins, and the platform's admins change them. */
export const mayManage = (kind: ActorKind): boolean =>
  isOrganizationWide(kind) || kind === 'admin' || kind === 'super_admin';

/** Whoever orders peer reviews orders from a seat, too. Support reads only. */
export const mayOrder = (kind: ActorKind): boolean =>
  isRequesterSide(kind) || kind === 'admin' || kind === 'super_admin';
