import type { ActorKind, ProfileType, Role } from '../../../src/core/actor.ts';
import type { Person, World } from '../../harness/world.ts';

/**
 * Where a person stands to the review of the matrix: a part in it, the same organization without a part, or
 * another tenant.
 */
export type Relation = 'own' | 'same' | 'foreign';

/** Everybody who knocks at every endpoint: as what kind of actor, and how they stand to the review. */
const PEOPLE = {
  requester: ['claim_consultant', 'own'],
  watcher: ['claim_consultant', 'own'],
  manager: ['review_manager', 'own'],
  org_admin: ['org_admin', 'own'],
  customer_admin: ['customer_admin', 'own'],
  expert: ['medical_expert', 'own'],
  assistant: ['expert_assistant', 'own'],
  attendee: ['attendee', 'own'],
  matching_admin: ['matching_admin', 'own'],
  clin_ops: ['clin_ops', 'own'],
  support_agent: ['support_agent', 'own'],
  admin: ['admin', 'own'],
  super_admin: ['super_admin', 'own'],
  colleague: ['claim_consultant', 'same'],
  passed_over_expert: ['medical_expert', 'same'],
  external_expert: ['external_medical_expert', 'same'],
  applicant: ['applicant_expert', 'same'],
  other_attendee: ['attendee', 'same'],
  no_profile: ['nobody', 'same'],
  foreign_requester: ['claim_consultant', 'foreign'],
  foreign_manager: ['review_manager', 'foreign'],
  foreign_org_admin: ['org_admin', 'foreign'],
  foreign_customer_admin: ['customer_admin', 'foreign'],
  foreign_expert: ['medical_expert', 'foreign'],
  foreign_external_expert: ['external_medical_expert', 'foreign'],
  foreign_assistant: ['expert_assistant', 'foreign'],
  foreign_attendee: ['attendee', 'foreign'],
} as const satisfies Record<string, readonly [ActorKind, Relation]>;

export type Who = keyof typeof PEOPLE;
export const EVERYBODY = Object.keys(PEOPLE) as Who[];
export const kindOf = (who: Who): ActorKind => PEOPLE[who][0];
export const relationOf = (who: Who): Relation => PEOPLE[who][1];

export const STAFF = ['matching_admin', 'clin_ops', 'support_agent', 'admin', 'super_admin'] as const;
export const ADMINS = ['admin', 'super_admin'] as const;
/** Who orders: may act for the requesting side of the review. */
export const ORDERERS = ['requester', 'manager', 'org_admin', 'customer_admin'] as const;
export const EXPERT_SIDE = ['expert', 'assistant'] as const;

const PROFILE: Partial<Record<ActorKind, ProfileType>> = {
  claim_consultant: 'ClaimConsultant',
  review_manager: 'ClaimConsultant',
  external_medical_expert: 'ExternalMedicalExpert',
  applicant_expert: 'ApplicantMedicalExpert',
  attendee: 'Attendee',
};

/** Somebody of a kind that needs no more than a role or a profile. */
export function somebody(world: World, kind: ActorKind, organization_id: number | null): Promise<Person> {
  const roles: readonly ActorKind[] = [...STAFF, 'org_admin', 'customer_admin'];
  return world.person({
    role: roles.includes(kind) ? (kind as Role) : 'user',
    profile: PROFILE[kind] ?? null,
    is_review_manager: kind === 'review_manager',
    organization_id: (STAFF as readonly string[]).includes(kind) ? null : organization_id,
  });
}
