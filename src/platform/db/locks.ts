/**
 * The advisory locks this product takes in its database by a number of their own, which all versions agree on; all others
 * are hashed from what they are of. Each number stands here once: one taken by two would make them wait for each other.
 */
export const LOCKS = {
  /** While migrations run. */
  migrations: 7_305_571,
  /** While events are handed to their queues. */
  outbox: 7_305_572,
  /** While audit rows are sealed. */
  audit: 7_305_573,
  /** As long as a process works on the database. */
  instance: 7_305_574,
  /** While it is looked at what goes wrong. */
  alerts: 7_305_575,
  /** While the key is made that PDFs are signed with. */
  signing: 7_305_576,
} as const;
