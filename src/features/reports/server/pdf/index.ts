export { unsupportedCharacters } from './fonts.ts';
export { createPdfRenderer, PdfRenderError, type PdfRenderer, type PdfRendererOptions } from './renderer.ts';
export { renderReportPdf } from './report.ts';
export type { ReportPdfInput, ReportSignature } from './types.ts';
