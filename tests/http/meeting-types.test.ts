import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonView } from '../../src/features/accounts/contract/people-desk.ts';
import type { ScheduleView } from '../../src/features/scheduling/contract.ts';
import type {
  MeetingHistory,
  MeetingTypeRow,
  MeetingTypes,
} from '../../src/features/reviews/contract/meeting-types.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* What a call is, costs and takes: kept by admins with the flag, ordered, quoted and scheduled by. */

let t: TestApp;
let cast: Cast;
let orgAdmin: Person;
/** Who gives people the flag. */
let keeper: Person;
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world);
  keeper = await t.world.staff('super_admin');
  orgAdmin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  await letEdit(orgAdmin.user_id, true);
});
afterAll(() => t.close());

/** Gives somebody the flag, as the console does. */
async function letEdit(userId: number, value: boolean): Promise<void> {
  const url = `/api/v1/people/${userId}`;
  const { body } = await t.request<PersonView>(keeper, 'GET', url);
  const set = await t.request(keeper, 'PATCH', `${url}/settings`, {
    lock_version: body.lock_version,
    flags: { allow_admin_manage_meeting_types: value },
  });
  expect(set.status).toBe(200);
}
const FIELDS = {
  name: 'Call, 20 minutes',
  gets: 'One question by phone.',
  minutes: 20,
  buffer_before: 0,
  buffer_after: 10,
  price_cents: 31_000,
  report: false,
  retired: false,
};
const url = '/api/v1/meeting_types';
const list = async (who: Person, organization: number | null): Promise<MeetingTypes> =>
  (await t.request<MeetingTypes>(who, 'GET', organization === null ? url : `${url}?organization_id=${organization}`))
    .body;
const typeOf = (view: MeetingTypes, name: string): MeetingTypeRow => {
  const found = view.data.find((one) => one.name === name || one.key === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const add = (who: Person, organization_id: number | null, more: object = {}) =>
  t.request<MeetingTypes>(who, 'POST', url, { organization_id, kind: 'Case', ...FIELDS, ...more });
async function change(who: Person, organization_id: number | null, key: string, more: object) {
  const { name, gets, minutes, buffer_before, buffer_after, price_cents, report, retired, lock_version } = typeOf(
    await list(who, organization_id),
    key,
  );
  const fields = { name, gets, minutes, buffer_before, buffer_after, price_cents, report, retired };
  return t.request<MeetingTypes>(who, 'PUT', `${url}/${key}`, {
    organization_id,
    kind: 'Case',
    lock_version,
    ...fields,
    ...more,
  });
}
const services = async (who: Person) =>
  (
    await t.request<{ options: Record<string, { value: string; label: string }[]> }>(who, 'GET', '/api/v1/cases/fields')
  ).body.options['services']?.map(({ label }) => label) ?? [];
const schedule = (d: CaseDriver, who: Person = d.cast.expert) => d.must<ScheduleView>(who, 'GET', d.url('/schedule'));
/** A case whose call was held. */
const called = async (d: CaseDriver, fields: Record<string, unknown> = {}) => {
  await d.to('timeChosen', { needed_by: '2027-11-30', ...fields });
  t.clock.advance({ days: 3 });
  await t.settle();
  return d.held();
};
const driver = async (): Promise<CaseDriver> => new CaseDriver(inApp(t, await castFor(t.world)));

it('prices are shown to those who see prices, and to no others of the staff', async () => {
  const admin = await t.world.staff('admin');
  const shown = typeOf(await list(admin, null), 'call_45').price_cents;
  expect(shown).toBeGreaterThan(0);
  await letEdit(admin.user_id, true);
  expect((await change(admin, null, 'call_45', { price_cents: (shown ?? 0) + 100 })).status).toBe(200);
  const historyFor = async (who: Person) =>
    (await t.request<MeetingHistory>(who, 'GET', `${url}/call_45/history?kind=Case`)).body.data[0]?.after;
  expect((await historyFor(admin))?.price_cents).toBe((shown ?? 0) + 100);
  for (const role of ['support_agent', 'matching_admin', 'clin_ops'] as const) {
    const who = await t.world.staff(role);
    expect(
      (await list(who, null)).data.map(({ price_cents }) => price_cents).filter((cents) => cents !== null),
    ).toEqual([]);
    expect(await historyFor(who)).toMatchObject({ minutes: 45, price_cents: null });
  }
  expect(
    (
      await t.request(admin, 'POST', `${url}/call_45/go_back`, {
        organization_id: null,
        kind: 'Case',
        lock_version: typeOf(await list(admin, null), 'call_45').lock_version,
      })
    ).status,
  ).toBe(200);
});

it('flag allow_admin_manage_meeting_types on', async () => {
  const view = await list(orgAdmin, cast.organization_id);
  expect(view.change).toEqual({ allowed: true, reason: null });
  expect(typeOf(view, 'call_45')).toMatchObject({ of: 'shipped', minutes: 45, price_cents: 62_500, lock_version: 0 });
  const added = await add(orgAdmin, cast.organization_id);
  expect(added.status).toBe(201);
  expect(typeOf(added.body, FIELDS.name)).toMatchObject({ ...FIELDS, of: 'organization', can_go_back: false });
  expect(await services(cast.requester)).toContain(FIELDS.name);
  // nobody else has it
  const other = await castFor(t.world);
  expect(await services(other.requester)).not.toContain(FIELDS.name);
});

it('flag allow_admin_manage_meeting_types off', async () => {
  const other = await castFor(t.world);
  const reader = await t.world.person({ role: 'org_admin', organization_id: other.organization_id });
  const view = await list(reader, other.organization_id);
  expect(view.change).toMatchObject({ allowed: false, reason: expect.stringContaining('Edits meeting types') });
  expect((await add(reader, other.organization_id)).status).toBe(403);
  expect((await change(reader, other.organization_id, 'call_45', { minutes: 40 })).status).toBe(403);
  // an admin of the platform likewise
  expect((await add(cast.admin, null)).status).toBe(403);
  // and given and taken again
  await letEdit(reader.user_id, true);
  expect((await add(reader, other.organization_id)).status).toBe(201);
  await letEdit(reader.user_id, false);
  expect((await add(reader, other.organization_id, { name: 'Another' })).status).toBe(403);
});

describe('keeping them', () => {
  it('is for one’s own tree: of another organization nothing is there, of the platform’s nothing is changed', async () => {
    const foreign = await castFor(t.world);
    const at = `organization_id=${foreign.organization_id}`;
    expect((await t.request(orgAdmin, 'GET', `${url}?${at}`)).status).toBe(404);
    expect((await t.request(orgAdmin, 'GET', `${url}/call_45/history?kind=Case&${at}`)).status).toBe(404);
    expect((await add(orgAdmin, foreign.organization_id)).status).toBe(404);
    expect((await add(orgAdmin, null)).status).toBe(403);
    const body = { organization_id: foreign.organization_id, kind: 'Case', lock_version: 0 };
    expect((await t.request(orgAdmin, 'PUT', `${url}/call_45`, { ...body, ...FIELDS })).status).toBe(404);
    expect((await t.request(orgAdmin, 'POST', `${url}/call_45/go_back`, body)).status).toBe(404);
    // somebody else's type has no name here
    const { body: theirs } = await add(orgAdmin, cast.organization_id, { name: 'Ours alone' });
    const { key } = typeOf(theirs, 'Ours alone');
    const stranger = await t.world.person({ role: 'org_admin', organization_id: foreign.organization_id });
    await letEdit(stranger.user_id, true);
    expect((await t.request(stranger, 'PUT', `${url}/${key}`, { ...body, ...FIELDS })).status).toBe(404);
  });

  it('refuses what cannot be, at its field, and a name twice', async () => {
    const refused = await add(orgAdmin, cast.organization_id, {
      name: 'Call, 45 minutes',
      minutes: 7,
      buffer_after: -5,
    });
    expect(refused.status).toBe(422);
    expect(refused.problem.errors?.map(({ path }) => path)).toEqual(['name', 'minutes', 'buffer_after']);
    const peer = await add(orgAdmin, cast.organization_id, { kind: 'PeerReview' });
    expect([peer.status, peer.problem.errors?.map(({ path }) => path)]).toEqual([422, ['kind']]);
  });

  it('what is nearest holds; two who change it at once: one, and the other is shown what is new', async () => {
    await letEdit(cast.admin.user_id, true);
    const child = await t.world.organization({ parent_id: cast.organization_id });
    expect((await change(cast.admin, null, 'call_60', { price_cents: 77_700 })).status).toBe(200);
    expect(typeOf(await list(orgAdmin, child), 'call_60')).toMatchObject({ of: 'platform', price_cents: 77_700 });
    const both = await Promise.all(
      [1, 2].map((n) => change(orgAdmin, cast.organization_id, 'call_60', { price_cents: 50_000 + n })),
    );
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409);
    expect(typeOf(lost?.problem.current as unknown as MeetingTypes, 'call_60').lock_version).toBe(1);
    expect(typeOf(await list(cast.admin, child), 'call_60')).toMatchObject({ of: 'organization', is_own: false });

    // back to the platform's, and once more there is nothing to go back to
    const back = (lock_version: number) =>
      t.request<MeetingTypes>(orgAdmin, 'POST', `${url}/call_60/go_back`, {
        organization_id: cast.organization_id,
        kind: 'Case',
        lock_version,
      });
    expect((await back(0)).status).toBe(409);
    const gone = await back(1);
    expect(typeOf(gone.body, 'call_60')).toMatchObject({ of: 'platform', price_cents: 77_700, lock_version: 0 });
    expect((await back(0)).problem.code).toBe('wrong_state');

    const { body } = await t.request<MeetingHistory>(
      orgAdmin,
      'GET',
      `${url}/call_60/history?kind=Case&organization_id=${cast.organization_id}`,
    );
    expect(body.data.map(({ before, after }) => [before?.price_cents, after?.price_cents ?? null])).toEqual([
      [expect.any(Number), null],
      [77_700, expect.any(Number)],
    ]);
    const platform = `${url}/call_60/history?kind=Case`;
    expect((await t.request<MeetingHistory>(orgAdmin, 'GET', platform)).body.data[0]?.by).toBe('Peritus');
    expect((await t.request<MeetingHistory>(cast.admin, 'GET', platform)).body.data[0]?.by).not.toBe('Peritus');
    const rows = await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'organization_id', 'data'])
      .where('subject', '=', `meeting_type:${cast.organization_id}:Case:call_60`)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      {
        action: 'meeting_type.changed',
        organization_id: cast.organization_id,
        data: { before: { price_cents: 77_700 } },
      },
      { action: 'meeting_type.went_back', data: { after: null } },
    ]);
  });
});

describe('an order', () => {
  it('has the price and the length of its type, and keeps both when the type changes or is retired', async () => {
    const d = await driver();
    const own = await t.world.person({ role: 'org_admin', organization_id: d.cast.organization_id });
    await letEdit(own.user_id, true);
    const { body } = await add(own, d.cast.organization_id, { minutes: 25 });
    const { key } = typeOf(body, FIELDS.name);
    await d.draft({ service: key, needed_by: '2027-11-30' });
    const quoted = await d.must<{ quote: { lines: object[] }; services: { service: string }[] }>(
      d.cast.requester,
      'GET',
      d.url('/quote'),
    );
    expect(quoted.quote.lines[0]).toMatchObject({ key: 'service', label: FIELDS.name, cents: 31_000 });
    expect(quoted.services.map(({ service }) => service)).toContain(key);

    await d.to('accepted');
    expect(
      (
        await change(own, d.cast.organization_id, key, {
          minutes: 60,
          price_cents: 99_900,
          name: 'Longer',
          retired: true,
        })
      ).status,
    ).toBe(200);
    expect(await schedule(d)).toMatchObject({ duration_minutes: 25, buffer_before: 0, buffer_after: 10 });
    const detail = await d.must<{ service_label: string; call_minutes: number; quote: { lines: { label: string }[] } }>(
      d.cast.requester,
      'GET',
      d.url(),
    );
    expect(detail).toMatchObject({ service_label: FIELDS.name, call_minutes: 25 });
    expect(detail.quote.lines[0]).toMatchObject({ label: FIELDS.name, cents: 31_000 });
    await called(d);
    expect((await d.must<{ call_minutes: number }>(d.cast.requester, 'GET', d.url())).call_minutes).toBe(25);

    // a new one is not ordered with it
    const later = new CaseDriver(inApp(t, d.cast));
    await later.draft({ service: key });
    const refused = await t.request(d.cast.requester, 'POST', later.url('/submit'), {});
    expect(refused.problem.errors).toMatchObject([
      { path: 'step_four.service', message: 'This is no longer offered. Choose one of the services.' },
    ]);
    expect(await services(d.cast.requester)).not.toContain('Longer');
  });

  it('with a report in its type goes on to the report after the call', async () => {
    const d = await driver();
    const own = await t.world.person({ role: 'org_admin', organization_id: d.cast.organization_id });
    await letEdit(own.user_id, true);
    const { body } = await add(own, d.cast.organization_id, { report: true, name: 'Short call and report' });
    await called(d, { service: typeOf(body, 'Short call and report').key });
    const { status } = await d.must<{ status: { key: string } }>(d.cast.requester, 'GET', d.url());
    expect(status.key).toBe('report_requested');
  });
});

describe('two calls of one expert', () => {
  /** Two cases of one expert in one organization, both waiting for times. */
  async function two(buffers: { buffer_before: number; buffer_after: number }) {
    const a = await driver();
    const own = await t.world.person({ role: 'org_admin', organization_id: a.cast.organization_id });
    await letEdit(own.user_id, true);
    expect((await change(own, a.cast.organization_id, 'call_45', { ...buffers, minutes: 30 })).status).toBe(200);
    const b = new CaseDriver(inApp(t, a.cast));
    await a.to('accepted');
    // another matter, about other people
    const claimant = { name: 'Bo Lindqvist', role: 'claimant', kind: 'person' };
    await b.to('accepted', {
      claimant_first_name: 'Bo',
      claimant_last_name: 'Lindqvist',
      defendants: [{ name: 'Quarry Hill Clinic' }],
      conflict_parties: [claimant],
    });
    const at = (minutes: number): string => {
      const day = new Date(t.clock.now().getTime() + 5 * 86_400_000);
      return new Date(day.setUTCHours(15, 0, 0, 0) + minutes * 60_000).toISOString();
    };
    const offer = (d: CaseDriver, minutes: number[]) =>
      t.request(d.cast.expert, 'POST', d.url('/time_offers'), {
        starts_at: minutes.map(at),
        zone: 'America/New_York',
        outside_working_hours: true,
      });
    const choose = async (d: CaseDriver, minutes: number) => {
      const offers = await d.offers();
      const one = offers.find(({ starts_at }) => starts_at.toISOString() === at(minutes));
      return t.request(d.cast.requester, 'POST', d.url('/call'), { offer_id: one?.id, zone: 'America/Chicago' });
    };
    return { a, b, offer, choose };
  }

  it('stand apart by the time kept free after one and before the other, which offers and choices respect alike', async () => {
    const { a, b, offer, choose } = await two({ buffer_before: 15, buffer_after: 30 });
    expect((await offer(a, [0, 405, 810])).status).toBe(200);
    expect((await offer(b, [60, 75, 705])).status).toBe(200);
    expect((await choose(a, 0)).status).toBe(200);
    // the call ends at 30 and keeps 30 free; the next keeps 15 before it: 75 is the first that fits
    const shown = await schedule(b, b.cast.requester);
    expect(shown.offers.map(({ status }) => status)).toEqual(['taken', 'open', 'open']);
    expect((await choose(b, 60)).problem.code).toBe('slot_taken');
    // and 60 is not offered anew
    const refused = await offer(b, [45, 720, 735]);
    expect(refused.problem.errors).toMatchObject([{ path: 'starts_at.0' }]);
    expect((await choose(b, 75)).status).toBe(200);
  });

  it('chosen at the same moment too close to each other: one is set, whichever comes first', async () => {
    const { a, b, offer, choose } = await two({ buffer_before: 0, buffer_after: 45 });
    await offer(a, [0, 405, 810]);
    await offer(b, [60, 1005, 1200]);
    const answers = await Promise.all([choose(a, 0), choose(b, 60)]);
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('slot_taken');
    const { rows } = await t.app.services.database.pool.query<{ n: number }>(
      `select count(*)::int as n from appointments where status = 'scheduled' and review_id in ($1, $2)`,
      [a.id, b.id],
    );
    expect(rows[0]?.n).toBe(1);
  });
});
