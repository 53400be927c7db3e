/**
 * Everything, as CI runs it: static checks, unit and HTTP tests, the built pages, browser journeys. Goes on after a
 * failure so that one run tells all, and closes on one line: "N passed, N failed".
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CHECKS, runStep } from './check.ts';
import { ensureChromium } from './chromium.ts';

const bin = (name: string): string => join(import.meta.dirname, '../node_modules/.bin', name);
const folder = mkdtempSync(join(tmpdir(), 'peritus-results-'));
interface Result {
  passed: number;
  failed: number;
  /** What failed, a line each with how; said again at the end, where it is found. */
  faults?: string[];
}
const results: ({ name: string } & Result)[] = [];

function step(name: string, run: () => Result): void {
  console.log(`\n> ${name}`);
  const began = performance.now();
  let result: Result = { passed: 0, failed: 1 };
  try {
    result = run();
  } catch (error) {
    console.error(error);
  }
  console.log(
    `${name}: ${result.failed === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  results.push({ name, ...result });
}

/** A test and the first lines of why it failed, without colours. */
const fault = (test: string, messages: readonly (string | undefined)[]): string =>
  [
    test,
    ...messages.flatMap((m) =>
      stripVTControlCharacters(m ?? '')
        .split('\n')
        .filter((l) => l.trim())
        .slice(0, 12),
    ),
  ]
    .join('\n    ')
    .slice(0, 1500);

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs?: { title: string; line: number; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[];
}

const specFaults = ({ file, suites = [], specs = [] }: Suite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, line, tests }) =>
      fault(
        `${file}:${line} ${title}`,
        tests.flatMap((t) => t.results.flatMap((r) => r.errors.map((e) => e.message))),
      ),
    ),
  ...suites.flatMap(specFaults),
];

const asOne = (ok: boolean) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

for (const check of CHECKS) step(check.name, () => asOne(runStep(check.command)));

step('unit and HTTP tests', () => {
  const report = join(folder, 'vitest.json');
  const ok = runStep([bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: {
      name: string;
      message: string;
      status: string;
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  };
  const faults = testResults.flatMap(({ name, message, status, assertionResults }) => [
    ...(status === 'failed' && message ? [fault(name, [message])] : []),
    ...assertionResults.filter((a) => a.status === 'failed').map((a) => fault(a.fullName, a.failureMessages)),
  ]);
  return { passed: numPassedTests, failed: Math.max(numFailedTests, ok ? 0 : 1), faults };
});

step('built pages', () => asOne(runStep([bin('vite'), 'build', '--logLevel=warn'])));
step('script sizes', () => asOne(runStep([process.execPath, 'scripts/sizes.ts'])));

step('browser journeys', () => {
  const report = join(folder, 'playwright.json');
  const chromium = ensureChromium();
  const ok = runStep([bin('playwright'), 'test'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  });
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: Suite[];
  };
  return {
    passed: stats.expected,
    failed: Math.max(stats.unexpected + stats.flaky, ok ? 0 : 1),
    faults: suites.flatMap(specFaults),
  };
});

rmSync(folder, { recursive: true, force: true });
const passed = results.reduce((sum, r) => sum + r.passed, 0);
const failed = results.reduce((sum, r) => sum + r.failed, 0);
console.log('');
for (const r of results) console.log(`${r.failed === 0 ? 'ok    ' : 'FAILED'} ${r.name}`);
for (const line of results.flatMap((r) => r.faults ?? [])) console.log(`  ${line}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
