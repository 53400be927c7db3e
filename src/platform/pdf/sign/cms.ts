import { createHash, sign } from 'node:crypto';
import { readCertificate } from '../../../core/certificate.ts';
import { der, derInteger, derOid, derSet, TAG } from '../../../core/der.ts';
import { OID } from '../../../core/cms.ts';
import { type Signer, signatureAlgorithm } from './certificate.ts';

const sha256 = der(TAG.sequence, derOid(OID.sha256));
const attribute = (type: string, value: Uint8Array): Uint8Array<ArrayBuffer> =>
  der(TAG.sequence, derOid(type), der(TAG.set, value));

/**
 * A detached CMS signature over bytes with this SHA-256, as CAdES asks of PDFs (ETSI EN 319 142-1, baseline B-B): it names its
 * certificate, and no time, which stands in the PDF.
 */
export function detachedSignature({ key, certificates }: Signer, digest: Uint8Array): Uint8Array<ArrayBuffer> {
  const [own] = certificates;
  if (!own) throw new Error('There is no certificate.');
  const { issuer, serial } = readCertificate(own);
  const named = der(TAG.sequence, der(TAG.octets, createHash('sha256').update(own).digest()));
  const attributes = derSet(
    attribute(OID.contentType, derOid(OID.data)),
    attribute(OID.messageDigest, der(TAG.octets, digest)),
    attribute(OID.signingCertificate, der(TAG.sequence, der(TAG.sequence, named))),
  );
  const signer = der(
    TAG.sequence,
    derInteger(Uint8Array.of(1)),
    der(TAG.sequence, issuer, serial),
    sha256,
    // within the signature the same set stands as its part 0
    Uint8Array.of(0xa0, ...attributes.subarray(1)),
    signatureAlgorithm(key),
    der(TAG.octets, sign('sha256', attributes, key)),
  );
  return der(
    TAG.sequence,
    derOid(OID.signedData),
    der(
      0xa0,
      der(
        TAG.sequence,
        derInteger(Uint8Array.of(1)),
        der(TAG.set, sha256),
        der(TAG.sequence, derOid(OID.data)),
        der(0xa0, ...certificates),
        der(TAG.set, signer),
      ),
    ),
  );
}
