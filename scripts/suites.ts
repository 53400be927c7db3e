/** The two suites of tests, read file by file, so that a file that failed can be run once more. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runStep } from './check.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

/** What a test file came to. */
export interface FileResult {
  /** From the project's root. */
  file: string;
  passed: number;
  failed: number;
  /** What failed, a line each with how; said again at the end, where it is found. */
  faults: string[];
}
export interface SuiteResult {
  /** What failed beside the tests, such as a promise nobody waited for: not run again. */
  stray: string[];
  files: FileResult[];
}

/** A test and the first lines of why it failed, without colors. */
function fault(test: string, messages: readonly (string | undefined)[]): string {
  const lines = messages.flatMap((m) =>
    stripVTControlCharacters(m ?? '')
      .split('\n')
      .filter((l) => l.trim() && !l.includes('/node_modules/'))
      .slice(0, 12),
  );
  return [test, ...lines].join('\n    ').slice(0, 1500);
}

export interface VitestReport {
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Vitest's report by file. A file that cannot be read at all has failed once. */
export function readVitest(report: VitestReport): FileResult[] {
  return report.testResults.map(({ name, message, status, assertionResults }) => {
    const file = relative(root, name);
    const faults = assertionResults
      .filter((a) => a.status === 'failed')
      .map((a) => fault(`${file} ${a.fullName}`, a.failureMessages));
    if (status === 'failed' && (message || faults.length === 0)) faults.unshift(fault(file, [message]));
    return {
      file,
      passed: assertionResults.filter((a) => a.status === 'passed').length,
      failed: faults.length,
      faults,
    };
  });
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs?: {
    title: string;
    line: number;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}
export interface PlaywrightReport {
  errors: { message?: string }[];
  suites: Suite[];
}

/** Playwright's report by file. */
export function readPlaywright(report: PlaywrightReport): FileResult[] {
  const read = ({ file, suites = [], specs = [] }: Suite): FileResult => {
    const parts = suites.map(read);
    const tests = specs.flatMap(({ title, line, tests: of }) => of.map((t) => ({ ...t, title, line })));
    const failed = tests.filter((t) => t.status === 'unexpected' || t.status === 'flaky');
    const sum = (of: 'passed' | 'failed') => parts.reduce((n, part) => n + part[of], 0);
    return {
      file: `tests/browser/${file}`,
      passed: sum('passed') + tests.filter((t) => t.status === 'expected').length,
      failed: sum('failed') + failed.length,
      faults: [
        ...failed.map((t) =>
          fault(
            `${file}:${t.line} ${t.title}`,
            t.results.flatMap((r) => r.errors.map((e) => e.message)),
          ),
        ),
        ...parts.flatMap((part) => part.faults),
      ],
    };
  };
  return report.suites.map(read);
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** A command that failed says why: by its files, by stray errors, or at least that it did. */
const result = (ok: boolean, files: FileResult[], stray: string[]): SuiteResult => ({
  files,
  stray: ok || stray.length > 0 || files.some((f) => f.failed > 0) ? stray : ['It failed beside its tests.'],
});

/** Unit and HTTP tests: these files, or all. */
export function runVitest(folder: string, files: readonly string[] = []): SuiteResult {
  const report = join(folder, 'vitest.json');
  const strays = join(folder, 'vitest-stray.json');
  const reporters = ['default', 'json', './scripts/stray-errors.ts'].map((name) => `--reporter=${name}`);
  const ok = runStep([bin('vitest'), 'run', ...reporters, `--outputFile.json=${report}`, ...files], {
    STRAY_ERRORS: strays,
  });
  return result(ok, readVitest(readJson(report) as VitestReport), readJson(strays) as string[]);
}

/** Browser journeys: these files, or all. */
export function runPlaywright(folder: string, chromium: string | null, files: readonly string[] = []): SuiteResult {
  const report = join(folder, 'playwright.json');
  // what is run again leaves what the first run kept of its faults
  const kept = files.length > 0 ? ['--output=test-results/again'] : [];
  const ok = runStep([bin('playwright'), 'test', ...kept, ...files], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  });
  const read = readJson(report) as PlaywrightReport;
  return result(
    ok,
    readPlaywright(read),
    read.errors.map((e) => fault('Beside the tests', [e.message])),
  );
}

/** More failed files than this are no matter of speed: nothing is run again. */
const MOST_AGAIN = 8;

/** What a suite came to, once each file that failed was run again by itself. */
export interface Settled {
  passed: number;
  failed: number;
  faults: string[];
  /** What passed only the second time. */
  unsteady: string[];
}

/** Runs each failed file once more, alone: what passes then counts as passed, and is named. */
export function settle({ stray, files }: SuiteResult, again: (file: string) => SuiteResult): Settled {
  const settled: Settled = { passed: 0, failed: stray.length, faults: [...stray], unsteady: [] };
  const mayRunAgain = files.filter((f) => f.failed > 0).length <= MOST_AGAIN;
  for (const first of files) {
    const second = first.failed > 0 && mayRunAgain ? again(first.file) : undefined;
    const last = second?.files.find((f) => f.file === first.file) ?? first;
    const faults = [...last.faults, ...(second?.stray ?? [])];
    settled.passed += last.passed;
    settled.failed += faults.length;
    settled.faults.push(...faults);
    if (faults.length === 0) settled.unsteady.push(...first.faults);
  }
  return settled;
}
