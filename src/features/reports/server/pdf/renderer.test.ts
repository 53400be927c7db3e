import { afterEach, describe, expect, it } from 'vitest';
import { sampleReport } from './fixture.ts';
import { createPdfRenderer, type PdfRenderer, type PdfRendererOptions } from './renderer.ts';
import { renderReportPdf } from './report.ts';

let renderer: PdfRenderer | undefined;
const open = (options?: PdfRendererOptions): PdfRenderer => (renderer = createPdfRenderer(options));
afterEach(async () => renderer?.close());

describe('the renderer', () => {
  it('gives the same bytes from a thread as directly, also for many at once', async () => {
    const pool = open({ threads: 2 });
    const direct = Buffer.from(await renderReportPdf(sampleReport()));
    const all = await Promise.all(Array.from({ length: 6 }, () => pool.report(sampleReport())));
    for (const bytes of all) expect(Buffer.from(bytes).equals(direct)).toBe(true);
  });

  it('leaves the calling thread free', async () => {
    const pool = open();
    let turns = 0;
    const count = setInterval(() => (turns += 1), 5);
    await pool.report(sampleReport());
    clearInterval(count);
    expect(turns).toBeGreaterThan(3);
  });

  it('reports a report it cannot render and goes on', async () => {
    const pool = open({ threads: 1 });
    await expect(pool.report({ ...sampleReport(), time_zone: 'Nowhere/Land' })).rejects.toMatchObject({
      reason: 'failed',
    });
    expect((await pool.report(sampleReport())).length).toBeGreaterThan(1000);
  });

  it('says what no font has', async () => {
    const pool = open();
    expect(await pool.unprintable('Żółć ≥ 5, SpO₂')).toEqual([]);
    expect(await pool.unprintable('של and ש')).toEqual(['ש', 'ל']);
  });
});
