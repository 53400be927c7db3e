import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays } from '../../src/core/durations.ts';
import { dateText } from '../../src/core/dates.ts';
import type { ExamineeView, VisitView } from '../../src/features/examinees/contract.ts';
import type { ExamView } from '../../src/features/exams/contract.ts';
import type { ExamRuleEffect, ExamRules, ExamRuleView } from '../../src/features/exams/contract/jurisdictions.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { ImeDriver } from '../harness/ime-driver.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';

/* What states ask of exams, as staff keep it: versions, what one more changes, and that it then changes just that. */

let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

type Terms = ExamRuleView['holds'];
const WC = 'workers_compensation';
const at = (state: string, line?: string): string =>
  `/api/v1/exam_rules/${state}${line === undefined ? '' : `?coverage=${line}`}`;
const rule = async (state: string, line?: string): Promise<ExamRuleView> =>
  (await t.request<ExamRuleView>(cast.clinOps, 'GET', at(state, line))).body;
const today = (): string => t.clock.now().toISOString().slice(0, 10);
const version = (terms: Terms | null, from_on = today(), coverage: string | null = WC) => ({
  coverage,
  from_on,
  terms,
});
type Version = ReturnType<typeof version>;
const effect = (state: string, one: Version) =>
  t.request<ExamRuleEffect>(cast.clinOps, 'POST', `${at(state)}/effect`, one);
async function write(state: string, one: Version, more: { version?: number; seal?: string } = {}) {
  const shown = more.seal ?? (await effect(state, one)).body.seal;
  return t.request<ExamRuleView>(cast.clinOps, 'POST', at(state), {
    ...one,
    version: more.version ?? (await rule(state, one.coverage ?? undefined)).version,
    reason: 'The rule was amended',
    seal: shown,
  });
}
const exam = async (d: ImeDriver): Promise<ExamView> =>
  (await t.request<ExamView>(d.cast.requester, 'GET', d.url('/exam'))).body;
const driven = async (to: string, state: string): Promise<ImeDriver> => {
  // each with people of its own: examiners have one calendar
  const d = new ImeDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
  await d.to(to as 'served', { jurisdiction_state: state, coverage: WC });
  return d;
};

it('every state is there; one without a rule takes the default and says so', async () => {
  const { body } = await t.request<ExamRules>(cast.clinOps, 'GET', '/api/v1/exam_rules');
  expect(body.data).toHaveLength(52);
  expect(body.data[0]).toMatchObject({ state: 'elsewhere', rules: [{ spans: expect.stringContaining('14 days') }] });
  expect(body.data.find(({ state }) => state === 'NY')?.rules).toMatchObject([
    { coverage: WC, source: '12 NYCRR 300.2', read_on: '2026-11-01' },
  ]);
  expect(body.data.find(({ state }) => state === 'TX')?.rules).toEqual([]);
  expect(await rule('TX', WC)).toMatchObject({
    of: 'default',
    versions: [],
    version: 0,
    holds: { read_on: '2026-11-01' },
  });
  expect((await t.request(cast.clinOps, 'GET', at('elsewhere', WC))).status).toBe(404);
});

it('what is shown before is what then holds: set exams move with it, served ones stay', async () => {
  const [offered, set, served] = [
    await driven('offered', 'GA'),
    await driven('timeChosen', 'GA'),
    await driven('served', 'GA'),
  ];
  const before = await exam(set);
  const { holds } = await rule('GA', WC);
  const terms: Terms = {
    ...holds,
    notice: { days: 20, of: 'calendar' },
    report: { days: 3, of: 'business' },
    by_mail: true,
    recording: 'Video is not taken.',
    source: 'Ga. Code § 34-9-202',
  };
  const shown = (await effect('GA', version(terms))).body;
  expect(shown).toMatchObject({ changed: 4, stay: 1 });
  // three are on offer, one is set
  expect(shown.data.filter(({ what }) => what === 'offered').map(({ review_id }) => review_id)).toEqual([
    offered.id,
    offered.id,
    offered.id,
  ]);
  const own = shown.data.find(({ what }) => what === 'set');
  const held_on = before.appointment!.starts_at.slice(0, 10);
  expect(own).toMatchObject({
    review_id: set.id,
    before: { notice_by: addDays(held_on, -14), by_mail: false },
    after: { notice_by: addDays(held_on, -20), by_mail: true },
    late: false,
  });

  expect((await write('GA', version(terms), { seal: shown.seal })).status).toBe(200);
  const after = await exam(set);
  expect(after.appointment?.notice_by).toBe(own?.after.notice_by);
  expect(after.rule).toMatchObject({ title: 'Rule of Georgia', source: 'Ga. Code § 34-9-202' });
  expect(after.rule.says).toContain('Video is not taken.');
  for (const offer of (await exam(offered)).offers)
    expect(offer.notice_by).toBe(
      shown.data.find(({ starts_at, what }) => what === 'offered' && starts_at === offer.starts_at)?.after.notice_by,
    );
  expect((await exam(served)).rule.title).toBe('No rule was entered for Georgia when it was set: default, 14 days');
  // what was asked of the notice is asked now
  const byHand = { ...set.proof(), notices: [{ ...(set.proof()['notices'] as object[])[0], method: 'in_person' }] };
  const refused = await t.request(set.cast.clinOps, 'POST', set.url('/exam/notices'), byHand);
  expect(refused.problem?.errors).toEqual([{ path: 'notices.0.method', message: 'The rule asks for it by post.' }]);

  // the report is due when it was said to be
  await set.to('served');
  t.clock.advance({ minutes: (Date.parse(after.appointment!.starts_at) - t.clock.now().getTime()) / 60_000 + 5 });
  await t.settle();
  await set.to('held');
  const { report_due_at } = await t.world.db
    .selectFrom('reviews')
    .select('report_due_at')
    .where('id', '=', set.id)
    .executeTakeFirstOrThrow();
  expect(report_due_at?.toISOString().slice(0, 10)).toBe(own?.after.report_due);
  const trail = await t.world.db
    .selectFrom('audit_rows')
    .select(['action', 'subject', 'review_id'])
    .where('action', 'in', ['exam_rule.written', 'exam.rule_changed'])
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { action: 'exam.rule_changed', subject: null, review_id: set.id },
    { action: 'exam_rule.written', subject: `exam_rule:GA:${WC}`, review_id: null },
  ]);
});

it('a notice that would be too late is said before; its offers lapse, its exam has to be moved', async () => {
  const [offered, set] = [await driven('offered', 'IA'), await driven('timeChosen', 'IA')];
  const terms = { ...(await rule('IA', WC)).holds, notice: { days: 60, of: 'calendar' as const } };
  const shown = (await effect('IA', version(terms))).body;
  expect(shown.data.map(({ late }) => late)).toEqual([true, true, true, true]);
  expect((await write('IA', version(terms))).status).toBe(200);
  await t.settle();
  expect(await offered.status()).toBe('scheduling');
  expect((await exam(set)).appointment?.notice_days_left).toBeLessThan(0);
  const proof = await t.request(set.cast.clinOps, 'POST', set.url('/exam/notices'), set.proof());
  expect(proof.problem?.errors[0]?.message).toMatch(/^Too late/);
  const told = await t.world.db.selectFrom('mails').select('template').where('review_id', '=', set.id).execute();
  expect(told.map(({ template }) => template)).toContain('exam_notice_due');
});

it('a version that holds later leaves what is held before, and the one of the day counts for what is offered', async () => {
  const set = await driven('timeChosen', 'KS');
  const later = addDays(today(), 60);
  const terms = {
    ...(await rule('KS', WC)).holds,
    notice: { days: 7, of: 'calendar' as const },
    source: 'K.A.R. 51-9',
  };
  expect((await effect('KS', version(terms, later))).body).toMatchObject({ changed: 0, stay: 0 });
  expect((await write('KS', version(terms, later))).body).toMatchObject({
    of: 'default',
    versions: [{ standing: 'ahead', from_on: later, by: expect.any(String), reason: 'The rule was amended' }],
  });
  expect((await exam(set)).rule.title).toBe('No rule entered for Kansas: default, 14 days');
  const d = await driven('accepted', 'KS');
  const starts = d.starts(62)[0]!;
  await t.request(d.cast.expert, 'POST', d.url('/exam/offers'), { offers: [{ site_id: d.site, starts_at: starts }] });
  expect((await exam(d)).offers[0]?.notice_by).toBe(addDays(starts.slice(0, 10), -7));
});

it('who was slower loses nothing, and what changes unseen is not saved', async () => {
  const { holds, version: first } = await rule('NE', WC);
  const mine = version({ ...holds, source: 'Mine' });
  const { seal } = (await effect('NE', mine)).body;
  expect((await write('NE', version({ ...holds, source: 'Theirs' }))).status).toBe(200);
  const lost = await t.request(cast.clinOps, 'POST', at('NE'), { ...mine, version: first, reason: 'Mine', seal });
  expect(lost.status).toBe(409);
  expect(lost.problem).toMatchObject({ code: 'stale', current: { version: 1, holds: { source: 'Theirs' } } });

  // between the look and the word an exam was set
  const shown = (await effect('NE', mine)).body;
  await driven('timeChosen', 'NE');
  const other = await write('NE', mine, { seal: shown.seal });
  expect(other.problem).toMatchObject({
    code: 'stale',
    detail: 'What it changes is different by now. Look at it again.',
  });
  expect((await write('NE', mine)).status).toBe(200);
});

it('refuses a past day, an end of what is not there, and a default that is nothing', async () => {
  const { holds } = await rule('ND', WC);
  const paths = async (one: Version, state = 'ND') =>
    (await effect(state, one)).problem?.errors.map(({ path }) => path);
  expect(await paths(version(holds, addDays(today(), -2)))).toEqual(['from_on']);
  expect(await paths(version({ ...holds, source: '' }))).toEqual(['terms.source']);
  expect(await paths(version(null, today(), null), 'elsewhere')).toEqual(['terms']);
  expect((await write('ND', version(null))).status).toBe(409);
  expect((await effect('QQ', version(holds))).status).toBe(400);

  // one that is ended is over, and stays readable
  expect((await write('ND', version({ ...holds, source: 'N.D. Cent. Code § 65-05-28' }))).status).toBe(200);
  const ended = await write('ND', version(null));
  expect(ended.body).toMatchObject({
    of: 'default',
    versions: [
      { version: 2, terms: null, standing: 'holds' },
      { version: 1, terms: { source: 'N.D. Cent. Code § 65-05-28' }, standing: 'over' },
    ],
  });
  // the default changes where nothing is entered, and nowhere else
  const { holds: usual } = await rule('elsewhere');
  const [nowhere, entered] = [await driven('timeChosen', 'ND'), await driven('timeChosen', 'MA')];
  const shown = (await effect('elsewhere', version({ ...usual, notice: { days: 12, of: 'calendar' } }, today(), null)))
    .body;
  const ids = shown.data.map(({ review_id }) => review_id);
  expect(ids).toContain(nowhere.id);
  expect(ids).not.toContain(entered.id);
});

it('the attorney is served instead of the examinee where the rule says so, and without it both are', async () => {
  const attorney = {
    represented: true,
    attorney_name: 'Lee Ortiz',
    attorney_address: '1 Court Square, Atlanta',
    attorney_email: 'ortiz@law.test',
  };
  const ordered = async (): Promise<ImeDriver> => {
    const d = new ImeDriver(inApp(t, await castFor(t.world, PASSWORD_HASH)));
    await d.to('timeChosen', {
      ...attorney,
      jurisdiction_state: 'SC',
      coverage: WC,
      examinee_email: 'marta.solis@mail.example',
    });
    return d;
  };
  const toServe = async (d: ImeDriver) =>
    (await t.request<ExamView>(d.cast.clinOps, 'GET', d.url('/exam'))).body.to_serve?.recipients.map(
      ({ recipient }) => recipient,
    );
  const serve = (d: ImeDriver, notices: unknown[]) =>
    t.request(d.cast.clinOps, 'POST', d.url('/exam/notices'), { ...d.proof(), notices });
  const [beside, instead] = [await ordered(), await ordered()];
  const [own] = beside.proof()['notices'] as Record<string, unknown>[];
  const theirs = { recipient: 'attorney', name: 'Lee Ortiz', address: '1 Court Square, Atlanta', method: 'mail' };
  const messages = async (answer: ReturnType<typeof serve>) =>
    (await answer).problem?.errors.map(({ message }) => message);

  expect(await toServe(beside)).toEqual(['examinee', 'attorney']);
  expect(await messages(serve(beside, [own]))).toEqual(['The examinee has an attorney, whose notice is missing.']);
  expect(await messages(serve(beside, [theirs]))).toEqual(['The examinee’s own notice is missing.']);
  expect((await serve(beside, [own, theirs])).status).toBe(200);

  const terms: Terms = { ...(await rule('SC', WC)).holds, attorney: 'instead', source: 'Made up for a test' };
  const shown = (await effect('SC', version(terms))).body;
  expect(shown).toMatchObject({
    changed: 1,
    stay: 1,
    data: [{ review_id: instead.id, before: { attorney: 'beside' }, after: { attorney: 'instead' } }],
  });
  expect((await write('SC', version(terms))).status).toBe(200);
  // what was served by both stays served
  expect((await exam(beside)).rule.says).toContain('Where the examinee has an attorney, the notice goes to both.');
  expect((await exam(instead)).rule.says).toContain(
    'Where the examinee has an attorney, the notice goes to the attorney instead of the examinee.',
  );
  expect(await toServe(instead)).toEqual(['attorney']);

  const letters = await t.request<ExamineeView>(instead.cast.clinOps, 'POST', instead.url('/examinee/letters'), {});
  expect(letters.body).toMatchObject({ through_attorney: true, letters: [{ recipient: 'attorney', version: 1 }] });
  const { storage_key } = await t.world.db
    .selectFrom('examinee_letters')
    .select('storage_key')
    .where('review_id', '=', instead.id)
    .executeTakeFirstOrThrow();
  const said = await pdfText(
    Buffer.concat((await (await t.app.services.storage.read(storage_key)).toArray()) as Buffer[]),
  );
  expect(said).toContain('Dear Marta Solis');
  expect(said).toContain('This notice goes to your attorney, Lee Ortiz, instead of you');
  // nor is the link mailed past the attorney
  const link = await t.request(instead.cast.clinOps, 'POST', instead.url('/examinee/link'), {});
  expect(link.body).toMatchObject({ mailed: false });

  expect(await messages(serve(instead, [own]))).toEqual(['The examinee has an attorney, whose notice is missing.']);
  for (const part of ['/exam', '/examinee'])
    expect((await t.request(beside.cast.requester, 'GET', instead.url(part))).status).toBe(404);
  expect((await serve(instead, [theirs])).status).toBe(200);
  expect(await instead.status()).toBe('notices_sent');
  expect((await serve(instead, [theirs])).status).toBe(409);
});

it('days a rule names are kept with the exam: when it is confirmed in writing, and called off in time', async () => {
  const florida = await driven('timeChosen', 'FL');
  const set = await exam(florida);
  const confirm_by = addDays(today(), 5);
  const starts = Date.parse(set.appointment!.starts_at);
  expect(set.appointment).toMatchObject({
    confirm: { by: confirm_by, late: false },
    call_off_until: new Date(starts - 24 * 3_600_000).toISOString(),
  });
  // California counts days, to the end of the last one where the exam is held
  const california = await driven('timeChosen', 'CA');
  const there = (await exam(california)).appointment!;
  const sixth = addDays(there.starts_at.slice(0, 10), -6);
  expect(there).toMatchObject({ confirm: null, call_off_until: `${addDays(sixth, 1)}T04:59:00.000Z` });
  expect((await exam(await driven('timeChosen', 'OH'))).appointment).toMatchObject({
    confirm: null,
    call_off_until: null,
  });

  // the examinee reads theirs, in their letter and on their page
  const made = await t.request<{ address: string }>(florida.cast.clinOps, 'POST', florida.url('/examinee/link'), {});
  const opened = await t.request<VisitView>(null, 'POST', '/api/v1/exam_visit/open', {
    token: made.body.address.split('/').at(-1),
  });
  expect(opened.body.law).toMatchObject({
    state: 'Florida',
    call_off_until: new Date(starts - 24 * 3_600_000).toISOString(),
  });
  expect((await t.request(california.cast.requester, 'GET', florida.url('/exam'))).status).toBe(404);

  // who serves is alarmed two days before, and again before it is too late altogether
  const alarms = async () =>
    (
      await t.world.db
        .selectFrom('mails')
        .select('subject')
        .where('review_id', '=', florida.id)
        .where('template', '=', 'exam_notice_due')
        .where('to_user_id', '=', florida.cast.clinOps.user_id)
        .orderBy('id')
        .execute()
    ).map(({ subject }) => subject);
  expect(await alarms()).toEqual([]);
  t.clock.advance({ days: 4 });
  await t.settle();
  const [first] = await alarms();
  expect(first).toContain(dateText(confirm_by, 'medium'));
  t.clock.advance({ days: 2 });
  await t.settle();
  expect((await exam(florida)).appointment?.confirm).toEqual({ by: confirm_by, late: true });
  t.clock.advance({ days: 16 });
  await t.settle();
  expect(await alarms()).toHaveLength(2);
  // it is late for that, and in time for the exam
  await florida.served();
  const { appointment } = await exam(florida);
  expect(appointment).toMatchObject({ served_on: today(), confirm: { late: true } });

  // another rule has other days, as long as the notice is not served
  const { holds } = await rule('CA', WC);
  const terms: Terms = { ...holds, call_off: { count: 12, of: 'hours' }, confirm: { days: 40, of: 'business' } };
  expect((await effect('CA', version({ ...terms, call_off: { count: 367, of: 'hours' } }))).problem?.errors).toEqual([
    { path: 'terms.call_off', message: 'Enter 0 to 366 hours.' },
  ]);
  expect((await write('CA', version(terms))).status).toBe(200);
  expect((await exam(california)).appointment?.call_off_until).toBe(
    new Date(Date.parse(there.starts_at) - 12 * 3_600_000).toISOString(),
  );
});
