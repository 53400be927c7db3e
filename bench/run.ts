/**
 * Runs the benchmarks, or those named: `npm run bench -- read list`. `--quick` runs short loads. Each measures its limit
 * in the same run, in turn with the product, and the table shows ratios. A missed bar is a figure, not a failure.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import type { Benchmark, Figure } from './lib/figures.ts';
import { mb, table } from './lib/figures.ts';
import { openGround } from './lib/ground.ts';

const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  read: async () => (await import('./read.ts')).read,
  list: async () => (await import('./list.ts')).list,
  matching: async () => (await import('./matching.ts')).matching,
  staff: async () => (await import('./staff.ts')).staff,
  submit: async () => (await import('./submit.ts')).submit,
  message: async () => (await import('./message.ts')).message,
  flood: async () => (await import('./flood.ts')).flood,
  upload: async () => (await import('./upload.ts')).upload,
  'sign-in': async () => (await import('./sign-in.ts')).signIn,
  'report-pdf': async () => (await import('./report-pdf.ts')).reportPdf,
  'first-visit': async () => (await import('./first-visit.ts')).firstVisit,
  calendar: async () => (await import('./calendar.ts')).calendar,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  money: async () => (await import('./money.ts')).money,
  memory: async () => (await import('./memory.ts')).memory,
};

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const wanted = args.filter((a) => !a.startsWith('--'));
const unknown = wanted.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}". There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}

const cpu = cpus();
console.log(
  `${cpu.length} × ${cpu[0]?.model.trim()}, ${mb(totalmem())}, Node ${process.version}, load before the run ${loadavg()[0]?.toFixed(1)}`,
);
const figures: Figure[] = [];
const ground = await openGround();
try {
  for (const [name, open] of Object.entries(BENCHMARKS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const benchmark = await open();
    const began = performance.now();
    const say = (line: string): void => console.log(`  ${name}: ${line}`);
    try {
      const found = await benchmark({ ground, quick, say });
      figures.push(...found);
      for (const f of found) say(`${f.name}: ${f.ours} (limit ${f.limit}, ${f.ratio}; bar ${f.bar})`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`  ${name} crashed:`, error);
    }
    say(`took ${Math.round((performance.now() - began) / 1000)} s`);
  }
} finally {
  await ground.stop();
}
console.log(`\n${new Date().toISOString().slice(0, 10)}${quick ? ', quick' : ''}\n\n${table(figures)}\n`);
process.exit();
