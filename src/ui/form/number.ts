/** Reads a number as people type it: grouped with commas, with a dollar sign, at most `decimals` places. Null when empty, undefined when it is none. */
export function parseNumber(text: string, decimals: number): number | null | undefined {
  const bare = text.replaceAll(/[\s$,]/g, '');
  if (bare === '') return null;
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(bare)) return undefined;
  if ((bare.split('.')[1]?.length ?? 0) > decimals) return undefined;
  return Number(bare);
}

/** Cents from typed dollars, exact: no arithmetic on fractions. */
export function parseCents(text: string): number | null | undefined {
  const bare = text.replaceAll(/[\s$,]/g, '');
  if (bare === '') return null;
  const found = /^(-?)(\d*)(?:\.(\d{0,2}))?$/.exec(bare);
  if (!found || (!found[2] && !found[3])) return undefined;
  const cents = Number(found[2] || '0') * 100 + Number((found[3] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? (found[1] && cents > 0 ? -cents : cents) : undefined;
}

/** '1322.00' for a field, from cents. */
export function centsText(cents: number | null): string {
  if (cents === null) return '';
  const size = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}
