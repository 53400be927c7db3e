import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationSettingsView } from '../../src/features/organizations/contract/console.ts';
import type { PolicyView } from '../../src/features/opinions/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

/* What lists, forms and trends offer to choose from: the first fifty by name, whether there are more, and the others by letters. */

const MANY = 60;
const FLAGS = { peer_reviews_enabled: true, for_peer_reviews: true };
let t: TestApp;
let organization: number;
let admin: Person;
let staff: Person;
let foreign: Person;

interface Choices {
  data: { id: number | string; name: string }[];
  more: boolean;
}
const ask = async (who: Person, path: string): Promise<Choices> => {
  const answer = await t.request<Choices>(who, 'GET', `/api/v1${path}`);
  expect(answer.status, path).toBe(200);
  return answer.body;
};
const names = ({ data }: Choices): string[] => data.map(({ name }) => name);
const two = (n: number): string => String(n).padStart(2, '0');

beforeAll(async () => {
  t = await testApp();
  organization = await t.world.organization({ name: 'Plenary Health', flags: FLAGS });
  admin = await t.world.person({
    role: 'org_admin',
    organization_id: organization,
    first_name: 'Avery',
    last_name: 'Zimmer',
  });
  staff = await t.world.staff('admin');
  const other = await t.world.organization({ name: 'Elmhurst Legal', flags: FLAGS });
  foreign = await t.world.person({ role: 'org_admin', organization_id: other });
});
afterAll(() => t.close());

test('people reviews can be ordered by: of more than come at once those whose names are typed, and those chosen earlier', async () => {
  for (let n = 0; n < MANY; n += 1)
    await t.world.person({
      profile: 'ClaimConsultant',
      organization_id: organization,
      first_name: 'Robin',
      last_name: `Marlowe${two(n)}`,
    });
  const first = await ask(admin, '/cases/requesters');
  expect([first.data.length, first.more]).toEqual([50, true]);
  expect(names(first)).not.toContain('Avery Zimmer');
  const typed = await ask(admin, '/cases/requesters?q=robin%20marlowe57');
  expect([names(typed), typed.more]).toEqual([['Robin Marlowe57'], false]);
  const [id] = typed.data.map((one) => one.id);
  expect(names(await ask(admin, `/cases/requesters?id=${id}&id=${admin.user_id}&q=nobody`))).toEqual([
    'Robin Marlowe57',
    'Avery Zimmer',
  ]);
  expect(names(await ask(admin, '/cases/requesters?q=zimmer'))).toEqual(['Avery Zimmer']);
  expect(names(await ask(admin, '/cases/requesters?q=zimmer&but=me'))).toEqual([]);
  // no sign of a pattern
  expect(names(await ask(admin, '/cases/requesters?q=%25'))).toEqual([]);
  for (const query of ['?q=marlowe57', `?id=${id}`, `?organization_id=${organization}`])
    expect(names(await ask(foreign, `/cases/requesters${query}`)), query).toEqual([]);
  expect((await ask(staff, `/cases/requesters?organization_id=${organization}`)).more).toBe(true);
});

test('experts lists are filtered by: the same, by the name they are listed under', async () => {
  const at = t.clock.now();
  for (let n = 0; n < MANY; n += 1) {
    const expert = await t.world.expert({ first_name: 'Ines', last_name: `Falken${two(n)}` });
    const { id } = await t.world.db
      .insertInto('reviews')
      .values({
        kind: 'Case',
        status: 'closed',
        bucket: 'completed',
        ball: 'nobody',
        organization_id: organization,
        requester_id: admin.user_id,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await t.world.assign(id, expert.profile_id);
  }
  for (const who of [admin, staff]) {
    const first = await ask(who, '/review_experts');
    expect([first.data.length, first.more]).toEqual([50, true]);
    const typed = await ask(who, '/review_experts?q=dr.%20i.%20falken57');
    expect([names(typed), typed.more]).toEqual([[expect.stringMatching(/I\. Falken57$/)], false]);
    expect(await ask(who, `/review_experts?id=${typed.data[0]?.id}`)).toEqual(typed);
    expect(await ask(foreign, `/review_experts?id=${typed.data[0]?.id}`)).toEqual({ data: [], more: false });
  }
  expect(await ask(foreign, '/review_experts?q=falken')).toEqual({ data: [], more: false });
});

test('what trends are narrowed to: facilities, providers and types by their names, of one organization or of all', async () => {
  const sums = sql`n, attention, asked, met, level_1, level_2, level_3, level_4`;
  const cells = (by: string, type: string, key: string, of: number, count: number) =>
    sql`insert into trend_cells (by, organization_id, quarter, scale, review_type, key, label, ${sums})
      select ${by}, ${of}, '2026-07-01', 'care', ${sql.raw(type)}, ${sql.raw(key)}, initcap(${sql.raw(key)}), 1, 0, 0, 0, 1, 0, 0, 0
      from (select to_char(n, 'FM00') as no from generate_series(0, ${count - 1}::int) n) numbers`.execute(t.world.db);
  const read = (by: string, query: string, who = admin) => ask(who, `/peer_review_trends/choices?by=${by}${query}`);
  const own = await t.world.organization({ parent_id: organization });
  const head = await t.world.person({ role: 'org_admin', organization_id: organization });
  for (const by of ['facility', 'provider']) {
    await cells(by, `'*'`, `'harbor ' || no`, organization, MANY);
    await cells(by, `'*'`, `'annex ' || no`, own, 2);
    const first = await read(by, '', head);
    expect([first.data.length, first.more, first.data[0]]).toEqual([50, true, { id: 'annex 00', name: 'Annex 00' }]);
    expect(await read(by, '&q=harbor%2057')).toEqual({ data: [{ id: 'harbor 57', name: 'Harbor 57' }], more: false });
    expect(names(await read(by, '&id=harbor%2057&q=nothing'))).toEqual(['Harbor 57']);
    expect(names(await read(by, `&organization_id=${own}`, head))).toEqual(['Annex 00', 'Annex 01']);
    expect((await read(by, '', foreign)).data).toEqual([]);
  }
  await cells('all', `'focused'`, `''`, organization, 1);
  await cells('all', `'coding_' || no`, `''`, organization, MANY);
  const types = await read('review_type', '');
  expect([types.data.length, types.more]).toEqual([50, true]);
  const [focused] = (await read('review_type', '&id=focused')).data;
  expect(focused?.name).not.toBe('focused');
  expect(names(await read('review_type', `&q=${encodeURIComponent(focused?.name ?? '')}`))).toEqual([focused?.name]);
  const elsewhere = await t.request(
    foreign,
    'GET',
    `/api/v1/peer_review_trends/choices?by=facility&organization_id=${organization}`,
  );
  expect(elsewhere.status).toBe(404);
});

test('what organizations set for second opinions: the first hundred, and any one of the others', async () => {
  const { rows } = await sql<{ id: number }>`insert into organizations (name, parent_id, created_at)
    select 'Zeta Office ' || to_char(n, 'FM000'), ${organization}, now() from generate_series(1, 210) n returning id`.execute(
    t.world.db,
  );
  const policies = async (who: Person, query = '') =>
    (await t.request<{ data: PolicyView[]; more: boolean }>(who, 'GET', `/api/v1/peer_review_policies${query}`)).body;
  const head = await t.world.person({ role: 'org_admin', organization_id: organization });
  const first = await policies(head);
  expect([first.data.length, first.more]).toEqual([100, true]);
  const last = rows.at(-1)?.id;
  expect(await policies(head, `?organization_id=${last}`)).toMatchObject({
    data: [{ organization_id: last, organization: 'Zeta Office 210' }],
    more: false,
  });
  expect(await policies(foreign, `?organization_id=${last}`)).toEqual({ data: [], more: false });
  // the page of one with as many below it lists the first, and says of how many
  const { body } = await t.request<OrganizationSettingsView>(
    head,
    'GET',
    `/api/v1/organizations/${organization}/settings`,
  );
  expect([body.sub_organizations.length, body.sub_organization_count]).toEqual([200, 211]);
});
