import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InterviewsView, InterviewView } from '../../src/features/interviews/contract.ts';
import type { ScheduleView } from '../../src/features/scheduling/contract.ts';
import { MAILS } from '../../src/app/mails.ts';
import { connectedAccounts } from '../../src/features/connected-accounts/server/index.ts';
import { settleNext } from '../../src/features/meetings/server/settle.ts';
import { joinAppointment } from '../../src/features/scheduling/server/index.ts';
import { systemCommand } from '../../src/platform/command.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type CallProviders, startCallProviders, WEBHOOK_SECRET } from '../harness/call-providers.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { setFlags } from '../harness/flags.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Meetings of calls at Zoom and Microsoft Teams: made, moved and removed with the call, once, whatever the provider does. */

const FLAGS = { enable_zoom_oauth_integrations: true, enable_teams_oauth_integrations: true };

let t: TestApp;
let p: CallProviders;
let cast: Cast;
let d: CaseDriver;
let dialIn: string;
beforeAll(async () => {
  p = await startCallProviders();
  t = await testApp({ env: p.env });
  dialIn = t.app.services.env.CALL_DIAL_IN;
});
afterAll(async () => {
  await t.close();
  await p.close();
});
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
  await setFlags(t, cast.organization_id, { flags: FLAGS });
  d = new CaseDriver(inApp(t, cast));
  Object.assign(p, {
    wrong: [],
    asked: [],
    meetings: [],
    revoked: [],
    meanwhile: null,
    account: { id: `acc-${cast.requester.user_id}`, email: 'a@b.test' },
  });
  p.tokens.clear();
  p.refreshes.clear();
  t.app.services.env.PROVIDER_ANSWER_SECONDS = 10;
});

async function connect(who: Person = cast.requester, provider = 'zoom'): Promise<void> {
  const at = `/api/v1/connected-accounts/${provider}`;
  const { body } = await t.request<{ url: string }>(who, 'POST', `${at}/begin`, { uses: ['meetings'] });
  const back = Object.fromEntries(p.allow(body.url).searchParams);
  expect((await t.request(who, 'POST', `${at}/finish`, back)).status).toBe(200);
}
const schedule = (who: Person = cast.expert) => d.must<ScheduleView>(who, 'GET', d.url('/schedule'));
const join = async () => (await schedule()).call?.dial_in;
const made = () => p.asked.filter((line) => line.startsWith('POST') && /meetings$|createOrGet$/i.test(line)).length;
/** Mails about the call, with the sequence of the entry each brings. */
async function told(template: string): Promise<number[]> {
  const mails = await t.world.db
    .selectFrom('mails')
    .select('ics')
    .where('review_id', '=', d.id)
    .where('template', '=', template)
    .orderBy('id')
    .execute();
  return mails.map(({ ics }) => Number(/SEQUENCE:(\d+)/.exec(ics ?? '')?.[1] ?? -1));
}
async function pass(minutes: number): Promise<void> {
  t.clock.advance({ minutes });
  await t.settle();
}
async function handOver(to: Person): Promise<void> {
  await t.world.db.updateTable('reviews').set({ requester_id: to.user_id }).where('id', '=', d.id).execute();
  await systemCommand(t.app.services, { kind: 'system', request_id: 'test' }, (tx) =>
    tx.emit('review.people_changed', {}, d.id),
  );
  await t.settle();
}
const moveAway = (who: Person = cast.expert) =>
  d.must(who, 'POST', d.url('/call/move'), { reason: 'A surgery was moved.' });
async function chooseAnother(): Promise<void> {
  const { offers } = await schedule(cast.requester);
  const offer = offers.find(({ status }) => status === 'open');
  await d.must(cast.requester, 'POST', d.url('/call'), { offer_id: offer?.id, zone: 'America/Chicago' });
}
/** As after a booking at a time of its own: the call is a quarter of an hour later. */
async function bookLater(): Promise<Date> {
  const { id, ics_uid, starts_at } = await t.world.db
    .selectFrom('appointments')
    .select(['id', 'ics_uid', 'starts_at'])
    .where('review_id', '=', d.id)
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow();
  const later = new Date(starts_at.getTime() + 15 * 60_000);
  await t.world.db.updateTable('appointments').set({ starts_at: later }).where('id', '=', id).execute();
  await systemCommand(t.app.services, { kind: 'system', request_id: 'test' }, (tx) =>
    tx.emit('appointment.changed', { ics_uid }, d.id),
  );
  await t.settle();
  return later;
}
/** Where a provider keeps silent, that is soon noticed. */
const haveLittlePatience = () => Object.assign(t.app.services.env, { PROVIDER_ANSWER_SECONDS: 0.5 });
const cancel = () =>
  d.must(cast.admin, 'POST', d.url('/actions/cancel'), { reason: 'It was settled.', confirmed_fee_cents: 0 });

describe.each(['zoom', 'microsoft'])('a call hosted at %s', (provider) => {
  const making = provider === 'zoom' ? 'POST /zoom-api/v2/users/me/meetings' : 'createOrGet';
  const FLAG = provider === 'zoom' ? 'enable_zoom_oauth_integrations' : 'enable_teams_oauth_integrations';
  const turn = async (on: boolean): Promise<void> => {
    await setFlags(t, cast.organization_id, { flags: { ...FLAGS, [FLAG]: on } });
    await t.settle();
  };

  it('has its link everywhere, moves with the call and goes with it', async () => {
    await connect(cast.requester, provider);
    await d.to('timeChosen');
    await t.settle();
    const call = (await schedule()).call;
    expect(p.meetings).toMatchObject([{ topic: `CR-${d.id}`, minutes: call?.duration_minutes }]);
    expect(Date.parse(p.meetings[0]?.start ?? '')).toBe(Date.parse(call?.starts_at ?? ''));
    const link = p.meetings[0]?.join ?? '';
    expect(await join()).toBe(link);
    // the entry that was mailed at first is replaced: same UID, later sequence
    expect([await told('call_set'), await told('call_link')]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    await moveAway();
    await t.settle();
    expect(p.meetings.length).toBe(1);
    await chooseAnother();
    await t.settle();
    const moved = (await schedule()).call;
    expect(moved?.starts_at).not.toBe(call?.starts_at);
    expect(Date.parse(p.meetings[0]?.start ?? '')).toBe(Date.parse(moved?.starts_at ?? ''));
    // the link stays, so that nobody is written to a second time
    expect([p.meetings.length, await join(), made(), (await told('call_link')).length]).toEqual([1, link, 1, 2]);
    await cancel();
    await t.settle();
    expect(p.meetings).toEqual([]);
  });

  it.each([
    ['cut_after', 'it was made, and nobody heard'],
    ['cut_before', 'it was not reached'],
    ['too_much', 'too much is asked of it'],
    ['broken', 'it broke'],
    ['nonsense', 'it talks nonsense'],
    ['silent', 'it says nothing'],
    ['unknown_token', 'the token has ended'],
  ] as const)('is made once all the same where at first %s: %s', async (...[what]) => {
    await connect(cast.requester, provider);
    if (what === 'silent') haveLittlePatience();
    p.wrong = [{ at: making, what }];
    await d.to('timeChosen');
    await t.settle();
    if (what !== 'unknown_token') expect(await join()).toBe(dialIn);
    await pass(3);
    expect([p.meetings.length, await join()]).toEqual([1, p.meetings[0]?.join]);
  });

  it('is moved and removed whatever goes wrong at first, and each as often as it takes', async () => {
    await connect(cast.requester, provider);
    await d.to('timeChosen');
    await t.settle();
    for (const what of [
      'cut_after',
      'cut_before',
      'too_much',
      'broken',
      'nonsense',
      'silent',
      'unknown_token',
    ] as const) {
      if (what === 'silent') haveLittlePatience();
      const link = p.meetings[0]?.join;
      p.wrong = [{ at: 'PATCH', what }];
      const starts_at = await bookLater();
      await pass(3);
      expect([what, p.wrong, p.meetings.map(({ start }) => Date.parse(start)), await join()]).toEqual([
        what,
        [],
        [starts_at.getTime()],
        link,
      ]);
      p.wrong = [{ at: 'DELETE', what }];
      await turn(false);
      await pass(3);
      expect([what, p.wrong, p.meetings, await join()]).toEqual([what, [], [], dialIn]);
      await turn(true);
      expect([p.meetings.length, await join()]).toEqual([1, p.meetings[0]?.join]);
      t.app.services.env.PROVIDER_ANSWER_SECONDS = 10;
    }
  });

  it('whose host took the meeting away there gets another one when it moves, and nothing is missed when it ends', async () => {
    await connect(cast.requester, provider);
    await d.to('timeChosen');
    await t.settle();
    const [old] = p.meetings.splice(0);
    await bookLater();
    await t.settle();
    expect([p.meetings.length, p.meetings[0]?.id === old?.id, await join()]).toEqual([1, false, p.meetings[0]?.join]);
    p.meetings.splice(0);
    await turn(false);
    expect([await join(), await told('meeting_failing')]).toEqual([dialIn, []]);
  });

  it('goes back to the dial-in when the provider lets nobody in any longer: everybody is told, its host once', async () => {
    await connect(cast.requester, provider);
    await d.to('timeChosen');
    await t.settle();
    p.tokens.clear();
    p.refreshes.clear();
    await bookLater();
    await t.settle();
    expect([await join(), (await told('call_link')).length, await told('meeting_failing')]).toEqual([dialIn, 4, []]);
    const broken = await t.world.db
      .selectFrom('mails')
      .select('template')
      .where('to_user_id', '=', cast.requester.user_id)
      .where('template', '=', 'connection_broken')
      .execute();
    expect(broken.length).toBe(1);
  });

  it('is asked for again no sooner than the provider wants', async () => {
    await connect(cast.requester, provider);
    p.wrong = [{ at: making, what: 'too_much' }];
    await d.to('timeChosen');
    await t.settle();
    const asked = p.asked.length;
    t.clock.advance({ ms: 119_000 });
    await t.settle();
    expect(p.asked.length).toBe(asked);
    t.clock.advance({ ms: 1_000 });
    await t.settle();
    expect([p.asked.length > asked, p.meetings.length, await join()]).toEqual([true, 1, p.meetings[0]?.join]);
  });

  it('has no meeting where the organization’s flag is off', async () => {
    await connect(cast.requester, provider);
    await turn(false);
    await d.to('timeChosen');
    await t.settle();
    expect([p.meetings, await join()]).toEqual([[], dialIn]);
  });
});

it('is made once by whoever comes after a process that died while it asked', async () => {
  await connect();
  await d.to('timeChosen');
  await t.settle();
  const { ics_uid } = await t.world.db
    .selectFrom('meetings')
    .select('ics_uid')
    .where('review_id', '=', d.id)
    .executeTakeFirstOrThrow();
  // as it stands between the provider's answer and the commit; another meeting of theirs stands before it in the list
  p.meetings.unshift({ ...p.meetings[0], id: '1', marker: 'Dinner', join: 'https://zoom.test/j/1' } as never);
  await t.world.db
    .updateTable('meetings')
    .set({ state: 'claimed', external_id: null, starts_at: null, next_at: t.clock.now() })
    .where('ics_uid', '=', ics_uid)
    .execute();
  await t.settle();
  expect([p.meetings.length, made(), await join()]).toEqual([2, 1, p.meetings[1]?.join]);
});

it('keeps the dial-in while the provider is away, tells whoever hosts once, and has its link as soon as it can', async () => {
  await connect();
  p.wrong = Array.from({ length: 6 }, () => ({ at: 'zoom-api/v2/users/me/meetings', what: 'broken' as const }));
  await d.to('timeChosen');
  await t.settle();
  expect(await told('meeting_failing')).toEqual([]);
  for (const minutes of [1, 2, 4, 8, 16]) await pass(minutes);
  expect([await join(), (await told('meeting_failing')).length]).toEqual([dialIn, 1]);
  await pass(60);
  expect([p.meetings.length, await join()]).toEqual([1, p.meetings[0]?.join]);
});

it('goes back to the dial-in when the host disconnects, and to another host where there is one', async () => {
  await connect();
  await d.to('timeChosen');
  await t.settle();
  await t.request(cast.requester, 'DELETE', '/api/v1/connected-accounts/zoom');
  await t.settle();
  expect([await join(), (await told('call_link')).length]).toEqual([dialIn, 4]);
  p.account = { id: `acc-${cast.expert.user_id}`, email: 'c@d.test' };
  await connect(cast.expert, 'microsoft');
  await t.settle();
  expect(await join()).toMatch(/^https:\/\/teams\.test/);
});

describe('a call that nobody hosted when it was booked', () => {
  it('gets a meeting when a requester who hosts takes the review over', async () => {
    await d.to('timeChosen');
    await t.settle();
    expect([p.meetings, await join()]).toEqual([[], dialIn]);
    const colleague = await t.world.consultant(cast.organization_id);
    await connect(colleague);
    await t.settle();
    await handOver(colleague);
    expect([p.meetings.length, await join()]).toEqual([1, p.meetings[0]?.join]);
  });

  it('gets one when the flag is turned on later, above its organization', async () => {
    const above = await t.world.organization();
    await t.world.db
      .updateTable('organizations')
      .set({ parent_id: above })
      .where('id', '=', cast.organization_id)
      .execute();
    await connect();
    await setFlags(t, cast.organization_id, {});
    await d.to('timeChosen');
    await t.settle();
    expect([p.meetings, await join()]).toEqual([[], dialIn]);
    await setFlags(t, above, { flags: FLAGS });
    await t.settle();
    expect([p.meetings.length, await join()]).toEqual([1, p.meetings[0]?.join]);
  });
});

describe('the meeting of somebody who hosts no longer', () => {
  it('is removed there when another requester takes the review over', async () => {
    await connect();
    await d.to('timeChosen');
    await t.settle();
    await handOver(await t.world.consultant(cast.organization_id));
    expect([p.meetings, await join()]).toEqual([[], dialIn]);
  });

  it('is removed when the next time is another expert’s, who is told another link or none', async () => {
    await connect();
    await d.to('timeChosen');
    await t.settle();
    const old = p.meetings[0]?.join;
    await moveAway();
    await t.settle();
    // as after a replacement: what was booked before was somebody else's
    const other = await t.world.expert();
    await t.world.db
      .updateTable('appointments')
      .set({ expert_profile_id: other.profile_id ?? 0 })
      .where('review_id', '=', d.id)
      .where('status', '=', 'moved')
      .execute();
    await chooseAnother();
    const told = await t.world.db
      .selectFrom('appointments')
      .select('location')
      .where('review_id', '=', d.id)
      .orderBy('id')
      .execute();
    expect(told.map(({ location }) => location).at(-1)).toBe(dialIn);
    await t.settle();
    expect(p.meetings.map((one) => one.join)).not.toContain(old);
    expect([p.meetings.length, await join()]).toEqual([1, p.meetings[0]?.join]);
  });

  it('is removed when the organization’s switch is turned off, and made anew when it is on again', async () => {
    await connect();
    await d.to('timeChosen');
    await t.settle();
    await setFlags(t, cast.organization_id, { flags: { ...FLAGS, enable_zoom_oauth_integrations: false } });
    await t.settle();
    expect([p.meetings, await join()]).toEqual([[], dialIn]);
    await setFlags(t, cast.organization_id, { flags: FLAGS });
    await t.settle();
    expect([p.meetings.length, await join()]).toEqual([1, p.meetings[0]?.join]);
  });

  it('is another one in the account that its host connects instead: the first is asked for there no more', async () => {
    await connect();
    await d.to('timeChosen');
    await t.settle();
    const [old] = p.meetings;
    p.account = { id: 'another', email: 'b@b.test' };
    await connect();
    await t.settle();
    expect(p.meetings.map(({ account }) => account)).toEqual([`acc-${cast.requester.user_id}`, 'another']);
    expect([await join(), made()]).toEqual([p.meetings[1]?.join, 2]);
    await moveAway();
    await chooseAnother();
    await t.settle();
    expect([p.meetings.length, made(), p.asked.filter((line) => line.endsWith(`/meetings/${old?.id}`))]).toEqual([
      2,
      2,
      [],
    ]);
    expect(p.meetings[1]?.start).not.toBe(old?.start);
  });

  it('is let go of at a suspension: the dial-in is back, people are told, and no token is left', async () => {
    await connect();
    await d.to('timeChosen');
    await t.settle();
    const root = await t.world.staff('super_admin');
    const at = `/api/v1/users/${cast.requester.user_id}/suspend`;
    expect((await t.request(root, 'POST', at, { reason: 'Left' })).status).toBe(200);
    await t.settle();
    expect([await join(), (await told('call_link')).length]).toEqual([dialIn, 4]);
    const kept = await t.world.db
      .selectFrom('provider_connections')
      .select(['state', 'access_token', 'refresh_token', 'account_name'])
      .where('user_id', '=', cast.requester.user_id)
      .execute();
    expect(kept).toEqual([{ state: 'ended', access_token: null, refresh_token: null, account_name: null }]);
    expect([p.revoked.length, p.tokens.size, p.refreshes.size]).toEqual([2, 0, 0]);
  });
});

it('is made once where looking for it takes so long that another process looks, too', async () => {
  await connect();
  p.wrong = [{ at: 'POST /zoom-api/v2/users/me/meetings', what: 'cut_before' }];
  await d.to('timeChosen');
  await t.settle();
  const { services } = t.app;
  const mailer = createMailer(services, MAILS);
  const ports = {
    mail: mailer.queue,
    joinAppointment,
    connectedAccounts: connectedAccounts(services, { mail: mailer.queue }),
  };
  p.meanwhile = {
    at: 'GET /zoom-api/v2/users/me/meetings',
    run: async () => {
      t.clock.advance({ minutes: 3 });
      expect(await settleNext(services, ports)).toBe(true);
    },
  };
  await pass(3);
  expect([p.meanwhile, p.meetings.length, await join()]).toEqual([null, 1, p.meetings[0]?.join]);
});

it('is kept in mind after a purge until it is gone at the provider; no link is left', async () => {
  await connect();
  await d.to('timeChosen');
  await t.settle();
  p.wrong = Array.from({ length: 3 }, () => ({ at: 'DELETE /zoom-api/v2/meetings', what: 'broken' as const }));
  // how near the call is decides what that costs
  const act = (confirmed_fee_cents: number) =>
    t.request(cast.admin, 'POST', d.url('/actions/cancel'), { reason: 'It was settled.', confirmed_fee_cents });
  const first = await act(0);
  if (first.status === 409) await act((first.problem.current as { fee_cents: number }).fee_cents);
  await d.purge();
  await t.settle();
  const left = () => t.world.db.selectFrom('meetings').select('id').where('review_id', '=', d.id).execute();
  const complete = async () =>
    (await t.request<{ complete: boolean }>(cast.requester, 'GET', d.url('/certificate'))).body.complete;
  const links = await t.world.db
    .selectFrom('appointments')
    .select('location')
    .where('review_id', '=', d.id)
    .where('location', 'like', 'https://%')
    .execute();
  expect([p.meetings.length, (await left()).length, links, await complete()]).toEqual([1, 1, [], false]);
  for (const minutes of [2, 4, 8]) await pass(minutes);
  expect([p.meetings, await left(), await complete()]).toEqual([[], [], true]);
});

describe('what Zoom tells', () => {
  const send = (body: object, { secret = WEBHOOK_SECRET, at = t.clock.now() } = {}) => {
    const text = JSON.stringify(body);
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const v0 = createHmac('sha256', secret).update(`v0:${timestamp}:${text}`).digest('hex');
    return t.app.http.inject({
      method: 'POST',
      url: '/api/v1/zoom-events',
      payload: text,
      headers: {
        'content-type': 'application/json',
        'x-zm-signature': `v0=${v0}`,
        'x-zm-request-timestamp': timestamp,
      },
    });
  };
  const message = (event: string, minutes: number, more: object = {}) => ({
    event,
    payload: {
      account_id: 'a',
      object: {
        id: p.meetings[0]?.id,
        uuid: 'one==',
        host_id: `acc-${cast.requester.user_id}`,
        start_time: start(0),
        ...(event === 'meeting.ended' ? { end_time: start(minutes) } : {}),
        ...more,
      },
    },
  });
  let began: Date;
  const start = (minutes: number): string => new Date(began.getTime() + minutes * 60_000).toISOString();

  it('is proposed as the call’s minutes to whoever records it, and recorded by nobody else', async () => {
    await connect();
    await d.to('timeChosen');
    await t.settle();
    began = new Date((await schedule()).call?.starts_at ?? '');
    t.clock.set(new Date(began.getTime() + 40 * 60_000));
    expect((await send(message('meeting.started', 0))).statusCode).toBe(200);
    expect((await schedule()).call?.minutes_told).toBe(null);
    for (let twice = 0; twice < 2; twice += 1)
      expect((await send(message('meeting.ended', 26.5))).statusCode).toBe(200);
    expect((await send(message('meeting.ended', 90, { host_id: 'another' }))).statusCode).toBe(200);
    expect((await send({ event: 'meeting.sharing_started', payload: {} })).statusCode).toBe(200);
    expect((await schedule()).call).toMatchObject({ minutes_told: 27, status: 'scheduled', minutes_held: null });
    expect((await schedule(cast.requester)).call?.minutes_told).toBe(null);
  });

  it('is of an interview, too: its link is told to both, and how long it was open is proposed to who says it was held', async () => {
    await connect();
    const legal = await new LegalDriver(inApp(t, cast)).to('presented');
    const { id: candidate_id } = await t.world.db
      .selectFrom('candidates')
      .select('id')
      .where('review_id', '=', legal.id)
      .where('expert_profile_id', '=', cast.expert.profile_id)
      .executeTakeFirstOrThrow();
    const { interviews } = await legal.must<InterviewsView>(cast.requester, 'POST', legal.url('/interviews/ask'), {
      candidate_id,
      minutes: 30,
    });
    const at = `/api/v1/interviews/${interviews[0]?.id}`;
    const read = (who: Person) => legal.must<InterviewView>(who, 'GET', at);
    const act = async (who: Person, name: string, body: object) =>
      legal.must<InterviewView>(who, 'POST', `${at}/${name}`, {
        lock_version: (await read(who)).lock_version,
        ...body,
      });
    began = new Date(new Date(t.clock.now().getTime() + 3 * 86_400_000).setUTCMinutes(0, 0, 0));
    const { answers } = CLEAN_ATTESTATION;
    await act(cast.expert, 'offer', { answers, starts_at: [start(0)] });
    await act(cast.requester, 'choose', { starts_at: start(0), zone: 'America/Chicago' });
    await t.settle();
    const link = p.meetings[0]?.join ?? 'none';
    expect(p.meetings).toMatchObject([{ topic: `LC-${legal.id}`, minutes: 30, start: start(0).replace('.000', '') }]);
    for (const who of [cast.requester, cast.expert])
      expect(await read(who)).toMatchObject({ dial_in: link, minutes_told: null });
    const linked = await t.world.db
      .selectFrom('mails')
      .select('to_user_id')
      .where('review_id', '=', legal.id)
      .where('template', '=', 'interview_link')
      .execute();
    expect(new Set(linked.map(({ to_user_id }) => to_user_id))).toEqual(
      new Set([cast.requester.user_id, cast.expert.user_id]),
    );
    t.clock.set(start(40));
    for (const event of ['meeting.started', 'meeting.ended'])
      expect((await send(message(event, 26.5))).statusCode).toBe(200);
    for (const who of [cast.requester, cast.expert])
      expect(await read(who)).toMatchObject({ minutes_told: 27, held_minutes: null, state: 'set' });
    // staff who read along record nothing
    expect((await read(cast.clinOps)).minutes_told).toBe(null);
    expect(await act(cast.expert, 'held', { minutes: 27 })).toMatchObject({ held_minutes: 27, minutes_told: null });
  });

  it('is taken by its signature and time alone; a question whether the address is ours is answered', async () => {
    began = t.clock.now();
    expect((await send(message('meeting.ended', 5), { secret: 'another' })).statusCode).toBe(400);
    const old = new Date(t.clock.now().getTime() - 6 * 60_000);
    expect((await send(message('meeting.ended', 5), { at: old })).statusCode).toBe(400);
    const asked = await send({ event: 'endpoint.url_validation', payload: { plainToken: 'abc' } });
    expect(asked.json()).toEqual({
      plainToken: 'abc',
      encryptedToken: createHmac('sha256', WEBHOOK_SECRET).update('abc').digest('hex'),
    });
  });
});
