import { createCanvas, loadImage } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pictureSize } from '../../src/core/pictures.ts';
import type { ExpertDeskView } from '../../src/features/experts/contract/experts-desk.ts';
import type { ExpertRecordsView } from '../../src/features/experts/contract/records.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let cast: Cast;
let assistant: Person;
let foreign: Person;
let support: Person;
let id: number;
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world);
  id = cast.expert.profile_id;
  assistant = await t.world.assistantOf(id);
  foreign = await t.world.expert();
  support = await t.world.staff('support_agent');
});
afterAll(() => t.close());

const url = (rest = '') => `/api/v1/experts/${id}${rest}`;
const read = async (who = cast.expert as Person) =>
  (await t.request<ExpertRecordsView>(who, 'GET', url('/records'))).body;
type Saying = {
  part: string;
  record_id?: number | null;
  after?: string | null;
  data: object | null;
  document_id?: number;
};
const say = (who: Person, body: Saying) =>
  t.request<ExpertRecordsView>(who, 'POST', url('/changes'), {
    record_id: null,
    after: null,
    document_id: null,
    ...body,
  });
const decide = (change: { id: number; lock_version: number }, body: object, who = cast.clinOps) =>
  t.request<ExpertRecordsView>(who, 'POST', url(`/changes/${change.id}/decision`), {
    decision: 'verify',
    reason: '',
    source: '',
    document_id: null,
    lock_version: change.lock_version,
    ...body,
  });
const lastChange = (view: ExpertRecordsView) => {
  const change = view.changes.at(-1);
  if (!change) throw new Error('Nothing is to verify.');
  return change;
};
async function pdf(): Promise<Buffer> {
  const document = new PDFDocument();
  document.text('License');
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
async function sendPaper(who: Person): Promise<{ id: number; url: string }> {
  const answer = await t.app.http.inject({
    method: 'POST',
    url: `${url('/documents')}?name=license.pdf`,
    headers: { ...who.headers, 'content-type': 'application/pdf' },
    payload: await pdf(),
  });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}
const toldOf = async (who: Person) =>
  (
    await t.world.db
      .selectFrom('notifications')
      .select('data')
      .where('user_id', '=', who.user_id)
      .where('event', '=', 'expert_change_decided')
      .orderBy('id')
      .execute()
  ).map(({ data }) => data);

const LICENSE = { license_key: 'MD', state: 'TX', number: 'T-4711', expires_on: '2028-05-31', specialty_id: null };
const SITE = {
  name: 'Lakeview Clinic',
  address_line1: '12 Harbor Road',
  address_line2: '',
  city: 'Austin',
  state: 'TX',
  postal_code: '78701',
  time_zone: 'America/Chicago',
  phone: '',
  rooms: 2,
  access: ['step_free', 'elevator'],
  access_note: '',
  hours: [{ day: 1, from: '09:00', until: '17:00' }],
};

describe('what an expert keeps', () => {
  test('a license the assistant adds with its paper counts once staff verified it, with their evidence and reminders', async () => {
    const paper = await sendPaper(assistant);
    const said = await say(assistant, { part: 'license', data: LICENSE, document_id: paper.id });
    expect(said.status).toBe(201);
    const change = lastChange(said.body);
    expect(change).toMatchObject({ status: 'to_verify', data: LICENSE, document: { id: paper.id } });
    const papers = async () => (await t.request<ExpertDeskView>(cast.clinOps, 'GET', url())).body.papers;
    expect((await papers()).some(({ of }) => of === 'TX')).toBe(false);
    // a paper has a source, and evidence is of this expert
    const bare = await decide(change, { document_id: 999_999 });
    expect([bare.status, bare.problem.errors.map(({ path }) => path)]).toEqual([422, ['source', 'document_id']]);
    const evidence = await sendPaper(cast.clinOps);
    expect((await t.request(assistant, 'GET', evidence.url)).status).toBe(404);
    expect((await t.request(foreign, 'GET', paper.url)).status).toBe(404);
    expect((await t.app.http.inject({ method: 'GET', url: paper.url, headers: assistant.headers })).statusCode).toBe(
      200,
    );
    const verified = await decide(change, { source: 'Texas Medical Board', document_id: evidence.id });
    expect(verified.status).toBe(200);
    expect(verified.body.changes).toEqual([]);
    expect((await papers()).find(({ of }) => of === 'TX')).toMatchObject({
      number: 'T-4711',
      holds: true,
      source: 'Texas Medical Board',
    });
    const own = (await read(assistant)).records.find(({ part, data }) => part === 'license' && data.state === 'TX');
    // where it was looked up, and by whom, is staff's
    expect(own).toMatchObject({ source: null, verified_by: null, document: null, holds: true });
    expect(await toldOf(assistant)).toEqual(
      [{ what: 'MD license in TX', outcome: 'verified' }].map((one) =>
        expect.objectContaining({ outcome: one.outcome }),
      ),
    );
    expect(await toldOf(cast.expert)).toHaveLength(1);
    const timers = await t.world.db
      .selectFrom('deadlines')
      .select('key')
      .where('kind', '=', 'credential_due')
      .where('done_at', 'is', null)
      .execute();
    expect(timers.length).toBeGreaterThan(0);
    const audit = await t.world.db
      .selectFrom('audit_rows as r')
      .innerJoin('audit_details as d', 'd.audit_id', 'r.id')
      .select(['r.action', 'd.old_value', 'd.new_value'])
      .where('r.subject', '=', `profile:${id}`)
      .where('r.action', 'in', ['expert.say', 'expert.decide_change'])
      .orderBy('r.id')
      .execute();
    expect(audit).toMatchObject([
      { action: 'expert.say', old_value: null, new_value: LICENSE },
      { action: 'expert.decide_change', old_value: null, new_value: LICENSE },
    ]);
    // decided once
    expect((await decide(change, { source: 'x' })).problem.code).toBe('wrong_state');
  });

  test('another value counts only once verified; it comes back with a reason, is corrected, and of two who decide one is told', async () => {
    const site = await say(assistant, { part: 'site', data: SITE });
    await decide(lastChange(site.body), {});
    const [record] = (await read()).records.filter(({ part }) => part === 'site');
    if (!record) throw new Error('No site.');
    const moved = { ...SITE, postal_code: '78702', city: 'Dallas' };
    const change = { part: 'site', record_id: record.id, after: record.verified_at, data: moved };
    expect((await say(cast.expert, { ...change, after: '2020-01-01T00:00:00.000Z' })).problem.code).toBe('stale');
    const said = await say(cast.expert, change);
    expect(said.body.records.find(({ part }) => part === 'site')?.data).toMatchObject({ city: 'Austin' });
    expect((await say(assistant, change)).problem.code).toBe('wrong_state');
    const first = lastChange(said.body);
    const silent = await decide(first, { decision: 'return' });
    expect([silent.status, silent.problem.errors[0]?.path]).toEqual([422, 'reason']);
    const returned = await decide(first, { decision: 'return', reason: 'This ZIP code lies in Austin.' });
    expect(lastChange(returned.body)).toMatchObject({ status: 'returned', reason: 'This ZIP code lies in Austin.' });
    const back = lastChange(returned.body);
    expect((await decide(back, {})).problem.code).toBe('wrong_state');
    const again = (lock_version: number, data: object) =>
      t.request<ExpertRecordsView>(cast.expert, 'PUT', url(`/changes/${first.id}`), {
        data,
        document_id: null,
        lock_version,
      });
    expect((await again(first.lock_version, SITE)).problem.code).toBe('stale');
    const wrong = await again(back.lock_version, { ...SITE, postal_code: '787', hours: [], rooms: 0 });
    expect([wrong.status, wrong.problem.errors.map(({ path }) => path)]).toEqual([
      422,
      ['postal_code', 'rooms', 'hours'],
    ]);
    const corrected = lastChange((await again(back.lock_version, { ...SITE, postal_code: '78702' })).body);
    expect(corrected).toMatchObject({ status: 'to_verify', reason: '' });
    const answers = await Promise.all([decide(corrected, {}), decide(corrected, {}, cast.matching)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await read()).records.find(({ part }) => part === 'site')?.data).toMatchObject({ postal_code: '78702' });
    // its end, taken back and then verified
    const now = (await read()).records.find(({ part }) => part === 'site');
    const end = { part: 'site', record_id: record.id, after: now?.verified_at ?? null, data: null };
    const ending = lastChange((await say(cast.expert, end)).body);
    const taken = await t.request<ExpertRecordsView>(cast.expert, 'POST', url(`/changes/${ending.id}/take_back`), {
      lock_version: ending.lock_version,
    });
    expect(taken.body.changes).toEqual([]);
    await decide(lastChange((await say(cast.expert, end)).body), {});
    expect((await read()).records.some(({ part }) => part === 'site')).toBe(false);
  });

  test('a site has a map of the way there: drawn anew from a picture, verified with the site, replaced and taken away', async () => {
    const send = (who: Person, bytes: Buffer, type = 'image/png') =>
      t.request<{ id: number }>(who, 'POST', url('/site_maps'), bytes, { 'content-type': type });
    const drawing = (edge: number) => createCanvas(edge, edge / 2).toBuffer('image/png');
    // what it is its bytes say, whatever they are called
    for (const wrong of [await pdf(), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(80))]) {
      const refused = await send(cast.expert, wrong);
      expect([refused.status, refused.problem.errors[0]?.path]).toEqual([422, 'map_id']);
    }
    expect((await send(cast.expert, drawing(300).subarray(0, 40))).status).toBe(422);
    expect((await send(cast.expert, Buffer.alloc(8 * 1024 * 1024 + 1, 1))).status).toBe(413);
    expect((await send(foreign, drawing(300))).status).toBe(404);
    expect((await send(cast.clinOps, drawing(300))).status).toBe(403);
    const first = await send(assistant, drawing(4000));
    expect(first.status).toBe(201);
    const fetched = (who: Person, mapId: number, profileId = id) =>
      t.app.http.inject({
        method: 'GET',
        url: `/api/v1/experts/${profileId}/site_maps/${mapId}`,
        headers: who.headers,
      });
    const seen = await fetched(cast.expert, first.body.id);
    expect(seen.headers['content-type']).toBe('image/jpeg');
    expect(seen.headers['content-security-policy']).toContain('sandbox');
    expect(pictureSize(seen.rawPayload)).toEqual({ width: 1400, height: 700 });
    // what was transparent is white
    const canvas = createCanvas(1, 1);
    canvas.getContext('2d').drawImage(await loadImage(seen.rawPayload), 0, 0);
    expect([...canvas.getContext('2d').getImageData(0, 0, 1, 1).data]).toEqual([255, 255, 255, 255]);
    expect((await fetched(support, first.body.id)).statusCode).toBe(200);
    expect((await fetched(foreign, first.body.id)).statusCode).toBe(404);
    expect((await fetched(foreign, first.body.id, foreign.profile_id ?? 0)).statusCode).toBe(404);
    expect((await fetched(cast.requester, first.body.id)).statusCode).toBe(403);
    // it counts with the site it is said for, and of another expert's nothing does
    const mapOf = async () =>
      (await read()).records.find(({ part, data }) => part === 'site' && data.name === 'Map Street')?.data.map_id;
    const data = { ...SITE, name: 'Map Street', map_id: first.body.id };
    const others = await t.request<ExpertRecordsView>(
      foreign,
      'POST',
      `/api/v1/experts/${foreign.profile_id}/changes`,
      {
        part: 'site',
        record_id: null,
        after: null,
        document_id: null,
        data,
      },
    );
    expect([others.status, others.problem.errors.map(({ path }) => path)]).toEqual([422, ['map_id']]);
    await decide(lastChange((await say(assistant, { part: 'site', data })).body), {});
    expect(await mapOf()).toBe(first.body.id);
    const record = (await read()).records.find(({ data: { name } }) => name === 'Map Street');
    const second = await send(cast.expert, drawing(200));
    const change = { part: 'site', record_id: record?.id ?? 0 };
    const replaced = await say(cast.expert, {
      ...change,
      after: record?.verified_at ?? null,
      data: { ...data, map_id: second.body.id },
    });
    expect(await mapOf()).toBe(first.body.id);
    await decide(lastChange(replaced.body), {});
    expect(await mapOf()).toBe(second.body.id);
    const after = (await read()).records.find(({ data: { name } }) => name === 'Map Street')?.verified_at ?? null;
    await decide(lastChange((await say(cast.expert, { ...change, after, data: { ...data, map_id: null } })).body), {});
    expect(await mapOf()).toBeNull();
  });

  test('a rate is to see for the expert and those who check it: no assistant reads, says or hears of one, no support agent reads one', async () => {
    const rate = { kind: null, service: '', unit: 'hour', amount_cents: 65_000, from_on: '2026-12-01', until_on: null };
    expect((await say(assistant, { part: 'rate', data: rate })).status).toBe(403);
    const told = (await toldOf(assistant)).length;
    const said = await say(cast.expert, { part: 'rate', data: rate });
    expect(JSON.stringify(await read(assistant))).not.toContain('65000');
    const change = lastChange(said.body);
    const correct = await t.request(assistant, 'PUT', url(`/changes/${change.id}`), {
      data: rate,
      document_id: null,
      lock_version: 0,
    });
    expect(correct.status).toBe(403);
    expect(JSON.stringify(await read(support))).not.toContain('65000');
    await decide(change, {});
    expect((await read()).records.find(({ part }) => part === 'rate')?.data).toMatchObject(rate);
    expect(JSON.stringify(await read(assistant))).not.toContain('65000');
    expect(await read(cast.clinOps)).toMatchObject({ sees_rates: true });
    expect(JSON.stringify(await read(cast.clinOps))).toContain('65000');
    // who reads everything but prices, neither
    expect(await read(support)).toMatchObject({ sees_rates: false });
    expect(JSON.stringify(await read(support))).not.toContain('65000');
    expect(await toldOf(assistant)).toHaveLength(told);
    // the mail tells no amount
    const mails = await t.world.db
      .selectFrom('mails')
      .select('subject')
      .where('template', '=', 'expert_change_decided')
      .where('to_email', '=', cast.expert.email)
      .execute();
    expect(mails.map(({ subject }) => subject)).toContain('Verified: a rate');
  });

  test('a new affiliation counts for conflicts at once; taken back it counts no more', async () => {
    const d = new CaseDriver(inApp(t, cast));
    await d.to('released', { facility: 'Thornbury General Hospital' });
    const ranked = async () =>
      (await d.must<MatchingBoard>(cast.matching, 'GET', d.url('/matching'))).ranking.candidates.some(
        ({ profile_id }) => profile_id === id,
      );
    expect(await ranked()).toBe(true);
    const house = { name: 'Thornbury General Hospital', kind: 'facility', from_on: '2019-01-01', until_on: null };
    const said = await say(cast.expert, { part: 'affiliation', data: house });
    expect(await ranked()).toBe(false);
    const refused = await t.request(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [id] });
    expect(refused.status).toBe(422);
    const change = lastChange(said.body);
    const returned = lastChange(
      (await decide(change, { decision: 'return', reason: 'Which of its two campuses?' })).body,
    );
    expect(await ranked()).toBe(false);
    await t.request(cast.expert, 'POST', url(`/changes/${change.id}/take_back`), {
      lock_version: returned.lock_version,
    });
    expect(await ranked()).toBe(true);
    // ended more than five years ago
    await say(cast.expert, { part: 'affiliation', data: { ...house, until_on: '2021-01-01' } });
    expect(await ranked()).toBe(true);
  });

  test('is another expert’s business not at all, and read by staff who decide nothing', async () => {
    expect((await t.request(foreign, 'GET', url('/records'))).status).toBe(404);
    const testimony = {
      case_name: 'Doe v. Harbor',
      docket: '',
      court: 'D. Mass.',
      testified_on: '2025-03-04',
      form: 'trial',
      side: 'defense',
    };
    expect((await say(foreign, { part: 'testimony', data: testimony })).status).toBe(404);
    expect((await say(cast.clinOps, { part: 'testimony', data: testimony })).status).toBe(403);
    const change = lastChange((await say(cast.expert, { part: 'testimony', data: testimony })).body);
    expect((await decide(change, {}, support)).status).toBe(403);
    expect(await read(support)).toMatchObject({ may_decide: false, keeps: [] });
    const excluded = await say(cast.expert, { part: 'testimony', data: { ...testimony, exclusion: 'part' } });
    expect([excluded.status, excluded.problem.errors[0]?.path]).toEqual([422, 'exclusion_note']);
    const ruling = { retaining_firm: 'Marrow & Pike', exclusion: 'part', exclusion_note: 'One opinion, upheld.' };
    const kept_with = lastChange(
      (await say(cast.expert, { part: 'testimony', data: { ...testimony, ...ruling } })).body,
    );
    expect((await decide(kept_with, {})).status).toBe(200);
    expect((await read(cast.expert)).records.at(-1)?.data).toEqual({ ...testimony, ...ruling });
    const later = await say(cast.expert, { part: 'testimony', data: { ...testimony, testified_on: '2027-03-04' } });
    expect([later.status, later.problem.errors[0]?.path]).toEqual([422, 'testified_on']);
    const kept = await t.request<{ data: { profile_id: number }[] }>(assistant, 'GET', '/api/v1/kept_experts');
    expect(kept.body.data.map(({ profile_id }) => profile_id)).toEqual([id]);
  });
});
