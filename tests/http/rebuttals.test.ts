import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportView } from '../../src/features/reports/contract.ts';
import type { ReviewDetail } from '../../src/features/reviews/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { LegalDriver } from '../harness/legal-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { pdfText } from '../harness/pdf-text.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';

/* A rebuttal: the order says which report is answered, and the expert's is titled so. */
let t: TestApp;
let cast: Cast;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  cast = await castFor(t.world, PASSWORD_HASH);
});

const ANSWERED = 'Report of Dr. Osgood for the plaintiff, January 4, 2027';
const matter = () => new LegalDriver(inApp(t, cast));
const reportOf = async (d: LegalDriver) => (await d.must<ReportView>(cast.requester, 'GET', d.url('/report'))).report;
const printed = async (d: LegalDriver): Promise<string> =>
  pdfText((await t.request(cast.requester, 'GET', d.url('/report/pdf'))).raw.rawPayload);

describe('a report that answers another', () => {
  it('is titled as a rebuttal and names what it answers, as it was signed, whatever the order says later', async () => {
    const d = await matter().to('accepted', { answers_report: ANSWERED });
    const { brief } = await d.must<ReviewDetail>(cast.expert, 'GET', d.url());
    expect(JSON.stringify(brief)).toContain(ANSWERED);
    await d.to('reportWritten');
    const writing = await d.must<ReportView>(cast.expert, 'GET', d.url('/report'));
    expect(writing.report?.titled).toBe('Rebuttal report');
    await d.to('delivered');
    expect((await reportOf(d))?.titled).toBe('Rebuttal report');
    const words = await printed(d);
    expect(words).toContain('Rebuttal report');
    expect(words).toContain(ANSWERED);
    expect(words).not.toContain('Legal case report');

    const { version, data } = await d.must<{ version: number; data: Record<string, unknown> }>(
      cast.requester,
      'GET',
      d.url('/sections/step_three'),
    );
    await d.must(cast.requester, 'PUT', d.url('/sections/step_three'), {
      version,
      data: { ...data, answers_report: '' },
    });
    expect((await reportOf(d))?.titled).toBe('Rebuttal report');
    expect(await printed(d)).toBe(words);
  });

  it('is no rebuttal where the order names no report', async () => {
    const d = await matter().to('delivered');
    expect((await reportOf(d))?.titled).toBeNull();
    const words = await printed(d);
    expect(words).toContain('Legal case report');
    expect(words).not.toContain('Rebuttal');
  });
});
