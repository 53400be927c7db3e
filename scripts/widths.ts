/** Every page of every kind of person at every width from 320 to 1600 px, in steps of 40; too long for each run of the tests. */
import { rmSync } from 'node:fs';
import { runStep } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { temporaryFolder } from './temporary.ts';

const folder = temporaryFolder();
const chromium = ensureChromium();
const title = 'every page of every kind of person fits every width';
const ok = runStep(
  ['node_modules/.bin/playwright', 'test', 'tests/browser/routes.spec.ts', '-g', title, '--reporter=list'],
  { TMPDIR: folder, WIDTHS: 'all', ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
);
rmSync(folder, { recursive: true, force: true });
process.exitCode = ok ? 0 : 1;
