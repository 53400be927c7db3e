import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInRow } from '../../src/features/accounts/contract/signed-in.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

/* Who is signed in, as those see it who keep people; and ending a session from there. */

let t: TestApp;
let admin: Person;
let root: Person;
let orgAdmin: Person;
let member: Person;
let below: Person;
let stranger: Person;
let foreign: Person;

beforeAll(async () => {
  t = await testApp();
  const org = await t.world.organization({ name: 'Harborline Mutual' });
  const child = await t.world.organization({ name: 'Harborline East', parent_id: org });
  const other = await t.world.organization({ name: 'Elmhurst Legal' });
  admin = await t.world.person({ role: 'admin', first_name: 'Ada', last_name: 'Wexler' });
  root = await t.world.staff('super_admin');
  orgAdmin = await t.world.person({ role: 'org_admin', organization_id: org });
  member = await t.world.person({
    profile: 'ClaimConsultant',
    organization_id: org,
    first_name: 'Priya',
    last_name: 'Marlowe',
  });
  below = await t.world.person({ profile: 'ClaimConsultant', organization_id: child });
  stranger = await t.world.person({ profile: 'ClaimConsultant', organization_id: other });
  foreign = await t.world.person({ role: 'org_admin', organization_id: other });
  await sql`update sessions set ip = '203.0.113.9', user_agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1'
    where user_id = ${member.user_id}`.execute(t.world.db);
});
afterAll(() => t.close());

const list = async (who: Person, query = '') =>
  (await t.request<{ data: SignedInRow[]; next_cursor: string | null }>(who, 'GET', `/api/v1/sessions${query}`)).body;
const people = async (who: Person, query = '') => (await list(who, query)).data.map(({ person }) => person.id);

test('admins see everybody’s sessions, organization admins those of their tree', async () => {
  expect(await people(admin)).toEqual(
    expect.arrayContaining([admin, root, orgAdmin, member, below, stranger].map(({ user_id }) => user_id)),
  );
  expect(new Set(await people(orgAdmin))).toEqual(new Set([orgAdmin, member, below].map((p) => p.user_id)));
  expect(new Set(await people(foreign))).toEqual(new Set([stranger, foreign].map((p) => p.user_id)));
  expect(await people(foreign, '?q=Marlowe')).toEqual([]);
  expect((await t.request(member, 'GET', '/api/v1/sessions')).status).toBe(403);
  const agent = await t.world.staff('support_agent');
  expect((await t.request(agent, 'GET', '/api/v1/sessions')).status).toBe(403);
});

test('each with its device, from where, since when and whether the reader can end it', async () => {
  const { data } = await list(orgAdmin, '?q=priya%20marlowe');
  expect(data).toMatchObject([
    {
      person: { id: member.user_id, name: 'Priya Marlowe', organization: 'Harborline Mutual' },
      device: 'Safari on iPhone',
      handheld: true,
      ip: '203.0.113.9',
      current: false,
      acting: null,
      waits: false,
      end: { allowed: true },
    },
  ]);
  expect(await people(admin, '?q=203.0.113')).toEqual([member.user_id]);
  expect(await people(orgAdmin, '?device=handheld')).toEqual([member.user_id]);
  expect(await people(orgAdmin, '?device=computer')).not.toContain(member.user_id);
  const own = (await list(admin, '?q=wexler')).data[0];
  expect(own).toMatchObject({ current: true, end: { allowed: false } });
  expect((await list(admin, `?q=${encodeURIComponent(root.email)}`)).data[0]?.end.allowed).toBe(false);
});

test('a session that is ended, idle or over is not among them; ending is the reader’s to do in their tree alone', async () => {
  const [session] = (await list(orgAdmin, '?q=marlowe')).data;
  const end = (who: Person) =>
    t.request(who, 'DELETE', `/api/v1/people/${member.user_id}/sessions/${session?.id ?? 0}`);
  expect((await end(foreign)).status).toBe(404);
  expect((await end(orgAdmin)).status).toBe(204);
  expect(await people(orgAdmin, '?q=marlowe')).toEqual([]);
  expect((await t.request(member, 'GET', '/api/v1/users/current_user')).status).toBe(401);
  await sql`update sessions set expires_at = ${t.clock.now()} where user_id = ${below.user_id}`.execute(t.world.db);
  expect(await people(orgAdmin)).toEqual([orgAdmin.user_id]);
});

test('of 10,000 sessions each is on one page, by name', async () => {
  await sql`with u as (insert into users (email, first_name, last_name, role, created_at)
      select 'many' || n || '@example.org', 'Many', 'Person ' || (n % 700), 'user', ${t.clock.now()}
      from generate_series(1, 5000) n returning id)
    insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at)
      select id, sha256((id || '-' || k)::bytea), ${t.clock.now()}, ${t.clock.now()}, ${t.clock.now()}::timestamptz + interval '1 day'
      from u, generate_series(1, 2) k`.execute(t.world.db);
  const seen = new Set<number>();
  let cursor: string | null = '';
  let slowest = 0;
  while (cursor !== null) {
    const began = performance.now();
    const page: Awaited<ReturnType<typeof list>> = await list(
      admin,
      `?q=many&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    slowest = Math.max(slowest, performance.now() - began);
    for (const { id } of page.data) seen.add(id);
    cursor = page.next_cursor;
  }
  expect(seen.size).toBe(10_000);
  expect(slowest).toBeLessThan(2_000);
  expect((await t.request(admin, 'GET', '/api/v1/sessions?cursor=x')).status).toBe(400);
});
