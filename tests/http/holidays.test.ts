import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HolidayCalendar, HolidayEffect } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let admin: Person;
let support: Person;
beforeAll(async () => {
  t = await testApp();
  admin = await t.world.person({ role: 'admin', first_name: 'Noor', last_name: 'Haddad' });
  support = await t.world.staff('support_agent');
});
afterAll(() => t.close());

const URL = '/api/v1/holidays';
const calendar = async (query: string, who = support) =>
  (await t.request<HolidayCalendar>(who, 'GET', `${URL}?${query}`)).body;
const add = (who: Person, day: string, state: string | null = null, reason = 'Day of mourning') =>
  t.request<{ id: number }>(who, 'POST', URL, { day, state, reason });
const audited = (id: number) =>
  t.world.db
    .selectFrom('audit_rows')
    .select(['action', 'data'])
    .where('subject', '=', `holiday:${id}`)
    .orderBy('id')
    .execute();

it('says the days of a year by name, federal and of a state', async () => {
  const federal = await calendar('year=2026');
  expect(federal.days.map(({ day, name }) => `${day} ${name}`)).toEqual([
    '2026-01-01 New Year’s Day',
    '2026-01-19 Birthday of Martin Luther King, Jr.',
    '2026-02-16 Washington’s Birthday',
    '2026-05-25 Memorial Day',
    '2026-06-19 Juneteenth',
    '2026-07-03 Independence Day, observed',
    '2026-07-04 Independence Day',
    '2026-09-07 Labor Day',
    '2026-10-12 Columbus Day',
    '2026-11-11 Veterans Day',
    '2026-11-26 Thanksgiving Day',
    '2026-12-25 Christmas Day',
  ]);
  const alaska = await calendar('year=2026&state=AK');
  expect(alaska.days.find(({ sort }) => sort === 'not_kept')).toMatchObject({ day: '2026-10-12' });
  expect(alaska.days.filter(({ sort }) => sort === 'state').length).toBeGreaterThan(0);
  expect(alaska.statute).toMatch(/Alaska|AS /);
  expect((await t.request(support, 'GET', `${URL}?year=1900`)).status).toBe(400);
  const requester = await t.world.consultant(await t.world.organization());
  expect((await t.request(requester, 'GET', `${URL}?year=2026`)).status).toBe(403);
});

it('a day is added by administrators with its reason, and counted as no business day from then on', async () => {
  const cast = await castFor(t.world);
  const d = await new CaseDriver(inApp(t, cast)).to('submitted');
  const today = t.clock.now().toISOString().slice(0, 10);
  const earliest = async () =>
    (await t.request<{ earliest_needed_by: { standard: string } }>(cast.requester, 'GET', '/api/v1/cases/fields')).body
      .earliest_needed_by.standard;
  // the first business day from tomorrow on
  const federal = new Set((await calendar(`year=${today.slice(0, 4)}`)).days.map(({ day }) => day));
  let day = today;
  do day = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  while (new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0 || federal.has(day));
  const before = await earliest();

  const effect = (await t.request<HolidayEffect>(support, 'GET', `${URL}/effect?day=${day}`)).body;
  expect([effect.fault, effect.data.some(({ id }) => id === d.id), effect.total]).toEqual([
    null,
    true,
    effect.data.length,
  ]);

  expect((await add(support, day)).status).toBe(403);
  expect((await add(cast.requester, day)).status).toBe(403);
  expect((await add(admin, '2020-01-06')).problem.errors[0]?.message).toMatch(/has passed/);
  expect((await add(admin, '2030-05-04')).problem.errors[0]?.message).toMatch(/weekend/);
  expect((await add(admin, '2030-12-25')).status).toBe(422);
  expect((await t.request(admin, 'POST', URL, { day: 'soon', state: null, reason: 'x' })).status).toBe(400);

  const due = (await t.world.db.selectFrom('reviews').select('due_at').where('id', '=', d.id).executeTakeFirstOrThrow())
    .due_at;
  const made = await add(admin, day);
  expect(made.status).toBe(201);
  expect((await add(admin, day)).status).toBe(422);
  const after = await earliest();
  expect(after > before).toBe(true);
  // what stands keeps its time
  expect(
    (await t.world.db.selectFrom('reviews').select('due_at').where('id', '=', d.id).executeTakeFirstOrThrow()).due_at,
  ).toEqual(due);
  const shown = (await calendar(`year=${day.slice(0, 4)}&state=TX`)).days.find((one) => one.added?.id === made.body.id);
  expect(shown).toMatchObject({
    day,
    name: 'Day of mourning',
    sort: 'added',
    added: { everywhere: true, by: 'Noor Haddad', remove: { allowed: false } },
  });

  expect((await t.request(support, 'POST', `${URL}/${made.body.id}/remove`)).status).toBe(403);
  expect((await t.request(admin, 'POST', `${URL}/999999/remove`)).status).toBe(404);
  expect((await t.request(admin, 'POST', `${URL}/${made.body.id}/remove`)).status).toBe(200);
  expect((await t.request(admin, 'POST', `${URL}/${made.body.id}/remove`)).status).toBe(409);
  expect(await earliest()).toBe(before);
  expect((await calendar(`year=${day.slice(0, 4)}`)).taken_back).toMatchObject([{ day, by: 'Noor Haddad' }]);
  const value = { day, state: null, reason: 'Day of mourning' };
  expect(await audited(made.body.id)).toEqual([
    { action: 'holiday.add', data: { before: null, after: value } },
    { action: 'holiday.remove', data: { before: value, after: null } },
  ]);
});

it('a state’s day holds there alone, and one that has passed is not taken back', async () => {
  const made = await add(admin, '2027-02-10', 'TX', 'Ice storm');
  expect((await calendar('year=2027&state=TX')).days.some(({ name }) => name === 'Ice storm')).toBe(true);
  expect((await calendar('year=2027&state=OH')).days.some(({ name }) => name.startsWith('Ice storm'))).toBe(false);
  t.clock.set(new Date('2027-02-12T15:00:00Z'));
  const fresh = await t.world.staff('admin');
  expect((await t.request(fresh, 'POST', `${URL}/${made.body.id}/remove`)).status).toBe(409);
});
