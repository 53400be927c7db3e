/** Who did not come to a call; nobody: both wanted to, and something kept them apart. */
export const MISSED_BY = ['requester', 'expert', 'nobody'] as const;
export type MissedBy = (typeof MISSED_BY)[number];
