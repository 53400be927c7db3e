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

/** Peritus's own people, by kind; their roles have the same names. */
export const STAFF_KINDS = ['matching_admin', 'clin_ops', 'support_agent', 'admin', 'super_admin'] as const;
const STAFF: ReadonlySet<ActorKind> = new Set(STAFF_KINDS);
const ORGANIZATION_WIDE: ReadonlySet<ActorKind> = new Set(['review_manager', 'org_admin', 'customer_admin']);
const EXPERTS: ReadonlySet<ActorKind> = new Set(['medical_expert', 'external_medical_expert']);

export const isStaff = (kind: ActorKind | 'system'): boolean => kind !== 'system' && STAFF.has(kind);
export const isOrganizationWide = (kind: ActorKind): boolean => ORGANIZATION_WIDE.has(kind);
export const isExpert = (kind: ActorKind | 'system'): boolean => kind !== 'system' && EXPERTS.has(kind);
/** Whoever orders: claim consultant, review manager, organization and customer admins. */
export const isRequesterSide = (kind: ActorKind | 'system'): boolean =>
  kind === 'claim_consultant' || (kind !== 'system' && ORGANIZATION_WIDE.has(kind));

/** Whoever may act for the requester: the requesting side itself, support on its behalf, and admins. */
export const actsForRequester = (kind: ActorKind | 'system'): boolean =>
  isRequesterSide(kind) || kind === 'support_agent' || kind === 'admin' || kind === 'super_admin';

/** Whether an actor acts for the requester of this review: a claim consultant only of the own ones. */
export const isRequesterOf = (actor: { kind: ActorKind; user_id: number }, review: { requester_id: number }): boolean =>
  actor.kind === 'claim_consultant' ? review.requester_id === actor.user_id : actsForRequester(actor.kind);

/** The seat an actor sits in, or null for those who only look on. */
export function sideOf(kind: ActorKind | 'system'): Side | null {
  if (kind === 'system' || isStaff(kind)) return 'staff';
  if (isRequesterSide(kind)) return 'requester';
  if (isExpert(kind) || kind === 'expert_assistant') return 'expert';
  return null;
}

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
