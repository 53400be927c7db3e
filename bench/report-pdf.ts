import { longReport } from '../src/features/reports/server/pdf/fixture.ts';
import { createPdfRenderer } from '../src/features/reports/server/pdf/index.ts';
import { atMost, type Benchmark, ms } from './lib/figures.ts';
import { percentile } from './lib/load.ts';

const pagesOf = (bytes: Uint8Array): number =>
  Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0;

/** A signed, tagged report, rendered by the thread that renders them in use; how late the caller's own timers ran. */
export const reportPdf: Benchmark = async ({ quick, say }) => {
  const renderer = createPdfRenderer();
  try {
    // answers are added until the report has as many pages
    const grown = async (pages: number, from: number) => {
      for (let answers = from; ; answers += 1) {
        const input = longReport(answers);
        const found = pagesOf(await renderer.report(input));
        if (found >= pages || answers > from + 40) return { input, found };
      }
    };
    const eight = await grown(8, 1);
    const many = await grown(500, 460);
    for (let n = 0; n < 10; n += 1) await renderer.report(eight.input);
    let late = 0;
    let due = performance.now() + 5;
    const watch = setInterval(() => {
      late = Math.max(late, performance.now() - due);
      due = performance.now() + 5;
    }, 5);
    const took: number[] = [];
    for (let n = 0; n < (quick ? 20 : 100); n += 1) {
      const began = performance.now();
      await renderer.report(eight.input);
      took.push(performance.now() - began);
    }
    const long: number[] = [];
    for (let n = 0; n < (quick ? 2 : 5); n += 1) {
      const began = performance.now();
      await renderer.report(many.input);
      long.push(performance.now() - began);
    }
    clearInterval(watch);
    say(`p50 ${ms(percentile(took, 0.5))}; the calling thread was held up at most ${ms(late)}`);
    return [
      atMost(`report PDF, ${eight.found} pages, p95`, percentile(took, 0.95), 150, ms),
      atMost(`report PDF, ${many.found} pages`, percentile(long, 0.5), 3_000, ms),
    ];
  } finally {
    await renderer.close();
  }
};
