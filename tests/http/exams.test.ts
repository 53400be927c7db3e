import { createCanvas } from '@napi-rs/canvas';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExamView } from '../../src/features/exams/contract.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { DeliveriesView } from '../../src/features/reports/contract/deliveries.ts';
import type { Out } from '../../src/core/endpoint.ts';
import type { readUpNext, ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { setFlags } from '../harness/flags.ts';
import { examiners, ImeDriver, siteOf } from '../harness/ime-driver.ts';
import { asSent } from '../harness/mails.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, CLEAN_ATTESTATION, inApp, writeRecord } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* An exam from the order to the report, and every way in which its day can come to nothing. */
type UpNext = Out<typeof readUpNext>;
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const exam = () => new ImeDriver(inApp(t, cast));
const read = async (d: ImeDriver, who: Person = d.cast.requester): Promise<ExamView> => {
  const answer = await t.request<ExamView>(who, 'GET', d.url('/exam'));
  expect(answer.status).toBe(200);
  return answer.body;
};
const detail = async (d: ImeDriver, who: Person = d.cast.requester): Promise<ReviewDetail> =>
  (await t.request<ReviewDetail>(who, 'GET', d.url())).body;
/** What is up next for the examiner in this review. */
const next = async (d: ImeDriver): Promise<string[]> =>
  (await t.request<UpNext>(d.cast.expert, 'GET', '/api/v1/up_next')).body.tasks.flatMap(({ act, review }) =>
    review.id === d.id ? [act] : [],
  );
/** What is to be done next, as the examiner's list names it. */
const listedAct = async (d: ImeDriver): Promise<string | undefined> =>
  (
    await t.request<{ data: { id: number; act: string }[] }>(d.cast.expert, 'GET', '/api/v1/imes?tab=all')
  ).body.data.find(({ id }) => id === d.id)?.act;
const post = (d: ImeDriver, who: Person, path: string, body: unknown) => t.request(who, 'POST', d.url(path), body);
const mailsAbout = async (id: number) =>
  (await t.world.db.selectFrom('mails').select('template').where('review_id', '=', id).execute()).map(
    ({ template }) => template,
  );
/** To the hour of the exam that is set. */
async function toTheHour(d: ImeDriver): Promise<void> {
  const { appointment } = await read(d);
  t.clock.advance({ minutes: (Date.parse(appointment?.starts_at ?? '') - t.clock.now().getTime()) / 60_000 + 5 });
  await t.settle();
}
const attendance = (d: ImeDriver, body: Record<string, unknown>, who: Person = d.cast.expert) =>
  post(d, who, '/exam/attendance', body);

describe('from order to delivery', () => {
  it('is placed, announced, held, reported and delivered', async () => {
    const d = exam();
    await d.to('accepted');
    expect(await d.status()).toBe('scheduling');
    expect((await detail(d, cast.expert)).what_now).toMatchObject({
      voice: 'yours',
      headline: 'Offer exam appointments',
      action: { path: `/ime/${d.id}/choose-available-times` },
    });
    const before = await read(d, cast.expert);
    expect(before.rule.title).toBe('Rule of Massachusetts');
    expect(before.sites).toMatchObject([{ name: 'Harbor Street Clinic', state: 'MA' }]);
    expect((await read(d)).sites).toBeNull();

    expect(await next(d)).toEqual(['offer_appointments']);
    await d.offered();
    expect(await d.status()).toBe('appointment_offered');
    expect(await next(d)).toEqual([]);
    expect((await read(d)).offers).toHaveLength(3);
    await d.timeChosen();
    expect(await d.status()).toBe('appointment_confirmed');
    const set = await read(d, cast.clinOps);
    expect(set.offers).toEqual([]);
    expect(set.to_serve).toEqual({
      language: 'Spanish',
      days_left: set.appointment?.notice_days_left,
      recipients: [
        { recipient: 'examinee', name: 'Marta Solis', address: '48 Alder Lane, Quincy, MA 02169', letters: [] },
      ],
    });
    // the clock of the step is the last day for the notice
    expect((await detail(d)).what_now).toMatchObject({ voice: 'theirs', headline: 'Peritus serves the notice' });

    await d.served();
    expect(await d.status()).toBe('notices_sent');
    const served = await read(d);
    expect(served.appointment?.notices).toMatchObject([
      { recipient: 'examinee', method: 'certified_mail', tracking: '9407 1000' },
    ]);
    expect(served.to_serve).toBeNull();
    // where the examinee lives is not the examiner's
    expect((await read(d, cast.expert)).appointment).toMatchObject({ notices: [], served_on: d.proof()['served_on'] });
    expect((await detail(d)).due?.verb).toBe('appointment');

    // weeks ahead there is nothing to do for it yet
    expect(await next(d)).toEqual([]);
    await toTheHour(d);
    expect(await next(d)).toEqual(['record_exam']);
    await d.held();
    expect(await d.status()).toBe('exam_done');
    expect(await next(d)).toEqual(['start_report']);
    await d.to('delivered');
    expect(await d.status()).toBe('closeout_pending');
    expect(await mailsAbout(d.id)).toEqual(
      expect.arrayContaining(['exam_times_requested', 'exam_offered', 'exam_set', 'report_delivered']),
    );
    const listed = await t.request<{ data: { id: number }[] }>(cast.requester, 'GET', '/api/v1/imes?tab=all');
    expect(listed.body.data.map(({ id }) => id)).toContain(d.id);
  });

  it('its report carries what the law of the state has the examiner declare, where it does', async () => {
    const d = exam();
    await d.to('served', { jurisdiction_state: 'CA' });
    await toTheHour(d);
    await d.to('reportStarted');
    const report = await t.request<ReportView>(cast.expert, 'GET', d.url('/report'));
    expect(report.body.certification).toMatch(/^I declare under penalty of perjury/);
    await d.to('delivered');
    const pdf = await t.request(cast.requester, 'GET', d.url('/report/pdf'));
    expect(await pdfText(pdf.raw.rawPayload)).toContain('I declare under penalty of perjury');
  });

  it('a review of the records needs no exam', async () => {
    const d = exam();
    await d.to('accepted', { service: 'records_review', exam_state: null, missed_terms_accepted: null });
    expect(await d.status()).toBe('report_requested');
    await d.to('delivered');
    expect(await d.status()).toBe('closeout_pending');
  });
});

/** The cells of a comma-separated file, line by line. */
const csvCells = (text: string): string[][] =>
  text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );

describe('in the lists', () => {
  const row = async (d: ImeDriver, who: Person = d.cast.requester) => {
    const listed = await t.request<{ data: { id: number; own: Record<string, string[]> }[] }>(
      who,
      'GET',
      '/api/v1/imes?tab=all&sort=-number&limit=100',
    );
    return listed.body.data.find(({ id }) => id === d.id)?.own;
  };

  it('stand when and where it is held, how far its notice is, and what came of the day', async () => {
    const d = exam();
    await d.to('offered');
    expect(await row(d)).toEqual({});
    await d.timeChosen();
    expect(await row(d)).toEqual({
      'own:exam': [expect.stringMatching(/^[A-Z][a-z]{2} \d+, \d{4}, 1[01]:00 AM E[SD]T$/), 'Harbor Street Clinic'],
      'own:notice': ['To serve', expect.stringMatching(/^by [A-Z][a-z]{2} \d+, \d{4}$/)],
      'own:attendance': [],
    });
    await d.served();
    expect((await row(d))?.['own:notice']).toEqual(['Served', expect.stringMatching(/\d{4}$/)]);
    await toTheHour(d);
    expect((await attendance(d, { attendance: 'no_show' })).status).toBe(200);
    expect((await row(d))?.['own:attendance']).toEqual(['No-show']);
    await d.must(cast.requester, 'POST', d.url('/actions/schedule_again'), {});
    await t.settle();
    await d.offered();
    await d.timeChosen();
    expect((await row(d))?.['own:attendance']).toEqual([]);
    const file = await t.request(cast.requester, 'GET', '/api/v1/imes/export?tab=all');
    const [head, ...lines] = file.raw.body.split('\r\n');
    expect(head).toContain('Exam (where it is held),Place,Notice,Day of the notice,Attendance');
    expect(lines.find((line) => line.startsWith(`IM-${d.id}`))).toContain('Harbor Street Clinic,To serve,"by ');
  });

  it('are exported with whose exam it is, when and where it was held in its zone, its notice and what came of the day', async () => {
    const d = exam();
    await d.to('served');
    await toTheHour(d);
    await d.to('delivered');
    const exported = async (tab: string, who: Person = cast.requester) => {
      const file = await t.request(who, 'GET', `/api/v1/imes/export?tab=${tab}&sort=-number`);
      expect(file.status).toBe(200);
      const [head = [], ...rows] = csvCells(file.raw.body);
      const row = rows.find(([number]) => number === `IM-${d.id}`) ?? [];
      return Object.fromEntries(head.map((name, at) => [name, row[at]]));
    };
    const cells = {
      Matter: expect.stringContaining('Solis'),
      'Claim number': 'WC-2026-1180',
      'Exam (where it is held)': expect.stringMatching(/^[A-Z][a-z]{2} \d+, \d{4}, 1[01]:00 AM E[SD]T$/),
      Place: 'Harbor Street Clinic',
      Notice: 'Served',
      'Day of the notice': expect.stringMatching(/^[A-Z][a-z]{2} \d+, \d{4}$/),
      Attendance: 'Examined',
    };
    expect(await exported('all')).toMatchObject(cells);
    expect(await exported('completed')).not.toHaveProperty('Attendance', 'Examined');
    await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
    await t.settle();
    expect(await exported('completed')).toMatchObject({ ...cells, Status: 'Closed' });
    const foreign = await castFor(t.world);
    expect((await exported('completed', foreign.requester)).Number).toBeUndefined();
  });

  it('whoever is only invited sees none of it, and lists of every kind have no such columns', async () => {
    const d = exam();
    await d.to('selected');
    expect(await row(d, cast.expert)).toEqual({});
    const all = await t.request(cast.expert, 'GET', '/api/v1/reviews/export');
    expect(all.raw.body.split('\r\n')[0]).not.toContain('Attendance');
  });

  it('are found and filtered by the organization’s own types, and by every claim', async () => {
    await setFlags(t, cast.organization_id, {
      flags: { ime_type_enabled: true },
      settings: { ime_type_options: [{ value: 're_exam', label: 'Re-exam' }] },
    });
    const d = exam();
    await d.draft({ ime_type: 're_exam', more_claims: [{ number: 'AU-77-4410', date_of_injury: null }] });
    const found = async (query: string) =>
      (
        await t.request<{ data: { id: number; review_type_label: string | null }[] }>(
          cast.requester,
          'GET',
          `/api/v1/imes?tab=all&${query}`,
        )
      ).body.data.flatMap((one) => (one.id === d.id ? [one.review_type_label] : []));
    expect(await found('review_type=re_exam')).toEqual(['Re-exam']);
    expect(await found('review_type=first')).toEqual([]);
    expect(await found('q=4410')).toEqual(['Re-exam']);
    await d.submitted();
    expect(await found('review_type=re_exam')).toEqual(['Re-exam']);
  });
});

describe('what is ordered', () => {
  it('a panel is a line for the matching desk, and told to whoever examines', async () => {
    const [second, third] = [await t.world.specialty(), await t.world.specialty()];
    const d = exam();
    await d.to('released', {
      panel: true,
      second_specialty_id: second.specialty_id,
      third_specialty_id: third.specialty_id,
      place_type: 'rented_room',
    });
    const board = await t.request<{ need: { label: string; value: string }[] }>(
      cast.matching,
      'GET',
      d.url('/matching'),
    );
    expect(board.status).toBe(200);
    expect(board.body.need).toEqual(
      expect.arrayContaining([
        { label: 'Second specialty', value: expect.any(String) },
        { label: 'Third specialty', value: expect.any(String) },
        { label: 'Place', value: 'Rented room' },
      ]),
    );
    await d.to('accepted');
    const brief = JSON.stringify((await detail(d, cast.expert)).brief);
    expect(brief).toContain('{"label":"Several examiners together","value":"Yes"}');
    expect(brief).toContain('{"label":"Place of the exam","value":"Rented room"}');
  });
});

describe('a panel', () => {
  const minutesAfter = (at: string | undefined, from: string | undefined): number =>
    (Date.parse(at ?? '') - Date.parse(from ?? '')) / 60_000;
  const invite = (d: ImeDriver, panel_place: number, ...profiles: number[]) =>
    post(d, cast.matching, '/invitations', { panel_place, expert_profile_ids: profiles });
  const accept = (d: ImeDriver, who: Person) =>
    t.request(who, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION);

  /** An exam with a panel of two whose lead has accepted, and those who could have the second place. */
  async function led(more: Record<string, unknown> = {}) {
    const second = await t.world.specialty('Physiatry', 'Pain');
    const expert = () => t.world.expert({ specialty: 'Physiatry', sub_specialty: 'Pain' });
    const beside = [await expert(), await expert()] as const;
    await examiners(
      t.world,
      beside.map(({ profile_id }) => profile_id),
    );
    const d = exam();
    await d.to('accepted', { panel: true, second_specialty_id: second.specialty_id, ...more });
    return { d, beside };
  }
  /** The same with the second examiner there. */
  async function joined() {
    const { d, beside } = await led();
    await d.must(cast.matching, 'POST', d.url('/invitations'), {
      panel_place: 2,
      expert_profile_ids: [beside[0].profile_id],
    });
    expect((await accept(d, beside[0])).body).toMatchObject({ accepted: true });
    await t.settle();
    return { d, beside };
  }

  it('is completed before anything is offered: the first to accept a place has it', async () => {
    const { d, beside } = await led();
    const [one, other] = beside;
    expect(await d.status()).toBe('panel_filling');
    expect(await next(d)).toEqual([]);
    expect(await mailsAbout(d.id)).not.toContain('exam_times_requested');
    const early = { offers: [{ site_id: d.site, starts_at: d.starts(30)[0] }] };
    expect((await post(d, cast.expert, '/exam/offers', early)).status).toBe(409);
    const board = (await t.request<MatchingBoard>(cast.matching, 'GET', d.url('/matching'))).body;
    expect(board).toMatchObject({ place: 2, can_present: true, panel: [{ place: 2, examiner: null, invited: 0 }] });
    expect(board.ranking.candidates.map(({ profile_id }) => profile_id)).not.toContain(cast.expert.profile_id);
    // who leads is no second examiner, and of a third nobody was asked
    expect((await invite(d, 2, cast.expert.profile_id)).status).toBe(422);
    expect((await invite(d, 3, one.profile_id)).status).toBe(409);
    expect((await invite(d, 2, one.profile_id, other.profile_id)).status).toBe(201);
    // who is only invited takes nobody off
    expect((await post(d, one, '/exam/withdraw', { reason: 'Me first.' })).status).toBe(403);
    expect((await t.request(one, 'GET', d.url('/exam'))).status).toBe(404);
    const [won, lost] = await Promise.all([accept(d, one), accept(d, other)]);
    await t.settle();
    expect(new Set([won.status, lost.status])).toEqual(new Set([200, 409]));
    const [member, outsider] = won.status === 200 ? [one, other] : [other, one];
    expect(await d.status()).toBe('scheduling');
    expect(await mailsAbout(d.id)).toContain('exam_times_requested');
    expect((await invite(d, 2, outsider.profile_id)).status).toBe(409);
    expect((await t.request(outsider, 'GET', d.url('/exam'))).status).toBe(404);
    expect((await read(d, member)).panel?.examiners.map(({ expert_profile_id }) => expert_profile_id)).toEqual([
      cast.expert.profile_id,
      member.profile_id,
    ]);
    const named = (await detail(d)).people.filter(({ seat }) => seat === 'expert').map(({ profile_id }) => profile_id);
    expect(named).toEqual([cast.expert.profile_id, member.profile_id]);
  });

  it('examines in one visit, one after the other or at once, each by a time of their own', async () => {
    const { d, beside } = await joined();
    const [member] = beside;
    const offer = { offers: [{ site_id: d.site, starts_at: d.starts(30)[0] }], minutes: 50 };
    // the visit is arranged by who leads, or by staff
    expect((await post(d, member, '/exam/offers', offer)).status).toBe(403);
    await d.must(cast.clinOps, 'POST', d.url('/exam/offers'), offer);
    await d.must(cast.expert, 'POST', d.url('/exam/offers'), {
      offers: [{ site_id: d.site, starts_at: d.starts(33)[0] }],
      minutes: 50,
      arrangement: 'at_once',
    });
    const { offers } = await read(d);
    expect(offers.map((one) => minutesAfter(one.examiners[1]?.starts_at, one.starts_at))).toEqual([60, 0]);
    expect(offers.map((one) => minutesAfter(one.ends_at, one.starts_at))).toEqual([110, 50]);
    await d.timeChosen();
    const { appointment } = await read(d, member);
    expect(appointment?.examiners.map(({ panel_place }) => panel_place)).toEqual([1, 2]);
    expect(minutesAfter(appointment?.ends_at, appointment?.starts_at)).toBe(110);
    const booked = await t.world.db
      .selectFrom('appointments')
      .select(['expert_profile_id', 'starts_at'])
      .where('review_id', '=', d.id)
      .where('status', '=', 'scheduled')
      .orderBy('starts_at')
      .execute();
    expect(booked.map((one) => one.expert_profile_id)).toEqual([cast.expert.profile_id, member.profile_id]);
    const list = await t.request<{ data: { id: number; own: Record<string, string[]> }[] }>(
      member,
      'GET',
      '/api/v1/imes?tab=all',
    );
    expect(list.body.data.find(({ id }) => id === d.id)?.own['own:exam']?.[2]?.split('; ')).toHaveLength(2);
    await d.served();
    await toTheHour(d);
    expect((await attendance(d, { attendance: 'attended', identity_seen: true }, member)).status).toBe(403);
    await d.held();
    const rows = await t.world.db.selectFrom('appointments').select('status').where('review_id', '=', d.id).execute();
    expect(rows).toEqual([{ status: 'held' }, { status: 'held' }]);
  });

  it('is not offered where one of them has something else, or no license', async () => {
    const { d, beside } = await joined();
    const [member] = beside;
    const [start = ''] = d.starts(30);
    await t.world.db
      .insertInto('appointments')
      .values({
        review_id: d.id,
        expert_profile_id: member.profile_id,
        sort: 'call',
        status: 'scheduled',
        starts_at: new Date(Date.parse(start) + 60 * 60_000),
        duration_minutes: 30,
        zone: 'UTC',
        ics_uid: `panel-${d.id}`,
        created_at: t.clock.now(),
        busy: sql<string>`tstzrange(${new Date(Date.parse(start) + 55 * 60_000)}, ${new Date(Date.parse(start) + 95 * 60_000)})`,
      })
      .execute();
    const refused = await post(d, cast.expert, '/exam/offers', { offers: [{ site_id: d.site, starts_at: start }] });
    expect(refused.problem?.errors?.[0]?.message).toMatch(/ has something else at that time/);
    await t.world.db
      .updateTable('credentials')
      .set({ license_state: 'OH' })
      .where('expert_profile_id', '=', member.profile_id)
      .execute();
    const unlicensed = await post(d, cast.expert, '/exam/offers', {
      offers: [{ site_id: d.site, starts_at: d.starts(32)[0] }],
    });
    expect(unlicensed.problem?.errors?.[0]?.message).toMatch(/ holds no license in Massachusetts/);
  });

  it('goes on with another where one leaves: the others and their times stay, and a new notice is served', async () => {
    const { d, beside } = await joined();
    const [member, another] = beside;
    await d.to('served');
    const before = (await read(d)).appointment;
    // only oneself, or whom staff name and who is on it
    expect((await post(d, cast.requester, '/exam/withdraw', { reason: 'No.' })).status).toBe(403);
    const stranger = { reason: 'No.', expert_profile_id: another.profile_id };
    expect((await post(d, cast.matching, '/exam/withdraw', stranger)).status).toBe(404);
    await d.must(member, 'POST', d.url('/exam/withdraw'), { reason: 'A conflict came up.' });
    await t.settle();
    expect(await d.status()).toBe('panel_filling');
    expect((await t.request(member, 'GET', d.url())).status).toBe(404);
    const open = await read(d);
    expect(open.appointment).toMatchObject({ id: before?.id, status: 'scheduled', starts_at: before?.starts_at });
    expect(open.appointment?.examiners).toHaveLength(1);
    expect(open.appointment?.served_on).toBeNull();
    expect(open.panel?.open).toBe(1);
    await d.must(cast.matching, 'POST', d.url('/invitations'), {
      panel_place: 2,
      expert_profile_ids: [another.profile_id],
    });
    const seen = await t.request<{ panel: string; visit: { starts_at: string } }>(
      another,
      'GET',
      `/api/v1/invitations/review-${d.id}`,
    );
    expect(seen.body).toMatchObject({ panel: 'Second examiner of a panel' });
    expect(seen.body.visit.starts_at).toBe(before?.examiners[1]?.starts_at);
    expect((await accept(d, another)).status).toBe(200);
    await t.settle();
    // the place brings its time, and the notice that named the other counts no more
    expect(await d.status()).toBe('appointment_confirmed');
    const again = (await read(d)).appointment;
    expect(again?.examiners.map(({ expert_profile_id, starts_at }) => [expert_profile_id, starts_at])).toEqual([
      [cast.expert.profile_id, before?.starts_at],
      [another.profile_id, before?.examiners[1]?.starts_at],
    ]);
    await d.served();
    expect(await d.status()).toBe('notices_sent');
  });

  it('goes on with fewer once the requester says so, and without its lead another is found for that place alone', async () => {
    const { d, beside } = await led();
    const [one, other] = beside;
    const giveUp = (who: Person) => post(d, who, '/exam/places/give_up', { reason: 'One is enough.' });
    expect((await giveUp(cast.clinOps)).status).toBe(403);
    await d.must(cast.matching, 'POST', d.url('/invitations'), {
      panel_place: 2,
      expert_profile_ids: [one.profile_id],
    });
    expect((await t.request(one, 'POST', `/api/v1/invitations/review-${d.id}/decline`, { reason: 'fee' })).status).toBe(
      204,
    );
    await t.settle();
    expect(await d.status()).toBe('panel_filling');
    const priced = async () => (await detail(d)).quote?.lines.map(({ key }) => key) ?? [];
    expect(await priced()).toContain('further');
    expect((await giveUp(cast.requester)).status).toBe(200);
    // an examiner who is looked for no more is not paid for
    expect(await priced()).not.toContain('further');
    await t.settle();
    expect(await d.status()).toBe('scheduling');
    expect((await giveUp(cast.requester)).status).toBe(409);
    expect((await invite(d, 2, other.profile_id)).status).toBe(409);

    const { d: second, beside: members } = await joined();
    await second.to('timeChosen');
    await second.must(cast.expert, 'POST', second.url('/exam/withdraw'), { reason: 'Ill.' });
    await t.settle();
    expect(await second.status()).toBe('matching');
    expect((await t.request(members[0], 'GET', second.url())).status).toBe(200);
    const live = await t.world.db
      .selectFrom('appointments')
      .select('id')
      .where('review_id', '=', second.id)
      .where('status', '=', 'scheduled')
      .execute();
    expect(live).toEqual([]);
    const lead = cast.others[0];
    if (!lead) throw new Error('There is nobody else.');
    await second.must(cast.matching, 'POST', second.url('/invitations'), { expert_profile_ids: [lead.profile_id] });
    expect((await accept(second, lead)).status).toBe(200);
    await t.settle();
    expect(await second.status()).toBe('scheduling');
    expect((await read(second, lead)).panel?.examiners.map(({ expert_profile_id }) => expert_profile_id)).toEqual([
      lead.profile_id,
      members[0].profile_id,
    ]);
  });
});

describe('rooms', () => {
  const rent = (who: Person, more: Record<string, unknown> = {}) =>
    t.request<{ id: number }>(who, 'POST', '/api/v1/rented_rooms', {
      name: 'Summit Suites',
      address_line1: '1 Main Street',
      city: 'Quincy',
      state: 'MA',
      postal_code: '02169',
      time_zone: 'America/New_York',
      rooms: 1,
      price_cents: 18_000,
      ...more,
    });
  /** An exam of an examiner of its own, with one appointment on offer in a rented place. */
  async function inRented(site_id: number, more: Record<string, unknown> = {}) {
    const own = await castFor(t.world, PASSWORD_HASH);
    const d = new ImeDriver(inApp(t, own));
    await d.to('accepted', more);
    await d.must(own.expert, 'POST', d.url('/exam/offers'), {
      offers: [{ site_of: 'rented', site_id, starts_at: d.starts(30)[0] }],
    });
    const [offer] = await d.openOffers();
    return { d, choose: () => t.request(own.requester, 'POST', d.url('/exam'), { offer_id: offer?.id }), own };
  }

  it('a rented one is offered with its distance, kept with its price, and two exams never share it', async () => {
    expect((await rent(cast.requester)).status).toBe(403);
    expect((await rent(cast.clinOps, { postal_code: '2' })).status).toBe(400);
    const { id } = (await rent(cast.clinOps)).body;
    const [one, other] = [await inRented(id), await inRented(id)];
    expect((await read(one.d, one.own.requester)).offers).toMatchObject([
      { place: { name: 'Summit Suites', site_of: 'rented' }, miles: 0 },
    ]);
    const answers = await Promise.all([one.choose(), other.choose()]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.problem).toMatchObject({ code: 'slot_taken' });
    const [won, lost] = answers[0].status === 200 ? [one, other] : [other, one];
    const kept = await t.world.db
      .selectFrom('exams')
      .select('rent_cents')
      .where('review_id', '=', won.d.id)
      .executeTakeFirstOrThrow();
    expect(kept.rent_cents).toBe(18_000);
    // given up, it is free again
    await won.d.must(won.own.expert, 'POST', won.d.url('/exam/move'), { reason: 'In surgery.' });
    expect((await lost.choose()).status).toBe(200);
    const late = await post(won.d, won.own.expert, '/exam/offers', {
      offers: [{ site_of: 'rented', site_id: id, starts_at: won.d.starts(30)[0] }],
    });
    expect(late.problem?.errors?.[0]?.message).toMatch(/No room is free/);

    const listed = await t.request<{ data: { id: number; ahead: number }[] }>(
      cast.clinOps,
      'GET',
      '/api/v1/rented_rooms',
    );
    expect(listed.body.data.find((site) => site.id === id)?.ahead).toBe(1);
    const map = `/api/v1/rented_rooms/${id}/map`;
    const picture = { 'content-type': 'image/png' };
    expect((await t.request(cast.clinOps, 'GET', map)).status).toBe(404);
    const words = await t.request(cast.clinOps, 'POST', map, Buffer.from('no picture'), picture);
    expect([words.status, words.problem?.errors?.[0]?.path]).toEqual([422, 'map_id']);
    const drawn = createCanvas(500, 300).toBuffer('image/png');
    expect((await t.request(cast.clinOps, 'POST', map, drawn, picture)).status).toBe(201);
    expect((await t.request(cast.clinOps, 'POST', '/api/v1/rented_rooms/999999/map', drawn, picture)).status).toBe(404);
    expect((await t.request(cast.clinOps, 'GET', map)).status).toBe(200);
    // the exam that is set there has it in its notice and on the page of its examinee
    await lost.d.must(cast.clinOps, 'POST', lost.d.url('/examinee/letters'), {});
    const { address } = await lost.d.must<{ address: string }>(cast.clinOps, 'POST', lost.d.url('/examinee/link'), {});
    const token = address.split('/').at(-1);
    const opened = await t.app.http.inject({ method: 'POST', url: '/api/v1/exam_visit/open', payload: { token } });
    expect(opened.json()).toMatchObject({ place: { map: { width: 500, height: 300 } } });
    const seen = await t.app.http.inject({ method: 'POST', url: '/api/v1/exam_visit/map', payload: { token } });
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await t.request(cast.clinOps, 'POST', `${map}/remove`, {})).status).toBe(200);
    const gone = await t.app.http.inject({ method: 'POST', url: '/api/v1/exam_visit/map', payload: { token } });
    expect(gone.statusCode).toBe(404);
    expect((await t.request(cast.clinOps, 'POST', `/api/v1/rented_rooms/${id}/end`, {})).status).toBe(200);
    expect((await t.request(cast.clinOps, 'POST', map, drawn, picture)).status).toBe(409);
    expect((await t.request(cast.clinOps, 'POST', `/api/v1/rented_rooms/${id}/end`, {})).status).toBe(409);
    expect((await t.request(cast.clinOps, 'POST', '/api/v1/rented_rooms/999999/end', {})).status).toBe(404);
    expect((await read(won.d, won.own.expert)).sites?.map(({ site_id }) => site_id)).not.toContain(id);
  });

  it('distances are told where the ZIP code is known, and that it is not where it is not', async () => {
    const d = exam();
    await d.to('accepted', { examinee_zip: '00000' });
    const view = await read(d, cast.expert);
    expect(view.zip_unknown).toBe('00000');
    expect(view.sites).toMatchObject([{ miles: null }]);
    const board = (await t.request<MatchingBoard>(cast.matching, 'GET', d.url('/matching'))).body;
    expect(board.need).toContainEqual({
      label: 'Distance',
      value: 'ZIP code 00000 is not in our data, so that distances are not known',
    });
    const near = exam();
    await near.to('released');
    const [far] = cast.others;
    await t.world.db
      .deleteFrom('practice_sites')
      .where('expert_profile_id', '=', far?.profile_id ?? 0)
      .execute();
    const site = await siteOf(t.world, far?.profile_id ?? 0);
    await t.world.db.updateTable('practice_sites').set({ postal_code: '90012' }).where('id', '=', site).execute();
    const ranked = (await t.request<MatchingBoard>(cast.matching, 'GET', near.url('/matching'))).body;
    const order = ranked.ranking.candidates.map(({ profile_id }) => profile_id);
    expect(order.indexOf(cast.expert.profile_id)).toBeLessThan(order.indexOf(far?.profile_id ?? 0));
    const said = (profile: number | undefined) =>
      ranked.ranking.candidates.find(({ profile_id }) => profile_id === profile)?.reasons.map(({ text }) => text);
    expect(said(cast.expert.profile_id)).toContain('8 miles from the examinee');
    expect(said(far?.profile_id)?.join()).toMatch(/2,5\d\d miles from the examinee, beyond 60/);
  });
});

describe('the purpose letter', () => {
  it('is waited for, and leads on once it is there', async () => {
    const d = exam();
    await d.draft({}, false);
    await d.submitted();
    const refused = await post(d, cast.clinOps, '/actions/release_to_matching', {});
    expect(refused.status).toBe(409);
    await d.must(cast.clinOps, 'POST', d.url('/actions/await_purpose_letter'), {});
    await t.settle();
    expect(await d.status()).toBe('purpose_letter_pending');
    expect(await mailsAbout(d.id)).toContain('purpose_letter_asked');
    expect((await post(d, cast.clinOps, '/actions/purpose_letter_received', {})).status).toBe(409);
    await d.purposeLetter();
    await d.must(cast.clinOps, 'POST', d.url('/actions/purpose_letter_received'), {});
    expect(await d.status()).toBe('matching');
  });

  it('is not asked for where the organization goes without', async () => {
    await setFlags(t, cast.organization_id, { flags: { allow_expert_matching_without_ime_purpose_letter: true } });
    const d = exam();
    await d.draft({}, false);
    await d.submitted();
    expect((await post(d, cast.clinOps, '/actions/await_purpose_letter', {})).status).toBe(409);
    await d.released();
    expect(await d.status()).toBe('matching');
  });
});

describe('offering', () => {
  it('takes sites of the examiner’s own, on the grid, far enough ahead, in a state of the license', async () => {
    const d = exam();
    await d.to('accepted');
    const offer = async (site_id: number, starts_at: string) =>
      (await post(d, cast.expert, '/exam/offers', { offers: [{ site_id, starts_at }] })).problem?.errors?.[0]?.message;
    const [good = ''] = d.starts(30);
    const theirs = await siteOf(t.world, cast.others[0]?.profile_id ?? 0);
    const elsewhere = await siteOf(t.world, cast.expert.profile_id, { state: 'OH' });
    expect(await offer(theirs, good)).toMatch(/one of your sites/);
    expect(await offer(elsewhere, good)).toMatch(/no license in Ohio/);
    expect(await offer(d.site, good.replace(':00:00', ':05:00'))).toMatch(/quarter hour/);
    expect(await offer(d.site, d.starts(10)[0] ?? '')).toMatch(/too soon/);
    expect(await d.status()).toBe('scheduling');
    expect(await offer(d.site, good)).toBeUndefined();
    expect(await d.status()).toBe('appointment_offered');
  });

  it('of two exams for one time of an examiner one gets it', async () => {
    const [one, other] = [exam(), exam()];
    await one.to('offered');
    await other.to('offered');
    await one.timeChosen();
    const [first] = await other.openOffers();
    const late = await post(other, cast.requester, '/exam', { offer_id: first?.id });
    expect(late.problem).toMatchObject({ status: 409, code: 'slot_taken' });
    expect(await other.status()).toBe('appointment_offered');
  });

  it('lapses when the notice could no longer be served, and the examiner is asked again', async () => {
    const d = exam();
    await d.to('offered');
    t.clock.advance({ days: 20 });
    await t.settle();
    expect(await d.openOffers()).toEqual([]);
    expect(await d.status()).toBe('scheduling');
  });

  it('none fits: what would is said', async () => {
    const d = exam();
    await d.to('offered');
    expect((await post(d, cast.requester, '/exam/none_fits', { reason: '' })).status).toBe(400);
    await d.must(cast.requester, 'POST', d.url('/exam/none_fits'), { reason: 'Afternoons only.' });
    expect(await d.status()).toBe('scheduling');
    expect(await d.openOffers()).toEqual([]);
  });
});

describe('proposing', () => {
  const proposing = async (more: Record<string, unknown> = {}) => {
    await setFlags(t, cast.organization_id, { flags: { allow_ime_scheduling_with_no_expert_times: true } });
    const d = exam();
    await d.to('accepted', more);
    return d;
  };
  const propose = (d: ImeDriver, days = 30, who: Person = cast.requester) =>
    post(d, who, '/exam/proposals', { offers: d.starts(days).map((starts_at) => ({ site_id: d.site, starts_at })) });

  it('the requester proposes, the examiner confirms one: the exam is set', async () => {
    const d = await proposing();
    expect((await read(d)).can.propose).toBe(true);
    expect((await read(d)).sites).toMatchObject([{ name: 'Harbor Street Clinic' }]);
    expect((await propose(d)).status).toBe(200);
    await t.settle();
    expect(await d.status()).toBe('scheduling');
    expect(await mailsAbout(d.id)).toContain('exam_proposed');
    expect(await next(d)).toEqual(['confirm_appointment']);
    expect((await detail(d, cast.expert)).what_now).toMatchObject({
      voice: 'yours',
      headline: 'Confirm a proposed appointment',
    });
    const { proposals, can, offers } = await read(d, cast.expert);
    expect({ proposals: proposals.length, offers, confirm: can.confirm }).toEqual({
      proposals: 3,
      offers: [],
      confirm: true,
    });
    expect((await read(d)).can.confirm).toBe(false);
    const [, second] = proposals;
    const set = await post(d, cast.expert, '/exam/proposals/confirm', { offer_id: second?.id });
    expect(set.status).toBe(200);
    await t.settle();
    expect(await d.status()).toBe('appointment_confirmed');
    const after = await read(d);
    expect(after.appointment?.starts_at).toBe(second?.starts_at);
    expect(after.proposals).toEqual([]);
    expect(await mailsAbout(d.id)).toContain('exam_set');
  });

  it('the examiner refuses them with a reason, or offers others, which stand in their place', async () => {
    const d = await proposing();
    await propose(d);
    expect((await post(d, cast.expert, '/exam/proposals/refuse', { reason: '' })).status).toBe(400);
    await d.must(cast.expert, 'POST', d.url('/exam/proposals/refuse'), { reason: 'In surgery that week.' });
    await t.settle();
    expect(await d.status()).toBe('scheduling');
    expect((await read(d)).proposals).toEqual([]);
    expect(await mailsAbout(d.id)).toContain('exam_proposals_refused');
    expect(await next(d)).toEqual(['offer_appointments']);
    expect(await listedAct(d)).toBe('Offer exam appointments');

    await propose(d, 35);
    // lists and the page name what waits
    expect(await listedAct(d)).toBe('Answer the proposal');
    expect((await detail(d)).act).toBe('Answer the proposal');
    await propose(d, 40);
    const [first] = (await read(d)).proposals;
    expect((await read(d)).proposals.map(({ starts_at }) => starts_at)).toEqual(d.starts(40));
    await d.offered();
    const after = await read(d);
    expect([after.status, after.proposals.length, after.offers.length]).toEqual(['appointment_offered', 0, 3]);
    // a proposal is never chosen from among the offers, nor confirmed any more
    expect((await post(d, cast.requester, '/exam', { offer_id: first?.id })).problem?.code).toBe('slot_taken');
    expect((await post(d, cast.expert, '/exam/proposals/confirm', { offer_id: first?.id })).status).toBe(409);
  });

  it('keeps to the sites, the days of the notice and the examiner’s other engagements', async () => {
    const other = exam();
    await other.to('timeChosen');
    const d = await proposing();
    const fault = async (site_id: number, starts_at: string) =>
      (await post(d, cast.requester, '/exam/proposals', { offers: [{ site_id, starts_at }] })).problem?.errors?.[0]
        ?.message;
    const [good = ''] = d.starts(33);
    expect(await fault(d.site, d.starts(10)[0] ?? '')).toMatch(/too soon/);
    expect(await fault(await siteOf(t.world, cast.others[0]?.profile_id ?? 0), good)).toMatch(/examiners’ sites/);
    const taken = (await read(other)).appointment?.starts_at ?? '';
    expect(await fault(d.site, taken)).toMatch(/has something else at that time/);
    expect((await read(d)).proposals).toEqual([]);
    // what is taken meanwhile is told to who confirms
    const third = exam();
    await third.to('accepted');
    await third.must(cast.expert, 'POST', third.url('/exam/offers'), {
      offers: [{ site_id: third.site, starts_at: d.starts(50)[0] }],
    });
    const [soon] = await third.openOffers();
    await d.must(cast.requester, 'POST', d.url('/exam/proposals'), {
      offers: [{ site_id: d.site, starts_at: soon?.starts_at.toISOString() }],
    });
    await third.timeChosen();
    const [mine] = (await read(d)).proposals;
    const late = await post(d, cast.expert, '/exam/proposals/confirm', { offer_id: mine?.id });
    expect(late.problem).toMatchObject({ status: 409, code: 'slot_taken' });
    expect(await d.status()).toBe('scheduling');
  });

  it('lapses with the last day for its notice', async () => {
    const d = await proposing();
    await propose(d);
    t.clock.advance({ days: 20 });
    await t.settle();
    expect((await read(d)).proposals).toEqual([]);
    expect(await next(d)).toEqual(['offer_appointments']);
  });

  it('is for who ordered alone, confirmed by the examiner’s side alone, and each in its state', async () => {
    const d = await proposing();
    const foreign = await castFor(t.world, PASSWORD_HASH);
    expect((await propose(d, 30, foreign.requester)).status).toBe(404);
    expect((await propose(d, 30, cast.expert)).status).toBe(403);
    await propose(d);
    const [one] = (await read(d)).proposals;
    const confirm = (who: Person) => post(d, who, '/exam/proposals/confirm', { offer_id: one?.id });
    expect((await confirm(foreign.expert)).status).toBe(404);
    expect((await confirm(cast.requester)).status).toBe(403);
    expect((await post(d, foreign.expert, '/exam/proposals/refuse', { reason: 'Ours.' })).status).toBe(404);
    // clin ops answers for an office that is telephoned with
    expect((await confirm(cast.clinOps)).status).toBe(200);
    expect((await propose(d)).status).toBe(409);
    expect((await confirm(cast.expert)).status).toBe(409);
    expect((await post(d, cast.expert, '/exam/proposals/refuse', { reason: 'Late.' })).status).toBe(409);
  });

  it('without the flag it is the examiner who offers', async () => {
    const d = exam();
    await d.to('accepted');
    expect((await read(d)).can.propose).toBe(false);
    expect((await read(d)).sites).toBeNull();
    expect((await propose(d)).status).toBe(403);
  });
});

describe('the notice', () => {
  it('without its proof the exam does not go on', async () => {
    const d = exam();
    await d.to('timeChosen');
    const serve = (more: Record<string, unknown>) => post(d, cast.clinOps, '/exam/notices', { ...d.proof(), ...more });
    expect((await serve({ notices: [] })).status).toBe(400);
    expect((await serve({ served_on: '2027-12-01' })).status).toBe(422);
    const attorney = { recipient: 'attorney', name: 'Lee Ortiz', address: '1 Court Square', method: 'mail' };
    expect((await serve({ notices: [attorney] })).problem?.errors?.[0]?.message).toMatch(/examinee’s own notice/);
    expect(await d.status()).toBe('appointment_confirmed');
    await d.served();
    expect(await d.status()).toBe('notices_sent');
  });

  it('who is represented has the attorney’s copy, and New York’s goes by mail', async () => {
    const d = exam();
    await d.to('timeChosen', {
      jurisdiction_state: 'NY',
      represented: true,
      attorney_name: 'Lee Ortiz',
      attorney_address: '1 Court Square',
      attorney_email: 'ortiz@law.test',
    });
    const [examinee] = d.proof()['notices'] as Record<string, unknown>[];
    const attorney = { recipient: 'attorney', name: 'Lee Ortiz', address: '1 Court Square', method: 'mail' };
    const serve = (notices: unknown[]) => post(d, cast.clinOps, '/exam/notices', { ...d.proof(), notices });
    expect((await serve([examinee])).problem?.errors?.[0]?.message).toMatch(/attorney/);
    expect((await serve([{ ...examinee, method: 'courier' }, attorney])).problem?.errors?.[0]?.message).toMatch(
      /by post/,
    );
    expect((await serve([examinee, attorney])).status).toBe(200);
  });

  it('by certified mail or courier has the carrier’s number, and says by whom', async () => {
    const d = exam();
    await d.to('timeChosen');
    const [examinee] = d.proof()['notices'] as Record<string, unknown>[];
    const serve = (more: Record<string, unknown>, row: Record<string, unknown> = {}) =>
      post(d, cast.clinOps, '/exam/notices', { ...d.proof(), notices: [{ ...examinee, ...row }], ...more });
    for (const method of ['certified_mail', 'courier'])
      expect((await serve({}, { method, tracking: ' ' })).problem?.errors).toEqual([
        { path: 'notices.0.tracking', message: 'Enter the carrier’s number.' },
      ]);
    expect((await serve({ served_by: ' ' })).status).toBe(400);
    expect(await d.status()).toBe('appointment_confirmed');
    expect((await serve({ served_by: 'Bay State Couriers' }, { method: 'mail', tracking: '' })).status).toBe(200);
    expect((await read(d)).appointment?.notices).toMatchObject([{ served_by: 'Bay State Couriers', letter: null }]);
  });

  it('is tied to the version that was sent, and whoever gets a copy has theirs', async () => {
    const copy = { name: 'Dov Marsh, defense counsel', address: '9 Milk Street, Boston, MA 02109' };
    const d = exam();
    await d.to('timeChosen', { notice_copies: [copy] });
    await d.must(cast.clinOps, 'POST', d.url('/examinee/letters'), {});
    await d.must(cast.clinOps, 'POST', d.url('/examinee/letters'), {});
    const { to_serve } = await read(d, cast.clinOps);
    expect(to_serve?.recipients.map(({ recipient, name, letters }) => [recipient, name, letters.length])).toEqual([
      ['examinee', 'Marta Solis', 2],
      ['copy', copy.name, 2],
    ]);
    const [newest, first] = to_serve?.recipients[0]?.letters ?? [];
    expect(newest).toMatchObject({ version: 2, languages: ['English', 'Spanish'] });
    const [examinee] = d.proof()['notices'] as Record<string, unknown>[];
    const theirs = { ...copy, recipient: 'copy', method: 'mail' };
    const serve = (notices: unknown[], more: Record<string, unknown> = {}) =>
      post(d, cast.clinOps, '/exam/notices', { ...d.proof(), notices, ...more });
    expect((await serve([examinee])).problem?.errors?.[0]?.message).toBe(`The copy for ${copy.name} is missing.`);
    const [of_copy] = to_serve?.recipients[1]?.letters ?? [];
    expect((await serve([{ ...examinee, letter_id: of_copy?.id }, theirs])).problem?.errors).toEqual([
      { path: 'notices.0.letter_id', message: 'Choose a letter that was written to them.' },
    ]);
    const day = new Date(t.clock.now().getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
    expect(
      (await serve([{ ...examinee, letter_id: first?.id }, theirs], { served_on: day })).problem?.errors,
    ).toMatchObject([{ path: 'served_on' }, { path: 'notices.0.letter_id', message: /after that day/ }]);
    expect((await serve([{ ...examinee, letter_id: first?.id }, theirs])).status).toBe(200);
    expect((await read(d)).appointment?.notices).toMatchObject([
      { recipient: 'examinee', letter: { id: first?.id, version: 1 } },
      { recipient: 'copy', name: copy.name, letter: { id: of_copy?.id, version: 2 } },
    ]);
    expect((await read(d, cast.expert)).appointment?.notices).toEqual([]);
  });

  it('is too late after its last day; staff are alarmed before it', async () => {
    const d = exam();
    await d.to('timeChosen');
    const { appointment, to_serve } = await read(d, cast.clinOps);
    expect(appointment?.notice_days_left).toBe(
      (Date.parse(appointment?.notice_by ?? '') - Date.parse(t.clock.now().toISOString().slice(0, 10))) / 86_400_000,
    );
    expect(to_serve?.days_left).toBe(appointment?.notice_days_left);
    const left = Date.parse(`${appointment?.notice_by}T12:00:00Z`) - t.clock.now().getTime();
    t.clock.advance({ days: left / 86_400_000 - 1 });
    await t.settle();
    expect(await mailsAbout(d.id)).toContain('exam_notice_due');
    expect((await read(d)).appointment?.notice_days_left).toBe(1);
    t.clock.advance({ days: 2 });
    expect((await read(d)).appointment?.notice_days_left).toBe(-1);
    expect((await post(d, cast.clinOps, '/exam/notices', d.proof())).problem?.errors?.[0]?.message).toMatch(/Too late/);
    await d.must(cast.clinOps, 'POST', d.url('/exam/move'), { reason: 'The notice was late.' });
    expect(await d.status()).toBe('scheduling');
    expect((await read(d)).earlier).toEqual([]);
    expect((await read(d)).appointment?.status).toBe('moved');
  });
});

describe('the records', () => {
  it('come in time and are served on the other side, or the exam says that they did not', async () => {
    const d = exam();
    await d.to('timeChosen', { jurisdiction_state: 'CA' });
    const said = async (who = cast.requester) => (await read(d, who)).records;
    expect(await said()).toEqual([
      { text: expect.stringMatching(/^All should be there by .* may need an addendum\.$/) as string, late: false },
      {
        text: expect.stringMatching(
          /^To be served on the other side by .*, with a declaration of their pages\.$/,
        ) as string,
        late: false,
      },
    ]);
    // serving them is not the examiner's
    expect(await said(cast.expert)).toHaveLength(1);

    const order = await t.request<{ version: number; data: Record<string, unknown> }>(
      cast.requester,
      'GET',
      d.url('/sections/step_three'),
    );
    await d.must(cast.requester, 'PUT', d.url('/sections/step_three'), {
      version: order.body.version,
      data: {
        ...order.body.data,
        records_served: true,
        records_served_on: t.clock.now().toISOString().slice(0, 10),
        records_served_pages: 42,
      },
    });
    expect((await said())[1]).toEqual({
      text: expect.stringMatching(/^Served on the other side on .*, 42 pages declared\.$/) as string,
      late: false,
    });
    t.clock.advance({ days: 25 });
    await writeRecord(t.world, d.id, 'Late scan.pdf', 3);
    expect((await said(cast.expert))[0]).toEqual({
      text: expect.stringMatching(/^Some came on .*: the report may need an addendum\.$/) as string,
      late: true,
    });
  });

  it('of a rule that does not ask for it need not be served', async () => {
    const d = exam();
    await d.to('timeChosen', { records_complete: true });
    expect((await read(d)).records).toEqual([]);
  });
});

describe('the day', () => {
  it.each([
    ['did not come', { attendance: 'no_show' }, 250_000],
    ['left early', { attendance: 'left_early' }, 250_000],
    ['had no identification', { attendance: 'not_examined', hindrance: 'no_identification' }, 250_000],
    ['came too late', { attendance: 'not_examined', hindrance: 'examinee_late' }, 250_000],
    ['a companion was in the way', { attendance: 'not_examined', hindrance: 'companion' }, 250_000],
    ['the interpreter was missing', { attendance: 'not_examined', hindrance: 'interpreter_missing' }, 0],
    ['the examiner could not', { attendance: 'not_examined', hindrance: 'examiner_unavailable' }, 0],
  ])('%s: it is charged, and goes on as the requester says', async (_, body, fee) => {
    const d = exam();
    await d.to('served');
    expect((await attendance(d, body)).status).toBe(409);
    await toTheHour(d);
    expect((await attendance(d, body)).status).toBe(200);
    expect(await d.status()).toBe('rescheduling');
    expect((await read(d)).appointment).toMatchObject({ status: 'missed', fee_cents: fee });
    expect((await read(d, cast.expert)).appointment?.fee_cents).toBeNull();
    await d.must(cast.requester, 'POST', d.url('/actions/schedule_again'), {});
    await t.settle();
    expect(await d.status()).toBe('scheduling');
    await d.offered();
    await d.timeChosen();
    // a new notice for the new appointment
    expect((await read(d)).appointment?.notices).toEqual([]);
    expect((await read(d)).earlier).toHaveLength(1);
  });

  it('a late cancellation costs what its days say, before the day only', async () => {
    const d = exam();
    await d.to('served');
    const { appointment } = await read(d);
    const half = Date.parse(appointment?.fee_steps[1]?.from ?? '');
    t.clock.advance({ minutes: (half - t.clock.now().getTime()) / 60_000 + 60 });
    expect((await attendance(d, { attendance: 'late_cancelled' })).status).toBe(200);
    expect((await read(d)).appointment).toMatchObject({ status: 'missed', fee_cents: 125_000 });
    expect((await detail(d)).cancellation?.fee_cents).toBe(0);
    await d.must(cast.requester, 'POST', d.url('/actions/report_on_records'), {});
    await t.settle();
    expect(await d.status()).toBe('report_requested');
  });

  it('the office checks the examinee in: when they came, who they are, when it began', async () => {
    const d = exam();
    await d.to('served');
    const { appointment } = await read(d);
    const starts = Date.parse(appointment?.starts_at ?? '');
    const at = (minutes: number) => new Date(starts + minutes * 60_000).toISOString();
    const day = (body: Record<string, unknown>, who: Person = cast.expert) => post(d, who, '/exam/day', body);
    const came = { arrived_at: at(-10), identity_seen: true, interpreter_present: true };
    expect((await day(came)).status).toBe(409);
    expect((await read(d, cast.expert)).can.check_in).toBe(false);
    await toTheHour(d);
    expect((await read(d, cast.expert)).can.check_in).toBe(true);
    expect((await day(came, cast.requester)).status).toBe(403);
    expect((await day(came, cast.others[0] as Person)).status).toBe(404);
    for (const [wrong, path] of [
      [{ arrived_at: at(60) }, 'arrived_at'],
      [{ arrived_at: at(-24 * 60) }, 'arrived_at'],
      [{ started_at: at(-20) }, 'started_at'],
    ] as const)
      expect((await day({ ...came, ...wrong })).problem?.errors).toMatchObject([{ path }]);
    expect((await day(came)).status).toBe(200);
    expect((await day({ ...came, started_at: at(3) }, cast.clinOps)).status).toBe(200);
    expect((await read(d)).appointment?.day).toMatchObject({
      arrived_at: at(-10),
      started_at: at(3),
      identity_seen: true,
      interpreter_present: true,
    });
    // what was seen then is not asked again
    expect((await attendance(d, { attendance: 'attended' })).status).toBe(200);
    expect((await day(came)).status).toBe(409);
  });

  it('who could not be examined says why, and who was is identified', async () => {
    const d = exam();
    await d.to('served');
    await toTheHour(d);
    expect((await attendance(d, { attendance: 'not_examined' })).status).toBe(422);
    expect((await attendance(d, { attendance: 'attended' })).status).toBe(422);
    const seen = await attendance(d, { attendance: 'attended', identity_seen: true });
    expect(seen.problem?.errors).toMatchObject([{ path: 'interpreter_present' }]);
    expect(await d.status()).toBe('notices_sent');
  });

  it('tests that are pending put the report off', async () => {
    const d = exam();
    await d.to('served');
    await toTheHour(d);
    await d.held();
    const due = (await detail(d)).due?.at ?? '';
    const later = new Date(t.clock.now().getTime() + 6 * 86_400_000).toISOString().slice(0, 10);
    await d.must(cast.expert, 'POST', d.url('/exam/tests'), { reason: 'EMG', expected_on: later });
    expect(await d.status()).toBe('awaiting_tests');
    expect(await next(d)).toEqual(['record_results']);
    expect((await read(d)).appointment?.tests_expected_on).toBe(later);
    t.clock.advance({ days: 6 });
    await d.must(cast.expert, 'POST', d.url('/exam/tests/received'), {});
    expect(await d.status()).toBe('exam_done');
    expect(((await detail(d)).due?.at ?? '') > due).toBe(true);
  });
});

describe('moving and giving up', () => {
  it('moving costs by the days that are left, and begins the notice again', async () => {
    const d = exam();
    await d.to('served');
    const { appointment } = await read(d);
    const [quarter] = appointment?.fee_steps ?? [];
    const move = (body: Record<string, unknown>, who: Person = cast.requester) =>
      post(d, who, '/exam/move', { reason: 'The examinee travels.', ...body });
    t.clock.advance({ minutes: (Date.parse(quarter?.from ?? '') - t.clock.now().getTime()) / 60_000 + 60 });
    expect((await detail(d)).moving?.fee_cents).toBe(62_500);
    expect((await move({})).problem).toMatchObject({ status: 409, current: { fee_cents: 62_500 } });
    expect((await move({ confirmed_fee_cents: 62_500 })).status).toBe(200);
    expect(await d.status()).toBe('scheduling');
    expect((await read(d)).appointment).toMatchObject({ status: 'moved', fee_cents: 62_500 });
  });

  it('what the examiner moves costs the requester nothing', async () => {
    const d = exam();
    await d.to('served');
    await d.must(cast.expert, 'POST', d.url('/exam/move'), { reason: 'In surgery.' });
    expect((await read(d)).appointment).toMatchObject({ status: 'moved', fee_cents: 0 });
  });

  it('canceling frees the examiner’s time', async () => {
    const d = exam();
    await d.to('served');
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'Settled.', confirmed_fee_cents: 0 });
    await t.settle();
    const rows = await t.world.db.selectFrom('appointments').select('status').where('review_id', '=', d.id).execute();
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  it('an examiner who withdraws is off it, and another is found', async () => {
    const d = exam();
    await d.to('served');
    expect((await post(d, cast.requester, '/exam/withdraw', { reason: 'No.' })).status).toBe(403);
    await d.must(cast.expert, 'POST', d.url('/exam/withdraw'), { reason: 'A conflict came up.' });
    await t.settle();
    expect(await d.status()).toBe('matching');
    expect((await t.request(cast.expert, 'GET', d.url())).status).toBe(404);
    const [other] = cast.others;
    if (!other) throw new Error('There is nobody else.');
    await d.must(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [other.profile_id] });
    await d.must(other, 'POST', `/api/v1/invitations/review-${d.id}/accept`, CLEAN_ATTESTATION);
    expect(await d.status()).toBe('scheduling');
  });
});

describe('to those without an account', () => {
  const outside_recipients = [
    { name: 'Workers’ Compensation Board', role: 'board', manner: 'email', address: 'filings@board.example' },
    { name: 'Dr. Wei', role: 'treating_provider', manner: 'post', address: '4 Elm Street, Quincy, MA 02169' },
  ];
  // a report on the records alone comes soonest
  const ordered = { service: 'records_review', exam_state: null, missed_terms_accepted: null, outside_recipients };
  const list = async (d: ImeDriver, who: Person = d.cast.requester) =>
    (await t.request<DeliveriesView>(who, 'GET', d.url('/report/deliveries'))).body;
  const act = <T = DeliveriesView>(d: ImeDriver, path: string, body: object, who: Person = d.cast.requester) =>
    t.request<T>(who, 'POST', d.url(`/report/deliveries/${path}`), body);
  const open = (path: string, body: object) => t.request(null, 'POST', `/api/v1/report_delivery/${path}`, body);
  const tokens = async (id: number) =>
    (
      await t.world.db
        .selectFrom('mails')
        .selectAll()
        .where('review_id', '=', id)
        .where('template', '=', 'report_delivery')
        .orderBy('id')
        .execute()
    ).map((mail) => /report-delivery\/([\w-]{43})/.exec(asSent(t.app.services.keys, mail).text)?.[1] ?? '');

  it('a report goes the same day: by a link with a passcode, or by post with its proof', async () => {
    const d = exam();
    await d.to('delivered', ordered);
    const [board, wei] = (await list(d)).deliveries;
    expect(board).toMatchObject({ manner: 'email', state: 'sent', sends: 1, version: 1 });
    expect(wei).toMatchObject({ manner: 'post', state: 'to_post', posted: null });
    const [token = ''] = await tokens(d.id);
    expect(token).toHaveLength(43);
    expect((await open('look', { token })).body).toMatchObject({ number: `IM-${d.id}`, version: 1 });
    const shown = await act<{ passcode: string }>(d, 'passcode', { delivery_id: board?.id }, cast.clinOps);
    const { passcode } = shown.body;
    // it is in no letter, and not stored
    const kept = await t.world.db.selectFrom('report_deliveries').selectAll().where('review_id', '=', d.id).execute();
    const mails = await t.world.db.selectFrom('mails').selectAll().where('review_id', '=', d.id).execute();
    expect(JSON.stringify([kept, mails])).not.toContain(passcode);
    expect((await open('open', { token, passcode: 'AAAA AAAA' })).status).toBe(422);
    const read = await open('open', { token, passcode: `${passcode.slice(0, 4)} ${passcode.slice(4).toLowerCase()}` });
    expect(read.status).toBe(200);
    expect(read.raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await list(d)).deliveries[0]).toMatchObject({ state: 'opened', opens: 1 });
    expect((await open('look', { token: 'A'.repeat(43) })).status).toBe(410);

    const today = t.clock.now().toISOString().slice(0, 10);
    const proof = { delivery_id: wei?.id, posted_on: today, method: 'certified_mail', posted_by: 'Clara Ojukwu' };
    expect((await act(d, 'posted', proof)).problem?.errors).toMatchObject([{ path: 'tracking' }]);
    expect((await act(d, 'posted', { ...proof, tracking: '9407 2' })).status).toBe(200);
    expect((await act(d, 'posted', { ...proof, tracking: '9407 2' })).status).toBe(409);
    expect((await act(d, 'send', { delivery_id: wei?.id })).status).toBe(409);
    expect((await list(d)).deliveries[1]).toMatchObject({
      state: 'posted',
      posted: { tracking: '9407 2', days_after: 0 },
    });
  });

  it('wrong passcodes lock it, it ends after thirty days, and sent again it opens by another link', async () => {
    const d = exam();
    await d.to('delivered', ordered);
    const [board] = (await list(d)).deliveries;
    const [token = ''] = await tokens(d.id);
    const passcodeNow = async () =>
      (await act<{ passcode: string }>(d, 'passcode', { delivery_id: board?.id })).body.passcode;
    const passcode = await passcodeNow();
    const tries = await Promise.all(Array.from({ length: 8 }, () => open('open', { token, passcode: 'WRONG222' })));
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(5);
    expect((await open('open', { token, passcode })).status).toBe(410);
    expect((await list(d)).deliveries[0]).toMatchObject({ state: 'locked' });
    expect((await act(d, 'passcode', { delivery_id: board?.id })).status).toBe(409);
    expect((await act(d, 'send', { delivery_id: board?.id })).body.deliveries[0]).toMatchObject({
      state: 'sent',
      sends: 2,
    });
    const [, second = ''] = await tokens(d.id);
    const another = await passcodeNow();
    expect(another).not.toBe(passcode);
    expect((await open('open', { token: second, passcode })).status).toBe(422);
    expect((await open('open', { token: second, passcode: another })).status).toBe(200);
    t.clock.advance({ days: 31 });
    expect((await open('look', { token: second })).status).toBe(410);
  });

  it('is for who orders and staff of their organization alone', async () => {
    const d = exam();
    await d.to('delivered', ordered);
    const [board] = (await list(d)).deliveries;
    const elsewhere = await castFor(t.world, PASSWORD_HASH);
    expect((await t.request(elsewhere.requester, 'GET', d.url('/report/deliveries'))).status).toBe(404);
    expect((await act(d, 'passcode', { delivery_id: board?.id }, elsewhere.requester)).status).toBe(404);
    expect((await act(d, 'passcode', { delivery_id: board?.id }, cast.expert)).status).toBe(403);
    const other = exam();
    await other.to('accepted');
    expect((await act(other, 'passcode', { delivery_id: board?.id })).status).toBe(404);
  });
});

describe('who may', () => {
  it('is not there for another organization, for an expert nobody asked, and under another kind', async () => {
    const d = exam();
    await d.to('timeChosen');
    const foreign = await castFor(t.world, PASSWORD_HASH);
    for (const who of [foreign.requester, foreign.expert]) {
      expect((await t.request(who, 'GET', d.url('/exam'))).status).toBe(404);
      expect((await post(d, who, '/exam/move', { reason: 'Ours.' })).status).toBe(404);
    }
    expect((await post(d, foreign.requester, '/exam', { offer_id: 1 })).status).toBe(404);
    expect(
      (await post(d, foreign.expert, '/exam/offers', { offers: [{ site_id: 1, starts_at: d.starts(30)[0] }] })).status,
    ).toBe(404);
    expect((await attendance(d, { attendance: 'no_show' }, foreign.expert)).status).toBe(404);
    expect((await post(d, foreign.expert, '/exam/tests', { reason: 'EMG', expected_on: '2027-02-01' })).status).toBe(
      404,
    );
    expect((await post(d, foreign.expert, '/exam/withdraw', { reason: 'Ours.' })).status).toBe(404);
    expect((await t.request(cast.requester, 'GET', `/api/v1/cases/${d.id}/exam`)).status).toBe(404);
  });

  it('each step has its state: what comes too early or too late is 409', async () => {
    const d = exam();
    await d.to('accepted');
    const soon = { offers: [{ site_id: d.site, starts_at: d.starts(30)[0] }] };
    expect((await post(d, cast.requester, '/exam', { offer_id: 1 })).status).toBe(409);
    expect((await post(d, cast.clinOps, '/exam/notices', d.proof())).status).toBe(409);
    expect((await post(d, cast.requester, '/exam/move', { reason: 'Why not.' })).status).toBe(409);
    expect((await attendance(d, { attendance: 'no_show' })).status).toBe(409);
    expect((await post(d, cast.expert, '/exam/tests/received', {})).status).toBe(409);
    await d.to('timeChosen');
    expect((await post(d, cast.expert, '/exam/offers', soon)).status).toBe(409);
    expect((await post(d, cast.requester, '/exam/none_fits', { reason: 'Late.' })).status).toBe(409);
    expect((await post(d, cast.expert, '/exam/tests', { reason: 'EMG', expected_on: '2027-02-01' })).status).toBe(409);
  });
});

describe('a wrong proof of service', () => {
  const ids = async (d: ImeDriver): Promise<number[]> =>
    ((await read(d)).appointment?.notices ?? []).flatMap(({ id, superseded }) => (superseded === null ? [id] : []));
  const correct = async (d: ImeDriver, body: Record<string, unknown>, who: Person = d.cast.clinOps) =>
    post(d, who, '/exam/notices/correct', { reason: 'The number was mistyped', supersedes: await ids(d), ...body });
  const proofOf = (d: ImeDriver, tracking: string) => ({
    ...d.proof(),
    notices: [{ ...(d.proof()['notices'] as object[])[0], tracking }],
  });

  it('is corrected by another, which counts; the former stays readable with why', async () => {
    const d = exam();
    await d.to('served');
    const first = await ids(d);
    // what replaces it has to hold, else nothing changes
    expect((await correct(d, { proof: proofOf(d, '') })).problem?.errors[0]?.path).toBe('notices.0.tracking');
    expect(await ids(d)).toEqual(first);
    expect((await correct(d, { proof: proofOf(d, '9407 2000') })).status).toBe(200);
    const { appointment, can } = await read(d, cast.clinOps);
    expect(appointment?.notices).toMatchObject([
      { tracking: '9407 1000', superseded: { reason: 'The number was mistyped', by: expect.any(String) } },
      { tracking: '9407 2000', superseded: null },
    ]);
    expect([await d.status(), can.correct_proof]).toEqual(['notices_sent', true]);
    // who saw the former one is told that it stands no more
    const late = await correct(d, { proof: proofOf(d, '9407 3000'), supersedes: first });
    expect([late.status, late.problem?.code]).toEqual([409, 'stale']);
    const trail = await t.world.db
      .selectFrom('audit_rows')
      .select('timeline')
      .where('review_id', '=', d.id)
      .where('action', '=', 'exam.proof_corrected')
      .execute();
    expect(trail).toEqual([{ timeline: true }]);
  });

  it('is taken back where nothing was served: the notice is to be served again, and counted down to', async () => {
    const d = exam();
    await d.to('served');
    expect((await read(d)).appointment?.notice_days_left).toBeNull();
    expect((await correct(d, { proof: null })).status).toBe(200);
    expect(await d.status()).toBe('appointment_confirmed');
    const { appointment } = await read(d, cast.clinOps);
    expect(appointment?.served_on).toBeNull();
    expect(appointment?.notice_days_left).toBeGreaterThan(0);
    const alarm = await t.world.db
      .selectFrom('deadlines')
      .select('kind')
      .where('review_id', '=', d.id)
      .where('kind', '=', 'exam_notice_alarm')
      .where('cancelled_at', 'is', null)
      .where('done_at', 'is', null)
      .execute();
    expect(alarm).toHaveLength(1);
    // nothing is left to take back
    expect((await correct(d, { proof: null })).status).toBe(409);
    await d.to('served');
    expect(await d.status()).toBe('notices_sent');
  });

  it('stays once the exam was held, and is for those who serve', async () => {
    const d = exam();
    await d.to('served');
    expect((await correct(d, { proof: null }, cast.requester)).status).toBe(403);
    const stranger = await castFor(t.world, PASSWORD_HASH);
    expect((await correct(d, { proof: null }, stranger.requester)).status).toBe(403);
    await toTheHour(d);
    await d.to('held');
    expect((await correct(d, { proof: null })).status).toBe(409);
  });
});
