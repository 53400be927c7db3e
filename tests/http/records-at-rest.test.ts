import { mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createHash, randomBytes } from 'node:crypto';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHUNK_BYTES, SLOT_BYTES } from '../../src/platform/sealed-chunks.ts';
import { checkStored, readStored } from '../../src/platform/stored-content.ts';
import {
  sampleDicom,
  sampleDocx,
  samplePdf,
  samplePng,
  sampleTiff,
  sampleZip,
} from '../../src/platform/inspect/samples.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

const MARK = 'Wexelblatt';
let t: TestApp;
let d: CaseDriver;
beforeAll(async () => {
  t = await testApp();
  d = await flagWorld(t, PASSWORD_HASH).aCase();
});
afterAll(() => t.close());

async function send(who: Person, review_id: number, filename: string, content: Buffer, upTo = content.length) {
  const metadata = Object.entries({ review_id: String(review_id), filename })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const headers = { ...who.headers, 'tus-resumable': '1.0.0' };
  const begun = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/uploads',
    headers: { ...headers, 'upload-length': String(content.length), 'upload-metadata': metadata },
  });
  const sent = await t.app.http.inject({
    method: 'PATCH',
    url: new URL(String(begun.headers['location']), 'http://x').pathname,
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: content.subarray(0, upTo),
  });
  if (sent.statusCode !== 204) throw new Error(`The upload was not taken: ${begun.statusCode} ${sent.statusCode}`);
}

/** Every file of the data folder. */
const filesOnDisk = (): string[] =>
  readdirSync(t.app.services.env.data_dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it('nothing that is stored stands in the data folder in the clear: records, half an upload, CVs, pictures, reports', async () => {
  await d.draft({ service: 'report_only' });
  const marked = async (made: Promise<Buffer> | Buffer) => Buffer.concat([await made, Buffer.from(`\n${MARK}\n`)]);
  const { requester, expert } = d.cast;
  const kinds: [string, Buffer][] = [
    ['chart.pdf', await marked(samplePdf(2))],
    ['photo.png', await marked(samplePng(40, 40))],
    ['fax.tif', await marked(sampleTiff(2))],
    ['letter.docx', sampleDocx({ 'word/notes.xml': MARK.repeat(20) })],
    ['mri.zip', sampleZip({ 'IM0001.dcm': await marked(sampleDicom()) })],
    ['IM0001.dcm', await marked(sampleDicom())],
    ['IM0002.dcm', await marked(Buffer.concat([sampleDicom(), randomBytes(20 * CHUNK_BYTES)]))],
  ];
  for (const [name, content] of kinds) await send(requester, d.id, name, content);
  const large = Buffer.from(`${MARK} `.repeat(20_000));
  await send(requester, d.id, 'begun.pdf', large, 150_000);
  const cv = await t.app.http.inject({
    method: 'PUT',
    url: '/api/v1/cvs/full?name=CV.pdf',
    headers: { ...expert.headers, 'content-type': 'application/pdf' },
    payload: await marked(samplePdf(1)),
  });
  expect(cv.statusCode).toBe(200);
  const picture = await t.app.http.inject({
    method: 'PUT',
    url: '/api/v1/account/avatar',
    headers: { ...requester.headers, 'content-type': 'image/png' },
    payload: samplePng(64, 64),
  });
  expect(picture.statusCode).toBe(200);
  await t.settle();
  await d.to('delivered');
  await t.settle();

  const { storage } = t.app.services;
  const stored = await t.world.db.selectFrom('stored_objects').select('storage_key').execute();
  const areas = new Set(stored.map(({ storage_key }) => storage_key.split('/')[0]));
  expect([...areas].toSorted()).toEqual(['avatars', 'cvs', 'files', 'reports']);
  expect(stored.length).toBeGreaterThanOrEqual(kinds.length + 4);
  const onDisk = filesOnDisk().map((path) => ({ path, bytes: readFileSync(path) }));
  expect(onDisk.length).toBeGreaterThanOrEqual(stored.length);
  expect(onDisk.filter(({ path, bytes }) => path.includes(MARK) || bytes.includes(MARK))).toEqual([]);
  for (const { storage_key } of stored) {
    const content = await buffer(await storage.read(storage_key));
    const middle = Math.floor(content.length / 2);
    for (const part of [content.subarray(0, 24), content.subarray(middle, middle + 24), content.subarray(-24)]) {
      expect(part.length).toBe(24);
      expect(onDisk.filter(({ bytes }) => bytes.includes(part)).map(({ path }) => path)).toEqual([]);
    }
  }
});

describe('what is damaged where it is stored', () => {
  const read = (who: Person, url: string, range?: string) =>
    t.app.http.inject({ method: 'GET', url, headers: { ...who.headers, ...(range ? { range } : {}) } });
  const content = (id: number): string => `/api/v1/files/${id}/content`;

  async function fileOf(key: string): Promise<string> {
    const { place } = await t.world.db
      .selectFrom('stored_objects')
      .select('place')
      .where('storage_key', '=', key)
      .executeTakeFirstOrThrow();
    const path = filesOnDisk().find((one) => one.endsWith(place));
    if (path === undefined) throw new Error(`There is no file of ${key}.`);
    return path;
  }
  /** Another bit at a place of a file. */
  function flip(path: string, at: number): void {
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }
  async function record(name: string) {
    const { id, storage_key } = await t.world.db
      .selectFrom('files')
      .select(['id', 'storage_key'])
      .where('review_id', '=', d.id)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return { id, key: storage_key, path: await fileOf(storage_key) };
  }
  async function listed(who: Person, id: number) {
    const list = await read(who, `/api/v1/cases/${d.id}/files`);
    return list
      .json<{ data: { id: number; status: string; failure: string | null }[] }>()
      .data.find((f) => f.id === id);
  }
  const audited = async (action: string, subject: string): Promise<number> =>
    (
      await t.world.db
        .selectFrom('audit_rows')
        .select('id')
        .where('action', '=', action)
        .where('subject', '=', subject)
        .execute()
    ).length;
  const noticed = async (event: string): Promise<number> =>
    (
      await t.world.db
        .selectFrom('notifications')
        .select('id')
        .where('event', '=', event)
        .where('user_id', '=', d.cast.clinOps.user_id)
        .execute()
    ).length;
  const damaged = { status: 500, code: 'damaged' };
  const problem = (answer: Awaited<ReturnType<typeof read>>) => ({
    status: answer.statusCode,
    code: answer.json<{ code: string }>().code,
  });

  it('is no file that is ready: a later chunk that was changed is a problem at once, told once, listed, and opens when it is back', async () => {
    const { id, path } = await record('IM0002.dcm');
    const { requester, expert } = d.cast;
    const whole = await read(requester, content(id));
    expect(whole.statusCode).toBe(200);
    flip(path, 12 * SLOT_BYTES + 99);
    const at = 12 * CHUNK_BYTES;
    // what was asked for is sound, and nobody knows of the rest yet
    const start = await read(requester, content(id), 'bytes=0-99');
    expect(start.statusCode).toBe(206);
    expect(start.rawPayload.equals(whole.rawPayload.subarray(0, 100))).toBe(true);
    expect(problem(await read(requester, content(id), `bytes=${at - 5}-${at + 5}`))).toEqual(damaged);
    for (const who of [requester, expert]) expect(problem(await read(who, content(id)))).toEqual(damaged);
    await t.settle();
    expect(problem(await read(expert, content(id), 'bytes=0-99'))).toEqual(damaged);
    expect(await audited('file.damaged', `file:${id}`)).toBe(1);
    expect(await noticed('record_damaged')).toBe(1);
    for (const who of [requester, expert]) {
      const file = await listed(who, id);
      expect(file?.status).toBe('failed');
      expect(file?.failure).toContain('Damaged where it is stored');
    }

    flip(path, 12 * SLOT_BYTES + 99);
    const again = await read(requester, content(id));
    expect(again.statusCode).toBe(200);
    expect(again.rawPayload.equals(whole.rawPayload)).toBe(true);
    await t.settle();
    expect((await listed(requester, id))?.status).toBe('ready');
    expect(await audited('file.restored', `file:${id}`)).toBe(1);
  });

  it('is found when it is cut or gone, also before anybody reads it', async () => {
    const { requester } = d.cast;
    const cut = await record('photo.png');
    truncateSync(cut.path, 40);
    const gone = await record('letter.docx');
    rmSync(gone.path);
    for (const { id } of [cut, gone]) expect(problem(await read(requester, content(id)))).toEqual(damaged);
    const unread = await record('fax.tif');
    const bytes = readFileSync(unread.path);
    rmSync(unread.path);
    await checkStored(t.app.services);
    await t.settle();
    for (const { id } of [cut, gone, unread]) {
      expect((await listed(requester, id))?.status).toBe('failed');
      expect(await audited('file.damaged', `file:${id}`)).toBe(1);
    }
    writeFileSync(unread.path, bytes);
    await checkStored(t.app.services);
    await t.settle();
    expect((await listed(requester, unread.id))?.status).toBe('ready');
  });

  it('is what cannot be read, and what nobody knows where it is, too: told and listed, not "nothing is here"', async () => {
    const { requester } = d.cast;
    const blocked = await record('IM0001.dcm');
    const bytes = readFileSync(blocked.path);
    rmSync(blocked.path);
    mkdirSync(blocked.path);
    const lost = await record('mri.zip');
    const row = await t.world.db
      .deleteFrom('stored_objects')
      .where('storage_key', '=', lost.key)
      .returningAll()
      .executeTakeFirstOrThrow();
    for (const { id } of [blocked, lost]) expect(problem(await read(requester, content(id)))).toEqual(damaged);
    await t.settle();
    for (const { id } of [blocked, lost]) {
      expect((await listed(requester, id))?.status).toBe('failed');
      expect(await audited('file.damaged', `file:${id}`)).toBe(1);
    }
    rmdirSync(blocked.path);
    writeFileSync(blocked.path, bytes);
    await t.world.db.insertInto('stored_objects').values(row).execute();
    for (const { id } of [blocked, lost]) expect((await read(requester, content(id))).statusCode).toBe(200);
    await t.settle();
    for (const { id } of [blocked, lost]) expect((await listed(requester, id))?.status).toBe('ready');
  });

  it('is a CV or a picture as well', async () => {
    const { expert, requester } = d.cast;
    const keys = await t.world.db.selectFrom('stored_objects').select('storage_key').execute();
    const keyIn = (area: string): string =>
      keys.find(({ storage_key }) => storage_key.startsWith(area))?.storage_key ?? '';
    flip(await fileOf(keyIn('cvs/')), 50);
    rmSync(await fileOf(keyIn('avatars/')));
    expect(problem(await read(expert, `/api/v1/experts/${expert.profile_id}/cv/full`))).toEqual(damaged);
    expect(problem(await read(requester, `/api/v1/avatars/${keyIn('avatars/').slice('avatars/p'.length)}`))).toEqual(
      damaged,
    );
    await t.settle();
    expect(await audited('cv.damaged', `profile:${expert.profile_id}`)).toBe(1);
    expect(await noticed('cv_damaged')).toBe(1);
  });

  it('is made again where it is a signed report and comes out the same; another one in its place is not shown', async () => {
    const url = `/api/v1/cases/${d.id}/report/pdf`;
    const { id, pdf_storage_key, pdf_sha256 } = await t.world.db
      .selectFrom('reports')
      .select(['id', 'pdf_storage_key', 'pdf_sha256'])
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    const key = pdf_storage_key ?? '';
    const views = await audited('report.view', `report:${id}`);
    // whole and encrypted, and not what was signed
    await t.app.services.storage.put(key, Buffer.from('%PDF-1.4 another report'));
    expect(problem(await read(d.cast.requester, url))).toEqual(damaged);
    expect(await audited('report.view', `report:${id}`)).toBe(views);
    await t.settle();
    const made = await read(d.cast.requester, url);
    expect(made.statusCode).toBe(200);
    expect(createHash('sha256').update(made.rawPayload).digest('hex')).toBe(pdf_sha256);
    rmSync(await fileOf(key));
    expect(problem(await read(d.cast.requester, url))).toEqual(damaged);
    await t.settle();
    expect((await read(d.cast.requester, url)).statusCode).toBe(200);
    expect(await audited('report.damaged', `report:${id}`)).toBe(2);
  });

  it('far behind what was looked at first breaks the answer off before a wrong byte, and is known from then on', async () => {
    const { storage } = t.app.services;
    const storage_key = 'files/large';
    const chunks = 1040;
    await storage.put(storage_key, Readable.from(Array.from({ length: chunks }, () => randomBytes(CHUNK_BYTES))));
    flip(await fileOf(storage_key), (chunks - 1) * SLOT_BYTES + 70);
    let came = 0;
    const stream = await readStored(t.app.services, { storage_key });
    const all = (async () => {
      for await (const part of stream) came += (part as Buffer).length;
    })();
    await expect(all).rejects.toThrow('damaged');
    expect(came).toBeLessThanOrEqual((chunks - 1) * CHUNK_BYTES);
    const noted = () =>
      t.world.db.selectFrom('damaged_objects').select('at_byte').where('storage_key', '=', storage_key).execute();
    await expect.poll(noted).toEqual([{ at_byte: (chunks - 1) * CHUNK_BYTES }]);
    await expect(readStored(t.app.services, { storage_key, damaged: true })).rejects.toMatchObject({ code: 'damaged' });
    await storage.remove(storage_key);
  });
});
