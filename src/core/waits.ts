/** How long is waited after the nth failure in a row, in ms: twice as long each time, never longer than `longest_ms`. */
export const growingWait = (
  failures: number,
  { first_ms, longest_ms }: { first_ms: number; longest_ms: number },
): number => Math.min(first_ms * 2 ** (failures - 1), longest_ms);

/** A wait of our own, or as long as the other side asks to be left alone, up to `most_ms`; null: it asks nothing. */
export const atLeastAsked = (own_ms: number, asked_ms: number | null, most_ms: number): number =>
  Math.max(own_ms, Math.min(asked_ms ?? 0, most_ms));
