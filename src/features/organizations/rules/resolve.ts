import type { OrganizationRow } from '../../../core/organization.ts';
import { nearest, type OrganizationFlags, memberOf, resolveFlags } from './flags.ts';
import { type OrganizationSettings, resolveSettings } from './settings.ts';

export const LANDING_LISTS = ['case-list', 'peer-review-list', 'ime-list', 'generic-list'] as const;
type LandingList = (typeof LANDING_LISTS)[number];

interface BusinessHours {
  start_time?: string | undefined;
  end_time?: string | undefined;
  time_zone?: string | undefined;
}

/**
 * Whether people of ours check the records and reports of an organization's reviews; elsewhere they pass automatically once
 * their checks hold, and no text may promise that anybody of ours looks.
 */
export const isTeamChecked = ({ platform_type }: { platform_type: string }): boolean => platform_type !== 'saas';

/** An organization with everything it inherits. */
export interface ResolvedOrganization {
  id: number;
  name: string;
  service_provider: string;
  shortest_name: string | null;
  preferred_short_name: string | null;
  preferred_short_name_with_fallback: string;
  platform_type: 'managed' | 'saas';
  flags: OrganizationFlags;
  settings: OrganizationSettings;
  profile_aliases: Record<string, string>;
  billing_hold: boolean;
  /** Since when it is held for what is overdue, here or at a parent; a hold by hand says nothing here. */
  overdue_since: Date | null;
  business_hours: BusinessHours | null;
  default_route_on_login: LandingList;
  eula: string | null;
  eula_updated_at: Date | null;
  logo: string | null;
  time_zone: string;
}

/** The name to use where there is little room: preferred short name, else the shortest, else the full one. */
export function shortName(row: Pick<OrganizationRow, 'name' | 'shortest_name' | 'preferred_short_name'>): string {
  return row.preferred_short_name || row.shortest_name || row.name;
}

/**
 * What holds for an organization: its own values, else the nearest parent's, else the registry's defaults. A hold on a
 * parent holds its sub-organizations too. `path` is the organization first, then its parents. Throws when it is empty.
 */
export function resolveOrganization(path: readonly OrganizationRow[]): ResolvedOrganization {
  const own = path[0];
  if (!own) throw new Error('An organization’s path holds at least itself.');
  const agreement = path.find((step) => step.eula !== null && step.eula !== '');
  return {
    id: own.id,
    name: own.name,
    service_provider: nearest(path, (step) => step.service_provider || undefined) ?? own.name,
    shortest_name: own.shortest_name,
    preferred_short_name: own.preferred_short_name,
    preferred_short_name_with_fallback: shortName(own),
    platform_type: own.platform_type === 'saas' ? 'saas' : 'managed',
    flags: resolveFlags(path),
    settings: resolveSettings(path),
    profile_aliases: resolveAliases(path),
    billing_hold: path.some((step) => step.billing_hold || step.overdue_since !== null),
    overdue_since: nearest(path, (step) => step.overdue_since ?? undefined) ?? null,
    business_hours: nearest(path, (step) => businessHours(step.business_hours)) ?? null,
    default_route_on_login: nearest(path, (step) => landingList(step.default_route_on_login)) ?? 'case-list',
    eula: agreement?.eula ?? null,
    eula_updated_at: agreement?.eula_updated_at ?? null,
    logo: nearest(path, (step) => step.logo ?? undefined) ?? null,
    time_zone: own.time_zone,
  };
}

/** The e-mail domains an organization takes people from; null where it takes any. */
export const domainsOf = (
  organization: {
    flags: Readonly<Partial<OrganizationFlags>>;
    settings: Pick<OrganizationSettings, 'allowed_email_domains'>;
  } | null,
): readonly string[] | null =>
  organization?.flags['email_domain_whitelisting_enabled'] ? organization.settings.allowed_email_domains : null;

/** Whether someone of the organization has the agreement still to accept: none accepted yet, or one older than the text. */
export function needsToAcceptEula(
  organization: Pick<ResolvedOrganization, 'eula' | 'eula_updated_at'> | null,
  acceptedAt: Date | null,
): boolean {
  if (!organization?.eula) return false;
  if (acceptedAt === null) return true;
  return organization.eula_updated_at !== null && acceptedAt < organization.eula_updated_at;
}

/** What an organization calls profile types: its own names over its parents'. `path` as in `resolveOrganization`. */
export function resolveAliases(path: readonly Pick<OrganizationRow, 'profile_aliases'>[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const step of path.toReversed()) {
    if (typeof step.profile_aliases !== 'object' || step.profile_aliases === null) continue;
    for (const [type, alias] of Object.entries(step.profile_aliases)) {
      if (typeof alias === 'string' && alias.trim() !== '') merged[type] = alias;
    }
  }
  return merged;
}

function businessHours(value: unknown): BusinessHours | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const text = (name: string): string | undefined => {
    const found = memberOf(value, name);
    return typeof found === 'string' ? found : undefined;
  };
  return { start_time: text('start_time'), end_time: text('end_time'), time_zone: text('time_zone') };
}

function landingList(value: string | null): LandingList | undefined {
  return LANDING_LISTS.find((list) => list === value);
}
