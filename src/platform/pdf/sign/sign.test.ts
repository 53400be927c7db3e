import { constants, createHash, createPrivateKey, createPublicKey, sign, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { OID } from '../../../core/cms.ts';
import { der, derInteger, derOid, derSet, hexOf, joined, TAG } from '../../../core/der.ts';
import { fingerprintOf, readCertificate } from '../../../core/certificate.ts';
import { signaturesOf } from '../../../core/pdf-signature.ts';
import { Refusal } from '../../refusal.ts';
import { Canvas } from '../canvas.ts';
import { Flow } from '../flow.ts';
import { stampPages } from '../stamp.ts';
import { makeSigner, type Signer } from './certificate.ts';
import { detachedSignature } from './cms.ts';
import { openOwnSigner } from './p12.ts';
import { roomForSignature } from './room.ts';

const NOW = new Date('2026-11-18T15:00:00Z');
const ABOUT = { title: 'A letter', author: 'Dr. Ash', subject: 'Words', lang: 'en-US', at: NOW };

/** A tagged PDF as letters and reports are, with a link on its page. */
async function letter(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new Canvas({ ...ABOUT, keywords: '' });
  const flow = new Flow(canvas);
  flow.paragraph([{ text: 'What was signed', style: 'serif', size: 11, color: '#1c2429' }], { tag: 'H1', leading: 15 });
  const link = canvas.child(canvas.root, 'Link');
  canvas.link(link, { x: 90, y: 90, w: 60, h: 12 }, 'https://peritus.example', 'The page');
  link.end();
  return canvas.finish();
}

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

function signedBy(signer: Signer, pdf: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { bytes, gap, after } = roomForSignature(pdf, { name: 'Here', reason: 'Signed', at: NOW, room: 4096 });
  const hash = createHash('sha256').update(pdf).update(bytes.subarray(0, gap)).update(bytes.subarray(after));
  bytes.write(hexOf(detachedSignature(signer, hash.digest())), gap + 1, 'latin1');
  return joined([pdf, bytes]);
}

const SIGNER = makeSigner('Peritus at reviews.example.org', NOW);
const fingerprint = (signer: Signer) => fingerprintOf(signer.certificates[0] ?? new Uint8Array());

/** What a reader of PDFs finds: words, tags, annotations and the catalog’s form. */
async function read(pdf: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await task.promise;
  const page = await document.getPage(1);
  const found = {
    pages: document.numPages,
    words: (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(''),
    tags: await page.getStructTree(),
    marked: await document.getMarkInfo(),
    isSigned: ((await document.getMetadata()).info as { IsSignaturesPresent?: boolean }).IsSignaturesPresent,
    annotations: (await page.getAnnotations()).map(({ subtype, fieldType }) => [subtype, fieldType ?? null]),
  };
  await task.destroy();
  return found;
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

/** An update put behind a PDF with what `made` answers for the SHA-256 of all but its digits, as other programs sign once more. */
function updated(
  pdf: Uint8Array<ArrayBuffer>,
  subFilter: string,
  made: (signed: Uint8Array) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(pdf).toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? '';
  const root = [...text.matchAll(/\/Root (\d+ 0 R)/g)].at(-1)?.[1] ?? '';
  const head = `\n900 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter} /Contents `;
  const room = 8192;
  const gap = pdf.length + head.length;
  const after = gap + room * 2 + 2;
  const xref = (rangeText: string) => {
    const object = `${head}<${'0'.repeat(room * 2)}> /ByteRange ${rangeText} >>\nendobj\n`;
    const at = String(pdf.length + 1).padStart(10, '0');
    return `${object}xref\n900 1\n${at} 00000 n \ntrailer\n<< /Size 901 /Root ${root} /Prev ${previous} >>\nstartxref\n${pdf.length + object.length}\n%%EOF\n`;
  };
  const blank = xref(''.padEnd(60));
  const tail = Buffer.from(xref(`[0 ${gap} ${after} ${pdf.length + blank.length - after}]`.padEnd(60)), 'latin1');
  const signed = joined([pdf, tail.subarray(0, gap - pdf.length), tail.subarray(after - pdf.length)]);
  tail.write(hexOf(made(signed)), gap - pdf.length + 1, 'latin1');
  return joined([pdf, tail]);
}
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const signedAgainBy = (signer: Signer, pdf: Uint8Array<ArrayBuffer>) =>
  updated(pdf, 'ETSI.CAdES.detached', (signed) => detachedSignature(signer, sha256(signed)));

const SHA256 = der(TAG.sequence, derOid(OID.sha256));
/** SignedData over what `content` says, signed in the way given. */
function cmsOf(
  signer: Signer,
  {
    type,
    content,
    digest,
    way,
    value,
  }: {
    type: string;
    content: Uint8Array | null;
    digest: Uint8Array;
    way: Uint8Array;
    value: (attributes: Uint8Array) => Uint8Array;
  },
) {
  const [own = new Uint8Array()] = signer.certificates;
  const { issuer, serial } = readCertificate(own);
  const attribute = (name: string, said: Uint8Array) => der(TAG.sequence, derOid(name), der(TAG.set, said));
  const attributes = derSet(
    attribute(OID.contentType, derOid(type)),
    attribute(OID.messageDigest, der(TAG.octets, digest)),
  );
  const by = der(
    TAG.sequence,
    derInteger(Uint8Array.of(1)),
    der(TAG.sequence, issuer, serial),
    SHA256,
    Uint8Array.of(0xa0, ...attributes.subarray(1)),
    way,
    der(TAG.octets, value(attributes)),
  );
  const said = content ? [der(0xa0, der(TAG.octets, content))] : [];
  return der(
    TAG.sequence,
    derOid(OID.signedData),
    der(
      0xa0,
      der(
        TAG.sequence,
        derInteger(Uint8Array.of(3)),
        der(TAG.set, SHA256),
        der(TAG.sequence, derOid(type), ...said),
        der(0xa0, own),
        der(TAG.set, by),
      ),
    ),
  );
}

/** A time stamp as an authority gives one (RFC 3161), of what is asked. */
function stampOf(signer: Signer, of: Uint8Array, at: string) {
  const info = der(
    TAG.sequence,
    derInteger(Uint8Array.of(1)),
    derOid('1.3.6.1.4.1.13762.3'),
    der(TAG.sequence, SHA256, der(TAG.octets, sha256(of))),
    derInteger(Uint8Array.of(7)),
    der(TAG.time, new TextEncoder().encode(at)),
  );
  return cmsOf(signer, {
    type: OID.timeStamp,
    content: info,
    digest: sha256(info),
    way: der(TAG.sequence, derOid(OID.ecdsaSha256)),
    value: (attributes) => sign('sha256', attributes, signer.key),
  });
}

const OTHER = makeSigner('Counsel of the other side', NOW);

describe('several signatures of one file', () => {
  it('are all told, in their order: ours is not hidden by the one that came after it', async () => {
    const once = signedBy(SIGNER, await letter());
    const twice = signedAgainBy(OTHER, once);
    expect((await read(twice)).words).toBe('What was signed');
    const [ours, theirs] = [await fingerprint(SIGNER), await fingerprint(OTHER)];
    expect(await signaturesOf(twice)).toMatchObject([
      { state: 'sound', covers: 'signed_again', by: { fingerprint: ours } },
      { state: 'sound', covers: 'whole', by: { fingerprint: theirs } },
    ]);
    const longer = joined([twice, new TextEncoder().encode('\n7 0 obj\n<< >>\nendobj\n')]);
    expect(await signaturesOf(longer)).toMatchObject([
      { state: 'sound', covers: 'signed_again', by: { fingerprint: ours } },
      { state: 'sound', covers: 'added', by: { fingerprint: theirs } },
    ]);
    // what stands between them is another: the second no longer speaks for what came after the first
    const changed = twice.slice();
    changed[twice.length - 8] = (changed[twice.length - 8] ?? 0) ^ 1;
    expect(await signaturesOf(changed)).toMatchObject([
      { state: 'sound', covers: 'added', by: { fingerprint: ours } },
      { state: 'changed' },
    ]);
    const before = twice.slice();
    before[300] = (before[300] ?? 0) ^ 1;
    expect(await signaturesOf(before)).toMatchObject([{ state: 'changed' }, { state: 'changed' }]);
  });

  it('may be a time stamp, which is said to be one, with its time; one of other bytes is not', async () => {
    const once = signedBy(SIGNER, await letter());
    const stamped = updated(once, 'ETSI.RFC3161', (signed) => stampOf(OTHER, signed, '20261120101500.25Z'));
    expect(await signaturesOf(stamped)).toMatchObject([
      { state: 'sound', covers: 'signed_again', stamped_at: null },
      {
        state: 'sound',
        covers: 'whole',
        stamped_at: new Date('2026-11-20T10:15:00Z'),
        by: { fingerprint: await fingerprint(OTHER) },
      },
    ]);
    const elsewhere = updated(once, 'ETSI.RFC3161', () => stampOf(OTHER, Uint8Array.of(1), '20261120101500Z'));
    expect(await signaturesOf(elsewhere)).toMatchObject([{ covers: 'added' }, { state: 'changed' }]);
  });
});

describe('ways to sign', () => {
  const rsa = forge.pki.rsa.generateKeyPair(2048);
  const signer = (): Signer => {
    const certificate = forge.pki.createCertificate();
    certificate.publicKey = rsa.publicKey;
    certificate.serialNumber = '0b';
    certificate.validity.notBefore = new Date('2020-01-01T00:00:00Z');
    certificate.validity.notAfter = new Date('2030-01-01T00:00:00Z');
    certificate.setSubject([{ name: 'commonName', value: 'Reviews of the South' }]);
    certificate.setIssuer([{ name: 'commonName', value: 'Reviews of the South' }]);
    certificate.sign(rsa.privateKey, forge.md.sha256.create());
    return {
      key: createPrivateKey(forge.pki.privateKeyToPem(rsa.privateKey)),
      certificates: [
        Uint8Array.from(Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes(), 'latin1')),
      ],
    };
  };
  const signedIn = async (way: Uint8Array, value: (attributes: Uint8Array) => Uint8Array) =>
    updated(await letter(), 'adbe.pkcs7.detached', (signed) =>
      cmsOf(signer(), { type: OID.data, content: null, digest: sha256(signed), way, value }),
    );
  const MGF1 = der(TAG.sequence, derOid(OID.mgf1), SHA256);
  const pss = der(
    TAG.sequence,
    derOid(OID.rsaPss),
    der(TAG.sequence, der(0xa0, SHA256), der(0xa1, MGF1), der(0xa2, derInteger(Uint8Array.of(32)))),
  );
  const byPss = (attributes: Uint8Array) =>
    sign('sha256', attributes, {
      key: signer().key,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: 32,
    });

  it('RSA-PSS is checked', async () => {
    expect(await signaturesOf(await signedIn(pss, byPss))).toMatchObject([
      { state: 'sound', covers: 'whole', by: { name: 'Reviews of the South' } },
    ]);
    const wrong = await signedIn(pss, (attributes) => byPss(joined([attributes, Uint8Array.of(1)])));
    expect(await signaturesOf(wrong)).toMatchObject([{ state: 'changed' }]);
  });

  it('one that is not known here is said to be so, and is no change; bytes that are others are', async () => {
    // RSA-PSS with what stands for SHA-1 where nothing is said, and Ed25519
    for (const way of [
      der(TAG.sequence, derOid(OID.rsaPss), der(TAG.sequence)),
      der(TAG.sequence, derOid('1.3.101.112')),
    ]) {
      const pdf = await signedIn(way, byPss);
      expect(await signaturesOf(pdf)).toMatchObject([
        { state: 'unchecked', covers: 'whole', by: { name: 'Reviews of the South' } },
      ]);
      pdf[300] = (pdf[300] ?? 0) ^ 1;
      expect(await signaturesOf(pdf)).toMatchObject([{ state: 'changed' }]);
    }
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
