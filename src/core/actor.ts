import type { Kind } from './kinds.ts';

export const ROLES = [
  'admin',
  'user',
  'org_admin',
  'matching_admin',
  'support_agent',
  'customer_admin',
  'super_admin',
  'clin_ops',
] as const;
export type Role = (typeof ROLES)[number];

export const PROFILE_TYPES = [
  'ApplicantMedicalExpert',
  'Attendee',
  'ClaimConsultant',
  'ExternalMedicalExpert',
  'MedicalExpert',
  'MedicalExpertAssistant',
] as const;
export type ProfileType = (typeof PROFILE_TYPES)[number];

export const ACTOR_KINDS = [
  'claim_consultant',
  'review_manager',
  'org_admin',
  'customer_admin',
  'medical_expert',
  'external_medical_expert',
  'expert_assistant',
  'applicant_expert',
  'attendee',
  'matching_admin',
  'clin_ops',
  'support_agent',
  'admin',
  'super_admin',
  'nobody',
] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The three seats around a review; a seat owns the ball. */
export type Side = 'requester' | 'staff' | 'expert';

export interface ActorProfile {
  id: number;
  type: ProfileType;
  is_review_manager: boolean;
  is_primary: boolean;
  organization_id: number | null;
}

/** The signed-in user with the active profile: who asks, in which part of the world, on whose behalf. */
export interface Actor {
  user_id: number;
  session_id: number;
  first_name: string;
  last_name: string;
  time_zone: string;
  role: Role;
  kind: ActorKind;
  profile: ActorProfile | null;
  organization_id: number | null;
  /** Organizations whose reviews an organization-wide actor sees: its own, for admins the whole tree. */
  organization_ids: number[];
  /** Expert profiles this actor is (expert) or works for (assistant). */
  expert_profile_ids: number[];
  ip: string | null;
  request_id: string;
}

/**
 * The actor of scheduled work. It has no user and is shown as "Peritus"; what somebody without an account does by a link
 * carries that link, and is recorded as theirs.
 */
export interface SystemActor {
  kind: 'system';
  request_id: string;
  outside?: { link_id: number; ip: string | null };
}

export type AnyActor = Actor | SystemActor;

/** What role and profile make of a user (decisions: staff act as themselves, organization admins as admins unless a profile is active). */
export function actorKind(role: Role, profile: ActorProfile | null): ActorKind {
  switch (role) {
    case 'admin':
    case 'super_admin':
    case 'matching_admin':
    case 'support_agent':
    case 'clin_ops':
      return role;
    case 'org_admin':
    case 'customer_admin':
      return profile ? profileKind(profile) : role;
    case 'user':
      return profile ? profileKind(profile) : 'nobody';
  }
}

function profileKind(profile: ActorProfile): ActorKind {
  switch (profile.type) {
    case 'ClaimConsultant':
      return profile.is_review_manager ? 'review_manager' : 'claim_consultant';
    case 'MedicalExpert':
      return 'medical_expert';
    case 'ExternalMedicalExpert':
      return 'external_medical_expert';
    case 'MedicalExpertAssistant':
      return 'expert_assistant';
    case 'ApplicantMedicalExpert':
      return 'applicant_expert';
    case 'Attendee':
      return 'attendee';
  }
}

/** The X-PROFILE-TYPE value of a profile: snake_case, a flagged claim consultant is `review_manager`. */
export function profileHeader(profile: Pick<ActorProfile, 'type' | 'is_review_manager'>): string {
  if (profile.type === 'ClaimConsultant' && profile.is_review_manager) return 'review_manager';
  return profile.type.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
}

/** What a kind of actor is and may ever see. What nobody says of a kind it is not. */
interface RoleRow {
  /** The side of a review it is on; null for those who only look on. */
  side: Side | null;
  /** Sees all reviews of its organization, not only its own. */
  organization_wide?: true;
  /** Administers an organization and the people in it. */
  organization_admin?: true;
  /** Administers the product. */
  admin?: true;
  /** Reviews in its own name and is paid for it. */
  expert?: true;
  /** May do what the requester may. */
  acts_for_requester?: true;
  /** May do what clinical operations may: prepare records, check reports. */
  acts_for_clin_ops?: true;
  /** Sees the amounts a requester is charged. */
  prices?: true;
  /** Reads records, reports and messages of the reviews it has a part in. */
  contents?: true;
  /** Begins at "Up next", a list of what to do, and not at lists of reviews. */
  up_next?: true;
}

const ORDERS = { side: 'requester', acts_for_requester: true, prices: true, contents: true } as const;
const REVIEWS = { side: 'expert', contents: true, up_next: true } as const;
const ADMINISTERS = {
  side: 'staff',
  admin: true,
  acts_for_requester: true,
  acts_for_clin_ops: true,
  prices: true,
  contents: true,
} as const;

/** Who is what: the one table that says it, asked by the functions below. */
const ROLE_TABLE = {
  claim_consultant: ORDERS,
  review_manager: { ...ORDERS, organization_wide: true },
  org_admin: { ...ORDERS, organization_wide: true, organization_admin: true },
  customer_admin: { ...ORDERS, organization_wide: true, organization_admin: true },
  medical_expert: { ...REVIEWS, expert: true },
  external_medical_expert: { ...REVIEWS, expert: true },
  expert_assistant: REVIEWS,
  applicant_expert: { side: null, up_next: true },
  attendee: { side: null, up_next: true },
  matching_admin: { side: 'staff' },
  clin_ops: { side: 'staff', acts_for_clin_ops: true, contents: true },
  support_agent: { side: 'staff', acts_for_requester: true, contents: true },
  admin: ADMINISTERS,
  super_admin: ADMINISTERS,
  nobody: { side: null },
} as const satisfies Record<ActorKind, RoleRow>;

/** The work of the clock is staff's; it reads nothing and acts for nobody. */
const SYSTEM: RoleRow = { side: 'staff' };

const ROWS: ReadonlyMap<string, RoleRow> = new Map([...Object.entries<RoleRow>(ROLE_TABLE), ['system', SYSTEM]]);

/** Whoever the table does not list is nobody. */
const rowOf = (kind: ActorKind | 'system'): RoleRow => ROWS.get(kind) ?? ROLE_TABLE.nobody;

type StaffKind = {
  [K in ActorKind]: (typeof ROLE_TABLE)[K]['side'] extends 'staff' ? K : never;
}[ActorKind];

/** Peritus's own people, by kind; their roles have the same names. */
export const STAFF_KINDS: readonly StaffKind[] = ACTOR_KINDS.filter(
  (kind): kind is StaffKind => ROLE_TABLE[kind].side === 'staff',
);

/** The side an actor is on, or null for those who only look on. */
export const sideOf = (kind: ActorKind | 'system'): Side | null => rowOf(kind).side;
export const isStaff = (kind: ActorKind | 'system'): boolean => kind !== 'system' && rowOf(kind).side === 'staff';
/** Whoever orders: claim consultant, review manager, organization and customer admins. */
export const isRequesterSide = (kind: ActorKind | 'system'): boolean => rowOf(kind).side === 'requester';
/** Experts and their assistants. */
export const isExpertSide = (kind: ActorKind | 'system'): boolean => rowOf(kind).side === 'expert';
export const isExpert = (kind: ActorKind | 'system'): boolean => rowOf(kind).expert === true;
export const isOrganizationWide = (kind: ActorKind | 'system'): boolean => rowOf(kind).organization_wide === true;
/** Organization and customer admins. */
export const isOrganizationAdmin = (kind: ActorKind | 'system'): boolean => rowOf(kind).organization_admin === true;
/** The product's admins, super admins among them. */
export const isAdmin = (kind: ActorKind | 'system'): boolean => rowOf(kind).admin === true;
/** Whoever may act for the requester: the requesting side itself, support on its behalf, and admins. */
export const actsForRequester = (kind: ActorKind | 'system'): boolean => rowOf(kind).acts_for_requester === true;
/** Whoever may act for clinical operations: itself, and admins. */
export const actsForClinOps = (kind: ActorKind | 'system'): boolean => rowOf(kind).acts_for_clin_ops === true;
/** Who sees amounts charged: those who order, and admins. Experts see their own fee elsewhere. */
export const seesPrices = (kind: ActorKind | 'system'): boolean => rowOf(kind).prices === true;
/** Who reads what the reviews they have a part in hold. The matching desk never does. */
export const readsContents = (kind: ActorKind | 'system'): boolean => rowOf(kind).contents === true;
/** Staff who read along: all but the matching desk. */
export const isReadingStaff = (kind: ActorKind | 'system'): boolean => isStaff(kind) && readsContents(kind);
/** Who begins at "Up next": experts, assistants, applicants and attendees. */
export const hasUpNext = (kind: ActorKind | 'system'): boolean => rowOf(kind).up_next === true;

/** Whether an actor acts for the requester of this review: a claim consultant only of the own ones. */
export const isRequesterOf = (actor: { kind: ActorKind; user_id: number }, review: { requester_id: number }): boolean =>
  actor.kind === 'claim_consultant' ? review.requester_id === actor.user_id : actsForRequester(actor.kind);

/** Facts for which review kinds a user may work with (specification, section 6). */
export interface KindFacts {
  role: Role;
  profile_type: ProfileType | null;
  has_organization: boolean;
  /** Kinds enabled by the user's own organization. */
  own_kinds: readonly Kind[];
  /** Kinds enabled anywhere in the user's organization and its sub-organizations. */
  tree_kinds: readonly Kind[];
}
