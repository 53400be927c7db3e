import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type { Organization, OrganizationAgreement } from '../../src/features/organizations/contract.ts';
import type {
  OrganizationChange,
  OrganizationListRow,
  OrganizationSettingsView,
} from '../../src/features/organizations/contract/console.ts';
import { ORGANIZATION_FIELDS, type OrganizationField } from '../../src/features/organizations/rules/fields.ts';
import { pictureSize } from '../../src/core/pictures.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

/* Who sets what of an organization, and what happens to who is late. What each setting does is in every-setting.test.ts. */

let t: TestApp;
let root: Person;
let org: number;
let below: number;
let orgAdmin: Person;
let member: Person;
let memberBelow: Person;
beforeAll(async () => {
  t = await testApp();
  root = await t.world.staff('super_admin');
});
afterAll(() => t.close());
beforeEach(async () => {
  org = await t.world.organization({ name: 'Harborline Mutual' });
  below = await t.world.organization({ name: 'Harborline East', parent_id: org });
  orgAdmin = await t.world.person({ role: 'org_admin', organization_id: org });
  member = await t.world.person({ profile: 'ClaimConsultant', organization_id: org });
  memberBelow = await t.world.person({ profile: 'ClaimConsultant', organization_id: below });
});

const url = (id: number) => `/api/v1/organizations/${id}/settings`;
const settings = async (id: number, who = root) =>
  (await t.request<OrganizationSettingsView>(who, 'GET', url(id))).body;
const change = async (id: number, changes: Record<string, unknown>, who = root, more: Record<string, unknown> = {}) =>
  t.request<OrganizationSettingsView>(who, 'PATCH', url(id), {
    lock_version: (await settings(id, root)).lock_version,
    changes,
    ...more,
  });
const seen = async (who: Person) =>
  (await t.request<Organization>(who, 'GET', `/api/v1/organizations/${who.organization_id}`)).body;
const history = async (id: number, who = root, query = '') =>
  (await t.request<{ data: OrganizationChange[] }>(who, 'GET', `/api/v1/organizations/${id}/history${query}`)).body;

/** A value for a field that is not its default. */
function sample(field: OrganizationField): unknown {
  switch (field.kind) {
    case 'switch':
      return !field.default;
    case 'count':
      return 96;
    case 'dollars':
      return 225.5;
    case 'line':
    case 'text':
      return 'Plain words';
    case 'domains':
      return ['harborline.example'];
    case 'options':
      return [{ label: 'Disability', value: 'disability' }];
    case 'choice':
      return field.choices?.find((one) => one.value !== field.default)?.value;
    case 'office_hours':
      return { start_time: '08:00', end_time: '18:00', time_zone: 'America/Chicago' };
    case 'aliases':
      return { ClaimConsultant: 'Adjuster' };
    case 'time_zone':
      return 'America/New_York';
    case 'slug':
      return 'harborline-mutual';
  }
}

describe('who sets what', () => {
  test('an organization admin sets what is the organization’s, and nothing of ours', async () => {
    const view = await settings(org, orgAdmin);
    for (const field of ORGANIZATION_FIELDS) {
      expect(view.fields[field.name]?.may_set).toBe(field.set_by === 'organization');
      const answer = await change(org, { [field.name]: sample(field) }, orgAdmin, { reason: 'Because' });
      expect([field.name, answer.status]).toEqual([field.name, field.set_by === 'organization' ? 200 : 403]);
    }
    // below its own, too; not above, and nowhere else
    expect((await change(below, { allow_copy_cases: false }, orgAdmin)).status).toBe(200);
    const adminBelow = await t.world.person({ role: 'org_admin', organization_id: below });
    expect((await change(org, { allow_copy_cases: true }, adminBelow)).status).toBe(404);
    expect((await t.request(adminBelow, 'GET', url(org))).status).toBe(404);
  });

  test('an admin of ours sets all but a legal hold, which is a super admin’s', async () => {
    const admin = await t.world.staff('admin');
    const view = await settings(org, admin);
    const kept = ORGANIZATION_FIELDS.filter(({ name }) => !view.fields[name]?.may_set).map(({ name }) => name);
    expect(kept).toEqual(['legal_hold']);
    const refused = await change(org, { legal_hold: true }, admin, { reason: 'Subpoena' });
    expect([refused.status, refused.problem.detail]).toEqual([403, 'Only a super admin of Peritus sets this.']);
    expect((await settings(org)).fields['legal_hold']?.value).toBe(false);
    expect((await change(org, { legal_hold: true }, root, { reason: 'Subpoena' })).status).toBe(200);
    expect((await change(org, { legal_hold: false }, admin, { reason: 'Over' })).status).toBe(403);
    expect((await change(org, { billing_hold: true }, admin, { reason: 'Unpaid' })).status).toBe(200);
  });

  test('the first page is one of a kind there is', async () => {
    const refused = await change(org, { default_route_on_login: 'screening-list' });
    expect([refused.status, refused.problem.errors.map(({ path }) => path)]).toEqual([422, ['default_route_on_login']]);
    expect((await change(org, { default_route_on_login: 'peer-review-list' })).status).toBe(200);
  });

  test('one field that may not be set leaves all others as they were', async () => {
    expect((await change(org, { allow_copy_cases: false, platform_type: 'saas' }, orgAdmin)).status).toBe(403);
    expect((await settings(org)).fields['allow_copy_cases']?.is_own).toBe(false);
    expect((await history(org)).data).toEqual([]);
  });
});

test('who is late gets 409 with what holds now, and nothing changes; what is as it was leaves no trace', async () => {
  const { lock_version } = await settings(org);
  expect((await change(org, { disable_ratings: true })).status).toBe(200);
  const late = await t.request(root, 'PATCH', url(org), { lock_version, changes: { allow_copy_cases: false } });
  expect([late.status, late.problem.code]).toEqual([409, 'stale']);
  expect(late.problem.current).toMatchObject({
    lock_version: lock_version + 1,
    fields: { disable_ratings: { value: true }, allow_copy_cases: { value: true, is_own: false } },
  });
  const same = await change(org, { disable_ratings: true });
  expect(same.body.lock_version).toBe(lock_version + 1);
  expect((await history(org, root, '?field=disable_ratings')).data).toHaveLength(1);
});

test('a hold needs its reason; a registration link belongs to one organization', async () => {
  const bare = await change(org, { billing_hold: true });
  expect([bare.status, bare.problem.errors[0]?.path]).toEqual([422, 'reason']);
  expect((await change(org, { friendly_registration_slug: 'harborline-first' })).status).toBe(200);
  expect((await settings(org)).registration_url).toBe('http://localhost:3000/org-register/harborline-first');
  const taken = await change(below, { friendly_registration_slug: 'harborline-first' });
  expect([taken.status, taken.problem.errors[0]?.path]).toEqual([422, 'friendly_registration_slug']);
});

describe('the agreement', () => {
  const at = (id: number) => `/api/v1/organizations/${id}/agreement`;
  const read = async (id: number, who = root) => (await t.request<OrganizationAgreement>(who, 'GET', at(id))).body;
  const publish = async (id: number, source: string | null, who = root) =>
    t.request<OrganizationAgreement>(who, 'PUT', at(id), { lock_version: (await read(id)).lock_version, source });
  const needs = async (who: Person) =>
    (await t.request<CurrentUser>(who, 'GET', '/api/v1/users/current_user')).body.needs_to_accept_eula;
  const accept = async (who: Person) =>
    t.request(who, 'PUT', '/api/v1/users', {
      user: { id: who.user_id, eula_accepted_at: t.clock.now().toISOString() },
    });

  test('is published in versions, asks everybody again, and knows who accepted which', async () => {
    expect(await read(org)).toMatchObject({ current: null, versions: [], source: '' });
    expect((await publish(org, '  ')).status).toBe(422);
    t.clock.advance({ minutes: 1 });
    const first = await publish(org, '# Terms\n\nOne.', orgAdmin);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      current: { html: '<h2>Terms</h2>\n<p>One.</p>', from: null },
      people: 3,
      accepted: 0,
    });
    expect((await read(below)).current).toMatchObject({ from: { id: org } });
    expect([await needs(member), await needs(memberBelow)]).toEqual([true, true]);
    t.clock.advance({ minutes: 1 });
    expect((await accept(member)).status).toBe(200);
    expect(await needs(member)).toBe(false);
    t.clock.advance({ minutes: 1 });
    const second = await publish(org, '# Terms\n\nTwo.');
    expect(second.body).toMatchObject({ accepted: 0, source: '# Terms\n\nTwo.' });
    expect(second.body.versions.map((version) => version.accepted)).toEqual([0, 1]);
    expect(await needs(member)).toBe(true);
    t.clock.advance({ minutes: 1 });
    await accept(memberBelow);
    const people = await t.request<{ data: { user_id: number; is_current: boolean; version_at: string | null }[] }>(
      orgAdmin,
      'GET',
      `${at(org)}/people`,
    );
    const of = (who: Person) => people.body.data.find(({ user_id }) => user_id === who.user_id);
    expect(of(memberBelow)).toMatchObject({ is_current: true });
    expect(of(member)).toMatchObject({ is_current: false, version_at: first.body.current?.published_at });
    expect(of(orgAdmin)).toMatchObject({ version_at: null });
    const late = await t.request(root, 'PUT', at(org), { lock_version: first.body.lock_version, source: 'Three' });
    expect([late.status, late.problem.code]).toEqual([409, 'stale']);
    // one below with its own is nobody else's matter
    await publish(below, 'Ours.');
    expect((await read(org)).people).toBe(2);
    expect((await publish(org, null)).body.current).toBeNull();
    expect(await needs(member)).toBe(false);
    expect((await history(org)).data.map(({ field }) => field)).toEqual(['eula', 'eula', 'eula']);
  });
});

describe('the logo', () => {
  const PIXELS = createCanvas(900, 300);
  const at = (id: number, replaces = '') =>
    `/api/v1/organizations/${id}/logo${replaces === '' ? '' : `?replaces=${encodeURIComponent(replaces)}`}`;
  const send = (who: Person, id: number, bytes: Buffer, replaces = '') =>
    t.request<{ logo: string }>(who, 'PUT', at(id, replaces), bytes, { 'content-type': 'image/png' });

  test('is drawn anew at its proportions, shown to whoever registers, inherited, and gone when it is taken away', async () => {
    const picture = PIXELS.toBuffer('image/png');
    const saved = await send(orgAdmin, org, picture);
    expect(saved.status).toBe(200);
    const { logo } = saved.body;
    const shown = await t.request(null, 'GET', logo);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    expect(pictureSize(shown.raw.rawPayload)).toEqual({ width: 640, height: 213 });
    expect([(await seen(member)).logo, (await seen(memberBelow)).logo]).toEqual([logo, logo]);
    expect((await history(org)).data[0]).toMatchObject({ field: 'logo', before: null, after: logo });
    const other = await send(root, org, picture, logo);
    expect((await t.request(null, 'GET', logo)).status).toBe(404);
    const gone = await t.request(root, 'DELETE', at(org, other.body.logo));
    expect([gone.status, (await seen(member)).logo]).toEqual([204, null]);
    expect((await t.request(null, 'GET', other.body.logo)).status).toBe(404);
  });

  test('another one set meanwhile is neither written over nor taken away, and nothing of the refused one is kept', async () => {
    const picture = PIXELS.toBuffer('image/png');
    const first = (await send(orgAdmin, org, picture)).body.logo;
    const theirs = (await send(root, org, picture, first)).body.logo;
    for (const late of [
      await send(orgAdmin, org, picture, first),
      await send(orgAdmin, org, picture),
      await t.request(orgAdmin, 'DELETE', at(org, first)),
      await t.request(orgAdmin, 'DELETE', at(org)),
    ])
      expect([late.status, late.problem.code, late.problem.current]).toEqual([409, 'stale', { logo: theirs }]);
    expect((await seen(member)).logo).toBe(theirs);
    expect((await t.request(null, 'GET', theirs)).status).toBe(200);
    expect((await history(org)).data.map(({ field }) => field)).toEqual(['logo', 'logo']);
    const raced = await Promise.all([send(root, org, picture, theirs), send(orgAdmin, org, picture, theirs)]);
    expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('is nothing but a picture', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(200));
    const refused = await send(root, org, svg);
    expect([refused.status, refused.problem.errors[0]?.path]).toEqual([422, 'logo']);
    const foreign = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() });
    expect((await send(foreign, org, PIXELS.toBuffer('image/png'))).status).toBe(404);
    expect((await history(org)).data).toEqual([]);
  });
});

describe('the list', () => {
  const list = async (who: Person, query = '') =>
    (
      await t.request<{ data: OrganizationListRow[]; next_cursor: string | null; may_create: boolean }>(
        who,
        'GET',
        `/api/v1/organizations${query}`,
      )
    ).body;

  test('shows each organization below its parent, what it has, and goes on where it ended', async () => {
    const named = `Quillon ${org}`;
    await change(org, { name: named, billing_hold: true }, root, { reason: 'Unpaid' });
    const own = await list(orgAdmin);
    expect(own.data).toMatchObject([
      { id: org, depth: 0, sub_organizations: 1, people: 2, open_reviews: 0, billing_hold: true, legal_hold: false },
      { id: below, parent: { id: org, name: named }, depth: 1, people: 1, billing_hold: true },
    ]);
    expect(own.may_create).toBe(false);
    const first = await list(orgAdmin, '?limit=1');
    expect(first.data.map(({ id }) => id)).toEqual([org]);
    const rest = await list(orgAdmin, `?limit=1&cursor=${first.next_cursor}`);
    expect([rest.data.map(({ id }) => id), rest.next_cursor]).toEqual([[below], null]);
    expect((await list(root, `?q=${encodeURIComponent(named.toLowerCase())}`)).data.map(({ id }) => id)).toEqual([org]);
    expect((await list(root, '?hold=billing&limit=100')).data.map(({ id }) => id)).toEqual(
      expect.arrayContaining([org, below]),
    );
    expect((await list(orgAdmin, '?hold=legal')).data).toEqual([]);
    expect((await list(orgAdmin, '?platform_type=saas')).data).toEqual([]);
    expect((await list(root, '?q=100%25')).data).toEqual([]);
  });

  test('grows by what staff make, and by what an organization adds below its own', async () => {
    const make = (who: Person, body: object) => t.request<{ id: number }>(who, 'POST', '/api/v1/organizations', body);
    expect((await make(orgAdmin, { name: 'Loose' })).status).toBe(403);
    expect((await make(root, { name: ' ' })).status).toBe(422);
    const made = await make(root, { name: 'Northgate', platform_type: 'saas', time_zone: 'America/Denver' });
    expect(made.status).toBe(201);
    expect((await settings(made.body.id)).fields).toMatchObject({
      platform_type: { value: 'saas' },
      time_zone: { value: 'America/Denver' },
    });
    // whoever is asked: an organization's own admins choose no platform type
    const under = await make(orgAdmin, { name: 'Harborline West', parent_id: org, platform_type: 'saas' });
    expect(under.status).toBe(201);
    expect(await settings(under.body.id)).toMatchObject({ platform_type: 'managed', parents: [{ id: org }] });
    expect((await make(orgAdmin, { name: 'Elsewhere', parent_id: made.body.id })).status).toBe(404);
    expect((await list(orgAdmin)).data.map(({ name }) => name)).toEqual([
      'Harborline Mutual',
      'Harborline East',
      'Harborline West',
    ]);
  });
});
