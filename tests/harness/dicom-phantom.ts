import loadCharls from '@cornerstonejs/codec-charls';
import loadOpenJpeg from '@cornerstonejs/codec-openjpeg';

/*
 * A made CT slice whose every value is known, written and packed here: what is shown of it can be held against what it is.
 */
export const PHANTOM = {
  columns: 128,
  rows: 96,
  /** mm a pixel, down and across. */
  spacing: { row: 0.5, column: 0.5 },
  /** Stored values are Hounsfield units more 1024. */
  intercept: -1024,
  /** A bar of bone: 64 pixels, which are 32 mm. */
  bar: { x: 32, y: 40, width: 64, height: 16, hounsfield: 600 },
  /** Water beside it, and air around. */
  water: { x: 16, y: 16, width: 32, height: 16, hounsfield: 0 },
  air: -1000,
} as const;

/** What stands at a pixel, in Hounsfield units; `deeper` is added in the bar of further slices. */
export function hounsfield(x: number, y: number, deeper = 0): number {
  const within = (box: { x: number; y: number; width: number; height: number }): boolean =>
    x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  if (within(PHANTOM.bar)) return PHANTOM.bar.hounsfield + deeper;
  return within(PHANTOM.water) ? PHANTOM.water.hounsfield : PHANTOM.air;
}

export const SYNTAXES = {
  raw: '1.2.840.10008.1.2.1',
  rle: '1.2.840.10008.1.2.5',
  jpeg_ls: '1.2.840.10008.1.2.4.80',
  jpeg_2000: '1.2.840.10008.1.2.4.90',
  lossless: '1.2.840.10008.1.2.4.70',
  extended: '1.2.840.10008.1.2.4.51',
} as const;
export type Packed = keyof typeof SYNTAXES;

const pixels = (deeper: number): Uint16Array =>
  Uint16Array.from(
    { length: PHANTOM.columns * PHANTOM.rows },
    (_, i) => hounsfield(i % PHANTOM.columns, Math.floor(i / PHANTOM.columns), deeper) - PHANTOM.intercept,
  );
const bytesOf = (values: Uint16Array): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => bytes.writeUInt16LE(value, i * 2));
  return bytes;
};

/** A slice as a DICOM file. `at`: how deep it lies, in mm; `series`: its number. */
export async function phantom(
  packed: Packed,
  {
    at = 0,
    instance = 1,
    series = 1,
    deeper = 0,
  }: { at?: number; instance?: number; series?: number; deeper?: number } = {},
): Promise<Buffer> {
  const values = pixels(deeper);
  return dicomFile(SYNTAXES[packed], packed === 'raw' ? bytesOf(values) : [await packedPixels(packed, values)], [
    text(0x0008, 0x0005, 'CS', 'ISO_IR 192'),
    text(0x0008, 0x0020, 'DA', '20261102'),
    text(0x0008, 0x0060, 'CS', 'CT'),
    text(0x0008, 0x0080, 'LO', 'Brightwater Imaging'),
    text(0x0008, 0x1030, 'LO', 'CT lumbar spine'),
    text(0x0008, 0x103e, 'LO', `Axial ${series}`),
    text(0x0010, 0x0010, 'PN', 'Phantom^Édouard'),
    text(0x0010, 0x0020, 'LO', 'MRN-0042'),
    text(0x0010, 0x0030, 'DA', '19700102'),
    text(0x0010, 0x0040, 'CS', 'O'),
    text(0x0020, 0x000d, 'UI', '1.2.3'),
    text(0x0020, 0x000e, 'UI', `1.2.3.${series}`),
    text(0x0020, 0x0011, 'IS', String(series)),
    text(0x0020, 0x0013, 'IS', String(instance)),
    text(0x0020, 0x0032, 'DS', `0\\0\\${at}`),
    text(0x0020, 0x0037, 'DS', '1\\0\\0\\0\\1\\0'),
    short(0x0028, 0x0002, 1),
    text(0x0028, 0x0004, 'CS', 'MONOCHROME2'),
    short(0x0028, 0x0010, PHANTOM.rows),
    short(0x0028, 0x0011, PHANTOM.columns),
    text(0x0028, 0x0030, 'DS', `${PHANTOM.spacing.row}\\${PHANTOM.spacing.column}`),
    short(0x0028, 0x0100, 16),
    short(0x0028, 0x0101, 12),
    short(0x0028, 0x0102, 11),
    short(0x0028, 0x0103, 0),
    text(0x0028, 0x1050, 'DS', '40'),
    text(0x0028, 0x1051, 'DS', '400'),
    text(0x0028, 0x1052, 'DS', String(PHANTOM.intercept)),
    text(0x0028, 0x1053, 'DS', '1'),
  ]);
}

/** A file around elements that are written already and pixels: bytes as they are, or pieces that are packed (PS3.10, PS3.5). */
export function dicomFile(syntax: string, picture: Buffer | readonly Buffer[], elements: readonly Buffer[]): Buffer {
  const uid = text(0x0002, 0x0010, 'UI', syntax);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(uid.length);
  const head = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), element(0x0002, 0x0000, 'UL', length), uid]);
  if (Buffer.isBuffer(picture)) return Buffer.concat([head, ...elements, element(0x7fe0, 0x0010, 'OW', picture)]);
  const item = (content: Buffer): Buffer => {
    const even = content.length % 2 === 0 ? content : Buffer.concat([content, Buffer.alloc(1)]);
    const begin = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0]);
    begin.writeUInt32LE(even.length, 4);
    return Buffer.concat([begin, even]);
  };
  const pixelHead = Buffer.from([0xe0, 0x7f, 0x10, 0x00, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]);
  const end = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]);
  return Buffer.concat([head, ...elements, pixelHead, item(Buffer.alloc(0)), ...picture.map(item), end]);
}

function element(group: number, tag: number, vr: string, value: Buffer): Buffer {
  const isLong = ['OB', 'OW', 'SQ', 'UN'].includes(vr);
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(tag, 2);
  head.write(vr, 4, 'latin1');
  if (isLong) head.writeUInt32LE(value.length, 8);
  else head.writeUInt16LE(value.length, 6);
  return Buffer.concat([head, value]);
}
export function text(group: number, tag: number, vr: string, value: string): Buffer {
  const bytes = Buffer.from(value);
  const pad = vr === 'UI' ? '\0' : ' ';
  return element(group, tag, vr, bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(pad)]));
}
export function short(group: number, tag: number, value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return element(group, tag, 'US', bytes);
}

async function packedPixels(packed: Exclude<Packed, 'raw'>, values: Uint16Array): Promise<Buffer> {
  const size = { width: PHANTOM.columns, height: PHANTOM.rows };
  const frame = { ...size, bitsPerSample: 12, componentCount: 1, isSigned: false };
  switch (packed) {
    case 'rle':
      return runs(values);
    case 'jpeg_ls': {
      const { JpegLSEncoder } = await loadCharls();
      const encoder = new JpegLSEncoder();
      encoder.getDecodedBuffer(frame).set(bytesOf(values));
      encoder.encode();
      return Buffer.from(encoder.getEncodedBuffer());
    }
    case 'jpeg_2000': {
      const { J2KEncoder } = await loadOpenJpeg();
      const encoder = new J2KEncoder();
      encoder.getDecodedBuffer(frame).set(bytesOf(values));
      encoder.setQuality(true, 0);
      encoder.encode();
      return Buffer.from(encoder.getEncodedBuffer());
    }
    case 'lossless':
      return losslessJpeg(values, size, 12);
    case 'extended':
      return sequentialJpeg(values, size, 12);
  }
}

/** Runs (PS3.5, annex G): the high bytes, then the low ones. */
function runs(values: Uint16Array): Buffer {
  const planes = [8, 0].map((shift) => Buffer.from(values.map((value) => (value >> shift) & 255)));
  const parts = planes.map((plane) => {
    const out: number[] = [];
    for (let at = 0; at < plane.length;) {
      let run = 1;
      while (run < 128 && at + run < plane.length && plane[at + run] === plane[at]) run += 1;
      if (run > 1) out.push(257 - run, plane[at] ?? 0);
      else out.push(0, plane[at] ?? 0);
      at += run;
    }
    if (out.length % 2 === 1) out.push(128);
    return Buffer.from(out);
  });
  const head = Buffer.alloc(64);
  head.writeUInt32LE(2, 0);
  head.writeUInt32LE(64, 4);
  head.writeUInt32LE(64 + (parts[0]?.length ?? 0), 8);
  return Buffer.concat([head, ...parts]);
}

/** Writes bits, and a zero after each byte that could be a marker. */
class BitWriter {
  readonly bytes: number[] = [];
  #held = 0;
  #count = 0;

  put(value: number, length: number): void {
    for (let i = length - 1; i >= 0; i -= 1) {
      this.#held = (this.#held << 1) | ((value >> i) & 1);
      this.#count += 1;
      if (this.#count < 8) continue;
      this.bytes.push(this.#held);
      if (this.#held === 0xff) this.bytes.push(0);
      this.#held = 0;
      this.#count = 0;
    }
  }

  /** A difference of so many bits, after its code. */
  difference(value: number, codes: readonly number[], length: number, more = 0): void {
    const size = value === 0 ? 0 : 32 - Math.clz32(Math.abs(value));
    this.put(codes.indexOf(more + size), length);
    if (size > 0 && size < 16) this.put(value < 0 ? value + (1 << size) - 1 : value, size);
  }

  finish(): void {
    while (this.#count > 0) this.put(1, 1);
  }
}

const segment = (marker: number, content: readonly number[]): number[] => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 255,
  ...content,
];
/** Codes of one length for all of these values. */
const table = (spec: number, length: number, values: readonly number[]): number[] => [
  spec,
  ...Array.from({ length: 16 }, (_, i) => (i + 1 === length ? values.length : 0)),
  ...values,
];
const SIZES = Array.from({ length: 17 }, (_, i) => i);

interface Size {
  width: number;
  height: number;
}
const frameHead = ({ width, height }: Size, precision: number): number[] => [
  precision,
  height >> 8,
  height & 255,
  width >> 8,
  width & 255,
  1,
  1,
  0x11,
  0,
];

/** A lossless JPEG with the first selection value (ITU T.81, H): each sample by the one before it. */
export function losslessJpeg(values: ArrayLike<number>, size: Size, precision: number): Buffer {
  const bits = new BitWriter();
  for (let i = 0; i < size.width * size.height; i += 1) {
    const x = i % size.width;
    const before = i === 0 ? 1 << (precision - 1) : x === 0 ? values[i - size.width] : values[i - 1];
    bits.difference((values[i] ?? 0) - (before ?? 0), SIZES, 5);
  }
  bits.finish();
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xc3, frameHead(size, precision)),
    ...segment(0xc4, table(0, 5, SIZES)),
    ...segment(0xda, [1, 1, 0, 1, 0, 0]),
    ...bits.bytes,
    0xff,
    0xd9,
  ]);
}

const ZIGZAG = Array.from({ length: 64 }, (_, i) => i).toSorted((a, b) => {
  const [sumA, sumB] = [(a >> 3) + (a & 7), (b >> 3) + (b & 7)];
  if (sumA !== sumB) return sumA - sumB;
  return sumA % 2 === 0 ? (b >> 3) - (a >> 3) : (a >> 3) - (b >> 3);
});
const ZERO_RUN = 0xf0;
const AC_VALUES = [
  0,
  ZERO_RUN,
  ...Array.from({ length: 16 * 14 }, (_, i) => (Math.floor(i / 14) << 4) | ((i % 14) + 1)),
];

/** A sequential JPEG of one component, coded as finely as can be. `restart`: a marker after so many blocks. */
export function sequentialJpeg(values: ArrayLike<number>, size: Size, precision: 8 | 12, restart = 0): Buffer {
  const bits = new BitWriter();
  const out: number[] = [];
  let before = 0;
  const wide = Math.ceil(size.width / 8);
  for (let block = 0; block < wide * Math.ceil(size.height / 8); block += 1) {
    if (restart > 0 && block > 0 && block % restart === 0) {
      bits.finish();
      bits.bytes.push(0xff, 0xd0 + ((block / restart - 1) % 8));
      before = 0;
    }
    const at = (x: number, y: number): number => {
      const column = Math.min(size.width - 1, (block % wide) * 8 + x);
      const row = Math.min(size.height - 1, Math.floor(block / wide) * 8 + y);
      return (values[row * size.width + column] ?? 0) - (1 << (precision - 1));
    };
    const coefficients = transformed(at);
    bits.difference((coefficients[0] ?? 0) - before, SIZES, 5);
    before = coefficients[0] ?? 0;
    let zeros = 0;
    for (const place of ZIGZAG.slice(1)) {
      const value = coefficients[place] ?? 0;
      if (value === 0) {
        zeros += 1;
        continue;
      }
      for (; zeros > 15; zeros -= 16) bits.put(AC_VALUES.indexOf(ZERO_RUN), 8);
      bits.difference(value, AC_VALUES, 8, zeros << 4);
      zeros = 0;
    }
    if (zeros > 0) bits.put(0, 8);
  }
  bits.finish();
  out.push(
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(precision === 8 ? 0xc0 : 0xc1, frameHead(size, precision)),
    ...segment(0xc4, table(0x00, 5, SIZES.slice(0, 16))),
    ...segment(0xc4, table(0x10, 8, AC_VALUES)),
    ...(restart > 0 ? segment(0xdd, [restart >> 8, restart & 255]) : []),
    ...segment(0xda, [1, 1, 0x00, 0, 63, 0]),
    ...bits.bytes,
    0xff,
    0xd9,
  );
  return Buffer.from(out);
}

function transformed(at: (x: number, y: number) => number): number[] {
  const scale = (n: number): number => (n === 0 ? Math.SQRT1_2 : 1);
  const wave = (place: number, n: number): number => Math.cos(((2 * place + 1) * n * Math.PI) / 16);
  return Array.from({ length: 64 }, (_, i) => {
    const [v, u] = [i >> 3, i & 7];
    let sum = 0;
    for (let y = 0; y < 8; y += 1) for (let x = 0; x < 8; x += 1) sum += at(x, y) * wave(x, u) * wave(y, v);
    return Math.round((sum * scale(u) * scale(v)) / 4);
  });
}
