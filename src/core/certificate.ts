import { DerError, type Der, hexOf, nth, readDer, readOid, readTime, TAG, within } from './der.ts';

const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';

/** What is read of a certificate (RFC 5280). */
export interface Certificate {
  bytes: Uint8Array<ArrayBuffer>;
  /** Issuer and serial number as they stand: what a signature names it by. */
  issuer: Uint8Array<ArrayBuffer>;
  serial: Uint8Array<ArrayBuffer>;
  /** Whom it is of: its common name, else its organization. */
  name: string;
  from: Date;
  until: Date;
  /** SubjectPublicKeyInfo. */
  key: Uint8Array<ArrayBuffer>;
}

/** Reads a certificate. Throws DerError where it is none. */
export function readCertificate(bytes: Uint8Array<ArrayBuffer>): Certificate {
  const whole = readDer(bytes);
  const fields = within(nth(within(whole), 0, TAG.sequence));
  const [version] = fields;
  const rest = version?.tag === 0xa0 ? fields.slice(1) : fields;
  const [from, until] = within(nth(rest, 3, TAG.sequence)).map(readTime);
  if (!from || !until) throw new DerError('It does not say when it holds.');
  return {
    bytes: whole.bytes,
    serial: nth(rest, 0, TAG.integer).bytes,
    issuer: nth(rest, 2, TAG.sequence).bytes,
    name: nameIn(nth(rest, 4, TAG.sequence)),
    from,
    until,
    key: nth(rest, 5, TAG.sequence).bytes,
  };
}

function nameIn(subject: Der): string {
  const said = new Map<string, string>();
  for (const set of within(subject))
    for (const pair of within(set)) {
      const [type, value] = within(pair);
      if (type && value) said.set(readOid(type), textOf(value));
    }
  return said.get(COMMON_NAME) ?? said.get(ORGANIZATION) ?? '';
}

/** BMPString is two bytes a letter; the others are read as UTF-8. */
const textOf = ({ tag, content }: Der): string => new TextDecoder(tag === 0x1e ? 'utf-16be' : 'utf-8').decode(content);

/** Its fingerprint: SHA-256 of its bytes, in hexadecimal digits. */
export const fingerprintOf = async (certificate: Uint8Array<ArrayBuffer>): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', certificate)));
