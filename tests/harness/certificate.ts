import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

/** A certificate for this machine that nobody but itself vouches for, and its key, as PEM. */
export function ownCertificate(): { key: string; cert: string } {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const own = forge.pki.privateKeyFromPem(String(key));
  const cert = forge.pki.createCertificate();
  cert.publicKey = forge.pki.setRsaPublicKey(own.n, own.e);
  cert.serialNumber = '01';
  cert.validity.notBefore = new Date('2020-01-01');
  cert.validity.notAfter = new Date('2100-01-01');
  const name = [{ name: 'commonName', value: 'localhost' }];
  cert.setSubject(name);
  cert.setIssuer(name);
  cert.setExtensions([
    { name: 'basicConstraints', cA: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: 2, value: 'localhost' },
        { type: 7, ip: '127.0.0.1' },
      ],
    },
  ]);
  cert.sign(own, forge.md.sha256.create());
  return { key: String(key), cert: forge.pki.certificateToPem(cert) };
}
