import type { ReviewAction } from './actions.ts';
import { isOn, leads } from '../../../core/experts.ts';
import { withArticle } from '../../../core/phrases.ts';
import {
  type ActorKind,
  type StaffKind,
  isOrganizationWide,
  isStaff,
  isExpertSide,
  readsContents,
  isReadingStaff,
  seesPrices as kindSeesPrices,
  actsForRequester,
  isAttendee,
  isExpert,
  isAssistant,
  isRequesterOf,
} from '../../../core/actor.ts';
import type { ActorFacts, ReviewFacts } from './facts.ts';
import { type ReviewRole, rulesOf } from './kinds.ts';

type Whose = Pick<ReviewFacts, 'requester_id' | 'experts' | 'invitation'>;

const ADMIN_OFFICES = ['requester', 'review_manager', 'clin_ops', 'matching_admin', 'admin'] as const;

/** The offices Peritus's own people hold on every review. */
const STAFF_OFFICES: Readonly<Record<StaffKind, readonly ReviewRole[]>> = {
  matching_admin: ['matching_admin'],
  clin_ops: ['clin_ops'],
  support_agent: ['requester'],
  admin: ADMIN_OFFICES,
  super_admin: [...ADMIN_OFFICES, 'super_admin'],
};

/**
 * The offices an actor holds on a review it can see. A colleague who only watches holds none; nobody but the invited
 * or assigned expert is ever the expert, and who is beside the lead, or is to be, is of the panel.
 */
export function officesOf(actor: ActorFacts, review: Whose): ReadonlySet<ReviewRole> {
  if (actor.kind === 'system') return new Set(['system']);
  if (isOrganizationWide(actor.kind)) return new Set(['requester', 'review_manager']);
  if (isStaff(actor.kind)) return new Set(STAFF_OFFICES[actor.kind]);
  if (isExpert(actor.kind)) {
    const invited = invitedTo(actor.expert_profile_ids, review);
    if (leads(actor, review) || invited === 'lead') return new Set(['expert']);
    return new Set(isOn(actor, review) || invited === 'panel' ? ['panelist'] : []);
  }
  if (isAssistant(actor.kind)) return new Set(leads(actor, review) ? ['assistant'] : []);
  return new Set(isRequesterOf({ kind: actor.kind, user_id: actor.user_id }, review) ? ['requester'] : []);
}

/** Which part of a review one of these experts was asked to take; null: none of them, or it is answered with yes. */
const invitedTo = (own: readonly number[], { invitation }: Whose): 'lead' | 'panel' | null =>
  invitation === null || invitation.status === 'accepted' || !own.includes(invitation.expert_profile_id)
    ? null
    : invitation.panel_place === 1
      ? 'lead'
      : 'panel';

/** Actions with a price to agree to; support agents, who see no prices, never take them. */
const PRICED: ReadonlySet<ReviewAction> = new Set<ReviewAction>(['submit', 'request_report', 'cancel']);

/** "a review manager", or what the ordering organization calls one. */
export const managerOf = (organization: Pick<ReviewFacts['organization'], 'manager_alias'> | undefined): string =>
  // an own name stands within a sentence as ours do, unless it begins with an abbreviation
  withArticle(
    (organization?.manager_alias ?? 'review manager').replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()),
  );

const WHO_CAN: Record<Exclude<ReviewRole, 'review_manager'>, string> = {
  requester: 'the requester',
  expert: 'the expert',
  panelist: 'an examiner of the panel',
  assistant: 'the expert’s assistant',
  clin_ops: 'Peritus',
  matching_admin: 'Peritus',
  admin: 'Peritus',
  super_admin: 'a super admin',
  system: 'Peritus, by itself',
};

/** What is answered to an action that a kind of review does not have. */
export const NO_SUCH_ACTION = 'There is no such action.';

/** Permission alone: may this actor ever take this action on this review? Null: yes; otherwise why not. */
export function refusedByPermission(
  actor: ActorFacts,
  review: Whose & Pick<ReviewFacts, 'kind'> & { organization?: ReviewFacts['organization'] },
  action: ReviewAction,
  offices: ReadonlySet<ReviewRole> = officesOf(actor, review),
): string | null {
  const who = rulesOf(review.kind).offices.get(action) ?? [];
  if (isStaff(actor.kind) && actsForRequester(actor.kind) && !kindSeesPrices(actor.kind) && PRICED.has(action))
    return 'This agrees to a price, which only the requester can do.';
  if (who.some((office) => offices.has(office))) return null;
  if (who.length === 0) return NO_SUCH_ACTION;
  const named = (office: ReviewRole): string =>
    office === 'review_manager' ? managerOf(review.organization) : WHO_CAN[office];
  const names = [...new Set(who.filter((o) => o !== 'system' || who.length === 1).map(named))];
  return `Only ${joinOr(names)} can ${rulesOf(review.kind).action_labels[action] ?? 'do this'}.`;
}

/** "a", "a or b", "a, b or c". */
export function joinOr(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Who sees the amounts of a review. The system writes them. */
export const seesPrices = (actor: ActorFacts): boolean => actor.kind === 'system' || kindSeesPrices(actor.kind);

/** How much of a review an actor gets. An expert before attestation gets the blind view only. */
export function viewOf(actor: ActorFacts, review: Whose): 'full' | 'no_contents' | 'blind' | 'call_only' {
  if (isStaff(actor.kind) && !readsContents(actor.kind)) return 'no_contents';
  if (isAttendee(actor.kind)) return 'call_only';
  if (actor.kind !== 'system' && isExpertSide(actor.kind)) return isOn(actor, review) ? 'full' : 'blind';
  return 'full';
}

/**
 * Whether what is kept beside a review is somebody's to read: of its experts the lead's side alone, staff, and whoever sees all of it for
 * who ordered.
 */
export function readsBeside(actor: ActorFacts, review: Omit<Whose, 'invitation'>): boolean {
  if (actor.kind !== 'system' && isExpertSide(actor.kind)) return leads(actor, review);
  return isStaff(actor.kind) || viewOf(actor, { ...review, invitation: null }) === 'full';
}

/** Trends name providers: for managers and admins of the organization, and the staff who check reports. */
export const readsTrends = (kind: ActorKind): boolean => isOrganizationWide(kind) || isReadingStaff(kind);
