import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import { KINDS } from '../../src/core/kinds.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { FOCUSED, OpinionDriver } from '../harness/opinion-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { peerCast } from '../harness/peer-driver.ts';
import { inApp } from '../harness/review-driver.ts';
import { RARE_SPECIALTY, REVIEWER_MARKS, unmistakable } from '../harness/unmistakable.ts';
import type { Person } from '../harness/world.ts';

/*
 * Two peer reviews of one case, each by a reviewer with an assistant whose names, zone, addresses and credentials nobody
 * else has, from order to delivery. Nothing that reaches the side that ordered holds one of these marks, or one of their
 * numbers: no answer of any endpoint that reads, no mail, no notice, no live event, no PDF.
 */
let t: TestApp;
let readers: Record<string, Person>;
let reviews: OpinionDriver[];
const live: { room: string; text: string }[] = [];
const marks = [...REVIEWER_MARKS, RARE_SPECIALTY];
/** Of the reviewers and their assistants: the same number may stand beside a name on a review of another kind. */
const ids: string[] = [];
const found = (text: string): string[] => [...marks, ...ids].filter((mark) => text.includes(mark));

beforeAll(async () => {
  t = await testApp();
  const { services } = t.app;
  const emit = services.live.emit.bind(services.live);
  // what is told to open pages is told as ever, and looked at here
  services.live.emit = (event) => {
    live.push({ room: event.room, text: JSON.stringify(event) });
    emit(event);
  };
  // numbers that nothing else has
  for (const [table, first] of [
    ['users', 7_700_001],
    ['profiles', 8_800_001],
  ])
    await services.database.pool.query(`alter sequence ${table}_id_seq restart with ${first}`);
  const cast = await peerCast(t.world, PASSWORD_HASH);
  const organization = cast.organization_id;
  const admin = await t.world.person({ role: 'org_admin', organization_id: organization });
  const customer = await t.world.person({ role: 'customer_admin', organization_id: organization });
  readers = {
    requester: cast.requester,
    manager: await t.world.manager(organization),
    follower: await t.world.consultant(organization),
    admin,
    customer,
  };
  const first = new OpinionDriver(inApp(t, cast));
  await first.to('submitted', FOCUSED);
  const assistants = new Map<OpinionDriver, Person>();
  const lives = async (d: OpinionDriver): Promise<void> => {
    const { expert } = d.cast;
    const assistant = await t.world.assistantOf(expert.profile_id);
    assistants.set(d, assistant);
    await t.world.db
      .updateTable('users')
      .set({ password_hash: PASSWORD_HASH })
      .where('id', '=', assistant.user_id)
      .execute();
    await unmistakable(t.world, expert, assistant);
    ids.push(...[expert, assistant].flatMap((one) => [String(one.user_id), String(one.profile_id)]));
    await t.world.db
      .insertInto('review_watchers')
      .values({ review_id: d.id, user_id: readers['follower']?.user_id ?? 0 })
      .execute();
    await d.taken();
    // everything an assistant may do is done by the assistant
    await d.must(assistant, 'POST', d.url('/report/start'), {});
    const asked = await d.must<{ id: number }>(assistant, 'POST', d.url('/file_requests'), {
      items: [{ label: 'Imaging' }],
      due_on: '2026-12-01',
    });
    await t.settle();
    await d.must(d.cast.requester, 'POST', d.url(`/file_requests/${asked.id}/answers`), {
      items: [{ item: 1, not_available_because: 'None was taken' }],
    });
    await t.settle();
    for (const who of [assistant, expert, d.cast.requester]) {
      const { channels } = await d.must<{ channels: { channel_id: string }[] }>(who, 'POST', d.url('/chat/channels'));
      for (const { channel_id } of channels)
        await d.must(who, 'POST', `/api/v1/chat/channels/${channel_id}/messages`, {
          client_id: `mark-${d.id}-${who.user_id}-${channel_id}`,
          body: 'A word',
        });
    }
    await t.settle();
    await d.judged({ overall_care: d === first ? 'appropriate' : 'inappropriate' });
    await t.settle();
  };
  await lives(first);
  const made = await first.must<{ review_id: number }>(cast.requester, 'POST', first.url('/opinions/second'), {
    reason: 'The committee was divided on the delay.',
  });
  await t.settle();
  const second = first.of(made.review_id, cast.others[0] ?? cast.expert);
  await lives(second);
  reviews = [first, second];
  for (const [d, assistant] of assistants) {
    await d.must(d.cast.requester, 'POST', d.url('/actions/request_call'), { reason: 'The committee has a question.' });
    await t.settle();
    const base = t.clock.now().getTime() + 3 * 86_400_000;
    await d.must(assistant, 'POST', d.url('/time_offers'), {
      starts_at: [0, 1, 2].map((day) =>
        new Date(new Date(base + day * 86_400_000).setUTCHours(15, 0, 0, 0)).toISOString(),
      ),
      zone: 'Pacific/Chatham',
      outside_working_hours: true,
    });
    await t.settle();
    await d.timeChosen();
  }
});
afterAll(() => t.close());

test('the marks are where they belong: staff and the reviewer read them', async () => {
  for (const d of reviews) {
    expect(await d.status()).not.toBe('accepted');
    expect(await d.offers()).not.toEqual([]);
    const page = await t.request(d.cast.clinOps, 'GET', d.url());
    expect(found(page.raw.body)).toContain(REVIEWER_MARKS[0]);
    const names = await t.world.db
      .selectFrom('audit_rows')
      .select('actor_kind')
      .where('review_id', '=', d.id)
      .where('actor_kind', '=', 'expert_assistant')
      .execute();
    expect(names.length).toBeGreaterThan(1);
  }
});

/** Addresses of everything that reads, of this review where it is about one. */
const addresses = (d: OpinionDriver): string[] =>
  ENDPOINTS.filter((endpoint) => endpoint.method === 'GET').flatMap(({ path }) => {
    const filled = path
      .replace('{kind}', KINDS.PeerReview.api_path)
      .replace('{id}', String(d.id))
      .replace('{direction}', 'medical_expert')
      .replace(/\{profile(_id|Id)\}/, String(d.cast.expert.profile_id))
      .replace('{version}', 'redacted')
      .replace('{user_id}', String(d.cast.expert.user_id))
      .replaceAll(/\{\w+\}/g, '1');
    return path.endsWith('{kind}') ? [`${filled}?tab=all`, filled] : [filled];
  });

test('no endpoint tells who reviews', async () => {
  const told: string[] = [];
  let answered = 0;
  for (const d of reviews)
    for (const [who, person] of Object.entries(readers))
      for (const url of addresses(d)) {
        const answer = await t.request(person, 'GET', url);
        if (answer.status === 200) answered += 1;
        const isPdf = answer.raw.rawPayload.subarray(0, 5).toString() === '%PDF-';
        const text = isPdf ? await pdfText(Buffer.from(answer.raw.rawPayload)) : answer.raw.body;
        // the catalogue of specialties holds every one there is
        const wrong = found(text).filter((mark) => mark !== RARE_SPECIALTY || url.includes(`/${d.id}`));
        if (wrong.length > 0) told.push(`${who} ${url}: ${wrong.join()}`);
      }
  expect(told).toEqual([]);
  expect(answered).toBeGreaterThan(200);
});

test('the report as it is delivered holds what was ordered, and nothing of the reviewer’s own', async () => {
  for (const d of reviews) {
    const { raw } = await t.request(d.cast.requester, 'GET', d.url('/report/pdf'));
    const bytes = Buffer.from(raw.rawPayload);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const words = await pdfText(bytes);
    expect(found(words)).toEqual([]);
    expect(words).toContain('Reviewer, name withheld');
    expect(words).toContain('Neurosurgery, spine, board certified');
    expect(words).toContain('MD or DO');
    // the organization's zone: its day stands in Chicago's time
    expect(words).toMatch(/Signed electronically [^.]* C[SD]T/);
    expect(words).not.toMatch(/licensed in|[Pp]assword|[Ss]ingle sign-on/);
  }
});

test('no mail, notice or live event tells who reviews', async () => {
  const ordering = Object.values(readers).map(({ user_id }) => user_id);
  const mails = await t.world.db.selectFrom('mails').selectAll().where('to_user_id', 'in', ordering).execute();
  expect(mails.length).toBeGreaterThan(5);
  expect(mails.filter((mail) => found(JSON.stringify(mail)).length > 0).map(({ template }) => template)).toEqual([]);
  const notices = await t.world.db.selectFrom('notifications').selectAll().where('user_id', 'in', ordering).execute();
  expect(notices.length).toBeGreaterThan(5);
  expect(notices.filter((notice) => found(JSON.stringify(notice)).length > 0)).toEqual([]);
  // rooms of the review and of those who order; conversations of the reviewer with Peritus are the reviewer's
  const heard = live.filter(({ room }) => room.startsWith('review') || ordering.some((id) => room.endsWith(`:${id}`)));
  expect(heard.length).toBeGreaterThan(5);
  expect(heard.filter(({ text }) => found(text).length > 0)).toEqual([]);
});
