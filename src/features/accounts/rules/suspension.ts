import { type Actor, isStaff, type Role, isOrganizationAdmin, isSuperAdmin, isAdmin } from '../../../core/actor.ts';

export interface SuspendedPerson {
  id: number;
  role: Role;
  organization_id: number | null;
}

/**
 * Whether an actor may ever suspend or reinstate a person: super admins anybody, admins anybody but staff,
 * organization and customer admins people of their tree. Nobody suspends themselves.
 */
export function maySuspend(
  actor: Pick<Actor, 'kind' | 'user_id' | 'organization_ids'>,
  person: SuspendedPerson,
): boolean {
  if (actor.user_id === person.id) return false;
  if (isSuperAdmin(actor.kind)) return true;
  if (isStaff(person.role)) return false;
  if (isAdmin(actor.kind)) return true;
  if (!isOrganizationAdmin(actor.kind)) return false;
  return person.organization_id !== null && actor.organization_ids.includes(person.organization_id);
}
