import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FindingKind, Scale } from '../../src/features/opinions/rules.ts';
import type { PolicyView, TrendsView } from '../../src/features/opinions/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let organization: number;
let manager: Person;
let foreign: Person;

beforeAll(async () => {
  t = await testApp();
  organization = await t.world.organization();
  manager = await t.world.person({
    profile: 'ClaimConsultant',
    is_review_manager: true,
    organization_id: organization,
  });
  const other = await t.world.organization();
  foreign = await t.world.person({ role: 'org_admin', organization_id: other });
  for (const id of [organization, other])
    await t.world.db
      .updateTable('organizations')
      .set({ flags: JSON.stringify({ for_peer_reviews: true, peer_reviews_enabled: true }) as never })
      .where('id', '=', id)
      .execute();
  await reviewed(other, { provider: 'Dr. Zyxforeign', facility: 'Zyx Clinic', quarter: '2026-07-01', level: 4 });
});
afterAll(() => t.close());

interface Case {
  provider: string;
  facility?: string;
  quarter: string;
  level: number | null;
  role?: 'second' | 'adjudication';
  scale?: Scale;
  type?: string;
  attention?: boolean;
  findings?: [kind: FindingKind, category: string, asked: number, met: number, deficiencies: number][];
}

/** A delivered review as the deliveries leave it in the tables trends are read from. */
async function reviewed(org: number, one: Case): Promise<number> {
  const now = t.clock.now();
  const consultant = await t.world.consultant(org);
  const { id } = await t.world.db
    .insertInto('reviews')
    .values({
      kind: 'PeerReview',
      status: 'closed',
      bucket: 'completed',
      ball: 'nobody',
      organization_id: org,
      requester_id: consultant.user_id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const form = await t.world.db
    .selectFrom('report_forms')
    .select('id')
    .where('kind', '=', 'PeerReview')
    .executeTakeFirstOrThrow();
  const report = await t.world.db
    .insertInto('reports')
    .values({
      review_id: id,
      version: 1,
      report_form_id: form.id,
      status: 'delivered',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.world.db
    .insertInto('opinions')
    .values({
      review_id: id,
      report_id: report.id,
      organization_id: org,
      role: one.role ?? 'first',
      form: 'peer_focused',
      scale: one.scale ?? 'care',
      level: one.level,
      needs_attention: one.attention ?? false,
      review_type: one.type ?? 'focused',
      facility: one.facility ?? 'Saltmarsh',
      facility_key: (one.facility ?? 'Saltmarsh').toLowerCase(),
      provider: one.provider,
      provider_key: `name:${one.provider.toLowerCase()}`,
      quarter: one.quarter,
      delivered_at: now,
    })
    .execute();
  for (const [kind, category, asked, met, deficiencies] of one.findings ?? [])
    await t.world.db
      .insertInto('opinion_findings')
      .values({ review_id: id, kind, category, label: category, asked, met, deficiencies })
      .execute();
  return id;
}
async function linked(original: number, one: Case & { role: 'second' | 'adjudication' }): Promise<void> {
  const id = await reviewed(organization, one);
  await t.world.db
    .insertInto('linked_reviews')
    .values({ review_id: id, original_id: original, role: one.role, trigger: 'asked', created_at: t.clock.now() })
    .execute();
}
const read = async (query = '', who: Person = manager): Promise<TrendsView> => {
  const answer = await t.request<TrendsView>(who, 'GET', `/api/v1/peer_review_trends${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body;
};

describe('trends', () => {
  test('count each case once, with its final level; nobody else’s cases', async () => {
    const quarters = ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01'];
    for (const quarter of quarters)
      for (const level of [1, 1, 2]) await reviewed(organization, { provider: 'Holt', quarter, level });
    const apart = await reviewed(organization, {
      provider: '=cmd|calc',
      facility: 'Annex',
      quarter: '2026-10-01',
      level: 1,
      attention: true,
      findings: [
        ['aspect', 'tests', 1, 0, 1],
        ['audit', 'Plan', 10, 7, 3],
        ['provider_factor', 'judgment', 1, 0, 1],
      ],
    });
    await linked(apart, { provider: '=cmd|calc', quarter: '2026-10-01', level: 4, role: 'second' });
    await linked(apart, { provider: '=cmd|calc', quarter: '2026-10-01', level: 3, role: 'adjudication' });
    const unknown = await reviewed(organization, { provider: 'Venn', quarter: '2026-10-01', level: null });
    await linked(unknown, { provider: 'Venn', quarter: '2026-10-01', level: 1, role: 'second' });

    const view = await read();
    expect([view.from, view.to, view.scale]).toEqual(['2025-01-01', '2026-10-01', 'care']);
    expect(view.total).toMatchObject({ n: 14, undetermined: 1, attention: 1, few: false });
    expect(view.total.levels.map((one) => one.n)).toEqual([8, 4, 1, 0]);
    expect(view.total.levels[0]?.share).toBeCloseTo(8 / 13, 9);
    const last = view.quarters.at(-1);
    expect([last?.label, last?.spread.n, last?.spread.few, last?.spread.levels[0]?.share]).toEqual([
      'Q4 2026',
      5,
      true,
      null,
    ]);
    expect(view.change).toBe('too_few');
    expect(view.providers.map((one) => [one.label, one.spread.n])).toEqual([
      ['Holt', 12],
      ['=cmd|calc', 1],
      ['Venn', 1],
    ]);
    expect(view.facilities.map((one) => one.label)).toEqual(['Saltmarsh', 'Annex']);
    expect(view.categories.map((one) => [one.kind, one.category, one.deficiencies, one.met])).toEqual([
      ['audit', 'Plan', 3, 0.7],
      ['aspect', 'tests', 1, null],
      ['provider_factor', 'judgment', 1, null],
    ]);
    // one pair: first on 1, second on 4; a pair without a level is none
    expect(view.agreement).toMatchObject({ n: 1, agreed: 0, share: 0, few: true });
    expect(view.agreement.table[0]).toEqual([0, 0, 0, 1]);
    expect(JSON.stringify(view)).not.toContain('Zyx');
  });

  test('are narrowed by period, facility, provider and type', async () => {
    expect((await read('?from=2026-10-01')).total.n).toBe(5);
    expect((await read('?to=2026-06-30')).total.n).toBe(6);
    expect((await read('?facility=annex')).total.n).toBe(1);
    expect((await read('?provider=name:holt')).providers.map((one) => one.label)).toEqual(['Holt']);
    expect((await read('?review_type=chart_audit')).total.n).toBe(0);
    expect((await read('?scale=met')).total.n).toBe(0);
    const backwards = await t.request(manager, 'GET', '/api/v1/peer_review_trends?from=2026-10-01&to=2026-01-01');
    expect(backwards.status).toBe(422);
    const other = await t.request(foreign, 'GET', `/api/v1/peer_review_trends?organization_id=${organization}`);
    expect(other.status).toBe(404);
  });

  test('are for managers, admins of the tree and the staff who check reports', async () => {
    expect((await read('', foreign)).providers.map((one) => one.label)).toEqual(['Dr. Zyxforeign']);
    expect((await read('', await t.world.staff('support_agent'))).total.n).toBe(15);
    for (const who of [
      await t.world.consultant(organization),
      await t.world.expert({}),
      await t.world.staff('matching_admin'),
    ])
      for (const path of ['peer_review_trends', 'peer_review_trends/export', 'peer_review_policies'])
        expect([path, (await t.request(who, 'GET', `/api/v1/${path}`)).status]).toEqual([path, 403]);
  });

  test('leave as a file no spreadsheet runs, noted in the audit without names', async () => {
    const answer = await t.request(manager, 'GET', '/api/v1/peer_review_trends/export?facility=annex');
    expect(answer.headers['content-disposition']).toContain('peer-review-trends-2026-11-18.csv');
    const lines = answer.raw.body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Quarter,Organization,Facility,Provider,Scale,Reviews');
    expect(lines[1]).toContain("'=cmd|calc");
    expect(lines[1]).toContain('Overall care,1,0,0,1 Controversial,0,0,1,10,7,70.0');
    const noted = await t.world.db
      .selectFrom('audit_rows')
      .select(['actor_user_id', 'data'])
      .where('action', 'in', ['trends.exported', 'trends.export_ended'])
      .orderBy('id')
      .execute();
    expect(noted).toEqual([
      {
        actor_user_id: manager.user_id,
        data: expect.objectContaining({ one_facility: true, one_provider: false }),
      },
      { actor_user_id: manager.user_id, data: { rows: 1, complete: true } },
    ]);
    expect(JSON.stringify(noted)).not.toContain('annex');
  });
});

describe('when second opinions come by themselves', () => {
  const save = (who: Person, id: number, body: unknown = { share_percent: 20, below_best: true }) =>
    t.request<PolicyView>(who, 'PUT', `/api/v1/peer_review_policies/${id}`, body);
  const mine = async (who: Person) =>
    (await t.request<{ data: PolicyView[] }>(who, 'GET', '/api/v1/peer_review_policies')).body.data;

  test('an organization’s setting holds for those below it until they have their own', async () => {
    const below = await t.world.organization({ parent_id: organization });
    const head = await t.world.person({ role: 'customer_admin', organization_id: organization });
    expect((await save(head, organization)).body).toMatchObject({ share_percent: 20, below_best: true });
    const rows = await mine(head);
    expect(rows.find((one) => one.organization_id === below)).toMatchObject({ share_percent: 20, can_change: true });
    expect(rows.find((one) => one.organization_id === below)?.inherited_from).not.toBeNull();
    expect((await save(head, below, { share_percent: 0, below_best: false })).body).toMatchObject({
      share_percent: 0,
      inherited_from: null,
    });
    const { n } = await sql<{ n: number }>`select count(*)::int as n from audit_rows
      where action = 'opinions.policy_changed'`
      .execute(t.world.db)
      .then(({ rows: found }) => found[0] ?? { n: 0 });
    expect(n).toBe(2);
  });

  test('nobody sets another tenant’s; support and consultants set none; a share is a percentage', async () => {
    expect((await save(foreign, organization)).status).toBe(404);
    expect((await save(await t.world.staff('support_agent'), organization)).status).toBe(403);
    expect((await save(await t.world.consultant(organization), organization)).status).toBe(403);
    expect((await save(manager, organization, { share_percent: 101, below_best: false })).status).toBe(400);
    expect((await mine(await t.world.staff('support_agent')))[0]?.can_change).toBe(false);
  });
});
