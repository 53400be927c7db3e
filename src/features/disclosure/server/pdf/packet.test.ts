import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PdfDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { ELEMENT_NAMES, ELEMENTS } from '../../rules.ts';
import type { PacketContent } from '../../rules.ts';
import { renderPacket } from './packet.ts';
import type { PacketOrder } from './types.ts';

/** A file of a stranger: so many pages with their number on each, turned as is said. */
function file(words: string, pages: number, turn = 0): Promise<Uint8Array> {
  const doc = new PdfDocument({ size: 'LETTER', margin: 50, autoFirstPage: false });
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array>((resolve) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Uint8Array.from(Buffer.concat(chunks))));
  });
  for (let n = 1; n <= pages; n += 1) {
    doc.addPage();
    if (turn !== 0)
      (doc.page as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary.data['Rotate'] = turn;
    doc.text(`${words}, page ${n}`);
  }
  doc.end();
  return done;
}

const pdf = (name: string, pages: number) => ({ name, pages, sha256: 'ab'.repeat(32) });
const content: PacketContent = {
  number: 'LC-20118',
  kind_label: 'Legal case',
  caption: 'Ferrante v. Brightwater Regional',
  court: 'Circuit Court of Cook County, Illinois',
  docket: '2026-L-004418',
  side: 'defense',
  firm: 'Calder & Rowe',
  expert: { name: 'Ines Moreau, MD', credentials: ['Neurosurgery, board certified'] },
  version: 1,
  supplement: null,
  prefix: 'MOREAU',
  first_number: 1,
  as_of: '2026-11-27',
  report: { version: 2, signed_on: '2026-11-20', signed_by: 'Dr. Ines Moreau', pdf: pdf('Report', 4) },
  facts: {
    files: Array.from({ length: 60 }, (_, n) => ({
      id: n,
      name: `Record ${n + 1}.pdf`,
      category: 'Chart',
      pages: 12,
      bates: `HM${String(n * 12 + 1).padStart(6, '0')}`,
      removed: n === 3,
    })),
    others: ['Interview with counsel of November 2, 2026', 'Smith, Spine 2021'],
  },
  exhibits: [
    { label: 'A', file_id: 1, name: 'Timeline.pdf', bates: null, pdf: pdf('Timeline.pdf', 2), apart: null },
    { label: 'B', file_id: 2, name: 'MRI.dcm', bates: null, pdf: null, apart: 'It is no PDF.' },
    { label: 'C', file_id: 3, name: 'Turned.pdf', bates: null, pdf: pdf('Turned.pdf', 1), apart: null },
  ],
  qualifications: { cv: pdf('CV.pdf', 3), publications: ['“On spines.” Spine 12, 2024.'], from_year: 2016 },
  testimony: {
    lines: ['Doe v. General Hospital, No. 12, District Court: Deposition, May 1, 2025.'],
    from: '2022-11-27',
  },
  compensation: {
    rates: [{ what: 'Study', says: '$400.00 an hour' }],
    rows: [{ what: 'Record review', hours: '3 h 36 min', cents: 144_000 }],
    total: { hours: '3 h 36 min', cents: 144_000 },
    note: 'No part of it depends on the outcome.',
  },
};
const order = async (more: Partial<PacketContent> = {}): Promise<PacketOrder> => ({
  content: { ...content, ...more },
  content_sha256: 'cd'.repeat(32),
  signature: {
    name: 'Ines Moreau',
    signed_at: '2026-11-27T15:00:00.000Z',
    statement: 'I prepared and sign this disclosure.',
  },
  report: await file('The report', 4),
  cv: await file('The CV', 3),
  exhibits: { A: await file('Timeline', 2), C: await file('Turned', 1, 90) },
});

interface Tagged {
  role?: string;
  children?: readonly Tagged[];
}
const rolesIn = (node: Tagged): string[] => [
  ...(node.role ? [node.role] : []),
  ...(node.children ?? []).flatMap(rolesIn),
];

async function read(bytes: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages = [];
  for (let n = 1; n <= document.numPages; n += 1) {
    const page = await document.getPage(n);
    const { items } = await page.getTextContent();
    const tree = (await page.getStructTree()) as Tagged | null;
    pages.push({
      text: items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
      roles: tree ? rolesIn(tree) : [],
      size: page.getViewport({ scale: 1 }),
      // where the number stands as the page is shown
      number: items.flatMap((item) => ('str' in item && /^MOREAU\d{6}$/.test(item.str) ? [item] : [])).at(-1),
    });
  }
  const { info } = (await document.getMetadata()) as unknown as { info: Record<string, unknown> };
  const outline = (await document.getOutline()).map(({ title }) => title);
  const marks = await document.getMarkInfo();
  await task.destroy();
  return { pages, info, outline, marks };
}

it('cover, index, six parts with the pages of the files, signature; a number on every page without a gap; tags', async () => {
  const made = await renderPacket(await order());
  const { pages, info, outline, marks } = await read(made.pdf);
  expect(pages).toHaveLength(made.pages);
  pages.forEach(({ text }, at) => expect(text).toContain(`MOREAU${String(at + 1).padStart(6, '0')}`));
  const whole = pages.map(({ text }) => text).join(' ');
  for (const name of ELEMENT_NAMES) expect(whole).toContain(ELEMENTS[name].title);
  expect(pages[0]?.text).toMatch(
    /Circuit Court of Cook County.*Ferrante v\. Brightwater Regional.*2026-L-004418.*Ines Moreau, MD/,
  );
  for (const words of [
    'The report, page 4',
    'Timeline, page 2',
    'Turned, page 1',
    'The CV, page 3',
    '$1,440.00',
    'It is no PDF.',
    'I prepared and sign this disclosure.',
    'Record 60.pdf',
    'taken out of the records since',
  ])
    expect(whole).toContain(words);
  // our own pages are tagged, with headings, a table and a list
  expect([...(marks as unknown as Map<string, unknown>)]).toContainEqual(['Marked', true]);
  expect(pages[0]?.roles).toContain('H1');
  expect(pages[1]?.roles).toEqual(expect.arrayContaining(['H1', 'Table', 'TH', 'TD']));
  expect(pages.at(-1)?.roles).toContain('H1');
  expect(info).toMatchObject({
    Title: 'Expert disclosure, LC-20118',
    Author: 'Ines Moreau, MD',
    Creator: 'Peritus',
    Language: 'en-US',
  });
  expect(outline).toEqual(expect.arrayContaining(['Cover', 'Index', 'Exhibit A', 'Signature']));

  // what the index says is where it stands
  expect(made.parts.map(({ key }) => key)).toEqual([
    'cover',
    'index',
    'opinions',
    'facts',
    'exhibits',
    'exhibit:A',
    'exhibit:B',
    'exhibit:C',
    'qualifications',
    'testimony',
    'compensation',
    'signature',
  ]);
  const part = (key: string) => made.parts.find((one) => one.key === key);
  expect(pages[(part('qualifications')?.from ?? 0) - 1]?.text).toContain('Publications since 2016');
  expect(part('exhibits')?.to).toBe(part('exhibit:C')?.to);
  expect(pages[1]?.text).toContain(`MOREAU${String(part('testimony')?.from).padStart(6, '0')}`);
});

/** A file whose pages are cut to a box within them, take their fonts from their tree, or have nothing on them. */
function odd(sort: 'cropped' | 'empty'): Uint8Array {
  const page =
    sort === 'cropped'
      ? '<< /Type /Page /Parent 2 0 R /CropBox [36 72 576 720] /Contents [4 0 R 5 0 R] >>'
      : '<< /Type /Page /Parent 2 0 R >>';
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] /Resources << /Font << /F1 6 0 R >> >> >>',
    page,
    stream('q q 2 0 0 2 0 0 cm BT /F1 12 Tf 40 150 Td (Cropped, page 1) Tj ET'),
    // as some programs leave it: what is opened in one stream is closed in none
    stream('0 0 1 RG'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const at = objects.map((object, n) => {
    const from = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return from;
  });
  const start = text.length;
  text += `xref\n0 7\n0000000000 65535 f \n${at.map((one) => `${String(one).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer << /Size 7 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return new TextEncoder().encode(text);
}

it('pages taken in lose nothing: the number stands upright on a strip below them, however they are turned or cut', async () => {
  const sorts: Record<string, Uint8Array> = {
    A: await file('Straight', 1),
    B: await file('Turned right', 1, 90),
    C: await file('Upside down', 1, 180),
    D: await file('Turned left', 1, 270),
    E: odd('cropped'),
    F: odd('empty'),
    // encrypted, and open to everybody
    G: new Uint8Array(
      readFileSync(new URL('../../../../platform/inspect/samples-encrypted/clean-r6.pdf', import.meta.url)),
    ),
  };
  const exhibits = Object.keys(sorts).map((label, at) => ({
    label,
    file_id: at,
    name: `${label}.pdf`,
    bates: null,
    pdf: pdf(label, 1),
    apart: null,
  }));
  const made = await renderPacket({ ...(await order({ exhibits })), exhibits: sorts });
  const { pages } = await read(made.pdf);
  pages.forEach(({ text }, at) => expect(text).toContain(`MOREAU${String(at + 1).padStart(6, '0')}`));
  const behind = (label: string) => pages[made.parts.find(({ key }) => key === `exhibit:${label}`)?.from ?? 0];
  const sizes = { A: [612, 818], B: [792, 638], C: [612, 818], D: [792, 638], E: [540, 674], F: [612, 818] };
  for (const [label, [width = 0, height = 0]] of Object.entries(sizes)) {
    const found = behind(label);
    expect([found?.size.width, found?.size.height], label).toEqual([width, height]);
    const [a, b, , , x = 0, y = 0] = (found?.number?.transform ?? []) as number[];
    const [left = 0, top = 0] = found?.size.convertToViewportPoint(x, y) ?? [];
    const [ahead = 0, level = 0] = found?.size.convertToViewportPoint(x + (a ?? 0), y + (b ?? 0)) ?? [];
    // read from left to right, at the right end of the strip
    expect(ahead, label).toBeGreaterThan(left);
    expect(level, label).toBeCloseTo(top, 3);
    expect(top, label).toBeGreaterThan(height - 26);
    expect(top, label).toBeLessThan(height);
    expect(left, label).toBeGreaterThan(width - 120);
    expect(left, label).toBeLessThan(width - 36);
  }
  for (const words of [
    'Straight, page 1',
    'Turned right, page 1',
    'Upside down, page 1',
    'Turned left, page 1',
    'Cropped, page 1',
  ])
    expect(
      pages.some(({ text }) => text.includes(words)),
      words,
    ).toBe(true);
  expect(behind('G')?.text.length).toBeGreaterThan('MOREAU000000'.length);
});

it('a supplement goes on counting, and says what changed; the same gives the same bytes', async () => {
  const more = {
    version: 2,
    first_number: 41,
    supplement: { of_version: 1, changes: ['Exhibits added: “Timeline.pdf”.'] },
  };
  const made = await order(more);
  const [one, two] = [await renderPacket(made), await renderPacket(made)];
  expect(Buffer.from(one.pdf).equals(Buffer.from(two.pdf))).toBe(true);
  const { pages } = await read(one.pdf);
  expect(pages[0]?.text).toMatch(/Supplemental expert disclosure.*26\(e\).*version 1.*Exhibits added/);
  expect(pages[0]?.text).toContain('MOREAU000041');
});

it('an exhibit that cannot be opened is named, with why', async () => {
  const whole = await order();
  const made = await renderPacket({
    ...whole,
    exhibits: { ...whole.exhibits, A: new TextEncoder().encode('%PDF-1.7 nothing') },
  });
  const { pages } = await read(made.pdf);
  expect(pages.some(({ text }) => text.includes('Its pages could not be read.'))).toBe(true);
  pages.forEach(({ text }, at) => expect(text).toContain(`MOREAU${String(at + 1).padStart(6, '0')}`));
});
