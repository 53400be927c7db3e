import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DictationsView } from '../../src/features/reports/contract/dictations.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import { sampleWav, sampleWebm } from '../../src/platform/inspect/samples-audio.ts';
import { samplePdf } from '../../src/platform/inspect/samples.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import { begin, send } from './files-app.ts';

/* What an examiner dictates: sent in pieces, heard by who writes and who checks, and by nobody else. */
let t: TestApp;
let at: { base: string };
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
  await t.app.http.listen({ port: 0, host: '127.0.0.1' });
  at = { base: `http://127.0.0.1:${(t.app.http.server.address() as AddressInfo).port}` };
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

/** An exam whose day has come and gone: its report is asked for. */
async function held(): Promise<ImeDriver> {
  const d = new ImeDriver(inApp(t, cast));
  await d.to('served');
  const { body } = await t.request<{ appointment: { starts_at: string } }>(cast.requester, 'GET', d.url('/exam'));
  t.clock.advance({ minutes: (Date.parse(body.appointment.starts_at) - t.clock.now().getTime()) / 60_000 + 5 });
  await t.settle();
  return d.held();
}
const dictated = (who: Person, review_id: number, name: string, size: number) =>
  begin(at, who, { review_id, name, size, as: 'dictation' });
async function dictate(d: ImeDriver, name = 'Solis, first part.wav', sound = sampleWav()): Promise<number> {
  const begun = await dictated(cast.expert, d.id, name, sound.length);
  expect(begun.status).toBe(201);
  const half = Math.floor(sound.length / 2);
  await send(at, cast.expert, begun.location, 0, sound.subarray(0, half));
  const sent = await send(at, cast.expert, begun.location, half, sound.subarray(half));
  expect(sent.status).toBe(204);
  return sent.file_id;
}
const heard = async (d: ImeDriver, who: Person = cast.expert): Promise<DictationsView> => {
  const answer = await t.request<DictationsView>(who, 'GET', d.url('/report/dictations'));
  expect(answer.status).toBe(200);
  return answer.body;
};
const sound = (d: ImeDriver, id: number, who: Person = cast.expert, headers: Record<string, string> = {}) =>
  t.request(who, 'GET', d.url(`/report/dictations/${id}/content`), undefined, headers);

describe('a dictation', () => {
  it('arrives in pieces, is looked into, and is played in any part beside the form', async () => {
    const d = await held();
    expect((await heard(d)).can.add).toBe(true);
    const id = await dictate(d);
    expect((await heard(d)).data).toMatchObject([{ id, status: 'processing', name: 'Solis, first part.wav' }]);
    expect((await sound(d, id)).status).toBe(409);
    await t.settle();
    const { data } = await heard(d, cast.clinOps);
    expect(data).toMatchObject([{ id, status: 'ready', content_type: 'audio/wav', can: { remove: false } }]);

    const whole = await sound(d, id);
    expect([whole.status, whole.headers['content-type'], whole.raw.rawPayload.equals(sampleWav())]).toEqual([
      200,
      'audio/wav',
      true,
    ]);
    expect(whole.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const part = await sound(d, id, cast.clinOps, { range: 'bytes=1000-1999' });
    expect([part.status, part.headers['content-range'], part.raw.rawPayload.length]).toEqual([
      206,
      `bytes 1000-1999/${sampleWav().length}`,
      1000,
    ]);
    const heardRows = await t.world.db
      .selectFrom('audit_rows')
      .select('action')
      .where('review_id', '=', d.id)
      .where('action', 'like', 'dictation.%')
      .execute();
    expect(heardRows.map(({ action }) => action).toSorted()).toEqual([
      'dictation.add',
      'dictation.heard',
      'dictation.heard',
    ]);
    // it is no record: it has no page numbers, and nobody finds it among the files
    const files = await t.request<{ data: { name: string }[] }>(cast.requester, 'GET', d.url('/files'));
    expect(files.body.data.map(({ name }) => name)).not.toContain('Solis, first part.wav');
  });

  it('what is no recording is refused: by its name at once, by its content when it was looked into', async () => {
    const d = await held();
    expect((await dictated(cast.expert, d.id, 'Solis.pdf', 100)).status).toBe(415);
    expect((await dictated(cast.expert, d.id, 'Solis.wav', 0)).status).toBeGreaterThanOrEqual(400);
    const pdf = await dictate(d, 'Report.wav', await samplePdf(1));
    const video = await dictate(d, 'Recording.webm', sampleWebm('V_VP9'));
    await t.settle();
    const { data } = await heard(d);
    expect(data.map(({ id, status, failure }) => [id, status, failure])).toEqual([
      [pdf, 'failed', expect.stringMatching(/not a WAV recording/)],
      [video, 'failed', expect.stringMatching(/a video/)],
    ]);
    expect((await sound(d, video)).status).toBe(409);
    // among the records a recording is one of them, and never a dictation
    const record = await begin(at, cast.requester, { review_id: d.id, name: 'Solis.wav', size: sampleWav().length });
    expect(record.status).toBe(201);
    await send(at, cast.requester, record.location, 0, sampleWav());
    await t.settle();
    expect((await heard(d)).data.map(({ id }) => id)).toEqual([pdf, video]);
  });

  it('is the examiner’s side’s to add and remove until the report is signed, and goes with a purge', async () => {
    const d = await held();
    const first = await dictate(d);
    const second = await dictate(d, 'Solis, second part.wav');
    await t.settle();
    expect((await t.request(cast.expert, 'DELETE', d.url(`/report/dictations/${first}`))).status).toBe(204);
    await t.settle();
    expect((await heard(d)).data.map(({ id }) => id)).toEqual([second]);
    expect((await sound(d, first)).status).toBe(404);
    await d.to('signed');
    expect((await heard(d)).can.add).toBe(false);
    expect((await dictated(cast.expert, d.id, 'Late.wav', 100)).status).toBe(409);
    expect((await t.request(cast.expert, 'DELETE', d.url(`/report/dictations/${second}`))).status).toBe(409);
    expect((await sound(d, second, cast.clinOps)).status).toBe(200);
    const keys = await t.world.db.selectFrom('dictations').select('storage_key').where('id', '=', second).execute();
    const key = keys[0]?.storage_key ?? '';
    expect(await t.app.services.storage.size(key)).toBe(sampleWav().length);
    await d.to('delivered');
    await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
    await d.purge();
    await t.settle();
    expect(await t.world.db.selectFrom('dictations').select('id').where('review_id', '=', d.id).execute()).toEqual([]);
    expect(await t.app.services.storage.size(key)).toBeNull();
  });

  it('is heard by nobody else: not by who ordered, not by another organization or expert', async () => {
    const d = await held();
    const id = await dictate(d);
    await t.settle();
    const foreign = await castFor(t.world, PASSWORD_HASH);
    for (const who of [foreign.expert, foreign.clinOps].slice(0, 1)) {
      expect((await t.request(who, 'GET', d.url('/report/dictations'))).status).toBe(404);
      expect((await sound(d, id, who)).status).toBe(404);
      expect((await t.request(who, 'DELETE', d.url(`/report/dictations/${id}`))).status).toBe(404);
      expect((await dictated(who, d.id, 'Ours.wav', 100)).status).toBe(404);
    }
    for (const who of [cast.requester, foreign.requester]) {
      expect((await t.request(who, 'GET', d.url('/report/dictations'))).status).toBeGreaterThanOrEqual(403);
      expect((await sound(d, id, who)).status).toBeGreaterThanOrEqual(403);
    }
    expect((await dictated(cast.requester, d.id, 'Ours.wav', 100)).status).toBe(404);
    expect((await dictated(cast.clinOps, d.id, 'Ours.wav', 100)).status).toBe(403);
    const report = (who: Person) => t.request<ReportView>(who, 'GET', d.url('/report'));
    expect((await report(cast.requester)).body.can.hear).toBe(false);
    expect((await report(cast.expert)).body.can.hear).toBe(true);
    // an upload that was begun is its maker’s alone
    const begun = await dictated(cast.expert, d.id, 'Mine.wav', 100);
    expect((await send(at, cast.clinOps, begun.location, 0, Buffer.alloc(100))).status).toBe(404);
  });

  it('comes too early before the report is asked for', async () => {
    const d = new ImeDriver(inApp(t, cast));
    await d.to('served');
    expect((await heard(d)).can.add).toBe(false);
    expect((await dictated(cast.expert, d.id, 'Early.wav', 100)).status).toBe(409);
  });

  it('kinds without have none', async () => {
    const d = new CaseDriver(inApp(t, cast));
    await d.to('accepted');
    expect((await t.request(cast.expert, 'GET', d.url('/report/dictations'))).status).toBe(404);
    expect((await dictated(cast.expert, d.id, 'Case.wav', 100)).status).toBe(404);
  });
});
