import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScheduleView } from '../../src/features/scheduling/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { castFor, inApp, type ReviewDriver } from '../harness/review-driver.ts';

/*
 * The entries that go out by mail around a call, as an independent parser reads them: each is for its reader alone, and a
 * calendar that takes them in the order they were sent ends up with what is true.
 */
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const ASKED = 'quillon.zander@harborline.example';

/** Every entry sent about a review, in order. */
async function entries(id: number) {
  await t.settle();
  const mails = await t.world.db
    .selectFrom('mails')
    .select(['to_email', 'ics', 'ics_method'])
    .where('review_id', '=', id)
    .where('ics', 'is not', null)
    .orderBy('id')
    .execute();
  return mails.map(({ to_email, ics, ics_method }) => {
    const calendar = new ICAL.Component(ICAL.parse(ics ?? ''));
    const event = calendar.getFirstSubcomponent('vevent');
    if (!event) throw new Error('No event.');
    expect(calendar.getFirstPropertyValue('method')).toBe(ics_method);
    expect(event.getFirstProperty('organizer')?.getFirstValue()).toBe('mailto:no-reply@peritus.example');
    return {
      to: to_email,
      text: ics ?? '',
      method: ics_method,
      uid: event.getFirstPropertyValue('uid'),
      sequence: Number(event.getFirstPropertyValue('sequence')),
      stamp: String(event.getFirstPropertyValue('dtstamp')),
      attendees: event.getAllProperties('attendee').map((one) => String(one.getFirstValue()).replace(/^mailto:/i, '')),
      roles: event.getAllProperties('attendee').map((one) => one.getFirstParameter('role')),
    };
  });
}

async function withAttendees(d: ReviewDriver): Promise<void> {
  await t.world.db
    .updateTable('organizations')
    .set({
      flags: JSON.stringify({ allow_case_review_call_subscribers: true, allow_peer_review_call_subscribers: true }),
    })
    .where('id', '=', d.cast.organization_id)
    .execute();
}

test('set, joined, left, joined again, moved and cancelled: one entry for each, always the later one', async () => {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = new CaseDriver(inApp(t, cast));
  await withAttendees(d);
  await d.to('timeChosen');
  const join = () =>
    d.must(cast.requester, 'POST', d.url('/attendees'), { name: 'Zander, Quillon', email: ASKED, role: '' });
  await join();
  const { attendees } = (await t.request<ScheduleView>(cast.requester, 'GET', d.url('/schedule'))).body;
  await d.must(cast.requester, 'POST', d.url('/attendees/remove'), { attendee_id: attendees[0]?.id });
  await join();
  await d.must(cast.requester, 'POST', d.url('/call/move'), { reason: 'A hearing was set' });
  await d.to('timeChosen');
  await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled', confirmed_fee_cents: 0 });
  const sent = await entries(d.id);
  expect(new Set(sent.map((one) => one.uid)).size).toBe(1);
  for (const one of sent) expect([one.to, one.attendees]).toEqual([one.to, [one.to]]);
  const emails = [...new Set(sent.map((one) => one.to))];
  expect(emails).toHaveLength(3);
  for (const email of emails) {
    const own = sent.filter((one) => one.to === email);
    expect(own.length).toBeGreaterThanOrEqual(3);
    const asked = own.map((one) => one.sequence);
    expect(asked).toEqual([...new Set(asked)].toSorted((a, b) => a - b));
    expect(own.at(-1)?.method).toBe('CANCEL');
    expect(new Set(own.flatMap((one) => one.roles))).toEqual(
      new Set([email === ASKED ? 'OPT-PARTICIPANT' : 'REQ-PARTICIPANT']),
    );
  }
});

test('a time that is only proposed is in nobody’s calendar: who is asked along gets an entry when it is confirmed', async () => {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = new CaseDriver(inApp(t, cast));
  await t.world.db
    .updateTable('organizations')
    .set({
      flags: JSON.stringify({
        allow_case_review_call_subscribers: true,
        allow_case_review_scheduling_with_no_expert_times: true,
      }),
    })
    .where('id', '=', d.cast.organization_id)
    .execute();
  await d.to('accepted');
  const propose = (days: number) =>
    d.must(cast.requester, 'POST', d.url('/call/propose'), {
      starts_at: new Date(t.clock.now().getTime() + days * 86_400_000).toISOString(),
      zone: 'America/Chicago',
    });
  await propose(6);
  await d.must(cast.requester, 'POST', d.url('/attendees'), { name: 'Quillon Zander', email: ASKED, role: '' });
  await d.must(cast.expert, 'POST', d.url('/call/refuse'), { reason: '' });
  expect(await entries(d.id)).toEqual([]);
  await propose(7);
  await d.must(cast.expert, 'POST', d.url('/call/confirm'), {});
  const sent = await entries(d.id);
  expect(sent).toHaveLength(3);
  expect(sent.filter((one) => one.to === ASKED).map((one) => one.method)).toEqual(['REQUEST']);
});

test('somebody whose call it is keeps the entry, also when asked along by the same address and taken out again', async () => {
  const cast = await castFor(t.world, PASSWORD_HASH);
  const d = new CaseDriver(inApp(t, cast));
  await withAttendees(d);
  await d.to('timeChosen');
  const { email } = await t.world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', cast.requester.user_id)
    .executeTakeFirstOrThrow();
  await d.must(cast.requester, 'POST', d.url('/attendees'), { name: 'Me Again', email, role: '' });
  const { attendees } = (await t.request<ScheduleView>(cast.requester, 'GET', d.url('/schedule'))).body;
  await d.must(cast.requester, 'POST', d.url('/attendees/remove'), { attendee_id: attendees[0]?.id });
  const own = (await entries(d.id)).filter((one) => one.to === email);
  expect(own.map((one) => [one.method, one.roles])).toEqual([['REQUEST', ['REQ-PARTICIPANT']]]);
});

test('where reviewers stay unknown no entry of the ordering side names one, and theirs names nobody else', async () => {
  const cast = await peerCast(t.world, PASSWORD_HASH);
  const d = new PeerDriver(inApp(t, cast));
  await withAttendees(d);
  const people = await t.world.db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', 'in', [cast.expert.user_id, cast.requester.user_id])
    .execute();
  for (const one of people)
    await t.world.db
      .updateTable('users')
      .set(
        one.id === cast.expert.user_id
          ? { first_name: 'Zinaida', last_name: 'Quillfeather' }
          : { last_name: 'Oddsworth' },
      )
      .where('id', '=', one.id)
      .execute();
  await d.to('delivered');
  await d.must(cast.requester, 'POST', d.url('/actions/request_call'), { reason: 'To talk it over' });
  await d.offered();
  await d.must(cast.requester, 'POST', d.url('/attendees'), { name: 'Quillon Zander', email: ASKED, role: '' });
  await d.timeChosen();
  await d.must(cast.requester, 'POST', d.url('/call/move'), { reason: 'A hearing was set' });
  const sent = await entries(d.id);
  const expert = people.find((one) => one.id === cast.expert.user_id)?.email ?? '';
  const requester = people.find((one) => one.id === cast.requester.user_id)?.email ?? '';
  expect(new Set(sent.map((one) => one.to))).toEqual(new Set([expert, requester, ASKED]));
  for (const { to, text } of sent) {
    const unfolded = text.replaceAll(/\r\n[ \t]/g, '');
    const hidden = to === expert ? [requester, ASKED, 'Oddsworth', 'Zander'] : [expert, 'Zinaida', 'Quillfeather'];
    for (const word of hidden) expect([to, unfolded.includes(word)]).toEqual([to, false]);
  }
});

test('whom a call’s people are asked from is checked by the one rule of addresses and domains', async () => {
  const d = await flagWorld(t, PASSWORD_HASH).aCase({
    flags: { email_domain_whitelisting_enabled: true },
    settings: { allowed_email_domains: ['@Harborline.Example'] },
  });
  await d.draft();
  const ask = async (email: string) =>
    (await t.request(d.cast.requester, 'POST', d.url('/attendees'), { name: 'Quillon Zander', email, role: '' }))
      .status;
  expect(await ask(ASKED.toUpperCase())).toBe(200);
  expect(await ask(ASKED)).toBe(422);
  expect(await ask('quillon@elsewhere.example')).toBe(422);
  expect(await ask('quillon@harborline')).toBe(400);
});
