import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages } from '../../src/app/build-pages.ts';
import { startTestCluster } from '../harness/cluster.ts';

/** Built pages and one PostgreSQL for all browser tests; each worker runs the application on a copy of its template. */
export default async function setup(): Promise<() => Promise<void>> {
  await buildPages(() => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'peritus-browser-'));
  const cluster = await startTestCluster(folder);
  // where the workers tell one another what was looked at: look.ts
  process.env.PERITUS_LOOKED = join(folder, 'looked.txt');
  process.env.PERITUS_TEST_CLUSTER = JSON.stringify(cluster.connection);
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
