import type { Letter } from '../../ports.ts';
import { parentPort } from 'node:worker_threads';
import { unsupportedCharacters } from '../../../../platform/pdf/fonts.ts';
import { renderLetterPdf } from './letter.ts';
import { renderReportPdf } from './report.ts';
import type { ReportPdfInput } from './types.ts';

/** What the pool sends and what comes back. */
export type RenderWork = { input: ReportPdfInput } | { letter: Letter } | { text: string };
export type RenderJob = { id: number } & RenderWork;
export type RenderReply = { id: number; result: Uint8Array<ArrayBuffer> | string[] } | { id: number; error: string };

parentPort?.on('message', (job: RenderJob) => {
  void answer(job);
});

async function answer(job: RenderJob): Promise<void> {
  const { id } = job;
  const say = (reply: RenderReply, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(reply, moved);
  try {
    if ('text' in job) return say({ id, result: unsupportedCharacters(job.text) });
    const bytes = await ('letter' in job ? renderLetterPdf(job.letter) : renderReportPdf(job.input));
    say({ id, result: bytes }, [bytes.buffer]);
  } catch (error) {
    say({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
