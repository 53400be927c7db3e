import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  // draws pages without windows: what Playwright takes, too, where it brings its own; a tenth less work for the same tests
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium on this machine, or null. */
export function findChromium(): string | null {
  return PLACES.find((p) => p !== '' && existsSync(p)) ?? null;
}

/**
 * A Chromium for the browser tests, installed when there is none: the distribution's package where we may install
 * packages, otherwise Playwright's own build (then null: Playwright finds it by itself). Throws when neither works.
 */
export function ensureChromium(): string | null {
  const found = findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt-get');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env });
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { stdio: 'inherit', env });
      const installed = findChromium();
      if (installed) return installed;
    }
  }
  console.log('Installing Playwright’s Chromium');
  const run = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  if (run.status !== 0) throw new Error('No Chromium for the browser tests: install one, or set CHROMIUM_PATH to it.');
  return null;
}
