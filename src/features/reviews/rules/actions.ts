/** The actions of reviews, by name; each kind's lifecycle adds its own. */
export interface ReviewActions {
  /** A state set by hand, of any kind. */
  override: true;
}
export type ReviewAction = keyof ReviewActions;

/** Steps by which an expert who was at work goes off a review: what was arranged with them alone ends. */
export const EXPERT_LEAVES = ['withdraw_expert', 'confirm_conflict'] as const satisfies readonly ReviewAction[];

/** Actions that accept, sign or agree to a price. */
const IN_PERSON_ACTIONS: ReadonlySet<string> = new Set<ReviewAction>([
  'acknowledge',
  'cancel',
  'counter_agreement',
  'propose_agreement',
  'sign_agreement',
  'request_report',
  'sign_report',
  'submit',
]);

/**
 * Whether an action is the person's own word: it accepts, signs, agrees to a price, or costs a fee now. Whoever acts as
 * somebody else, or came in by an emergency sign-in, leaves it to them.
 */
export const isInPerson = (action: string, data: Readonly<Record<string, unknown>> = {}): boolean =>
  IN_PERSON_ACTIONS.has(action) || (typeof data['fee_cents'] === 'number' && data['fee_cents'] > 0);
