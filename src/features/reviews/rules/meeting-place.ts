import { type ActorKind, isAdmin, isOrganizationAdmin, isStaff } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';

/** Who looks at meeting types: staff, and an organization's admins at those of their tree. */
export const readsMeetings = (kind: ActorKind): boolean => isStaff(kind) || isOrganizationAdmin(kind);

type Keeper = { kind: ActorKind; organization_ids: readonly number[] };

/** Whether somebody reads the types of an organization, or of the platform (null). */
export const mayReadMeetings = ({ kind, organization_ids }: Keeper, organizationId: number | null): boolean =>
  isStaff(kind) ||
  (isOrganizationAdmin(kind) && (organizationId === null || organization_ids.includes(organizationId)));

/** Why somebody does not change the types of an organization, or of the platform (null); null: they do. `flag`: their own. */
export function whyNotKeepMeetings(actor: Keeper, organizationId: number | null, flag: boolean): string | null {
  if (!isAdmin(actor.kind) && !isOrganizationAdmin(actor.kind)) return 'Only administrators change meeting types.';
  if (organizationId === null && !isAdmin(actor.kind))
    return 'These hold for every organization. Peritus changes them.';
  return flag
    ? null
    : 'To change meeting types you need “Edits meeting types”, which Peritus switches on for each person.';
}

export const MEETING_TYPES_PLACE: ConsolePlace = {
  group: 'Content',
  label: 'Meeting types',
  about: 'Set how long each call is, what it costs, and how much time stays free around it.',
  path: '/admin/meeting-types',
  glyph: 'meetings',
  admits: readsMeetings,
  words: 'calls length price buffer services',
};
