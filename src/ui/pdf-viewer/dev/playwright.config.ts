import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** Builds the harness, serves it under the policy the app is served with, and drives it in a real browser. */
const vite = `"${process.execPath}" node_modules/vite/bin/vite.js`;
const own = '-c src/ui/pdf-viewer/dev/vite.config.ts';
const debian = '/usr/bin/chromium';

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(tmpdir(), 'records-viewer-samples', 'results'),
  workers: 1,
  timeout: 30_000,
  reporter: 'list',
  use: {
    baseURL: 'http://127.0.0.1:5187',
    viewport: { width: 1440, height: 1000 },
    // Contrast is judged on what stands still, not on a menu half faded in.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      args: ['--no-sandbox', '--disable-gpu'],
      ...(existsSync(debian) ? { executablePath: debian } : {}),
    },
  },
  webServer: {
    command: `${vite} build ${own} && ${vite} preview ${own}`,
    cwd: join(import.meta.dirname, '../../../..'),
    url: 'http://127.0.0.1:5187',
    timeout: 60_000,
  },
});
