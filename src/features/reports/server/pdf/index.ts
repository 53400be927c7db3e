export { createPdfRenderer, type PdfRenderer } from './renderer.ts';
export type { ReportPdfInput, ReportSignature } from './types.ts';
