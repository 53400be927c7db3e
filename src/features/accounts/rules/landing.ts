import { fullName } from '../../../core/names.ts';
import {
  type ActorKind,
  type KindFacts,
  type ProfileType,
  type Role,
  isOrganizationAdmin,
  isStaff,
  sideOf,
  viewsAsAdmin,
  viewsAsRequester,
  overseesOrganizations,
} from '../../../core/actor.ts';
import { KIND_NAMES, KINDS, type Kind, usualKind } from '../../../core/kinds.ts';

/** Who someone is, for everything derived from it: the role and the type of the profile in use, if any. */
export interface RoleFacts {
  role: Role;
  profile_type: ProfileType | null;
  is_review_manager: boolean;
}

export interface DerivedFlags {
  viewing_as_admin: boolean;
  viewing_as_claim_consultant: boolean;
  viewing_as_medical_expert: boolean;
  attendee: boolean;
  customer_admin: boolean;
}

/** The flags the specification derives from role and profile. A customer admin in a profile views as that profile. */
export function derivedFlags({ role, profile_type }: RoleFacts): DerivedFlags {
  const acting = actsAs(role, profile_type);
  const customerAdmin = overseesOrganizations(role) && acting === null;
  return {
    viewing_as_admin: acting === null && viewsAsAdmin(role),
    viewing_as_claim_consultant: (acting === null && viewsAsRequester(role)) || acting === 'ClaimConsultant',
    viewing_as_medical_expert:
      acting === 'MedicalExpert' ||
      acting === 'ExternalMedicalExpert' ||
      acting === 'ApplicantMedicalExpert' ||
      acting === 'MedicalExpertAssistant',
    attendee: acting === 'Attendee',
    customer_admin: customerAdmin,
  };
}

/** The profile that counts: staff act as themselves whatever they hold. */
function actsAs(role: Role, profileType: ProfileType | null): ProfileType | null {
  return isStaff(role) ? null : profileType;
}

/**
 * The further check, before conversations, files and scheduling: admins of every sort, experts and their assistants,
 * claim consultants, review managers and support agents pass. Applicants, attendees and people without a role do not.
 */
export const passesFurtherCheck = (kind: ActorKind): boolean => sideOf(kind) !== null;

/** The review kinds someone may work with. Roles and profiles not named here get none. */
export function availableKinds(facts: KindFacts): Kind[] {
  const acting = actsAs(facts.role, facts.profile_type);
  if (isStaff(facts.role)) return [...KIND_NAMES];
  if (acting === 'MedicalExpert' || acting === 'Attendee') return [...KIND_NAMES];
  // an assistant has what the expert has: a platform expert's works without an organization, an external one's within it
  if (acting === 'MedicalExpertAssistant') return facts.has_organization ? [...facts.own_kinds] : [...KIND_NAMES];
  if (!facts.has_organization) return [];
  if (acting === 'ClaimConsultant' || acting === 'ExternalMedicalExpert') return [...facts.own_kinds];
  if (acting === null && isOrganizationAdmin(facts.role)) return [...facts.tree_kinds];
  return [];
}

/** The kind a page's path belongs to: its lists, its pages, its invitation page; null for every other page. */
export function kindOfPath(path: string): Kind | null {
  const first = path.split(/[/?#]/)[1] ?? '';
  const found = KIND_NAMES.find((kind) => {
    const row = KINDS[kind];
    return (
      first === row.slug ||
      `/${first}` === row.list_path ||
      `/${first}` === row.completed_path ||
      `/${first}` === row.invite_path ||
      `/${first}` === row.ahead_path
    );
  });
  return found ?? null;
}

export const UP_NEXT = '/up-next';

/** The list of a kind as a landing page. A customer admin's legal cases are on the admin page. */
function listOf(kind: Kind, standing: RoleFacts): string {
  const { overseen_path, list_path } = KINDS[kind];
  return overseen_path && derivedFlags(standing).customer_admin ? overseen_path : list_path;
}

/** The list of a kind as the dashboard menu links to it: for customer admins of saas organizations as they land there. */
export function dashboardLink(kind: Kind, standing: RoleFacts, platformType: string | null): string {
  return platformType === 'saas' ? listOf(kind, standing) : KINDS[kind].list_path;
}

export interface LandingFacts extends RoleFacts {
  /** The kinds the person may access. */
  kinds: readonly Kind[];
  /** The path of the page the person is on or came from. */
  path: string;
  default_route_on_login: string;
}

/**
 * Where someone lands after signing in: experts and attendees on up-next; who has one kind on its list; on the list of
 * the kind whose page they are on; else on the list their organization chose, if it is theirs. The usual kind's otherwise
 * (cases), or their first where it is not theirs.
 */
export function landingRoute(facts: LandingFacts): string {
  const flags = derivedFlags(facts);
  if (flags.viewing_as_medical_expert || flags.attendee) return UP_NEXT;
  const [only, ...more] = facts.kinds;
  if (only && more.length === 0) return listOf(only, facts);
  const here = kindOfPath(facts.path);
  if (here && facts.kinds.includes(here)) return listOf(here, facts);
  const chosen = KIND_NAMES.find((kind) => KINDS[kind].landing === facts.default_route_on_login);
  if (chosen && facts.kinds.includes(chosen)) return listOf(chosen, facts);
  const usual = usualKind();
  return only === undefined || facts.kinds.includes(usual) ? KINDS[usual].list_path : listOf(only, facts);
}

/** The home of someone who came to a page of another role, and of one who switched the profile. */
export function roleHome(facts: Omit<LandingFacts, 'path'>): string {
  return landingRoute({ ...facts, path: '/' });
}

/** The kinds in the dashboard menu; it is a menu only for those who order or oversee and have several kinds. */
export function dashboardKinds(standing: RoleFacts, kinds: readonly Kind[]): Kind[] {
  const flags = derivedFlags(standing);
  return flags.viewing_as_medical_expert || flags.attendee ? [] : [...kinds];
}

/** The name a person is addressed by; experts carry their title. */
export function personName(person: { first_name: string; last_name: string }, profileType: ProfileType | null): string {
  const name = fullName(person);
  return profileType === 'MedicalExpert' || profileType === 'ExternalMedicalExpert' ? `Dr. ${name}` : name;
}

const HERE = 'http://here.invalid';

/** A same-origin path someone may be sent to after signing in, or null: never another site, never sign-in itself. */
export function safeTarget(target: unknown): string | null {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target) || target.length > 2000) return null;
  for (const char of target) if (char.charCodeAt(0) < 32 || char === '\\') return null;
  // as a browser reads it: "/.//elsewhere" would name another host once it is shortened
  if (!URL.canParse(target, HERE)) return null;
  const read = new URL(target, HERE);
  if (read.origin !== HERE || read.pathname.startsWith('//')) return null;
  const path = target.split(/[?#]/)[0] ?? '';
  return path === '/login' || path === '/verify' || path === '/' ? null : target;
}
