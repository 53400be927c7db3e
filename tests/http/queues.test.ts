import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Out } from '../../src/core/endpoint.ts';
import type { QueuedReview, queueEndpoints } from '../../src/features/queues/contract.ts';
import type { QueueName } from '../../src/features/queues/rules.ts';
import { json } from '../../src/platform/db/json.ts';
import { testApp, type TestApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let cast: Cast;
let ids: number[];
beforeAll(async () => {
  t = await testApp();
  cast = await castFor(t.world, PASSWORD_HASH);
  ids = [];
  for (let i = 0; i < 3; i += 1) {
    const d = new CaseDriver(inApp(t, cast));
    await d.draft();
    await d.to('submitted');
    ids.push(d.id);
  }
});
afterAll(() => t.close());

type Listed = Out<typeof queueEndpoints.list>;
const all = (who: Person) => t.request<Out<typeof queueEndpoints.all>>(who, 'GET', '/api/v1/queues');
const list = (who: Person, queue: QueueName, query = '') =>
  t.request<Listed>(who, 'GET', `/api/v1/queues/${queue}${query}`);
const next = (who: Person, queue: QueueName) =>
  t.request<Out<typeof queueEndpoints.next>>(who, 'POST', `/api/v1/queues/${queue}/next`);
const assign = (who: Person, queue: QueueName, id: number, user_id: number | null, was: number | null = null) =>
  t.request<QueuedReview>(who, 'PUT', `/api/v1/queues/${queue}/${id}/assignee`, { user_id, was });
const inQueue = async (queue: QueueName, who: Person = cast.admin): Promise<number[]> =>
  (await list(who, queue)).body.data.map(({ review }) => review.id);
const assignments = (id: number) =>
  t.world.db
    .selectFrom('audit_rows')
    .select(['actor_user_id', 'data'])
    .where('action', '=', 'queue.assign')
    .where('review_id', '=', id)
    .orderBy('id')
    .execute();
const clear = () => t.world.db.deleteFrom('queue_assignments').execute();

test('each office sees its own queues; what is not theirs is refused, and nobody outside has any', async () => {
  const agent = await t.world.staff('support_agent');
  const names = async (who: Person) => (await all(who)).body.data.map(({ queue }) => queue);
  expect(await names(cast.clinOps)).toEqual(['intake', 'quality', 'attention', 'closeouts', 'transfers']);
  expect(await names(cast.matching)).toEqual(['matching', 'failed_invitations']);
  expect(await names(agent)).toEqual(['attention', 'closeouts', 'transfers']);
  for (const [who, queue] of [
    [cast.matching, 'intake'],
    [cast.clinOps, 'matching'],
    [agent, 'quality'],
  ] as const) {
    expect([(await list(who, queue)).status, (await next(who, queue)).status]).toEqual([403, 403]);
    expect((await assign(who, queue, ids[0] ?? 0, who.user_id)).status).toBe(403);
  }
  for (const who of [cast.requester, cast.expert])
    expect([(await all(who)).status, (await next(who, 'intake')).status]).toEqual([403, 403]);
});

describe('taking the next one', () => {
  test('gives the most urgent one that nobody has, and the place it is worked on', async () => {
    await clear();
    const [first] = await inQueue('intake');
    const taken = await next(cast.clinOps, 'intake');
    expect(taken.body.review).toMatchObject({ id: first, kind: 'Case', number: `CR-${first}` });
    expect(await assignments(first ?? 0)).toMatchObject([
      { actor_user_id: cast.clinOps.user_id, data: { queue: 'intake', before: null, after: cast.clinOps.user_id } },
    ]);
    const { data } = (await all(cast.clinOps)).body;
    expect(data.find(({ queue }) => queue === 'intake')).toMatchObject({ waiting: 3, unassigned: 2, mine: 1 });
  });

  test('two who press at once get different ones; where nothing is left, nothing is given', async () => {
    await clear();
    const colleagues = await Promise.all([0, 1, 2, 3, 4].map(() => t.world.staff('clin_ops')));
    const answers = await Promise.all(colleagues.map((who) => next(who, 'intake')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const given = answers.flatMap(({ body }) => (body.review ? [body.review.id] : []));
    expect(new Set(given).size).toBe(given.length);
    expect(given.toSorted((a, b) => a - b)).toEqual(ids);
  });
});

describe('giving a review to somebody', () => {
  test('says who had it before, refuses those who do not work there, and what was read otherwise', async () => {
    await clear();
    const [id = 0] = ids;
    const { user_id } = cast.clinOps;
    const before = (await assignments(id)).length;
    expect((await assign(cast.admin, 'intake', id, user_id)).body.assigned_to).toEqual({
      id: user_id,
      name: expect.any(String),
    });
    const stale = await assign(cast.admin, 'intake', id, cast.admin.user_id, null);
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale']);
    const wrong = await assign(cast.admin, 'intake', id, cast.matching.user_id, user_id);
    expect([wrong.status, wrong.problem.errors[0]?.path]).toEqual([422, 'user_id']);
    expect((await assign(cast.clinOps, 'intake', id, null, user_id)).body.assigned_to).toBeNull();
    expect((await assignments(id)).slice(before).map(({ data }) => data)).toEqual([
      { queue: 'intake', before: null, after: user_id },
      { queue: 'intake', before: user_id, after: null },
    ]);
    expect((await assign(cast.clinOps, 'quality', id, user_id)).status).toBe(409);
    expect((await assign(cast.clinOps, 'intake', 999_999, user_id)).status).toBe(404);
  });

  test('work load and filters are those of the queue', async () => {
    await clear();
    const [id = 0] = ids;
    await assign(cast.clinOps, 'intake', id, cast.clinOps.user_id);
    const { body } = await list(cast.admin, 'intake', `?assigned=${cast.clinOps.user_id}`);
    expect(body.data.map(({ review }) => review.id)).toEqual([id]);
    expect(body.people.find((one) => one.id === cast.clinOps.user_id)?.has).toBe(1);
    expect((await list(cast.admin, 'intake', '?assigned=nobody')).body.total).toBe(2);
    expect((await list(cast.admin, 'intake', `?organization_id=${cast.organization_id}`)).body.total).toBe(3);
    expect((await list(cast.admin, 'intake', '?organization_id=1')).body.total).toBe(0);
    expect((await list(cast.admin, 'intake', '?kind=PeerReview')).body.data).toEqual([]);
    expect((await list(cast.admin, 'intake', '?cursor=nonsense')).status).toBe(400);
    const since = body.data[0]?.since;
    expect(since).toBe(t.clock.now().toISOString());
    expect((await list(cast.admin, 'intake')).body.data[0]?.subject).toContain('Ferrante');
  });
});

test('a review goes from queue to queue as its state does', async () => {
  const d = new CaseDriver(inApp(t, cast));
  await d.draft({ service: 'report_only' });
  await d.to('released');
  expect(await inQueue('intake')).not.toContain(d.id);
  expect(await inQueue('matching')).toContain(d.id);
  expect((await list(cast.matching, 'matching')).body.data[0]?.subject).toBeNull();
  await t.world.db.updateTable('reviews').set({ matching_status: 'exhausted' }).where('id', '=', d.id).execute();
  expect(await inQueue('matching')).not.toContain(d.id);
  expect(await inQueue('failed_invitations')).toContain(d.id);
  await t.world.db.updateTable('reviews').set({ matching_status: 'searching' }).where('id', '=', d.id).execute();
  await d.to('signed');
  expect(await inQueue('quality')).toContain(d.id);
  await t.world.db
    .insertInto('review_transfers')
    .values({ review_id: d.id, reason: '', requested_at: t.clock.now() })
    .execute();
  expect(await inQueue('transfers')).toEqual([d.id]);
  await t.world.db
    .updateTable('reviews')
    .set({ attention: json({ reason: 'other', raised_at: t.clock.now().toISOString(), waits: true }) })
    .where('id', '=', d.id)
    .execute();
  expect((await list(cast.admin, 'attention')).body.data).toMatchObject([
    { review: { id: d.id }, since: t.clock.now().toISOString() },
  ]);
});
