import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditListed, AuditRead, Verification } from '../../src/features/oversight/contract.ts';
import { sealAudit } from '../../src/platform/audit-seal.ts';
import { writeAudit } from '../../src/platform/audit.ts';
import { testApp, type TestApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import { someActor } from '../harness/platform.ts';

const ZONE = 'America/New_York';
let t: TestApp;
let admin: Person;
let agent: Person;
let orgAdmin: Person;
let organization: number;
const ids: number[] = [];

beforeAll(async () => {
  t = await testApp();
  admin = await t.world.person({ role: 'admin', first_name: 'Ada', last_name: 'Wexler', time_zone: ZONE });
  agent = await t.world.staff('support_agent');
  organization = await t.world.organization({ name: 'Harrow Mutual' });
  orgAdmin = await t.world.person({ role: 'org_admin', organization_id: organization });
  const at = (hours: number) => new Date(t.clock.now().getTime() + hours * 3_600_000);
  const as = someActor({ user_id: orgAdmin.user_id, kind: 'org_admin' });
  ids.push(
    await writeAudit(t.world.db, as, at(-72), {
      action: 'test.a.first',
      organization_id: organization,
      subject: 'thing:1',
    }),
    await writeAudit(t.world.db, as, at(0), {
      action: 'test.a.second',
      organization_id: organization,
      subject: '=cmd()',
      from_state: 'open',
      to_state: 'closed',
      detail: { old: { name: 'Before' }, new: { name: 'After' } },
    }),
    await writeAudit(t.world.db, as, at(1), { action: 'test.a_x', organization_id: organization }),
  );
});
afterAll(() => t.close());

const list = async (query: string, who = admin) =>
  (await t.request<{ data: AuditListed[]; next_cursor: string | null }>(who, 'GET', `/api/v1/audit${query}`)).body;
const found = async (query: string) => (await list(query)).data.map(({ id }) => id);
const verification = async () =>
  (await t.request<{ last: Verification | null }>(admin, 'GET', '/api/v1/audit/verification')).body.last;
const actions = (action: string) =>
  t.world.db.selectFrom('audit_rows').selectAll().where('action', '=', action).orderBy('id').execute();
const exported = (who: Person, query = '') => t.request(who, 'GET', `/api/v1/audit/export${query}`);

test('is for admins; nobody else reads, exports or verifies', async () => {
  for (const who of [agent, orgAdmin])
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', `/${ids[0]}`],
      ['GET', '/export'],
      ['GET', '/verification'],
      ['POST', '/verification'],
      ['GET', '/head'],
      ['POST', '/head', { seal_id: 1, mac: '0'.repeat(64) }],
    ] as const)
      expect((await t.request(who, method, `/api/v1/audit${path}`, body)).status, path).toBe(403);
});

test('is found by person, action, subject, organization and days, newest first', async () => {
  const [first, second, third] = ids;
  expect(await found('?organization=harrow')).toEqual([third, second, first]);
  expect(await found(`?who=${encodeURIComponent(orgAdmin.email)}`)).toEqual([third, second, first]);
  expect(await found('?who=nobody-of-this-name')).toEqual([]);
  expect(await found('?action=test.a.')).toEqual([second, first]);
  expect(await found('?action=test.a_')).toEqual([third]);
  expect(await found('?action=%25')).toEqual([]);
  expect(await found('?about=thing:1')).toEqual([first]);
  const day = (hours: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date(t.clock.now().getTime() + hours * 3_600_000));
  expect(await found(`?action=test.a.&until=${day(-72)}`)).toEqual([first]);
  expect(await found(`?action=test.a.&from=${day(0)}&until=${day(0)}`)).toEqual([second]);
  expect((await t.request(admin, 'GET', '/api/v1/audit?cursor=x')).status).toBe(400);
  expect((await t.request(admin, 'GET', '/api/v1/audit?from=yesterday')).status).toBe(400);
});

test('says in words what was done and where it moved, and is found by them as by the code', async () => {
  const as = someActor({ user_id: orgAdmin.user_id, kind: 'org_admin' });
  const write = (entry: Parameters<typeof writeAudit>[3]) => writeAudit(t.world.db, as, t.clock.now(), entry);
  const signed = await write({ action: 'session.sign_in' });
  const d = await new CaseDriver(inApp(t, await castFor(t.world))).to('submitted');
  const review = `&about=${d.id}`;
  const [row] = (await list('?action=session.sign_in&who=' + encodeURIComponent(orgAdmin.email))).data;
  expect(row).toMatchObject({ id: signed, action: 'session.sign_in', says: 'signed in', moved: null });
  for (const words of ['Signed in', 'igned I'])
    expect(await found(`?action=${encodeURIComponent(words)}&who=${encodeURIComponent(orgAdmin.email)}`)).toEqual([
      signed,
    ]);
  // actions of a lifecycle are called as its table says, states as their kind calls them
  const [ordered] = (await list(`?action=ordered%20this%20review${review}`)).data;
  expect(ordered).toMatchObject({ action: 'review.submit', says: 'ordered this review' });
  expect(ordered?.moved).toEqual({ from: 'Draft', to: 'Ordered' });
  expect((await list(`?action=review.submit${review}`)).data).toEqual([ordered]);
  expect(await found('?action=no%20words%20of%20any')).toEqual([]);
});

test('is read a page at a time, each row once', async () => {
  for (let n = 0; n < 120; n += 1) await writeAudit(t.world.db, someActor(), t.clock.now(), { action: 'test.paged' });
  const seen: number[] = [];
  let cursor = '';
  do {
    const page = await list(`?action=test.paged${cursor}`);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
  } while (cursor !== '');
  expect(seen).toHaveLength(120);
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
});

test('a row has its values before and after; that they were read is in the log', async () => {
  const read = (id: number) => t.request<AuditRead>(admin, 'GET', `/api/v1/audit/${id}`);
  expect((await read(ids[1] ?? 0)).body).toMatchObject({
    action: 'test.a.second',
    organization: 'Harrow Mutual',
    from_state: 'open',
    to_state: 'closed',
    values: { deleted: false, before: { name: 'Before' }, after: { name: 'After' } },
  });
  expect((await read(ids[0] ?? 0)).body.values).toBeNull();
  expect(await actions('audit.values_read')).toMatchObject([
    { actor_user_id: admin.user_id, subject: `audit:${ids[1]}` },
  ]);
  expect((await read(999_999_999)).status).toBe(404);
});

test('the export has what was searched for, no formulas, is in the log, and asks who is there', async () => {
  const {
    status,
    raw: { payload },
    headers,
  } = await exported(admin, `?action=test.a.&who=${encodeURIComponent(orgAdmin.email)}`);
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/csv');
  const lines = payload.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`${ids[1]},`);
  // words beside the code; what nobody writes is called by its code
  expect(lines[1]).toContain(',Test.a.second,test.a.second,');
  expect(lines[1]).toContain("'=cmd()");
  expect(payload).not.toContain('After');
  expect(await actions('audit.exported')).toMatchObject([
    { actor_user_id: admin.user_id, data: { filters: { action: 'test.a.' }, one_person: true } },
  ]);
  expect(await actions('audit.export_ended')).toMatchObject([{ data: { rows: 2, complete: true } }]);

  await t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - 600_000) })
    .where('user_id', '=', admin.user_id)
    .execute();
  const refused = await exported(admin);
  expect([refused.status, refused.problem.code]).toEqual([409, 'reauthentication_required']);
  expect(await actions('audit.exported')).toHaveLength(1);
});

test('the whole log is verified in the background, one at a time; what was changed is found', async () => {
  const ask = () => t.request<{ last: Verification }>(admin, 'POST', '/api/v1/audit/verification');
  await sealAudit(t.app.services);
  expect((await ask()).status).toBe(201);
  await t.settle();
  expect(await verification()).toMatchObject({ state: 'done', requested_by: 'Ada Wexler', fault_count: 0, faults: [] });
  expect(await actions('audit.verified')).toMatchObject([{ actor_kind: 'system', data: { faults: 0 } }]);

  await t.world.db
    .updateTable('audit_rows')
    .set({ subject: 'thing:2' })
    .where('id', '=', ids[0] ?? 0)
    .execute();
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(new Set([one.status, other.status])).toEqual(new Set([201, 409]));
  await t.settle();
  const last = await verification();
  expect(last).toMatchObject({ state: 'done', faults: [{ kind: 'seal_broken' }] });
  expect(last?.faults[0]?.audit_ids).toContain(ids[0]);
});

test('a head that was kept outside is found again without the key, and missed where the chain was cut', async () => {
  await t.settle();
  await sealAudit(t.app.services);
  const { body } = await t.request<{ head: { seal_id: number; mac: string } }>(admin, 'GET', '/api/v1/audit/head');
  const { seal_id, mac } = body.head;
  const check = async (head = { seal_id, mac }) => (await t.request(admin, 'POST', '/api/v1/audit/head', head)).body;
  expect(await check()).toEqual({ present: true, linked: true, seals_since: 0 });
  expect(await check({ seal_id, mac: 'ab'.repeat(32) })).toMatchObject({ present: false });
  expect((await t.request(admin, 'POST', '/api/v1/audit/head', { seal_id, mac: 'x' })).status).toBe(400);
  await writeAudit(t.world.db, someActor(), t.clock.now(), { action: 'test.after' });
  await sealAudit(t.app.services);
  expect(await check()).toEqual({ present: true, linked: true, seals_since: 1 });
  await t.world.db.deleteFrom('audit_seals').where('id', '=', seal_id).execute();
  expect(await check()).toEqual({ present: false, linked: false, seals_since: 1 });
});
