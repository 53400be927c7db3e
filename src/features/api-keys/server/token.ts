import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 holds 256 bits, 62^6 the 32 of the checksum. */
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;

/** What programs that look for lost secrets find a key by; the last six digits are the checksum of all before them. */
export const KEY_PATTERN = /^per_([1-9]\d{0,15})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = `${DIGITS[Number(rest % 62n)] ?? ''}${text}`;
  return text;
}

const checkOf = (text: string): string => base62(BigInt(crc32(text)), CHECK_LENGTH);

/** What stands behind the number of a new key. */
export const newSecret = (): string => base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);

/** A key as it is handed out, once. */
export function keyText(id: number, secret: string): string {
  const text = `per_${id}_${secret}`;
  return `${text}${checkOf(text)}`;
}

/** The number of a key; null for a text that is none, which is seen without asking the database. */
export function keyId(text: string): number | null {
  const found = KEY_PATTERN.exec(text);
  if (!found || checkOf(text.slice(0, -CHECK_LENGTH)) !== found[3]) return null;
  const id = Number(found[1]);
  return Number.isSafeInteger(id) ? id : null;
}
