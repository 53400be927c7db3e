import { constants, createPrivateKey, sign } from 'node:crypto';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import { OID } from '../../../core/cms.ts';
import { der, derInteger, derOid, joined, TAG } from '../../../core/der.ts';
import { signaturesOf } from '../../../core/pdf-signature.ts';
import { makeSigner, type Signer } from './certificate.ts';
import {
  cmsOf,
  fingerprint,
  letter,
  NOW,
  read,
  SHA256,
  sha256,
  signedAgainBy,
  signedBy,
  SIGNER,
  stampOf,
  updated,
} from './samples.ts';

/* PDFs we signed that others signed again, in ways of theirs, or put something else behind. */
const OTHER = makeSigner('Counsel of the other side', NOW);
const text = (words: string) => new TextEncoder().encode(words);

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

  it('say no time that never is: such a stamp cannot be read, and such a certificate is none', async () => {
    const once = signedBy(SIGNER, await letter());
    for (const never of ['20269999999999Z', '20260231101500Z', '20261120240000Z']) {
      const stamped = updated(once, 'ETSI.RFC3161', (signed) => stampOf(OTHER, signed, never));
      expect(await signaturesOf(stamped), never).toMatchObject([
        { state: 'sound', covers: 'added' },
        { state: 'unreadable', stamped_at: null },
      ]);
    }
    const certified = signedBy(SIGNER, await letter(), (cms) => {
      const bytes = Buffer.from(cms);
      const until = /36\d{10}Z/.exec(bytes.toString('latin1'));
      bytes.write('369999999999Z', until?.index ?? 0, 'latin1');
      return bytes;
    });
    expect(await signaturesOf(certified)).toMatchObject([{ state: 'unchecked', by: null }]);
  });

  it('vouch for what was put behind another only where they are shown to be of it', async () => {
    const once = signedBy(SIGNER, await letter());
    // signed words of its own, of no byte of the file
    const elsewhere = updated(once, 'adbe.pkcs7.sha1', () =>
      cmsOf(OTHER, {
        type: OID.data,
        content: text('Something else'),
        digest: sha256(text('Something else')),
        way: der(TAG.sequence, derOid(OID.ecdsaSha256)),
        value: (attributes) => sign('sha256', attributes, OTHER.key),
      }),
    );
    // of these bytes, as it says, in a way nobody here can check
    const unknown = updated(once, 'adbe.pkcs7.detached', (signed) =>
      cmsOf(OTHER, {
        type: OID.data,
        content: null,
        digest: sha256(signed),
        way: der(TAG.sequence, derOid('1.3.101.112')),
        value: () => new Uint8Array(64),
      }),
    );
    for (const pdf of [elsewhere, unknown])
      expect(await signaturesOf(pdf)).toMatchObject([
        { state: 'sound', covers: 'added', by: { fingerprint: await fingerprint(SIGNER) } },
        { state: 'unchecked', covers: 'whole' },
      ]);
  });

  it('are not crowded out by what only looks like one, however much of it there is', async () => {
    const once = signedBy(SIGNER, await letter());
    const ours = { state: 'sound', covers: 'added', by: { fingerprint: await fingerprint(SIGNER) } };
    const found = /\/ByteRange \[0 (\d+) (\d+) \d+ *\]/.exec(Buffer.from(once).toString('latin1'));
    const [gap, after] = [Number(found?.[1]), Number(found?.[2])];
    const flood = (piece: (at: number) => string): Uint8Array<ArrayBuffer> => {
      let behind = '\n';
      for (let n = 0; n < 150; n += 1) behind += piece(once.length + behind.length);
      return joined([once, text(behind)]);
    };
    const padded = (words: string) => words.padEnd(80);
    for (const pdf of [
      flood(() => '/ByteRange\n'),
      // digits of their own, that are no signature
      flood((at) => `${padded(`/ByteRange [0 ${at + 80} ${at + 84} 0]`)}<30>\n`),
      // ours, for other bytes
      flood((at) => padded(`/ByteRange [0 ${gap} ${after} ${at - after}]`)),
      // a copy of ours
      flood((at) => {
        const digits = Buffer.from(once.subarray(gap, after)).toString('latin1');
        return `${padded(`/ByteRange [0 ${at + 80} ${at + 80 + digits.length} 0]`)}${digits}\n`;
      }),
    ]) {
      const told = await signaturesOf(pdf);
      expect(told[0]).toMatchObject(ours);
      expect(told.filter(({ state }) => state === 'sound')).toHaveLength(1);
      expect(told.length).toBeLessThanOrEqual(101);
    }
    // the same in what was there before it was signed, as a record may bring it along
    const plain = await letter();
    const [end = ''] = /startxref\s+\d+\s+%%EOF\s*$/.exec(Buffer.from(plain).toString('latin1')) ?? [];
    let before = '\n';
    for (let n = 0; n < 150; n += 1) {
      const at = plain.length + before.length;
      before += `%/ByteRange\n${padded(`%/ByteRange [0 ${at + 92} ${at + 96} 0]`)}<30>\n`;
    }
    expect((await signaturesOf(signedBy(SIGNER, joined([plain, text(before + end)])))).at(-1)).toMatchObject({
      ...ours,
      covers: 'whole',
    });
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

  it('a salt of a length no key has is a way that is not known, and hides no other signature', async () => {
    const once = signedBy(SIGNER, await letter());
    for (const salt of [[2, 1], [1, 0, 0, 0, 0], Array.from({ length: 200 }, () => 255)]) {
      const way = der(
        TAG.sequence,
        derOid(OID.rsaPss),
        der(TAG.sequence, der(0xa0, SHA256), der(0xa1, MGF1), der(0xa2, der(TAG.integer, Uint8Array.from(salt)))),
      );
      const twice = updated(once, 'adbe.pkcs7.detached', (signed) =>
        cmsOf(signer(), { type: OID.data, content: null, digest: sha256(signed), way, value: byPss }),
      );
      expect(await signaturesOf(twice)).toMatchObject([
        { state: 'sound', covers: 'added', by: { fingerprint: await fingerprint(SIGNER) } },
        { state: 'unchecked', by: { name: 'Reviews of the South' } },
      ]);
    }
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
