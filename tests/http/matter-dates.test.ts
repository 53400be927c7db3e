import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MatterDatesView, MatterRules } from '../../src/features/matter-dates/contract.ts';
import type { readSection } from '../../src/features/reviews/contract.ts';
import type { Out } from '../../src/core/endpoint.ts';
import { addDays } from '../../src/core/durations.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { asSent } from '../harness/mails.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Dates of a matter: out of the order, entered, computed by rules, reminded of. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const matter = () => new LegalDriver(inApp(t, cast));
const read = async (d: LegalDriver, who: Person = cast.requester): Promise<MatterDatesView> => {
  const answer = await t.request<MatterDatesView>(who, 'GET', d.url('/matter_dates'));
  expect(answer.status).toBe(200);
  return answer.body;
};
const post = (d: LegalDriver, who: Person, path: string, body: unknown) =>
  t.request<MatterDatesView & { code?: string }>(who, 'POST', d.url(`/matter_dates/${path}`), body);
const keep = (d: LegalDriver, dates: readonly object[], who: Person = cast.requester) =>
  post(d, who, 'keep', { dates });
const short = ({ dates }: MatterDatesView) => dates.map(({ type, day, from }) => `${type} ${day} ${from}`);
const today = () => t.clock.now().toISOString().slice(0, 10);
const written = async (d: LegalDriver, { email }: Person): Promise<string[]> =>
  (
    await t.world.db
      .selectFrom('mails')
      .selectAll()
      .where('review_id', '=', d.id)
      .where('to_email', '=', email)
      .where('template', '=', 'matter_date_ahead')
      .orderBy('id')
      .execute()
  ).map((mail) => asSent(t.app.services.keys, mail).subject);

describe('one truth for each date', () => {
  it('begins with the order’s dates; what is entered changes the order, and what the order changes is seen here', async () => {
    const d = matter();
    await d.draft({ court: 'District Court', federal: false });
    await d.to('accepted');
    const [disclosure, trial] = (await read(d)).dates;
    expect([disclosure?.type, disclosure?.from, trial?.type, trial?.from]).toEqual([
      'disclosure',
      'order',
      'trial',
      'order',
    ]);
    const moved = addDays(trial?.day ?? '', 14);
    const entered = await keep(d, [
      { type: 'trial', day: moved, time_of_day: '09:00', source: 'Order of January 12', was: trial?.day },
      { type: 'rebuttal', day: addDays(moved, -60), was: null },
      { type: 'other', label: 'Mediation', day: addDays(moved, -30), was: null },
    ]);
    expect(entered.status).toBe(200);
    expect(short(entered.body)).toEqual([
      `disclosure ${disclosure?.day} order`,
      `rebuttal ${addDays(moved, -60)} entered`,
      `other ${addDays(moved, -30)} entered`,
      `trial ${moved} entered`,
    ]);
    const section = await t.request<Out<typeof readSection>>(cast.requester, 'GET', d.url('/sections/step_one'));
    expect(section.body.data['trial_on']).toBe(moved);
    // the order is changed on its own page: the time and source of another day say nothing any more
    const saved = await t.request(cast.requester, 'PUT', d.url('/sections/step_one'), {
      version: section.body.version,
      data: { ...section.body.data, trial_on: addDays(moved, 7) },
    });
    expect(saved.status).toBe(200);
    expect((await read(d)).dates.at(-1)).toMatchObject({
      type: 'trial',
      day: addDays(moved, 7),
      time_of_day: null,
      from: 'order',
    });
    const removed = await post(d, cast.requester, 'remove', { type: 'trial', was: addDays(moved, 7) });
    expect(short(removed.body).some((one) => one.startsWith('trial'))).toBe(false);
    // the expert reads them and enters none
    const seen = await read(d, cast.expert);
    expect([seen.can.write, seen.dates.length]).toEqual([false, 3]);
    const calendar = await t.request<{ ics: string }>(cast.expert, 'GET', d.url('/matter_dates/calendar'));
    const events = new ICAL.Component(ICAL.parse(calendar.body.ics)).getAllSubcomponents('vevent');
    expect(events.map((one) => String(one.getFirstPropertyValue('summary')).replace(/^\S+ /, ''))).toEqual([
      'Expert disclosure',
      'Rebuttal',
      'a date of the matter',
    ]);
    expect(String(events[1]?.getFirstPropertyValue('dtstart'))).toBe(addDays(moved, -60));
    expect(calendar.body.ics).not.toContain('Mediation');
  });

  it('refuses a foreign matter, who may not, a matter that is over, and what somebody else changed', async () => {
    const d = matter();
    await d.to('accepted');
    const trial = (await read(d)).dates.find(({ type }) => type === 'trial');
    const change = { type: 'trial', day: addDays(trial?.day ?? '', 1), was: trial?.day };
    const foreign = await castFor(t.world);
    expect((await keep(d, [change], foreign.requester)).status).toBe(404);
    for (const who of [foreign.requester, foreign.expert])
      expect((await t.request(who, 'GET', d.url('/matter_dates'))).status).toBe(404);
    for (const who of [cast.expert, cast.clinOps]) expect((await keep(d, [change], who)).status).toBe(403);
    expect((await post(d, cast.expert, 'remove', { type: 'trial', was: trial?.day })).status).toBe(403);
    // matching reads no contents
    expect((await t.request(cast.matching, 'GET', d.url('/matter_dates'))).status).toBe(404);
    const stale = await keep(d, [{ ...change, was: addDays(trial?.day ?? '', 5) }]);
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((await keep(d, [{ type: 'other', day: '2030-01-01', was: null }])).status).toBe(422);
    expect((await keep(d, [{ type: 'trial', day: '1999-01-01', was: trial?.day }])).status).toBe(422);
    await d.to('delivered');
    await d.concluded();
    expect((await keep(d, [change])).status).toBe(409);
    expect((await post(d, cast.requester, 'remove', { type: 'trial', was: trial?.day })).status).toBe(409);
  });
});

describe('dates by rules', () => {
  it('are computed with their working, give way to what was ordered, and follow what staff write', async () => {
    const d = matter();
    await d.draft({ federal: true, disclosure_deadline: null });
    await d.to('accepted');
    const first = (await read(d)).dates.find(({ type }) => type === 'disclosure');
    expect(first).toMatchObject({
      from: 'computed',
      ball: 'requester',
      by_rule: { source: 'Fed. R. Civ. P. 26(a)(2)(D)(i), 6(a)', reviewed_by: '' },
    });
    expect(first?.by_rule?.working).toMatch(/^90 days before the trial \(/);
    const ordered = addDays(first?.day ?? '', -10);
    const entered = await keep(d, [{ type: 'disclosure', day: ordered, was: null }]);
    expect(entered.body.dates.find(({ type }) => type === 'disclosure')).toMatchObject({
      day: ordered,
      from: 'entered',
      by_rule: { day: first?.day },
    });
    const removed = await post(d, cast.requester, 'remove', { type: 'disclosure', was: ordered });
    expect(removed.body.dates.find(({ type }) => type === 'disclosure')?.day).toBe(first?.day);

    const rules = await t.request<MatterRules>(cast.clinOps, 'GET', '/api/v1/matter_rules');
    const rule = rules.body.data.find(({ key }) => key === 'disclosure');
    const write = (who: Person, body: object) =>
      t.request<MatterRules & { code?: string }>(who, 'POST', '/api/v1/matter_rules/disclosure', body);
    const terms = { ...rule?.terms, days: 120, read_on: today(), reviewed_by: 'Ruth Aldane' };
    expect((await write(cast.requester, { version: 0, terms, reason: 'Local.' })).status).toBe(403);
    expect((await write(cast.clinOps, { version: 4, terms, reason: 'Local.' })).body.code).toBe('stale');
    expect((await write(cast.clinOps, { version: 0, terms: { ...terms, source: '' }, reason: 'Local.' })).status).toBe(
      422,
    );
    expect((await write(cast.clinOps, { version: 0, terms, reason: 'Local rule.' })).status).toBe(200);
    await t.settle();
    const later = (await read(d)).dates.find(({ type }) => type === 'disclosure');
    expect((later?.day ?? '') < (first?.day ?? '')).toBe(true);
    expect(later?.by_rule).toMatchObject({ reviewed_by: 'Ruth Aldane' });
    // an ended rule gives nothing
    expect((await write(cast.clinOps, { version: 1, terms: null, reason: 'Repealed.' })).status).toBe(200);
    expect((await write(cast.clinOps, { version: 2, terms: null, reason: 'Again.' })).status).toBe(409);
    expect((await read(d)).dates.some(({ type }) => type === 'disclosure')).toBe(false);
  });
});

describe('reminders', () => {
  it('go to whoever has the ball, follow a date that moved, and name nobody', async () => {
    const d = matter();
    await d.draft({ disclosure_deadline: null, no_schedule: true, trial_on: null });
    await d.to('accepted');
    const rebuttal = addDays(today(), 20);
    const trial = addDays(today(), 40);
    expect(
      (
        await keep(d, [
          { type: 'rebuttal', day: rebuttal, was: null },
          { type: 'trial', day: trial, was: null },
          { type: 'other', label: 'Deposition of Ana Ferrante', day: addDays(today(), 20), was: null },
        ])
      ).status,
    ).toBe(200);
    // it moves: what was set for the day before says nothing
    expect((await keep(d, [{ type: 'trial', day: addDays(trial, 10), was: trial }])).status).toBe(200);
    t.clock.advance({ hours: 24 * 13 + 12 });
    await t.settle();
    // the one for 14 days comes too late beside that for 7
    expect(await written(d, cast.expert)).toEqual([expect.stringContaining('the rebuttal in 7 days')]);
    const asked = await written(d, cast.requester);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('a date of the matter in 7 days');
    const mails = await t.world.db.selectFrom('mails').selectAll().where('review_id', '=', d.id).execute();
    for (const mail of mails) expect(JSON.stringify(asSent(t.app.services.keys, mail))).not.toContain('Ana Ferrante');
  });
});
