import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { der, derInteger, derOid, TAG } from '../../../core/der.ts';
import { OID } from '../../../core/cms.ts';
import { DAY } from '../../../core/time.ts';

/** A key with its certificate and those it rests on, its own first. */
export interface Signer {
  key: KeyObject;
  /** DER. */
  certificates: readonly Uint8Array<ArrayBuffer>[];
}

/** How long a certificate of our own holds. */
const YEARS = 10;
/** X.520 allows a common name no more letters. */
const LONGEST_NAME = 64;

const utf8 = (text: string) => new TextEncoder().encode(text);
const yes = der(TAG.boolean, Uint8Array.of(0xff));
/** The algorithm a key signs with, as certificates and signatures name it. */
export const signatureAlgorithm = (key: KeyObject): Uint8Array<ArrayBuffer> =>
  key.asymmetricKeyType === 'rsa'
    ? der(TAG.sequence, derOid(OID.rsaSha256), der(TAG.nothing))
    : der(TAG.sequence, derOid(OID.ecdsaSha256));

const nameOf = (name: string): Uint8Array<ArrayBuffer> =>
  der(
    TAG.sequence,
    ...[
      ['2.5.4.10', 'Peritus'],
      ['2.5.4.3', name.slice(0, LONGEST_NAME)],
    ].map(([type = '', value = '']) => der(TAG.set, der(TAG.sequence, derOid(type), der(TAG.text, utf8(value))))),
  );

function instant(at: Date): Uint8Array<ArrayBuffer> {
  const digits = `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  // by two digits of the year up to 2049 (RFC 5280, 4.1.2.5)
  return at.getUTCFullYear() < 2050 ? der(TAG.utcTime, utf8(digits.slice(2))) : der(TAG.time, utf8(digits));
}

const extension = (id: string, critical: boolean, value: Uint8Array): Uint8Array<ArrayBuffer> =>
  der(TAG.sequence, derOid(id), ...(critical ? [yes] : []), der(TAG.octets, value));

/** Makes a key (P-256) and a certificate it signs itself, that says `name` and is for signing documents. */
export function makeSigner(name: string, now: Date): Signer {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = new Uint8Array(createPublicKey(key).export({ type: 'spki', format: 'der' }));
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS);
  const algorithm = signatureAlgorithm(key);
  const subject = nameOf(name);
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const body = der(
    TAG.sequence,
    der(0xa0, derInteger(Uint8Array.of(2))),
    derInteger(serial),
    algorithm,
    subject,
    // clocks of those who check may be behind
    der(TAG.sequence, instant(new Date(now.getTime() - DAY)), instant(until)),
    subject,
    publicKey,
    der(
      0xa3,
      der(
        TAG.sequence,
        extension('2.5.29.19', true, der(TAG.sequence)),
        // digitalSignature and nonRepudiation
        extension('2.5.29.15', true, der(TAG.bits, Uint8Array.of(6, 0xc0))),
        extension('2.5.29.14', false, der(TAG.octets, createHash('sha1').update(publicKey).digest())),
      ),
    ),
  );
  const signature = sign('sha256', body, key);
  const certificate = der(TAG.sequence, body, algorithm, der(TAG.bits, Uint8Array.of(0), signature));
  return { key, certificates: [certificate] };
}
