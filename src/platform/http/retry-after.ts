/** How long the other side asks to be left alone (Retry-After: seconds or a date); null where it says nothing that can be read. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  // a date says its day of the week
  const at = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
