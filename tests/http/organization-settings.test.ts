import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type { Organization, OrganizationAgreement } from '../../src/features/organizations/contract.ts';
import type {
  OrganizationChange,
  OrganizationListRow,
  OrganizationSettingsView,
} from '../../src/features/organizations/contract/console.ts';
import { FLAG_PLACES } from '../../src/features/organizations/rules/flag-places.ts';
import { ORGANIZATION_FIELDS, type OrganizationField } from '../../src/features/organizations/rules/fields.ts';
import { pictureSize } from '../../src/core/pictures.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { WAITING_FLAGS } from '../harness/waiting-flags.ts';
import type { Person } from '../harness/world.ts';

/*
 * Every field of an organization through the console's endpoint: what holds afterwards here, below and for its people, and
 * the audit trail. What a flag then does is shown by its own tests on and off, which set it through the same endpoint
 * (tests/harness/flags.ts); flag-names.test.ts refuses a flag without them.
 */

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

/** A value for a field that is not its default, and one that no field of the sort takes. */
function samples(field: OrganizationField): { good: unknown; bad: unknown } {
  switch (field.kind) {
    case 'switch':
      return { good: !field.default, bad: 'yes' };
    case 'count':
      return { good: 96, bad: 1.5 };
    case 'dollars':
      return { good: 225.5, bad: -1 };
    case 'line':
    case 'text':
      return { good: 'Plain words', bad: 'x'.repeat(5000) };
    case 'domains':
      return { good: ['harborline.example'], bad: ['no domain'] };
    case 'options':
      return { good: [{ label: 'Disability', value: 'disability' }], bad: [{ label: '', value: '' }] };
    case 'choice':
      return { good: field.choices?.find((one) => one.value !== field.default)?.value, bad: 'other' };
    case 'office_hours':
      return {
        good: { start_time: '08:00', end_time: '18:00', time_zone: 'America/Chicago' },
        bad: { start_time: '18:00', end_time: '08:00', time_zone: 'America/Chicago' },
      };
    case 'aliases':
      return { good: { ClaimConsultant: 'Adjuster' }, bad: { Nobody: 'x' } };
    case 'time_zone':
      return { good: 'America/New_York', bad: 'Mars/Olympus' };
    case 'slug':
      return { good: 'harborline-mutual', bad: 'No Slug' };
  }
}

/** Where people of the organization see a field; nothing where it stands on no answer of theirs. */
const SEEN: Partial<Record<string, (organization: Organization) => unknown>> = {
  name: (o) => o.name,
  preferred_short_name: (o) => o.preferred_short_name_with_fallback,
  shortest_name: (o) => o.shortest_name,
  service_provider: (o) => o.service_provider,
  platform_type: (o) => o.platform_type,
  default_route_on_login: (o) => o.feature_flags.default_route_on_login,
  profile_aliases: (o) => o.profile_aliases,
  business_hours: (o) => o.business_hours,
  billing_hold: (o) => o.billing_hold,
  questions_for_expert_prompt: (o) => o.questions_for_expert_prompt,
  claim_professional_label: (o) => o.claim_professional_label,
  case_type_options: (o) => o.feature_flags.case_type_options,
  limited_peer_review_price: (o) => o.feature_flags.limited_peer_review_price,
  automated_closeout_delay_in_hours: (o) => o.feature_flags.automated_closeout_delay_in_hours,
  data_purge_delay_in_days: (o) => o.feature_flags.data_purge_delay_in_days,
};

const BUILT = ORGANIZATION_FIELDS.filter(({ waits_for }) => waits_for === undefined);

describe('every field, set in the console', () => {
  test.each(BUILT.map((field) => [field.name, field] as const))('%s', async (name, field) => {
    const { good, bad } = samples(field);
    const before = (await settings(org)).fields[name];
    const why = field.needs_reason ? { reason: 'Unpaid since August' } : {};

    const refused = await change(org, { [name]: bad }, root, why);
    expect([refused.status, refused.problem.errors.map(({ path }) => path)]).toEqual([422, [name]]);

    const saved = await change(org, { [name]: good }, root, why);
    expect(saved.status).toBe(200);
    expect(saved.body.fields[name]).toMatchObject({
      is_own: true,
      value: good,
      changed_at: t.clock.now().toISOString(),
    });

    // its people have it, and whoever is below inherits it
    const isFlag = field.stored === 'flags';
    const asSeen = isFlag
      ? (o: Organization) => (o.feature_flags as Record<string, unknown>)[name]
      : (SEEN[name] ?? null);
    if (asSeen) expect(asSeen(await seen(member))).toEqual(good);
    const inheritsHere = field.inherits || field.needs_reason === true;
    expect((await settings(below)).fields[name]).toMatchObject(
      inheritsHere ? { is_own: false, value: good, from: { id: org } } : { from: null },
    );
    if (asSeen && inheritsHere) expect(asSeen(await seen(memberBelow))).toEqual(good);

    const own = before?.is_own ? before.value : null;
    expect((await history(org)).data[0]).toMatchObject({ field: name, before: own, after: good, ...why });
    const row = await t.world.db
      .selectFrom('audit_rows')
      .select(['actor_user_id', 'data', 'subject'])
      .where('action', '=', 'organization.changed')
      .where('organization_id', '=', org)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      actor_user_id: root.user_id,
      subject: `organization:${org}`,
      data: { field: name, before: own, after: good },
    });

    // the way back
    const back = await change(org, { [name]: field.required ? before?.value : null }, root, why);
    expect(back.status).toBe(200);
    expect(back.body.fields[name]?.value).toEqual(before?.value);
    expect((await history(org)).data).toHaveLength(2);
  });
});

test('the flags that wait for what they switch are shown, say so, and are set by nobody', async () => {
  expect(
    Object.entries(FLAG_PLACES)
      .filter(([, { waits_for }]) => waits_for !== undefined)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual([...WAITING_FLAGS].toSorted());
  for (const name of WAITING_FLAGS) {
    const refused = await change(org, { [name]: true });
    expect([name, refused.status]).toEqual([name, 403]);
    expect(refused.problem.detail).toMatch(/^Works once .+ here\.$/);
  }
});

describe('who sets what', () => {
  test('an organization admin sets what is the organization’s, and nothing of ours', async () => {
    const view = await settings(org, orgAdmin);
    for (const field of BUILT) {
      const { good } = samples(field);
      expect(view.fields[field.name]?.may_set).toBe(field.set_by === 'organization');
      const answer = await change(org, { [field.name]: good }, orgAdmin, { reason: 'Because' });
      expect([field.name, answer.status]).toEqual([field.name, field.set_by === 'organization' ? 200 : 403]);
    }
    // below its own, too; not above, and nowhere else
    expect((await change(below, { allow_copy_cases: false }, orgAdmin)).status).toBe(200);
    const adminBelow = await t.world.person({ role: 'org_admin', organization_id: below });
    expect((await change(org, { allow_copy_cases: true }, adminBelow)).status).toBe(404);
    expect((await t.request(adminBelow, 'GET', url(org))).status).toBe(404);
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
