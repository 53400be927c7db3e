import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { readCertificate } from '../../../core/certificate.ts';
import { joined } from '../../../core/der.ts';
import { signaturesOf } from '../../../core/pdf-signature.ts';
import { Refusal } from '../../refusal.ts';
import { stampPages } from '../stamp.ts';
import { makeSigner } from './certificate.ts';
import { openOwnSigner } from './p12.ts';
import { ABOUT, fingerprint, letter, NOW, read, signedBy, SIGNER } from './samples.ts';

/** The same as a packet is: pages put together anew, with a number on each. */
async function packet(): Promise<Uint8Array<ArrayBuffer>> {
  const task = getDocument({ data: await letter(), verbosity: 0 });
  const document = await task.promise;
  const bytes = await document.extractPages([{ document: null }, { document: await letter() }] as unknown as Parameters<
    typeof document.extractPages
  >[0]);
  await task.destroy();
  if (!bytes) throw new Error('The pages could not be put together.');
  return stampPages(
    bytes,
    ['DOE000001', 'DOE000002'].map((text) => ({ text, at: 'foot' as const })),
    ABOUT,
  );
}

describe('a certificate of one’s own', () => {
  it('is one that others read: its name, what it is for, when it holds, and its own signature', () => {
    const certificate = new X509Certificate(SIGNER.certificates[0] ?? Buffer.of());
    expect(certificate.subject).toContain('CN=Peritus at reviews.example.org');
    expect(certificate.verify(createPublicKey(SIGNER.key))).toBe(true);
    expect(certificate.checkPrivateKey(SIGNER.key)).toBe(true);
    expect(certificate.ca).toBe(false);
    const { name, from, until } = readCertificate(SIGNER.certificates[0] ?? new Uint8Array());
    expect(name).toBe('Peritus at reviews.example.org');
    expect([from, until]).toEqual([new Date(certificate.validFrom), new Date(certificate.validTo)]);
    expect([from < NOW, until > new Date('2036-11-01')]).toEqual([true, true]);
  });
});

describe.each([
  ['a letter', letter],
  ['a packet', packet],
])('the signature of %s', (_what, made) => {
  it('is valid, of the whole file, and by its certificate; words and tags stay as they were', async () => {
    const plain = await made();
    const pdf = signedBy(SIGNER, plain);
    expect(await signaturesOf(plain)).toEqual([]);
    const { from, until } = readCertificate(SIGNER.certificates[0] ?? new Uint8Array());
    expect(await signaturesOf(pdf)).toEqual([
      {
        state: 'sound',
        covers: 'whole',
        stamped_at: null,
        by: { name: 'Peritus at reviews.example.org', fingerprint: await fingerprint(SIGNER), from, until },
      },
    ]);
    const [before, after] = [await read(plain), await read(pdf)];
    const rest = { isSigned: null, annotations: null };
    expect({ ...after, ...rest }).toEqual({ ...before, ...rest });
    expect(after.tags).not.toBeNull();
    expect(after.annotations).toEqual([...before.annotations, ['Widget', 'Sig']]);
    expect([before.isSigned, after.isSigned]).toEqual([false, true]);
    expect(Buffer.from(pdf.subarray(0, plain.length)).equals(Buffer.from(plain))).toBe(true);
    expect(Buffer.from(pdf).toString('latin1')).toContain('/SubFilter /ETSI.CAdES.detached');
  });

  it('shows a byte that is another, wherever it is, and what was put behind it', async () => {
    const pdf = signedBy(SIGNER, await made());
    for (const at of [20, Math.floor(pdf.length / 3), pdf.length - 8]) {
      const other = pdf.slice();
      other[at] = (other[at] ?? 0) ^ 1;
      expect(await signaturesOf(other), `byte ${at}`).toMatchObject([{ state: 'changed' }]);
    }
    const longer = joined([pdf, new TextEncoder().encode('\n7 0 obj\n<< >>\nendobj\n')]);
    expect(await signaturesOf(longer)).toMatchObject([
      { state: 'sound', covers: 'added', by: { fingerprint: await fingerprint(SIGNER) } },
    ]);
    expect(await signaturesOf(pdf.subarray(0, pdf.length - 1))).toMatchObject([{ state: 'changed' }]);
  });
});

describe('whose signature it is', () => {
  it('is told by the certificate: another of the same name has another fingerprint, and none is taken for another', async () => {
    const plain = await letter();
    const other = makeSigner('Peritus at reviews.example.org', NOW);
    const found = await signaturesOf(signedBy(other, plain));
    expect(found).toMatchObject([{ state: 'sound', covers: 'whole', by: { fingerprint: await fingerprint(other) } }]);
    expect(await fingerprint(other)).not.toBe(await fingerprint(SIGNER));
    // their key under our certificate
    const forged = signedBy({ key: other.key, certificates: SIGNER.certificates }, plain);
    expect(await signaturesOf(forged)).toMatchObject([{ state: 'changed' }]);
  });

  it('is not read into what only looks like one', async () => {
    const text = async (words: string) =>
      (await signaturesOf(new TextEncoder().encode(words))).map(({ state }) => state);
    expect(await text('%PDF-1.7 no signature')).toEqual([]);
    expect(await text('')).toEqual([]);
    expect(await text('/ByteRange')).toEqual(['changed']);
    expect(await text('/ByteRange [0 9 9 9]')).toEqual(['changed']);
    const fake = '/ByteRange [0 26 30 0]    <30>';
    expect(fake.indexOf('<')).toBe(26);
    expect(await text(fake)).toEqual(['unreadable']);
  });
});

describe('an operator’s own key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-p12-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A PKCS #12 file with an RSA key, as an authority gives one. */
  function p12(
    name: string,
    { until, bits = 2048, passphrase = 'open' }: { until: string; bits?: number; passphrase?: string },
  ) {
    const { publicKey, privateKey } = forge.pki.rsa.generateKeyPair(bits);
    const certificate = forge.pki.createCertificate();
    certificate.publicKey = publicKey;
    certificate.serialNumber = '0a';
    certificate.validity.notBefore = new Date('2020-01-01T00:00:00Z');
    certificate.validity.notAfter = new Date(until);
    certificate.setSubject([{ name: 'commonName', value: 'Reviews of the North' }]);
    certificate.setIssuer([{ name: 'commonName', value: 'Reviews of the North' }]);
    certificate.sign(privateKey, forge.md.sha256.create());
    const file = join(folder, `${name}.p12`);
    const bag = forge.pkcs12.toPkcs12Asn1(privateKey, [certificate], passphrase, { algorithm: 'aes256' });
    writeFileSync(file, Buffer.from(forge.asn1.toDer(bag).getBytes(), 'latin1'));
    return file;
  }
  const opening = (file: string, passphrase = 'open') =>
    openOwnSigner({ PDF_SIGNING_P12: file, PDF_SIGNING_PASSPHRASE: passphrase }, NOW);
  const refusal = (...of: Parameters<typeof opening>) =>
    opening(...of).then(
      () => '',
      (error: unknown) => {
        expect(error).toBeInstanceOf(Refusal);
        return (error as Refusal).message;
      },
    );

  it('signs, and is told by its name', async () => {
    const signer = await opening(p12('good', { until: '2030-01-01T00:00:00Z' }));
    if (!signer) throw new Error('Nothing was opened.');
    expect(createPrivateKey(signer.key.export({ type: 'pkcs8', format: 'pem' })).asymmetricKeyType).toBe('rsa');
    expect(await signaturesOf(signedBy(signer, await letter()))).toMatchObject([
      { state: 'sound', covers: 'whole', by: { name: 'Reviews of the North' } },
    ]);
  });

  it('stops a start where it cannot be read, says another passphrase, or has ended', async () => {
    const ended = p12('ended', { until: '2026-11-18T14:00:00Z' });
    expect(await refusal(ended)).toContain('its certificate ended on 2026-11-18');
    expect(await refusal(ended, 'other')).toContain('it does not open with PDF_SIGNING_PASSPHRASE');
    expect(await refusal(join(folder, 'nowhere.p12'))).toContain('the file cannot be read');
    writeFileSync(join(folder, 'text.p12'), 'no such file');
    expect(await refusal(join(folder, 'text.p12'))).toContain('it is not a PKCS #12 file');
    expect(await refusal(p12('short', { until: '2030-01-01T00:00:00Z', bits: 1024 }))).toContain('2048 bits or more');
    expect(await openOwnSigner({ PDF_SIGNING_P12: undefined, PDF_SIGNING_PASSPHRASE: undefined }, NOW)).toBeNull();
  });
});
