import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestCluster } from './cluster.ts';

/** One embedded PostgreSQL for the whole run, holding a migrated template database that tests clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-test-'));
  const cluster = await startTestCluster(folder);
  project.provide('cluster', cluster.connection);
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
