import {
  type ActorKind,
  type ActorProfile,
  actorKind,
  PROFILE_TYPES,
  profileHeader,
  type ProfileSort,
  type ProfileType,
  type Role,
  isExpert,
  isOrganizationAdmin,
  labelOf,
} from '../../../core/actor.ts';
import type { ResolvedOrganization } from '../../organizations/rules.ts';

/** The storage keys the browser keeps things under. */
export const ACTIVE_PROFILE_KEY = 'ACTIVE_PROFILE';
export const PRIVACY_DISMISSED_KEY = 'hasDismissedPrivacyPolicy';
export const CLOSED_ANNOUNCEMENTS_KEY = 'closedAnnouncements';
export const ANNOUNCEMENTS_EXPECTED_KEY = 'announcementsExpected';

/** Every value X-PROFILE-TYPE and the stored active profile may have. */
export const PROFILE_HEADERS = [
  'review_manager',
  'claim_consultant',
  'medical_expert',
  'medical_expert_assistant',
  'external_medical_expert',
  'applicant_medical_expert',
  'attendee',
] as const;
export type ProfileHeader = (typeof PROFILE_HEADERS)[number];

export interface ActiveProfile {
  activeProfileableType: ProfileHeader;
  activeProfileableId: number;
}

/** The stored active profile, or null when it is absent or not one: an unknown type, an id that is not a number. */
export function parseActiveProfile(stored: string | null): ActiveProfile | null {
  if (stored === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { activeProfileableType, activeProfileableId } = value as Record<string, unknown>;
  const type = PROFILE_HEADERS.find((header) => header === activeProfileableType);
  if (!type || typeof activeProfileableId !== 'number' || !Number.isSafeInteger(activeProfileableId)) return null;
  return activeProfileableId > 0 ? { activeProfileableType: type, activeProfileableId } : null;
}

/** What `X-PROFILE-TYPE` and `X-PROFILE-ID` name among someone's profiles. */
export type ProfileChoice =
  | { found: 'primary'; profile: ActorProfile | null }
  | { found: 'named'; profile: ActorProfile }
  | { found: 'foreign' };

/** The profile in use: the one the headers name, the primary one without headers, and `foreign` when it is not theirs. */
export function chooseProfile(
  profiles: readonly ActorProfile[],
  headers: { type: string | undefined; id: string | undefined },
): ProfileChoice {
  if (headers.type === undefined && headers.id === undefined) return { found: 'primary', profile: primaryOf(profiles) };
  const id = /^\d{1,15}$/.test(headers.id ?? '') ? Number(headers.id) : null;
  const named = profiles.find((profile) => profile.id === id && profileHeader(profile) === headers.type);
  return named ? { found: 'named', profile: named } : { found: 'foreign' };
}

/** The primary profile, else the first. */
export function primaryOf<P extends { is_primary: boolean }>(profiles: readonly P[]): P | null {
  return profiles.find((profile) => profile.is_primary) ?? profiles[0] ?? null;
}

/**
 * The profile someone of this role acts as. Staff act as themselves whatever they hold; organization and customer
 * admins act as admins unless a profile was named.
 */
export function activeProfileOf(role: Role, choice: Exclude<ProfileChoice, { found: 'foreign' }>): ActorProfile | null {
  if (role === 'user') return choice.profile;
  if (isOrganizationAdmin(role)) return choice.found === 'named' ? choice.profile : null;
  return null;
}

/** Switching is for those with more than one role to act in. */
export const maySwitchProfile = (profiles: readonly unknown[]): boolean => profiles.length > 1;

/** What is stored when a profile is chosen. */
export function storedProfile(profile: { id: number; class_name: string }): ActiveProfile | null {
  return parseActiveProfile(
    JSON.stringify({ activeProfileableType: profile.class_name, activeProfileableId: profile.id }),
  );
}

/** What an organization says about the names of profiles. */
export interface Naming {
  /** Own names by profile type: `ClaimConsultant` or `claim_consultant`. */
  profile_aliases: Record<string, string>;
  /** The label in place of "claim consultant"; only when the organization uses one. */
  claim_professional_label: string | null;
}

/** What an organization calls the profiles of its people. */
export const namingOf = (
  organization: Pick<ResolvedOrganization, 'profile_aliases' | 'flags' | 'settings'>,
): Naming => ({
  profile_aliases: organization.profile_aliases,
  claim_professional_label: organization.flags.use_generic_claim_professional_label
    ? organization.settings.claim_professional_label || null
    : null,
});

/**
 * What a role is called where people see it. The organization's alias for exactly this profile wins (a review manager
 * is one of its own), then its alias for the type, then its claim professional label, then ours.
 */
export function profileLabel(role: Role, profile: ProfileSort | null, naming: Naming | null): string {
  const kind = actorKind(role, profile);
  const alias = naming && profile && kind !== role ? aliasOf(profile, naming) : null;
  return alias ?? labelOf(kind);
}

/** What an organization calls a profile in its own words (the order is `profileLabel`'s); null where it has none. */
export function aliasOf(profile: ProfileSort, naming: Naming): string | null {
  const header = profileHeader(profile);
  const alias = (key: string): string | undefined =>
    Object.hasOwn(naming.profile_aliases, key) ? naming.profile_aliases[key] : undefined;
  const own = alias(header) ?? (header === 'review_manager' ? alias('ReviewManager') : undefined);
  if (own) return own;
  if (header === 'review_manager') return null;
  const ofType = alias(profile.type);
  if (ofType) return ofType;
  return header === 'claim_consultant' ? naming.claim_professional_label || null : null;
}

/** The profile type behind a header value: both claim consultants and review managers are ClaimConsultants. */
export function typeOfHeader(header: ProfileHeader): ProfileType {
  if (header === 'review_manager') return 'ClaimConsultant';
  const type = PROFILE_TYPES.find((t) => profileHeader({ type: t, is_review_manager: false }) === header);
  if (!type) throw new Error(`No profile type for ${header}`);
  return type;
}

/** The people's name of a time zone, "Central Time"; the IANA name where the runtime knows none. */
export function timeZoneNice(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0);
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
  } catch {
    return zone;
  }
}

/** Who is paid for reviews. */
export const isPayee = (kind: ActorKind): boolean => isExpert(kind);
