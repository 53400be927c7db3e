import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { ALL_MATTERS } from '../matters/index.ts';
import { renderRecord } from './render.ts';

/** One record to write: where it is in ALL_MATTERS and the file it goes to. */
export type RenderJob = { matterKey: string; recordIndex: number; path: string };

export type RenderProgress =
  | { type: 'rendered'; job: RenderJob; pages: number; bytes: number; sha256: string }
  | { type: 'failed'; job: RenderJob; error: string }
  | { type: 'done'; rendered: number; failed: number };

/** Renders the jobs one after the other and reports each; a failed job does not stop the rest. */
export async function renderJobs(
  jobs: readonly RenderJob[],
  report: (progress: RenderProgress) => void,
): Promise<void> {
  const matters = new Map(ALL_MATTERS.map((matter) => [matter.key, matter]));
  let rendered = 0;
  let failed = 0;
  for (const job of jobs) {
    try {
      const matter = matters.get(job.matterKey);
      const record = matter?.records[job.recordIndex];
      if (matter === undefined || record === undefined)
        throw new Error(`No record ${job.recordIndex} in matter ${job.matterKey}`);
      await mkdir(dirname(job.path), { recursive: true });
      report({ type: 'rendered', job, ...(await renderRecord(matter, record, createWriteStream(job.path))) });
      rendered += 1;
    } catch (error) {
      failed += 1;
      report({ type: 'failed', job, error: error instanceof Error ? error.message : String(error) });
    }
  }
  report({ type: 'done', rendered, failed });
}

function isJob(value: unknown): value is RenderJob {
  const job = value as Partial<RenderJob> | null;
  return typeof job?.matterKey === 'string' && typeof job.recordIndex === 'number' && typeof job.path === 'string';
}

function jobsOf(value: unknown): RenderJob[] {
  if (!Array.isArray(value) || !value.every(isJob))
    throw new TypeError('Expected a list of {matterKey, recordIndex, path}');
  return value;
}

// As a worker thread: workerData is the list. As a forked child process: the first message is the list.
const port = parentPort;
if (!isMainThread && port !== null && Array.isArray(workerData)) {
  await renderJobs(jobsOf(workerData), (progress) => port.postMessage(progress));
} else if (isMainThread && process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.once('message', (message) => {
    void renderJobs(jobsOf(message), (progress) => process.send?.(progress)).finally(() => process.disconnect());
  });
}
