import { createServer, type Server, type ServerResponse } from 'node:http';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Availability, Calendar, Calendars } from '../../src/features/calendars/contract.ts';
import type { ScheduleView } from '../../src/features/scheduling/contract.ts';
import { MOST_BYTES, MOST_CALENDARS } from '../../src/features/calendars/rules.ts';
import type { InterviewsView, InterviewView } from '../../src/features/interviews/contract.ts';
import type { SessionsView } from '../../src/features/testimony/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { setFlags } from '../harness/flags.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp } from '../harness/review-driver.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { freePort } from '../harness/server-process.ts';
import type { Person } from '../harness/world.ts';

/* Calendars: when people are busy by their own, from a server that misbehaves; what that does to times; and the feed of what they have here. */

type Answer = (response: ServerResponse, base: string) => void;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let t: TestApp;
let remote: Server;
let base: string;
let answers: Answer[] = [];
let usual: Answer;
let asked: { path: string; headers: Record<string, string | string[] | undefined> }[] = [];
let cast: Cast;
beforeAll(async () => {
  t = await testApp({ env: { CALENDAR_ALLOW_LOOPBACK: 'on' } });
  remote = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    (answers.shift() ?? usual)(response, base);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => remote.listen(port, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await t.close();
  await new Promise((resolve) => remote.close(resolve));
});
beforeEach(async () => {
  for (const table of ['calendars', 'calendar_feeds', 'throttles'] as const)
    await t.world.db.deleteFrom(table).execute();
  cast = await castFor(t.world, PASSWORD_HASH);
  answers = [];
  asked = [];
  usual = calendar();
});

const stamp = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const ics = (...busy: [from: Date, minutes: number][]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...busy.flatMap(([from, minutes], n) => [
      'BEGIN:VEVENT',
      `UID:${n}@example.com`,
      'SUMMARY:Dinner with Featherstone',
      'LOCATION:Marigold',
      `DTSTART:${stamp(from)}`,
      `DTEND:${stamp(new Date(from.getTime() + minutes * MINUTE))}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');
const calendar =
  (text = ics([later(3 * DAY), 60]), headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/calendar', ...headers }).end(text);
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end();
function later(ms: number): Date {
  return new Date(t.clock.now().getTime() + ms);
}

const add = (who: Person = cast.expert, address = `${base}/private/4f1c/basic.ics`) =>
  t.request<Calendar>(who, 'POST', '/api/v1/calendars', { address });
const read = async (who: Person = cast.expert) => (await t.request<Calendars>(who, 'GET', '/api/v1/calendars')).body;
const only = async (who: Person = cast.expert) => (await read(who)).data[0] as Calendar;
const fault = async (who: Person = cast.expert, address?: string) => {
  const { status: code, problem } = await add(who, address);
  return [code, problem.errors?.[0]?.message];
};
const kept = () =>
  t.world.db.selectFrom('calendar_busy').select(['starts_at', 'ends_at']).orderBy('starts_at').execute();
const told = () =>
  t.world.db.selectFrom('mails').select(['to_email', 'template']).where('template', '=', 'calendar_failing').execute();
/** Half an hour later everything that is due has been read. */
async function pass(ms: number): Promise<void> {
  t.clock.advance({ ms });
  await t.settle();
}

/** Asks the expert of the cast for an interview; answers its number, and how each side acts on it. */
async function interview(d: LegalDriver) {
  const { id: candidate_id } = await t.world.db
    .selectFrom('candidates')
    .select('id')
    .where('review_id', '=', d.id)
    .where('expert_profile_id', '=', cast.expert.profile_id)
    .executeTakeFirstOrThrow();
  const ask = { candidate_id, minutes: 30 };
  const { interviews } = await d.must<InterviewsView>(cast.requester, 'POST', d.url('/interviews/ask'), ask);
  const path = `/api/v1/interviews/${interviews[0]?.id}`;
  const act = async (who: Person, name: string, body: Record<string, unknown>) => {
    const { lock_version } = (await t.request<InterviewView>(who, 'GET', path)).body;
    return t.request(who, 'POST', `${path}/${name}`, { lock_version, ...body });
  };
  const offer = (at: Date) =>
    act(cast.expert, 'offer', { answers: CLEAN_ATTESTATION.answers, starts_at: [at.toISOString()] });
  const choose = (at: Date) => act(cast.requester, 'choose', { starts_at: at.toISOString(), zone: 'America/Chicago' });
  return { offer, choose };
}

describe('a calendar', () => {
  it('is read at once; of it only when its person is busy is kept, and of its address what tells it apart', async () => {
    usual = calendar(ics([later(3 * DAY), 60], [later(3 * DAY + 30 * MINUTE), 60], [later(80 * DAY), 60]));
    const { status: code, body } = await add();
    expect([code, body.host, body.ending, body.found, body.failing]).toEqual([
      201,
      base.slice(7),
      '.ics',
      { busy: 1, days: 60 },
      null,
    ]);
    expect(await kept()).toEqual([
      { starts_at: later(3 * DAY), ends_at: later(3 * DAY + 90 * MINUTE) },
      { starts_at: later(80 * DAY), ends_at: later(80 * DAY + 60 * MINUTE) },
    ]);
    const rows = await t.world.db.selectFrom('calendars').selectAll().execute();
    const all =
      JSON.stringify([rows, await kept(), await read()]) + rows.map((row) => row.address?.toString()).join('');
    expect(all).not.toMatch(/Featherstone|Marigold|4f1c/);
    const trail = await t.world.db
      .selectFrom('audit_rows')
      .select('data')
      .where('action', '=', 'calendar.added')
      .execute();
    expect(JSON.stringify(trail)).not.toContain('4f1c');
  });

  it('is its person’s: nobody else sees it, reads it again or removes it', async () => {
    const { body } = await add();
    const other = cast.others[0] as Person;
    expect((await read(other)).data).toEqual([]);
    for (const who of [other, cast.requester, cast.admin]) {
      expect((await t.request(who, 'POST', `/api/v1/calendars/${body.id}/refresh`)).status).toBe(404);
      expect((await t.request(who, 'DELETE', `/api/v1/calendars/${body.id}`)).status).toBe(404);
    }
    expect((await read()).data).toHaveLength(1);
  });

  it('is removed with every busy time found in it', async () => {
    const { body } = await add();
    expect(await kept()).toHaveLength(1);
    expect((await t.request(cast.expert, 'DELETE', `/api/v1/calendars/${body.id}`)).status).toBe(204);
    expect([await kept(), (await read()).data]).toEqual([[], []]);
    expect((await t.request(cast.expert, 'DELETE', `/api/v1/calendars/${body.id}`)).status).toBe(404);
  });

  it('is added once, and no more of them than are read well', async () => {
    await add();
    expect(await fault()).toEqual([422, 'You added this calendar already.']);
    for (let n = 1; n < MOST_CALENDARS; n += 1) expect((await add(cast.expert, `${base}/${n}.ics`)).status).toBe(201);
    expect((await add(cast.expert, `${base}/one-more.ics`)).status).toBe(409);
    // somebody else's same one is theirs
    expect((await add(cast.requester)).status).toBe(201);
  });
});

describe('a server that misbehaves', () => {
  it('leads to a sentence at the address, and nothing is kept', async () => {
    const cases: [Answer, RegExp][] = [
      [status(401), /does not let us read it/],
      [status(404), /no calendar at this address/],
      [status(429), /left alone/],
      [status(503), /problem of its own/],
      [status(204), /no calendar/],
      [(response) => response.socket?.destroy(), /could not be reached/],
      [
        (response) =>
          response.writeHead(200, { 'content-length': '5000' }).write('BEGIN:VCAL', () => response.destroy()),
        /could not be reached/,
      ],
      [(response) => response.socket?.end('220 mail.example.com ready\r\n'), /could not be reached/],
      [calendar('<!doctype html><title>Sign in</title>'), /no calendar, or was cut off/],
      [calendar(ics([later(DAY), 60]).slice(0, -8)), /no calendar, or was cut off/],
      [calendar('x'.repeat(MOST_BYTES + 1)), /larger than 8 MB/],
      [
        calendar(ics([later(DAY), 1]).replace('END:VEVENT', 'RRULE:FREQ=SECONDLY\r\nEND:VEVENT')),
        /more often, than can be read/,
      ],
      [status(302, { location: 'http://10.0.0.1/a.ics' }), /private network/],
      [status(302, { location: 'https://169.254.169.254/latest/meta-data' }), /private network/],
      [status(302, { location: 'file:///etc/passwd' }), /private network/],
    ];
    for (const [answer, words] of cases) {
      await t.world.db.deleteFrom('throttles').execute();
      answers = [answer];
      const [code, message] = await fault();
      expect([code, message]).toEqual([422, expect.stringMatching(words)]);
    }
    // each answer leads to the next
    usual = (response, at) => response.writeHead(301, { location: `${at}/on.ics` }).end();
    expect(await fault()).toEqual([422, expect.stringMatching(/from one to another/)]);
    expect([await kept(), (await read()).data]).toEqual([[], []]);
  });

  it('is not asked where the address is none, or leads into a private network', async () => {
    for (const address of [
      'calendar',
      'ftp://example.com/a.ics',
      'http://example.com/a.ics',
      'https://me:word@example.com/a',
    ])
      expect((await fault(cast.expert, address))[0]).toBe(422);
    for (const address of ['https://10.1.2.3/a.ics', 'https://[fd00::1]/a.ics', 'webcal://192.168.1.1/a.ics'])
      expect(await fault(cast.expert, address)).toEqual([422, expect.stringMatching(/private network/)]);
    expect(asked).toEqual([]);
  });

  it('may lead on to where the calendar is', async () => {
    answers = [(response, at) => response.writeHead(302, { location: `${at}/moved.ics` }).end()];
    expect((await add()).status).toBe(201);
    expect(asked.map(({ path }) => path)).toEqual(['/private/4f1c/basic.ics', '/moved.ics']);
  });

  it('is asked again every half hour whether anything changed, less often while it fails, and its person is told once, a day later', async () => {
    usual = calendar(ics([later(3 * DAY), 60]), { etag: '"one"', 'last-modified': 'Sat, 28 Nov 2026 12:00:00 GMT' });
    await add();
    answers = [status(304)];
    await pass(31 * MINUTE);
    expect(asked[1]?.headers).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': 'Sat, 28 Nov 2026 12:00:00 GMT',
    });
    expect(await kept()).toHaveLength(1);
    usual = calendar(ics([later(4 * DAY), 30], [later(5 * DAY), 30]));
    await pass(31 * MINUTE);
    expect(await kept()).toHaveLength(2);

    asked = [];
    usual = status(500);
    await pass(31 * MINUTE);
    expect((await only()).failing?.why).toMatch(/problem of its own/);
    // it failed once: not again before half an hour, then not before an hour
    await pass(10 * MINUTE);
    expect(asked).toHaveLength(1);
    await pass(25 * MINUTE);
    await pass(31 * MINUTE);
    expect(asked).toHaveLength(2);
    expect(await told()).toEqual([]);
    for (let hours = 0; hours < 30; hours += 6) await pass(6 * HOUR + MINUTE);
    expect(await told()).toEqual([{ to_email: cast.expert.email, template: 'calendar_failing' }]);
    await pass(7 * HOUR);
    expect(await told()).toHaveLength(1);
    // what was found before still counts
    expect(await kept()).toHaveLength(2);
    expect((await only()).failing).not.toBeNull();

    usual = calendar(ics([later(4 * DAY), 30]));
    const again = await t.request<Calendar>(cast.expert, 'POST', `/api/v1/calendars/${(await only()).id}/refresh`);
    expect([again.status, again.body.failing, again.body.found.busy]).toEqual([200, null, 1]);
  });

  it('is left alone for as long as it asks, up to a day', async () => {
    await add();
    answers = [status(429, { 'retry-after': String(5 * 3600) })];
    await pass(31 * MINUTE);
    expect(asked).toHaveLength(2);
    await pass(4 * HOUR);
    expect(asked).toHaveLength(2);
    await pass(HOUR);
    expect(asked).toHaveLength(3);
    expect((await only()).failing).toBeNull();
  });
});

describe('busy times', () => {
  const schedule = async (d: CaseDriver, who: Person) =>
    (await t.request<ScheduleView>(who, 'GET', d.url('/schedule'))).body;

  it('cannot be offered; what an expert offered stays, and only they are told that their calendar says busy', async () => {
    const d = new CaseDriver(inApp(t, cast));
    await d.to('accepted');
    const hour = new Date(later(4 * DAY).setUTCMinutes(0, 0, 0));
    usual = calendar(ics([hour, 60]));
    await add();
    const offer = (...starts: Date[]) =>
      t.request<ScheduleView>(cast.expert, 'POST', d.url('/time_offers'), {
        starts_at: starts.map((at) => at.toISOString()),
        zone: 'America/Chicago',
        outside_working_hours: true,
      });
    const clear = [2, 4, 6].map((hours) => new Date(hour.getTime() + hours * HOUR));
    const refused = await offer(hour, ...clear);
    expect([refused.status, refused.problem.errors?.map(({ path }) => path)]).toEqual([422, ['starts_at.0']]);
    expect((await offer(...clear)).status).toBe(200);
    expect((await schedule(d, cast.expert)).calendar?.busy).toContainEqual({
      start: hour.toISOString(),
      end: new Date(hour.getTime() + HOUR).toISOString(),
    });

    // the expert holds the first of them in their own calendar, as people do
    usual = calendar(ics([hour, 60], [clear[0] as Date, 60]));
    await pass(31 * MINUTE);
    const theirs = await schedule(d, cast.requester);
    expect(theirs.offers.map((one) => [one.status, one.calendar_busy])).toEqual([
      ['open', false],
      ['open', false],
      ['open', false],
    ]);
    expect(theirs.calendar).toBeNull();
    expect((await schedule(d, cast.expert)).offers.map((one) => one.calendar_busy)).toEqual([true, false, false]);
    // offering it once more with another is no fault
    expect((await offer(clear[0] as Date, new Date(hour.getTime() + 8 * HOUR))).status).toBe(200);
    const chosen = await t.request<ScheduleView>(cast.requester, 'POST', d.url('/call'), {
      offer_id: theirs.offers[0]?.id,
      zone: 'America/Chicago',
    });
    expect([chosen.status, chosen.body.call?.starts_at]).toEqual([200, clear[0]?.toISOString()]);
  });

  it('cannot be offered for an exam or an interview either', async () => {
    const exam = await new ImeDriver(inApp(t, cast)).to('accepted');
    const hour = new Date(later(4 * DAY).setUTCMinutes(0, 0, 0));
    const [start = '', clear] = exam.starts(30);
    usual = calendar(ics([hour, 60], [new Date(start), 60]));
    await add();
    const offer = (starts_at?: string) =>
      t.request(cast.expert, 'POST', exam.url('/exam/offers'), { offers: [{ site_id: exam.site, starts_at }] });
    const refused = await offer(start);
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      [{ path: 'offers.0.starts_at', message: expect.stringMatching(/something else at that time/) }],
    ]);
    expect((await offer(clear)).status).toBe(200);

    const asked = await interview(await new LegalDriver(inApp(t, cast)).to('presented'));
    const none = await asked.offer(hour);
    expect([none.status, none.problem.errors?.map(({ path }) => path)]).toEqual([422, ['starts_at.0']]);
    expect((await asked.offer(new Date(hour.getTime() + 2 * HOUR))).status).toBe(200);
  });

  it('take back what was offered as any free hour: gone for the requester, and 409 at once', async () => {
    const d = new CaseDriver(inApp(t, cast));
    await d.to('accepted');
    await d.must(cast.expert, 'POST', d.url('/time_offers'), { any_free_hour: true, zone: 'America/Chicago' });
    const [first] = (await schedule(d, cast.requester)).offers;
    usual = calendar(ics([new Date(first?.starts_at ?? ''), 15]));
    await add();
    const choose = () =>
      t.request(cast.requester, 'POST', d.url('/call'), { offer_id: first?.id, zone: 'America/Chicago' });
    const refused = await choose();
    expect([refused.status, refused.problem.code]).toEqual([409, 'slot_taken']);
    expect((await schedule(d, cast.requester)).offers[0]).toMatchObject({ status: 'taken', calendar_busy: false });
    await t.request(cast.expert, 'DELETE', `/api/v1/calendars/${(await only()).id}`);
    expect((await choose()).status).toBe(200);
  });
});

describe('the feed', () => {
  const make = (who: Person) => t.request<{ address: string }>(who, 'POST', '/api/v1/calendars/feed');
  const path = (address: string) => new URL(address).pathname;
  const titles = (text: string) =>
    new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .map((event) => event.getFirstPropertyValue('summary'));

  it('says what each has here by number, names nobody, follows rights, and ends when it is ended', async () => {
    const d = new CaseDriver(inApp(t, cast));
    await d.to('timeChosen', { claimant_last_name: 'Featherstone' });
    const number = (await schedule(d)).number;
    const [ofExpert, ofRequester, ofOther] = await Promise.all(
      [cast.expert, cast.requester, cast.others[0] as Person].map(async (who) => path((await make(who)).body.address)),
    );
    for (const address of [ofExpert, ofRequester]) {
      const answer = await t.request(null, 'GET', address ?? '');
      expect(answer.headers['content-type']).toContain('text/calendar');
      expect(answer.headers['x-robots-tag']).toContain('noindex');
      expect(titles(answer.raw.body)).toEqual([`Expert call ${number}`]);
      const names = await t.world.db.selectFrom('users').select('last_name').execute();
      for (const { last_name } of [...names, { last_name: 'Featherstone' }])
        if (last_name !== '') expect(answer.raw.body).not.toContain(last_name);
    }
    expect(titles((await t.request(null, 'GET', ofOther ?? '')).raw.body)).toEqual([]);

    // a new address ends the one before
    const next = path((await make(cast.expert)).body.address);
    expect((await t.request(null, 'GET', ofExpert ?? '')).status).toBe(404);
    expect((await t.request(null, 'GET', next)).status).toBe(200);
    expect((await read()).feed?.read_at).not.toBeNull();
    expect((await t.request(cast.expert, 'DELETE', '/api/v1/calendars/feed')).status).toBe(204);
    expect((await t.request(null, 'GET', next)).status).toBe(404);
    // who may not sign in any longer has none
    await t.world.db
      .updateTable('users')
      .set({ suspended_at: t.clock.now() })
      .where('id', '=', cast.requester.user_id)
      .execute();
    expect((await t.request(null, 'GET', ofRequester ?? '')).status).toBe(404);
    expect((await t.request(null, 'GET', '/api/v1/calendar-feed/nothing')).status).toBe(404);
    const stored = JSON.stringify(
      await t.world.db.selectFrom('audit_rows').select(['action', 'data', 'subject']).execute(),
    );
    expect(stored).not.toContain(next.split('/').at(-1));
  });

  const schedule = async (d: CaseDriver) =>
    (await t.request<ScheduleView>(cast.requester, 'GET', d.url('/schedule'))).body;
});

describe('the calendar of a review', () => {
  const seen = (d: CaseDriver | PeerDriver, who: Person, days = 21, from = t.clock.now()) =>
    t.request<Availability>(
      who,
      'GET',
      d.url(`/availability?from=${from.toISOString()}&until=${new Date(from.getTime() + days * DAY).toISOString()}`),
    );
  const sorts = ({ events }: Availability) => events.map(({ sort, here }) => `${sort}${here ? '' : ' elsewhere'}`);

  it('shows each what is theirs to see: the expert all of their time, who orders what is on offer beside their own', async () => {
    const one = await new CaseDriver(inApp(t, cast)).to('offered');
    const others = async () => ({
      expert: await t.world.expert(),
      others: [await t.world.expert(), await t.world.expert()],
    });
    const other = await new CaseDriver(inApp(t, { ...cast, ...(await others()) })).to('timeChosen');
    // who ordered something else of the same expert
    const colleague = await t.world.consultant(cast.organization_id);
    const theirs = new CaseDriver(inApp(t, { ...cast, ...(await others()), requester: colleague }));
    await theirs.to('offered');
    for (const table of ['appointments', 'time_offers'] as const)
      await t.world.db
        .updateTable(table)
        .set({ expert_profile_id: cast.expert.profile_id })
        .where('review_id', 'in', [other.id, theirs.id])
        .execute();
    usual = calendar(ics([later(6 * DAY), 60]));
    await add(cast.expert);
    usual = calendar(ics([later(7 * DAY), 60], [later(8 * DAY), 60]));
    await add(cast.requester);

    const expert = (await seen(one, cast.expert)).body;
    // the time set elsewhere is no longer one of the five on offer here
    expect(new Set(sorts(expert))).toEqual(new Set(['offer', 'offer elsewhere', 'call elsewhere', 'busy elsewhere']));
    expect(expert.events.filter(({ sort }) => sort === 'busy')).toHaveLength(1);
    expect([expert.reader, expert.zones.map(({ whose }) => whose), expert.working.length > 0]).toEqual([
      'expert',
      ['requester'],
      true,
    ]);
    expect(sorts(expert).filter((sort) => sort === 'offer')).toHaveLength(4);

    const requester = (await seen(one, cast.requester)).body;
    // the call is of their own other order; both busy times are their own
    expect(sorts(requester).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'busy elsewhere',
      'busy elsewhere',
      'call elsewhere',
      'offer',
      'offer',
      'offer',
      'offer',
    ]);
    expect(requester.zones.map(({ whose }) => whose)).toEqual(['expert']);
    // the first time on offer here is said whatever days are asked for
    const first = requester.events.find(({ sort }) => sort === 'offer')?.start;
    expect([expert.first_offer, (await seen(one, cast.requester, 1)).body.first_offer]).toEqual([first, first]);
    expect((await seen(other, cast.requester)).body.first_offer).toBe(null);

    // they learn nothing of all that
    const stranger = (await seen(theirs, colleague)).body;
    expect(new Set(sorts(stranger))).toEqual(new Set(['offer']));
    expect(stranger.events.every(({ review }) => review?.id === theirs.id)).toBe(true);

    const staff = (await seen(one, cast.clinOps)).body;
    expect(new Set(sorts(staff))).toEqual(new Set(['offer', 'call elsewhere', 'busy elsewhere']));
    expect(staff.zones.map(({ whose }) => whose)).toEqual(['expert', 'requester']);

    const foreign = (await castFor(t.world)).requester;
    for (const who of [cast.others[0] as Person, colleague, foreign]) expect((await seen(one, who)).status).toBe(404);
    expect((await seen(one, cast.expert, 46)).status).toBe(422);
    expect((await seen(one, cast.expert, 0)).status).toBe(422);
  });

  it('shows exams, interviews and testimony to whom they are, and names no candidate', async () => {
    const sees = async (d: CaseDriver | ImeDriver | LegalDriver, who: Person, sort: string) =>
      (await seen(d, who, 45)).body.events
        .filter((one) => one.sort === sort)
        .map(({ start, here, tentative }) => [start, here, tentative]);
    const readers = [cast.expert, cast.requester, cast.clinOps];
    const exam = await new ImeDriver(inApp(t, cast)).to('offered');
    const offers = exam.starts(30);
    for (const who of readers)
      expect(await sees(exam, who, 'exam_offer')).toEqual(offers.map((at) => [at, true, false]));
    await exam.timeChosen();
    for (const who of readers) expect(await sees(exam, who, 'exam')).toEqual([[offers[0], true, false]]);

    await setFlags(t, cast.organization_id, { flags: { redacted_medical_expert_cvs: true } });
    const matter = await new LegalDriver(inApp(t, cast)).to('presented');
    const { offer, choose } = await interview(matter);
    const hour = new Date(later(5 * DAY).setUTCMinutes(0, 0, 0));
    expect([(await offer(hour)).status, (await choose(hour)).status]).toEqual([200, 200]);
    for (const who of [cast.requester, cast.clinOps])
      expect(await sees(matter, who, 'interview')).toEqual([[hour.toISOString(), true, false]]);
    const { body, raw } = await seen(matter, cast.requester, 45);
    const { last_name } = await t.world.db
      .selectFrom('users')
      .select('last_name')
      .where('id', '=', cast.expert.user_id)
      .executeTakeFirstOrThrow();
    expect([body.zones, raw.body.includes(last_name)]).toEqual([[], false]);
    // who is only asked reads no calendar of the matter; in one of their own it stands as theirs
    for (const who of [cast.expert, ...cast.others]) expect((await seen(matter, who)).status).toBe(404);
    expect(await sees(exam, cast.expert, 'interview')).toEqual([[hour.toISOString(), false, false]]);

    const engaged = await new LegalDriver(inApp(t, cast)).to('accepted');
    await engaged.agreementProposed(cast.requester, {
      retainer_cents: 0,
      replenish_below_cents: 0,
      holds_when_used_up: false,
      budget_cents: null,
    });
    await engaged.agreementSigned();
    const day = later(20 * DAY).toISOString();
    const { sessions } = await engaged.must<SessionsView>(cast.requester, 'POST', engaged.url('/testimony/ask'), {
      type: 'deposition',
      starts_at: day,
      minutes: 300,
      zone: 'America/Chicago',
      place: '12 Harbor Street, Suite 4',
      attendees: [{ name: 'Jonah Priddy', role: 'opposing_counsel' }],
    });
    for (const who of readers) expect(await sees(engaged, who, 'testimony')).toEqual([[day, true, true]]);
    await engaged.must(cast.expert, 'POST', engaged.url(`/testimony/${sessions[0]?.id}/confirm`), { starts_at: day });
    for (const who of readers) expect(await sees(engaged, who, 'testimony')).toEqual([[day, true, false]]);
    for (const who of [cast.others[0] as Person, (await castFor(t.world)).requester])
      expect((await seen(engaged, who)).status).toBe(404);
  });

  it('has the expert’s working hours for their side and staff, on their clock, and the requester’s own', async () => {
    const d = await new CaseDriver(inApp(t, cast)).to('accepted');
    for (const [who, weekday, startTime] of [
      [cast.expert, 'wednesday', '09:30'],
      [cast.requester, 'friday', '13:00'],
    ] as const)
      await t.world.db
        .updateTable('users')
        .set({
          working_hours_enabled: true,
          working_hours: json({ [weekday]: { active: true, startTime, endTime: '15:00' } }),
        })
        .where('id', '=', who.user_id)
        .execute();
    const on = (zone: string, instant: string) =>
      new Date(instant).toLocaleString('en-US', {
        timeZone: zone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
    // three whole weeks, whatever hour the tests before came to
    const from = new Date(later(DAY).setUTCHours(6, 0, 0, 0));
    const hours = async (who: Person, zone: string) =>
      (await seen(d, who, 21, from)).body.working.map(({ start, end }) => `${on(zone, start)} to ${on(zone, end)}`);
    const theirs = 'Wed 09:30 to Wed 15:00';
    expect(await hours(cast.expert, 'America/New_York')).toEqual([theirs, theirs, theirs]);
    expect(await hours(cast.clinOps, 'America/New_York')).toEqual([theirs, theirs, theirs]);
    const own = 'Fri 13:00 to Fri 15:00';
    expect(await hours(cast.requester, 'America/Chicago')).toEqual([own, own, own]);
  });

  it('never unveils who reviews a peer: neither a name nor a zone', async () => {
    cast = await peerCast(t.world, PASSWORD_HASH);
    const d = new PeerDriver(inApp(t, cast));
    await d.to('accepted');
    const { body, raw } = await seen(d, cast.requester);
    expect([body.reader, body.zones]).toEqual(['requester', []]);
    const { last_name } = await t.world.db
      .selectFrom('users')
      .select('last_name')
      .where('id', '=', cast.expert.user_id)
      .executeTakeFirstOrThrow();
    expect(raw.body).not.toContain(last_name);
    // the reviewer does not need to ask who ordered it
    expect((await seen(d, cast.expert)).body.zones).toHaveLength(1);
  });
});
