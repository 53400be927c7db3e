import { isAdmin, isOrganizationWide, type ActorKind } from '../../../core/actor.ts';
import type { Cents } from '../../../core/money.ts';

/** From which amount on somebody approves. */
export interface ApprovalThreshold {
  above_cents: Cents;
  /** Who; nobody named: any manager of the organization, or admin of its tree. */
  approver_ids: readonly number[];
}

/** An organization has so many thresholds at most. */
export const THRESHOLDS_MOST = 8;

export type ApprovalState = 'waiting' | 'approved' | 'declined' | 'withdrawn';

/** The threshold an amount falls under, the highest it is above; null where nobody approves it. */
export function thresholdFor(thresholds: readonly ApprovalThreshold[], cents: Cents): ApprovalThreshold | null {
  const above = thresholds.filter(({ above_cents }) => cents > above_cents);
  return above.reduce<ApprovalThreshold | null>(
    (highest, one) => (highest === null || one.above_cents > highest.above_cents ? one : highest),
    null,
  );
}

/** The threshold a price comes above that nobody approved it past: the highest one it is above now, where what was approved is not. */
export function thresholdPassed(
  thresholds: readonly ApprovalThreshold[],
  approved: Cents,
  cents: Cents,
): ApprovalThreshold | null {
  const threshold = thresholdFor(thresholds, cents);
  return threshold !== null && approved <= threshold.above_cents ? threshold : null;
}

interface Asked {
  approver_ids: readonly number[];
  /** Null: nobody, the price rose by itself. */
  asked_by: number | null;
}

const isOwn = (userId: number, { asked_by }: Asked, requesterId: number): boolean =>
  userId === asked_by || userId === requesterId;

/** Whether one of an organization's managers and admins is to decide on a price: who is named, unless that leaves only who ordered. */
export function isApprover(userId: number, approval: Asked, requesterId: number): boolean {
  if (isOwn(userId, approval, requesterId)) return false;
  const named = approval.approver_ids.filter((id) => !isOwn(id, approval, requesterId));
  return named.length === 0 || named.includes(userId);
}

/** Why somebody does not decide on a price; null for whoever may. Nobody approves their own. */
export function refusedApprover(
  actor: { kind: ActorKind; user_id: number },
  approval: Asked | null,
  requesterId: number,
): string | null {
  if (!isOrganizationWide(actor.kind) && !isAdmin(actor.kind))
    return 'Only the organization’s managers and admins approve a price.';
  if (approval === null) return null;
  if (isOwn(actor.user_id, approval, requesterId)) return 'Nobody approves their own order.';
  return isAdmin(actor.kind) || isApprover(actor.user_id, approval, requesterId)
    ? null
    : 'Somebody else is named to approve an amount like this.';
}
