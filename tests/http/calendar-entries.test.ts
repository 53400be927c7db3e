import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ScheduleView } from '../../src/features/scheduling/contract.ts';
import { MAILS } from '../../src/app/mails.ts';
import { settleNext } from '../../src/features/calendars/server/entries/settle.ts';
import { connectedAccounts } from '../../src/features/connected-accounts/server/index.ts';
import { systemCommand } from '../../src/platform/command.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type CallProviders, startCallProviders } from '../harness/call-providers.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Booked calls and exams in people's own Microsoft calendars: made, moved and removed with the booking, once, whatever Microsoft does. */

let t: TestApp;
let p: CallProviders;
let cast: Cast;
let d: CaseDriver;
beforeAll(async () => {
  p = await startCallProviders();
  t = await testApp({ env: p.env });
});
afterAll(async () => {
  await t.close();
  await p.close();
});
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
  d = new CaseDriver(inApp(t, cast));
  Object.assign(p, { wrong: [], asked: [], entries: [], written: [] });
});

const AT = '/api/v1/connected-accounts/microsoft';
/** Connects somebody's account for these uses; answers what Microsoft was asked for. */
async function connect(who: Person, uses = ['entries'], account = `acc-${who.user_id}`): Promise<string | null> {
  p.account = { id: account, email: 'a@b.test' };
  const { body } = await t.request<{ url: string }>(who, 'POST', `${AT}/begin`, { uses });
  const back = Object.fromEntries(p.allow(body.url).searchParams);
  expect((await t.request(who, 'POST', `${AT}/finish`, back)).status).toBe(200);
  await t.settle();
  return new URL(body.url).searchParams.get('scope');
}
const disconnect = async (who: Person) => {
  expect((await t.request(who, 'DELETE', AT)).status).toBe(204);
  await t.settle();
};
const of = (who: Person) => p.written.filter(({ account }) => account === `acc-${who.user_id}`);
const call = async () => (await d.must<ScheduleView>(cast.expert, 'GET', d.url('/schedule'))).call;
const sent = (method: string) => p.asked.filter((line) => line.startsWith(`${method} /graph/v1.0/me/events`)).length;
async function pass(minutes: number): Promise<void> {
  t.clock.advance({ minutes });
  await t.settle();
}
async function booked(): Promise<void> {
  await d.to('timeChosen');
  await t.settle();
}
const moveAway = () => d.must(cast.expert, 'POST', d.url('/call/move'), { reason: 'A surgery was moved.' });
async function chooseAnother(): Promise<void> {
  const { offers } = await d.must<ScheduleView>(cast.requester, 'GET', d.url('/schedule'));
  const offer = offers.find(({ status }) => status === 'open');
  await d.must(cast.requester, 'POST', d.url('/call'), { offer_id: offer?.id, zone: 'America/Chicago' });
}
/** Moved while Microsoft cannot be asked about the old time: the entry goes to the new one. */
async function moveOn(at = 'DELETE /graph'): Promise<void> {
  p.wrong.push({ at, what: 'broken' });
  await moveAway();
  await t.settle();
  await chooseAnother();
  await t.settle();
}
async function cancel(): Promise<void> {
  const act = (fee: number) =>
    t.request(cast.admin, 'POST', d.url('/actions/cancel'), { reason: 'It was settled.', confirmed_fee_cents: fee });
  const asked = await act(0);
  const { fee_cents: fee } = (asked.problem.current ?? {}) as { fee_cents?: number };
  expect(asked.status === 409 ? (await act(fee ?? 0)).status : asked.status).toBe(200);
  await t.settle();
}
const start = async () => new Date((await call())?.starts_at ?? '').toISOString().slice(0, 19);

describe('a call', () => {
  it('is written for each who wants it, moves with the call and goes with it', async () => {
    expect(await connect(cast.requester, ['busy'])).not.toContain('ReadWrite');
    expect(await connect(cast.expert, ['busy', 'entries'])).toBe(
      'offline_access User.Read Calendars.ReadBasic Calendars.ReadWrite',
    );
    await booked();
    const at = await start();
    expect(p.written).toMatchObject([
      {
        account: `acc-${cast.expert.user_id}`,
        subject: `CR-${d.id}`,
        start: at,
        showAs: 'busy',
        sensitivity: 'private',
      },
    ]);
    // who wants it later has it then
    await connect(cast.requester, ['busy', 'entries']);
    expect([of(cast.requester).length, of(cast.requester)[0]?.start]).toEqual([1, at]);
    // what we wrote there makes nobody busy
    await pass(31);
    expect(
      await t.world.db.selectFrom('calendar_busy').selectAll().where('user_id', '=', cast.expert.user_id).execute(),
    ).toEqual([]);

    await moveOn();
    await pass(3);
    const moved = await start();
    expect(moved).not.toBe(at);
    expect(p.written.map(({ start }) => start)).toEqual([moved, moved]);
    expect(sent('PATCH')).toBe(1);
    // while a new time is looked for, the old one is free
    await moveAway();
    await t.settle();
    expect(p.written).toEqual([]);
    await chooseAnother();
    await t.settle();
    expect(p.written.length).toBe(2);
    await cancel();
    expect(p.written).toEqual([]);
  });

  it.each(['cut_after', 'cut_before', 'too_much', 'broken', 'nonsense', 'unknown_token'] as const)(
    'is written once all the same where at first Microsoft is %s, and so are its move and its end',
    async (what) => {
      await connect(cast.expert);
      p.wrong = [{ at: 'POST /graph/v1.0/me/events', what }];
      await booked();
      await pass(3);
      expect(p.written.length).toBe(1);
      p.wrong = [{ at: 'PATCH /graph/v1.0/me/events', what }];
      await moveOn();
      await pass(3);
      const moved = await start();
      expect(p.written.map(({ start }) => start)).toEqual([moved]);
      p.wrong = [{ at: 'DELETE /graph/v1.0/me/events', what }];
      await cancel();
      await pass(3);
      expect(p.written).toEqual([]);
    },
  );

  it('is not tried sooner than Microsoft says', async () => {
    await connect(cast.expert);
    p.wrong = [{ at: 'POST /graph/v1.0/me/events', what: 'too_much' }];
    await booked();
    t.clock.advance({ ms: 119_000 });
    await t.settle();
    expect([sent('POST'), p.written]).toEqual([1, []]);
    t.clock.advance({ ms: 1000 });
    await t.settle();
    expect([sent('POST'), p.written.length]).toEqual([2, 1]);
  });

  it('waits for a word from Microsoft only so long, and is written once then', async () => {
    await connect(cast.expert);
    p.wrong = [{ at: 'POST /graph/v1.0/me/events', what: 'broken' }];
    await booked();
    const { services } = t.app;
    const real = connectedAccounts(services, { mail: createMailer(services, MAILS).queue });
    const ask: typeof real.ask = (id, path, asking) =>
      real.ask(id, path, asking?.method === 'POST' ? { ...asking, timeout_ms: 250 } : asking);
    t.clock.advance({ minutes: 3 });
    p.wrong = [{ at: 'POST /graph/v1.0/me/events', what: 'silent' }];
    expect(await settleNext(services, { connectedAccounts: { ...real, ask } })).toBe(true);
    expect([p.wrong, p.written]).toEqual([[], []]);
    await pass(3);
    expect([sent('POST'), p.written.length]).toEqual([3, 1]);
  });

  it('is written once by whoever comes after a process that died while it asked, also where it moved since', async () => {
    await connect(cast.expert);
    await booked();
    // another entry at the same time is theirs
    p.written.unshift({ ...p.written[0], id: 'dinner', transactionId: '' } as never);
    // as it stands between the answer and the commit
    await t.world.db
      .updateTable('calendar_entries')
      .set({ state: 'claimed', external_id: null })
      .where('user_id', '=', cast.expert.user_id)
      .execute();
    await moveOn('calendarView');
    const moved = await start();
    expect([p.written.length, sent('POST'), p.written[1]?.start]).toEqual([2, 1, moved]);
    expect(p.written[0]?.start).not.toBe(moved);
  });

  it('is written once where looking for it takes so long that another process looks, too', async () => {
    await connect(cast.expert);
    p.wrong = [{ at: 'POST /graph/v1.0/me/events', what: 'cut_before' }];
    await booked();
    const { services } = t.app;
    const ports = { connectedAccounts: connectedAccounts(services, { mail: createMailer(services, MAILS).queue }) };
    p.meanwhile = {
      at: 'GET /graph/v1.0/me/calendarView',
      run: async () => {
        t.clock.advance({ minutes: 3 });
        expect(await settleNext(services, ports)).toBe(true);
      },
    };
    await pass(3);
    expect([p.meanwhile, p.written.length, sent('POST')]).toEqual([null, 1, 2]);
    await cancel();
    expect(p.written).toEqual([]);
  });

  it('that its person took out there stays out until it moves', async () => {
    await connect(cast.expert);
    await booked();
    p.written = [];
    await connect(cast.expert);
    expect(p.written).toEqual([]);
    await moveAway();
    await chooseAnother();
    await t.settle();
    expect(p.written.length).toBe(1);
  });
});

describe('who wants it no longer', () => {
  it('has what is ahead taken out, or leaves it by disconnecting; connected again it is the same entry', async () => {
    await connect(cast.expert);
    await booked();
    const id = p.written[0]?.id;
    await disconnect(cast.expert);
    expect(p.written.length).toBe(1);
    await connect(cast.expert);
    expect([p.written.map((one) => one.id), sent('POST')]).toEqual([[id], 1]);
    await moveOn();
    expect([p.written.map((one) => one.id), sent('PATCH')]).toEqual([[id], 1]);
    // the new permission does not reach it: it is their own to remove
    await connect(cast.expert, ['busy']);
    expect([p.written.length, sent('DELETE')]).toEqual([1, 2]);
    await pass(600);
    expect(sent('DELETE')).toBe(2);
  });

  it('has entries in the account of now alone', async () => {
    await connect(cast.expert);
    await booked();
    await connect(cast.expert, ['entries'], 'another');
    expect(p.written.map(({ account }) => account)).toEqual([`acc-${cast.expert.user_id}`, 'another']);
    await cancel();
    expect(p.written.map(({ account }) => account)).toEqual([`acc-${cast.expert.user_id}`]);
  });

  it('has nothing written while it needs to be connected again, and all of it then', async () => {
    await connect(cast.expert);
    p.refreshes.clear();
    p.expire();
    await booked();
    await pass(600);
    expect(p.written).toEqual([]);
    await connect(cast.expert);
    expect(of(cast.expert).length).toBe(1);
  });
});

it('goes over to another requester with the review', async () => {
  await connect(cast.requester);
  await booked();
  const colleague = await t.world.consultant(cast.organization_id);
  await connect(colleague);
  await t.world.db.updateTable('reviews').set({ requester_id: colleague.user_id }).where('id', '=', d.id).execute();
  await systemCommand(t.app.services, { kind: 'system', request_id: 'test' }, (tx) =>
    tx.emit('review.people_changed', {}, d.id),
  );
  await t.settle();
  expect(p.written.map(({ account }) => account)).toEqual([`acc-${colleague.user_id}`]);
});

it('is taken out after a purge, and kept in mind until it is; what cannot be reached is its person’s', async () => {
  for (const who of [cast.requester, cast.expert]) await connect(who);
  await booked();
  p.wrong = Array.from({ length: 6 }, () => ({ at: 'DELETE /graph/v1.0/me/events', what: 'broken' as const }));
  await cancel();
  await disconnect(cast.expert);
  await d.purge();
  await t.settle();
  const left = () =>
    t.world.db.selectFrom('calendar_entries').select('user_id').where('review_id', '=', d.id).execute();
  const complete = async () =>
    (await t.request<{ complete: boolean }>(cast.requester, 'GET', d.url('/certificate'))).body.complete;
  expect([await left(), await complete()]).toEqual([[{ user_id: cast.requester.user_id }], false]);
  p.wrong = [];
  await pass(61);
  expect([await left(), await complete(), p.written.length]).toEqual([[], true, 1]);
  expect(of(cast.expert).length).toBe(1);
});

it('reads busy times no sooner than Microsoft says', async () => {
  await connect(cast.expert, ['busy']);
  p.wrong = [{ at: 'calendarView', what: 'too_much', seconds: 3600 }];
  const reads = () => p.asked.filter((line) => line.includes('calendarView')).length;
  const before = reads();
  await pass(31);
  expect([p.wrong, reads()]).toEqual([[], before + 1]);
  t.clock.advance({ ms: 3_599_000 });
  await t.settle();
  expect(reads()).toBe(before + 1);
  t.clock.advance({ ms: 1000 });
  await t.settle();
  expect(reads()).toBe(before + 2);
});

it('is nobody’s who has no part in the review', async () => {
  for (const who of [cast.clinOps, cast.admin, ...cast.others]) await connect(who);
  await booked();
  expect(p.written).toEqual([]);
});

it('is an exam, too, which moves and goes alike', async () => {
  const exam = new ImeDriver(inApp(t, cast));
  await connect(cast.expert);
  await exam.to('timeChosen');
  await t.settle();
  const set = async () => {
    const { starts_at } = await t.world.db
      .selectFrom('appointments')
      .select('starts_at')
      .where('review_id', '=', exam.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return starts_at.toISOString().slice(0, 19);
  };
  const first = await set();
  expect(p.written).toMatchObject([{ subject: `IM-${exam.id}`, start: first }]);
  await exam.must(cast.expert, 'POST', exam.url('/exam/move'), { reason: 'In surgery.' });
  await t.settle();
  expect(p.written).toEqual([]);
  await exam.must(cast.expert, 'POST', exam.url('/exam/offers'), {
    offers: exam.starts(40).map((starts_at) => ({ site_id: exam.site, starts_at })),
  });
  await exam.timeChosen();
  await t.settle();
  expect(await set()).not.toBe(first);
  expect(p.written.map(({ start }) => start)).toEqual([await set()]);
  await exam.must(cast.requester, 'POST', exam.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: 0 });
  await t.settle();
  expect(p.written).toEqual([]);
});
