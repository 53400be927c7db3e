/** The actions of reviews, by name; each kind's lifecycle adds its own. */
export interface ReviewActions {
  /** A state set by hand, of any kind. */
  override: true;
}
export type ReviewAction = keyof ReviewActions;
