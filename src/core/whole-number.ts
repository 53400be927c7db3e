/** The number from 1 on that an address or a field holds as a number or as digits; null for whatever else stands there. */
export const wholeNumberIn = (value: unknown): number | null =>
  (typeof value === 'string' || typeof value === 'number') && /^[1-9]\d{0,14}$/.test(String(value))
    ? Number(value)
    : null;
