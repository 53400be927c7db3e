import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/app/contracts.ts';
import type { ScheduleView } from '../../src/features/scheduling/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/*
 * A colleague of the requester joins a call, asked along early, and another once its time is set. Where they can be
 * reached is known to who orders and to staff; nothing that reaches the expert's side holds it.
 */
const FIRST = 'quillon.zander@harborline.example';
const SECOND = 'ottoline.brask@harborline.example';
const found = (text: string): string[] => [FIRST, SECOND].filter((address) => text.includes(address));

let t: TestApp;
let d: CaseDriver;
let expertSide: Person[];
let attendee: Person;
const live: { room: string; text: string }[] = [];
beforeAll(async () => {
  t = await testApp();
  const { services } = t.app;
  const emit = services.live.emit.bind(services.live);
  services.live.emit = (event) => {
    live.push({ room: event.room, text: JSON.stringify(event) });
    emit(event);
  };
  const cast = await castFor(t.world, PASSWORD_HASH);
  await t.world.db
    .updateTable('organizations')
    .set({ flags: JSON.stringify({ allow_case_review_call_subscribers: true }) })
    .where('id', '=', cast.organization_id)
    .execute();
  expertSide = [cast.expert, await t.world.assistantOf(cast.expert.profile_id)];
  attendee = await t.world.person({ profile: 'Attendee', organization_id: cast.organization_id });
  d = new CaseDriver(inApp(t, cast));
  await d.to('submitted');
  await d.must(cast.requester, 'POST', d.url('/attendees'), { name: 'Quillon Zander', email: FIRST, role: 'Adjuster' });
  await d.to('timeChosen');
  for (const email of [SECOND, attendee.email])
    await d.must(cast.requester, 'POST', d.url('/attendees'), { name: 'Ottoline Brask', email, role: '' });
  await t.settle();
});
afterAll(() => t.close());

const schedule = async (who: Person): Promise<ScheduleView> =>
  (await t.request<ScheduleView>(who, 'GET', d.url('/schedule'))).body;

test('who orders reads where those who join can be reached; the expert’s side and those who join read names', async () => {
  const { cast } = d;
  for (const who of [cast.requester, cast.admin])
    expect((await schedule(who)).attendees.map(({ email }) => email)).toEqual([FIRST, SECOND, attendee.email]);
  for (const who of [...expertSide, attendee])
    expect((await schedule(who)).attendees.map(({ name, email }) => [name, email])).toEqual([
      ['Quillon Zander', null],
      ['Ottoline Brask', null],
      ['Ottoline Brask', null],
    ]);
});

test('no endpoint, mail, calendar entry, notice or live event tells the expert’s side an address', async () => {
  const told: string[] = [];
  let answered = 0;
  for (const who of expertSide)
    for (const { path, method } of ENDPOINTS) {
      if (method !== 'GET') continue;
      const url = path
        .replace('{kind}', 'cases')
        .replace('{id}', String(d.id))
        .replaceAll(/\{\w+\}/g, '1');
      const answer = await t.request(who, 'GET', url);
      if (answer.status === 200) answered += 1;
      if (found(answer.raw.body).length > 0) told.push(`GET ${url}`);
    }
  const moved = await t.request(d.cast.expert, 'POST', d.url('/call/move'), { reason: 'A surgery was moved' });
  expect(moved.status, moved.raw.body).toBeLessThan(300);
  if (found(moved.raw.body).length > 0) told.push('POST /call/move');
  await t.settle();
  expect(told).toEqual([]);
  expect(answered).toBeGreaterThan(20);
  const ids = expertSide.map(({ user_id }) => user_id);
  const mails = await t.world.db.selectFrom('mails').selectAll().where('to_user_id', 'in', ids).execute();
  expect(mails.some(({ ics }) => ics !== null)).toBe(true);
  const notices = await t.world.db.selectFrom('notifications').selectAll().where('user_id', 'in', ids).execute();
  expect([mails, notices].map((all) => found(JSON.stringify(all)))).toEqual([[], []]);
  const heard = live.filter(({ room }) => room.startsWith('review') || ids.some((id) => room === `user:${id}`));
  expect(heard.length).toBeGreaterThan(2);
  expect(heard.filter(({ text }) => found(text).length > 0)).toEqual([]);
});

test('who cannot see an expert is told the same of one that is there and one that is not', async () => {
  const { cast } = d;
  const admin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  const bodies = (expert_profile_id: number) =>
    ['MedicalExpertAssistant', 'ClaimConsultant', 'MedicalExpert'].map((profile_type) => ({
      email: 'someone@harborline.example',
      role: 'user',
      profile_type,
      organization_id: cast.organization_id,
      expert_profile_id,
    }));
  const outsiders = { admin, requester: cast.requester, other: cast.others[0] ?? cast.expert, attendee };
  const asked = async (who: Person, profileId: number, userId: number): Promise<unknown[]> => {
    const answers: unknown[] = [];
    const note = async (method: 'GET' | 'POST', url: string, body?: unknown) => {
      const { status, problem } = await t.request(who, method, url, body);
      answers.push([status, problem?.code, problem?.detail]);
    };
    for (const body of bodies(profileId)) await note('POST', '/api/v1/people/invitations', body);
    for (const version of ['full', 'redacted'])
      for (const download of ['', '?download=1'])
        await note('GET', `/api/v1/experts/${profileId}/cv/${version}${download}`);
    await note('POST', `/api/v1/users/${userId}/suspend`, { reason: 'x' });
    await note('POST', `/api/v1/users/${userId}/reinstate`, { reason: 'x' });
    await note('GET', `/api/v1/cases?expert=${profileId}`);
    await note('POST', d.url('/candidates'), { expert_profile_ids: [profileId], note: '' });
    await note('POST', d.url('/invitations'), { expert_profile_ids: [profileId] });
    return answers;
  };
  const unseen = cast.others[1] ?? cast.expert;
  for (const [name, who] of Object.entries(outsiders))
    expect(await asked(who, unseen.profile_id, unseen.user_id), name).toEqual(await asked(who, 999_999, 999_999));
  const [assistant] = await asked(admin, unseen.profile_id, unseen.user_id);
  expect(assistant).toEqual([404, 'not_found', expect.any(String)]);
});
