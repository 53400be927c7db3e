import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PersonChange, PersonView } from '../../src/features/accounts/contract/people-desk.ts';
import { PERSON_SETTINGS } from '../../src/features/accounts/rules.ts';
import type {
  OrganizationChange,
  OrganizationSettingsView,
} from '../../src/features/organizations/contract/console.ts';
import { ORGANIZATION_FIELDS, type OrganizationField } from '../../src/features/organizations/rules/fields.ts';
import { SETTING_ROWS } from '../../src/features/organizations/rules/settings.ts';
import { FLAG_ROWS } from '../../src/features/organizations/rules.ts';
import { limit } from '../harness/limit.ts';
import type { Person } from '../harness/world.ts';
import { ACCESS } from './effects/access.ts';
import { BILLING } from './effects/billing.ts';
import { CALLS } from './effects/calls.ts';
import { EXAM_EFFECTS } from './effects/exams.ts';
import { EXPERTS } from './effects/experts.ts';
import { INTEGRATIONS } from './effects/integrations.ts';
import { LEGAL_EFFECTS } from './effects/legal.ts';
import { ORDERING } from './effects/ordering.ts';
import { ATTENTION } from './effects/attention.ts';
import { PEOPLE } from './effects/people.ts';
import { RECORDS } from './effects/records.ts';
import { type Effect, type Effects, type Scene, Stage } from './effects/stage.ts';
import { type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

/*
 * Every field of an organization, every flag: what is seen before, the change in the console, what the trail says of it,
 * what is seen then. Whoever adds one gives it a row.
 */

const PARTS: Effects[] = [
  BILLING,
  EXAM_EFFECTS,
  LEGAL_EFFECTS,
  ORDERING,
  RECORDS,
  INTEGRATIONS,
  CALLS,
  EXPERTS,
  ATTENTION,
  ACCESS,
  PEOPLE,
];
const ROWS: [string, Effect][] = PARTS.flatMap((part) => Object.entries(part));
/** A setting of a person that stands in no row of an organization. */
const OF_PEOPLE: ReadonlySet<string> = new Set(PERSON_SETTINGS.map(({ name }) => name));

test('every field and every flag has one row', () => {
  const all = new Set([...ORGANIZATION_FIELDS, ...FLAG_ROWS, ...SETTING_ROWS].map(({ name }) => name));
  expect(ROWS.map(([name]) => name).toSorted()).toEqual([...all].toSorted());
});

let t: WaysInApp;
let stage: Stage;
let root: Person;
beforeAll(async () => {
  t = await waysInApp({
    ZOOM_CLIENT_ID: 'id',
    ZOOM_CLIENT_SECRET: 'secret',
    MICROSOFT_CLIENT_ID: 'id',
    MICROSOFT_CLIENT_SECRET: 'secret',
    BOX_CLIENT_ID: 'id',
    BOX_CLIENT_SECRET: 'secret',
  });
  stage = new Stage(t);
  root = await t.world.staff('super_admin');
});
afterAll(() => t.close());

const url = (id: number) => `/api/v1/organizations/${id}/settings`;
const settings = async (id: number) => (await t.request<OrganizationSettingsView>(root, 'GET', url(id))).body;
const change = async (id: number, changes: Record<string, unknown>, why: object) =>
  t.request<OrganizationSettingsView>(root, 'PATCH', url(id), {
    lock_version: (await settings(id)).lock_version,
    changes,
    ...why,
  });
const history = async (id: number, field: string) =>
  (await t.request<{ data: OrganizationChange[] }>(root, 'GET', `/api/v1/organizations/${id}/history?field=${field}`))
    .body.data;
const newest = (action: string, subject: string) =>
  t.world.db
    .selectFrom('audit_rows')
    .select(['actor_user_id', 'data'])
    .where('action', '=', action)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

/** An open page of somebody: `told` waits until it is told all of these, and answers within what time. */
async function openPage(who: Person) {
  const page = await t.page(who.headers);
  return (...events: string[]) => {
    const all = events.map((event) => new Promise<void>((resolve) => void page.once(event, () => resolve())));
    return async (since: number): Promise<void> => {
      await Promise.all(all);
      const took = performance.now() - since;
      page.disconnect();
      expect(took).toBeLessThan(await limit(2000, 20, () => stage.get(root, '/api/v1/users/current_user')));
    };
  };
}

/** A value no field of the sort takes. */
const WRONG: Readonly<Record<OrganizationField['kind'], unknown>> = {
  switch: 'yes',
  count: 1.5,
  dollars: -1,
  line: 'x'.repeat(5000),
  text: 'x'.repeat(5000),
  domains: ['no domain'],
  options: [{ label: '', value: '' }],
  choice: 'other',
  office_hours: { start_time: '18:00', end_time: '08:00', time_zone: 'America/Chicago' },
  aliases: { Nobody: 'x' },
  time_zone: 'Mars/Olympus',
  slug: 'No Slug',
};

/** Sets what a row needs beside its own field. */
async function setBeside({ beside }: Effect, { of }: Scene): Promise<void> {
  const wanted = { ...beside?.flags, ...beside?.settings };
  if (!('organization_id' in of) || Object.keys(wanted).length === 0) return;
  expect((await change(of.organization_id, wanted, {})).status).toBe(200);
}

/** Walks a field that has a place in the console’s form. */
async function walkField(field: OrganizationField, row: Effect, { of, look }: Scene): Promise<void> {
  if (!('organization_id' in of)) throw new Error('A field is an organization’s.');
  const { organization_id: org } = of;
  const isSwitch = field.kind === 'switch';
  const value = isSwitch ? !field.default : row.value;
  const [first, then] = isSwitch ? (value === true ? [row.off, row.on] : [row.on, row.off]) : [row.without, row.with];
  const why = field.needs_reason ? { reason: 'Unpaid since August' } : {};
  const below = await t.world.organization({ parent_id: org });
  const told = await openPage(await t.world.consultant(below));
  const before = (await settings(org)).fields[field.name];

  const refused = await change(org, { [field.name]: WRONG[field.kind] }, why);
  expect([refused.status, refused.problem.errors.map(({ path }) => path)]).toEqual([422, [field.name]]);
  expect(await look()).toEqual(first);

  const heard = told('user.changed', 'organization.changed');
  const since = performance.now();
  const saved = await change(org, { [field.name]: value }, why);
  expect(saved.status).toBe(200);
  await heard(since);
  expect(saved.body.fields[field.name]).toMatchObject({ is_own: true, value });
  const inherits = field.inherits || field.needs_reason === true;
  expect((await settings(below)).fields[field.name]).toMatchObject(
    inherits ? { is_own: false, value, from: { id: org } } : { from: null },
  );
  const was = before?.is_own ? before.value : null;
  expect(await newest('organization.changed', `organization:${org}`)).toEqual({
    actor_user_id: root.user_id,
    data: { field: field.name, before: was, after: value },
  });
  expect((await history(org, field.name))[0]).toMatchObject({ before: was, after: value, ...why });
  expect(await look()).toEqual(then);

  const back = await change(org, { [field.name]: field.required ? before?.value : null }, why);
  expect(back.body.fields[field.name]?.value).toEqual(before?.value);
  expect(await history(org, field.name)).toHaveLength(2);
}

/** Walks what has a page and an endpoint of its own. */
async function walkOwn(name: string, row: Effect, { of, look }: Scene): Promise<void> {
  if (!('organization_id' in of)) throw new Error('It is an organization’s.');
  const told = await openPage(await t.world.consultant(of.organization_id));
  expect(await look()).toEqual(row.without);
  const heard = told('user.changed', 'organization.changed');
  const since = performance.now();
  await row.change?.(stage, of);
  await heard(since);
  const { data } = await newest('organization.changed', `organization:${of.organization_id}`);
  expect(data).toEqual({
    field: row.trail ?? name,
    before: row.trail === undefined ? null : expect.anything(),
    after: expect.anything(),
  });
  expect(await look()).toEqual(row.with);
}

/** Walks a flag of a person. */
async function walkPerson(name: string, row: Effect, { of, look }: Scene): Promise<void> {
  if (!('user_id' in of)) throw new Error('It is a person’s.');
  const person = `/api/v1/people/${of.user_id}`;
  const read = async () => (await t.request<PersonView>(root, 'GET', person)).body;
  const { lock_version, settings: all } = await read();
  const before = all.find((one) => one.name === name)?.value;
  const told = await openPage({ ...of, headers: await t.world.signIn(of.user_id) } as Person);
  expect(await look()).toEqual(before ? row.on : row.off);
  const heard = told('user.changed');
  const since = performance.now();
  const saved = await t.request<PersonView>(root, 'PATCH', `${person}/settings`, {
    lock_version,
    flags: { [name]: !before },
  });
  expect(saved.status).toBe(200);
  await heard(since);
  expect(await newest('person.changed', `user:${of.user_id}`)).toEqual({
    actor_user_id: root.user_id,
    data: { field: name, before, after: !before },
  });
  const { data } = (await t.request<{ data: PersonChange[] }>(root, 'GET', `${person}/history`)).body;
  expect(data[0]).toMatchObject({ field: name, before, after: !before });
  expect(await look()).toEqual(before ? row.off : row.on);
}

describe('is changed in the console, and acts where it is seen', () => {
  // what is expected stands in the rows
  // oxlint-disable-next-line vitest/expect-expect
  test.each(ROWS.map(([name, row]) => [`${name}: ${row.seen}`, name, row] as const))('%s', async (_, name, row) => {
    const scene = await row.scene(stage);
    await setBeside(row, scene);
    const field = ORGANIZATION_FIELDS.find((one) => one.name === name);
    if (OF_PEOPLE.has(name)) await walkPerson(name, row, scene);
    else if (field) await walkField(field, row, scene);
    else await walkOwn(name, row, scene);
  });
});
