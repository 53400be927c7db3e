import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Env } from '../../env.ts';
import { Refusal } from '../../refusal.ts';
import type { Signer } from './certificate.ts';

const SHORTEST_RSA = 2048;
const CURVES: readonly string[] = ['prime256v1', 'secp384r1', 'secp521r1'];

/**
 * The key and certificate of the file that is set; null where none is.
 * @throws Refusal when it cannot be read, or its certificate has ended.
 */
export async function openOwnSigner(
  env: Pick<Env, 'PDF_SIGNING_P12' | 'PDF_SIGNING_PASSPHRASE'>,
  now: Date,
): Promise<Signer | null> {
  const { PDF_SIGNING_P12: file, PDF_SIGNING_PASSPHRASE: passphrase = '' } = env;
  if (file === undefined) return null;
  const refuse = (why: string): never => {
    throw new Refusal('setting', `PDF_SIGNING_P12=${file}: ${why}`);
  };
  const bytes = await readFile(file).catch(() => refuse('the file cannot be read.'));
  const signer = await signerIn(bytes, passphrase).catch((error: unknown) =>
    refuse(error instanceof P12Error ? error.message : 'it is not a PKCS #12 file that can be read.'),
  );
  const certificate = new X509Certificate(signer.certificates[0] ?? Buffer.of());
  const until = new Date(certificate.validTo);
  if (until <= now) refuse(`its certificate ended on ${until.toISOString().slice(0, 10)}. Get a new one.`);
  return signer;
}

class P12Error extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'P12Error';
  }
}

/** The key of a PKCS #12 file and its certificates. Throws P12Error where they cannot be used. */
async function signerIn(bytes: Buffer, passphrase: string): Promise<Signer> {
  // only where such a file is set
  const { default: forge } = await import('node-forge');
  const { asn1, pkcs12, pki } = forge;
  const der = (one: Parameters<typeof asn1.toDer>[0]) =>
    Uint8Array.from(Buffer.from(asn1.toDer(one).getBytes(), 'latin1'));
  const read = () => {
    const parsed = asn1.fromDer(bytes.toString('latin1'));
    try {
      return pkcs12.pkcs12FromAsn1(parsed, passphrase);
    } catch {
      throw new P12Error('it does not open with PDF_SIGNING_PASSPHRASE.');
    }
  };
  const p12 = read();
  const bags = (type: string) => p12.getBags({ bagType: type })[type] ?? [];
  const [keyBag] = [...bags(pki.oids['pkcs8ShroudedKeyBag'] ?? ''), ...bags(pki.oids['keyBag'] ?? '')];
  if (!keyBag) throw new P12Error('there is no private key in it.');
  const info = keyBag.key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(keyBag.key)) : keyBag.asn1;
  const key = createPrivateKey({ key: Buffer.from(der(info)), format: 'der', type: 'pkcs8' });
  if (!isUsable(key))
    throw new P12Error('its key must be RSA of 2048 bits or more, or of the curve P-256, P-384 or P-521.');
  const certificates = bags(pki.oids['certBag'] ?? '').map((bag) =>
    der(bag.cert ? pki.certificateToAsn1(bag.cert) : bag.asn1),
  );
  const own = certificates.find((one) => new X509Certificate(one).checkPrivateKey(key));
  if (!own) throw new P12Error('there is no certificate of its key in it.');
  return { key, certificates: [own, ...certificates.filter((one) => one !== own)] };
}

const isUsable = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa'
    ? (asymmetricKeyDetails?.modulusLength ?? 0) >= SHORTEST_RSA
    : asymmetricKeyType === 'ec' && CURVES.includes(asymmetricKeyDetails?.namedCurve ?? '');
