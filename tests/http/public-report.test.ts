import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Out } from '../../src/core/endpoint.ts';
import type { LinksView, publicReportEndpoints } from '../../src/features/public-reports/contract.ts';
import type { sharedReportEndpoints } from '../../src/features/public-reports/contract/shared-report.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { createLogger } from '../../src/platform/log.ts';
import { readStored } from '../../src/platform/stored-content.ts';
import { type Answer, testApp, type TestApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { type Cast, castFor, inApp, type ReviewDriver } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* A delivered report is read by whoever has its link: for as long, by whom and as often as its maker meant. */
type Made = Out<typeof publicReportEndpoints.make>;
type Opened = Out<typeof sharedReportEndpoints.open>;

const lines: string[] = [];
let t: TestApp;
let cast: Cast;
let d: CaseDriver;
let stranger: Person;
/** Every token and passcode that was handed out: none may be anywhere afterwards. */
const secrets = new Set<string>();

beforeAll(async () => {
  t = await testApp({ log: createLogger('trace', { write: (line) => void lines.push(line) }) });
  cast = await castFor(t.world, PASSWORD_HASH);
  d = await new CaseDriver(inApp(t, cast)).to('delivered', {
    service: 'report_only',
    needed_by: '2026-12-20',
    patient_name: 'Marigold Featherstone',
  });
  stranger = await t.world.manager(await t.world.organization());
});
afterAll(() => t.close());
// making a link asks who is there
beforeEach(() => prove());

const prove = (minutes = 0) =>
  t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - minutes * 60_000) })
    .execute();
const dayIn = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const asked = (more: object = {}) => ({
  version: 1,
  audience: 'Opposing counsel',
  expires_on: dayIn(7),
  passcode: 'none',
  ...more,
});
const make = (more: object = {}, who: Person = cast.requester, of: ReviewDriver = d) =>
  t.request<Made>(who, 'POST', of.url('/report/links'), asked(more));
const list = async (who: Person = cast.requester, of: ReviewDriver = d) =>
  (await t.request<LinksView>(who, 'GET', of.url('/report/links'))).body;

/** A link, with what its page is asked by. */
async function made(more: object = {}, who?: Person, of?: ReviewDriver) {
  const { body, status, problem } = await make(more, who, of);
  expect(status, JSON.stringify(problem)).toBe(200);
  const token = /^http:\/\/localhost:3000\/public-report\/([\w-]{43})$/.exec(body.address)?.[1] ?? '';
  secrets.add(token);
  if (body.passcode !== null) secrets.add(body.passcode);
  const [newest] = body.links.links;
  if (!newest) throw new Error('It is not listed.');
  return { token, passcode: body.passcode, id: newest.id };
}
const open = (token: string, more: object = {}, cookie?: string) =>
  t.request<Opened>(
    null,
    'POST',
    '/api/v1/public_reports/open',
    { token, ...more },
    {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36',
      ...(cookie === undefined ? {} : { cookie }),
    },
  );
const cookieIn = ({ headers }: Answer<Opened>): string => {
  const [first = ''] = [headers['set-cookie'] ?? ''].flat();
  secrets.add(/=([\w-]{43});/.exec(first)?.[1] ?? '');
  return first.split(';')[0] ?? '';
};
const pdf = (id: number, cookie?: string, query = '', more: Record<string, string> = {}) =>
  t.request(null, 'GET', `/api/v1/public_reports/${id}/pdf${query}`, undefined, {
    ...(cookie === undefined ? {} : { cookie }),
    ...more,
  });
const ofLink = async (id: number) => (await list()).links.find((one) => one.id === id);

describe('making a link', () => {
  it('is for who acts for the requester, of a delivered report, and asks who is there', async () => {
    const colleague = await t.world.consultant(cast.organization_id);
    for (const [who, status] of [
      [cast.admin, 200],
      [cast.requester, 200],
      [await t.world.manager(cast.organization_id), 200],
      [cast.clinOps, 403],
      [cast.expert, 403],
      [cast.matching, 403],
      [stranger, 404],
      [colleague, 404],
    ] as const)
      expect((await make({}, who)).status).toBe(status);
    // who only follows the review sees no links either
    await t.world.db.insertInto('review_watchers').values({ review_id: d.id, user_id: colleague.user_id }).execute();
    expect((await make({}, colleague)).status).toBe(403);
    expect(await list(colleague)).toMatchObject({ links: [], can: { make: false, end: false, allow: false } });
    expect((await t.request(stranger, 'GET', d.url('/report/links'))).status).toBe(404);

    await prove(10);
    expect((await make()).problem.code).toBe('reauthentication_required');
    expect((await make({}, cast.clinOps)).status).toBe(403);
    await prove();
    expect((await make({ version: 2 })).problem).toMatchObject({ status: 409, code: 'wrong_state' });
    const early = await new CaseDriver(inApp(t, cast)).to('submitted');
    expect((await make({}, cast.requester, early)).problem).toMatchObject({
      status: 409,
      detail: 'There is no delivered report to share.',
    });
  });

  it('says what is wrong with its day and its passcode', async () => {
    const faults = async (more: object) => {
      const { status, problem } = await make(more);
      return [status, ...(problem.errors ?? []).map(({ path }) => path)];
    };
    expect(await faults({ expires_on: dayIn(-1) })).toEqual([422, 'expires_on']);
    expect(await faults({ expires_on: dayIn(366) })).toEqual([422, 'expires_on']);
    expect(await faults({ passcode: 'own', own_passcode: 'short 1' })).toEqual([422, 'own_passcode']);
    expect(await faults({ audience: ' ' })).toEqual([400, 'audience']);
  });
});

it('whoever has the link reads the signed bytes, and its opening counts once', async () => {
  const { token, id } = await made();
  const first = await open(token);
  const stored = await t.world.db
    .selectFrom('reports')
    .select(['pdf_storage_key', 'pdf_sha256', 'verification_code'])
    .where('review_id', '=', d.id)
    .executeTakeFirstOrThrow();
  expect(first.body).toMatchObject({
    state: 'open',
    report: {
      number: `CR-${d.id}`,
      version: 1,
      audience: 'Opposing counsel',
      sha256: stored.pdf_sha256,
      verification_code: stored.verification_code,
      superseded: false,
    },
  });
  expect(JSON.stringify(first.body)).not.toMatch(/Marigold|Featherstone/);
  expect([first.headers['set-cookie']].flat()[0]).toMatch(
    new RegExp(
      `^peritus_report_${id}=[\\w-]{43}; Max-Age=3600; Path=/api/v1/public_reports; HttpOnly; SameSite=Strict$`,
    ),
  );
  const cookie = cookieIn(first);

  const whole = await pdf(id, cookie, '?download=1');
  const bytes = Buffer.concat(
    await (await readStored(t.app.services, { storage_key: stored.pdf_storage_key ?? '' })).toArray(),
  );
  expect(whole.raw.rawPayload.equals(bytes)).toBe(true);
  expect(createHash('sha256').update(whole.raw.rawPayload).digest('hex')).toBe(stored.pdf_sha256);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'content-disposition': expect.stringContaining('attachment'),
  });
  const part = await pdf(id, cookie, '', { range: 'bytes=0-4' });
  expect([part.status, part.raw.payload]).toEqual([206, '%PDF-']);

  // asked again by the same browser it is the same opening, by another it is another
  for (const again of [await open(token, {}, cookie), await open(token, { begin: false }, cookie)]) {
    expect(again.body.report?.opened_at).toBe(first.body.report?.opened_at);
    expect(again.headers['set-cookie']).toBeUndefined();
  }
  expect((await open(token, { begin: false })).body.state).toBe('over');
  expect(await ofLink(id)).toMatchObject({ views: 1, state: 'open' });
  expect((await open(token)).status).toBe(200);
  expect(await ofLink(id)).toMatchObject({ views: 2 });
  const visits = await t.request(cast.clinOps, 'GET', d.url(`/report/links/${id}/visits`));
  expect(visits.body).toMatchObject({
    visits: [
      { downloads: 0, source: '127.0.0.x' },
      { downloads: 1, source: '127.0.0.x', browser: 'Chrome on Windows' },
    ],
  });
  expect((await t.request(stranger, 'GET', d.url(`/report/links/${id}/visits`))).status).toBe(404);
  expect((await t.request(cast.requester, 'GET', d.url('/report/links/999999/visits'))).status).toBe(404);

  // its maker hears of the first opening, the timeline tells it, the trail has each
  await t.settle();
  const mails = await t.world.db
    .selectFrom('mails')
    .select(['to_user_id', 'subject'])
    .where('template', '=', 'public_report_link')
    .where('dedupe_key', 'like', `%:${id}:%`)
    .execute();
  expect(mails).toEqual([
    { to_user_id: cast.requester.user_id, subject: `CR-${d.id}: the report was opened by your link` },
  ]);
  const trail = await t.world.db
    .selectFrom('audit_rows')
    .select(['action', 'actor_kind', 'ip', 'timeline'])
    .where('subject', '=', `public_report_link:${id}`)
    .orderBy('id')
    .execute();
  expect(trail.map(({ action, actor_kind, timeline }) => [action, actor_kind, timeline])).toEqual([
    ['public_report.link_made', 'claim_consultant', true],
    ['public_report.opened', 'outside', true],
    ['public_report.downloaded', 'outside', false],
    ['public_report.opened', 'outside', false],
  ]);
  const told = async (who: Person) =>
    (await t.request<ReviewDetail>(who, 'GET', d.url())).body.timeline.data.filter(({ action }) =>
      action.startsWith('public_report.'),
    );
  expect((await told(cast.requester)).find(({ action }) => action === 'public_report.opened')).toMatchObject({
    actor: 'Somebody with the link',
    says: 'opened the report by a shared link',
  });
  expect(await told(cast.expert)).toEqual([]);
});

it('nothing is read without the cookie of an opening, with that of another link, or once it is over', async () => {
  const one = await made();
  const other = await made();
  const cookie = cookieIn(await open(one.token));
  const key = cookie.split('=')[1] ?? '';
  expect((await pdf(one.id)).status).toBe(404);
  expect((await pdf(other.id, cookie)).status).toBe(404);
  expect((await pdf(other.id, `peritus_report_${other.id}=${key}`)).status).toBe(404);
  // a session of ours opens nothing either
  expect((await t.request(cast.requester, 'GET', `/api/v1/public_reports/${one.id}/pdf`)).status).toBe(404);
  t.clock.advance({ minutes: 59 });
  expect((await pdf(one.id, cookie)).status).toBe(200);
  t.clock.advance({ minutes: 1 });
  expect((await pdf(one.id, cookie)).status).toBe(404);
  expect((await open(one.token, { begin: false }, cookie)).body.state).toBe('over');
});

it('a link ends with its last day where the organization is, when it is ended, and says no more than that', async () => {
  const expiring = await made({ expires_on: dayIn(1) });
  const ending = await made();
  const cookie = cookieIn(await open(ending.token));
  const end = (id: number, who: Person = cast.requester) =>
    t.request<LinksView>(who, 'POST', d.url('/report/links/end'), { link_id: id });
  expect((await end(ending.id, stranger)).status).toBe(404);
  expect((await end(ending.id, cast.expert)).status).toBe(403);
  expect((await end(999_999)).status).toBe(404);
  expect((await end(ending.id)).status).toBe(200);
  expect((await end(ending.id)).status).toBe(409);
  expect((await pdf(ending.id, cookie)).status).toBe(410);
  const { expires_at = '' } = (await ofLink(expiring.id)) ?? {};
  t.clock.set(new Date(Date.parse(expires_at) - 1));
  const late = await open(expiring.token);
  expect(late.body.report?.ends_at).toBe(expires_at);
  t.clock.advance({ ms: 1 });
  expect((await pdf(expiring.id, cookieIn(late))).status).toBe(404);

  const [ended, expired] = [await open(ending.token, {}, cookie), await open(expiring.token)];
  expect(ended.status).toBe(410);
  expect({ ...expired.problem, request_id: '' }).toEqual({ ...ended.problem, request_id: '' });
  const states = (await list()).links.filter(({ id }) => [ending.id, expiring.id].includes(id));
  expect(states.map(({ state }) => state)).toEqual(['revoked', 'expired']);
});

it('guesses find nothing, say nothing, and are counted by their source', async () => {
  const { token } = await made();
  const from = (n: number, guess: string) =>
    t.app.http.inject({
      method: 'POST',
      url: '/api/v1/public_reports/open',
      remoteAddress: `203.0.113.${n}`,
      payload: { token: guess },
    });
  const statuses: number[] = [];
  for (let n = 0; n < 62; n += 1) statuses.push((await from(7, String(n).padStart(43, 'x'))).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429, 429]);
  expect((await from(7, token)).statusCode).toBe(429);
  expect((await from(8, token)).statusCode).toBe(200);
});

describe('a passcode', () => {
  it('made for its maker is typed as it is read, and stands nowhere', async () => {
    const { token, passcode, id } = await made({ passcode: 'made' });
    expect(passcode).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    const before = await open(token);
    expect(before.body).toEqual({ state: 'passcode', organization: expect.any(String), report: null });
    expect(before.headers['set-cookie']).toBeUndefined();
    expect((await open(token, { passcode: 'WRONG 222' })).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'passcode' }],
    });
    const typed = `${passcode?.slice(0, 4)} ${passcode?.slice(4).toLowerCase()}`;
    const opened = await open(token, { passcode: typed });
    expect(opened.body.state).toBe('open');
    expect((await pdf(id, cookieIn(opened))).status).toBe(200);
    const own = await made({ passcode: 'own', own_passcode: 'Harbor lantern 42' });
    secrets.add('HARBORLANTERN42');
    expect((await open(own.token, { passcode: 'harbor-lantern-42' })).body.state).toBe('open');
  });

  it('is tried five times however many at once, then an hour later; its link ends at the fifth lock', async () => {
    const { token, passcode, id } = await made({ passcode: 'made' });
    // of many sources, so that theirs is not what holds them
    const guess = (n: number, typed: string) =>
      t.app.http.inject({
        method: 'POST',
        url: '/api/v1/public_reports/open',
        remoteAddress: `198.51.100.${n}`,
        payload: { token, passcode: typed },
      });
    const reader = cookieIn(await open(token, { passcode }));
    for (let lock = 1; lock <= 5; lock += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(n, `WRONG2${n + 10}`)));
      const counts = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
      expect(counts(422)).toBe(5);
      expect(counts(429) + counts(410)).toBe(15);
      if (lock === 5) break;
      const locked = await open(token, { passcode });
      expect([locked.status, locked.headers['retry-after']]).toEqual([429, '3600']);
      expect(await ofLink(id)).toMatchObject({ state: 'locked' });
      // who has it open reads on
      if (lock === 1) expect((await pdf(id, reader)).status).toBe(200);
      t.clock.advance({ hours: 1 });
    }
    expect(await ofLink(id)).toMatchObject({ state: 'guessed', views: 1 });
    expect((await open(token, { passcode })).status).toBe(410);
    await t.settle();
    const mails = await t.world.db
      .selectFrom('mails')
      .select('subject')
      .where('dedupe_key', '=', `public_report_link:${id}:guessed`)
      .execute();
    expect(mails).toEqual([{ subject: `CR-${d.id}: your link to the report was ended` }]);
  });

  it('a right one of several at once opens, and takes no try from the link', async () => {
    const { token, passcode } = await made({ passcode: 'made' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => open(token, { passcode })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const row = await t.world.db
      .selectFrom('public_report_links')
      .select(['wrong_tries', 'locks', 'locked_until', 'views'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ wrong_tries: 0, locks: 0, locked_until: null, views: 4 });
  });

  it('wrong ones of one source are counted over all links', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const { token } = await made({ passcode: 'made' });
      for (let tried = 0; tried < 5; tried += 1)
        statuses.push(
          (
            await t.app.http.inject({
              method: 'POST',
              url: '/api/v1/public_reports/open',
              remoteAddress: '192.0.2.9',
              payload: { token, passcode: 'WRONG222' },
            })
          ).statusCode,
        );
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), ...Array.from({ length: 5 }, () => 429)]);
  });
});

it('a peer review is shared only where an admin allowed it for that review, and no longer than that', async () => {
  const peers = await peerCast(t.world, PASSWORD_HASH);
  const p = await new PeerDriver(inApp(t, peers)).to('delivered');
  const other = await new PeerDriver(inApp(t, peers)).to('submitted');
  const orgAdmin = await t.world.person({ role: 'org_admin', organization_id: peers.organization_id });
  await prove();
  const permit = (act: 'allow' | 'disallow', who: Person, of: ReviewDriver = p) =>
    t.request<LinksView>(
      who,
      'POST',
      of.url(`/report/links/${act}`),
      act === 'allow' ? { reason: 'Counsel agreed.' } : {},
    );
  const refused = await make({}, peers.requester, p);
  expect(refused.problem).toMatchObject({ status: 409, detail: expect.stringContaining('is protected') });
  expect(await list(peers.requester, p)).toMatchObject({
    permit: { allowed: null },
    can: { make: false, allow: false, make_refused: expect.stringContaining('can allow it') },
  });
  for (const [who, status] of [
    [peers.requester, 403],
    [peers.clinOps, 403],
    [peers.expert, 403],
    [stranger, 403],
    [await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() }), 404],
  ] as const)
    expect((await permit('allow', who)).status).toBe(status);
  await prove(10);
  expect((await permit('allow', orgAdmin)).problem.code).toBe('reauthentication_required');
  await prove();
  expect((await permit('disallow', orgAdmin)).status).toBe(409);
  const allowed = await permit('allow', orgAdmin);
  expect(allowed.body.permit?.allowed).toMatchObject({ reason: 'Counsel agreed.' });
  expect((await permit('allow', peers.admin)).status).toBe(409);
  // a case needs none
  expect((await permit('allow', cast.admin, d)).status).toBe(409);
  // for that review alone
  expect((await list(peers.requester, other)).permit).toEqual({ allowed: null });

  const { token } = await made({}, peers.requester, p);
  const cookie = cookieIn(await open(token));
  expect((await open(token, {}, cookie)).body.report?.confidentiality).toContain('peer review');
  expect((await permit('disallow', peers.admin)).status).toBe(200);
  expect((await open(token, {}, cookie)).status).toBe(410);
  expect((await list(peers.requester, p)).links[0]).toMatchObject({ state: 'disallowed' });
  expect((await make({}, peers.requester, p)).status).toBe(409);
  // allowed again it takes another link
  expect((await permit('allow', orgAdmin)).status).toBe(200);
  expect((await open(token)).status).toBe(410);
  const trail = await t.world.db
    .selectFrom('audit_rows')
    .select('action')
    .where('review_id', '=', p.id)
    .where('action', 'in', ['public_report.allowed', 'public_report.disallowed'])
    .orderBy('id')
    .execute();
  expect(trail.map(({ action }) => action.slice(14))).toEqual(['allowed', 'disallowed', 'allowed']);
});

it('its page is kept by no search engine and no cache, and names nobody', async () => {
  const { token } = await made();
  const page = await t.request(null, 'GET', `/public-report/${token}`);
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  });
  expect(page.raw.payload).not.toMatch(/Marigold|Featherstone/);
  expect(page.raw.payload).not.toContain(token);
});

it('a newer version needs another link; a purge leaves none that opens, and nothing of whom they were for', async () => {
  const { token } = await made();
  await d.must(cast.requester, 'POST', d.url('/report/clarify'), { reason: 'Which page?' });
  await d.reportWritten();
  await d.signed();
  await d.delivered();
  const opened = await open(token);
  expect(opened.body.report).toMatchObject({ version: 1, superseded: true });
  expect((await make()).problem.detail).toContain('Version 2 was delivered meanwhile');
  const second = await made({ version: 2 });
  expect((await open(second.token)).body.report).toMatchObject({ version: 2, superseded: false });
  const cookie = cookieIn(opened);

  await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
  await d.purge();
  await t.settle();
  for (const one of [token, second.token]) expect((await open(one, {}, cookie)).status).toBe(410);
  expect((await pdf(opened.body.report?.link_id ?? 0, cookie)).status).toBe(404);
  const left = await Promise.all([
    t.world.db.selectFrom('public_report_links').selectAll().where('review_id', '=', d.id).execute(),
    t.world.db.selectFrom('public_report_visits').selectAll().where('review_id', '=', d.id).execute(),
  ]);
  expect(left.flat().length).toBeGreaterThan(10);
  expect(JSON.stringify(left)).not.toMatch(/counsel|127\.0\.0|Chrome/i);
});

it('no token, passcode or cookie is in the log, the trail, a mail, an event, or in clear in the database', async () => {
  await t.settle();
  expect(secrets.size).toBeGreaterThan(20);
  const tables = [
    'audit_rows',
    'audit_details',
    'mails',
    'outbox',
    'notifications',
    'idempotency_keys',
    'throttles',
    'public_report_links',
    'public_report_visits',
  ] as const;
  const kept = await Promise.all(tables.map((table) => t.world.db.selectFrom(table).selectAll().execute()));
  const texts = [lines.join('\n'), ...kept.map((rows) => JSON.stringify(rows))];
  expect(lines.length).toBeGreaterThan(100);
  for (const secret of secrets)
    if (secret !== '')
      for (const [at, text] of texts.entries()) expect(text.includes(secret), `${at}: ${secret}`).toBe(false);
});
