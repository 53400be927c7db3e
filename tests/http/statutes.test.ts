import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { Statutes, StatuteView } from '../../src/features/reviews/contract/statutes.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { type Cast, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* What a state's law says of peer review: written by admins, in orders and on reports from then on. */

let t: TestApp;
let cast: Cast;
let clinOps: Person;
let orgAdmin: Person;
beforeAll(async () => {
  t = await testApp();
  cast = await peerCast(t.world, PASSWORD_HASH);
  clinOps = await t.world.staff('clin_ops');
  orgAdmin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
});
afterAll(() => t.close());

const url = '/api/v1/statutes';
const at = (state: string, organization: number | null): string =>
  organization === null ? `${url}/${state}` : `${url}/${state}?organization_id=${organization}`;
const read = async (who: Person, state: string, organization: number | null): Promise<StatuteView> =>
  (await t.request<StatuteView>(who, 'GET', at(state, organization))).body;
const TEXT = {
  citation: 'Own Code § 12',
  statement: 'Privileged. For the {committee} under {statute}.',
  cover: 'Of the {committee} alone.\n\nReturn it when you have read it.',
};
async function write(
  who: Person,
  organization_id: number | null,
  state: string,
  text: typeof TEXT | null,
  version?: number,
) {
  const now = version ?? (await read(who, state, organization_id)).version;
  return t.request<StatuteView>(who, 'PUT', `${url}/${state}`, { organization_id, version: now, text });
}
/** The statute that an order of a state begins with, as the form offers it. */
const offered = async (who: Person, state: string) =>
  (
    await t.request<{ options: Record<string, { value: string; label: string; hint?: string }[]> }>(
      who,
      'GET',
      '/api/v1/peer_reviews/fields',
    )
  ).body.options['statutes']?.find(({ value }) => value === state);

describe('keeping them', () => {
  it('the nearest word holds, each version stays, and the platform’s is not an organization’s to change', async () => {
    const child = await t.world.organization({ parent_id: cast.organization_id });
    expect(await read(orgAdmin, 'OH', cast.organization_id)).toMatchObject({
      is_own: false,
      version: 0,
      now: { citation: 'Ohio Rev. Code § 2305.252' },
    });
    const platform = await write(clinOps, null, 'OH', { ...TEXT, citation: 'Platform § 3' });
    expect(platform.status).toBe(200);
    expect(await read(orgAdmin, 'OH', child)).toMatchObject({ now: { citation: 'Platform § 3' }, is_own: false });
    expect((await write(orgAdmin, null, 'OH', TEXT)).status).toBe(403);
    expect((await write(orgAdmin, cast.organization_id, 'OH', TEXT)).status).toBe(200);
    expect(await read(orgAdmin, 'OH', child)).toMatchObject({
      now: TEXT,
      above_of: { id: cast.organization_id },
      is_own: false,
    });
    expect(await offered(cast.requester, 'OH')).toEqual({ value: 'OH', label: TEXT.citation, hint: TEXT.statement });
    const list = await t.request<Statutes>(orgAdmin, 'GET', `${url}?organization_id=${child}`);
    expect(list.body.data.find(({ state }) => state === 'OH')).toMatchObject({
      of: 'organization',
      organization: { id: cast.organization_id },
      has_cover: true,
    });
    expect(list.body.data.find(({ state }) => state === 'TX')).toMatchObject({ of: 'shipped', organization: null });

    expect((await write(orgAdmin, cast.organization_id, 'OH', null)).status).toBe(200);
    const back = await read(orgAdmin, 'OH', cast.organization_id);
    expect(back).toMatchObject({ is_own: false, version: 2, now: { citation: 'Platform § 3' } });
    expect(back.versions.map(({ version, text }) => [version, text?.citation ?? null])).toEqual([
      [2, null],
      [1, TEXT.citation],
    ]);
    const again = await write(orgAdmin, cast.organization_id, 'OH', null);
    expect([again.status, again.problem.code]).toEqual([409, 'wrong_state']);
    expect((await read(orgAdmin, 'OH', null)).versions[0]?.by).toBe('Peritus');
    const rows = await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'data'])
      .where('subject', '=', `statute:${cast.organization_id}:OH`)
      .orderBy('id')
      .execute();
    expect(rows).toMatchObject([
      { action: 'statute.written', data: { before: null, after: TEXT } },
      { action: 'statute.went_back', data: { before: TEXT, after: null } },
    ]);
  });

  it('two who write at once: one, the other is shown what is new; what cannot stand is refused at its field', async () => {
    const both = await Promise.all([1, 2].map(() => write(orgAdmin, cast.organization_id, 'NV', TEXT, 0)));
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.problem.current).toMatchObject({ version: 1, now: TEXT });
    const refused = await write(orgAdmin, cast.organization_id, 'NV', { ...TEXT, citation: '', cover: '{patient}' });
    expect(refused.problem.errors?.map(({ path }) => path)).toEqual(['text.citation', 'text.cover']);
  });

  it('is for one’s own tree: of another organization nothing is there', async () => {
    const foreign = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() });
    expect((await t.request(foreign, 'GET', `${url}?organization_id=${cast.organization_id}`)).status).toBe(404);
    expect((await t.request(foreign, 'GET', at('OH', cast.organization_id))).status).toBe(404);
    expect((await write(foreign, cast.organization_id, 'OH', TEXT, 0)).status).toBe(404);
    expect((await t.request(orgAdmin, 'GET', at('XX', null))).status).toBe(400);
    expect((await t.request(cast.requester, 'GET', url)).status).toBe(403);
  });
});

it('reports carry what holds when they are signed; a signed one never changes', async () => {
  const d = await new PeerDriver(inApp(t, cast)).to('reportWritten');
  const state = (await d.must<{ state: string }>(cast.requester, 'GET', d.url())).state;
  const report = () => d.must<ReportView>(cast.expert, 'GET', d.url('/report'));
  const before = await report();
  expect(before.confidentiality).toMatch(/^Confidential peer review document\. Requested by and for the/);
  expect(before.cover).toBeNull();

  expect((await write(orgAdmin, cast.organization_id, state, TEXT)).status).toBe(200);
  const order = await t.world.db
    .selectFrom('review_sections')
    .select('data')
    .where('review_id', '=', d.id)
    .where('section', '=', 'step_four')
    .executeTakeFirstOrThrow();
  const { committee, statute } = order.data as { committee: string; statute: string };
  const says = { confidentiality: `Privileged. For the ${committee} under ${statute}.`, cover: expect.any(String) };
  expect(await report()).toMatchObject(says);
  await d.to('signed');
  const snapshot = async () =>
    await t.world.db
      .selectFrom('reports')
      .select(['snapshot', 'pdf_sha256'])
      .where('review_id', '=', d.id)
      .executeTakeFirstOrThrow();
  await t.settle();
  const signed = await snapshot();
  expect(signed.snapshot).toMatchObject({
    confidentiality: says.confidentiality,
    cover: `Of the ${committee} alone.\n\nReturn it when you have read it.`,
  });

  expect((await write(orgAdmin, cast.organization_id, state, { ...TEXT, statement: 'Other words.' })).status).toBe(200);
  await t.settle();
  expect(await snapshot()).toEqual(signed);
  expect(await d.must<ReportView>(cast.clinOps, 'GET', d.url('/report'))).toMatchObject(says);
});
