/**
 * Whether a reminder that comes now is over: what it reminds of has come, or another reminder of the same, nearer to it,
 * is due as well and says it better. `ahead_ms`: how long before the occasion this one was to come; `all_ms`: all of them.
 */
export const reminderIsOver = (occasion: Date, now: Date, ahead_ms: number, all_ms: readonly number[] = []): boolean =>
  occasion <= now || all_ms.some((other) => other < ahead_ms && occasion.getTime() - other <= now.getTime());
