/** Small PDFs whose objects are packed in a stream, for tests. */
import { deflateSync } from 'node:zlib';

const LAUNCH = '/S /Launch /Win << /F (cmd.exe) >>';
const HARMLESS = '/S /URI /URI (https://journal.example)';

/**
 * A PDF of one page, all of its objects in a stream; `entries` are the stream's own, its filters among them. Its length
 * stands in an object of its own where `lengthApart` says so. `more` stands after them.
 */
export function samplePacked(
  pack: (objects: Buffer) => Buffer,
  entries: string,
  { launches = false, lengthApart = false, kind = '/ObjStm', more = Buffer.alloc(0) } = {},
): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> /Annots [4 0 R] >>',
    `<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << ${launches ? LAUNCH : HARMLESS} >> /Contents (${'notes of notes '.repeat(300)}) >>`,
  ];
  let at = 0;
  const places = objects.map((object, n) => {
    const place = `${n + 1} ${at}`;
    at += object.length + 1;
    return place;
  });
  const numbers = `${places.join(' ')} `;
  const packed = pack(Buffer.from(`${numbers}${objects.join('\n')}\n`, 'latin1'));
  const length = lengthApart ? '7 0 R' : String(packed.length);
  const parts = [
    Buffer.from(
      `%PDF-1.5\n5 0 obj\n<< /Type ${kind} /N 4 /First ${numbers.length} /Length ${length} ${entries} >>\nstream\n`,
      'latin1',
    ),
    packed,
    Buffer.from(`\nendstream\nendobj\n7 0 obj ${packed.length} endobj\n`, 'latin1'),
    more,
  ];
  const table = Buffer.concat(parts);
  const rows = [0, 1, 2, 3].map((n) => [2, 5, n]);
  const lengthAt = table.indexOf('7 0 obj', table.indexOf('endobj'));
  const all = [[0, 0, 0], ...rows, [1, 9, 0], [1, table.length, 0], [1, lengthAt, 0]];
  const table6 = Buffer.alloc(all.length * 7);
  for (const [n, [type = 0, where = 0, index = 0]] of all.entries()) {
    table6.writeUInt8(type, n * 7);
    table6.writeUInt32BE(where, n * 7 + 1);
    table6.writeUInt16BE(index, n * 7 + 5);
  }
  return Buffer.concat([
    table,
    Buffer.from(
      `6 0 obj\n<< /Type /XRef /W [1 4 2] /Size 8 /Root 1 0 R /Length ${table6.length} >>\nstream\n`,
      'latin1',
    ),
    table6,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${table.length}\n%%EOF`, 'latin1'),
  ]);
}

export const asHex = (bytes: Buffer): Buffer => Buffer.from(`${bytes.toString('hex').replace(/.{60}/g, '$&\n')}>`);

export function as85(bytes: Buffer): Buffer {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const piece = bytes.subarray(at, at + 4);
    let value = Buffer.concat([piece, Buffer.alloc(4)]).readUInt32BE(0);
    let letters = '';
    for (let n = 0; n < 5; n += 1) {
      letters = String.fromCharCode(33 + (value % 85)) + letters;
      value = Math.floor(value / 85);
    }
    text += piece.length === 4 && letters === '!!!!!' ? 'z' : letters.slice(0, piece.length + 1);
  }
  return Buffer.from(`${text}~>`, 'latin1');
}

/** Runs of one letter as such, all else as it is. */
export function asRuns(bytes: Buffer): Buffer {
  const result: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let run = 1;
    while (run < 128 && bytes[at + run] === bytes[at]) run += 1;
    result.push(run > 1 ? 257 - run : 0, bytes[at] ?? 0);
    at += run;
  }
  return Buffer.from([...result, 128]);
}

export function asLzw(bytes: Buffer, early: 0 | 1 = 1): Buffer {
  let codes = new Map<string, number>();
  let bits = (256).toString(2).padStart(9, '0');
  let [next, width, prefix] = [258, 9, ''];
  const codeOf = (letters: string): number =>
    letters.length === 1 ? letters.charCodeAt(0) : (codes.get(letters) ?? 0);
  const emit = (code: number): void => void (bits += code.toString(2).padStart(width, '0'));
  for (const letter of bytes.toString('latin1')) {
    if (prefix === '' || codes.has(prefix + letter)) {
      prefix += letter;
      continue;
    }
    emit(codeOf(prefix));
    codes.set(prefix + letter, next);
    next += 1;
    // the reader knows each code one step later
    const reached = next - 1 + early;
    width = reached >= 2048 ? 12 : reached >= 1024 ? 11 : reached >= 512 ? 10 : 9;
    if (next >= 4094) {
      emit(256);
      [codes, next, width] = [new Map(), 258, 9];
    }
    prefix = letter;
  }
  emit(codeOf(prefix));
  const reached = next + early;
  width = reached >= 2048 ? 12 : reached >= 1024 ? 11 : reached >= 512 ? 10 : 9;
  emit(257);
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/** Rows of 16 bytes as PNG foretells them, the four kinds that do one after the other; then deflated. */
export function asPngRows(bytes: Buffer): Buffer {
  const row = 16;
  const at = (n: number): number => (n < 0 ? 0 : (bytes[n] ?? 0));
  const result: number[] = [];
  for (let start = 0, kind = 1; start < bytes.length; start += row, kind = (kind % 4) + 1) {
    result.push(kind);
    for (let n = start; n < Math.min(start + row, bytes.length); n += 1) {
      const [left, up] = [n === start ? 0 : at(n - 1), at(n - row)];
      const corner = n === start ? 0 : at(n - row - 1);
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const guess = [0, left, up, (left + up) >> 1, paeth][kind] ?? 0;
      result.push((at(n) - guess) & 255);
    }
  }
  return deflateSync(Buffer.from(result));
}

/** Rows of 16 bytes as TIFF foretells them, then deflated. */
export const asTiffRows = (bytes: Buffer): Buffer =>
  deflateSync(bytes.map((byte, n) => byte - (n % 16 === 0 ? 0 : (bytes[n - 1] ?? 0))));
