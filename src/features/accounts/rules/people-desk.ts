import {
  type Actor,
  type ActorKind,
  isAdmin,
  isOrganizationAdmin,
  isStaff,
  isSuperAdmin,
  ORGANIZATION_ADMIN_KINDS,
  type ProfileType,
  type Role,
  STAFF_KINDS,
} from '../../../core/actor.ts';
import type { ConsolePlace } from '../../../core/console.ts';
import { HOUR } from '../../../core/durations.ts';
import { INVITERS, isWhole } from './people.ts';
import { maySuspend, type SuspendedPerson } from './suspension.ts';

/** The platform's admins keep everybody, organization and customer admins the people of their tree. */
export const keepsPeople = (kind: ActorKind): boolean => INVITERS.has(kind);

export const PEOPLE_PLACE: ConsolePlace = {
  group: 'Directory',
  label: 'People',
  about: 'Find somebody, invite them, and set what they are and may do.',
  path: '/admin/people',
  glyph: 'people',
  admits: keepsPeople,
  words: 'users accounts roles profiles sessions suspend second factor impersonate invitations',
};

export const SIGNED_IN_PLACE: ConsolePlace = {
  group: 'Operations',
  label: 'Signed in',
  about: 'See who is signed in, with what and from where, and end a session.',
  path: '/admin/signed-in',
  glyph: 'sessions',
  admits: keepsPeople,
  words: 'sessions devices browsers online who is signed in end log out',
};

type Keeper = Pick<Actor, 'kind' | 'user_id' | 'organization_ids'>;

/** Whether an actor may ever change how a person signs in and what they are: the same people as may suspend them. */
export const mayKeep = (actor: Keeper, person: SuspendedPerson): boolean => maySuspend(actor, person);

/** Roles somebody may have, as they are granted here: `user` is what only profiles make of them. */
export const GRANTED_ROLES: readonly Role[] = ['user', ...ORGANIZATION_ADMIN_KINDS, ...STAFF_KINDS];

/**
 * Whether an actor may ever turn a person's role into this one. Roles of staff are given and taken by super admins alone;
 * an organization's admins are made by those who keep the person. Nobody changes their own.
 */
export function mayGrantRole(actor: Keeper, person: SuspendedPerson, role: Role): boolean {
  if (!mayKeep(actor, person)) return false;
  return !isStaff(role) || isSuperAdmin(actor.kind);
}

/** Why a person cannot have a role as things are, or null: it would not fit what else they are. */
export function roleFault(
  person: { role: Role; organization_id: number | null; profiles: number },
  role: Role,
): string | null {
  if (person.role === role) return 'This is their role already.';
  if (isStaff(role)) {
    if (person.organization_id !== null)
      return 'Somebody of an organization is not staff of Peritus. Invite them with another address.';
    if (person.profiles > 0) return 'They act by a profile. Remove it first, or invite them with another address.';
    return null;
  }
  if (isOrganizationAdmin(role) && person.organization_id === null) return 'They belong to no organization.';
  return null;
}

/** Profiles given and taken here. Experts come by application or invitation, with what they bring. */
export const DESK_PROFILES = ['ClaimConsultant', 'Attendee'] as const satisfies readonly ProfileType[];
const isDeskProfile = (type: ProfileType): boolean => DESK_PROFILES.some((one) => one === type);

/** Whether an actor may ever give a person a profile in an organization, or change or take it there. */
export function mayGrantProfile(
  actor: Keeper,
  person: SuspendedPerson,
  profile: { type: ProfileType; is_review_manager: boolean; organization_id: number | null },
): boolean {
  if (!mayKeep(actor, person) || !isDeskProfile(profile.type) || isStaff(person.role)) return false;
  if (
    !isWhole({
      role: 'user',
      profile_type: profile.type,
      is_review_manager: profile.is_review_manager,
      organization_id: profile.organization_id,
    })
  )
    return false;
  if (isAdmin(actor.kind)) return true;
  return profile.organization_id !== null && actor.organization_ids.includes(profile.organization_id);
}

/** What can be set about a person. */
export interface PersonSetting {
  name: PersonSettingName;
  label: string;
  /** `users` for a flag of the person, `expert_profile` for one of the expert they are. */
  of: 'user' | 'expert_profile';
  /** Who sets it: `staff` the platform's admins alone, `organization` also the admins of the person's tree. */
  set_by: 'staff' | 'organization';
}

export const PERSON_SETTING_NAMES = [
  'enable_admin_alert_emails',
  'allow_admin_manage_meeting_types',
  'enable_bookmark_urls',
  'send_peritus_one_time_email',
  'display_earnings',
  'display_contact_information',
  'box_folder_access',
] as const;
export type PersonSettingName = (typeof PERSON_SETTING_NAMES)[number];

/** Every flag of a person, in the order it is shown; what each does says `FLAG_ROWS`. */
export const PERSON_SETTINGS: readonly PersonSetting[] = [
  { name: 'enable_admin_alert_emails', label: 'Operational alerts by e-mail', of: 'user', set_by: 'staff' },
  { name: 'allow_admin_manage_meeting_types', label: 'Edits meeting types', of: 'user', set_by: 'staff' },
  { name: 'enable_bookmark_urls', label: 'Bookmarks in the user menu', of: 'user', set_by: 'organization' },
  { name: 'send_peritus_one_time_email', label: 'One introduction e-mail', of: 'user', set_by: 'organization' },
  { name: 'display_earnings', label: 'Sees earnings', of: 'expert_profile', set_by: 'staff' },
  { name: 'display_contact_information', label: 'Shows contact details', of: 'expert_profile', set_by: 'staff' },
  {
    name: 'box_folder_access',
    label: 'Browses Box folders',
    of: 'user',
    set_by: 'organization',
  },
];

/** Whether such a person may set it for somebody they keep. */
export const maySetPersonal = (kind: ActorKind, setting: PersonSetting): boolean =>
  isAdmin(kind) || (setting.set_by === 'organization' && isOrganizationAdmin(kind));

export const MOST_BOOKMARKS = 20;

/** What is wrong with a bookmark, at which of its fields; null where nothing is. */
export function bookmarkFault({
  label,
  url,
}: {
  label: string;
  url: string;
}): { at: 'label' | 'url'; fault: string } | null {
  if (label.trim() === '') return { at: 'label', fault: 'Say what it is called.' };
  if (label.trim().length > 60) return { at: 'label', fault: 'Use 60 characters at most.' };
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !['https:', 'http:'].includes(address.protocol) || url.length > 1000)
    return { at: 'url', fault: 'Enter a web address that begins with https://.' };
  return null;
}

export const MOST_FOLDERS = 20;

/** The id of a folder in Box, of what was typed or copied: the id itself, or the folder's address there. Null: neither. */
export function folderId(typed: string): string | null {
  const found = /^(?:https:\/\/(?:[\w-]+\.)*box\.com\/folder\/)?(\d{1,20})\/?(?:[?#].*)?$/.exec(typed.trim());
  const id = found?.[1] ?? null;
  // 0 is everything that somebody has in Box
  return id === null || /^0+$/.test(id) ? null : id;
}

/** How somebody was reached who asks to have their second factor taken away. */
export const CALL_BACK_WAYS = ['phone_on_file', 'video', 'in_person'] as const;
export type CallBackWay = (typeof CALL_BACK_WAYS)[number];
export const CALL_BACK_LABELS: Record<CallBackWay, string> = {
  phone_on_file: 'Called back at the number on file',
  video: 'Seen on a video call',
  in_person: 'Seen in person',
};
/** A call-back holds for this long. */
const CALL_BACK_HOURS = 24;

/** What is wrong with the instant of a call-back, or null. */
export function callBackFault(at: Date, now: Date): string | null {
  if (at > now) return 'This is in the future.';
  return now.getTime() - at.getTime() > CALL_BACK_HOURS * HOUR
    ? 'That was more than a day ago. Call back again.'
    : null;
}

/** How long one may act as somebody else, in minutes. */
export const IMPERSONATION_MINUTES = [15, 30, 60] as const;

/** Whether an actor may ever act as a person: super admins as anybody but staff and themselves. */
export const mayImpersonate = (
  actor: Pick<Actor, 'kind' | 'user_id'> & { impersonator?: Actor['impersonator'] },
  person: Pick<SuspendedPerson, 'id' | 'role'>,
): boolean => isSuperAdmin(actor.kind) && !actor.impersonator && actor.user_id !== person.id && !isStaff(person.role);
