import { createHash, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app/server.ts';
import { signaturesOf } from '../../src/core/pdf-signature.ts';
import { DAY, MINUTE } from '../../src/core/time.ts';
import type { ExamView } from '../../src/features/exams/contract.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import { makeSigner } from '../../src/platform/pdf/sign/certificate.ts';
import { createPdfSignatures } from '../../src/platform/pdf/sign/signatures.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { pdfOf } from '../harness/disclosure.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { castFor, inApp, type ReviewDriver } from '../harness/review-driver.ts';

/* The installation's own signature on PDFs that people signed. */
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

interface Verification {
  sha256: string;
  signature: { name: string; fingerprint: string } | null;
}

const pdf = async (d: ReviewDriver, who = d.cast.requester): Promise<Uint8Array<ArrayBuffer>> => {
  const { raw } = await t.request(who, 'GET', d.url('/report/pdf'));
  expect(raw.statusCode).toBe(200);
  return Uint8Array.from(raw.rawPayload);
};
const certificates = async () =>
  (
    await t.request<{ certificates: { fingerprint: string; name: string; valid_from: string; valid_until: string }[] }>(
      null,
      'GET',
      '/api/v1/pdf_certificates',
    )
  ).body.certificates;

/** A report of each kind, signed and delivered. */
const KINDS = {
  Case: async () => {
    const needed_by = new Date(t.clock.now().getTime() + 21 * DAY).toISOString().slice(0, 10);
    const d = new CaseDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
    return d.to('delivered', { service: 'report_only', needed_by });
  },
  PeerReview: async () => new PeerDriver(inApp(t, await peerCast(t.world, PASSWORD_HASH))).to('delivered'),
  IME: async () => {
    const d = new ImeDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
    await d.to('served');
    const { body } = await t.request<ExamView>(d.cast.requester, 'GET', d.url('/exam'));
    t.clock.set(new Date(Date.parse(body.appointment?.starts_at ?? '') + 5 * MINUTE));
    await t.settle();
    return d.to('delivered');
  },
  Generic: async () => new LegalDriver(inApp(t, await castFor(t.world, PASSWORD_HASH))).to('delivered'),
} satisfies Record<string, () => Promise<ReviewDriver>>;

describe.each(Object.entries(KINDS))('the report of a review of kind %s', (_kind, driver) => {
  it('carries a signature of its own, is the same file each time, and nobody else’s', async () => {
    const d = await driver();
    await t.settle();
    const first = await pdf(d);
    const signature = await signaturesOf(first);
    const [certificate, ...more] = await certificates();
    expect(more).toEqual([]);
    expect(signature).toEqual([
      {
        state: 'sound',
        covers: 'whole',
        stamped_at: null,
        by: {
          name: 'Peritus at localhost:3000',
          fingerprint: certificate?.fingerprint,
          from: new Date(certificate?.valid_from ?? ''),
          until: new Date(certificate?.valid_until ?? ''),
        },
      },
    ]);
    t.clock.advance({ hours: 3 });
    expect(Buffer.from(await pdf(d, d.cast.expert)).equals(Buffer.from(first))).toBe(true);
    const { body } = await t.request<ReportView>(d.cast.requester, 'GET', d.url('/report'));
    const code = body.report?.verification_code;
    expect(await pdfText(first)).toContain(code);
    const checked = await t.request<Verification>(null, 'GET', `/api/v1/report_verifications/${code}`);
    expect(checked.body).toMatchObject({
      sha256: createHash('sha256').update(first).digest('hex'),
      pages:
        (Buffer.from(first)
          .toString('latin1')
          .match(/\/Type \/Page\b(?!s)/g)?.length ?? 0) - 1,
      signature: { name: 'Peritus at localhost:3000', fingerprint: certificate?.fingerprint },
    });
    const foreign = await t.world.consultant(await t.world.organization());
    expect((await t.request(foreign, 'GET', d.url('/report/pdf'))).status).toBe(404);
  });
});

describe('a report that was stored before PDFs were signed', () => {
  it('stays as it is, also where it is made again, and is said to carry none', async () => {
    const d = await KINDS.PeerReview();
    await t.settle();
    // as an earlier version left it: the bytes before the signature
    const whole = await pdf(d);
    const plain = await t.app.services.signatures.unsigned(whole);
    const sha256 = createHash('sha256').update(plain).digest('hex');
    const { pdf_storage_key } = await t.world.db
      .updateTable('reports')
      .set({ pdf_sha256: sha256 })
      .where('review_id', '=', d.id)
      .returning('pdf_storage_key')
      .executeTakeFirstOrThrow();
    await t.app.services.storage.put(pdf_storage_key ?? '', plain);
    const old = await pdf(d);
    expect(await signaturesOf(old)).toEqual([]);
    const { body } = await t.request<ReportView>(d.cast.requester, 'GET', d.url('/report'));
    const url = `/api/v1/report_verifications/${body.report?.verification_code}`;
    expect((await t.request<Verification>(null, 'GET', url)).body).toMatchObject({ sha256, signature: null });
    await t.app.services.storage.put(pdf_storage_key ?? '', Buffer.from('%PDF-1.7 another'));
    expect((await t.request(d.cast.requester, 'GET', d.url('/report/pdf'))).problem.code).toBe('damaged');
    await t.settle();
    expect(Buffer.from(await pdf(d)).equals(Buffer.from(old))).toBe(true);
  });
});

describe('the key', () => {
  it('is made once, whoever begins first, and kept so that the database alone does not open it', async () => {
    const own = await testApp();
    try {
      const { env, clock, log, database, keys } = own.app.services;
      const second = await buildApp({ env, clock, log, database });
      const pdfs = await Promise.all(['One', 'Two', 'Three', 'Four'].map((words) => pdfOf(words)));
      const signed = await Promise.all(
        pdfs.map((one, at) => (at % 2 ? second : own.app).services.signatures.signed(one)),
      );
      const found = await Promise.all(signed.map((one) => signaturesOf(one)));
      expect(new Set(found.map(([one]) => one?.by?.fingerprint)).size).toBe(1);
      const rows = await database.systemDb.selectFrom('signing_certificates').selectAll().execute();
      expect(rows).toHaveLength(1);
      const stored = rows[0]?.private_key ?? Buffer.of();
      expect(stored.includes(Buffer.from('2a8648ce3d0201', 'hex'))).toBe(false);
      expect(keys.decrypt(stored, 'pdf.signing_key').includes(Buffer.from('2a8648ce3d0201', 'hex'))).toBe(true);
      // the same by both at once: one signature
      const fifth = await pdfOf('Five');
      const both = await Promise.all([own.app, second].map((one) => one.services.signatures.signed(fifth)));
      expect(Buffer.from(both[0] ?? []).equals(Buffer.from(both[1] ?? []))).toBe(true);

      // another key from now on: what was signed keeps its signature, what comes is signed by the other
      const other = makeSigner('Another', clock.now());
      const later = createPdfSignatures({ env, clock, database, keys, own: other });
      expect(Buffer.from(await later.signed(fifth)).equals(Buffer.from(both[0] ?? []))).toBe(true);
      expect(await signaturesOf(await later.signed(await pdfOf('Six')))).toMatchObject([{ by: { name: 'Another' } }]);
      expect(
        await database.systemDb
          .selectFrom('signing_certificates')
          .select(['name', 'private_key'])
          .orderBy('id')
          .execute(),
      ).toMatchObject([{ name: 'Peritus at localhost:3000' }, { name: 'Another', private_key: null }]);
      // ten years on there is a new one
      clock.now = () => new Date('2036-12-01T00:00:00Z');
      const renewed = await own.app.services.signatures.signed(await pdfOf('Seven'));
      expect(await signaturesOf(renewed)).toMatchObject([
        { state: 'sound', covers: 'whole', by: { name: 'Peritus at localhost:3000' } },
      ]);
      expect(await database.systemDb.selectFrom('signing_certificates').select('id').execute()).toHaveLength(3);
      await second.close();
    } finally {
      await own.close();
    }
  });

  it('stops a start where the operator’s cannot be read', async () => {
    await expect(testApp({ env: { PDF_SIGNING_P12: '/nowhere/key.p12' } })).rejects.toThrow(
      'PDF_SIGNING_P12=/nowhere/key.p12: the file cannot be read.',
    );
  });

  it('has its certificate given to whoever asks, as a file', async () => {
    await t.app.services.signatures.signed(await pdfOf('Any'));
    const [one] = await certificates();
    const { raw } = await t.request(null, 'GET', `/api/v1/pdf_certificates/${one?.fingerprint}`);
    expect([raw.statusCode, raw.headers['content-type']]).toEqual([200, 'application/pkix-cert']);
    expect(new X509Certificate(raw.rawPayload).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(one?.fingerprint);
    expect((await t.request(null, 'GET', `/api/v1/pdf_certificates/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await t.request(null, 'GET', '/api/v1/pdf_certificates/key')).status).toBe(400);
  });
});
