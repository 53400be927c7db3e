/** The actions of reviews, by name; each kind's lifecycle adds its own. */
export interface ReviewActions {
  /** A state set by hand, of any kind. */
  override: true;
}
export type ReviewAction = keyof ReviewActions;

/** Actions that accept, sign or agree to a fee: whoever acts as somebody else leaves them to that person. */
export const IN_PERSON_ACTIONS: ReadonlySet<string> = new Set<ReviewAction>([
  'acknowledge',
  'cancel',
  'sign_report',
  'submit',
]);
