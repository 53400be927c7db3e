/** Real small files for tests, made by the same libraries that make real ones. */
import { deflateRawSync, crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** A PDF of `pages` pages; with a password, or pages without any text. */
export function samplePdf(
  pages: number,
  options: { password?: string; text?: boolean; seed?: string; script?: boolean } = {},
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const doc = new PDFDocument({
    autoFirstPage: false,
    ...(options.password === undefined ? {} : { userPassword: options.password, pdfVersion: '1.7' }),
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  doc.on('end', () => resolve(Buffer.concat(parts)));
  doc.on('error', reject);
  for (let n = 1; n <= pages; n += 1) {
    doc.addPage();
    if (options.text === false) doc.rect(72, 72, 200, 300).fill('#888');
    else
      doc
        .fontSize(12)
        .text(`${options.seed ?? 'Record'} page ${n}. Nursing note, vital signs stable, pain 4 of 10, plan unchanged.`);
  }
  if (options.script) doc.addNamedJavaScript('open', 'app.alert(1)');
  doc.end();
  return promise;
}

/** A PDF of about 1 KB whose one page unpacks to so many megabytes of nothing: what looks into it takes its time. */
export function sampleBomb(megabytes: number): Buffer {
  const content = deflateSync(deflateSync(Buffer.from('q Q '.repeat(megabytes * 262_144))));
  return onePage(
    '/Contents 4 0 R',
    `<< /Length ${content.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${content.toString('latin1')}\nendstream`,
  );
}

/** A PDF whose one page runs a script when it is shown. */
export const samplePageScript = (): Buffer =>
  onePage('/AA << /O << /S /JavaScript /JS 4 0 R >> >>', '(app.alert\\(1\\))');

/** A PDF whose one page has a link that starts a program. */
export const sampleLaunch = (): Buffer =>
  onePage(
    '/Annots [4 0 R]',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /Launch /Win << /F (cmd.exe) >> >> >>',
  );

/** A PDF whose one page has a form field that runs a script with each key, or a link that does. */
export const sampleScriptIn = (subtype: 'Widget' | 'Link'): Buffer =>
  onePage(
    '/Annots [4 0 R]',
    `<< /Type /Annot /Subtype /${subtype} /FT /Tx /T (a) /Rect [0 0 99 99] ${subtype === 'Link' ? '/A' : '/AA << /K'} << /S /Java#53cript /JS (app.alert\\(1\\)) >> ${subtype === 'Link' ? '' : '>>'} >>`,
  );

function onePage(entries: string, more: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> ${entries} >>`,
    more,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = String(text.length).padStart(10, '0');
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${place} 00000 n \n`;
  });
  const table = `xref\n0 5\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${text}${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`, 'latin1');
}

/** A ZIP archive of named contents. */
export function sampleZip(
  entries: Record<string, string | Buffer>,
  options: { encrypted?: boolean; claims?: number } = {},
): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const flags = options.encrypted ? 1 : 0;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(flags, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(raw), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(raw.length, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(raw), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(options.claims ?? raw.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    local.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += head.length + Buffer.byteLength(name) + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, list, end]);
}

export const sampleDocx = (more: Record<string, string | Buffer> = {}): Buffer =>
  sampleZip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>', ...more });

/** A Word document that says it has so many pages, about some text with page breaks in it. */
export const sampleDocxOf = (pages: number | string, { letters = 1000, breaks = 0 } = {}): Buffer =>
  sampleDocx({
    'docProps/app.xml': `<Properties xmlns="urn:x"><Template>Normal.dotm</Template><Pages>${pages}</Pages></Properties>`,
    'word/document.xml': `<w:document><w:p><w:r><w:t xml:space="preserve">${'a'.repeat(letters)}</w:t>${'<w:br w:type="page"/>'.repeat(breaks)}</w:r></w:p></w:document>`,
  });

/** A TIFF of `pages` one-pixel images, little-endian; `circle` makes the last point back to the first. */
export function sampleTiff(pages: number, circle = false): Buffer {
  const each = 2 + 2 * 12 + 4;
  const file = Buffer.alloc(8 + pages * each);
  file.write('II', 0, 'latin1');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(8, 4);
  for (let n = 0; n < pages; n += 1) {
    const at = 8 + n * each;
    file.writeUInt16LE(2, at);
    for (const [i, tag] of [256, 257].entries()) {
      file.writeUInt16LE(tag, at + 2 + i * 12);
      file.writeUInt16LE(3, at + 4 + i * 12);
      file.writeUInt32LE(1, at + 6 + i * 12);
      file.writeUInt16LE(1, at + 10 + i * 12);
    }
    file.writeUInt32LE(n + 1 < pages ? at + each : circle ? 8 : 0, at + 2 + 24);
  }
  return file;
}

/** A PNG that says it is `width` by `height`. */
export function samplePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A DICOM file's head, its first bytes something else's where they are given. */
export function sampleDicom(preamble = ''): Buffer {
  const file = Buffer.alloc(400);
  file.write(preamble, 0, 'latin1');
  file.write('DICM', 128, 'latin1');
  return file;
}
