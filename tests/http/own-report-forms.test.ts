import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CustomForm,
  CustomFormRow,
  KeptType,
  KeptTypes,
  ShippedFormRow,
} from '../../src/features/reports/contract/design.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import { type FormDefinition, SHIPPED_FORMS } from '../../src/features/reports/rules.ts';
import { addQuestion, changeQuestion } from '../../src/features/reports/rules/design.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { type Cast, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let cast: Cast;
let org: number;
let admin: Person;
let clinOps: Person;
let below: Person;
let foreign: Person;
beforeAll(async () => {
  t = await testApp();
  cast = await peerCast(t.world, PASSWORD_HASH);
  org = cast.organization_id;
  admin = await t.world.person({ role: 'org_admin', organization_id: org });
  clinOps = await t.world.staff('clin_ops');
  const east = await t.world.organization({ name: 'East', parent_id: org });
  below = await t.world.person({ role: 'org_admin', organization_id: east });
  foreign = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization({}) });
});
afterAll(() => t.close());

const FORMS = '/api/v1/custom_forms';
const TYPES = '/api/v1/peer_review_types';
const must = async <T>(who: Person, method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown): Promise<T> => {
  const answer = await t.request<T>(who, method, url, body);
  if (answer.status >= 400) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const copied = (name: string, who = admin, organization_id: number | null = org) =>
  must<CustomForm>(who, 'POST', FORMS, { organization_id, name, from: 'peer_chart_audit' });
const save = (form: CustomForm, definition: FormDefinition, who = admin) =>
  must<CustomForm>(who, 'PUT', `${FORMS}/${form.id}`, { lock_version: form.lock_version, name: form.name, definition });
const publish = ({ id, lock_version }: CustomForm, who = admin, note = '') =>
  must<CustomForm>(who, 'POST', `${FORMS}/${id}/publish`, { lock_version, note });
/** The draft with one more question, conditional on the pattern found, that counts in the score. */
function withQuestion(definition: FormDefinition, label: string): FormDefinition {
  const added = addQuestion(definition, 'findings', 'yes_no_na', 'trend');
  if (!added?.at) throw new Error('There is room.');
  return changeQuestion(added.definition, {
    key: added.at,
    type: 'yes_no_na',
    label,
    required: true,
    weight: 3,
    deficiency_if: ['no'],
    visible_if: { equals: { question: 'trend', value: 'none' } },
  }).definition;
}
const typeOn = (form_key: string, name: string, more: Record<string, unknown> = {}) =>
  must<KeptType>(admin, 'POST', TYPES, {
    organization_id: org, name, form_key, form_version: null, charts_min: 1, charts_max: 3, ...more,
  }); // prettier-ignore
const audits = (subject: string) =>
  t.world.db
    .selectFrom('audit_rows')
    .select(['action', 'data', 'organization_id', 'actor_user_id'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

describe('a form', () => {
  test('is begun as a copy, written, published in versions that never change, with who and why on the record', async () => {
    const begun = await copied('Our chart audit');
    expect(begun).toMatchObject({
      version: null,
      is_changed: true,
      copied_from: 'peer_chart_audit@1',
      organization: { id: org },
      versions: [],
      may_write: true,
    });
    expect(begun.draft.sections).toEqual(SHIPPED_FORMS.find(({ key }) => key === 'peer_chart_audit')?.sections);
    const saved = await save(begun, withQuestion(begun.draft, 'Was the coder asked?'));
    expect(saved.lock_version).toBe(begun.lock_version + 1);
    // saying the same again is no change
    expect((await save(saved, saved.draft)).lock_version).toBe(saved.lock_version);
    const first = await publish(saved, admin, 'As the committee decided');
    expect(first).toMatchObject({
      version: 1,
      is_changed: false,
      versions: [{ version: 1, note: 'As the committee decided' }],
    });
    expect(
      (await t.request(admin, 'POST', `${FORMS}/${begun.id}/publish`, { lock_version: first.lock_version })).status,
    ).toBe(409);
    const second = await publish(await save(first, withQuestion(first.draft, 'Was it coded twice?')));
    expect(second.versions.map(({ version }) => version)).toEqual([2, 1]);
    const rows = await t.world.db
      .selectFrom('report_forms')
      .select(['version', 'definition'])
      .where('key', '=', begun.key)
      .orderBy('version')
      .execute();
    expect(rows.map(({ definition }) => JSON.stringify(definition).includes('Was it coded twice?'))).toEqual([
      false,
      true,
    ]);
    expect(rows.map(({ definition }) => [definition.key, definition.version])).toEqual([
      [begun.key, 1],
      [begun.key, 2],
    ]);
    const update = t.world.db
      .updateTable('report_forms')
      .set({ definition: json(first.draft) })
      .where('key', '=', begun.key)
      .execute();
    await expect(update).rejects.toThrow('never changes');
    await expect(t.world.db.deleteFrom('report_forms').where('key', '=', begun.key).execute()).rejects.toThrow(
      'never changes',
    );
    expect(await audits(`custom_form:${begun.id}`)).toMatchObject([
      { action: 'report_form.created', organization_id: org, actor_user_id: admin.user_id, data: { before: null, after: { name: 'Our chart audit' } } },
      { action: 'report_form.draft_saved', data: { before: { lock_version: 0 }, after: { lock_version: 1 }, changes: ['Findings: Was the coder asked? added. Yes, no, not applicable'] } },
      { action: 'report_form.published', data: { before: null, after: { version: 1 } } },
      { action: 'report_form.draft_saved' },
      { action: 'report_form.published', data: { before: { version: 1 }, after: { version: 2 }, changes: ['Findings: Was it coded twice? added. Yes, no, not applicable'] } },
    ]); // prettier-ignore
  });

  test('is not published while it lacks something: each fault at its place', async () => {
    const begun = await copied('Unfinished');
    const [first] = begun.draft.sections[0]?.questions ?? [];
    if (!first) throw new Error('It has questions.');
    const saved = await save(begun, changeQuestion(begun.draft, { ...first, label: '' }).definition);
    const refused = await t.request(admin, 'POST', `${FORMS}/${begun.id}/publish`, {
      lock_version: saved.lock_version,
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: [{ path: 'sections.0.questions.0.label' }] });
    expect((await must<CustomForm>(admin, 'GET', `${FORMS}/${begun.id}`)).version).toBeNull();
    // what is no form at all is refused by its shape
    const shapeless = { lock_version: saved.lock_version, name: 'X', definition: { sections: [] } };
    expect((await t.request(admin, 'PUT', `${FORMS}/${begun.id}`, shapeless)).status).toBe(400);
  });

  test('saved by two at once: the second is answered with the fresh one, and can be kept beside it', async () => {
    const begun = await copied('Two hands');
    const theirs = await save(begun, withQuestion(begun.draft, 'Theirs?'));
    const mine = withQuestion(begun.draft, 'Mine?');
    const refused = await t.request<{ code: string; current: CustomForm }>(clinOps, 'PUT', `${FORMS}/${begun.id}`, {
      lock_version: begun.lock_version, name: begun.name, definition: mine,
    }); // prettier-ignore
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { lock_version: theirs.lock_version } },
    });
    const kept = await must<CustomForm>(clinOps, 'POST', FORMS, {
      organization_id: org,
      name: 'Two hands, mine',
      definition: mine,
    });
    expect(JSON.stringify(kept.draft)).toContain('Mine?');
    for (const step of ['publish', 'retire'])
      expect(
        (await t.request(admin, 'POST', `${FORMS}/${begun.id}/${step}`, { lock_version: 0, retired: true })).body,
      ).toMatchObject({ code: 'stale' });
  });

  test('is its organization’s: seen below, written above only by who may, not there for others', async () => {
    const form = await publish(await copied('Tree'));
    const url = `${FORMS}/${form.id}`;
    expect(await must<CustomForm>(below, 'GET', url)).toMatchObject({ may_write: false });
    expect(
      (await t.request(below, 'PUT', url, { lock_version: form.lock_version, name: 'X', definition: form.draft }))
        .status,
    ).toBe(403);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { lock_version: form.lock_version, name: 'X', definition: form.draft }],
      ['POST', '/publish', { lock_version: form.lock_version }],
      ['POST', '/retire', { lock_version: form.lock_version, retired: true }],
    ] as const)
      expect((await t.request(foreign, method, `${url}${path}`, body)).status).toBe(404);
    expect((await t.request(foreign, 'POST', FORMS, { organization_id: org, name: 'Mine' })).status).toBe(404);
    expect(
      (
        await t.request(foreign, 'POST', FORMS, {
          organization_id: foreign.organization_id,
          name: 'Mine',
          from: form.key,
        })
      ).status,
    ).toBe(404);
    expect((await t.request(admin, 'POST', FORMS, { organization_id: null, name: 'For all' })).status).toBe(403);
    for (const who of [foreign, cast.expert])
      expect((await t.request(who, 'GET', `/api/v1/report_forms?report_form_id=${form.key}`)).status).toBe(404);
    expect(await must(cast.requester, 'GET', `/api/v1/report_forms?report_form_id=${form.key}@1`)).toMatchObject({
      name: 'Tree',
      version: 1,
    });
    // one of the platform’s is everybody’s to copy
    const all = await publish(await copied('For everyone', clinOps, null), clinOps);
    expect(await must<CustomForm>(foreign, 'GET', `${FORMS}/${all.id}`)).toMatchObject({
      organization: null,
      may_write: false,
    });
    expect(
      (
        await t.request(foreign, 'POST', FORMS, {
          organization_id: foreign.organization_id,
          name: 'Own',
          from: all.key,
        })
      ).status,
    ).toBe(201);
  });

  test('cases keep their default; a nameless one is not begun', async () => {
    const asked = (body: object) => t.request(admin, 'POST', FORMS, { organization_id: org, name: 'X', ...body });
    expect((await asked({ from: 'case_report' })).status).toBe(422);
    expect((await asked({ from: 'form_999999' })).status).toBe(404);
    expect((await asked({ name: ' ' })).body).toMatchObject({ errors: [{ path: 'name' }] });
    expect((await asked({ from: 'peer_focused' })).status).toBe(201);
    expect((await asked({})).status).toBe(201);
  });

  test('is the hundredth type at most of one organization', async () => {
    const full = await t.world.organization({ name: 'Full', parent_id: org });
    const { key } = await publish(await copied('Of a full house'));
    await t.world.db
      .insertInto('peer_review_types')
      .values(
        Array.from({ length: 99 }, (_, n) => ({
          organization_id: full, name: `Type ${n}`, form_key: key, charts_min: 1, charts_max: 1,
          created_at: t.clock.now(), updated_at: t.clock.now(),
        })),
      )
      .execute(); // prettier-ignore
    await typeOn(key, 'The hundredth', { organization_id: full });
    const body = {
      organization_id: full,
      name: 'One more',
      form_key: key,
      form_version: null,
      charts_min: 1,
      charts_max: 1,
    };
    const refused = await t.request(admin, 'POST', TYPES, body);
    expect([refused.status, refused.problem?.errors.map(({ path }) => path)]).toEqual([422, ['name']]);
  });

  test('stands in the list, found by name and state, a page at a time', async () => {
    const form = await copied('Zebra audit');
    type List = {
      data: CustomFormRow[];
      next_cursor: string | null;
      shipped: ShippedFormRow[];
      may_write_for_all: boolean;
    };
    const list = (query: string, who = admin) => must<List>(who, 'GET', `${FORMS}?${query}`);
    const found = await list('q=zebra');
    expect(found.data).toMatchObject([{ id: form.id, version: null, types: 0, open_reviews: 0 }]);
    expect(found.shipped.filter(({ may_copy }) => may_copy)).toHaveLength(5);
    expect(found.may_write_for_all).toBe(false);
    expect((await list('q=zebra', clinOps)).may_write_for_all).toBe(true);
    expect((await list('q=zebra', foreign)).data).toEqual([]);
    expect((await list('q=zebra&state=published')).data).toEqual([]);
    expect((await list('q=zebra&state=draft')).data).toHaveLength(1);
    const first = await list('limit=2');
    const next = await list(`limit=2&cursor=${first.next_cursor}`);
    expect(next.data[0]?.id).toBeLessThan(first.data[1]?.id ?? 0);
    expect((await t.request(admin, 'GET', `${FORMS}?cursor=zz`)).status).toBe(400);
    const retired = await must<CustomForm>(admin, 'POST', `${FORMS}/${form.id}/retire`, {
      lock_version: form.lock_version,
      retired: true,
    });
    expect((await list('q=zebra&state=retired')).data).toHaveLength(1);
    const refused = await t.request(admin, 'PUT', `${FORMS}/${form.id}`, {
      lock_version: retired.lock_version,
      name: 'X',
      definition: form.draft,
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    const back = { lock_version: retired.lock_version, retired: false };
    expect(await must<CustomForm>(admin, 'POST', `${FORMS}/${form.id}/retire`, back)).toMatchObject({
      retired_at: null,
    });
  });
});

describe('a type of peer review', () => {
  test('is made, changed and refused field by field, with before and after', async () => {
    const form = await publish(await copied('For a type'));
    const type = await typeOn(form.key, 'Colonoscopy audit');
    expect(type).toMatchObject({
      is_shipped: false,
      form_name: 'For a type',
      form_version: null,
      offered: true,
      charts: { min: 1, max: 3 },
    });
    expect(type.id).toBeGreaterThan(1000);
    const fields = { name: 'Colonoscopy', form_key: form.key, form_version: 1, charts_min: 2, charts_max: 4 };
    const change = (body: object, who = admin) =>
      t.request(who, 'PUT', `${TYPES}/${type.id}`, { ...fields, lock_version: 0, ...body });
    for (const [wrong, path] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'chart AUDIT' }, 'name'],
      [{ form_key: 'form_999' }, 'form_key'],
      [{ form_version: 7 }, 'form_version'],
      [{ charts_min: 0 }, 'charts_min'],
      [{ charts_min: 5 }, 'charts_max'],
    ] as const)
      expect((await change(wrong)).body).toMatchObject({ status: 422, errors: [{ path }] });
    expect((await change({}, below)).status).toBe(403);
    expect((await change({}, foreign)).status).toBe(404);
    expect((await change({ lock_version: 4 })).body).toMatchObject({
      code: 'stale',
      current: { name: 'Colonoscopy audit' },
    });
    expect((await change({})).body).toMatchObject({ name: 'Colonoscopy', form_version: 1, lock_version: 1 });
    expect((await audits(`peer_review_type:${type.id}`)).map(({ data }) => data)).toMatchObject([
      { before: null, after: { name: 'Colonoscopy audit', form_version: null } },
      {
        before: { name: 'Colonoscopy audit', charts_max: 3 },
        after: { name: 'Colonoscopy', form_version: 1, charts_max: 4 },
      },
    ]);
    const held = await must<CustomForm>(admin, 'GET', `${FORMS}/${form.id}`);
    expect(held.used_by).toMatchObject([{ name: 'Colonoscopy', form_version: 1 }]);
    const retire = { lock_version: held.lock_version, retired: true };
    expect((await t.request(admin, 'POST', `${FORMS}/${form.id}/retire`, retire)).body).toMatchObject({
      code: 'wrong_state',
    });
    // another tenant’s form is none to choose
    const others = await publish(await copied('Theirs', clinOps, foreign.organization_id), clinOps);
    expect((await change({ lock_version: 1, form_key: others.key, form_version: null })).status).toBe(422);
  });

  test('of those made at once with one name one is there', async () => {
    const body = {
      organization_id: org, name: 'At once', form_key: 'peer_oppe', form_version: null, charts_min: 1, charts_max: 2,
    }; // prettier-ignore
    const made = await Promise.all(Array.from({ length: 4 }, () => t.request(admin, 'POST', TYPES, body)));
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
  });

  test('is offered in the organization’s own order, below it too until that chooses itself', async () => {
    const own = await peerCast(t.world, PASSWORD_HASH);
    const root = await t.world.staff('admin');
    const boss = await t.world.person({ role: 'org_admin', organization_id: own.organization_id });
    const part = await t.world.organization({ name: 'Part', parent_id: own.organization_id });
    const menu = `/api/v1/peer_review_type_menus/${own.organization_id}`;
    const read = (id = own.organization_id) => must<KeptTypes>(root, 'GET', `${TYPES}?organization_id=${id}`);
    const offered = async (id: number) =>
      (
        await must<{ options: Record<string, { value: string }[]> }>(
          root,
          'GET',
          `/api/v1/peer_reviews/fields?organization_id=${id}`,
        )
      ).options['peer_review_types']?.map(({ value }) => value);
    expect(await offered(part)).toEqual(['chart_audit', 'focused', 'fppe', 'oppe', 'second_review']);
    const choice = { ordered: ['oppe', 'chart_audit'], hidden: ['focused', 'second_review'] };
    const put = (body: object, who = boss, url = menu) => t.request<KeptTypes>(who, 'PUT', url, body);
    expect((await put({ lock_version: -1, menu: { ordered: [], hidden: ['type_1'] } })).status).toBe(422);
    const all = ['chart_audit', 'focused', 'fppe', 'oppe', 'second_review'];
    expect((await put({ lock_version: -1, menu: { ordered: [], hidden: all } })).status).toBe(422);
    expect((await put({ lock_version: -1, menu: choice }, admin)).status).toBe(404);
    expect((await put({ lock_version: -1, menu: choice })).body).toMatchObject({
      menu: { is_own: true, lock_version: 1 },
    });
    expect((await put({ lock_version: -1, menu: choice })).body).toMatchObject({ code: 'stale' });
    expect(await offered(own.organization_id)).toEqual(['oppe', 'chart_audit', 'fppe']);
    expect(await offered(part)).toEqual(['oppe', 'chart_audit', 'fppe']);
    expect((await read(part)).menu).toMatchObject({ is_own: false, from: { id: own.organization_id } });
    await put({ lock_version: -1, menu: { ordered: [], hidden: [] } }, root, `/api/v1/peer_review_type_menus/${part}`);
    expect(await offered(part)).toHaveLength(5);
    // what is not offered is not ordered
    const d = await new PeerDriver(inApp(t, own)).draft({
      ...(await t.world.specialty()),
      review_type: 'focused',
      report_form: 'peer_focused',
    });
    const refused = await t.request(own.requester, 'POST', d.url('/submit'), { consent: true });
    expect(JSON.stringify(refused.body)).toContain('This type is no longer used');
    expect((await put({ lock_version: 1, menu: null })).body.menu).toMatchObject({ is_own: false, from: null });
    expect(await offered(own.organization_id)).toHaveLength(5);
    expect((await audits(`organization:${own.organization_id}`)).filter(({ action }) => action === 'peer_review_type.arranged').map(({ data }) => data)).toEqual([
      { before: null, after: choice },
      { before: choice, after: null },
    ]); // prettier-ignore
  });
});

describe('a review', () => {
  const driver = () => new PeerDriver(inApp(t, cast));
  const reportOf = async (d: PeerDriver) => (await d.must<ReportView>(cast.expert, 'GET', d.url('/report'))).report;

  test('is reported on the version that was newest when it was ordered; what was signed stays', async () => {
    const form = await publish(
      await save(await copied('Living'), withQuestion((await copied('X')).draft, 'First edition?')),
    );
    const type = await typeOn(form.key, 'Living audit');
    const ids = await t.world.specialty();
    const order = { ...ids, review_type: type.value, report_form: form.key };
    const fields = await must<{ options: Record<string, { value: string; label: string }[]> }>(
      cast.requester,
      'GET',
      '/api/v1/peer_reviews/fields',
    );
    expect(fields.options['peer_review_types']).toContainEqual({ value: type.value, label: 'Living audit' });
    expect(fields.options['report_forms']).toContainEqual({ value: form.key, label: 'Living' });
    expect(await must(cast.requester, 'GET', `/api/v1/report_forms?peer_review_type_id=${type.id}`)).toMatchObject({
      name: 'Living',
      type: { label: 'Living audit' },
    });

    const signed = await driver().to('signed', order);
    const writing = await driver().to('reportStarted', order);
    const waiting = await driver().to('accepted', order);
    const before = await reportOf(signed);
    t.clock.advance({ minutes: 1 });
    const second = await publish(await save(form, withQuestion(form.draft, 'Second edition?')));
    t.clock.advance({ minutes: 1 });
    const later = await driver().to('reportStarted', order);
    await waiting.to('reportStarted');

    expect(await reportOf(signed)).toEqual(before);
    for (const [d, version] of [
      [signed, 1],
      [writing, 1],
      [waiting, 1],
      [later, 2],
    ] as const) {
      const report = await reportOf(d);
      expect(report?.definition).toMatchObject({ key: form.key, version });
      expect(JSON.stringify(report?.definition).includes('Second edition?')).toBe(version === 2);
    }
    expect(second.versions).toHaveLength(2);
    const seen = await must<CustomForm>(admin, 'GET', `${FORMS}/${form.id}`);
    expect(seen.versions).toMatchObject([
      { version: 2, open_reviews: 1 },
      { version: 1, reports: 3, open_reviews: 3 },
    ]);
    const row = (
      await must<{ data: { id: number; review_type_label: string }[] }>(cast.requester, 'GET', '/api/v1/peer_reviews')
    ).data;
    expect(row.find(({ id }) => id === later.id)?.review_type_label).toBe('Living audit');

    // kept to its first version, the type orders that
    await must(admin, 'PUT', `${TYPES}/${type.id}`, {
      name: 'Living audit',
      form_key: form.key,
      form_version: 1,
      charts_min: 1,
      charts_max: 3,
      lock_version: 0,
    });
    const pinned = await driver().to('reportStarted', { ...order, report_form: `${form.key}@1` });
    expect((await reportOf(pinned))?.definition.version).toBe(1);
  });

  test('keeps what its type was called when it was ordered, wherever that is said', async () => {
    const form = await publish(await copied('Airway'));
    const type = await typeOn(form.key, 'Airway audit');
    const order = { ...(await t.world.specialty()), review_type: type.value, report_form: form.key };
    // the others' expert has as many reviews as she takes
    const [expert = cast.expert] = cast.others;
    const another = () => new PeerDriver(inApp(t, { ...cast, expert }));
    const written = await another().to('delivered', order);
    const draft = await another().draft(order);
    const rename = (name: string, lock_version: number) =>
      must<KeptType>(admin, 'PUT', `${TYPES}/${type.id}`, {
        name, form_key: form.key, form_version: null, charts_min: 1, charts_max: 3, lock_version,
      }); // prettier-ignore
    await rename('Airway and sedation audit', 0);
    const later = await another().to('delivered', order);
    await rename('Third name', 1);

    const listed = async (d: PeerDriver) => {
      const { data } = await must<{ data: { id: number; review_type_label: string }[] }>(
        cast.requester,
        'GET',
        `/api/v1/peer_reviews?tab=all&q=${d.id}`,
      );
      return data.find(({ id }) => id === d.id)?.review_type_label;
    };
    const told = async (d: PeerDriver) => {
      const detail = await d.must<ReviewDetail>(cast.requester, 'GET', d.url());
      return detail.brief?.facts.find(({ label }) => label === 'Type of review')?.value;
    };
    for (const [d, name] of [
      [written, 'Airway audit'],
      [later, 'Airway and sedation audit'],
    ] as const) {
      const pdf = await t.request(cast.requester, 'GET', d.url('/report/pdf'));
      const text = await pdfText(pdf.raw.rawPayload);
      expect(text).toContain(`Type of review ${name}`);
      expect(text).not.toContain('type_');
      expect(await told(d)).toBe(name);
      expect(await listed(d)).toBe(name);
    }
    // nothing is fixed before it is ordered
    expect(await told(draft)).toBe('Third name');
    expect(await listed(draft)).toBe('Third name');
  });

  test('takes over what the other type is called where an ordered one is changed', async () => {
    const form = await publish(await copied('Sedation'));
    const [one, other] = [await typeOn(form.key, 'Sedation audit'), await typeOn(form.key, 'Sedation check')];
    const order = { ...(await t.world.specialty()), review_type: one.value, report_form: form.key };
    const d = await driver().to('submitted', order);
    const path = d.url('/sections/step_one');
    const section = await must<{ version: number; data: Record<string, unknown> }>(cast.requester, 'GET', path);
    await must(cast.requester, 'PUT', path, {
      version: section.version,
      data: { ...section.data, review_type: other.value },
    });
    const { brief } = await d.must<ReviewDetail>(cast.requester, 'GET', d.url());
    expect(brief?.facts).toContainEqual({ label: 'Type of review', value: 'Sedation check' });
  });

  test('is not ordered on another tenant’s form, nor on another form than its type’s', async () => {
    const theirs = await publish(await copied('Not yours', clinOps, foreign.organization_id), clinOps);
    for (const [report_form, says] of [
      [theirs.key, 'no longer used'],
      ['peer_oppe', 'is reported on its own form'],
    ] as const) {
      const d = await driver().draft({ ...(await t.world.specialty()), report_form });
      const refused = await t.request(cast.requester, 'POST', d.url('/submit'), { consent: true });
      expect(JSON.stringify(refused.body)).toContain(says);
    }
  });
});
