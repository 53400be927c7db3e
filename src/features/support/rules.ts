/** What a message is about; the value is what the address bar may preset. */
export const REASONS = {
  review: 'A review in progress',
  access: 'Signing in or my account',
  billing: 'Price, invoice or payment',
  ordering: 'Ordering reviews for my organization',
  expert: 'Working as a medical expert',
  privacy: 'Privacy or security',
  other: 'Something else',
} as const;

export type Reason = keyof typeof REASONS;
export const REASON_NAMES = Object.keys(REASONS) as Reason[];

export const MESSAGE_MAX = 4000;

/** The reason a link presets, by its name or its words; null when it is neither. */
export function reasonOf(preset: unknown): Reason | null {
  if (typeof preset !== 'string') return null;
  const wanted = preset.trim().toLowerCase();
  return REASON_NAMES.find((name) => name === wanted || REASONS[name].toLowerCase() === wanted) ?? null;
}

/** Digits and letters that nobody mistakes for one another when a reference is read out. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference like "7K2-Q9F" from six random bytes. */
export function referenceFrom(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, 6)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '2').join('');
  return `${letters.slice(0, 3)}-${letters.slice(3)}`;
}
