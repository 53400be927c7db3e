import { type Kind, KINDS } from '../../../core/kinds.ts';
import type { Ability } from '../../../core/endpoint.ts';
import type { ActorFacts, ReviewFacts } from './facts.ts';
import { type ReviewRole, rulesOf, stateRow, isPurged } from './kinds.ts';
import { managerOf, officesOf } from './permission.ts';

export interface AttentionReason {
  value: string;
  label: string;
  /** Told at once by mail to those who can act, whatever they chose. */
  urgent: boolean;
}

/** Why a review needs attention; nobody but these reasons, so that they can be counted. */
export const ATTENTION_REASONS = [
  { value: 'patient_safety', label: 'Imminent patient-safety risk', urgent: true },
  { value: 'impairment', label: 'Possible impairment', urgent: false },
  { value: 'fraud_billing', label: 'Fraud or billing', urgent: false },
  { value: 'wrong_chart', label: 'Wrong or missing chart', urgent: false },
  { value: 'critical_deficiency', label: 'Critical deficiency', urgent: false },
  { value: 'report_overdue', label: 'Report overdue', urgent: false },
  { value: 'qa_dispute', label: 'Dispute about the quality check', urgent: false },
] as const satisfies readonly AttentionReason[];

export type AttentionReasonKey = (typeof ATTENTION_REASONS)[number]['value'];
export const ATTENTION_REASON_KEYS = ATTENTION_REASONS.map((reason) => reason.value) as [
  AttentionReasonKey,
  ...AttentionReasonKey[],
];

/** The row of a reason; what is none of ours is shown as it is written. */
export const attentionReason = (value: string): AttentionReason =>
  ATTENTION_REASONS.find((reason) => reason.value === value) ?? { value, label: value, urgent: false };

/** Somebody has to take note of it within so many business days of the organization. */
export const ACKNOWLEDGE_DAYS = 1;
/** So often it is told again, a business day apart, while nobody takes note. */
export const MOST_ALERTS = 5;

/** What a signed report answers when it asks for attention. */
export const REPORT_QUESTION = 'needs_attention';

export const ATTENTION_ACTIONS = ['raise_attention', 'acknowledge_attention', 'resolve_attention'] as const;
export type AttentionAction = (typeof ATTENTION_ACTIONS)[number];

const OFFICES: Readonly<Record<AttentionAction, readonly ReviewRole[]>> = {
  raise_attention: ['requester', 'expert', 'clin_ops', 'system'],
  acknowledge_attention: ['review_manager', 'clin_ops'],
  resolve_attention: ['review_manager', 'clin_ops', 'system'],
};

type Flagged = { kind: Kind; organization: Pick<ReviewFacts['organization'], 'flags'> };

/** Whether reviews of this kind can be marked as needing attention in this organization. */
export function hasAttention({ kind, organization }: Flagged): boolean {
  const flag = KINDS[kind].attention_flag;
  return flag !== null && organization.flags[flag] === true;
}

/** Permission alone: why this actor may never do this about attention here, or null. An invited expert is not yet the expert. */
export function attentionForbidden(actor: ActorFacts, facts: ReviewFacts, action: AttentionAction): string | null {
  if (KINDS[facts.kind].attention_flag === null)
    return `A ${KINDS[facts.kind].singular} is not marked as needing attention.`;
  if (!hasAttention(facts)) return 'Your organization does not mark reviews as needing attention.';
  const offices = officesOf(actor, { ...facts, invitation: null });
  if (OFFICES[action].some((office) => offices.has(office))) return null;
  return action === 'raise_attention'
    ? 'Only the requester, the expert or Peritus can mark it as needing attention.'
    : `Only ${managerOf(facts.organization)}, an administrator of the organization or Peritus can do this.`;
}

/** Why it cannot be done in the present state, or null. Anything open can be raised; only what is raised can be settled. */
export function attentionNotNow(facts: ReviewFacts, action: AttentionAction): string | null {
  const { bucket, label } = stateRow(facts.kind, facts.status);
  if (isPurged(facts)) return 'Its records are deleted.';
  if (action === 'raise_attention') {
    if (bucket === 'draft') return 'It is not ordered yet.';
    return rulesOf(facts.kind).ended.has(facts.status) ? `It has ended: “${label}”.` : null;
  }
  if (!facts.attention) return 'Nothing here needs attention.';
  return action === 'acknowledge_attention' && !facts.attention_waits ? 'Someone has already acknowledged it.' : null;
}

/** What the reader could do about attention and, where not, why; nothing for kinds that have none. */
export function attentionAbilities(actor: ActorFacts, facts: ReviewFacts): Partial<Record<AttentionAction, Ability>> {
  if (KINDS[facts.kind].attention_flag === null) return {};
  return Object.fromEntries(
    ATTENTION_ACTIONS.map((action) => {
      const reason = attentionForbidden(actor, facts, action) ?? attentionNotNow(facts, action);
      return [action, { allowed: reason === null, reason }];
    }),
  );
}
