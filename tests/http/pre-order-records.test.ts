import { writeRecord } from '../harness/review-driver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { readPreOrders } from '../../src/features/files/contract.ts';
import type { Out } from '../../src/core/endpoint.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { placeFiles } from '../../src/features/files/rules.ts';
import { samplePdf } from '../../src/platform/inspect/samples.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { Person } from '../harness/world.ts';
import { programme, START } from './subscriptions-world.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ start: START });
});
afterAll(() => t.close());

const { clinic, must, subscribe, standing } = programme(() => t);
const URL = '/api/v1/pre_order_records';
type PreOrders = Out<typeof readPreOrders>;

const b64 = (text: string): string => Buffer.from(text).toString('base64');
const begin = (who: Person, size: number, said: Record<string, string>) =>
  t.request(who, 'POST', '/api/v1/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': String(size),
    'upload-metadata': Object.entries(said)
      .map(([name, value]) => `${name} ${b64(value)}`)
      .join(','),
  });
/** Begins an upload and sends it whole; answers the last status. */
async function upload(who: Person, content: Buffer, said: Record<string, string>): Promise<number> {
  const begun = await begin(who, content.length, said);
  if (begun.status !== 201) return begun.status;
  const sent = await t.app.http.inject({
    method: 'PATCH',
    url: String(begun.headers.location),
    headers: {
      ...who.headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    payload: content,
  });
  return sent.statusCode;
}

describe('records of several pre-orders', () => {
  it('are gathered for those that wait: their charts, what a name could carry, and what is there', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Lowell Pike', 'P-17']);
    const [pike, coded] = await standing(plan.id);
    await writeRecord(t.world, pike?.id ?? 0, 'Early.pdf');
    const seen = await must<PreOrders>(c.consultant, 'GET', URL);
    expect(seen.more).toBe(false);
    expect(seen.rules).toMatchObject([{ organization_id: c.organization_id, hides: false }]);
    expect(seen.data).toHaveLength(2);
    expect(seen.data.find((one) => one.review_id === pike?.id)).toMatchObject({
      number: `PR-${pike?.id}`,
      subscription: { id: plan.id, name: 'Hospitalists' },
      period: 'Q4 2026',
      due_on: '2026-12-31',
      provider_name: 'Dr. Lowell Pike',
      charts: [{ key: 'chart_1', label: 'Chart 1' }, { key: 'chart_2' }],
      files: [{ name: 'Early.pdf', chart_key: null, status: 'ready' }],
    });
    // what is answered is what the matching needs
    expect(
      placeFiles(['Pike, Lowell/Chart 2.pdf', 'P-17 chart 1.pdf', `PR-${coded?.id}/Chart 1.pdf`], seen.data).map(
        (p) => [p.review_id, p.chart_key],
      ),
    ).toEqual([
      [pike?.id, 'chart_2'],
      [coded?.id, 'chart_1'],
      [coded?.id, 'chart_1'],
    ]);
    const one = await must<PreOrders>(c.manager, 'GET', `${URL}?subscription_id=${plan.id}`);
    expect(one.data).toHaveLength(2);
  });

  it('are sent to a chart said beforehand, and the pre-order knows them at once', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const id = (await standing(plan.id))[0]?.id ?? 0;
    const pdf = await samplePdf(2);
    const said = { review_id: String(id), filename: 'Labs.pdf', path: 'Pike/Labs.pdf', chart: 'chart_2' };
    expect(await upload(c.consultant, pdf, said)).toBe(204);
    const detail = () => must<ReviewDetail>(c.consultant, 'GET', `/api/v1/peer_reviews/${id}`);
    expect((await detail()).charts).toEqual({ count: 2, missing: 1 });
    await t.settle();
    const { data } = await must<PreOrders>(c.consultant, 'GET', URL);
    expect(data[0]?.files).toMatchObject([{ name: 'Labs.pdf', chart_key: 'chart_2', status: 'ready' }]);
    expect(await upload(c.consultant, pdf, { ...said, filename: 'All.pdf', chart: '*' })).toBe(204);
    expect((await detail()).charts).toEqual({ count: 2, missing: 0 });
    const gone = await begin(c.consultant, pdf.length, { ...said, chart: 'chart_9' });
    expect([gone.status, gone.problem.detail]).toEqual([
      422,
      'This chart is no longer in the order. Choose another one.',
    ]);
  });

  it('one that cannot be read is named where it went, so that it can be replaced', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const id = (await standing(plan.id))[0]?.id ?? 0;
    const said = { review_id: String(id), filename: 'Broken.pdf', chart: 'chart_1' };
    expect(await upload(c.consultant, Buffer.from('not a PDF at all'), said)).toBe(204);
    await t.settle();
    const { data } = await must<PreOrders>(c.consultant, 'GET', URL);
    expect(data[0]?.files).toMatchObject([{ name: 'Broken.pdf', status: 'failed' }]);
    expect(data[0]?.files[0]?.failure).toBeTruthy();
  });

  it('only of one’s own: another tenant’s pre-orders and subscription are not there', async () => {
    const [c, other] = [await clinic(), await clinic()];
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const id = (await standing(plan.id))[0]?.id ?? 0;
    const said = { review_id: String(id), filename: 'Labs.pdf', chart: 'chart_1' };
    expect((await must<PreOrders>(other.manager, 'GET', URL)).data).toEqual([]);
    expect((await t.request(other.manager, 'GET', `${URL}?subscription_id=${plan.id}`)).status).toBe(404);
    expect((await begin(other.manager, 100, said)).status).toBe(404);
    // a colleague who only follows it looks on
    const colleague = await t.world.consultant(c.organization_id);
    await t.world.db.insertInto('review_watchers').values({ review_id: id, user_id: colleague.user_id }).execute();
    expect((await must<PreOrders>(colleague, 'GET', URL)).data).toEqual([]);
    expect((await begin(colleague, 100, said)).status).toBe(403);
  });

  it('not by those who handle no records, and not once a pre-order is ordered or ended', async () => {
    const c = await clinic();
    const plan = await subscribe(c, { reviews_per_seat: 1 }, ['Dr. Pike']);
    const id = (await standing(plan.id))[0]?.id ?? 0;
    expect((await t.request(await t.world.staff('matching_admin'), 'GET', URL)).status).toBe(403);
    expect((await t.request(await t.world.expert({}), 'GET', URL)).status).toBe(403);
    expect((await t.request(null, 'GET', URL)).status).toBe(401);
    const desk = await t.world.staff('clin_ops');
    expect((await must<PreOrders>(desk, 'GET', `${URL}?subscription_id=${plan.id}`)).data).toHaveLength(1);
    await must(c.consultant, 'POST', `/api/v1/peer_reviews/${id}/actions/cancel`, {
      reason: 'No',
      confirmed_fee_cents: 0,
    });
    expect((await must<PreOrders>(c.consultant, 'GET', URL)).data).toEqual([]);
    const late = await begin(c.consultant, 100, { review_id: String(id), filename: 'Labs.pdf', chart: 'chart_1' });
    expect([late.status, late.problem.detail]).toEqual([409, 'This review has ended. Its records stay as they are.']);
  });
});
