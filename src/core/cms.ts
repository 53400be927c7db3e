import { type Certificate, readCertificate } from './certificate.ts';
import { type Der, DerError, derSet, joined, nth, readDer, readOid, readTime, sameBytes, TAG, within } from './der.ts';

/** Identifiers that signatures are made of (RFC 5652, RFC 5035, RFC 5758, RFC 3161, RFC 4055). */
export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  timeStamp: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  rsaSha256: '1.2.840.113549.1.1.11',
  rsaPss: '1.2.840.113549.1.1.10',
  mgf1: '1.2.840.113549.1.1.8',
  ecKey: '1.2.840.10045.2.1',
  p256: '1.2.840.10045.3.1.7',
  ecdsaSha256: '1.2.840.10045.4.3.2',
} as const;

/** What a signature (CMS SignedData) says of the bytes it stands beside. */
export interface CmsFound {
  /** `sound`: it is of these bytes. `changed`: it is not. `unchecked`: it was made by a way that is not known here. */
  state: 'sound' | 'changed' | 'unchecked';
  /** Whose certificate it is by; null where the signature does not bring it, or it cannot be read. */
  certificate: Certificate | null;
  /** The time an RFC 3161 time stamp says; null of a signature. */
  stamped_at: Date | null;
}

const HASHES: Readonly<Record<string, string>> = {
  [OID.sha256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
/** Ways to sign that a hash comes with, but for RSA-PSS, whose parameters say it. */
const RSA_WAYS: readonly string[] = [OID.rsa, OID.rsaSha256, '1.2.840.113549.1.1.12', '1.2.840.113549.1.1.13'];
const CURVE_WAYS: readonly string[] = [OID.ecKey, OID.ecdsaSha256, '1.2.840.10045.4.3.3', '1.2.840.10045.4.3.4'];
/** Elliptic curves by their identifiers, with the bytes of a coordinate. */
const CURVES: Readonly<Record<string, { name: string; bytes: number }>> = {
  [OID.p256]: { name: 'P-256', bytes: 32 },
  '1.3.132.0.34': { name: 'P-384', bytes: 48 },
  '1.3.132.0.35': { name: 'P-521', bytes: 66 },
};

/** No key signs with a longer salt, in bytes; what is far longer browsers take for no number. */
const MOST_SALT = 512;

/** A signature made by a way this cannot check: nothing speaks against it. */
class UnknownWay extends Error {
  constructor() {
    super('It was made by a way that is not known here.');
    this.name = 'UnknownWay';
  }
}

type Bytes = Uint8Array<ArrayBuffer>;
type PublicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
const sha = async (hash: string, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(hash, bytes));

/** Checks a detached signature, or a time stamp (RFC 3161), of bytes. Throws DerError where it is neither. */
export async function checkedCms(cms: Bytes, signed: Bytes): Promise<CmsFound> {
  const [type, wrapped] = within(readDer(cms));
  if (!type || !wrapped || readOid(type) !== OID.signedData) throw new DerError('It is no signature.');
  const parts = within(nth(within(wrapped), 0, TAG.sequence));
  const [contentType, content] = within(nth(parts, 2, TAG.sequence));
  const signer = within(nth(within(nth(parts, parts.length - 1, TAG.set)), 0, TAG.sequence));
  const certificate = certificateOf(nth(signer, 1), parts);
  const isStamp = contentType !== undefined && readOid(contentType) === OID.timeStamp;
  const stamp = isStamp && content ? timeIn(nth(within(content), 0, TAG.octets).content) : null;
  const found = { certificate, stamped_at: stamp?.at ?? null };
  try {
    // a time stamp signs what it says, and says what the bytes are
    if (stamp && !sameBytes(stamp.digest, await sha(hashNamed(stamp.hash), signed)))
      return { ...found, state: 'changed' };
    if (!stamp && content) throw new UnknownWay();
    return { ...found, state: (await isSigned(signer, certificate, stamp?.bytes ?? signed)) ? 'sound' : 'changed' };
  } catch (error) {
    if (error instanceof UnknownWay) return { ...found, state: 'unchecked' };
    throw error;
  }
}

/** The certificate a signer names, among those that come along. */
function certificateOf(named: Der, parts: readonly Der[]): Certificate | null {
  const set = parts.find(({ tag }) => tag === 0xa0);
  const [issuer, serial] = named.tag === TAG.sequence ? within(named) : [];
  if (!set || !issuer || !serial) return null;
  for (const { tag, bytes } of within(set)) {
    const read = tag === TAG.sequence ? readable(bytes) : null;
    if (read && sameBytes(read.issuer, issuer.bytes) && sameBytes(read.serial, serial.bytes)) return read;
  }
  return null;
}

/** One of a chain may be written as this does not read; it takes none of the others away. */
function readable(bytes: Bytes): Certificate | null {
  try {
    return readCertificate(bytes);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** What a time stamp says (TSTInfo): of which bytes, and when. */
function timeIn(bytes: Bytes): { bytes: Bytes; hash: Der; digest: Bytes; at: Date } {
  const fields = within(readDer(bytes));
  const imprint = within(nth(fields, 2, TAG.sequence));
  return {
    bytes,
    hash: nth(imprint, 0, TAG.sequence),
    digest: nth(imprint, 1, TAG.octets).content,
    at: readTime(nth(fields, 4, TAG.time)),
  };
}

/** Whether a signer’s signature is of these bytes. Throws UnknownWay where that cannot be told here. */
async function isSigned(signer: readonly Der[], certificate: Certificate | null, signed: Bytes): Promise<boolean> {
  const hash = hashNamed(nth(signer, 2, TAG.sequence));
  const attributes = signer.find(({ tag }) => tag === 0xa0);
  const [way, value] = signer.slice(attributes ? 4 : 3);
  if (way?.tag !== TAG.sequence || value?.tag !== TAG.octets) throw new DerError('A part is missing.');
  if (!attributes) {
    if (!certificate) throw new UnknownWay();
    return verified(certificate.key, way, hash, value.content, signed);
  }
  const said = new Map(
    within(attributes).map((one) => {
      const [name, values] = within(one);
      return [name ? readOid(name) : '', values];
    }),
  );
  const digest = said.get(OID.messageDigest);
  if (!digest || !sameBytes(nth(within(digest), 0, TAG.octets).content, await sha(hash, signed))) return false;
  if (!certificate) throw new UnknownWay();
  if (!(await namesCertificate(said.get(OID.signingCertificate), certificate.bytes))) return false;
  // signed as the set they are, not as the part they stand in (RFC 5652, 5.4)
  const asSet = derSet(...within(attributes).map(({ bytes }) => bytes));
  return verified(certificate.key, way, hash, value.content, asSet);
}

function hashNamed(algorithm: Der): string {
  const hash = HASHES[readOid(nth(within(algorithm), 0))];
  if (hash === undefined) throw new UnknownWay();
  return hash;
}

/** Whether the signature says which certificate it is by, and says this one; where it says none, nothing speaks against it. */
async function namesCertificate(said: Der | undefined, certificate: Bytes): Promise<boolean> {
  if (!said) return true;
  const [list] = within(nth(within(said), 0, TAG.sequence));
  const [named] = list ? within(list) : [];
  const fields = named ? within(named) : [];
  const [first] = fields;
  const hash = first?.tag === TAG.sequence ? hashNamed(first) : 'SHA-256';
  const digest = fields.find(({ tag }) => tag === TAG.octets);
  return digest !== undefined && sameBytes(digest.content, await sha(hash, certificate));
}

async function verified(key: Bytes, way: Der, hash: string, value: Bytes, data: Bytes): Promise<boolean> {
  const [named, parameters] = within(way);
  const wayNamed = named ? readOid(named) : '';
  const [kind, parameter] = within(nth(within(readDer(key)), 0, TAG.sequence));
  if (kind && readOid(kind) === OID.rsa) {
    if (RSA_WAYS.includes(wayNamed)) {
      const rsa = { name: 'RSASSA-PKCS1-v1_5', hash };
      return crypto.subtle.verify(rsa, await imported(key, rsa), value, data);
    }
    if (wayNamed !== OID.rsaPss) throw new UnknownWay();
    const saltLength = saltIn(parameters, hash);
    return crypto.subtle.verify(
      { name: 'RSA-PSS', saltLength },
      await imported(key, { name: 'RSA-PSS', hash }),
      value,
      data,
    );
  }
  const curve = parameter?.tag === TAG.oid ? CURVES[readOid(parameter)] : undefined;
  if (!curve || !CURVE_WAYS.includes(wayNamed)) throw new UnknownWay();
  const raw = joined(within(readDer(value)).map(({ content }) => coordinate(content, curve.bytes)));
  const publicKey = await imported(key, { name: 'ECDSA', namedCurve: curve.name });
  return crypto.subtle.verify({ name: 'ECDSA', hash }, publicKey, raw, data);
}

/** A key that is of a sort browsers do not take is one this cannot check by. */
async function imported(
  key: Bytes,
  as: { name: string; hash: string } | { name: string; namedCurve: string },
): Promise<PublicKey> {
  try {
    return await crypto.subtle.importKey('spki', key, as, false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException) throw new UnknownWay();
    throw error;
  }
}

/** The length of the salt an RSA-PSS signature says (RFC 4055, 3.1), where both of its hashes are the one of what was signed. */
function saltIn(parameters: Der | undefined, hash: string): number {
  const part = (tag: number) => {
    const found = parameters && within(parameters).find((one) => one.tag === tag);
    return found ? nth(within(found), 0) : undefined;
  };
  const [own, mask, salt] = [part(0xa0), part(0xa1), part(0xa2)];
  const [maskWay, maskHash] = mask ? within(mask) : [];
  // what is left out is SHA-1, which nothing is shown by anymore
  if (!own || !maskWay || !maskHash || readOid(maskWay) !== OID.mgf1) throw new UnknownWay();
  if (hashNamed(own) !== hash || hashNamed(maskHash) !== hash) throw new UnknownWay();
  const bytes = salt ? salt.content.reduce((sum, byte) => sum * 256 + byte, 0) : 20;
  if (bytes > MOST_SALT) throw new UnknownWay();
  return bytes;
}

/** A whole number in exactly so many bytes. */
function coordinate(content: Uint8Array, bytes: number): Bytes {
  const from = content.findIndex((byte) => byte !== 0);
  const digits = from < 0 ? content.subarray(0, 0) : content.subarray(from);
  if (digits.length > bytes) throw new DerError('A number is too long.');
  return joined([new Uint8Array(bytes - digits.length), digits]);
}
