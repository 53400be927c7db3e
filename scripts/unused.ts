/** Files, exports, types and packages nothing uses are refused: knip, with the exceptions `knip.jsonc` explains. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const KNIP = join(ROOT, 'node_modules/knip/bin/knip.js');

/** What is unused in a project's folder, as knip words it; empty where all is used. */
export function unusedIn(folder: string, ...options: string[]): string {
  const run = spawnSync(process.execPath, [KNIP, '--no-progress', '--directory', folder, ...options], {
    encoding: 'utf8',
  });
  return run.status === 0 ? '' : `${run.stdout}${run.stderr}`;
}

if (import.meta.main) {
  const installed = existsSync(KNIP);
  const found = installed ? unusedIn(ROOT, '--treat-config-hints-as-errors') : 'knip is not installed: run npm ci';
  if (found === '') console.log('Everything is used.');
  else console.error(found);
  process.exitCode = found === '' ? 0 : 1;
}
