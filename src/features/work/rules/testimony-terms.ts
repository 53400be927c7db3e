/** What was agreed about time at a deposition or a trial. */
export interface TestimonyTerms {
  /** A deposition is charged as at least so many minutes. */
  deposition_minimum_minutes: number;
  /** Called off or moved so many days before it, or later, it is charged; 0: never. */
  cancel_days: number;
  /** At which share of its minimum, or of its day, in percent. */
  cancel_percent: number;
}
