import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/*
 * Two experts on one review: the lead, and one in another part, which no page gives yet. Both read what an expert reads;
 * the report and the times are the lead's; whoever is on another review finds nothing.
 */

let t: TestApp;
let d: CaseDriver;
let second: Person;
let assistant: Person;
let foreign: Person;

beforeAll(async () => {
  t = await testApp();
  d = await new CaseDriver(inApp(t, await castFor(t.world))).to('accepted');
  // a part is a word of the list
  await sql`alter table review_experts drop constraint review_experts_part_check`.execute(t.world.db);
  const joined = await t.world.expert({});
  await sql`insert into review_experts (review_id, expert_profile_id, part, since)
    values (${d.id}, ${joined.profile_id}, 'second', ${t.clock.now()})`.execute(t.world.db);
  second = joined;
  assistant = await t.world.assistantOf(joined.profile_id);
  foreign = await t.world.expert({});
});
afterAll(() => t.close());

const readBy = async (who: Person, path: string) => (await t.request(who, 'GET', d.url(path))).status;

test.each(['', '/files', '/file_requests'])(
  'both read%s, with their assistants; a foreign one finds nothing',
  async (path) => {
    for (const who of [d.cast.expert, second, assistant]) expect(await readBy(who, path)).toBe(200);
    expect(await readBy(foreign, path)).toBe(404);
  },
);

test('the whole page, and not the blind one', async () => {
  const subject = async (who: Person) => (await d.must<{ subject: string }>(who, 'GET', d.url())).subject;
  expect(await subject(second)).toBe(await subject(d.cast.expert));
  expect(await subject(second)).not.toBe('');
});

test.each(['/report', '/schedule'])('%s is the lead’s', async (path) => {
  expect(await readBy(d.cast.expert, path)).toBe(200);
  for (const who of [second, assistant, foreign]) expect(await readBy(who, path)).toBe(404);
});

test('the lead acts', async () => {
  const starts_at = [3, 4, 5].map((days) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString());
  const times = { starts_at, zone: 'America/New_York', outside_working_hours: true };
  expect((await t.request(second, 'POST', d.url('/time_offers'), times)).status).toBe(403);
  expect((await t.request(foreign, 'POST', d.url('/time_offers'), times)).status).toBe(404);
  expect((await t.request(d.cast.expert, 'POST', d.url('/time_offers'), times)).status).toBeLessThan(300);
});

test('both have the conversations of the expert’s side', async () => {
  const open = (who: Person) => t.request<{ data: unknown[] }>(who, 'POST', d.url('/chat/channels'));
  const [lead, other] = [await open(d.cast.expert), await open(second)];
  expect(lead.status).toBeLessThan(300);
  expect(other.status).toBe(lead.status);
  expect((await open(foreign)).status).toBe(404);
});

test('who is not on it any more reads nothing', async () => {
  await sql`update review_experts set until = ${t.clock.now()} where review_id = ${d.id} and part = 'second'`.execute(
    t.world.db,
  );
  for (const path of ['', '/files', '/report']) expect(await readBy(second, path)).toBe(404);
  expect(await readBy(d.cast.expert, '')).toBe(200);
});
