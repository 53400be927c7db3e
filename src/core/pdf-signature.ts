import { fingerprintOf, readCertificate } from './certificate.ts';
import { type Der, DerError, derSet, joined, nth, readDer, readOid, sameBytes, TAG, within } from './der.ts';

/** Identifiers that signatures are made of (RFC 5652, RFC 5035, RFC 5758). */
export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  rsaSha256: '1.2.840.113549.1.1.11',
  ecKey: '1.2.840.10045.2.1',
  p256: '1.2.840.10045.3.1.7',
  ecdsaSha256: '1.2.840.10045.4.3.2',
} as const;

/**
 * What the newest signature of a PDF says of its bytes. `valid`: they are those that were signed, all of them. `added`: those that
 * were signed are as they were, and something was put behind them. `changed`: they are not what was signed.
 */
export type SignatureFound =
  | { state: 'none' | 'changed' | 'unreadable' }
  | {
      state: 'valid' | 'added';
      /** Whose certificate signed it, and its fingerprint. */
      name: string;
      fingerprint: string;
    };

/** Checks the newest signature of a PDF, whoever made it. That its certificate is somebody’s to trust, it does not say. */
export async function signatureOf(pdf: Uint8Array<ArrayBuffer>): Promise<SignatureFound> {
  const range = rangeOf(pdf);
  if (range === null) return { state: 'none' };
  if (range === 'broken') return { state: 'changed' };
  const signed = joined([pdf.subarray(0, range.gap), pdf.subarray(range.after, range.end)]);
  try {
    const { certificate, isSound } = await checked(range.contents, signed);
    if (!isSound) return { state: 'changed' };
    const { name, bytes } = readCertificate(certificate);
    const state = range.end === pdf.length ? 'valid' : 'added';
    return { state, name, fingerprint: await fingerprintOf(bytes) };
  } catch (error) {
    // what a stranger wrote where a signature should be may be anything
    if (error instanceof DerError || error instanceof DOMException) return { state: 'unreadable' };
    throw error;
  }
}

const BYTE_RANGE = [...'/ByteRange'].map((letter) => letter.charCodeAt(0));
/** No signature is written longer. */
const MOST_DIGITS = 4 * 1024 * 1024;

const plainText = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

interface SignedRange {
  /** Where the digits of the signature begin, and where the bytes behind them do. */
  gap: number;
  after: number;
  end: number;
  contents: Uint8Array<ArrayBuffer>;
}

/** The bytes the last signature says it covers; null where no signature is, `broken` where it covers what it cannot. */
function rangeOf(pdf: Uint8Array): SignedRange | 'broken' | null {
  let at = pdf.length - BYTE_RANGE.length;
  // 47 is "/"
  while (at >= 0 && (pdf[at] !== 47 || !BYTE_RANGE.every((byte, n) => pdf[at + n] === byte))) at -= 1;
  if (at < 0) return null;
  const text = plainText(pdf.subarray(at, at + 128));
  const found = /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text);
  if (!found) return 'broken';
  const [from = 0, gap = 0, after = 0, more = 0] = found.slice(1).map(Number);
  const end = after + more;
  if (from !== 0 || gap >= after || end > pdf.length || after - gap > MOST_DIGITS) return 'broken';
  const digits = plainText(pdf.subarray(gap, after));
  if (!/^<(?:[\da-fA-F]{2})+>$/.test(digits)) return 'broken';
  const contents = Uint8Array.from({ length: (digits.length - 2) / 2 }, (_, n) =>
    Number.parseInt(digits.slice(1 + n * 2, 3 + n * 2), 16),
  );
  return { gap, after, end, contents };
}

const HASHES: Readonly<Record<string, string>> = {
  [OID.sha256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
/** Elliptic curves by their identifiers, with the bytes of a coordinate. */
const CURVES: Readonly<Record<string, { name: string; bytes: number }>> = {
  [OID.p256]: { name: 'P-256', bytes: 32 },
  '1.3.132.0.34': { name: 'P-384', bytes: 48 },
  '1.3.132.0.35': { name: 'P-521', bytes: 66 },
};

/** Whether a detached signature (CMS SignedData) is of these bytes, and by which certificate. Throws DerError where it cannot be read. */
async function checked(
  cms: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<{ certificate: Uint8Array<ArrayBuffer>; isSound: boolean }> {
  const [type, wrapped] = within(readDer(cms));
  if (!type || !wrapped || readOid(type) !== OID.signedData) throw new DerError('It is no signature.');
  const parts = within(nth(within(wrapped), 0, TAG.sequence));
  const certificates = within(
    nth(
      parts.filter(({ tag }) => tag === 0xa0),
      0,
    ),
  ).map(({ bytes }) => bytes);
  const signer = within(nth(within(nth(parts.slice(3), parts.slice(3).length - 1, TAG.set)), 0, TAG.sequence));
  const [issuer, serial] = within(nth(signer, 1, TAG.sequence));
  const hash = hashNamed(nth(signer, 2, TAG.sequence));
  const attributes = nth(signer, 3, 0xa0);
  const value = nth(signer, 5, TAG.octets).content;

  const certificate = certificates.find((one) => {
    const read = readCertificate(one);
    return issuer && serial && sameBytes(read.issuer, issuer.bytes) && sameBytes(read.serial, serial.bytes);
  });
  if (!certificate) throw new DerError('Its certificate is missing.');
  const said = new Map(
    within(attributes).map((one) => {
      const [name, values] = within(one);
      return [name ? readOid(name) : '', values];
    }),
  );
  const digest = said.get(OID.messageDigest);
  const own = new Uint8Array(await crypto.subtle.digest(hash, signed));
  const isSame = digest !== undefined && sameBytes(nth(within(digest), 0, TAG.octets).content, own);
  const isNamed = await namesCertificate(said.get(OID.signingCertificate), certificate);
  // signed as the set they are, not as the part they stand in (RFC 5652, 5.4)
  const asSet = derSet(...within(attributes).map(({ bytes }) => bytes));
  const isSigned = await verified(readCertificate(certificate).key, hash, value, asSet);
  return { certificate, isSound: isSame && isNamed && isSigned };
}

function hashNamed(algorithm: Der): string {
  const hash = HASHES[readOid(nth(within(algorithm), 0))];
  if (hash === undefined) throw new DerError('It was made by a way that is not known here.');
  return hash;
}

/** Whether the signature says which certificate it is by, and says this one; where it says none, nothing speaks against it. */
async function namesCertificate(said: Der | undefined, certificate: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (!said) return true;
  const [list] = within(nth(within(said), 0, TAG.sequence));
  const [named] = list ? within(list) : [];
  const fields = named ? within(named) : [];
  const [first] = fields;
  const hash = first?.tag === TAG.sequence ? hashNamed(first) : 'SHA-256';
  const digest = fields.find(({ tag }) => tag === TAG.octets);
  return (
    digest !== undefined && sameBytes(digest.content, new Uint8Array(await crypto.subtle.digest(hash, certificate)))
  );
}

async function verified(
  key: Uint8Array<ArrayBuffer>,
  hash: string,
  value: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [kind, parameter] = within(nth(within(readDer(key)), 0, TAG.sequence));
  if (kind && readOid(kind) === OID.rsa) {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash };
    return crypto.subtle.verify(rsa, await crypto.subtle.importKey('spki', key, rsa, false, ['verify']), value, data);
  }
  const curve = parameter?.tag === TAG.oid ? CURVES[readOid(parameter)] : undefined;
  if (!curve) throw new DerError('Its key is of a sort that is not known here.');
  const ec = { name: 'ECDSA', namedCurve: curve.name };
  const publicKey = await crypto.subtle.importKey('spki', key, ec, false, ['verify']);
  const raw = joined(within(readDer(value)).map(({ content }) => coordinate(content, curve.bytes)));
  return crypto.subtle.verify({ name: 'ECDSA', hash }, publicKey, raw, data);
}

/** A whole number in exactly so many bytes. */
function coordinate(content: Uint8Array, bytes: number): Uint8Array {
  const from = content.findIndex((byte) => byte !== 0);
  const digits = from < 0 ? content.subarray(0, 0) : content.subarray(from);
  if (digits.length > bytes) throw new DerError('A number is too long.');
  return joined([new Uint8Array(bytes - digits.length), digits]);
}
