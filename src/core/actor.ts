import type { Kind } from './kinds.ts';

export const PROFILE_TYPES = [
  'ApplicantMedicalExpert',
  'Attendee',
  'ClaimConsultant',
  'ExternalMedicalExpert',
  'MedicalExpert',
  'MedicalExpertAssistant',
] as const;
export type ProfileType = (typeof PROFILE_TYPES)[number];

/** The three seats around a review; a seat owns the ball. */
export type Side = 'requester' | 'staff' | 'expert';

export interface ActorProfile {
  id: number;
  type: ProfileType;
  is_review_manager: boolean;
  is_primary: boolean;
  organization_id: number | null;
}

/** What decides what a profile makes of a user, and what it is called. */
export type ProfileSort = Pick<ActorProfile, 'type' | 'is_review_manager'>;

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
  /** The super admin who acts as this person in this session. */
  impersonator?: { user_id: number; first_name: string; last_name: string };
  /** The link by which who has the machine let this person in, past second factor and single sign-on. */
  break_glass?: number;
  /** The API key a program of this person asks with; it opens no more than its scopes. */
  api_key?: number;
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
export function actorKind(role: Role, profile: ProfileSort | null): ActorKind {
  if (role === 'user') return profile ? profileKind(profile) : 'nobody';
  return isOrganizationAdmin(role) && profile ? profileKind(profile) : role;
}

function profileKind(profile: ProfileSort): ActorKind {
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
export function profileHeader(profile: ProfileSort): string {
  if (profile.type === 'ClaimConsultant' && profile.is_review_manager) return 'review_manager';
  return profile.type.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
}

/** The desks of Peritus's own people. */
export type Desk = 'matching' | 'records' | 'support';

/** What a kind of actor is and may ever see. What nobody says of a kind it is not. */
interface RoleRow {
  /** What it is called where people see it. */
  label: string;
  /** The side of a review it is on; null for those who only look on. */
  side: Side | null;
  /** Sees all reviews of its organization, not only its own. */
  organization_wide?: true;
  /** Sees what it ordered, and follows what a colleague ordered. */
  own_orders?: true;
  /** Oversees the organizations below its own, and finds what rests there. */
  oversees?: true;
  /** Administers an organization and the people in it. */
  organization_admin?: true;
  /** Administers the product. */
  admin?: true;
  /** Administers those who administer. */
  super_admin?: true;
  /** Reviews in its own name and is paid for it. */
  expert?: true;
  /** Reviews for one organization, which brought it in. */
  external?: true;
  /** Works for an expert, and signs nothing. */
  assists?: true;
  /** Asks to become an expert. */
  applies?: true;
  /** Is at a call, and sees nothing of the review but that. */
  attends?: true;
  /** May do what the requester may. */
  acts_for_requester?: true;
  /** May do what clinical operations may: prepare records, check reports. */
  acts_for_clin_ops?: true;
  /** Sees the amounts a requester is charged. */
  prices?: true;
  /** Reads records, reports and messages of the reviews it has a part in. */
  contents?: true;
  /** Runs the matching. */
  matches?: true;
  /** Its desk: conversations come there, and mails about what is to be done. */
  desk?: Desk;
  /** Its pages look as an admin's do, and as a claim consultant's. */
  views_as_admin?: true;
  views_as_requester?: true;
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
  matches: true,
  prices: true,
  contents: true,
} as const;

const ORGANIZATION_ADMIN = {
  ...ORDERS,
  organization_wide: true,
  organization_admin: true,
  views_as_requester: true,
} as const;

/**
 * Who is what: the one table that says it, asked by the functions below. Staff and admins of organizations are roles of
 * accounts under the same names; the others are what a profile makes of a user.
 */
const ROLE_TABLE = {
  claim_consultant: { ...ORDERS, label: 'Claim consultant', own_orders: true },
  review_manager: { ...ORDERS, label: 'Review manager', organization_wide: true },
  org_admin: { ...ORGANIZATION_ADMIN, label: 'Organization admin' },
  customer_admin: { ...ORGANIZATION_ADMIN, label: 'Customer admin', oversees: true, views_as_admin: true },
  medical_expert: { ...REVIEWS, label: 'Medical expert', expert: true },
  external_medical_expert: { ...REVIEWS, label: 'External medical expert', expert: true, external: true },
  expert_assistant: { ...REVIEWS, label: 'Expert assistant', assists: true },
  applicant_expert: { label: 'Applicant', side: null, applies: true, up_next: true },
  attendee: { label: 'Attendee', side: null, attends: true, up_next: true },
  matching_admin: { label: 'Matching admin', side: 'staff', matches: true, desk: 'matching' },
  clin_ops: {
    label: 'Clinical operations',
    side: 'staff',
    acts_for_clin_ops: true,
    contents: true,
    desk: 'records',
    views_as_admin: true,
    views_as_requester: true,
  },
  support_agent: {
    label: 'Support agent',
    side: 'staff',
    acts_for_requester: true,
    contents: true,
    desk: 'support',
    views_as_requester: true,
  },
  admin: { ...ADMINISTERS, label: 'Admin', views_as_admin: true, views_as_requester: true },
  super_admin: { ...ADMINISTERS, label: 'Super admin', super_admin: true, views_as_admin: true },
  nobody: { label: 'No role yet', side: null },
} as const satisfies Record<string, RoleRow>;

export type ActorKind = keyof typeof ROLE_TABLE;
export const ACTOR_KINDS = Object.keys(ROLE_TABLE) as readonly ActorKind[];

/** The work of the clock is staff's; it reads nothing and acts for nobody. */
const SYSTEM: RoleRow = { label: 'Peritus', side: 'staff' };

const ROWS: ReadonlyMap<string, RoleRow> = new Map([...Object.entries<RoleRow>(ROLE_TABLE), ['system', SYSTEM]]);

type Someone = ActorKind | Role | 'system';

/** Whoever the table does not list is nobody: also a user, before a profile is known. */
const rowOf = (kind: Someone): RoleRow => ROWS.get(kind) ?? ROLE_TABLE.nobody;

/** Kinds whose row says this. */
type KindsWith<Trait> = { [K in ActorKind]: (typeof ROLE_TABLE)[K] extends Trait ? K : never }[ActorKind];
export type StaffKind = KindsWith<{ side: 'staff' }>;
type OrganizationAdminKind = KindsWith<{ organization_admin: true }>;
type AdminKind = KindsWith<{ admin: true }>;
type SuperAdminKind = KindsWith<{ super_admin: true }>;

/** The role of an account. */
export type Role = 'user' | OrganizationAdminKind | StaffKind;

/** Peritus's own people, by kind; their roles have the same names. */
export const STAFF_KINDS: readonly StaffKind[] = ACTOR_KINDS.filter(isStaff);
/** Organization and customer admins; their roles have the same names. */
export const ORGANIZATION_ADMIN_KINDS: readonly OrganizationAdminKind[] = ACTOR_KINDS.filter(isOrganizationAdmin);
/** The product's admins. */
export const ADMIN_KINDS: readonly AdminKind[] = ACTOR_KINDS.filter(isAdmin);
/** The product's super admins. */
export const SUPER_ADMIN_KINDS: readonly SuperAdminKind[] = ACTOR_KINDS.filter(isSuperAdmin);
export const ROLES: readonly Role[] = ['user', ...ORGANIZATION_ADMIN_KINDS, ...STAFF_KINDS];

/** The side an actor is on, or null for those who only look on. */
export const sideOf = (kind: Someone): Side | null => rowOf(kind).side;
export function isStaff(kind: Someone): kind is StaffKind {
  return kind !== 'system' && rowOf(kind).side === 'staff';
}
/** Whoever orders: claim consultant, review manager, organization and customer admins. */
export const isRequesterSide = (kind: Someone): boolean => rowOf(kind).side === 'requester';
/** Experts and their assistants. */
export const isExpertSide = (kind: Someone): boolean => rowOf(kind).side === 'expert';
export const isExpert = (kind: Someone): boolean => rowOf(kind).expert === true;
export const isOrganizationWide = (kind: Someone): boolean => rowOf(kind).organization_wide === true;
/** Organization and customer admins. */
export function isOrganizationAdmin(kind: Someone): kind is OrganizationAdminKind {
  return rowOf(kind).organization_admin === true;
}
/** The product's admins, super admins among them. */
export function isAdmin(kind: Someone): kind is AdminKind {
  return rowOf(kind).admin === true;
}
/** The admins who grant the roles of staff. */
export function isSuperAdmin(kind: Someone): kind is SuperAdminKind {
  return rowOf(kind).super_admin === true;
}
/** Sees only what it ordered or follows: a claim consultant. */
export const seesOwnOrders = (kind: Someone): boolean => rowOf(kind).own_orders === true;
/** Oversees organizations below its own: a customer admin. */
export const overseesOrganizations = (kind: Someone): boolean => rowOf(kind).oversees === true;
/** An expert whom one organization brought in, and whose reviews alone come to them. */
export const isExternalExpert = (kind: Someone): boolean => rowOf(kind).external === true;
export const isAssistant = (kind: Someone): boolean => rowOf(kind).assists === true;
export const isApplicant = (kind: Someone): boolean => rowOf(kind).applies === true;
/** Who is asked to a call, and sees nothing else of the review. */
export const isAttendee = (kind: Someone): boolean => rowOf(kind).attends === true;
/** Whoever runs the matching: its desk, and admins. */
export const runsMatching = (kind: Someone): boolean => rowOf(kind).matches === true;
/** Whoever may act for the requester: the requesting side itself, support on its behalf, and admins. */
export const actsForRequester = (kind: Someone): boolean => rowOf(kind).acts_for_requester === true;
/** Whoever may act for clinical operations: itself, and admins. */
export const actsForClinOps = (kind: Someone): boolean => rowOf(kind).acts_for_clin_ops === true;
/** Who sees amounts charged: those who order, and admins. Experts see their own fee elsewhere. */
export const seesPrices = (kind: Someone): boolean => rowOf(kind).prices === true;
/** Who sees what all of an organization's reviews cost: who sees all of them with their prices, and admins. */
export const seesAllPrices = (kind: Someone): boolean =>
  isAdmin(kind) || (isOrganizationWide(kind) && seesPrices(kind));
/** Who sees what an expert's work comes to, and on which terms: who orders it, who is paid for it, and admins; never who assists. */
export const seesWorkAmounts = (kind: Someone): boolean => seesPrices(kind) || isExpert(kind);
/** Who reads what the reviews they have a part in hold. The matching desk never does. */
export const readsContents = (kind: Someone): boolean => rowOf(kind).contents === true;
/** Staff who read along: all but the matching desk. */
export const isReadingStaff = (kind: Someone): boolean => isStaff(kind) && readsContents(kind);
/** Staff whose desk answers conversations. The others of the staff join one when they write in it. */
export const isAtDesk = (kind: Someone): boolean => rowOf(kind).desk !== undefined;
/** The roles at a desk. */
export const rolesAt = (desk: Desk): readonly StaffKind[] => STAFF_KINDS.filter((kind) => rowOf(kind).desk === desk);
/** Whose pages look as an admin's do. */
export const viewsAsAdmin = (kind: Someone): boolean => rowOf(kind).views_as_admin === true;
/** Whose pages look as a claim consultant's do, without a profile. */
export const viewsAsRequester = (kind: Someone): boolean => rowOf(kind).views_as_requester === true;
/** What a kind of actor is called where people see it. */
export const labelOf = (kind: ActorKind): string => rowOf(kind).label;
/** Who begins at "Up next": experts, assistants, applicants and attendees. */
export const hasUpNext = (kind: Someone): boolean => rowOf(kind).up_next === true;

/** Whether an actor acts for the requester of this review: a claim consultant only of the own ones. */
export const isRequesterOf = (actor: { kind: ActorKind; user_id: number }, review: { requester_id: number }): boolean =>
  seesOwnOrders(actor.kind) ? review.requester_id === actor.user_id : actsForRequester(actor.kind);

/** Whether an actor only follows this review, which a colleague ordered: what is for the requester alone is not for them. */
export const isFollower = (actor: { kind: ActorKind; user_id: number }, review: { requester_id: number }): boolean =>
  seesOwnOrders(actor.kind) && review.requester_id !== actor.user_id;

/**
 * Whether what a review ends in, its reports and what they answer, is for this actor: a colleague who only follows it must be
 * among those it names. `readers`: whom the order names, null: nobody in particular.
 */
export const isReader = (
  actor: { kind: ActorKind; user_id: number },
  review: { requester_id: number },
  readers: readonly number[] | null,
): boolean => !isFollower(actor, review) || readers === null || readers.includes(actor.user_id);

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
