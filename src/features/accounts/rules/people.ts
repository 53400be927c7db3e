import {
  type Actor,
  type ActorKind,
  type ProfileType,
  type Role,
  isStaff,
  isOrganizationAdmin,
  isAdmin,
  ACTOR_KINDS,
  ORGANIZATION_ADMIN_KINDS,
  STAFF_KINDS,
  isSuperAdmin,
} from '../../../core/actor.ts';

/** What somebody is invited to be. */
export interface InvitedAs {
  role: Role;
  profile_type: ProfileType | null;
  is_review_manager: boolean;
  organization_id: number | null;
}

/** Profiles an organization's admins may bring in: its own people, and its own experts where the flag allows them. */
const OF_AN_ORGANIZATION: ReadonlySet<ProfileType> = new Set(['ClaimConsultant', 'Attendee', 'ExternalMedicalExpert']);
/** Profiles that belong to no organization: they serve all of them. */
const OF_THE_PLATFORM: ReadonlySet<ProfileType> = new Set(['MedicalExpert', 'ApplicantMedicalExpert']);

/** Who can invite people at all; everything else is refused. */
export const INVITERS: ReadonlySet<ActorKind> = new Set(
  ACTOR_KINDS.filter((kind) => isOrganizationAdmin(kind) || isAdmin(kind)),
);

/**
 * Whether an actor may ever invite somebody as this. Organization admins within their own tree: admins, consultants,
 * review managers, attendees, external experts. Admins anywhere, also experts and assistants. Staff roles are granted
 * by super admins alone.
 */
export function mayInvite(actor: Pick<Actor, 'kind' | 'organization_ids'>, as: InvitedAs): boolean {
  if (!INVITERS.has(actor.kind) || !isWhole(as)) return false;
  if (isStaff(as.role)) return isSuperAdmin(actor.kind);
  if (isAdmin(actor.kind)) return true;
  if (as.organization_id === null || !actor.organization_ids.includes(as.organization_id)) return false;
  return as.profile_type === null ? isOrganizationAdmin(as.role) : OF_AN_ORGANIZATION.has(as.profile_type);
}

/** Whether role, profile and organization fit each other: what a person with them would be exists. */
export function isWhole({ role, profile_type, is_review_manager, organization_id }: InvitedAs): boolean {
  if (is_review_manager && profile_type !== 'ClaimConsultant') return false;
  if (role !== 'user') {
    if (profile_type !== null) return false;
    return isOrganizationAdmin(role) === (organization_id !== null);
  }
  if (profile_type === null) return false;
  if (profile_type === 'MedicalExpertAssistant') return true;
  return OF_THE_PLATFORM.has(profile_type) === (organization_id === null);
}

/** Something people can be invited to be, and what it belongs to: an organization, an expert, or nothing. */
export interface Invitable extends Omit<InvitedAs, 'organization_id'> {
  key: string;
  belongs_to: 'organization' | 'expert' | 'platform';
}

const profile = (
  key: string,
  profile_type: ProfileType,
  belongs_to: Invitable['belongs_to'],
  is_review_manager = false,
): Invitable => ({ key, role: 'user', profile_type, is_review_manager, belongs_to });
const role = (name: Role, belongs_to: Invitable['belongs_to']): Invitable => ({
  key: name,
  role: name,
  profile_type: null,
  is_review_manager: false,
  belongs_to,
});

/** All there is, in the order in which it is offered. */
const INVITABLE: readonly Invitable[] = [
  profile('claim_consultant', 'ClaimConsultant', 'organization'),
  profile('review_manager', 'ClaimConsultant', 'organization', true),
  ...ORGANIZATION_ADMIN_KINDS.map((name) => role(name, 'organization')),
  profile('attendee', 'Attendee', 'organization'),
  profile('external_medical_expert', 'ExternalMedicalExpert', 'organization'),
  profile('medical_expert', 'MedicalExpert', 'platform'),
  profile('applicant_medical_expert', 'ApplicantMedicalExpert', 'platform'),
  profile('medical_expert_assistant', 'MedicalExpertAssistant', 'expert'),
  ...STAFF_KINDS.map((name) => role(name, 'platform')),
];

/** What an actor may invite people to be. */
export function invitableBy(actor: Pick<Actor, 'kind' | 'organization_ids'>): Invitable[] {
  // staff have no organization of their own and may name any
  const anywhere = actor.organization_ids[0] ?? 1;
  return INVITABLE.filter((one) =>
    mayInvite(actor, { ...one, organization_id: one.belongs_to === 'organization' ? anywhere : null }),
  );
}

/** What an existing account looks like to an invitation addressed to it. */
export interface ExistingAccount {
  role: Role;
  organization_id: number | null;
}

/**
 * How an existing account can take an invitation: with a further profile; with an organization's admin role, which
 * only somebody without another organization or role can take; not at all.
 */
export function joinsAs(account: ExistingAccount, as: InvitedAs): 'profile' | 'role' | 'refused' {
  if (as.role === 'user') return isStaff(account.role) ? 'refused' : 'profile';
  if (!isOrganizationAdmin(as.role)) return 'refused';
  const free = account.organization_id === null || account.organization_id === as.organization_id;
  return account.role === 'user' && free ? 'role' : 'refused';
}

export const JOIN_REFUSED =
  'Your account already has a role that cannot be joined with this one. The person who invited you can use another address of yours.';

export type InvitationState = 'open' | 'accepted' | 'withdrawn' | 'expired';

/** How an invitation stands at an instant. */
export function invitationState(
  row: { accepted_at: Date | null; withdrawn_at: Date | null; expires_at: Date },
  now: Date,
): InvitationState {
  if (row.accepted_at !== null) return 'accepted';
  if (row.withdrawn_at !== null) return 'withdrawn';
  return row.expires_at <= now ? 'expired' : 'open';
}
