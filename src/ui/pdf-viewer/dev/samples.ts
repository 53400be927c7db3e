/** Sample records for the viewer's harness, made in a folder of the system's temporary directory. */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createCanvas } from '@napi-rs/canvas';
import Pdf from 'pdfkit';

export const SAMPLES = join(tmpdir(), 'records-viewer-samples');

const save = async (doc: PDFKit.PDFDocument, name: string, fill: () => void): Promise<void> => {
  const written = pipeline(doc, createWriteStream(join(SAMPLES, name)));
  fill();
  doc.end();
  await written;
};

const ROWS = [
  ['00:15', '5 / 5', 'intact', 'Resting. Pain 6 of 10.'],
  ['01:30', '5 / 4+', 'intact', 'Reports heaviness in right foot. Charge RN told.'],
  ['02:40', '4 / 4', 'reduced S2-S4', 'Bladder scan 640 mL. Resident paged 02:44, no return call.'],
  [
    '03:40',
    '4- / 3',
    'reduced S2-S4',
    'Second page to resident. Saddle sensation absent on right. Straight catheter 700 mL.',
  ],
  ['04:05', '4- / 3', 'absent S3-S4', 'Resident at bedside. Attending called 04:20.'],
  ['04:50', '3 / 3', 'absent S3-S4', 'MRI ordered, not urgent. Slot 09:30.'],
  ['06:00', '3 / 2', 'absent S3-S4', 'Handoff to day team.'],
] as const;

function flowSheet(doc: PDFKit.PDFDocument, page: number): void {
  const left = 54;
  doc.font('Times-Roman').fontSize(10).fillColor('#333');
  doc.text('NORTHFIELD HEALTH · NURSING FLOW SHEET', left, 50);
  doc.text(`Patient 7-0142 · sheet ${page}`, 300, 50, { width: 258, align: 'right' });
  doc.moveTo(left, 70).lineTo(558, 70).stroke('#333');
  let y = 84;
  const columns = [left, 106, 180, 296] as const;
  doc.font('Times-Bold').fillColor('#111');
  for (const [i, head] of ['Time', 'Motor', 'Sensation', 'Note'].entries()) doc.text(head, columns[i] ?? left, y);
  doc.font('Times-Roman');
  for (const row of ROWS) {
    y += 20;
    let tall = 0;
    for (const [i, cell] of row.entries()) {
      doc.text(cell, columns[i] ?? left, y, { width: i === 3 ? 258 : 110 });
      tall = Math.max(tall, doc.y - y);
    }
    y += tall - 6;
    doc
      .moveTo(left, y + 12)
      .lineTo(558, y + 12)
      .lineWidth(0.4)
      .stroke('#bbb');
  }
  y += 34;
  doc.text(
    `Narrative 04:05. Seen at bedside after second page. Progressive bilateral lower-limb weakness over four hours with urinary retention. Impression: rule out cauda equina. Plan: MRI lumbar spine, next available. Attending informed by telephone and agrees with plan. ${page % 40 === 0 ? 'A zebra was noted in the fiancé’s office file. ' : ''}Patient and spouse informed about the planned imaging.`,
    left,
    y,
    { width: 504, lineGap: 3 },
  );
  doc.fontSize(9).text(`NH${String(page).padStart(6, '0')}`, left, 730, { lineBreak: false });
}

function scanned(page: number): Buffer {
  const canvas = createCanvas(1275, 1650);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f7f5ef';
  context.fillRect(0, 0, 1275, 1650);
  context.translate(20, 0);
  context.rotate(0.008);
  context.fillStyle = '#2a2a2a';
  context.font = '34px serif';
  context.fillText(`Faxed progress note, page ${page}`, 120, 180);
  context.font = '26px serif';
  for (let line = 0; line < 30; line++)
    context.fillText(`Line ${line + 1}: patient resting, vital signs stable.`, 120, 260 + line * 42);
  return canvas.toBuffer('image/jpeg', 80);
}

/** Writes all samples: 300 pages of text, a scan, a protected file, a mixed one with a turned page, a damaged one. */
export async function makeSamples(): Promise<void> {
  await mkdir(SAMPLES, { recursive: true });
  // Uncompressed, so that it is big enough to be read in ranges.
  const chart = new Pdf({
    compress: false,
    size: 'LETTER',
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    autoFirstPage: false,
  });
  await save(chart, 'chart.pdf', () => {
    for (let page = 1; page <= 300; page++) {
      chart.addPage();
      flowSheet(chart, page);
    }
  });
  const scan = new Pdf({ size: 'LETTER', margin: 0, autoFirstPage: false });
  await save(scan, 'scan.pdf', () => {
    for (let page = 1; page <= 12; page++) scan.addPage().image(scanned(page), 0, 0, { width: 612, height: 792 });
  });
  const locked = new Pdf({ size: 'LETTER', margin: 0, userPassword: 'open sesame' });
  await save(locked, 'locked.pdf', () => flowSheet(locked, 1));
  const mixed = new Pdf({ size: 'LETTER', margin: 0, autoFirstPage: false });
  await save(mixed, 'mixed.pdf', () => {
    mixed.addPage();
    flowSheet(mixed, 1);
    mixed.addPage({ size: 'LETTER', layout: 'landscape', margin: 0 });
    flowSheet(mixed, 2);
    mixed.addPage({ size: 'LETTER', margin: 0 }).image(scanned(3), 0, 0, { width: 612, height: 792 });
    mixed.addPage({ size: [300, 500], margin: 0 });
    mixed.fontSize(12).text('A small page at the end.', 40, 40);
    Object.assign(mixed.page.dictionary.data, { Rotate: 90 });
  });
  await writeFile(join(SAMPLES, 'broken.pdf'), '%PDF-1.7\nthis is not a document');
}
