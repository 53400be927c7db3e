import { unsupportedCharacters } from '../../../../platform/pdf/fonts.ts';
import { renderInThread } from '../../../../platform/pdf/thread.ts';
import { renderInvoicePdf } from './invoice.ts';
import { renderLetterPdf } from './letter.ts';
import { renderNoticePdf } from './notice.ts';
import { renderReportPdf } from './report.ts';

const documents = {
  report: renderReportPdf,
  letter: renderLetterPdf,
  notice: renderNoticePdf,
  invoice: renderInvoicePdf,
  unprintable: unsupportedCharacters,
};
/** What the renderer's threads make. */
export type RenderedDocuments = typeof documents;

renderInThread(documents);
