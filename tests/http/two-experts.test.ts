import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UpNextTask } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/*
 * Two experts on one review: the lead, and one beside. Both find it wherever they look, read what an expert reads and hear
 * its news; the report and the times are the lead's, and nobody else's to see; whoever is on another review finds nothing.
 */

interface ListedRow {
  id: number;
  subject: string;
}
interface UpNext {
  tasks: UpNextTask[];
  waiting: { data: { id: number; subject: string }[] };
  load: { open: number } | null;
}

let t: TestApp;
let d: CaseDriver;
let lead: Person;
let second: Person & { profile_id: number };
let leads: Person;
let assistant: Person;
let foreign: Person;
let outsider: Person;

beforeAll(async () => {
  t = await testApp();
  d = await new CaseDriver(inApp(t, await castFor(t.world))).to('accepted');
  lead = d.cast.expert;
  second = await t.world.expert({});
  await t.world.join(d.id, second.profile_id);
  leads = await t.world.assistantOf(d.cast.expert.profile_id);
  assistant = await t.world.assistantOf(second.profile_id);
  foreign = await t.world.expert({});
  outsider = await t.world.consultant(await t.world.organization());
  await t.settle();
});
afterAll(() => t.close());

const readBy = async (who: Person, path: string) => (await t.request(who, 'GET', d.url(path))).status;
const listed = async (who: Person, query = '', of = 'cases'): Promise<ListedRow[]> =>
  (await d.must<{ data: ListedRow[] }>(who, 'GET', `/api/v1/${of}?tab=active${query}`)).data;
const counted = async (who: Person, query = ''): Promise<number> =>
  (await d.must<{ tabs: { active: number } }>(who, 'GET', `/api/v1/cases/counts?${query}`)).tabs.active;
const upNext = (who: Person) => d.must<UpNext>(who, 'GET', '/api/v1/up_next');
const onIt = () => [lead, second, assistant];

test.each(['', '/files', '/file_requests', '/timeline'])(
  'both read%s, with their assistants; a foreign one and another tenant find nothing',
  async (path) => {
    for (const who of onIt()) expect(await readBy(who, path)).toBe(200);
    for (const who of [foreign, outsider]) expect(await readBy(who, path)).toBe(404);
  },
);

test('the whole page, and not the blind one', async () => {
  const subject = async (who: Person) => (await d.must<{ subject: string }>(who, 'GET', d.url())).subject;
  expect(await subject(second)).toBe(await subject(lead));
  expect(await subject(second)).not.toBe('');
});

test('both open its files', async () => {
  for (const who of onIt()) expect((await t.request(who, 'GET', `/api/v1/files/${d.fileId}`)).status).toBe(200);
  expect((await t.request(foreign, 'GET', `/api/v1/files/${d.fileId}`)).status).toBe(404);
});

test('both find it in every list, whole, and counted; nobody else does', async () => {
  const [first] = await listed(lead);
  for (const who of onIt())
    for (const of of ['cases', 'reviews'])
      expect(await listed(who, '', of)).toMatchObject([{ id: d.id, subject: first?.subject }]);
  for (const who of onIt()) {
    expect(await counted(who)).toBe(1);
    const file = await t.request(who, 'GET', '/api/v1/cases/export?tab=active&columns=number');
    expect(file.raw.body).toContain(`CR-${d.id}`);
  }
  for (const who of [foreign, outsider]) {
    expect(await listed(who)).toEqual([]);
    expect(await counted(who)).toBe(0);
  }
});

test('both find it by its words and by what it is about; nobody else does', async () => {
  const subject = (await listed(lead))[0]?.subject ?? '';
  const word = encodeURIComponent(subject.split(/\W+/).find((one) => one.length > 3) ?? subject);
  for (const query of [`&q=${word}`, `&organization_id=${d.cast.organization_id}`, `&q=${d.id}`]) {
    for (const who of onIt()) {
      expect(await listed(who, query)).toMatchObject([{ id: d.id }]);
      expect(await counted(who, query.slice(1))).toBe(1);
    }
    for (const who of [foreign, outsider]) expect(await listed(who, query)).toEqual([]);
  }
});

test('who looks for either expert finds it, once', async () => {
  const { profile_id } = d.cast.expert;
  for (const who of [d.cast.requester, d.cast.admin]) {
    for (const query of [
      `&expert=${second.profile_id}`,
      `&expert=${profile_id}`,
      `&expert=${profile_id}&expert=${second.profile_id}`,
    ]) {
      expect(await listed(who, query)).toMatchObject([{ id: d.id }]);
      expect(await counted(who, query.slice(1))).toBe(1);
    }
    expect(await listed(who, `&expert=${foreign.profile_id}`)).toEqual([]);
    const { data } = await d.must<{ data: { id: number }[] }>(who, 'GET', '/api/v1/review_experts');
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([profile_id, second.profile_id]));
    expect(data.map(({ id }) => id)).not.toContain(foreign.profile_id);
  }
});

test('it is up next for both; what is to do is the lead’s', async () => {
  const acts = async (who: Person) => (await upNext(who)).tasks.map(({ act }) => act);
  expect(await acts(lead)).toContain('offer_times');
  for (const who of [second, assistant]) {
    const { waiting, load } = await upNext(who);
    expect(waiting.data).toMatchObject([{ id: d.id, subject: expect.stringMatching(/./) as string }]);
    expect(load?.open).toBe(1);
    expect(await acts(who)).not.toContain('offer_times');
  }
  expect(await upNext(foreign)).toMatchObject({ tasks: [], waiting: { data: [] }, load: { open: 0 } });
});

test.each(['/report', '/schedule'])('%s is the lead’s', async (path) => {
  expect(await readBy(lead, path)).toBe(200);
  for (const who of [second, assistant, foreign]) expect(await readBy(who, path)).toBe(404);
});

test('the lead acts', async () => {
  const starts_at = [3, 4, 5].map((days) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString());
  const times = { starts_at, zone: 'America/New_York', outside_working_hours: true };
  expect((await t.request(second, 'POST', d.url('/time_offers'), times)).status).toBe(403);
  expect((await t.request(foreign, 'POST', d.url('/time_offers'), times)).status).toBe(404);
  expect((await t.request(lead, 'POST', d.url('/time_offers'), times)).status).toBeLessThan(300);
  await t.settle();
});

test('what is the lead’s own shows to nobody beside: times, the invitation, who works for them, how to reach them', async () => {
  await t.world.db
    .updateTable('expert_profiles')
    .set({ display_contact_information: true })
    .where('profile_id', '=', d.cast.expert.profile_id)
    .execute();
  const { offers } = await d.must<{ offers: { starts_at: string }[] }>(lead, 'GET', d.url());
  expect(offers).toHaveLength(3);
  const staff = await d.must<{ people: { role: string }[] }>(lead, 'GET', d.url());
  expect(staff.people.map(({ role }) => role)).toContain('Expert’s assistant');
  const secrets = [...offers.map(({ starts_at }) => starts_at), lead.email, `"user_id":${leads.user_id}`];
  for (const who of [second, assistant])
    for (const path of [d.url(), d.url('/timeline'), '/api/v1/up_next', '/api/v1/cases?tab=active']) {
      const told = JSON.stringify(await d.must(who, 'GET', path));
      for (const secret of secrets) expect(told).not.toContain(secret);
      expect(told).not.toContain('offered times');
    }
  expect(await d.must(second, 'GET', d.url())).toMatchObject({
    offers: null,
    report: null,
    invitations: null,
    quote: null,
  });
  const offered = await t.request(second, 'GET', '/api/v1/invitations');
  expect(JSON.stringify(offered.body)).not.toContain(`"review_id":${d.id}`);
});

test('both have the conversations of the expert’s side', async () => {
  const open = (who: Person) => t.request<{ data: unknown[] }>(who, 'POST', d.url('/chat/channels'));
  const [first, other] = [await open(lead), await open(second)];
  expect(first.status).toBeLessThan(300);
  expect(other.status).toBe(first.status);
  expect((await open(foreign)).status).toBe(404);
});

test('news of the review goes to both and their assistants, by mail and as notices', async () => {
  await d.must(d.cast.admin, 'POST', d.url('/actions/hold'), { reason: 'The file is looked at.' });
  await t.settle();
  const told = await t.world.db
    .selectFrom('mails')
    .select('to_user_id')
    .where('review_id', '=', d.id)
    .where('template', '=', 'review_on_hold')
    .execute();
  expect(told.map((one) => one.to_user_id)).toEqual(
    expect.arrayContaining([lead, leads, second, assistant].map((one) => one.user_id)),
  );
  expect(told.map((one) => one.to_user_id)).not.toContain(foreign.user_id);
  const notices = async (who: Person) =>
    (await d.must<{ data: { review: { id: number } | null }[] }>(who, 'GET', '/api/v1/notifications')).data.filter(
      (one) => one.review?.id === d.id,
    ).length;
  for (const who of [second, assistant]) expect(await notices(who)).toBe(1);
  expect(await notices(foreign)).toBe(0);
});

test('who is not on it any more finds nothing', async () => {
  await t.world.leave(d.id, second.profile_id);
  for (const who of [second, assistant]) {
    for (const path of ['', '/files', '/report', '/timeline']) expect(await readBy(who, path)).toBe(404);
    expect((await t.request(who, 'GET', `/api/v1/files/${d.fileId}`)).status).toBe(404);
    expect(await listed(who)).toEqual([]);
    expect(await listed(who, `&q=${d.id}`)).toEqual([]);
    expect(await counted(who)).toBe(0);
    expect(await upNext(who)).toMatchObject({ tasks: [], waiting: { data: [] }, load: { open: 0 } });
  }
  expect(await listed(d.cast.admin, `&expert=${second.profile_id}`)).toEqual([]);
  expect(await readBy(lead, '')).toBe(200);
});
