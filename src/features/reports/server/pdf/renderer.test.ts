import { afterEach, describe, expect, it } from 'vitest';
import { sampleReport } from './fixture.ts';
import { createPdfRenderer, type PdfRenderer, type PdfRendererOptions } from './renderer.ts';
import { renderReportPdf } from './report.ts';

let renderer: PdfRenderer | undefined;
const open = (options?: PdfRendererOptions): PdfRenderer => (renderer = createPdfRenderer(options));
afterEach(async () => renderer?.close());

/** A thread that does what the title of the report says; it shows how the pool copes, and stands in for no code of ours. */
const moody = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, input }) => {
      if (input.title === 'hang') for (;;);
      if (input.title === 'crash') process.exit(7);
      if (input.title === 'throw') throw new Error('thrown outside the answer');
      parentPort.postMessage({ id, result: new Uint8Array([input.version]) });
    });`)}`,
);
const titled = (title: string) => ({ ...sampleReport(), title });

describe('the renderer', () => {
  it('gives the same bytes from a thread as directly, also for many at once', async () => {
    const pool = open({ threads: 2 });
    const direct = Buffer.from(await renderReportPdf(sampleReport()));
    const all = await Promise.all(Array.from({ length: 6 }, () => pool.render(sampleReport())));
    for (const bytes of all) expect(Buffer.from(bytes).equals(direct)).toBe(true);
  });

  it('leaves the calling thread free', async () => {
    const pool = open();
    let turns = 0;
    const count = setInterval(() => (turns += 1), 5);
    await pool.render(sampleReport());
    clearInterval(count);
    expect(turns).toBeGreaterThan(3);
  });

  it.each([
    ['hang', 'timeout'],
    ['crash', 'crashed'],
    ['throw', 'crashed'],
  ])('survives a thread that does this: %s', async (title, reason) => {
    const pool = open({ worker_url: moody, threads: 1, timeout_ms: 1500 });
    const lost = pool.render(titled(title));
    const after = pool.render(titled('fine'));
    await expect(lost).rejects.toMatchObject({ name: 'PdfRenderError', reason });
    expect([...(await after)]).toEqual([2]);
  });

  it('reports a report it cannot render and goes on', async () => {
    const pool = open({ threads: 1 });
    await expect(pool.render({ ...sampleReport(), time_zone: 'Nowhere/Land' })).rejects.toMatchObject({
      reason: 'failed',
    });
    expect((await pool.render(sampleReport())).length).toBeGreaterThan(1000);
  });

  it('says what no font has', async () => {
    const pool = open();
    expect(await pool.unprintable('Żółć ≥ 5, SpO₂')).toEqual([]);
    expect(await pool.unprintable('田中 and 田')).toEqual(['田', '中']);
  });

  it('lets a thread that rests go, and begins another when there is work again', async () => {
    const counting = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        let done = 0;
        parentPort.on('message', ({ id }) => parentPort.postMessage({ id, result: new Uint8Array([(done += 1)]) }));`)}`,
    );
    const pool = open({ worker_url: counting, idle_ms: 200 });
    const nth = async () => [...(await pool.render(sampleReport()))];
    expect([await nth(), await nth()]).toEqual([[1], [2]]);
    await expect.poll(nth, { interval: 600, timeout: 30_000 }).toEqual([1]);
  });

  it('refuses what exceeds the queue, and everything once closed', async () => {
    const pool = open({ worker_url: moody, threads: 1, queue_limit: 1, timeout_ms: 60_000 });
    const before = Promise.allSettled([pool.render(titled('hang')), pool.render(titled('fine'))]);
    await expect(pool.render(titled('fine'))).rejects.toMatchObject({ reason: 'busy' });
    await pool.close();
    for (const one of await before) expect(one).toMatchObject({ status: 'rejected', reason: { reason: 'closed' } });
    await expect(pool.render(titled('fine'))).rejects.toMatchObject({ reason: 'closed' });
  });
});
