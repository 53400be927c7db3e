import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import type { DB } from '../../src/platform/db/types.ts';
import { demoMatter } from '../matters/index.ts';
import { recordKey } from './key.ts';
import type { RenderJob, RenderProgress } from './render-worker.ts';

/** A record in the storage folder. */
export interface KeptRecord {
  key: string;
  bytes: number;
  sha256: string;
  pages: number;
}

/** Renders the records of matters straight into the storage folder, in a thread. */
export function renderRecords(folder: string, matters: Iterable<string>): Promise<KeptRecord[]> {
  const jobs: RenderJob[] = [...new Set(matters)].flatMap((matter) =>
    demoMatter(matter).records.map((_, recordIndex) => ({
      matterKey: matter,
      recordIndex,
      path: join(folder, recordKey(matter, recordIndex)),
    })),
  );
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

/** What is known of rendered records is kept with the files of the reviews. */
export async function takeOver(db: Kysely<DB>, rendered: readonly KeptRecord[]): Promise<void> {
  for (const r of rendered) {
    await db
      .updateTable('files')
      .set({ size_bytes: r.bytes, sha256: r.sha256, pages: r.pages })
      .where('storage_key', '=', r.key)
      .execute();
  }
}
