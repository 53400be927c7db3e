import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListRow, ListView } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { json } from '../../src/platform/db/json.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import { caseDesk } from './reviews-world.ts';

let t: TestApp;
let desk: ReturnType<typeof caseDesk>;
let requester: Person;
let colleague: Person;
let manager: Person;
let foreign: Person;
let expert: Person;
let admin: Person;
let organization: number;

beforeAll(async () => {
  t = await testApp();
  desk = caseDesk(t);
  organization = await t.world.organization();
  requester = await t.world.consultant(organization);
  colleague = await t.world.consultant(organization);
  manager = await t.world.manager(organization);
  foreign = await t.world.manager(await t.world.organization());
  expert = await t.world.expert();
  admin = await t.world.staff('admin');
});
afterAll(() => t.close());

interface Results {
  data: { id: number; done: boolean; reason: string | null }[];
}

describe('columns and views', () => {
  const settings = async (who: Person) =>
    (await t.request<{ columns: Record<string, string[]>; views: ListView[] }>(who, 'GET', '/api/v1/list_settings'))
      .body;

  test('columns are remembered for the person and the list, and taken back', async () => {
    const put = (who: Person, list: string, columns: unknown) =>
      t.request(who, 'PUT', `/api/v1/list_settings/columns/${list}`, { columns });
    expect((await put(requester, 'Case:open', ['subject', 'due', 'due', 'pages'])).body).toEqual({
      columns: ['subject', 'due', 'pages'],
    });
    expect((await put(requester, 'Case:ended', ['subject'])).status).toBe(200);
    expect((await settings(requester)).columns).toEqual({
      'Case:open': ['subject', 'due', 'pages'],
      'Case:ended': ['subject'],
    });
    expect((await settings(colleague)).columns).toEqual({});
    await put(requester, 'Case:open', []);
    expect((await settings(requester)).columns).toEqual({ 'Case:ended': ['subject'] });
    expect((await put(requester, 'Case:open', ['secret'])).status).toBe(400);
    expect((await put(requester, 'nowhere', ['subject'])).status).toBe(400);
  });

  test('a view is one’s own until it is shared with the organization, and changed by who saved it alone', async () => {
    const body = {
      list: 'Case:open',
      name: 'Soonest',
      search: { tab: 'yours', q: 'boyd' },
      columns: null,
      shared: false,
    };
    const made = await t.request<ListView>(requester, 'POST', '/api/v1/list_views', body);
    expect(made.status).toBe(201);
    expect(
      (await t.request(requester, 'POST', '/api/v1/list_views', { ...body, name: 'soonest' })).problem,
    ).toMatchObject({
      status: 422,
      errors: [{ path: 'name' }],
    });
    expect((await settings(colleague)).views).toEqual([]);
    const path = `/api/v1/list_views/${made.body.id}`;
    expect((await t.request(colleague, 'PUT', path, { ...body, shared: true })).status).toBe(404);
    const shared = await t.request<ListView>(requester, 'PUT', path, { ...body, columns: ['subject'], shared: true });
    expect(shared.body).toMatchObject({ shared: true, own: true, by: null, columns: ['subject'] });
    expect((await settings(colleague)).views).toMatchObject([{ name: 'Soonest', own: false, by: expect.any(String) }]);
    for (const who of [foreign, expert, admin]) expect((await settings(who)).views).toEqual([]);
    expect((await t.request(colleague, 'PUT', path, { ...body, name: 'Mine' })).status).toBe(403);
    expect((await t.request(colleague, 'DELETE', path)).status).toBe(403);
    expect((await t.request(foreign, 'DELETE', path)).status).toBe(404);
    expect((await t.request(manager, 'DELETE', path)).status).toBe(204);
    expect((await settings(requester)).views).toEqual([]);
  });

  test('staff share among themselves; experts with nobody', async () => {
    const body = { list: 'Case:open', name: 'Queue', search: {}, columns: null, shared: true };
    expect((await t.request(expert, 'POST', '/api/v1/list_views', body)).status).toBe(403);
    expect((await t.request(expert, 'POST', '/api/v1/list_views', { ...body, shared: false })).status).toBe(201);
    expect((await t.request(admin, 'POST', '/api/v1/list_views', body)).status).toBe(201);
    const clinOps = await t.world.staff('clin_ops');
    expect((await settings(clinOps)).views).toMatchObject([{ name: 'Queue', own: false }]);
    expect((await settings(manager)).views).toEqual([]);
  });
});

describe('several at once', () => {
  test('reassigning: each is done or refused for itself, with the words a single one would get', async () => {
    const first = await desk.order(requester);
    const second = await desk.order(requester, { claim_number: 'HM-2' });
    const ended = await desk.draft(requester);
    expect((await desk.act(requester, ended, 'cancel', { reason: 'Not needed', confirmed_fee_cents: 0 })).status).toBe(
      200,
    );
    const theirs = await desk.order(foreign);
    const ids = [first, second, ended, theirs, 999_999_999];
    const { body } = await t.request<Results>(manager, 'POST', '/api/v1/reviews/reassign', {
      ids,
      requester_id: colleague.user_id,
    });
    expect(body.data.map(({ id, done }) => [id, done])).toEqual([
      [first, true],
      [second, true],
      [ended, false],
      [theirs, false],
      [999_999_999, false],
    ]);
    expect(body.data[2]?.reason).toMatch(/has ended/);
    expect(body.data[3]?.reason).toBe(body.data[4]?.reason);
    for (const id of [first, second]) {
      expect((await desk.read(colleague, id)).status).toBe(200);
      expect((await desk.read(requester, id)).status).toBe(404);
    }
    // saving the step that once named the requester hands nothing back
    const step = await t.request<{ version: number; data: Record<string, unknown> }>(
      colleague,
      'GET',
      `/api/v1/cases/${first}/sections/step_one`,
    );
    const saved = await t.request(colleague, 'PUT', `/api/v1/cases/${first}/sections/step_one`, {
      version: step.body.version,
      data: step.body.data,
    });
    expect(saved.status).toBe(200);
    expect((await desk.read(colleague, first)).status).toBe(200);
  });

  test('only who manages others’ reviews reassigns, and only to somebody who orders there', async () => {
    const id = await desk.order(requester);
    const to = (who: Person, requester_id: number) =>
      t.request<Results>(who, 'POST', '/api/v1/reviews/reassign', { ids: [id], requester_id });
    expect((await to(requester, colleague.user_id)).body.data).toMatchObject([
      { done: false, reason: 'Only a review manager can hand this to someone else.' },
    ]);
    expect((await to(manager, foreign.user_id)).body.data).toMatchObject([
      { done: false, reason: 'Choose someone of the ordering organization.' },
    ]);
    // somebody of an organization above orders for it, yet only there: the review would be gone from their sight
    const parent = await t.world.organization();
    await t.world.db.updateTable('organizations').set({ parent_id: parent }).where('id', '=', organization).execute();
    const above = await t.world.consultant(parent);
    expect((await to(manager, above.user_id)).body.data).toMatchObject([
      { done: false, reason: 'They do not see the orders of this organization. Choose someone who does.' },
    ]);
    await t.world.db.updateTable('organizations').set({ parent_id: null }).where('id', '=', organization).execute();
    expect((await to(expert, colleague.user_id)).status).toBe(403);
    expect((await desk.read(requester, id)).status).toBe(200);
  });

  test('following several, oneself or a colleague, and ending it', async () => {
    const ids = [await desk.order(requester), await desk.order(requester, { claim_number: 'HM-3' })];
    const watch = (who: Person, body: Record<string, unknown>) =>
      t.request<Results>(who, 'POST', '/api/v1/reviews/watch', { ids, ...body });
    expect((await watch(colleague, { watches: true })).body.data.map((r) => r.done)).toEqual([false, false]);
    expect(
      (await watch(requester, { user_id: colleague.user_id, watches: true })).body.data.map((r) => r.done),
    ).toEqual([true, true]);
    expect((await desk.read(colleague, ids[0] ?? 0)).status).toBe(200);
    expect((await watch(colleague, { watches: false })).body.data.map((r) => r.done)).toEqual([true, true]);
    expect((await desk.read(colleague, ids[0] ?? 0)).status).toBe(404);
  });
});

describe('export', () => {
  const rowsOf = (text: string): string[] => text.replace('\u{FEFF}', '').trimEnd().split('\r\n');

  test('every row of the list, in its order and columns, safe for spreadsheets, and in the audit', async () => {
    const here = await t.world.organization();
    const who = await t.world.consultant(here);
    const values = Array.from({ length: 130 }, (_, at) => ({
      kind: 'Case' as const,
      status: 'matching' as const,
      bucket: 'active' as const,
      ball: 'staff' as const,
      organization_id: here,
      requester_id: who.user_id,
      subject: at === 7 ? '=HYPERLINK("http://evil.example")' : `Matter ${at}, "quoted"`,
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      due_at: new Date(t.clock.now().getTime() + at * 3_600_000),
      total_cents: 12_345,
    }));
    await t.world.db.insertInto('reviews').values(values).execute();
    const list = await t.request<{ data: ListRow[] }>(who, 'GET', '/api/v1/cases?limit=100');
    const file = await t.request(who, 'GET', '/api/v1/cases/export?columns=number,subject,due,price&state=IL&q=');
    expect(file.status).toBe(200);
    const answer = await t.request(who, 'GET', '/api/v1/cases/export?columns=number,subject,due,price');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="cases-active-2026-11-18.csv"',
      'cache-control': 'no-store',
    });
    const [head, ...lines] = rowsOf(answer.raw.body);
    expect(head).toBe('Number,Matter,Claim number,Due (America/Chicago),Price (USD),Billing');
    expect(lines).toHaveLength(130);
    expect(lines.slice(0, 100).map((line) => line.split(',')[0])).toEqual(list.body.data.map((row) => row.number));
    expect(lines[7]).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(lines[0]).toMatch(/,2026-11-18 09:00,123\.45,Not billed$/);
    const audit = await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'data', 'actor_user_id'])
      .where('action', 'in', ['reviews.exported', 'reviews.export_ended'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(audit).toMatchObject([
      { action: 'reviews.export_ended', data: { rows: 130, complete: true } },
      {
        action: 'reviews.exported',
        actor_user_id: who.user_id,
        data: { columns: ['number', 'subject', 'due', 'price'] },
      },
    ]);
  });

  test('types are called as their organization or their kind calls them, in the list and in the file', async () => {
    const options = [{ value: 'medmal', label: 'Medical malpractice, hospital' }];
    const above = await t.world.organization({ settings: { case_type_options: options } });
    const here = await t.world.organization({ parent_id: above });
    const who = await t.world.consultant(here);
    const row = (kind: 'Case' | 'PeerReview', review_type: string) => ({
      kind,
      status: 'matching' as const,
      bucket: 'active' as const,
      ball: 'staff' as const,
      organization_id: here,
      requester_id: who.user_id,
      subject: `${kind} ${review_type}`,
      review_type,
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
    });
    const rows = [row('Case', 'medmal'), row('Case', 'no_longer_used'), row('PeerReview', 'fppe')];
    await t.world.db.insertInto('reviews').values(rows).execute();
    const list = await t.request<{ data: ListRow[] }>(who, 'GET', '/api/v1/reviews?sort=number');
    const labels = ['Medical malpractice, hospital', 'No longer used', 'FPPE or new privilege'];
    expect(list.body.data.map((one) => one.review_type_label)).toEqual(labels);
    const file = await t.request(who, 'GET', '/api/v1/reviews/export?sort=number&columns=review_type');
    for (const label of labels) expect(file.raw.body).toContain(label);
  });

  test('an organization’s own type is called as it was when the review was ordered, a draft as it is now', async () => {
    const cast = await castFor(t.world);
    const call = async (label: string): Promise<void> => {
      await t.world.db
        .updateTable('organizations')
        .set({
          flags: json({ case_type_enabled: true }),
          settings: json({ case_type_options: [{ value: 'own', label }] }),
        })
        .where('id', '=', cast.organization_id)
        .execute();
    };
    await call('Malpractice');
    const order = { case_type: 'own' };
    const ordered = await new CaseDriver(inApp(t, cast)).to('submitted', order);
    const draft = await new CaseDriver(inApp(t, cast)).draft(order);
    await call('Medical malpractice');
    const list = await t.request<{ data: ListRow[] }>(cast.requester, 'GET', '/api/v1/cases?tab=all&sort=number');
    expect(list.body.data.map(({ id, review_type_label }) => [id, review_type_label])).toEqual([
      [ordered.id, 'Malpractice'],
      [draft.id, 'Medical malpractice'],
    ]);
    const file = await t.request(cast.requester, 'GET', '/api/v1/cases/export?tab=all&sort=number&columns=review_type');
    const called = rowsOf(file.raw.body).map((row) => row.split(',').at(-1));
    expect(called).toEqual(['Type', 'Malpractice', 'Medical malpractice']);
  });

  test('what a reader may not see is not in the file either', async () => {
    const answer = await t.request(expert, 'GET', '/api/v1/reviews/export?columns=subject,price,requester');
    expect(rowsOf(answer.raw.body)[0]).toBe('Number,Matter,Claim number,Requester');
    expect((await t.request(null, 'GET', '/api/v1/cases/export')).status).toBe(401);
  });
});
