/** Bytes in the Distinguished Encoding Rules (X.690), as certificates and signatures are written in. */

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  text: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** One value as it stands: its tag, all of its bytes, and those behind tag and length. */
export interface Der {
  tag: number;
  bytes: Uint8Array<ArrayBuffer>;
  content: Uint8Array<ArrayBuffer>;
}

/** What cannot be read as DER. */
export class DerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DerError';
  }
}

/** Several stretches of bytes as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Whether two stretches of bytes say the same. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Bytes as hexadecimal digits, in small letters. */
export const hexOf = (bytes: Uint8Array): string => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

/** A value written down. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = joined(parts);
  return joined([Uint8Array.of(tag, ...lengthBytes(content.length)), content]);
}

/** A set, whose members stand in the order of their bytes (X.690, 11.6). */
export const derSet = (...members: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  der(TAG.set, ...members.toSorted((a, b) => (hexOf(a) < hexOf(b) ? -1 : 1)));

/** A whole number that is not negative, from its bytes. */
export function derInteger(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const first = bytes.findIndex((byte) => byte !== 0);
  const plain = first < 0 ? Uint8Array.of(0) : bytes.subarray(first);
  return der(TAG.integer, (plain[0] ?? 0) > 0x7f ? Uint8Array.of(0) : Uint8Array.of(), plain);
}

/** "1.2.840.113549.1.7.2" */
export function derOid(dotted: string): Uint8Array<ArrayBuffer> {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((number) => {
    const groups = [number % 128];
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left % 128) + 128);
    return groups;
  });
  return der(TAG.oid, Uint8Array.from(bytes));
}

/** The value that begins at a place. Throws DerError where there is none, or not all of it. */
export function readDer(bytes: Uint8Array<ArrayBuffer>, at = 0): Der {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) throw new DerError('It ends too early.');
  if ((tag & 0x1f) === 0x1f) throw new DerError('A tag has more than one byte.');
  let [begin, length] = [at + 2, first];
  if (first >= 0x80) {
    const count = first - 0x80;
    if (count === 0 || count > 4) throw new DerError('A length is not written as it should be.');
    length = bytes.subarray(begin, begin + count).reduce((sum, byte) => sum * 256 + byte, 0);
    begin += count;
  }
  if (begin + length > bytes.length) throw new DerError('It ends too early.');
  return { tag, bytes: bytes.subarray(at, begin + length), content: bytes.subarray(begin, begin + length) };
}

/** The values within one. */
export function within({ content }: Der): Der[] {
  const members: Der[] = [];
  for (let at = 0; at < content.length;) {
    const one = readDer(content, at);
    members.push(one);
    at += one.bytes.length;
  }
  return members;
}

/** An object identifier, dotted. Throws DerError where it is none. */
export function readOid({ tag, content }: Der): string {
  if (tag !== TAG.oid) throw new DerError('There is no identifier where one should be.');
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [first = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}

/** An instant as certificates and time stamps write one. Throws DerError where it is none, or of a day that never is. */
export function readTime({ tag, content }: Der): Date {
  const text = new TextDecoder().decode(content);
  const digits = tag === TAG.utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(digits);
  if (!found) throw new DerError('A time is not written as it should be.');
  const [, year, month, day, hour, minute, second] = found;
  const said = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = new Date(`${said}Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(said)) throw new DerError('There is no such time.');
  return at;
}

/** The n-th value of some. Throws DerError where there are fewer, or it has another tag. */
export function nth(values: readonly Der[], n: number, tag?: number): Der {
  const one = values[n];
  if (!one || (tag !== undefined && one.tag !== tag)) throw new DerError('A part is missing.');
  return one;
}
