/**
 * Everything, as CI runs it: static checks, unit and HTTP tests, the built pages, browser journeys. Goes on after a
 * failure so that one run tells all. A test file that failed is run once more, alone: what passes only then counts as
 * passed and is named "unsteady". Closes on one line: "N passed, N failed".
 */
import { rmSync } from 'node:fs';
import { runChecks, runStep } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { runPlaywright, runVitest, type Settled, settle } from './suites.ts';
import { temporaryFolder } from './temporary.ts';

const folder = temporaryFolder();
process.env.TMPDIR = folder;
const results: (Settled & { name: string; seconds: number })[] = [];

function step(name: string, run: () => Settled): void {
  console.log(`\n> ${name}`);
  const began = performance.now();
  let result: Settled = { passed: 0, failed: 1, faults: [], unsteady: [] };
  try {
    result = run();
  } catch (error) {
    console.error(error);
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`${name}: ${result.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  results.push({ name, seconds, ...result });
}

const asOne = (ok: boolean): Settled => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, faults: [], unsteady: [] });

/** Says which file is run again before it is. */
const again =
  <T>(run: (file: string) => T) =>
  (file: string): T => {
    console.log(`\n> once more, alone: ${file}`);
    return run(file);
  };

const began = performance.now();
const checks: Settled = { passed: 0, failed: 0, faults: [], unsteady: [] };
await runChecks(({ name, ok, seconds, said }) => {
  console.log(`\n> ${name}\n${said.trimEnd()}\n${name}: ${ok ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  checks.passed += ok ? 1 : 0;
  checks.failed += ok ? 0 : 1;
  if (!ok) checks.faults.push(`${name} failed`);
});
results.push({ name: 'static checks', seconds: (performance.now() - began) / 1000, ...checks });

step('unit and HTTP tests', () =>
  settle(
    runVitest(folder),
    again((file) => runVitest(folder, [file])),
  ),
);

step('built pages', () => asOne(runStep([process.execPath, 'scripts/pages.ts'])));
step('script sizes', () => asOne(runStep([process.execPath, 'scripts/sizes.ts'])));

step('browser journeys', () => {
  const chromium = ensureChromium();
  return settle(
    runPlaywright(folder, chromium),
    again((file) => runPlaywright(folder, chromium, [file])),
  );
});

rmSync(folder, { recursive: true, force: true });
const passed = results.reduce((sum, r) => sum + r.passed, 0);
const failed = results.reduce((sum, r) => sum + r.failed, 0);
console.log('');
for (const r of results)
  console.log(`${r.failed === 0 ? 'ok    ' : 'FAILED'} ${r.seconds.toFixed(1).padStart(6)} s  ${r.name}`);
console.log(
  `       ${results
    .reduce((sum, r) => sum + r.seconds, 0)
    .toFixed(1)
    .padStart(6)} s  together`,
);
for (const line of results.flatMap((r) => r.faults)) console.log(`  ${line}`);
for (const line of results.flatMap((r) => r.unsteady))
  console.log(`unsteady, passed only when run again alone: ${line}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
