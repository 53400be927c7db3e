import PdfDocument from 'pdfkit';

/** A PDF of one sheet for each text, with a text layer, as a hospital's system prints them. */
export async function pdfOf(title: string, pages: readonly string[]): Promise<Buffer> {
  const document = new PdfDocument({ size: 'LETTER', margin: 72, autoFirstPage: false, info: { Title: title } });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  for (const [at, text] of pages.entries()) {
    document.addPage();
    document.fontSize(16).text(title).moveDown();
    document.fontSize(12).text(text, { lineGap: 4 });
    document.fontSize(9).text(`Page ${at + 1}`, { align: 'right' });
  }
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** The words the expert looks for and cites; they stand on page 3 of the chart alone. */
export const CITED = 'Drain output turned feculent at 04:10.';

export const CHART = {
  name: 'Brightwater chart.pdf',
  pages: [
    'Admission on March 9. Low anterior resection for carcinoma of the rectum, stapled anastomosis at 6 cm.',
    'First day after surgery. Afebrile, pulse 84, abdomen soft. Diet advanced to clear liquids.',
    `Third day after surgery. Pulse 118, fever 38.6. ${CITED} Resident informed, no imaging ordered.`,
    'Fourth day after surgery. CT shows a leak. Return to the operating room, end colostomy.',
  ],
};

export const NURSING = {
  name: 'Nursing notes.pdf',
  pages: ['Night shift, March 11. Patient restless, pain 8 of 10.', 'Night shift, March 12. Physician paged twice.'],
};
