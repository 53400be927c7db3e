import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChannelView, MessagePage } from '../../src/features/conversations/contract.ts';
import type { FileListView } from '../../src/features/files/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp, writeRecord } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Whoever is invited to a call talks in the call's own conversation, and reads the files that were marked for them; nothing else. */
let t: TestApp;
let cast: Cast;
let d: CaseDriver;
let attendee: Person;
let serial = 0;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
  await t.world.db
    .updateTable('organizations')
    .set({ flags: JSON.stringify({ allow_case_review_call_subscribers: true }) })
    .where('id', '=', cast.organization_id)
    .execute();
  attendee = await t.world.person({ profile: 'Attendee', organization_id: cast.organization_id });
  d = await new CaseDriver(inApp(t, cast)).to('timeChosen');
});

const invite = (email = attendee.email) =>
  d.must(cast.requester, 'POST', d.url('/attendees'), { name: 'Ottoline Brask', email, role: 'Adjuster' });
const open = async (who: Person) =>
  (await t.request<{ channels: ChannelView[] }>(who, 'POST', d.url('/chat/channels'))).body.channels;
const call = () => `hoot-case-${d.id}-call`;
const url = (rest = '') => `/api/v1/chat/channels/${call()}${rest}`;
const say = (who: Person, body: string, more: Record<string, unknown> = {}) =>
  t.request(who, 'POST', url('/messages'), { client_id: `client-${(serial += 1)}-xxxxxxxx`, body, ...more });
const said = async (who: Person) =>
  (await t.request<MessagePage>(who, 'GET', url('/messages'))).body.data.map(({ body, sender }) => [
    sender?.seat,
    body,
  ]);
const audiences = async (who: Person) => (await open(who)).map(({ audience }) => audience);

it('a call nobody else joins has no conversation of its own; with an invitation it has, between all of them', async () => {
  expect(await audiences(cast.requester)).toEqual(['requester_expert', 'requester_staff']);
  expect((await say(cast.requester, 'Too early')).status).toBe(404);
  // somebody without an account is invited by e-mail alone
  await invite('nobody.yet@harborline.example');
  await t.settle();
  expect(await audiences(cast.requester)).not.toContain('call');
  await invite();
  await t.settle();
  expect(await audiences(cast.requester)).toEqual(['requester_expert', 'requester_staff', 'call']);
  expect(await audiences(attendee)).toEqual(['call']);
  const [own] = await open(attendee);
  expect(own).toMatchObject({ name: 'Everybody in the call', own_seat: 'attendee', can_send: true });
  // what the matter is called is not told to who joins its call
  expect(own?.review.subject).toBe('');
  expect(own?.members.map(({ seat }) => seat).toSorted()).toEqual(['attendee', 'expert', 'requester']);

  expect((await say(attendee, 'I dial in from the road.')).status).toBe(201);
  expect((await say(cast.expert, 'Thank you.')).status).toBe(201);
  expect((await say(cast.requester, 'See you there.')).status).toBe(201);
  const all = [
    ['attendee', 'I dial in from the road.'],
    ['expert', 'Thank you.'],
    ['requester', 'See you there.'],
  ];
  for (const who of [attendee, cast.expert, cast.requester]) expect(await said(who)).toEqual(all);
  // they hear of what they have not read as everybody does, and find it in their list
  const list = await t.request<{ data: ChannelView[] }>(attendee, 'GET', '/api/v1/chat/channels');
  expect(list.body.data.map(({ channel_id }) => channel_id)).toEqual([call()]);
  const { subject } = (await t.request<ReviewDetail>(cast.requester, 'GET', d.url())).body;
  const sought = await t.request<{ data: ChannelView[] }>(
    attendee,
    'GET',
    `/api/v1/chat/channels?q=${encodeURIComponent(subject)}`,
  );
  expect(sought.body.data).toEqual([]);
  t.clock.advance({ minutes: 16 });
  await t.settle();
  const mails = await t.world.db
    .selectFrom('mails')
    .select('to_user_id')
    .where('template', '=', 'chat_digest')
    .where('review_id', '=', d.id)
    .execute();
  expect(mails.map(({ to_user_id }) => to_user_id)).toContain(attendee.user_id);
});

it('everybody else finds nothing there, and who was taken off the call nothing any more', async () => {
  await invite();
  await t.settle();
  await say(cast.requester, 'planted-marker-12');
  const strangers = [
    await t.world.person({ profile: 'Attendee', organization_id: cast.organization_id }),
    await t.world.person({ profile: 'Attendee' }),
    await t.world.consultant(await t.world.organization()),
    cast.others[0] as Person,
  ];
  for (const who of strangers) {
    for (const answer of [
      await t.request(who, 'GET', url()),
      await t.request(who, 'GET', url('/messages')),
      await say(who, 'Hello'),
      await t.request(who, 'POST', d.url('/chat/channels')),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.raw.body).not.toContain('planted-marker-12');
    }
  }
  // staff who read along do
  expect((await said(cast.admin)).at(0)).toEqual(['requester', 'planted-marker-12']);
  for (const audience of ['requester_expert', 'requester_staff', 'expert_staff'])
    expect(
      (await t.request(attendee, 'GET', `/api/v1/chat/channels/hoot-case-${d.id}-${audience}/messages`)).status,
    ).toBe(404);
  const { attendees } = (await t.request<{ attendees: { id: number }[] }>(cast.requester, 'GET', d.url('/schedule')))
    .body;
  await d.must(cast.requester, 'POST', d.url('/attendees/remove'), { attendee_id: attendees[0]?.id });
  for (const answer of [await t.request(attendee, 'GET', url('/messages')), await say(attendee, 'Still here?')])
    expect(answer.status).toBe(404);
  await t.settle();
  // with nobody invited it stays to be read, and takes no more
  expect(await said(cast.expert)).toEqual([['requester', 'planted-marker-12']]);
  expect((await say(cast.requester, 'Anybody?')).problem).toMatchObject({
    status: 409,
    detail: 'Nobody else is invited to the call. This conversation stays readable.',
  });
});

it('files are marked for who joins, one by one, by who handles them; of others there is not even a name', async () => {
  const secret = await writeRecord(t.world, d.id, 'planted-name.pdf', 12);
  const marked = await writeRecord(t.world, d.id, 'Agenda.pdf', 2);
  await invite();
  await t.settle();
  const list = async (who: Person) => (await t.request<FileListView>(who, 'GET', d.url('/files'))).body;
  const mark = (who: Person, id: number, visible_to_attendees: boolean) =>
    t.request(who, 'PATCH', `/api/v1/files/${id}`, { visible_to_attendees });
  expect(await list(attendee)).toMatchObject({ data: [], attended: false });
  expect((await list(cast.requester)).attended).toBe(true);
  for (const who of [attendee, await t.world.consultant(await t.world.organization())])
    expect((await mark(who, marked, true)).status).toBe(who === attendee ? 403 : 404);
  expect((await mark(cast.expert, marked, true)).status).toBe(403);
  const unmarked = { body: 'Here', attachments: [{ file_id: marked }] };
  expect((await say(cast.requester, unmarked.body, unmarked)).problem).toMatchObject({
    status: 422,
    errors: [{ message: 'Who joins the call does not see this file. Mark it for attendees first' }],
  });
  expect((await mark(cast.requester, marked, true)).status).toBe(200);

  expect(
    (await list(attendee)).data.map(({ name, abilities }) => [name, abilities.read.allowed, abilities.edit.allowed]),
  ).toEqual([['Agenda.pdf', true, false]]);
  const page = await t.request<ReviewDetail>(attendee, 'GET', d.url());
  expect(page.body.files?.data.map(({ name }) => name)).toEqual(['Agenda.pdf']);
  expect(page.raw.body).not.toContain('planted-name');
  const one = await t.request<{ review: { subject: string } }>(attendee, 'GET', `/api/v1/files/${marked}`);
  expect([one.status, one.body.review.subject]).toEqual([200, '']);
  for (const rest of ['', '/content']) {
    const answer = await t.request(attendee, 'GET', `/api/v1/files/${secret}${rest}`);
    expect([answer.status, answer.raw.body.includes('planted-name')]).toEqual([404, false]);
  }
  expect((await say(cast.requester, unmarked.body, unmarked)).status).toBe(201);
  // taken back it is gone, also where a message points to it
  expect((await mark(cast.requester, marked, false)).status).toBe(200);
  expect((await list(attendee)).data).toEqual([]);
  expect((await t.request(attendee, 'GET', `/api/v1/files/${marked}/content`)).status).toBe(404);
  const { data } = (await t.request<MessagePage>(attendee, 'GET', url('/messages'))).body;
  expect(data.at(-1)?.attachments).toMatchObject([{ file_id: marked, name: null }]);
  const acts = await t.world.db
    .selectFrom('audit_rows')
    .select('action')
    .where('review_id', '=', d.id)
    .where('action', 'in', ['file.show_attendees', 'file.hide_attendees'])
    .orderBy('id')
    .execute();
  expect(acts.map(({ action }) => action)).toEqual(['file.show_attendees', 'file.hide_attendees']);
});
