/** How a plain text is written, as decoders name it. Whoever reads it can choose another one. */
export const TEXT_ENCODINGS = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western (Windows)',
  macintosh: 'Western (Macintosh)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big end first',
} as const;
export type TextEncodingName = keyof typeof TEXT_ENCODINGS;

/** So many bytes tell how a text is written. */
export const TELLING_BYTES = 256 * 1024;
/** Of Western text in two bytes a letter, nearly every second one is zero. */
const MOSTLY = 0.4;

/**
 * How a text is written, by its mark or by its bytes: what is not UTF-8 throughout comes from an older system of the West,
 * whose every byte is a letter.
 */
export function encodingOf(head: Uint8Array): TextEncodingName {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const bytes = head.subarray(0, TELLING_BYTES);
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = bytes.length / 2;
  if (even === 0 && odd > half * MOSTLY) return 'utf-16le';
  if (odd === 0 && even > half * MOSTLY) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // as a part of something longer: a letter may be cut off at its end
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
