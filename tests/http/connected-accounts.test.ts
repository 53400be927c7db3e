import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAILS } from '../../src/app/mails.ts';
import type { Calendars } from '../../src/features/calendars/contract.ts';
import type { ConnectedAccount } from '../../src/features/connected-accounts/contract.ts';
import { connectedAccounts } from '../../src/features/connected-accounts/server/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type CallProviders, startCallProviders } from '../harness/call-providers.ts';
import { setFlags } from '../harness/flags.ts';
import type { Person } from '../harness/world.ts';

/* Accounts of people at providers: connected in the session that began it, kept fresh once, broken, disconnected. */

const ZOOM = 'enable_zoom_oauth_integrations';
const TEAMS = 'enable_teams_oauth_integrations';

let t: TestApp;
let p: CallProviders;
let home: number;
let dana: Person;
let logged = '';
beforeAll(async () => {
  p = await startCallProviders();
  t = await testApp({ env: p.env, log: createLogger('trace', { write: (line) => void (logged += line) }) });
});
afterAll(async () => {
  await t.close();
  await p.close();
});
afterEach(() => setFlags(t, home, { flags: { [ZOOM]: false, [TEAMS]: false } }));
beforeEach(async () => {
  for (const table of [
    'calendars',
    'connection_attempts',
    'connection_revocations',
    'provider_connections',
    'throttles',
  ] as const)
    await t.world.db.deleteFrom(table).execute();
  home = await t.world.organization();
  await setFlags(t, home, { flags: { [ZOOM]: true, [TEAMS]: true } });
  dana = await t.world.person({ profile: 'ClaimConsultant', organization_id: home });
  Object.assign(p, {
    wrong: [],
    asked: [],
    meetings: [],
    entries: [],
    revoked: [],
    account: { id: 'acc-1', email: 'dana@calls.test' },
  });
  p.tokens.clear();
  p.refreshes.clear();
  t.app.services.env.PROVIDER_ANSWER_SECONDS = 10;
});

const url = (provider: string, act = '') => `/api/v1/connected-accounts/${provider}${act}`;
const begin = (who: Person, provider = 'zoom', uses = ['meetings']) =>
  t.request<{ url: string }>(who, 'POST', url(provider, '/begin'), { uses });
const finish = (who: Pick<Person, 'headers'>, back: URL, provider = 'zoom') =>
  t.request<ConnectedAccount>(who, 'POST', url(provider, '/finish'), Object.fromEntries(back.searchParams));
const list = async (who: Person = dana) =>
  (await t.request<{ data: ConnectedAccount[] }>(who, 'GET', '/api/v1/connected-accounts')).body.data;
async function connected(who: Person = dana, provider = 'zoom'): Promise<number> {
  const { body } = await begin(who, provider);
  const done = await finish(who, p.allow(body.url), provider);
  expect([done.status, done.problem.detail ?? null, done.body.state]).toEqual([200, null, 'connected']);
  return (await rows()).find((row) => row.user_id === who.user_id && row.state === 'connected')?.id ?? 0;
}
const rows = () => t.world.db.selectFrom('provider_connections').selectAll().orderBy('id').execute();
const mails = () =>
  t.world.db.selectFrom('mails').select('to_email').where('template', '=', 'connection_broken').execute();
/** As a feature asks: another process has a port of its own, over the same database. */
const ports = () => connectedAccounts(t.app.services, { mail: createMailer(t.app.services, MAILS).queue });
/** Where a provider keeps silent, that is soon noticed. */
const haveLittlePatience = () => Object.assign(t.app.services.env, { PROVIDER_ANSWER_SECONDS: 0.5 });
const refreshed = () => p.asked.filter((line) => line === 'POST /zoom/oauth/token').length;

describe('connecting', () => {
  it('sends the browser to the provider and takes what comes back, once and in that session alone', async () => {
    const { body, status } = await begin(dana);
    expect(status).toBe(200);
    const at = new URL(body.url);
    expect([at.pathname, at.searchParams.get('redirect_uri')]).toEqual([
      '/zoom/oauth/authorize',
      'http://localhost:3000/zoom_auth',
    ]);
    const back = p.allow(body.url);
    const other = await t.world.person({ profile: 'ClaimConsultant', organization_id: home });
    const elsewhere = await t.world.signIn(dana.user_id);
    for (const who of [other, { headers: elsewhere }]) expect((await finish(who, back)).status).toBe(409);
    // at another provider it is not known either
    expect((await finish(dana, back, 'microsoft')).status).toBe(409);
    const done = await Promise.all([finish(dana, back), finish(dana, back)]);
    expect(done.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await list()).toMatchObject([
      { provider: 'zoom', state: 'connected', account_name: 'dana@calls.test', uses: [{ use: 'meetings', on: true }] },
      { provider: 'microsoft', state: 'none' },
    ]);
    expect((await rows()).length).toBe(1);
  });

  it('keeps tokens to itself: none in the database’s text, an answer, the trail or the outbox', async () => {
    await connected();
    const [token] = p.tokens.keys();
    const [refresh] = p.refreshes.keys();
    const everything = JSON.stringify([
      await rows(),
      (await rows()).map((row) => `${row.access_token?.toString()}${row.refresh_token?.toString()}`),
      await list(),
      await t.world.db.selectFrom('audit_rows').selectAll().execute(),
      await t.world.db.selectFrom('outbox').selectAll().execute(),
      await t.world.db.selectFrom('connection_attempts').selectAll().execute(),
    ]);
    expect([everything.includes(token ?? '?'), everything.includes(refresh ?? '?')]).toEqual([false, false]);
  });

  it('comes to nothing where somebody says no, where it took too long, and where the provider does not play along', async () => {
    const first = await begin(dana);
    expect((await finish(dana, p.allow(first.body.url, 'no'))).problem.current).toEqual({ reason: 'denied' });
    const late = await begin(dana);
    t.clock.advance({ minutes: 16 });
    expect((await finish(dana, p.allow(late.body.url))).problem.current).toEqual({ reason: 'ended' });
    for (const [what, reason] of [
      ['broken', 'unreachable'],
      ['too_much', 'unreachable'],
      ['nonsense', 'unreachable'],
      ['cut_before', 'unreachable'],
      ['silent', 'unreachable'],
    ] as const) {
      if (what === 'silent') haveLittlePatience();
      const { body } = await begin(dana);
      p.wrong = [{ at: '/oauth/token', what }];
      expect((await finish(dana, p.allow(body.url))).problem.current).toEqual({ reason });
    }
    const forged = await begin(dana);
    const back = p.allow(forged.body.url);
    back.searchParams.set('code', 'another');
    expect((await finish(dana, back)).problem.current).toEqual({ reason: 'refused' });
    expect(await rows()).toEqual([]);
  });

  it('is offered where the operator and the organization have it, and nowhere else', async () => {
    await setFlags(t, home, { flags: { [ZOOM]: false, [TEAMS]: true } });
    expect((await list()).map(({ provider }) => provider)).toEqual(['microsoft']);
    expect((await begin(dana)).status).toBe(404);
    const elsewhere = await t.world.person({
      profile: 'ClaimConsultant',
      organization_id: await t.world.organization(),
    });
    // one’s calendar is everybody’s own matter
    expect(await list(elsewhere)).toMatchObject([
      {
        provider: 'microsoft',
        uses: [
          { use: 'busy', allowed: true },
          { use: 'entries', allowed: true },
        ],
      },
    ]);
    expect((await begin(elsewhere, 'microsoft')).status).toBe(404);
    // experts are of no organization: they have what any has
    const expert = await t.world.person({ profile: 'MedicalExpert' });
    expect((await list(expert)).map(({ provider }) => provider)).toEqual(['microsoft']);
    await setFlags(t, home, { flags: { [ZOOM]: true, [TEAMS]: true } });
    await connected();
    await setFlags(t, home, { flags: { [ZOOM]: false, [TEAMS]: true } });
    // what was connected stays in sight, and can be disconnected
    expect(await list()).toMatchObject([
      { provider: 'zoom', uses: [{ use: 'meetings', on: true, allowed: false }] },
      { provider: 'microsoft' },
    ]);
    expect((await t.request(dana, 'DELETE', url('zoom'))).status).toBe(204);
  });

  it('works at Microsoft by the same steps', async () => {
    const { body } = await begin(dana, 'microsoft');
    const at = new URL(body.url);
    expect([at.pathname, at.searchParams.get('scope')]).toEqual([
      '/ms/oauth2/v2.0/authorize',
      'offline_access User.Read OnlineMeetings.ReadWrite',
    ]);
    expect((await finish(dana, p.allow(body.url), 'microsoft')).body.account_name).toBe('dana@calls.test');
  });
});

describe('a connection', () => {
  it('renews its token once, however many ask at once', async () => {
    const id = await connected();
    t.clock.advance({ minutes: 59, ms: 30_000 });
    p.expire();
    const asked = refreshed();
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const got = await ports().ask(id, '/v2/users/me');
        return 'response' in got ? got.response.status : got.failure;
      }),
    );
    expect([answers, refreshed() - asked]).toEqual([Array(8).fill(200), 1]);
  });

  it('renews it as well where the provider knows it no longer, and once for all who were told so', async () => {
    const id = await connected();
    p.expire();
    const asked = refreshed();
    const answers = await Promise.all([ports().ask(id, '/v2/users/me'), ports().ask(id, '/v2/users/me')]);
    expect(answers.map((got) => ('response' in got ? got.response.status : got.failure))).toEqual([200, 200]);
    expect(refreshed() - asked).toBe(1);
  });

  it('waits where the provider is away, and breaks where it says no: its person is told once', async () => {
    const id = await connected();
    p.expire();
    for (const what of ['broken', 'too_much', 'cut_before', 'nonsense'] as const) {
      p.wrong = [{ at: '/oauth/token', what }];
      expect(await ports().ask(id, '/v2/users/me')).toEqual({ failure: 'away' });
      t.clock.advance({ ms: 31_000 });
    }
    // the last time it gave a new refresh token, good for once, that never came here
    p.wrong = [{ at: '/oauth/token', what: 'cut_after' }];
    expect(await ports().ask(id, '/v2/users/me')).toEqual({ failure: 'away' });
    expect((await list())[0]?.state).toBe('connected');
    t.clock.advance({ ms: 31_000 });
    expect(await ports().ask(id, '/v2/users/me')).toEqual({ failure: 'broken' });
    expect(await ports().ask(id, '/v2/users/me')).toEqual({ failure: 'broken' });
    expect((await list())[0]?.state).toBe('broken');
    expect((await mails()).length).toBe(1);
    expect(await ports().usable(t.world.db, [dana.user_id], 'meetings')).toEqual([]);
    // connected again it is the same one
    expect(await connected()).toBe(id);
    expect(await ports().usable(t.world.db, [dana.user_id], 'meetings')).toMatchObject([{ id, provider: 'zoom' }]);
  });

  it('holds nothing of the database while the provider keeps silent; who waits has the same answer, and it is left alone then', async () => {
    const id = await connected();
    p.expire();
    haveLittlePatience();
    const asked = refreshed();
    const ask = () => ports().ask(id, '/v2/users/me');
    let others: ReturnType<typeof ask>[] = [];
    let isFree = false;
    p.wrong = [{ at: '/oauth/token', what: 'silent' }];
    p.meanwhile = {
      at: '/oauth/token',
      run: async () => {
        others = Array.from({ length: 8 }, ask);
        const row = t.world.db.selectFrom('provider_connections').select('id').where('id', '=', id);
        isFree = await row
          .forUpdate()
          .noWait()
          .execute()
          .then(
            () => true,
            () => false,
          );
      },
    };
    const first = await ask();
    for (const got of [first, ...(await Promise.all(others))]) expect(got).toEqual({ failure: 'away' });
    expect([isFree, refreshed() - asked]).toEqual([true, 1]);
    t.app.services.env.PROVIDER_ANSWER_SECONDS = 10;
    expect([await ask(), refreshed() - asked]).toEqual([{ failure: 'away' }, 1]);
    t.clock.advance({ ms: 30_000 });
    expect([await ask(), refreshed() - asked]).toMatchObject([{ response: { status: 200 } }, 2]);
  });

  it('that ends while its token is renewed gives back what came of that', async () => {
    const id = await connected();
    p.expire();
    p.meanwhile = { at: '/oauth/token', run: () => t.request(dana, 'DELETE', url('zoom')) };
    expect(await ports().ask(id, '/v2/users/me')).toEqual({ failure: 'gone' });
    expect((await rows())[0]).toMatchObject({ state: 'ended', access_token: null, refresh_token: null });
    await t.settle();
    expect([p.tokens.size, p.refreshes.size]).toEqual([0, 0]);
  });

  it('sends its token to the API’s own address alone', async () => {
    const id = await connected();
    expect(await ports().ask(id, 'http://127.0.0.1:9/v2/users/me')).toEqual({ failure: 'away' });
    expect(await ports().ask(id, `${p.env['ZOOM_API_URL']}.example.com/v2`)).toEqual({ failure: 'away' });
  });

  it('ends: erased here at once, taken back at the provider, also when that is away at first', async () => {
    const id = await connected();
    const given = [...p.tokens.keys(), ...p.refreshes.keys()];
    p.wrong = [
      { at: '/oauth/revoke', what: 'broken' },
      { at: '/oauth/revoke', what: 'cut_before' },
    ];
    expect((await t.request(dana, 'DELETE', url('zoom'))).status).toBe(204);
    expect((await rows())[0]).toMatchObject({
      id,
      state: 'ended',
      access_token: null,
      refresh_token: null,
      account_name: null,
    });
    expect(await ports().ask(id, '/v2/users/me')).toEqual({ failure: 'gone' });
    expect((await t.request(dana, 'DELETE', url('zoom'))).status).toBe(404);
    await t.settle();
    expect(p.revoked).toEqual([]);
    t.clock.advance({ minutes: 10 });
    await t.settle();
    expect(p.revoked.toSorted()).toEqual(given.toSorted());
    expect(await t.world.db.selectFrom('connection_revocations').select('id').execute()).toEqual([]);
  });
});

describe('connected anew', () => {
  const revocations = () => t.world.db.selectFrom('connection_revocations').select('id').execute();

  it('with the same account it is the same one, and nothing is taken back: that would end what it has now', async () => {
    const id = await connected();
    expect(await connected()).toBe(id);
    await t.settle();
    expect([p.revoked, await revocations()]).toEqual([[], []]);
    expect(await ports().ask(id, '/v2/users/me')).toMatchObject({ response: { status: 200 } });
    // nor where it was disconnected before, and the provider could not be told yet
    p.wrong = [
      { at: '/oauth/revoke', what: 'broken' },
      { at: '/oauth/revoke', what: 'broken' },
    ];
    expect((await t.request(dana, 'DELETE', url('zoom'))).status).toBe(204);
    await t.settle();
    const again = await connected();
    t.clock.advance({ minutes: 10 });
    await t.settle();
    expect([again === id, p.revoked, await revocations()]).toEqual([false, [], []]);
    expect(await ports().ask(again, '/v2/users/me')).toMatchObject({ response: { status: 200 } });
  });

  it('with another account the first one ends, and what opened it is taken back', async () => {
    const id = await connected();
    const given = [...p.tokens.keys(), ...p.refreshes.keys()];
    p.account = { id: 'acc-2', email: 'other@calls.test' };
    const other = await connected();
    await t.settle();
    expect(await rows()).toMatchObject([
      { id, state: 'ended', account_id: 'acc-1', account_name: null, access_token: null, refresh_token: null },
      { id: other, state: 'connected', account_id: 'acc-2', account_name: 'other@calls.test' },
    ]);
    expect(p.revoked.toSorted()).toEqual(given.toSorted());
    expect(await ports().ask(other, '/v2/users/me')).toMatchObject({ response: { status: 200 } });
  });

  it('where it comes to nothing after the provider gave tokens, they are taken back, unless that ended what is connected', async () => {
    const tried = async (): Promise<number> => {
      const { body } = await begin(dana);
      p.wrong = [{ at: 'GET /zoom-api/v2/users/me', what: 'broken' }];
      return (await finish(dana, p.allow(body.url))).status;
    };
    expect(await tried()).toBe(409);
    await t.settle();
    expect([p.revoked.length, p.tokens.size, p.refreshes.size, await rows()]).toEqual([2, 0, 0, []]);
    const id = await connected();
    expect(await tried()).toBe(409);
    await t.settle();
    expect([p.revoked.length, await revocations()]).toEqual([2, []]);
    expect(await ports().ask(id, '/v2/users/me')).toMatchObject({ response: { status: 200 } });
    // a switch that was turned off while its person was at the provider
    await t.request(dana, 'DELETE', url('zoom'));
    const { body } = await begin(dana);
    await setFlags(t, home, { flags: { [ZOOM]: false, [TEAMS]: true } });
    expect((await finish(dana, p.allow(body.url))).status).toBe(404);
    await t.settle();
    expect([p.tokens.size, p.refreshes.size]).toEqual([0, 0]);
  });
});

describe('busy times from Microsoft 365', () => {
  const hours = (n: number): string => new Date(t.clock.now().getTime() + n * 3_600_000).toISOString().slice(0, 19);
  const busy = () =>
    t.world.db
      .selectFrom('calendar_busy')
      .select(['starts_at', 'ends_at'])
      .where('user_id', '=', dana.user_id)
      .orderBy('starts_at')
      .execute();
  const calendar = async () =>
    (await t.request<Calendars>(dana, 'GET', '/api/v1/calendars')).body.data.find((one) => one.source === 'microsoft');
  async function read(): Promise<void> {
    t.clock.advance({ minutes: 31 });
    await t.settle();
  }
  async function connect(): Promise<void> {
    const { body } = await begin(dana, 'microsoft', ['busy']);
    expect(new URL(body.url).searchParams.get('scope')).toBe('offline_access User.Read Calendars.ReadBasic');
    await finish(dana, p.allow(body.url), 'microsoft');
    await t.settle();
  }

  it('are read page by page, without titles, again every half hour, and go with the connection', async () => {
    p.entries = [
      { start: hours(2), end: hours(3), showAs: 'busy', subject: 'Dinner with Featherstone' },
      { start: hours(3), end: hours(4), showAs: 'tentative' },
      { start: hours(6), end: hours(7), showAs: 'free' },
    ];
    const [from, until] = [new Date(`${hours(2)}Z`), new Date(`${hours(4)}Z`)];
    await connect();
    expect(await busy()).toEqual([{ starts_at: from, ends_at: until }]);
    expect(p.asked.filter((line) => line.includes('calendarView')).every((line) => !line.includes('subject'))).toBe(
      true,
    );
    p.entries = [{ start: hours(9), end: hours(10) }];
    await read();
    expect((await busy()).length).toBe(1);
    expect((await calendar())?.failing).toBe(null);
    // it is not removed by itself: its connection is
    expect((await t.request(dana, 'DELETE', `/api/v1/calendars/${(await calendar())?.id}`)).status).toBe(404);
    await t.request(dana, 'DELETE', url('microsoft'));
    await t.settle();
    expect([await busy(), await calendar()]).toEqual([[], undefined]);
  });

  it('stay as they were while Microsoft is away or talks nonsense, and say why', async () => {
    p.entries = [{ start: hours(200), end: hours(201) }];
    await connect();
    for (const [what, why] of [
      ['broken', /problem of its own/],
      ['too_much', /left alone/],
      ['cut_before', /could not be reached/],
      ['silent', /could not be reached/],
      ['nonsense', /no calendar/],
    ] as const) {
      if (what === 'silent') haveLittlePatience();
      p.wrong = [{ at: 'calendarView', what }];
      t.clock.advance({ minutes: 400 });
      await t.settle();
      expect([(await busy()).length, (await calendar())?.failing?.why]).toEqual([1, expect.stringMatching(why)]);
    }
    p.refreshes.clear();
    p.expire();
    t.clock.advance({ minutes: 400 });
    await t.settle();
    expect([(await busy()).length, (await calendar())?.failing?.why]).toEqual([
      1,
      expect.stringMatching(/connected no longer/),
    ]);
  });
});

it('no token and no code stands in the log, whatever went wrong', async () => {
  const id = await connected();
  p.expire();
  expect(await ports().ask(id, '/v2/users/me')).toMatchObject({ response: { status: 200 } });
  for (const what of ['broken', 'unknown_token'] as const) {
    p.expire();
    p.wrong = [{ at: '/oauth/token', what }];
    await ports().ask(id, '/v2/users/me');
    t.clock.advance({ ms: 31_000 });
  }
  await connected();
  p.wrong = [{ at: '/oauth/revoke', what: 'broken' }];
  await t.request(dana, 'DELETE', url('zoom'));
  await t.settle();
  expect(logged).toContain('tokens were not renewed');
  expect(logged).toContain('a token was not revoked');
  expect(p.given.filter((one) => logged.includes(one))).toEqual([]);
});
