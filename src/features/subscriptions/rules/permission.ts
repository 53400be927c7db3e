import { type ActorKind, isOrganizationWide, isRequesterSide, isStaff, isAdmin } from '../../../core/actor.ts';

/** Everyone who orders sees their organization's subscriptions; staff see all. */
export const maySee = (kind: ActorKind): boolean => isRequesterSide(kind) || isStaff(kind);

/** Review managers, organization and customer admins, and the platform's admins change them. */
export const mayManage = (kind: ActorKind): boolean => isOrganizationWide(kind) || isAdmin(kind);

/** Who may, as those are told who may not. */
export const WHO_MAY = {
  begin: 'Review managers and administrators begin subscriptions.',
  manage: 'Review managers and administrators change subscriptions.',
} as const;
