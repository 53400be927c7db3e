import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExpertDeskView, ExpertRow } from '../../src/features/experts/contract/experts-desk.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { samplePdf } from '../../src/platform/inspect/samples.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let cast: Cast;
let support: Person;
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world);
  support = await t.world.staff('support_agent');
});
afterAll(() => t.close());

const url = (profileId: number, rest = '') => `/api/v1/experts/${profileId}${rest}`;
const read = async (profileId: number, who = cast.clinOps) =>
  (await t.request<ExpertDeskView>(who, 'GET', url(profileId))).body;
const standing = (profileId: number, action: string, who = cast.clinOps, reason = 'On leave.') =>
  t.request<ExpertDeskView>(who, 'POST', url(profileId, '/standing'), { action, reason });

describe('an expert at the desk', () => {
  test('whose license ended is found by it, verified anew, and can be invited again', async () => {
    const { profile_id } = cast.expert;
    const d = new CaseDriver(inApp(t, cast));
    await d.to('released');
    const ranked = async () =>
      (await d.must<MatchingBoard>(cast.matching, 'GET', d.url('/matching'))).ranking.candidates.some(
        (one) => one.profile_id === profile_id,
      );
    await t.world.db
      .updateTable('credentials')
      .set({ expires_on: '2026-11-01' })
      .where('expert_profile_id', '=', profile_id)
      .execute();
    expect(await ranked()).toBe(false);
    const ended = await t.request<{ data: ExpertRow[] }>(cast.clinOps, 'GET', '/api/v1/experts?ending=ended');
    expect(ended.body.data.map((one) => [one.profile_id, one.lapsed])).toEqual([[profile_id, true]]);
    const [paper] = (await read(profile_id)).papers;
    expect(paper).toMatchObject({ sort: 'license', holds: false });
    const verify = (body: object) =>
      t.request<ExpertDeskView>(cast.clinOps, 'PUT', url(profile_id, `/papers/${paper?.key}`), {
        number: 'MA-1',
        source: 'MA board, license lookup',
        expires_on: '2028-05-31',
        after: paper?.verified_at ?? null,
        ...body,
      });
    const wrong = await verify({ number: '', source: '', expires_on: '2026-11-01' });
    expect([wrong.status, wrong.problem.errors.map(({ path }) => path)]).toEqual([
      422,
      ['number', 'source', 'expires_on'],
    ]);
    const done = await verify({});
    expect(done.body.papers[0]).toMatchObject({ holds: true, number: 'MA-1', source: 'MA board, license lookup' });
    expect(await ranked()).toBe(true);
    // whoever still sees the old one is told
    expect((await verify({ after: '2020-01-01T00:00:00.000Z' })).problem.code).toBe('stale');
    const timers = await t.world.db
      .selectFrom('deadlines')
      .select('due_at')
      .where('kind', '=', 'credential_due')
      .where('key', '=', paper?.key ?? '')
      .where('done_at', 'is', null)
      .execute();
    // ninety days before, at nine where the expert is
    expect(timers.map(({ due_at }) => due_at.toISOString())).toEqual(['2028-03-02T14:00:00.000Z']);
    const audit = await t.world.db
      .selectFrom('audit_rows as r')
      .innerJoin('audit_details as d', 'd.audit_id', 'r.id')
      .select(['d.old_value', 'd.new_value'])
      .where('r.action', '=', 'expert.verify')
      .where('r.subject', '=', `profile:${profile_id}`)
      .execute();
    expect(audit).toMatchObject([
      { old_value: { expires_on: '2026-11-01' }, new_value: { expires_on: '2028-05-31', number: 'MA-1' } },
    ]);
    const foreign = await t.request(cast.clinOps, 'PUT', url(profile_id, '/papers/credential:999999'), {
      number: '1',
      source: 'x',
      expires_on: '2028-05-31',
      after: null,
    });
    expect(foreign.status).toBe(404);
  });

  test('paused with a reason is not found until active again; of two who decide at once one is told', async () => {
    const { profile_id, user_id } = cast.others[0] ?? cast.expert;
    const matching = await t.world.staff('matching_admin');
    const answers = await Promise.all([standing(profile_id, 'pause'), standing(profile_id, 'pause', matching)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await read(profile_id)).toMatchObject({ status: 'paused', status_reason: 'On leave.' });
    const told = await t.world.db
      .selectFrom('notifications')
      .select('data')
      .where('user_id', '=', user_id)
      .where('event', '=', 'expert_standing')
      .execute();
    expect(told).toEqual([{ data: { outcome: 'paused' } }]);
    const d = new CaseDriver(inApp(t, cast));
    await d.to('released');
    const refused = await t.request(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [profile_id] });
    expect(refused.status).toBe(422);
    const silent = await standing(profile_id, 'resume', cast.clinOps, '');
    expect([silent.status, silent.problem.errors[0]?.path]).toEqual([422, 'reason']);
    expect((await standing(profile_id, 'resume')).body.status).toBe('active');
    const invited = await t.request(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [profile_id] });
    expect(invited.status).toBe(201);
  });

  test('has a CV shown once it is approved; the earlier one is shown until the next is, which comes back with a reason', async () => {
    const { profile_id, user_id } = cast.expert;
    const send = async () => {
      const answer = await t.app.http.inject({
        method: 'PUT',
        url: '/api/v1/cvs/redacted?name=CV.pdf',
        headers: { ...cast.expert.headers, 'content-type': 'application/pdf' },
        payload: await samplePdf(1),
      });
      return answer.json<{ redacted: { state: string; reason: string; earlier_shown: boolean } }>().redacted;
    };
    const decide = async (body: object) =>
      t.request<ExpertDeskView>(cast.clinOps, 'POST', url(profile_id, '/cv/redacted/decision'), {
        decision: 'approve',
        reason: '',
        sent_at: (await read(profile_id)).cv.redacted.waiting?.sent_at ?? '2026-11-01T00:00:00.000Z',
        ...body,
      });
    const presentable = async () =>
      (
        await t.world.db
          .selectFrom('expert_profiles')
          .select('has_redacted_cv')
          .where('profile_id', '=', profile_id)
          .executeTakeFirstOrThrow()
      ).has_redacted_cv;
    await t.world.db
      .updateTable('expert_profiles')
      .set({ has_redacted_cv: false })
      .where('profile_id', '=', profile_id)
      .execute();
    expect(await send()).toMatchObject({ state: 'to_approve', earlier_shown: false });
    expect(await presentable()).toBe(false);
    const waiting = await t.request<{ data: ExpertRow[] }>(cast.clinOps, 'GET', '/api/v1/experts?waiting=1');
    expect(waiting.body.data.map((one) => [one.profile_id, one.to_verify])).toEqual([[profile_id, 1]]);
    expect((await decide({ sent_at: '2026-11-01T00:00:00.000Z' })).problem.code).toBe('stale');
    expect((await decide({})).status).toBe(200);
    expect(await presentable()).toBe(true);
    expect((await decide({})).problem.code).toBe('wrong_state');
    t.clock.advance({ minutes: 1 });
    expect(await send()).toMatchObject({ state: 'to_approve', earlier_shown: true });
    expect((await decide({ decision: 'return' })).problem.errors[0]?.path).toBe('reason');
    await decide({ decision: 'return', reason: 'Page 1 names your hospital.' });
    expect((await read(profile_id)).cv.redacted).toMatchObject({
      approved: { approved_by: expect.any(String) as string },
      waiting: { reason: 'Page 1 names your hospital.' },
    });
    const told = await t.world.db
      .selectFrom('notifications')
      .select('data')
      .where('user_id', '=', user_id)
      .where('event', '=', 'expert_change_decided')
      .orderBy('id')
      .execute();
    expect(told.map(({ data }) => data)).toMatchObject([{ outcome: 'verified' }, { outcome: 'returned' }]);
    expect(await presentable()).toBe(true);
  });

  test('is found by load and availability; what is shown of them is set by staff, and of two at once one is told', async () => {
    const { profile_id } = cast.expert;
    const found = async (query: string) =>
      (await t.request<{ data: ExpertRow[] }>(cast.clinOps, 'GET', `/api/v1/experts?${query}`)).body.data.map(
        (one) => one.profile_id,
      );
    const max = (max_open_reviews: number) =>
      t.world.db
        .updateTable('expert_profiles')
        .set({ max_open_reviews })
        .where('profile_id', '=', profile_id)
        .execute();
    await max(0);
    expect(await found('load=full')).toContain(profile_id);
    expect(await found('load=free')).not.toContain(profile_id);
    await max(6);
    expect(await found('load=free')).toContain(profile_id);
    expect(await found('availability=accepting')).toContain(profile_id);
    expect(await found('availability=none')).not.toContain(profile_id);
    const set = (who = cast.clinOps) =>
      t.request<ExpertDeskView>(who, 'PATCH', url(profile_id, '/display'), {
        name: 'display_contact_information',
        value: true,
        before: false,
      });
    expect((await set(support)).status).toBe(403);
    expect((await set()).body.display_contact_information).toBe(true);
    expect((await set()).problem.code).toBe('stale');
  });

  test('is read by all staff and changed by those who find and check experts', async () => {
    const { profile_id } = cast.expert;
    expect(await read(profile_id, support)).toMatchObject({ may_act: false, acts: [] });
    expect((await standing(profile_id, 'pause', support)).status).toBe(403);
    expect((await t.request(cast.requester, 'GET', url(profile_id))).status).toBe(403);
    expect((await t.request(cast.expert, 'GET', '/api/v1/experts')).status).toBe(403);
    expect((await t.request(cast.clinOps, 'GET', url(999_999))).status).toBe(404);
    expect((await standing(999_999, 'pause')).status).toBe(404);
  });
});

test('ten thousand experts are paged by name, each once, and found by name, state and specialty', async () => {
  const { specialty_id } = await t.world.specialty('Dermatology', 'Mohs');
  const now = t.clock.now();
  await sql`with u as (insert into users (email, first_name, last_name, role, time_zone, created_at)
      select 'many' || n || '@example.test', 'Quill' || (n % 7), 'Zz' || lpad((n / 3)::text, 5, '0'), 'user', 'America/Chicago', ${now}
      from generate_series(1, 10000) n returning id),
    p as (insert into profiles (user_id, type, is_primary, created_at) select id, 'MedicalExpert', true, ${now} from u returning id),
    e as (insert into expert_profiles (profile_id, code, state, accepts_kinds, created_at)
      select id, 'M-' || id, case when id % 100 = 0 then 'VT' else 'IL' end, '{Case}', ${now} from p returning profile_id)
    insert into credentials (expert_profile_id, specialty_id, is_primary, license_key, license_state, license_number, expires_on)
      select profile_id, ${specialty_id}, true, 'MD', 'IL', 'x', '2030-01-01' from e`.execute(t.world.db);
  const list = async (query: string) =>
    (
      await t.request<{ data: ExpertRow[]; next_cursor: string | null }>(
        cast.clinOps,
        'GET',
        `/api/v1/experts?limit=100&${query}`,
      )
    ).body;
  const seen: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof list>> = await list(`q=Quill3${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.data.map(({ profile_id }) => profile_id));
    cursor = page.next_cursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([1429, 1429]);
  const inState = await list(`state=VT&specialty_id=${specialty_id}`);
  expect([inState.data.length, inState.next_cursor]).toEqual([100, null]);
  const names = (await list('q=Zz000')).data.map(({ name }) => name.split(' ')[1] ?? '');
  expect(names).toEqual(names.toSorted());
});
