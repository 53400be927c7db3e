import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { demoMatter } from '../matters/index.ts';
import { PEER_PLAN } from '../peer-plan.ts';
import { PLAN } from '../plan.ts';
import { recordKey } from './key.ts';
import type { RenderJob, RenderProgress } from './render-worker.ts';

/** A record in the storage folder. */
export interface KeptRecord {
  key: string;
  bytes: number;
  sha256: string;
  pages: number;
}

/** Renders every record of the plan straight into the storage folder, in a thread. */
export function renderRecords(folder: string): Promise<KeptRecord[]> {
  const jobs: RenderJob[] = [...PLAN, ...PEER_PLAN].flatMap((plan) => {
    return demoMatter(plan.matter).records.map((_, recordIndex) => ({
      matterKey: plan.matter,
      recordIndex,
      path: join(folder, recordKey(plan.matter, recordIndex)),
    }));
  });
  return new Promise((resolve, reject) => {
    const done: KeptRecord[] = [];
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { workerData: jobs });
    worker.on('message', (progress: RenderProgress) => {
      if (progress.type === 'rendered') {
        const { job, bytes, sha256, pages } = progress;
        done.push({ key: recordKey(job.matterKey, job.recordIndex), bytes, sha256, pages });
      } else if (progress.type === 'failed')
        reject(new Error(`The record ${progress.job.path} could not be made: ${progress.error}`));
      else resolve(done);
    });
    worker.on('error', reject);
  });
}
