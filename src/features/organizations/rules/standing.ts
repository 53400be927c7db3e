import { type ActorKind, isAdmin, isOrganizationAdmin, isSuperAdmin } from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';
import type { OrganizationRow } from '../../../core/organization.ts';
import type { OrganizationField } from './fields.ts';
import type { SetBy } from './flag-places.ts';
import { memberOf } from './flags.ts';
import { ownSetting } from './settings.ts';

/** An organization's row with what only those who run it see. */
export interface KeptOrganization extends OrganizationRow {
  friendly_registration_slug: string | null;
  legal_hold: boolean;
}

/** The platform's admins see and keep all organizations, organization and customer admins those of their tree. */
export const keepsOrganizations = (kind: ActorKind): boolean => isAdmin(kind) || isOrganizationAdmin(kind);

/** Whether such a person may set the field. */
export const maySet = (kind: ActorKind, field: OrganizationField): boolean => isSetBy(kind, field.set_by);

function isSetBy(kind: ActorKind, by: SetBy): boolean {
  if (by === 'super') return isSuperAdmin(kind);
  return isAdmin(kind) || (by === 'organization' && isOrganizationAdmin(kind));
}

/** Who sets a field, for those who do not. */
export const whoSets = ({ set_by }: Pick<OrganizationField, 'set_by'>): string =>
  set_by === 'super' ? 'Only a super admin of Peritus sets this.' : 'Only Peritus sets this.';

/** A new organization of its own is made by the platform's admins; one below it by its admins, too. */
export const mayCreate = (kind: ActorKind, below: number | null): boolean =>
  isAdmin(kind) || (below !== null && isOrganizationAdmin(kind));

export const ORGANIZATIONS_PLACE: ConsolePlace = {
  group: 'Directory',
  label: 'Organizations',
  about: 'See who orders here, and set what each organization has.',
  path: '/admin/organizations',
  glyph: 'organizations',
  admits: keepsOrganizations,
  words: 'customers tenants settings flags features holds',
};

/** The own value of a field as it is kept; nothing where the organization has none, so that its parent's holds. */
export function ownValue(row: KeptOrganization, field: OrganizationField): unknown {
  if (field.stored === 'flags') {
    const value = memberOf(row.flags, field.name);
    return typeof value === 'boolean' ? value : undefined;
  }
  if (field.stored === 'settings') return ownSetting(row.settings, field.name);
  const value = memberOf(row, field.name);
  if (value === null || value === '') return undefined;
  if (field.kind === 'switch') return value === true ? true : undefined;
  if (field.kind === 'aliases')
    return Object.keys((value as object | undefined) ?? {}).length === 0 ? undefined : value;
  return value;
}

/** Where a field stands for an organization: its own value, what it would inherit, and what holds. */
export interface Standing {
  /** Whether the organization has a value of its own. */
  is_own: boolean;
  value: unknown;
  /** What holds without the own value, and from whom; null: the default. */
  otherwise: unknown;
  from: { id: number; name: string } | null;
}

/** `path` is the organization first, then its parents. Throws when it is empty. */
export function standingOf(path: readonly KeptOrganization[], field: OrganizationField): Standing {
  const [own, ...above] = path;
  if (!own) throw new Error('An organization’s path holds at least itself.');
  // a hold of a parent holds here too, whatever is set here
  const inherits = field.inherits || field.needs_reason === true;
  const giver = inherits ? above.find((step) => ownValue(step, field) !== undefined) : undefined;
  const otherwise = giver ? ownValue(giver, field) : field.default;
  const value = ownValue(own, field);
  return {
    is_own: value !== undefined,
    value: value ?? otherwise,
    otherwise,
    from: giver ? { id: giver.id, name: giver.name } : null,
  };
}
