import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTOR_KINDS, isAdmin, isOrganizationAdmin, isStaff } from '../../src/core/actor.ts';
import { CONSOLE_PLACES } from '../../src/app/console.ts';
import { hasConsole } from '../../src/app/has-console.ts';
import { PAGE_TABLE } from '../../src/app/routes.ts';
import { type TestApp, testApp } from '../harness/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test('every place has its page, one path and one label', () => {
  const pages: readonly string[] = PAGE_TABLE.map(({ path }) => path);
  expect(CONSOLE_PLACES.filter(({ path }) => !pages.includes(path))).toEqual([]);
  expect(new Set(CONSOLE_PLACES.map(({ path }) => path)).size).toBe(CONSOLE_PLACES.length);
  expect(new Set(CONSOLE_PLACES.map(({ label }) => label)).size).toBe(CONSOLE_PLACES.length);
});

test('staff and admins of organizations find something in it, nobody else does', () => {
  const admitted = ACTOR_KINDS.filter((kind) => CONSOLE_PLACES.some(({ admits }) => admits(kind)));
  expect(admitted).toEqual(ACTOR_KINDS.filter((kind) => isStaff(kind) || isAdmin(kind) || isOrganizationAdmin(kind)));
  // said without the places, which every page would load otherwise
  expect(ACTOR_KINDS.filter(hasConsole)).toEqual(admitted);
});

test('what waits is counted for those who have the place, and for nobody else', async () => {
  const [admin, support] = [await t.world.staff('admin'), await t.world.staff('support_agent')];
  const consultant = await t.world.person({ profile: 'ClaimConsultant' });
  const waiting = async (who: typeof admin) =>
    (await t.request<{ waiting: Record<string, number> }>(who, 'GET', '/api/v1/console/waiting')).body.waiting;
  expect(await waiting(admin)).not.toHaveProperty(['/admin/deadlines']);
  const { id } = await t.world.db
    .insertInto('organizations')
    .values({ name: 'Held', created_at: t.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const now = t.clock.now();
  await sql`with r as (insert into reviews (kind, status, bucket, ball, organization_id, requester_id, created_at, updated_at)
       values ('Case', 'draft', 'draft', 'requester', ${id}, ${admin.user_id}, ${now}, ${now}) returning id),
     d as (insert into deadlines (review_id, kind, key, due_at, created_at)
       select id, 'closeout', 'held', ${now}::timestamptz - interval '1 hour', ${now} from r)
     insert into deadline_holds (cause, seen_at, clock_at, due)
       values ('ahead', ${now}::timestamptz - interval '1 year', ${now}, 0)`.execute(t.world.db);
  expect(await waiting(admin)).toMatchObject({ '/admin/deadlines': 1 });
  expect(await waiting(support)).not.toHaveProperty(['/admin/deadlines']);
  expect(await waiting(consultant)).toEqual({});
});
