/** How the text of a message becomes bytes, as its MSH-18 says. */
export const CHARSETS = ['UNICODE UTF-8', '8859/1', 'ASCII'] as const;
export type Charset = (typeof CHARSETS)[number];

/** The highest character a set has; of UTF-8 all. */
const HIGHEST: Readonly<Record<Charset, number>> = { 'UNICODE UTF-8': 0x10_ffff, '8859/1': 0xff, ASCII: 0x7f };

const PLAIN: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', ß: 'ss' };

/** A text in what a character set has: letters lose their accents where they must, what it has nothing for is a question mark. */
export function fitted(text: string, charset: Charset): string {
  if (charset === 'UNICODE UTF-8') return text;
  const highest = HIGHEST[charset];
  const fits = (sign: string): boolean => (sign.codePointAt(0) ?? 0) <= highest;
  return text.normalize('NFC').replaceAll(/\P{ASCII}/gu, (sign) => {
    if (fits(sign)) return sign;
    const plain = PLAIN[sign] ?? sign.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return plain !== '' && [...plain].every(fits) ? plain : '?';
  });
}

/** The bytes of a text. */
export function encoded(text: string, charset: Charset): Uint8Array {
  if (charset === 'UNICODE UTF-8') return new TextEncoder().encode(text);
  return Uint8Array.from(fitted(text, charset), (sign) => sign.charCodeAt(0));
}

const latin1 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return text;
};

/** What bytes say. Many say nothing of their character set and send UTF-8 or Latin-1: what is no UTF-8 is the other. */
export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return latin1(bytes);
  }
}
