import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  sampleDicom,
  sampleDocx,
  samplePdf,
  samplePng,
  sampleTiff,
  sampleZip,
} from '../../src/platform/inspect/samples.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

const MARK = 'Wexelblatt';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
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
  const d = await flagWorld(t, PASSWORD_HASH).aCase();
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
