import type { PdfObject } from '../../inspect/pdf-objects.ts';
import { dateOf, type Found, pagesOf, rewritten, stringOf, WrittenPdf } from '../written.ts';

/** What a signature says beside its bytes. */
export interface AboutSignature {
  name: string;
  reason: string;
  at: Date;
  /** Bytes the signature may have. */
  room: number;
}

/** What is put behind a PDF, with room for a signature: the bytes between `gap` and `after` are its digits. */
export interface Tail {
  bytes: Buffer;
  gap: number;
  after: number;
}

const FIELD = 'PeritusSignature';
/** SignaturesExist and AppendOnly. */
const SIG_FLAGS = '3';
/** Hidden and locked: nothing is drawn, and nothing has to be said of it to who hears a page (ISO 14289-1, 7.18.1). */
const FLAGS = '130';

const itemsOf = (written: WrittenPdf, value: PdfObject | undefined, text: string): string[] => {
  const found = written.resolve(value, text);
  return found?.value.is === 'list' ? found.value.items.map((item) => found.text.slice(item.from, item.to)) : [];
};

/**
 * An update to be put behind a PDF of ours (ISO 32000-2, 7.5.6): a signature field that nobody sees on its first page, and a
 * signature over all of it with room for its digits.
 */
export function roomForSignature(pdf: Uint8Array, { name, reason, at, room }: AboutSignature): Tail {
  const written = new WrittenPdf(pdf);
  const { trailer } = written;
  const rootAt = trailer.dictionary.entries.get('Root');
  const root = written.dictionary(rootAt, trailer.text);
  if (!root || rootAt?.is !== 'reference') throw new Error('The PDF has no catalog.');
  const first = pagesOf(written, root).next();
  if (first.done) throw new Error('The PDF has no page.');
  const { object: pageObject, found: page } = first.value;

  const signature = written.next;
  const field = signature + 1;
  const size = signature + 2;
  const objects = new Map<number, string>([
    [rootAt.object, rewritten(root, { AcroForm: formWith(written, root, `${field} 0 R`) })],
    [
      pageObject,
      rewritten(page, {
        Annots: `[${[...itemsOf(written, page.dictionary.entries.get('Annots'), page.text), `${field} 0 R`].join(' ')}]`,
        Tabs: '/S',
      }),
    ],
    [
      field,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T ${stringOf(FIELD)} /TU ${stringOf(reason)} /F ${FLAGS} /Rect [0 0 0 0] /P ${pageObject} 0 R /V ${signature} 0 R >>`,
    ],
  ]);

  const parts: Buffer[] = [];
  const begin = written.bytes.length;
  let offset = begin;
  const put = (text: string): void => {
    const bytes = Buffer.from(text, 'latin1');
    parts.push(bytes);
    offset += bytes.length;
  };
  put('\n');
  const places = new Map<number, number>([[signature, offset]]);
  put(
    `${signature} 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /Name ${stringOf(name)} /Reason ${stringOf(reason)} /M ${dateOf(at)} /ByteRange `,
  );
  const rangeAt = offset;
  put(rangeText(0, 0, 0));
  put(' /Contents ');
  const gap = offset;
  put(`<${'0'.repeat(room * 2)}>`);
  const after = offset;
  put(' >>\nendobj\n');
  for (const [object, text] of objects) {
    places.set(object, offset);
    put(`${object} 0 obj\n${text}\nendobj\n`);
  }
  const references = offset;
  const kept = ['Root', 'Info', 'ID'].flatMap((key) => {
    const value = trailer.dictionary.entries.get(key);
    return value ? [`/${key} ${trailer.text.slice(value.from, value.to)}`] : [];
  });
  const said = `${kept.join(' ')} /Prev ${written.references}`;
  if (written.hasTable) put(`${tableOf(places)}trailer\n<< /Size ${size} ${said} >>\n`);
  else {
    places.set(size, references);
    const rows = Buffer.from([...ordered(places)].flatMap(([, place]) => [1, ...bytesOf(place), 0]));
    const index = [...ordered(places)].map(([object]) => `${object} 1`).join(' ');
    put(
      `${size} 0 obj\n<< /Type /XRef /Size ${size + 1} ${said} /W [1 4 1] /Index [${index}] /Length ${rows.length} >>\nstream\n${rows.toString('latin1')}\nendstream\nendobj\n`,
    );
  }
  put(`startxref\n${references}\n%%EOF\n`);
  const bytes = Buffer.concat(parts);
  bytes.write(rangeText(gap, after, offset - after), rangeAt - begin, 'latin1');
  return { bytes, gap: gap - begin, after: after - begin };
}

/** Always as long, whatever the numbers. */
const rangeText = (gap: number, after: number, more: number): string => `[0 ${gap} ${after} ${more}]`.padEnd(40);

function formWith(written: WrittenPdf, root: Found, field: string): string {
  const form = written.dictionary(root.dictionary.entries.get('AcroForm'), root.text);
  const fields = form ? itemsOf(written, form.dictionary.entries.get('Fields'), form.text) : [];
  const said = { Fields: `[${[...fields, field].join(' ')}]`, SigFlags: SIG_FLAGS };
  return form ? rewritten(form, said) : `<< /Fields ${said.Fields} /SigFlags ${said.SigFlags} >>`;
}

const ordered = (places: ReadonlyMap<number, number>) => [...places].toSorted(([a], [b]) => a - b);
const bytesOf = (place: number): number[] => [24, 16, 8, 0].map((bits) => (place >>> bits) & 0xff);

const tableOf = (places: ReadonlyMap<number, number>): string =>
  `xref\n${ordered(places)
    .map(([object, place]) => `${object} 1\n${String(place).padStart(10, '0')} 00000 n \n`)
    .join('')}`;
