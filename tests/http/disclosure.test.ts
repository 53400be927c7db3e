import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signaturesOf } from '../../src/core/pdf-signature.ts';
import type { DisclosureView } from '../../src/features/disclosure/contract.ts';
import { ELEMENT_NAMES, ELEMENTS } from '../../src/features/disclosure/rules.ts';
import { fingerprintOf } from '../../src/features/disclosure/server/load.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { agreed, pdfOf, PUBLICATION, recorded, TESTIMONY, verifiedRecord } from '../harness/disclosure.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp, storeRecord, writeRecord } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* The packet of Fed. R. Civ. P. 26(a)(2)(B): what each element lacks, what the expert confirms, the signed file, supplements. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

interface Problem {
  detail?: string;
  code?: string;
  errors?: { path: string; message: string }[];
}
const post = (d: LegalDriver, who: Person, path: string, body: unknown = {}) =>
  t.request<DisclosureView & Problem>(who, 'POST', d.url(`/disclosure/${path}`), body);
const read = async (d: LegalDriver, who: Person = cast.expert) =>
  (await t.request<DisclosureView>(who, 'GET', d.url('/disclosure'))).body;
const element = (view: DisclosureView, name: (typeof ELEMENT_NAMES)[number]) =>
  view.elements.find((one) => one.name === name);
const whose = (view: DisclosureView, name: (typeof ELEMENT_NAMES)[number]) =>
  element(view, name)?.missing.map((one) => one.whose);

/** The expert’s CV, as it was approved. */
async function cv(words = 'Curriculum vitae', pages = 2): Promise<void> {
  const storage_key = `cvs/test-${cast.expert.profile_id}-${words.length}`;
  const { size, sha256 } = await t.app.services.storage.put(storage_key, await pdfOf(words, pages));
  const now = t.clock.now();
  await t.world.db
    .updateTable('cvs')
    .set({ removed_at: now })
    .where('profile_id', '=', cast.expert.profile_id)
    .where('removed_at', 'is', null)
    .execute();
  await t.world.db
    .insertInto('cvs')
    .values({
      user_id: cast.expert.user_id,
      profile_id: cast.expert.profile_id,
      version: 'full',
      storage_key,
      name: 'CV.pdf',
      size_bytes: size,
      sha256,
      pages,
      created_at: now,
      approved_at: now,
    })
    .execute();
}

const confirmFacts = async (d: LegalDriver, more: Record<string, unknown> = {}, who: Person = cast.expert) =>
  post(d, who, 'facts', {
    left_out: [],
    others: [],
    confirm: true,
    lock_version: (await read(d)).lock_version,
    ...more,
  });
const confirmExhibits = async (d: LegalDriver, exhibits: number[], more: Record<string, unknown> = {}) =>
  post(d, cast.expert, 'exhibits', { exhibits, confirm: true, lock_version: (await read(d)).lock_version, ...more });

/** A matter whose six elements lack nothing. */
async function ready(): Promise<LegalDriver> {
  const d = await agreed(new LegalDriver(inApp(t, cast)));
  await storeRecord(t.app.services.storage, t.world, d.fileId, await pdfOf('The chart', 3));
  await recorded(d);
  await d.to('delivered');
  await cv();
  await verifiedRecord(d, 'publication', PUBLICATION);
  await verifiedRecord(d, 'testimony', TESTIMONY);
  expect((await confirmFacts(d, { others: ['Interview with counsel, November 2'] })).status).toBe(200);
  expect((await confirmExhibits(d, [d.fileId])).status).toBe(200);
  return d;
}

async function sign(d: LegalDriver, more: Record<string, unknown> = {}, proven = true) {
  const { content_sha256, own_name } = await read(d);
  if (proven) await d.freshProof(cast.expert);
  return post(d, cast.expert, 'sign', { content_sha256, name: own_name, consents: true, ...more });
}

/** The file of a packet. */
/** All a person’s bell says. */
const bells = async (who: Person): Promise<string> =>
  JSON.stringify((await t.request(who, 'GET', '/api/v1/notifications')).body);

async function packet(d: LegalDriver, who: Person = cast.requester, version = 1): Promise<Buffer> {
  const { statusCode, rawPayload } = await t.app.http.inject({
    method: 'GET',
    url: d.url(`/disclosure/${version}/packet`),
    headers: who.headers,
  });
  expect(statusCode).toBe(200);
  return rawPayload;
}

interface Tagged {
  role?: string;
  children?: readonly Tagged[];
}
const rolesIn = (node: Tagged): string[] => [
  ...(node.role ? [node.role] : []),
  ...(node.children ?? []).flatMap(rolesIn),
];
async function pagesOf(bytes: Buffer): Promise<{ text: string; roles: string[] }[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages: { text: string; roles: string[] }[] = [];
  for (let n = 1; n <= document.numPages; n += 1) {
    const page = await document.getPage(n);
    const { items } = await page.getTextContent();
    const tree = (await page.getStructTree()) as Tagged | null;
    pages.push({
      text: items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
      roles: tree ? rolesIn(tree) : [],
    });
  }
  await task.destroy();
  return pages;
}

describe('what each element lacks', () => {
  it('is said with whose move it is, from the first day on, until nothing is missing', async () => {
    const d = await agreed(new LegalDriver(inApp(t, cast)));
    const first = await read(d);
    expect(first.elements.map(({ ready: is }) => is)).toEqual([false, false, false, false, false, true]);
    expect(whose(first, 'opinions')).toEqual(['requester']);
    expect(whose(first, 'facts')).toEqual(['expert']);
    expect(element(first, 'qualifications')?.missing).toMatchObject([
      { whose: 'expert', mend: 'cv', path: '/account/cv' },
      { whose: 'expert', mend: 'publications', path: '/account/publications' },
    ]);
    // no way is shown to who cannot go it
    expect(element(await read(d, cast.requester), 'qualifications')?.missing.map(({ path }) => path)).toEqual([
      null,
      null,
    ]);
    expect(first).toMatchObject({ content_sha256: null, can: { sign: false, confirm: true, ask: false } });
    expect(first.cover_note).toContain('docket');

    // unready: each element says what it lacks
    const refused = await sign(d, { content_sha256: '0'.repeat(64) });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['elements.opinions', 'elements.facts', 'elements.exhibits', 'elements.qualifications']),
    );

    await d.to('reportStarted');
    expect(whose(await read(d), 'opinions')).toEqual(['expert']);
    await d.to('signed');
    expect(whose(await read(d), 'opinions')).toEqual(['peritus']);
    // exhibits are of a report that is delivered
    expect((await confirmExhibits(d, [])).status).toBe(409);
    await d.to('delivered');
    expect(whose(await read(d), 'opinions')).toEqual([]);

    // what waits to be verified is not on the list, and keeps the packet
    const url = `/api/v1/experts/${cast.expert.profile_id}/changes`;
    const said = { part: 'testimony', record_id: null, after: null, document_id: null, data: TESTIMONY };
    expect((await t.request(cast.expert, 'POST', url, said)).status).toBe(201);
    expect(whose(await read(d), 'testimony')).toEqual(['peritus']);
    expect((await read(d)).testimony).toEqual([]);
  });

  it('nothing to list takes the expert’s word', async () => {
    const d = await agreed(new LegalDriver(inApp(t, cast)));
    const { lock_version } = await read(d);
    const body = { no_publications: true, no_testimony: true, lock_version };
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await post(d, assistant, 'nothing', body)).status).toBe(403);
    const said = await post(d, cast.expert, 'nothing', body);
    expect(whose(said.body, 'testimony')).toEqual([]);
    expect(element(said.body, 'qualifications')?.missing.map(({ mend }) => mend)).toEqual(['cv']);
    // what was read is old by now
    expect((await post(d, cast.expert, 'nothing', body)).status).toBe(409);
  });

  it('a consulting expert has no packet; the page says why, and nothing of it can be done', async () => {
    const d = await agreed(new LegalDriver(inApp(t, cast)), { role: 'consulting' });
    const view = await read(d, cast.requester);
    expect(view.no_packet).toContain('not named as a witness');
    expect(Object.values(view.can).filter(Boolean)).toHaveLength(1);
    expect((await post(d, cast.requester, 'ask')).status).toBe(409);
    expect((await sign(d, { content_sha256: '0'.repeat(64) })).status).toBe(409);
  });
});

describe('facts or data, and exhibits', () => {
  it('every released file is proposed, whoever opened it; the assistant prepares, the expert confirms; a later file asks again', async () => {
    const d = await agreed(new LegalDriver(inApp(t, cast)));
    const hidden = await writeRecord(t.world, d.id, 'Counsel notes.pdf', 4, false);
    const second = await writeRecord(t.world, d.id, 'Imaging.pdf', 9);
    // opening one changes nothing
    await t.request(cast.expert, 'GET', `/api/v1/files/${second}/content`);
    const view = await read(d);
    expect(view.files.map(({ id, considered }) => [id, considered])).toEqual([
      [d.fileId, true],
      [second, true],
    ]);
    expect(JSON.stringify(view)).not.toContain('Counsel notes');

    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await confirmFacts(d, { confirm: true }, assistant)).status).toBe(403);
    const prepared = await confirmFacts(d, { left_out: [second], confirm: false }, assistant);
    expect(prepared.body).toMatchObject({
      facts_confirmed_at: null,
      can: { prepare: true, confirm: false, sign: false },
    });
    expect(whose(prepared.body, 'facts')).toEqual(['expert']);
    const confirmed = await confirmFacts(d, { left_out: [second], others: ['Smith, Spine 2021'] });
    expect(whose(confirmed.body, 'facts')).toEqual([]);
    expect(confirmed.body.files.map(({ considered }) => considered)).toEqual([true, false]);

    // what is not released cannot be left out, nor be an exhibit
    expect((await confirmFacts(d, { left_out: [hidden] })).status).toBe(422);
    expect((await confirmExhibits(d, [hidden], { confirm: false })).status).toBe(422);
    expect((await confirmExhibits(d, [second, second], { confirm: false })).status).toBe(422);
    // nothing at all is no list
    expect((await confirmFacts(d, { left_out: [d.fileId, second] })).status).toBe(422);

    const third = await writeRecord(t.world, d.id, 'Late record.pdf', 2);
    const after = await read(d);
    expect(element(after, 'facts')?.missing[0]?.says).toBe('1 file was released since the list was confirmed.');
    expect(after.files.find(({ id }) => id === third)).toMatchObject({ is_new: true, considered: true });
  });

  it('a file taken out after it was released stays on the list', async () => {
    const d = await agreed(new LegalDriver(inApp(t, cast)));
    const gone = await writeRecord(t.world, d.id, 'Withdrawn.pdf', 2);
    t.clock.advance({ hours: 1 });
    expect((await t.request(cast.requester, 'DELETE', `/api/v1/files/${gone}`)).status).toBeLessThan(300);
    expect((await read(d)).files.find(({ id }) => id === gone)).toMatchObject({ removed: true, considered: true });
    expect((await confirmExhibits(d, [gone], { confirm: false })).status).toBe(422);
  });

  it('exhibits are proposed from what the report cites', async () => {
    const d = await agreed(new LegalDriver(inApp(t, cast)));
    const other = await writeRecord(t.world, d.id, 'Not cited.pdf', 2);
    await d.to('delivered');
    const view = await read(d);
    expect(view.exhibits.map(({ file_id, label }) => [file_id, label])).toEqual([[d.fileId, 'A']]);
    expect(view.files.map(({ id, cited }) => [id, cited])).toEqual([
      [d.fileId, true],
      [other, false],
    ]);
    expect(whose(view, 'exhibits')).toEqual(['expert']);
    const none = await confirmExhibits(d, []);
    expect(whose(none.body, 'exhibits')).toEqual([]);
    expect(none.body.exhibits).toEqual([]);
  });
});

describe('the packet', () => {
  it('is one tagged PDF with cover, index, six parts and the signature, every page numbered without a gap, the same bytes each time', async () => {
    const d = await ready();
    const image = await writeRecord(t.world, d.id, 'Photo.jpg', 1);
    await t.world.db.updateTable('files').set({ content_type: 'image/jpeg' }).where('id', '=', image).execute();
    await confirmFacts(d, { others: ['Interview with counsel, November 2'] });
    await confirmExhibits(d, [d.fileId, image]);
    const prefix = { prefix: 'BAD1', lock_version: (await read(d)).lock_version };
    expect((await post(d, cast.requester, 'prefix', prefix)).status).toBe(422);
    expect((await post(d, cast.requester, 'prefix', { ...prefix, prefix: 'FER-DEF' })).body.prefix).toBe('FER-DEF');

    // by name, as it was read, and after showing again who one is
    expect((await sign(d, { name: 'Somebody Else' })).status).toBe(422);
    expect((await sign(d, { content_sha256: '0'.repeat(64) })).status).toBe(409);
    await t.world.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(t.clock.now().getTime() - 20 * 60_000) })
      .where('user_id', '=', cast.expert.user_id)
      .execute();
    expect((await sign(d, {}, false)).body.code).toBe('reauthentication_required');
    const signed = await sign(d);
    expect(signed.status).toBe(200);
    expect(signed.body.packets).toMatchObject([{ version: 1, made_at: null }]);
    await t.settle();

    const view = await read(d, cast.requester);
    const [made] = view.packets;
    const bytes = await packet(d);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made?.sha256);
    expect((await packet(d, cast.expert)).equals(bytes)).toBe(true);

    const pages = await pagesOf(bytes);
    expect(pages).toHaveLength(made?.pages ?? 0);
    pages.forEach(({ text }, at) => expect(text).toContain(`FER-DEF${String(at + 1).padStart(6, '0')}`));
    const whole = pages.map(({ text }) => text).join(' ');
    for (const name of ELEMENT_NAMES) expect(whole).toContain(ELEMENTS[name].title);
    const { own_name } = await read(d);
    expect(pages[0]?.text).toMatch(/Circuit Court of Cook County.*Ferrante v\. Brightwater Regional/);
    for (const words of [
      'The chart, page 3',
      'Curriculum vitae, page 2',
      'Interview with counsel, November 2',
      '“Timing of decompression.” Spine 41(3), 2021.',
      'Doe v. General Hospital, No. 2023-CV-118, District Court of Suffolk County: Deposition, May 2, 2024.',
      '$400.00 an hour',
      '1 h 30 min',
      '$600.00',
      'It is a JPEG image.',
      'I make this disclosure under Fed. R. Civ. P. 26(a)(2)(B).',
      `Signed electronically through Peritus`,
      own_name,
      // the signed report as it is
      'Verification',
    ])
      expect(whole).toContain(words);
    // the firm that retained the expert elsewhere is nobody's business, nor who opened what
    expect(whole).not.toContain('Whoever & Sons');
    expect(whole).not.toMatch(/opened|viewed/i);
    expect(pages[0]?.roles).toContain('H1');
    expect(pages[1]?.roles).toEqual(expect.arrayContaining(['Table', 'TH', 'TD']));
    // the report's own tags come along
    expect(pages.flatMap(({ roles }) => roles)).toContain('H3');
    // the index tells where each part is
    for (const part of made?.parts ?? []) expect(pages[1]?.text).toContain(part.numbers);

    // the firm is told once it is made; nobody is named
    const mails = await t.world.db
      .selectFrom('mails')
      .select(['template', 'to_email', 'subject'])
      .where('review_id', '=', d.id)
      .where('template', 'in', ['disclosure_ready', 'disclosure_asked'])
      .execute();
    expect(mails).toMatchObject([{ template: 'disclosure_ready', to_email: cast.requester.email }]);
    expect(mails[0]?.subject).not.toContain('Ferrante');
    // the record says who signed and who downloaded
    const audits = await t.world.db
      .selectFrom('audit_rows')
      .select('action')
      .where('review_id', '=', d.id)
      .where('action', 'like', 'disclosure.%')
      .execute();
    expect(audits.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['disclosure.signed', 'disclosure.made', 'disclosure.downloaded']),
    );
  });

  it('what changes later is a supplement, which says what changed and goes on counting; the first stays', async () => {
    const d = await ready();
    expect((await sign(d)).status).toBe(200);
    // the one before is made first
    expect((await sign(d)).status).toBe(409);
    await t.settle();
    const first = await packet(d);
    // one signature, of the whole: that of the report it takes in stays with the report
    const signature = await signaturesOf(Uint8Array.from(first));
    expect(signature).toMatchObject([{ state: 'sound', covers: 'whole' }]);
    expect((await read(d)).packets[0]?.certificate?.fingerprint).toBe(signature[0]?.by?.fingerprint);
    expect(first.toString('latin1').match(/\/ByteRange/g)).toHaveLength(1);
    expect(first.toString('latin1').match(/\/FT \/Sig/g)).toHaveLength(1);
    expect(await read(d)).toMatchObject({ changes: [], can: { sign: false } });
    const empty = await sign(d);
    expect([empty.status, empty.body.detail]).toEqual([
      409,
      'Nothing changed since version 1. There is nothing to supplement.',
    ]);
    await recorded(d, 60);
    await verifiedRecord(d, 'publication', { title: 'A second paper', venue: 'Spine 44', year: 2025 });
    const view = await read(d, cast.requester);
    expect(view.changes).toEqual([
      'Publications added: “A second paper.” Spine 44, 2025.',
      'Recorded so far: $1,000.00; it was $600.00.',
    ]);
    // whoever sees no amounts is told of none
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect((await read(d, assistant)).changes).toEqual(['Publications added: “A second paper.” Spine 44, 2025.']);
    // the fingerprint is of what is kept
    const kept = await t.world.db
      .selectFrom('disclosure_packets')
      .select(['content', 'content_sha256'])
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    expect(kept.content && fingerprintOf(kept.content)).toBe(kept.content_sha256);
    expect((await sign(d)).status).toBe(200);
    await t.settle();
    const [second, one] = (await read(d)).packets;
    expect(second?.version).toBe(2);
    const last = one?.numbers?.match(/(\d{6})$/)?.[1];
    expect(second?.numbers).toMatch(new RegExp(`^[A-Z]+${String(Number(last) + 1).padStart(6, '0')}–`));
    const pages = await pagesOf(await packet(d, cast.requester, 2));
    expect(pages[0]?.text).toMatch(
      /Supplemental expert disclosure.*Fed\. R\. Civ\. P\. 26\(e\).*version 1.*A second paper/,
    );
    expect((await packet(d)).equals(first)).toBe(true);
  });

  it('is nobody else’s: a foreign organization, another expert, whoever sees no amounts; it goes with a purge', async () => {
    const d = await ready();
    await sign(d);
    await t.settle();
    const url = d.url('/disclosure/1/packet');
    const status = async (who: Person, at = url) => (await t.request(who, 'GET', at)).status;
    const foreign = await t.world.consultant(await t.world.organization());
    const assistant = await t.world.assistantOf(cast.expert.profile_id);
    expect(await status(foreign)).toBe(404);
    expect(await status(foreign, d.url('/disclosure'))).toBe(404);
    expect(await status(cast.others[0] as Person)).toBe(404);
    expect(await status(assistant)).toBe(404);
    expect((await read(d, assistant)).compensation).toBeNull();
    expect(await status(cast.requester, d.url('/disclosure/2/packet'))).toBe(404);
    expect(
      (await post(d, cast.requester, 'sign', { content_sha256: '0'.repeat(64), name: 'A', consents: true })).status,
    ).toBe(403);
    expect((await post(d, cast.expert, 'ask')).status).toBe(403);
    expect((await post(d, cast.expert, 'facts', { left_out: 'all' })).status).toBe(400);

    const key = (
      await t.world.db
        .selectFrom('disclosure_packets')
        .select('storage_key')
        .where('review_id', '=', d.id)
        .executeTakeFirstOrThrow()
    ).storage_key;
    expect(await t.app.services.storage.size(key ?? '')).toBeGreaterThan(0);
    await d.concluded();
    // after the end nothing of it changes any more, and what was made stays
    expect(await status(cast.requester)).toBe(200);
    await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
    await d.purge();
    await t.settle();
    const certificate = await t.request(cast.requester, 'GET', d.url('/certificate'));
    expect(certificate.body).toMatchObject({ complete: true });
    expect(await status(cast.requester)).toBe(404);
    expect(await t.app.services.storage.size(key ?? '')).toBeNull();
    // what lay there all the same would be told
    await t.app.services.storage.put(`disclosures/${d.id}/left.pdf`, Buffer.from('%PDF-1.7'));
    const left = await t.request(cast.requester, 'GET', d.url('/certificate'));
    expect(left.body).toMatchObject({ complete: false });
    await t.app.services.storage.remove(`disclosures/${d.id}/left.pdf`);
    expect(
      await t.world.db
        .selectFrom('disclosure_packets')
        .select(['content', 'signature_name', 'storage_key'])
        .where('review_id', '=', d.id)
        .execute(),
    ).toEqual([{ content: null, signature_name: null, storage_key: null }]);
    expect(await t.world.db.selectFrom('disclosures').select('id').where('review_id', '=', d.id).execute()).toEqual([]);
  });

  it('is made again from what was signed where its stored file is damaged, byte for byte', async () => {
    const d = await ready();
    await sign(d);
    await t.settle();
    const bytes = await packet(d);
    const { storage_key } = await t.world.db
      .selectFrom('disclosure_packets')
      .select('storage_key')
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    await t.app.services.storage.put(storage_key ?? '', Buffer.from('%PDF-1.7 another packet'));
    expect((await t.request(cast.requester, 'GET', d.url('/disclosure/1/packet'))).problem.code).toBe('damaged');
    t.clock.advance({ hours: 5 });
    await t.settle();
    expect((await packet(d)).equals(bytes)).toBe(true);
    expect(
      await t.world.db
        .selectFrom('mails')
        .select('id')
        .where('review_id', '=', d.id)
        .where('template', '=', 'packet_damaged')
        .execute(),
    ).not.toEqual([]);
  });

  it('what is purged while it is made again is not put back', async () => {
    const d = await ready();
    await sign(d);
    await t.settle();
    const { id, storage_key } = await t.world.db
      .selectFrom('disclosure_packets')
      .select(['id', 'storage_key'])
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
    await t.app.services.storage.put(storage_key ?? '', Buffer.from('%PDF-1.7 another packet'));
    expect((await t.request(cast.requester, 'GET', d.url('/disclosure/1/packet'))).problem.code).toBe('damaged');
    // its words go at the moment its bytes are put
    await sql`create function test_purge() returns trigger language plpgsql as $$ begin
      update disclosure_packets set content = null, storage_key = null where id = ${sql.lit(id)}; return new; end $$`.execute(
      t.world.db,
    );
    await sql`create trigger test_purge after insert or update on stored_objects for each row
      when (new.storage_key = ${sql.lit(storage_key)}) execute function test_purge()`.execute(t.world.db);
    await t.settle();
    await sql`drop trigger test_purge on stored_objects`.execute(t.world.db);
    await sql`drop function test_purge()`.execute(t.world.db);
    expect(await t.app.services.storage.size(storage_key ?? '')).toBeNull();
  });

  it('an exhibit that is taken out after it was confirmed is gone: nothing is signed with it', async () => {
    const d = await ready();
    const second = await writeRecord(t.world, d.id, 'Imaging.pdf', 2);
    expect((await confirmFacts(d)).status).toBe(200);
    expect((await confirmExhibits(d, [d.fileId, second])).status).toBe(200);
    t.clock.advance({ minutes: 1 });
    const { content_sha256, own_name } = await read(d);
    expect(content_sha256).not.toBeNull();
    expect((await t.request(cast.requester, 'DELETE', `/api/v1/files/${second}`)).status).toBeLessThan(300);
    const gone = await read(d);
    expect(element(gone, 'exhibits')?.missing[0]?.says).toBe('1 exhibit is no longer among the records.');
    expect(gone).toMatchObject({ content_sha256: null, can: { sign: false } });
    await d.freshProof(cast.expert);
    expect((await post(d, cast.expert, 'sign', { content_sha256, name: own_name, consents: true })).status).toBe(422);

    expect((await confirmExhibits(d, [d.fileId])).body.can.sign).toBe(true);
  });

  it('is made from the CV that was signed though it ended since; where that is gone it is given up, and another is signed', async () => {
    const d = await ready();
    expect((await sign(d)).status).toBe(200);
    await cv('A later curriculum');
    await t.settle();
    const whole = (await pagesOf(await packet(d))).map(({ text }) => text).join(' ');
    expect(whole).toContain('Curriculum vitae, page 2');
    expect(whole).not.toContain('A later curriculum');

    expect((await sign(d)).status).toBe(200);
    const { storage_key } = await t.world.db
      .selectFrom('cvs')
      .select('storage_key')
      .where('profile_id', '=', cast.expert.profile_id)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    await t.app.services.storage.remove(storage_key);
    await t.settle();
    const given = await read(d);
    expect(given.packets).toMatchObject([{ version: 2, made_at: null, has_file: false }, { version: 1 }]);
    expect(given.packets[0]?.failed_at).not.toBeNull();
    const told = async (who: Person) =>
      (
        await t.world.db
          .selectFrom('mails')
          .select('template')
          .where('review_id', '=', d.id)
          .where('to_user_id', '=', who.user_id)
          .execute()
      ).filter(({ template }) => template === 'disclosure_not_made').length;
    expect([await told(cast.requester), await told(cast.expert)]).toEqual([1, 1]);
    expect(await bells(cast.requester)).toContain('the file of a signed disclosure could not be made');
    expect((await t.request(cast.requester, 'GET', d.url('/disclosure/2/packet'))).problem.detail).toContain(
      'could not be made',
    );
    // it reached nobody: the next one says what changed since the first
    await cv('The third curriculum');
    expect((await read(d)).changes).toEqual(['The CV is another.']);
    expect((await sign(d)).status).toBe(200);
    await t.settle();
    expect((await read(d)).packets[0]).toMatchObject({ version: 3, supplements: true, has_file: true });
    expect((await packet(d, cast.requester, 3)).length).toBeGreaterThan(0);
  });

  it('that was asked for is told the firm when its expert leaves before signing', async () => {
    const d = await agreed(new LegalDriver(inApp(t, cast)));
    expect((await post(d, cast.requester, 'ask')).status).toBe(200);
    await d.freshProof(cast.expert);
    await d.must(cast.expert, 'POST', d.url('/agreement/withdraw'), {
      reason: 'I am ill for months.',
      handover: 'Nothing is open.',
    });
    await t.settle();
    expect(await bells(cast.requester)).toContain('the disclosure you asked for is not signed');
    expect(await bells(cast.expert)).not.toContain('the disclosure you asked for');
    // where nobody asked nothing is told
    cast = await castFor(t.world, PASSWORD_HASH);
    const quiet = await agreed(new LegalDriver(inApp(t, cast)));
    await quiet.freshProof(cast.expert);
    await quiet.must(cast.expert, 'POST', quiet.url('/agreement/withdraw'), {
      reason: 'I am ill for months.',
      handover: 'Nothing is open.',
    });
    await t.settle();
    expect(await bells(cast.requester)).not.toContain('the disclosure you asked for');
  });

  it('stays the firm’s once its expert is off the matter, marked with who signed and since when; it is told', async () => {
    const d = await ready();
    await sign(d);
    await t.settle();
    const bytes = await packet(d, cast.requester);
    // with a report nobody steps back by themselves: another took the matter over, as staff may put it
    t.clock.advance({ hours: 1 });
    const left_at = t.clock.now();
    const next = cast.others[0] as Cast['expert'];
    const where = { review: d.id, from: cast.expert.profile_id, to: next.profile_id };
    await t.world.db
      .updateTable('review_experts')
      .set({ until: left_at })
      .where('review_id', '=', where.review)
      .where('expert_profile_id', '=', where.from)
      .execute();
    await t.world.db
      .insertInto('review_experts')
      .values({ review_id: where.review, expert_profile_id: where.to, part: 'lead', since: left_at })
      .execute();
    await t.world.db
      .updateTable('reviews')
      .set({ expert_profile_id: where.to })
      .where('id', '=', where.review)
      .execute();
    await sql`insert into outbox (topic, review_id, payload, created_at)
      values ('review.transitioned', ${d.id}, ${JSON.stringify({ action: 'withdraw_expert', from: 'retained', to: 'expert_withdrawn', kind: 'Generic' })}, ${left_at})`.execute(
      t.world.db,
    );
    await t.settle();
    expect(await bells(cast.requester)).toContain('the expert who signed the disclosure is off the matter');
    const { packets, can } = await read(d, cast.requester);
    expect(packets).toMatchObject([
      { version: 1, signed_by: expect.stringMatching(/\w/) as unknown, left_at: left_at.toISOString(), has_file: true },
    ]);
    expect(can.download).toBe(true);
    expect((await packet(d, cast.requester)).equals(bytes)).toBe(true);
    // it is closed to who left, and nothing for who came after
    expect((await t.request(cast.expert, 'GET', d.url('/disclosure'))).status).toBe(404);
    expect((await read(d, next)).packets).toEqual([]);
    expect((await t.request(next, 'GET', d.url('/disclosure/1/packet'))).status).toBe(404);
  });

  it('the firm asks for it once; the expert’s side is told, and finds it up next until it is signed', async () => {
    const d = await ready();
    const upNext = async (who: Person) =>
      (
        await t.request<{ tasks: { act: string; title: string; due_text: string | null; review: { id: number } }[] }>(
          who,
          'GET',
          '/api/v1/up_next',
        )
      ).body.tasks.filter(({ act, review }) => act === 'sign_disclosure' && review.id === d.id);
    expect(await upNext(cast.expert)).toEqual([]);
    expect((await post(d, cast.requester, 'ask')).body.asked_at).not.toBeNull();
    expect((await post(d, cast.requester, 'ask')).status).toBe(409);
    const mails = await t.world.db
      .selectFrom('mails')
      .select(['template', 'to_email'])
      .where('review_id', '=', d.id)
      .where('template', '=', 'disclosure_asked')
      .execute();
    expect(mails.map(({ to_email }) => to_email)).toContain(cast.expert.email);
    expect(await upNext(cast.expert)).toMatchObject([
      { title: 'Confirm and sign your disclosure', due_text: expect.stringMatching(/^Disclosed by \w{3} \d/) },
    ]);
    expect(await upNext(await t.world.assistantOf(cast.expert.profile_id))).toMatchObject([
      { title: 'Prepare the disclosure' },
    ]);
    expect((await sign(d)).status).toBe(200);
    expect(await upNext(cast.expert)).toEqual([]);
  });

  it('while the matter waits for records it is prepared all the same; before the agreement it is not', async () => {
    const early = await new LegalDriver(inApp(t, cast)).to('accepted');
    expect(await read(early)).toMatchObject({ open: false, can: { prepare: false } });
    expect((await post(early, cast.requester, 'ask')).status).toBe(409);

    const d = await agreed(new LegalDriver(inApp(t, cast)));
    const asked = { items: [{ label: 'The imaging' }], due_on: '2027-12-01', note: '' };
    expect((await t.request(cast.expert, 'POST', d.url('/file_requests'), asked)).status).toBe(201);
    expect(await d.status()).toBe('needs_information');
    expect(await read(d)).toMatchObject({ open: true, can: { prepare: true } });
    expect((await confirmFacts(d)).status).toBe(200);
  });
});
