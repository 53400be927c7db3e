/** How an examinee's link can have ended; `unknown` is said of a token that is none of ours. */
export const LINK_ENDS = ['revoked', 'moved', 'over', 'unknown'] as const;
export type LinkEnd = (typeof LINK_ENDS)[number];
export type LinkState = 'open' | Exclude<LinkEnd, 'unknown'>;

/** What of a link and its appointment decides whether it opens. */
export interface LinkFacts {
  revoked_at: Date | null;
  /** As the appointment stands. */
  appointment: 'scheduled' | 'tentative' | 'held' | 'missed' | 'cancelled' | 'moved';
  ends_at: Date;
}

/** The one place that says whether a link opens: while its exam is set and not over. */
export function linkState({ revoked_at, appointment, ends_at }: LinkFacts, now: Date): LinkState {
  if (revoked_at !== null) return 'revoked';
  if (appointment === 'cancelled' || appointment === 'moved') return 'moved';
  return appointment === 'held' || appointment === 'missed' || ends_at <= now ? 'over' : 'open';
}
