import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileListView, FilePageView } from '../../src/features/files/contract.ts';
import { sampleMp4, sampleWav } from '../../src/platform/inspect/samples-audio.ts';
import { samplePng } from '../../src/platform/inspect/samples.ts';
import { sampleLetter } from '../harness/word-sample.ts';
import type { Person } from '../harness/world.ts';
import { begin, type FilesApp, filesApp, upload } from './files-app.ts';

/* Texts, documents, scans and recordings as records: what they are found to be, and how their content leaves. */
let app: FilesApp;
let dana: Person;
let stranger: Person;
let review: number;
beforeAll(async () => {
  app = await filesApp();
  dana = await app.world.consultant(await app.world.organization());
  stranger = await app.world.manager(await app.world.organization());
  review = await app.caseOf(dana);
});
afterAll(() => app.close());

const content = (who: Person, file: number, headers: Record<string, string> = {}) =>
  app.request(who, 'GET', `/api/v1/files/${file}/content`, undefined, headers);

test('are found to be what they say, with the pages they have, and are never a page of ours', async () => {
  const sent: [string, Buffer][] = [
    ['Note.txt', Buffer.from('<script>alert(1)</script>\fSecond page, for the f\u00fcrther reader')],
    ['Letter.docx', sampleLetter(samplePng(20, 10))],
    ['Fax.tif', readFileSync(new URL('../harness/many-ways.tif', import.meta.url))],
    ['Call.wav', sampleWav()],
    ['Scene.mp4', sampleMp4('vide')],
    ['Program.txt', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0])],
  ];
  const ids: number[] = [];
  for (const [name, bytes] of sent) ids.push(await upload(app, dana, review, name, bytes));
  expect((await begin(app, dana, { review_id: review, name: 'Page.html', size: 10 })).status).toBe(415);
  await app.settle();

  const { body } = await app.request<FileListView>(dana, 'GET', `/api/v1/cases/${review}/files`);
  expect(body.data.map((f) => [f.name, f.status, f.content_type, f.pages, f.pages_asked])).toEqual([
    ['Note.txt', 'ready', 'text/plain', 2, false],
    ['Letter.docx', 'ready', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 3, false],
    ['Fax.tif', 'ready', 'image/tiff', 13, false],
    ['Call.wav', 'ready', 'audio/wav', null, false],
    ['Scene.mp4', 'ready', 'video/mp4', null, false],
    ['Program.txt', 'failed', 'text/plain', null, false],
  ]);
  const [note = 0, letter = 0, fax = 0, call = 0, scene = 0, program = 0] = ids;
  for (const id of [note, letter, fax, call, scene]) {
    const { status, headers } = await content(dana, id);
    expect(status).toBe(200);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
    expect(headers.get('content-disposition')).toMatch(id === call || id === scene ? /^inline;/ : /^attachment;/);
    expect((await content(stranger, id)).status).toBe(404);
    expect((await app.request<FilePageView>(stranger, 'GET', `/api/v1/files/${id}`)).status).toBe(404);
  }
  expect((await content(dana, program)).status).toBe(409);

  // a recording is fetched in parts, from wherever it is played
  const part = await content(dana, call, { range: 'bytes=1000-1999' });
  expect([part.status, part.bytes.length, part.headers.get('content-type')]).toEqual([206, 1000, 'audio/wav']);
  expect(part.bytes.equals(sampleWav().subarray(1000, 2000))).toBe(true);

  // a name keeps what the file is
  const renamed = (name: string) => app.request(dana, 'PATCH', `/api/v1/files/${call}`, { name });
  expect((await renamed('Call.mp3')).status).toBe(422);
  expect((await renamed('First call.wav')).status).toBe(200);
});

test('are recorded as opened where a page shows them, and as downloaded where they are saved', async () => {
  const id = await upload(app, dana, review, 'Second note.txt', Buffer.from('Stable.'));
  await app.settle();
  await content(dana, id);
  await app.request(dana, 'GET', `/api/v1/files/${id}/content?download=1`);
  const rows = await app.db
    .selectFrom('audit_rows')
    .select('action')
    .where('subject', '=', `file:${id}`)
    .where('action', 'in', ['file.view', 'file.download'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['file.view', 'file.download']);
});
