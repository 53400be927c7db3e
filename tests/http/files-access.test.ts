import type { ReviewStatus } from '../../src/features/reviews/rules.ts';
import type { Bucket } from '../../src/features/reviews/rules.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  FileListView,
  FilePageView,
  FileRequestListView,
  FileRequestView,
  FileView,
} from '../../src/features/files/contract.ts';
import { sampleDocx, sampleDocxOf, samplePdf, samplePng, sampleZip } from '../../src/platform/inspect/samples.ts';
import type { Person } from '../harness/world.ts';
import { type FilesApp, filesApp, upload } from './files-app.ts';

let app: FilesApp;
let dana: Person;
let manager: Person;
let stranger: Person;
let expert: Person & { profile_id: number };
let other: Person & { profile_id: number };
let assistant: Person;
let clinOps: Person;
let matching: Person;
let review: number;
let shown: number;
let hidden: number;
let shownPdf: Buffer;

beforeAll(async () => {
  app = await filesApp();
  const organization = await app.world.organization({
    name: 'Harborline Mutual',
    flags: { enable_visible_non_visible_records_for_case_reviews: true },
  });
  dana = await app.world.consultant(organization);
  manager = await app.world.manager(organization);
  stranger = await app.world.manager(await app.world.organization());
  expert = await app.world.expert({ last_name: 'Falkenrath' });
  other = await app.world.expert();
  assistant = await app.world.assistantOf(expert.profile_id);
  clinOps = await app.world.staff('clin_ops');
  matching = await app.world.staff('matching_admin');
  review = await app.caseOf(dana);
  shownPdf = await samplePdf(3);
  hidden = await upload(app, dana, review, 'Internal incident report.pdf', await samplePdf(9));
  shown = await upload(app, dana, review, 'Brightwater ED chart.pdf', shownPdf);
  await app.settle();
});
afterAll(() => app.close());

const accept = async (by: number | null, status: ReviewStatus = 'awaiting_times', bucket: Bucket = 'active') => {
  await app.world.assign(review, by);
  await app.db.updateTable('reviews').set({ status, bucket }).where('id', '=', review).execute();
};
const invite = (profile: number) =>
  app.db
    .insertInto('invitations')
    .values({
      review_id: review,
      expert_profile_id: profile,
      hash: Buffer.from(`invitation-${profile}`),
      status: 'opened',
      expires_at: new Date('2027-01-01T00:00:00Z'),
      created_at: app.services.clock.now(),
    })
    .execute();
const list = (who: Person) => app.request<FileListView>(who, 'GET', `/api/v1/cases/${review}/files`);
const content = (who: Person, file: number, headers: Record<string, string> = {}) =>
  app.request(who, 'GET', `/api/v1/files/${file}/content`, undefined, headers);

describe('what the expert’s side gets', () => {
  test('nothing while merely invited', async () => {
    await invite(expert.profile_id);
    await accept(null, 'invited');
    expect((await list(expert)).status).toBe(403);
    for (const file of [shown, hidden]) {
      expect((await app.request(expert, 'GET', `/api/v1/files/${file}`)).status).toBe(404);
      expect((await content(expert, file)).status).toBe(404);
    }
  });

  test('shown files once accepted; a hidden one is not there by list, metadata, content, total or duplicate', async () => {
    await accept(expert.profile_id);
    for (const who of [expert, assistant]) {
      const { body, status } = await list(who);
      expect(status).toBe(200);
      expect(body.data.map((f) => f.id)).toEqual([shown]);
      expect(body.totals).toMatchObject({ files: 1, pages: 3 });
      expect(JSON.stringify(body)).not.toContain('incident');
      expect(body.data[0]?.bates_from).toBe('HM000010');
      expect((await app.request(who, 'GET', `/api/v1/files/${hidden}`)).status).toBe(404);
      expect((await content(who, hidden)).status).toBe(404);
      expect((await content(who, shown)).bytes.equals(shownPdf)).toBe(true);
      expect((await app.request(who, 'PATCH', `/api/v1/files/${shown}`, { name: 'x.pdf' })).status).toBe(403);
      expect((await app.request(who, 'PATCH', `/api/v1/files/${hidden}`, { visible_to_expert: true })).status).toBe(
        404,
      );
      expect((await app.request(who, 'DELETE', `/api/v1/files/${shown}`)).status).toBe(403);
    }
  });

  test('which pages each has seen is kept, once however often it is told, and of nothing they cannot read', async () => {
    const saw = (who: Person | null, file: number, pages: number[]) =>
      app.request<{ seen: number }>(who, 'POST', `/api/v1/files/${file}/pages_seen`, { pages });
    expect((await saw(expert, shown, [1, 3])).body.seen).toBe(2);
    expect((await saw(expert, shown, [3, 3])).body.seen).toBe(2);
    expect((await list(expert)).body.data[0]?.pages_seen).toBe(2);
    // the assistant's reading is not the expert's
    expect((await list(assistant)).body.data[0]?.pages_seen).toBe(0);
    expect((await saw(expert, shown, [2])).body.seen).toBe(3);
    expect((await saw(expert, shown, [4])).status).toBe(422);
    expect((await saw(expert, shown, [])).status).toBe(400);
    for (const [who, file, status] of [
      [expert, hidden, 404],
      [other, shown, 404],
      [stranger, shown, 403],
      [dana, shown, 403],
      [null, shown, 401],
    ] as const)
      expect((await saw(who, file, [1])).status).toBe(status);
    expect((await list(dana)).body.data.map((f) => f.pages_seen)).toEqual([null, null]);
  });

  test('an expert who is not the one gets nothing, and loses it with the review', async () => {
    expect((await list(other)).status).toBe(404);
    expect((await content(other, shown)).status).toBe(404);
    await accept(other.profile_id);
    expect((await content(expert, shown)).status).toBe(404);
    await accept(expert.profile_id);
  });
});

describe('the others', () => {
  test('another tenant finds nothing', async () => {
    expect((await list(stranger)).status).toBe(404);
    expect((await app.request(stranger, 'GET', `/api/v1/files/${shown}`)).status).toBe(404);
    expect((await content(stranger, shown)).status).toBe(404);
    expect((await app.request(stranger, 'PATCH', `/api/v1/files/${shown}`, { name: 'x.pdf' })).status).toBe(404);
    expect((await app.request(stranger, 'DELETE', `/api/v1/files/${shown}`)).status).toBe(404);
    expect((await app.request(null, 'GET', `/api/v1/files/${shown}/content`)).status).toBe(401);
  });

  test('the matching desk sees that there are files, never what is in them', async () => {
    const { body } = await list(matching);
    expect(body.data).toHaveLength(2);
    expect(body.data.map((f) => f.sha256)).toEqual([null, null]);
    expect(body.data.every((f) => !f.abilities.read.allowed && !f.abilities.edit.allowed)).toBe(true);
    expect((await content(matching, shown)).status).toBe(403);
  });

  test('the organization’s manager and the records desk see and change everything', async () => {
    for (const who of [manager, clinOps]) {
      expect((await list(who)).body.data.map((f) => f.id)).toEqual([hidden, shown]);
      expect((await content(who, hidden)).status).toBe(200);
    }
  });
});

describe('reading', () => {
  test('takes ranges, is sandboxed, never stored, and named safely', async () => {
    const part = await content(dana, shown, { range: 'bytes=5-14' });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(shownPdf.subarray(5, 15))).toBe(true);
    expect(part.headers.get('content-range')).toBe(`bytes 5-14/${shownPdf.length}`);
    const tail = await content(dana, shown, { range: 'bytes=-7' });
    expect(tail.bytes.equals(shownPdf.subarray(-7))).toBe(true);
    expect((await content(dana, shown, { range: `bytes=${shownPdf.length}-` })).status).toBe(416);
    const stale = await content(dana, shown, { range: 'bytes=0-1', 'if-range': '"another"' });
    expect(stale.status).toBe(200);
    const whole = await content(dana, shown);
    expect(whole.headers.get('content-type')).toBe('application/pdf');
    expect(whole.headers.get('content-disposition')).toMatch(/^inline; filename="Brightwater ED chart.pdf"/);
    expect(whole.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(whole.headers.get('cache-control')).toBe('private, no-store');
    const saved = await app.request(dana, 'GET', `/api/v1/files/${shown}/content?download=1`);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  test('a Word document is only downloaded, whatever is asked', async () => {
    const id = await app.caseOf(dana);
    const file = await upload(app, dana, id, 'Lettre « é ».docx', sampleDocx());
    await app.settle();
    const { headers } = await content(dana, file);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="Lettre  e .docx"; filename*=UTF-8\'\'Lettre%20%C2%AB%20%C3%A9%20%C2%BB.docx',
    );
  });

  test('is recorded once for each opening, not for each range', async () => {
    const reader = await app.world.consultant(dana.organization_id ?? 0);
    await app.db.insertInto('review_watchers').values({ review_id: review, user_id: reader.user_id }).execute();
    const rows = async () =>
      (
        await app.db
          .selectFrom('audit_rows')
          .select('action')
          .where('actor_user_id', '=', reader.user_id)
          .where('subject', '=', `file:${shown}`)
          .orderBy('id')
          .execute()
      ).map((r) => r.action);
    await content(reader, shown, { range: 'bytes=100-200' });
    await content(reader, shown, { range: 'bytes=0-99' });
    await content(reader, shown, { range: 'bytes=200-300' });
    expect(await rows()).toEqual(['file.view']);
    await content(reader, shown);
    await app.request(reader, 'GET', `/api/v1/files/${shown}/content?download=1`);
    expect(await rows()).toEqual(['file.view', 'file.view', 'file.download']);
  });

  test('a page of its own has the file and its review', async () => {
    const { body } = await app.request<FilePageView>(dana, 'GET', `/api/v1/files/${shown}`);
    expect(body).toMatchObject({
      file: { id: shown, pages: 3 },
      review: { id: review, kind: 'Case', number: `CR-${review}`, subject: 'Ferrante v. Brightwater' },
    });
  });
});

describe('files that cannot be used say so', () => {
  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['locked.pdf', () => samplePdf(2, { password: 'secret' }), 'Protected with a password. Upload it without.'],
    [
      'page.pdf',
      () => Buffer.from('<!doctype html><script>fetch("/api/v1/files/1/content")</script>'),
      'This is not a PDF, although its name says so.',
    ],
    ['photo.jpg', () => samplePng(3, 3), 'This is not a JPEG image, although its name says so.'],
  ])('%s', async (name, make, failure) => {
    const id = await app.caseOf(dana);
    const file = await upload(app, dana, id, name, await make());
    await app.settle();
    const { body } = await app.request<FileListView>(dana, 'GET', `/api/v1/cases/${id}/files`);
    expect(body.data).toMatchObject([{ id: file, status: 'failed', failure, pages: null, bates_from: null }]);
    expect(body.totals).toMatchObject({ files: 0, failed: 1 });
    expect((await content(dana, file)).status).toBe(409);
    expect((await app.request(dana, 'DELETE', `/api/v1/files/${file}`)).status).toBe(204);
  });
});

describe('changing', () => {
  test('renames within its type, categorizes, hides by category, moves and renumbers a draft', async () => {
    const id = await app.caseOf(dana);
    const files: number[] = [];
    for (const [n, pages] of [2, 3, 4].entries()) {
      files.push(await upload(app, dana, id, `Scan_${n}.pdf`, await samplePdf(pages, { seed: `${n}` })));
    }
    await app.settle();
    const [a, b, c] = files as [number, number, number];
    const patch = (file: number, body: unknown) => app.request<FileView>(dana, 'PATCH', `/api/v1/files/${file}`, body);
    expect((await patch(a, { name: '../Op note.pdf' })).body.name).toBe('Op note.pdf');
    expect((await patch(a, { name: 'Op note.html' })).status).toBe(422);
    expect((await patch(a, { status: 'ready' })).status).toBe(400);
    expect((await patch(a, { category: 'incident_report' })).body).toMatchObject({ visible_to_expert: false });
    expect((await patch(a, { category: 'operative' })).body).toMatchObject({ visible_to_expert: false });
    expect((await patch(a, { visible_to_expert: true })).body).toMatchObject({ visible_to_expert: true });
    expect((await patch(c, { position: 1 })).body).toMatchObject({ bates_from: 'HM000001', bates_to: 'HM000004' });
    const { body } = await app.request<FileListView>(dana, 'GET', `/api/v1/cases/${id}/files`);
    expect(body.data.map((f) => [f.id, f.bates_from])).toEqual([
      [c, 'HM000001'],
      [a, 'HM000005'],
      [b, 'HM000007'],
    ]);
  });

  test('after ordering: numbers stay, hiding is in the timeline, removing takes the bytes', async () => {
    const id = await app.caseOf(dana);
    const a = await upload(app, dana, id, 'A.pdf', await samplePdf(2, { seed: 'A' }));
    const b = await upload(app, dana, id, 'B.pdf', await samplePdf(3, { seed: 'B' }));
    await app.settle();
    await app.db.updateTable('reviews').set({ status: 'matching', bucket: 'active' }).where('id', '=', id).execute();
    await app.request(dana, 'PATCH', `/api/v1/files/${a}`, { visible_to_expert: false });
    const { storage_key } = await app.db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', a)
      .executeTakeFirstOrThrow();
    expect((await app.request(dana, 'DELETE', `/api/v1/files/${a}`)).status).toBe(204);
    expect((await app.request(dana, 'GET', `/api/v1/files/${a}`)).status).toBe(404);
    const c = await upload(app, dana, id, 'C.pdf', await samplePdf(1, { seed: 'C' }));
    await app.settle();
    expect(await app.services.storage.size(storage_key)).toBeNull();
    const { body } = await app.request<FileListView>(dana, 'GET', `/api/v1/cases/${id}/files`);
    expect(body.data.map((f) => [f.id, f.bates_from])).toEqual([
      [b, 'HM000003'],
      [c, 'HM000006'],
    ]);
    const timeline = await app.db
      .selectFrom('audit_rows')
      .select('action')
      .where('review_id', '=', id)
      .where('timeline', '=', true)
      .orderBy('id')
      .execute();
    expect(timeline.map((r) => r.action)).toEqual(['file.hide', 'file.remove', 'file.upload']);
  });

  test('the pages that cannot be counted are asked for, and said by who handles the records', async () => {
    const id = await app.caseOf(dana);
    const counted = await upload(app, dana, id, 'Letter.docx', sampleDocxOf(7));
    const asked = await upload(app, dana, id, 'Chart.zip', sampleZip({ 'notes.rtf': 'x' }));
    const patch = (who: Person, file: number, body: unknown) =>
      app.request<FileView>(who, 'PATCH', `/api/v1/files/${file}`, body);
    expect((await patch(dana, asked, { pages: 4 })).status, 'while it is checked').toBe(409);
    await app.settle();
    const read = async () => (await app.request<FileListView>(dana, 'GET', `/api/v1/cases/${id}/files`)).body;
    expect(await read()).toMatchObject({
      totals: { pages: 7, visible_pages: 7 },
      data: [
        { id: counted, pages: 7, pages_asked: false },
        { id: asked, pages: null, pages_asked: true },
      ],
    });
    for (const pages of [0, -1, 1.5, 20_001, '4', null])
      expect((await patch(dana, asked, { pages })).status, String(pages)).toBe(400);
    expect(await patch(dana, counted, { pages: 9 })).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect((await patch(stranger, asked, { pages: 4 })).status).toBe(404);
    expect((await patch(matching, asked, { pages: 4 })).status).toBe(403);
    expect((await patch(dana, asked, { pages: 43 })).body).toMatchObject({ pages: 43, pages_asked: true });
    expect((await patch(clinOps, asked, { pages: 44 })).body).toMatchObject({ pages: 44, bates_from: null });
    expect((await read()).totals).toMatchObject({ pages: 51, visible_pages: 51 });
    const rows = await app.db
      .selectFrom('audit_rows')
      .select('data')
      .where('review_id', '=', id)
      .where('action', '=', 'file.pages_said')
      .orderBy('id')
      .execute();
    expect(rows.map(({ data }) => data)).toMatchObject([
      { before: null, pages: 43 },
      { before: 43, pages: 44 },
    ]);
    await app.db.updateTable('reviews').set({ status: 'closed', bucket: 'completed' }).where('id', '=', id).execute();
    expect((await patch(dana, asked, { pages: 5 })).status).toBe(409);
  });

  test('nothing once the review has ended', async () => {
    const id = await app.caseOf(dana);
    const file = await upload(app, dana, id, 'A.pdf', await samplePdf(1));
    await app.db.updateTable('reviews').set({ status: 'closed', bucket: 'completed' }).where('id', '=', id).execute();
    expect((await app.request(dana, 'PATCH', `/api/v1/files/${file}`, { name: 'B.pdf' })).status).toBe(409);
    expect((await app.request(dana, 'DELETE', `/api/v1/files/${file}`)).status).toBe(409);
  });
});

describe('asking for documents', () => {
  const ask = (who: Person, id: number, body: unknown) =>
    app.request<FileRequestView>(who, 'POST', `/api/v1/cases/${id}/file_requests`, body);
  const statusOf = async (id: number) =>
    (await app.db.selectFrom('reviews').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  const WANTED = {
    items: [{ label: 'Nursing flow sheet, March 14' }, { label: 'MRI report', note: 'The second reading' }],
    due_on: '2026-12-01',
    note: 'Needed before the call.',
  };

  test('the review waits until every item is answered, then goes on where it was', async () => {
    const id = await app.caseOf(dana, { status: 'awaiting_times', bucket: 'active', expert: expert.profile_id });
    const asked = await ask(expert, id, WANTED);
    expect(asked.status).toBe(201);
    expect(asked.body).toMatchObject({
      requested_by: { seat: 'expert', name: 'Dr. Falkenrath' },
      due_on: '2026-12-01',
      items: [
        { id: 1, label: 'Nursing flow sheet, March 14' },
        { id: 2, note: 'The second reading' },
      ],
    });
    expect(await statusOf(id)).toBe('needs_information');
    const seen = await app.request<FileRequestListView>(dana, 'GET', `/api/v1/cases/${id}/file_requests`);
    expect(seen.body.abilities).toMatchObject({ answer: { allowed: true }, ask: { allowed: false } });

    const file = await upload(app, dana, id, 'Flow sheet.pdf', await samplePdf(1));
    const answer = (who: Person, items: unknown) =>
      app.request<FileRequestView>(who, 'POST', `/api/v1/cases/${id}/file_requests/${asked.body.id}/answers`, {
        items,
      });
    expect((await answer(expert, [{ item: 1, file_ids: [file] }])).status).toBe(403);
    expect((await answer(stranger, [{ item: 1, file_ids: [file] }])).status).toBe(404);
    expect((await answer(dana, [{ item: 1, file_ids: [shown] }])).status).toBe(422);
    expect((await answer(dana, [{ item: 1, file_ids: [file] }])).body).toMatchObject({ answered_at: null });
    expect(await statusOf(id)).toBe('needs_information');
    const done = await answer(dana, [{ item: 2, not_available_because: 'Never made.' }]);
    expect(done.body.answered_at).not.toBeNull();
    expect(done.body.items).toMatchObject([{ files: [{ id: file }] }, { not_available_because: 'Never made.' }]);
    expect(await statusOf(id)).toBe('awaiting_times');
    expect((await answer(dana, [{ item: 2, not_available_because: 'Again.' }])).status).toBe(409);
  });

  test('is refused to those who may not, in states that do not fit, and with a date gone by', async () => {
    const id = await app.caseOf(dana, { status: 'in_intake', bucket: 'active' });
    expect((await ask(dana, id, WANTED)).status).toBe(403);
    expect((await ask(matching, id, WANTED)).status).toBe(403);
    expect((await ask(stranger, id, WANTED)).status).toBe(404);
    expect((await ask(clinOps, id, { ...WANTED, items: [] })).status).toBe(400);
    expect((await ask(clinOps, id, { ...WANTED, due_on: '2026-11-17' })).status).toBe(422);
    expect(await statusOf(id)).toBe('in_intake');
    expect((await ask(clinOps, id, WANTED)).status).toBe(201);
    expect((await ask(clinOps, id, WANTED)).status).toBe(409);
    const closed = await app.caseOf(dana, { status: 'closed', bucket: 'completed' });
    expect((await ask(clinOps, closed, WANTED)).status).toBe(409);
  });

  test('the same request twice is asked once', async () => {
    const id = await app.caseOf(dana, { status: 'in_intake', bucket: 'active' });
    const key = { 'idempotency-key': 'ask-once' };
    const path = `/api/v1/cases/${id}/file_requests`;
    const first = await app.request<FileRequestView>(clinOps, 'POST', path, WANTED, key);
    const second = await app.request<FileRequestView>(clinOps, 'POST', path, WANTED, key);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });
});
