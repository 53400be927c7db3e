import { parentPort } from 'node:worker_threads';
import type { Letter } from '../../../../platform/ports.ts';
import { renderLetterPdf } from './letter.ts';
import { renderReportPdf } from './report.ts';
import type { ReportPdfInput } from './types.ts';

/** What the pool sends and what comes back. */
export type RenderJob = { id: number; input: ReportPdfInput } | { id: number; letter: Letter };
export type RenderReply = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; error: string };

parentPort?.on('message', (job: RenderJob) => {
  void answer(job);
});

async function answer(job: RenderJob): Promise<void> {
  const { id } = job;
  let reply: RenderReply;
  try {
    const bytes = await ('letter' in job ? renderLetterPdf(job.letter) : renderReportPdf(job.input));
    reply = { id, bytes };
    parentPort?.postMessage(reply, [bytes.buffer]);
  } catch (error) {
    reply = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    parentPort?.postMessage(reply);
  }
}
