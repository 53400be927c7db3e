import { parentPort } from 'node:worker_threads';
import { renderReportPdf } from './report.ts';
import type { ReportPdfInput } from './types.ts';

/** What the pool sends and what comes back. */
export type RenderJob = { id: number; input: ReportPdfInput };
export type RenderReply = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; error: string };

parentPort?.on('message', ({ id, input }: RenderJob) => {
  void answer(id, input);
});

async function answer(id: number, input: ReportPdfInput): Promise<void> {
  let reply: RenderReply;
  try {
    const bytes = await renderReportPdf(input);
    reply = { id, bytes };
    parentPort?.postMessage(reply, [bytes.buffer]);
  } catch (error) {
    reply = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    parentPort?.postMessage(reply);
  }
}
