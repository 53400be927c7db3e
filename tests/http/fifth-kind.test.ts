import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED_KINDS } from '../../src/app/kinds.ts';
import { KIND_NAMES } from '../../src/core/kinds.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { answersToForm } from '../harness/report-answers.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import { ScreeningDriver } from '../harness/screening-driver.ts';
import { SCREENING } from '../harness/screening.ts';

/*
 * A kind is a folder of tables: the application is built with one more than the product has, and nothing else changed.
 */

let t: TestApp;

beforeAll(async () => {
  t = await testApp({ kinds: { ...SHIPPED_KINDS, Screening: SCREENING } });
});
afterAll(() => t.close());

async function screening(): Promise<ScreeningDriver> {
  const cast = await castFor(t.world, PASSWORD_HASH);
  await t.world.db
    .updateTable('expert_profiles')
    .set({ accepts_kinds: [...KIND_NAMES] })
    .where('profile_id', '=', cast.expert.profile_id)
    .execute();
  return new ScreeningDriver(inApp(t, cast));
}

const templatesAbout = async (id: number): Promise<string[]> =>
  (await t.world.db.selectFrom('mails').select('template').where('review_id', '=', id).orderBy('id').execute()).map(
    ({ template }) => template,
  );

describe('a kind that is only tables', () => {
  it('has its endpoints, beside those of every other kind', async () => {
    const routes = new Set(t.app.routes);
    const ofCases = t.app.routes.filter((route) => route.includes('/api/v1/cases'));
    expect(ofCases.length).toBeGreaterThan(30);
    for (const route of ofCases) expect(routes).toContain(route.replace('/cases', '/screenings'));
  });

  it('is offered in the catalogue of its wizard, step by step', async () => {
    const { requester } = await castFor(t.world);
    const { status, body } = await t.request<{ sections: { key: string; fields: { key: string }[] }[] }>(
      requester,
      'GET',
      '/api/v1/screenings/fields',
    );
    expect(status).toBe(200);
    // who answers for it is chosen by those who manage others' reviews only
    expect(body.sections.map(({ fields }) => fields.length)).toEqual([3, 3, 2, 2]);
  });

  it('names what its records can be, and takes nothing else', async () => {
    const d = await (await screening()).draft();
    const { requester } = d.cast;
    const { rules } = await d.must<{ rules: { categories: string[] } }>(requester, 'GET', d.url('/files'));
    expect(rules.categories).toEqual(SCREENING.file_categories);
    const file = `/api/v1/files/${d.fileId}`;
    expect((await t.request(requester, 'PATCH', file, { category: 'imaging_report' })).status).toBe(200);
    const refused = await t.request(requester, 'PATCH', file, { category: 'deposition' });
    expect(refused.problem.detail).toContain('“Deposition”');
  });

  it('is refused where the order lacks what its table asks for', async () => {
    const d = await screening();
    const { review_id } = await d.must<{ review_id: number }>(d.cast.requester, 'POST', '/api/v1/screenings', {});
    const refused = await t.request(d.cast.requester, 'POST', `/api/v1/screenings/${review_id}/submit`, {});
    expect(refused.status).toBe(422);
    expect(refused.problem.errors?.map(({ message }) => message)).toContain('Enter the name of the matter.');
  });

  it('goes from draft to delivered and closed, and is found in lists by whose move it is', async () => {
    const d = await screening();
    const { requester, expert, clinOps, matching } = d.cast;
    const detail = async (who = requester) => (await t.request<ReviewDetail>(who, 'GET', d.url())).body;
    const listed = async (who = requester) =>
      (
        await t.request<{ data: { id: number; kind: string; number: string; subject: string; ball: string }[] }>(
          who,
          'GET',
          '/api/v1/screenings?tab=all',
        )
      ).body.data.find((row) => row.id === d.id);

    await d.draft();
    expect(await detail()).toMatchObject({
      kind: 'Screening',
      number: `SC-${d.id}`,
      subject: 'Aldous v. Harrow Clinic',
    });
    expect((await detail()).status.label).toBe('Draft');
    // its own price book, with the factor of the world's sub-specialty: 210 dollars × 1.5
    expect((await detail()).quote?.total_cents).toBe(31_500);
    await d.to('submitted');
    expect(await d.status()).toBe('in_intake');
    expect(await listed()).toMatchObject({ kind: 'Screening', subject: 'Aldous v. Harrow Clinic', ball: 'staff' });

    await d.to('released');
    const board = await t.request<{ candidates: { profile_id: number }[] }>(matching, 'GET', d.url('/matching'));
    expect(board.status).toBe(200);
    await d.to('invited');
    const asked = await detail(expert);
    expect(asked.what_now).toMatchObject({ voice: 'yours', headline: 'Answer the invitation' });
    expect(asked.what_now.action?.path).toBe(`/screening-invite/review-${d.id}`);
    await d.to('accepted');
    expect(await d.status()).toBe('screening');
    expect(await listed(expert)).toMatchObject({ ball: 'expert' });

    await d.to('reportStarted');
    const view = await d.must<ReportView>(expert, 'GET', d.url('/report'));
    expect([...answersToForm(view, d.fileId).keys()]).toEqual(['verdict', 'questions', 'attestation']);
    await d.to('signed');
    expect(await d.status()).toBe('answer_check');
    expect((await detail(clinOps)).what_now).toMatchObject({ voice: 'yours', headline: 'Check the answer' });
    await d.to('delivered');
    expect(await d.status()).toBe('answered');
    expect((await detail()).what_now).toMatchObject({ voice: 'yours', headline: 'Read the answer' });
    expect((await detail()).abilities['close']).toEqual({ allowed: true, reason: null });

    const all = await t.request<{ data: { id: number; kind: string }[] }>(requester, 'GET', '/api/v1/reviews?tab=all');
    expect(all.body.data).toContainEqual(expect.objectContaining({ id: d.id, kind: 'Screening' }));
    expect(await templatesAbout(d.id)).toEqual(
      expect.arrayContaining(['review_submitted', 'invitation', 'report_delivered']),
    );

    await d.must(requester, 'POST', d.url('/actions/close'), {});
    await d.settle();
    expect(await d.status()).toBe('closed');
    const ended = await t.request<{ data: { id: number }[] }>(requester, 'GET', '/api/v1/screenings?tab=completed');
    expect(ended.body.data.map(({ id }) => id)).toContain(d.id);
  });

  it('is out of sight for another organization, under another kind, and for an expert nobody asked', async () => {
    const d = await screening();
    await d.draft();
    const stranger = (await castFor(t.world)).requester;
    expect((await t.request(stranger, 'GET', d.url())).status).toBe(404);
    expect((await t.request(d.cast.expert, 'GET', d.url())).status).toBe(404);
    expect((await t.request(d.cast.requester, 'GET', `/api/v1/cases/${d.id}`)).status).toBe(404);
  });
});
