import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { dateText } from '../src/core/dates.ts';
import { formatCents } from '../src/core/money.ts';

/** A small receipt as a PDF: who was paid, for what, when, how much. */
export function receiptPdf(of: {
  from: string;
  place: string;
  what: string;
  cents: number;
  day: string;
}): Promise<Buffer> {
  const doc = new PDFDocument({ size: [260, 320], margin: 24, info: { Title: `Receipt, ${of.from}` } });
  doc.font('Helvetica-Bold').fontSize(12).text(of.from);
  doc.font('Helvetica').fontSize(9).text(of.place).moveDown();
  doc.text(`Receipt, ${dateText(of.day, 'long')}`).moveDown();
  doc.text(of.what).moveDown();
  doc
    .font('Helvetica-Bold')
    .fontSize(12)
    .text(`Paid: ${formatCents(of.cents)}`);
  doc.font('Helvetica').fontSize(9).text('By card. Thank you.');
  doc.end();
  return buffer(doc);
}
