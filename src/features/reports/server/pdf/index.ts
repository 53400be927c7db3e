export { createPdfRenderer, type PdfRenderer, type PdfRendererOptions } from './renderer.ts';
export type { ReportPdfInput, ReportSignature } from './types.ts';
