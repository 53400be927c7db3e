import { createRenderPool, type RenderPoolOptions } from '../../../../platform/pdf/pool.ts';
import type { PdfInvoice, PdfLetter, PdfNotice } from '../../ports.ts';
import type { ReportPdfInput } from './types.ts';
import type { RenderedDocuments } from './worker.ts';

/** Renders reports and letters off the request thread; each call rejects with a `PdfRenderError`. */
export interface PdfRenderer {
  report(input: ReportPdfInput): Promise<Uint8Array>;
  letter(letter: PdfLetter): Promise<Uint8Array>;
  notice(notice: PdfNotice): Promise<Uint8Array>;
  invoice(invoice: PdfInvoice): Promise<Uint8Array>;
  /** The characters of a text that no font has, each once: what would print as a number. */
  unprintable(text: string): Promise<string[]>;
  /** Ends the threads; what still waits is rejected. */
  close(): Promise<void>;
}

export interface PdfRendererOptions extends RenderPoolOptions {
  /** The module a thread runs; another one only in tests of failure. */
  worker_url?: URL;
}

/** The renderer of one process: its threads start when there is work. */
export function createPdfRenderer({ worker_url, ...options }: PdfRendererOptions = {}): PdfRenderer {
  const url = worker_url ?? new URL('./worker.ts', import.meta.url);
  const { render, close } = createRenderPool<RenderedDocuments>(url, options);
  return {
    report: (input) => render('report', input),
    letter: (letter) => render('letter', letter),
    notice: (notice) => render('notice', notice),
    invoice: (invoice) => render('invoice', invoice),
    unprintable: (text) => render('unprintable', text),
    close,
  };
}
