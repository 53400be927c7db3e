import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleBomb, samplePdf } from '../../src/platform/inspect/samples.ts';
import type { FileListView } from '../../src/features/files/contract.ts';
import { command } from '../../src/platform/command.ts';
import type { Person } from '../harness/world.ts';
import { begin, type FilesApp, filesApp, look, send, upload } from './files-app.ts';

let app: FilesApp;
let dana: Person;
let colleague: Person;
let stranger: Person;
let review: number;

beforeAll(async () => {
  app = await filesApp();
  const organization = await app.world.organization({ name: 'Harborline Mutual' });
  dana = await app.world.consultant(organization);
  colleague = await app.world.consultant(organization);
  stranger = await app.world.consultant(await app.world.organization());
  review = await app.caseOf(dana);
});
afterAll(() => app.close());

const list = async (who: Person, id: number): Promise<FileListView> =>
  (await app.request<FileListView>(who, 'GET', `/api/v1/cases/${id}/files`)).body;
const sha = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

describe('an upload', () => {
  test('arrives in pieces, becomes a file, is checked, numbered and readable', async () => {
    const id = await app.caseOf(dana);
    const pdf = await samplePdf(48);
    const begun = await begin(app, dana, { review_id: id, name: 'Operative report.pdf', size: pdf.length });
    expect(begun.status).toBe(201);
    expect(begun.location).toMatch(/^\/api\/v1\/uploads\/[0-9a-f]{40}$/);
    const third = Math.floor(pdf.length / 3);
    expect(await send(app, dana, begun.location, 0, pdf.subarray(0, third))).toMatchObject({
      status: 204,
      offset: third,
    });
    const last = await send(app, dana, begun.location, third, pdf.subarray(third));
    expect(last).toMatchObject({ status: 204, offset: pdf.length });
    expect((await list(dana, id)).data).toMatchObject([
      { id: last.file_id, status: 'processing', sha256: sha(pdf), abilities: { read: { allowed: false } } },
    ]);
    await app.settle();
    const { data, totals } = await list(dana, id);
    expect(data).toMatchObject([
      {
        id: last.file_id,
        name: 'Operative report.pdf',
        status: 'ready',
        pages: 48,
        has_text: true,
        category: 'operative',
        visible_to_expert: true,
        sha256: sha(pdf),
        bates_from: 'HM000001',
        bates_to: 'HM000048',
        size_bytes: pdf.length,
        abilities: { read: { allowed: true } },
      },
    ]);
    expect(totals).toEqual({ files: 1, pages: 48, visible_pages: 48, processing: 0, failed: 0 });
    const content = await app.request(dana, 'GET', `/api/v1/files/${last.file_id}/content`);
    expect(content.status).toBe(200);
    expect(sha(content.bytes)).toBe(sha(pdf));
  });

  test('goes on from any point after any number of broken connections, byte for byte', async () => {
    const content = Buffer.concat([await samplePdf(3), randomBytes(1_400_000)]);
    const files: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }), async (cuts) => {
        const id = await app.caseOf(dana);
        const begun = await begin(app, dana, { review_id: id, name: 'a.pdf', size: content.length });
        for (const cut of cuts) {
          const { offset } = await look(app, dana, begun.location);
          await breakOff(begun.location, offset, content, Math.floor((content.length - offset) * cut));
        }
        const at = await look(app, dana, begun.location);
        expect(at.status).toBe(200);
        const stored = await storedUpload(begun.location);
        expect(stored.equals(content.subarray(0, at.offset))).toBe(true);
        let rest = await send(app, dana, begun.location, at.offset, content.subarray(at.offset));
        // a piece that broke off and is looked at late may still have asked for its turn: one goes on from where one stands
        while (rest.status === 204 && rest.offset < content.length)
          rest = await send(app, dana, begun.location, rest.offset, content.subarray(rest.offset));
        expect(rest).toMatchObject({ status: 204, offset: content.length });
        expect((await storedUpload(begun.location)).equals(content)).toBe(true);
        files.push(rest.file_id);
      }),
      { numRuns: 8 },
    );
    await app.settle();
    const rows = await app.db.selectFrom('files').select('sha256').where('id', 'in', files).execute();
    expect(new Set(rows.map((r) => r.sha256))).toEqual(new Set([sha(content)]));
  });

  test('at the wrong offset is 409 and changes nothing', async () => {
    const content = randomBytes(1000);
    const begun = await begin(app, dana, { review_id: review, name: 'a.pdf', size: 1000 });
    await send(app, dana, begun.location, 0, content.subarray(0, 400));
    for (const offset of [0, 399, 401, 1000]) {
      const refused = await send(app, dana, begun.location, offset, content.subarray(400));
      expect(refused.status).toBe(409);
      expect(JSON.parse(refused.body)).toMatchObject({ code: 'lost_race', status: 409 });
    }
    expect(await look(app, dana, begun.location)).toMatchObject({ offset: 400 });
  });

  test('finished twice, also at once and after a crash before the answer, is one file', async () => {
    const id = await app.caseOf(dana);
    const pdf = await samplePdf(1);
    const begun = await begin(app, dana, { review_id: id, name: 'a.pdf', size: pdf.length });
    // all bytes on disk, but the process died before it could make the file of them
    const row = await uploadRow(begun.location);
    await app.services.storage.put(row.storage_key, pdf);
    const looks = await Promise.all(Array.from({ length: 12 }, () => look(app, dana, begun.location)));
    const ids = new Set(looks.map((l) => l.file_id));
    expect(ids.size).toBe(1);
    expect(looks[0]).toMatchObject({ status: 200, offset: pdf.length });
    await app.settle();
    expect((await list(dana, id)).data).toMatchObject([{ id: [...ids][0], status: 'ready', sha256: sha(pdf) }]);
  });

  test('of a file already there says so, and both can stay', async () => {
    const id = await app.caseOf(dana);
    const pdf = await samplePdf(2);
    const first = await upload(app, dana, id, 'Clinic notes.pdf', pdf);
    const second = await upload(app, dana, id, 'Clinic notes (1).pdf', pdf);
    await app.settle();
    expect((await list(dana, id)).data).toMatchObject([
      { id: first, same_content_as: null, bates_from: 'HM000001' },
      { id: second, same_content_as: { id: first, name: 'Clinic notes.pdf' }, bates_from: 'HM000003' },
    ]);
  });

  test('can be given up, and its bytes go with it', async () => {
    const begun = await begin(app, dana, { review_id: review, name: 'a.pdf', size: 1000 });
    await send(app, dana, begun.location, 0, randomBytes(400));
    const { storage_key } = await uploadRow(begun.location);
    const gone = await fetch(app.base + begun.location, {
      method: 'DELETE',
      headers: { ...dana.headers, 'tus-resumable': '1.0.0' },
    });
    expect(gone.status).toBe(204);
    await app.settle();
    expect(await app.services.storage.size(storage_key)).toBeNull();
    expect(await look(app, dana, begun.location)).toMatchObject({ status: 404 });
  });

  test('nobody went on with for a week is cleared away by its deadline', async () => {
    const begun = await begin(app, dana, { review_id: review, name: 'a.pdf', size: 1000 });
    await send(app, dana, begun.location, 0, randomBytes(400));
    const { storage_key } = await uploadRow(begun.location);
    const key = begun.location.split('/').at(-1) ?? '';
    const deadline = await app.db.selectFrom('deadlines').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
    expect(deadline.due_at.getTime() - app.services.clock.now().getTime()).toBe(7 * 86_400_000);
    expect(deadline.kind).toBe('upload_expires');
    await command(app.services, { kind: 'system', request_id: 'test' }, async (tx) => {
      await app.feature.deadlines.upload_expires(tx, {
        ...deadline,
        kind: 'upload_expires',
        review_id: review,
        payload: { upload_id: key },
      });
    });
    await app.settle();
    expect(await app.services.storage.size(storage_key)).toBeNull();
  });

  test('many at once all arrive', async () => {
    const id = await app.caseOf(dana);
    const pdfs = await Promise.all(Array.from({ length: 12 }, (_, n) => samplePdf(n + 1, { seed: `File ${n}` })));
    const ids = await Promise.all(pdfs.map((pdf, n) => upload(app, dana, id, `File ${n}.pdf`, pdf)));
    await app.settle();
    const { data, totals } = await list(dana, id);
    expect(new Set(data.map((f) => f.id))).toEqual(new Set(ids));
    expect(new Set(data.map((f) => f.position)).size).toBe(12);
    expect(totals).toMatchObject({ files: 12, pages: 78, processing: 0, failed: 0 });
    let next = 1;
    for (const file of data) {
      expect(file.bates_from).toBe(`HM${String(next).padStart(6, '0')}`);
      next += file.pages ?? 0;
    }
  });
});

describe('who may upload', () => {
  test('of several at once stand in the order they began, not the one they arrived in', async () => {
    const id = await app.caseOf(dana);
    const pdf = await samplePdf(2);
    const begun: { name: string; location: string }[] = [];
    for (const name of ['Large.pdf', 'Middle.pdf', 'Small.pdf']) {
      begun.push({ name, location: (await begin(app, dana, { review_id: id, name, size: pdf.length })).location });
      app.setTime(new Date(app.services.clock.now().getTime() + 1000));
    }
    for (const { location } of begun.toReversed()) await send(app, dana, location, 0, pdf);
    await app.settle();
    expect((await list(dana, id)).data.map(({ name, bates_from }) => [name, bates_from])).toEqual([
      ['Large.pdf', 'HM000001'],
      ['Middle.pdf', 'HM000003'],
      ['Small.pdf', 'HM000005'],
    ]);
  });

  test('another tenant finds neither the review nor the upload', async () => {
    expect((await begin(app, stranger, { review_id: review, name: 'a.pdf', size: 10 })).status).toBe(404);
    expect((await begin(app, colleague, { review_id: review, name: 'a.pdf', size: 10 })).status).toBe(404);
    const begun = await begin(app, dana, { review_id: review, name: 'a.pdf', size: 10 });
    for (const who of [stranger, colleague]) {
      expect((await look(app, who, begun.location)).status).toBe(404);
      expect((await send(app, who, begun.location, 0, randomBytes(10))).status).toBe(404);
      const gone = await fetch(app.base + begun.location, {
        method: 'DELETE',
        headers: { ...who.headers, 'tus-resumable': '1.0.0' },
      });
      expect(gone.status).toBe(404);
    }
    expect(await look(app, dana, begun.location)).toMatchObject({ status: 200, offset: 0 });
  });

  test('nobody signed in, and an expert of the very review, are refused', async () => {
    const expert = await app.world.expert();
    const id = await app.caseOf(dana, { status: 'awaiting_times', bucket: 'active', expert: expert.profile_id });
    expect((await begin(app, null, { review_id: id, name: 'a.pdf', size: 10 })).status).toBe(401);
    const refused = await begin(app, expert, { review_id: id, name: 'a.pdf', size: 10 });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'forbidden' });
  });

  test('a review that ended takes nothing more, also in the middle of an upload', async () => {
    const id = await app.caseOf(dana, { status: 'matching', bucket: 'active' });
    const begun = await begin(app, dana, { review_id: id, name: 'a.pdf', size: 10 });
    await app.db.updateTable('reviews').set({ status: 'closed', bucket: 'completed' }).where('id', '=', id).execute();
    expect((await send(app, dana, begun.location, 0, randomBytes(10))).status).toBe(409);
    expect((await begin(app, dana, { review_id: id, name: 'a.pdf', size: 10 })).status).toBe(409);
  });

  test.each([
    [{ name: 'virus.exe', size: 10 }, 415, 'Upload a PDF'],
    [{ name: 'page.svg', size: 10 }, 415, 'Upload a PDF'],
    [{ name: 'a.pdf', size: 0 }, 422, 'empty'],
    [{ name: 'a.pdf', size: 10 * 1024 ** 3 + 1 }, 413, 'larger than 10 GB'],
    [{ name: 'a.pdf', size: 10, category: 'secret' }, 400, 'could not be read'],
  ])('%j is refused with %i', async (file, status, says) => {
    const refused = await begin(app, dana, { review_id: review, ...file });
    expect(refused.status).toBe(status);
    expect(refused.body).toContain(says);
  });

  test('how large a file may be is what the installation says', async () => {
    const small = await filesApp({ env: { MAX_UPLOAD_BYTES: String(5 * 1024 ** 2) } });
    try {
      const who = await small.world.consultant(await small.world.organization());
      const id = await small.caseOf(who, { status: 'matching', bucket: 'active' });
      const refused = await begin(small, who, { review_id: id, name: 'a.pdf', size: 5 * 1024 ** 2 + 1 });
      expect(refused.status).toBe(413);
      expect(refused.body).toContain('larger than 5 MB');
      expect((await begin(small, who, { review_id: id, name: 'a.pdf', size: 5 * 1024 ** 2 })).status).toBe(201);
    } finally {
      await small.close();
    }
  });
});

describe('locks', () => {
  test('a second sender takes over from one that hangs', async () => {
    const content = randomBytes(300_000);
    const begun = await begin(app, dana, { review_id: review, name: 'a.pdf', size: content.length });
    // two whole chunks: what is left over is written once the sender is given up
    const hanging = await hang(begun.location, content.subarray(0, 131_072), content.length);
    const at = await look(app, dana, begun.location);
    expect(at.offset).toBe(131_072);
    const rest = await send(app, dana, begun.location, at.offset, content.subarray(at.offset));
    expect(rest).toMatchObject({ status: 204, offset: content.length });
    hanging.destroy();
    expect((await storedUpload(begun.location)).equals(content)).toBe(true);
  });

  test('of a process that died are taken over when they expire', async () => {
    const begun = await begin(app, dana, { review_id: review, name: 'a.pdf', size: 10 });
    const upload_id = begun.location.split('/').at(-1) ?? '';
    await app.db
      .insertInto('upload_locks')
      .values({ upload_id, holder: '1:gone', expires_at: new Date(Date.now() + 700) })
      .execute();
    expect(await send(app, dana, begun.location, 0, randomBytes(10))).toMatchObject({ status: 204 });
    expect(await app.db.selectFrom('upload_locks').selectAll().execute()).toEqual([]);
  });
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a full disk is 507; what was there stays, can be read, and the upload goes on once there is room',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'peritus-small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
    const small = await filesApp({ files: join(folder, 'files') });
    try {
      const who = await small.world.consultant(await small.world.organization());
      const id = await small.caseOf(who);
      const pdf = await samplePdf(2);
      const standing = await upload(small, who, id, 'a.pdf', pdf);
      await small.settle();
      const content = randomBytes(400_000);
      const begun = await begin(small, who, { review_id: id, name: 'b.zip', size: content.length });
      const full = await send(small, who, begun.location, 0, content);
      expect(full.status).toBe(507);
      expect(JSON.parse(full.body)).toMatchObject({ code: 'storage_full' });
      expect((await small.request(who, 'GET', `/api/v1/files/${standing}/content`)).status).toBe(200);
      execFileSync('mount', ['-o', 'remount,size=2m', folder]);
      const at = await look(small, who, begun.location);
      const rest = await send(small, who, begun.location, at.offset, content.subarray(at.offset));
      expect(rest).toMatchObject({ status: 204, offset: content.length });
    } finally {
      await small.close();
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('50 MB pass through without being held', async () => {
  const id = await app.caseOf(dana);
  const size = 50 * 1024 * 1024;
  const begun = await begin(app, dana, { review_id: id, name: 'a.zip', size });
  const piece = randomBytes(1024 * 1024);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const response = await fetch(app.base + begun.location, {
    method: 'PATCH',
    headers: {
      ...dana.headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(size),
    },
    duplex: 'half',
    body: Readable.toWeb(Readable.from(Array.from({ length: 50 }, () => piece))),
  } as unknown as RequestInit);
  clearInterval(watch);
  expect(response.status).toBe(204);
  expect((peak - before) / 1024 / 1024).toBeLessThan(150);
});

async function uploadRow(location: string) {
  return app.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', location.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow();
}

async function storedUpload(location: string): Promise<Buffer> {
  const { storage_key } = await uploadRow(location);
  if ((await app.services.storage.size(storage_key)) === null) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  for await (const part of await app.services.storage.read(storage_key)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Begins a PATCH that promises everything and sends `piece`, then waits until the server has taken it. */
async function hang(location: string, piece: Buffer, total: number) {
  const { hostname, port } = new URL(app.base);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = [
    `PATCH ${location} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    ...Object.entries(dana.headers).map(([name, value]) => `${name}: ${value}`),
    'tus-resumable: 1.0.0',
    'upload-offset: 0',
    'content-type: application/offset+octet-stream',
    `content-length: ${total}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(piece);
  const { storage_key } = await uploadRow(location);
  while (((await app.services.storage.size(storage_key)) ?? 0) < piece.length) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return socket;
}

/** A PATCH whose connection is reset after `count` bytes of body. */
async function breakOff(location: string, offset: number, content: Buffer, count: number): Promise<void> {
  const { hostname, port } = new URL(app.base);
  const socket = connect(Number(port), hostname);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('error', () => undefined);
  socket.on('close', () => resolve());
  const head = [
    `PATCH ${location} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    ...Object.entries(dana.headers).map(([name, value]) => `${name}: ${value}`),
    'tus-resumable: 1.0.0',
    `upload-offset: ${offset}`,
    'content-type: application/offset+octet-stream',
    `content-length: ${content.length - offset}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(content.subarray(offset, offset + count), () => socket.resetAndDestroy());
  await promise;
}

describe('what one sends does not hold up the others', () => {
  test('six small bombs of one organization: another one’s PDF is checked while they still are', async () => {
    const own = await filesApp();
    const [mallory, other] = [
      await own.world.consultant(await own.world.organization()),
      await own.world.consultant(await own.world.organization()),
    ];
    const [theirs, ours] = [await own.caseOf(mallory), await own.caseOf(other)];
    const bomb = sampleBomb(128);
    for (let n = 0; n < 6; n += 1) await upload(own, mallory, theirs, `Bomb ${n}.pdf`, bomb);
    await upload(own, other, ours, 'Chart.pdf', await samplePdf(40));
    const files = async (who: Person, id: number) =>
      (await own.request<FileListView>(who, 'GET', `/api/v1/cases/${id}/files`)).body.data.map((file) => file.status);
    const all = own.settle().catch(() => undefined);
    while ((await files(other, ours))[0] === 'processing');
    expect(await files(other, ours)).toEqual(['ready']);
    expect(await files(mallory, theirs)).toEqual(Array.from({ length: 6 }, () => 'processing'));
    await own.feature.close?.();
    await own.close();
    await all;
  });
});

describe('room for records', () => {
  const MB = 1024 ** 2;
  let small: FilesApp;
  let requester: Person;
  let foreign: Person;
  beforeAll(async () => {
    small = await filesApp({
      env: {
        MAX_DRAFT_BYTES: String(10 * MB),
        MAX_REVIEW_BYTES: String(20 * MB),
        MAX_ORGANIZATION_BYTES: String(32 * MB),
      },
    });
  });
  beforeEach(async () => {
    requester = await small.world.consultant(await small.world.organization());
    foreign = await small.world.consultant(await small.world.organization());
  });
  afterAll(() => small.close());
  const to = (review_id: number, megabytes: number, who = requester) =>
    begin(small, who, { review_id, name: 'Chart.pdf', size: megabytes * MB });
  const room = async (id: number) =>
    (await small.request<FileListView>(requester, 'GET', `/api/v1/cases/${id}/files`)).body.room;

  test('a draft takes so much, begun uploads included, and says so before; what is given up makes room', async () => {
    const id = await small.caseOf(requester);
    expect(await room(id)).toEqual({ of: 'draft', left_bytes: 10 * MB, quota_bytes: 10 * MB });
    const first = await to(id, 6);
    expect(first.status).toBe(201);
    expect(await room(id)).toMatchObject({ left_bytes: 4 * MB });
    const refused = await to(id, 5);
    expect(refused.status).toBe(413);
    expect(JSON.parse(refused.body)).toMatchObject({
      code: 'too_large',
      detail: expect.stringMatching(
        /^A draft takes 10 MB of records in all, .* 4.2 MB are left\. Remove .* once it is ordered\.$/,
      ),
    });
    expect((await to(id, 5, foreign)).status).toBe(404);
    const gone = await fetch(small.base + first.location, {
      method: 'DELETE',
      headers: { ...requester.headers, 'tus-resumable': '1.0.0' },
    });
    expect(gone.status).toBe(204);
    expect((await to(id, 10)).status).toBe(201);
  });

  test('of many begun at once so many are taken as there is room for', async () => {
    const id = await small.caseOf(requester);
    const answers = await Promise.all(Array.from({ length: 8 }, () => to(id, 4)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 413, 413, 413, 413, 413, 413,
    ]);
  });

  test('an ordered review takes more, its organization no more than its own, and others are not touched', async () => {
    const ordered = await small.caseOf(requester, { status: 'submitted', bucket: 'active' });
    expect((await to(ordered, 20)).status).toBe(201);
    expect((await to(ordered, 1)).status).toBe(413);
    expect((await to(await small.caseOf(requester), 9)).status).toBe(201);
    const beyond = await to(await small.caseOf(requester), 9);
    expect([beyond.status, JSON.parse(beyond.body)]).toMatchObject([
      413,
      { detail: expect.stringContaining('The organization’s reviews take 32 MB') },
    ]);
    expect((await to(await small.caseOf(foreign), 9, foreign)).status).toBe(201);
    const over = await small.caseOf(requester, { status: 'cancelled', bucket: 'cancelled' });
    expect((await to(over, 1)).status).toBe(409);
  });
});
