import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileListView } from '../../src/features/files/contract.ts';
import { beginScans } from '../../src/features/files/server/scans.ts';
import { shareRecords } from '../../src/features/files/server/share.ts';
import type { DictationsView } from '../../src/features/reports/contract/dictations.ts';
import { sampleWav } from '../../src/platform/inspect/samples-audio.ts';
import { samplePdf } from '../../src/platform/inspect/samples.ts';
import { command } from '../../src/platform/command.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { standInClamd, VIRUS } from '../harness/clamd.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import { begin, send } from './files-app.ts';

/* Everything that is uploaded is looked through for viruses: what is not cleared nobody opens. */
let daemon: Awaited<ReturnType<typeof standInClamd>>;
let t: TestApp;
let at: { base: string };
let cast: Cast;
let d: CaseDriver;
let pdf: Buffer;
beforeAll(async () => {
  daemon = await standInClamd();
  t = await testApp({ env: { CLAMD_ADDRESS: daemon.address } });
  await t.app.http.listen({ port: 0, host: '127.0.0.1' });
  at = { base: `http://127.0.0.1:${(t.app.http.server.address() as AddressInfo).port}` };
  cast = await castFor(t.world, PASSWORD_HASH);
  d = new CaseDriver(inApp(t, cast));
  await d.to('accepted');
  pdf = await samplePdf(2);
});
afterAll(async () => {
  await t.close();
  await daemon.close();
});

const infected = (): Buffer => Buffer.concat([pdf, Buffer.from(`\n% ${VIRUS}`)]);
async function upload(name: string, content: Buffer): Promise<number> {
  const begun = await begin(at, cast.requester, {
    review_id: d.id,
    name,
    size: content.length,
    category: 'hospital_chart',
    visible: true,
  });
  const sent = await send(at, cast.requester, begun.location, 0, content);
  expect(sent.status).toBe(204);
  return sent.file_id;
}
const listed = async (who: Person, id: number) =>
  (await t.request<FileListView>(who, 'GET', d.url('/files'))).body.data.find((file) => file.id === id);
const opened = async (who: Person, id: number): Promise<number> =>
  (await t.request(who, 'GET', `/api/v1/files/${id}/content`)).status;
const told = async (who: Person): Promise<number> =>
  (
    await t.world.db
      .selectFrom('notifications')
      .select('id')
      .where('event', '=', 'virus_found')
      .where('user_id', '=', who.user_id)
      .execute()
  ).length;

describe('with a scanner', () => {
  it('a file is cleared before anybody opens it, and the health page knows the scanner', async () => {
    daemon.behave('well');
    const id = await upload('Chart.pdf', pdf);
    expect(await listed(cast.requester, id)).toMatchObject({ scan_status: 'pending' });
    expect(await opened(cast.requester, id)).toBe(409);
    expect(await opened(cast.expert, id)).toBe(404);
    await t.settle();
    expect(await listed(cast.requester, id)).toMatchObject({ scan_status: 'clean', status: 'ready' });
    for (const who of [cast.requester, cast.expert]) expect(await opened(who, id)).toBe(200);
    expect(await opened(await t.world.consultant(await t.world.organization()), id)).toBe(404);
    const ready = await t.request<{ checks: object }>(null, 'GET', '/readyz');
    expect(ready.body.checks).toMatchObject({ scanner: true });
  });

  it('an infected one stays apart: nobody opens it, it has no page numbers, sender and staff hear of it once, without its name', async () => {
    daemon.behave('well');
    const id = await upload('Brightwater discharge.pdf', infected());
    await t.settle();
    const seen = await listed(cast.requester, id);
    expect(seen).toMatchObject({ scan_status: 'infected', status: 'failed', bates_from: null });
    expect(seen?.failure).toContain('A virus was found in this file');
    expect(await listed(cast.expert, id)).toBeUndefined();
    expect(await opened(cast.requester, id)).toBe(409);
    expect(await opened(cast.clinOps, id)).toBe(409);
    expect(await opened(cast.expert, id)).toBe(404);
    expect([await told(cast.requester), await told(cast.clinOps), await told(cast.expert)]).toEqual([1, 1, 0]);
    const mails = await t.world.db
      .selectFrom('mails')
      .select(['subject', 'letter'])
      .where('template', '=', 'virus_found')
      .execute();
    expect(mails.length).toBeGreaterThan(1);
    expect(JSON.stringify(mails)).not.toContain('Brightwater');
    // what is asked once more says the same
    await t.world.db
      .insertInto('outbox')
      .values({
        topic: 'file.uploaded',
        payload: { file_id: id },
        review_id: d.id,
        created_at: t.clock.now(),
      })
      .execute();
    await t.settle();
    expect(await told(cast.requester)).toBe(1);
    // and it is removed like any other
    expect((await t.request(cast.requester, 'DELETE', `/api/v1/files/${id}`)).status).toBe(204);
  });

  it('while the scanner is away a file waits, is asked for again ever less often, and opens once it was cleared', async () => {
    for (const manner of ['away', 'cut off', 'malformed'] as const) {
      daemon.behave(manner);
      const id = await upload(`${manner}.pdf`, pdf);
      await t.settle();
      const seen = await listed(cast.requester, id);
      expect(seen, manner).toMatchObject({ scan_status: 'waiting', status: 'ready' });
      expect(seen?.abilities.read.reason).toContain('waits for the virus scanner');
      expect(await opened(cast.requester, id)).toBe(409);
      expect(await opened(cast.expert, id)).toBe(404);
      t.clock.advance({ minutes: 2 });
      await t.settle();
      expect((await listed(cast.requester, id))?.scan_status).toBe('waiting');
      daemon.behave('well');
      t.clock.advance({ minutes: 1 });
      await t.settle();
      expect((await listed(cast.requester, id))?.scan_status, manner).toBe('waiting');
      t.clock.advance({ minutes: 2 });
      await t.settle();
      expect((await listed(cast.requester, id))?.scan_status, manner).toBe('clean');
      expect(await opened(cast.expert, id)).toBe(200);
    }
  });

  it('what is larger than it takes is not cleared, and says so', async () => {
    daemon.behave('too large');
    const id = await upload('Large.pdf', pdf);
    await t.settle();
    const seen = await listed(cast.requester, id);
    expect(seen).toMatchObject({ scan_status: 'waiting' });
    expect(seen?.abilities.read.reason).toContain('larger than the virus scanner takes');
    daemon.behave('well');
    t.clock.advance({ hours: 7 });
    await t.settle();
    expect((await listed(cast.requester, id))?.scan_status).toBe('clean');
  });

  it('bytes that are another review’s records, too, are said of once for both', async () => {
    daemon.behave('away');
    const id = await upload('Shared.pdf', infected());
    await t.settle();
    const other = new CaseDriver(inApp(t, cast));
    await other.draft();
    await command(t.app.services, { kind: 'system', request_id: 'share' }, async (tx) => {
      await shareRecords(tx, { from: d.id, to: other.id, files: [id] });
    });
    daemon.behave('well');
    t.clock.advance({ minutes: 5 });
    await t.settle();
    const rows = await t.world.db
      .selectFrom('files')
      .select(['review_id', 'scan_status', 'status'])
      .where('name', '=', 'Shared.pdf')
      .orderBy('review_id')
      .execute();
    expect(rows.map(({ scan_status, status }) => [scan_status, status])).toEqual([
      ['infected', 'failed'],
      ['infected', 'failed'],
    ]);
  });

  it('a small file whose person waits is refused with the reason: infected, or the scanner away', async () => {
    const cv = (content: Buffer) =>
      t.request<{ detail: string }>(cast.expert, 'PUT', '/api/v1/cvs/full?name=CV.pdf', content, {
        'content-type': 'application/pdf',
      });
    daemon.behave('well');
    expect(await cv(infected())).toMatchObject({ status: 422 });
    daemon.behave('away');
    const away = await cv(pdf);
    expect(away.status).toBe(422);
    expect(JSON.stringify(away.body)).toContain('virus scanner is away');
    daemon.behave('well');
    expect((await cv(pdf)).status).toBeLessThan(300);
  });
});

it('a dictation is heard by nobody before it was cleared, and waits while the scanner is away', async () => {
  const exam = new ImeDriver(inApp(t, cast));
  await exam.to('served');
  const { body } = await t.request<{ appointment: { starts_at: string } }>(cast.requester, 'GET', exam.url('/exam'));
  t.clock.advance({ minutes: (Date.parse(body.appointment.starts_at) - t.clock.now().getTime()) / 60_000 + 5 });
  await t.settle();
  await exam.held();
  daemon.behave('away');
  const sound = sampleWav();
  const begun = await begin(at, cast.expert, {
    review_id: exam.id,
    name: 'One.wav',
    size: sound.length,
    as: 'dictation',
  });
  await send(at, cast.expert, begun.location, 0, sound);
  await t.settle();
  const state = async () =>
    (await t.request<DictationsView>(cast.expert, 'GET', exam.url('/report/dictations'))).body.data.map(
      (one) => one.status,
    );
  expect(await state()).toEqual(['processing']);
  daemon.behave('well');
  t.clock.advance({ minutes: 2 });
  await t.settle();
  expect(await state()).toEqual(['ready']);
});

describe('files from before there was a scanner', () => {
  const before = async (): Promise<number[]> => {
    daemon.behave('well');
    const ids = [await upload('Before.pdf', pdf), await upload('Before, too.pdf', infected())];
    daemon.behave('away');
    await t.settle();
    await t.world.db
      .updateTable('files')
      .set({ scan_status: 'not_scanned', status: 'ready', failure: null })
      .where('id', 'in', ids)
      .execute();
    return ids;
  };
  const states = async (ids: number[]) =>
    Promise.all(ids.map(async (id) => (await listed(cast.requester, id))?.scan_status));
  const start = (env: Partial<TestApp['app']['services']['env']>) =>
    beginScans({ ...t.app.services, env: { ...t.app.services.env, ...env } });

  it('stay open and are looked through; where scanning is required nobody opens them before', async () => {
    const ids = await before();
    await start({});
    await t.settle();
    // the scanner is away
    expect(await states(ids)).toEqual(['not_scanned', 'not_scanned']);
    expect(await opened(cast.expert, ids[0] ?? 0)).toBe(200);
    await start({ SCAN_REQUIRED: true });
    expect(await states(ids)).toEqual(['pending', 'pending']);
    expect(await opened(cast.expert, ids[0] ?? 0)).toBe(404);
    daemon.behave('well');
    await t.settle();
    expect(await states(ids)).toEqual(['clean', 'infected']);
  });

  it('are what they were where the scanner is taken away again', async () => {
    daemon.behave('away');
    const id = await upload('After.pdf', pdf);
    await t.settle();
    expect(await states([id])).toEqual(['waiting']);
    await start({ CLAMD_ADDRESS: undefined });
    expect(await states([id])).toEqual(['not_scanned']);
    expect(await opened(cast.expert, id)).toBe(200);
  });
});
