import { type Dataset, DEFLATED, DicomError, MOST_INFLATED, PIXELS, readDataset } from './dataset.ts';
import type { Spacing, Vector } from './geometry.ts';

export interface Window {
  center: number;
  width: number;
  label: string | null;
}

/** A table that replaces values: what stands before its first entry is that, what comes after its last is the last. */
export interface Table {
  first: number;
  values: Uint16Array;
  bits: number;
}

/** Whom and what a file says it shows, in its own words. */
interface Identity {
  patient: string | null;
  patient_id: string | null;
  birth: string | null;
  sex: string | null;
  study: string | null;
  study_date: string | null;
  institution: string | null;
}

/** How the samples of a frame are packed, and what they mean. */
export interface PixelFormat {
  syntax: string;
  rows: number;
  columns: number;
  samples: 1 | 3;
  photometric: string;
  allocated: number;
  stored: number;
  signed: boolean;
  planar: boolean;
  little: boolean;
}

/** One picture of a file as it is to be drawn. */
export interface FrameFacts {
  spacing: Spacing | null;
  position: Vector | null;
  orientation: readonly [Vector, Vector] | null;
  slope: number;
  intercept: number;
  windows: readonly Window[];
}

export interface DicomImage {
  series: string;
  series_number: number | null;
  series_label: string | null;
  modality: string | null;
  instance: number | null;
  frames: number;
  format: PixelFormat;
  identity: Identity;
  /** Height over width of a pixel, where no size is said. */
  aspect: number;
  inverted: boolean;
  burned_in: boolean;
  modality_table: Table | null;
  voi_table: Table | null;
  voi_function: 'linear' | 'linear_exact' | 'sigmoid';
  palette: readonly [Table, Table, Table] | null;
  frame(index: number): FrameFacts;
  /** The packed bytes of a picture. Throws DicomError where they are not there. */
  bytes(index: number): Uint8Array;
}

/** More pixels than this, or more bytes of them, exhaust the memory of a browser. */
const MOST_PIXELS = 100_000_000;
const MOST_PICTURE = 256 * 1024 * 1024;
const MOST_FRAMES = 20_000;
/** What the first bytes of a file are unpacked to, where it was deflated as a whole. */
const MOST_HEAD = 2 * 1024 * 1024;
/** Transfer syntaxes whose pictures are not packed. */
const PLAIN: ReadonlySet<string> = new Set(['', '.1', '.1.98', '.2'].map((end) => `1.2.840.10008.1.2${end}`));
const ITEM_HEAD = 8;
const TOO_MANY_PIXELS = 'This picture has more pixels than can be shown.';

/**
 * Reads an image, or of its first bytes all but the picture; `size`: of the whole file, which has no more pictures than it
 * has room for. Throws DicomError.
 */
export async function readImage(bytes: Uint8Array, size = bytes.length): Promise<DicomImage> {
  const isPart = bytes.length < size;
  const { data, syntax } = await readDataset(bytes, { most: isPart ? MOST_HEAD : MOST_INFLATED, isPart });
  const rows = data.number(0x00280010) ?? 0;
  const columns = data.number(0x00280011) ?? 0;
  if (rows < 1 || columns < 1) throw new DicomError('This DICOM file holds no picture.');
  if (rows * columns > MOST_PIXELS) throw new DicomError(TOO_MANY_PIXELS);
  const photometric = data.text(0x00280004) ?? 'MONOCHROME2';
  const allocated = data.number(0x00280100) ?? 8;
  const format: PixelFormat = {
    syntax,
    rows,
    columns,
    samples: data.number(0x00280002) === 3 ? 3 : 1,
    photometric,
    allocated,
    stored: data.number(0x00280101) ?? allocated,
    signed: data.number(0x00280103) === 1,
    planar: data.number(0x00280006) === 1,
    little: data.little,
  };
  if (![1, 8, 16, 32].includes(allocated))
    throw new DicomError('The pixels of this picture are of a size that is not shown here.');
  const each = (rows * columns * format.samples * allocated) / 8;
  if (each > MOST_PICTURE) throw new DicomError(TOO_MANY_PIXELS);
  const said = Math.trunc(data.decimals(0x00280008)[0] ?? 1);
  const frames = Math.max(1, Math.min(MOST_FRAMES, said, mostFrames(syntax, size, each)));
  const [row, column] = data.decimals(0x00280034);
  return {
    series: data.text(0x0020000e) ?? '',
    series_number: data.decimals(0x00200011)[0] ?? null,
    series_label: data.text(0x0008103e) ?? data.text(0x00180015),
    modality: data.text(0x00080060),
    instance: data.decimals(0x00200013)[0] ?? null,
    frames,
    format,
    identity: {
      patient: personName(data.text(0x00100010)),
      patient_id: data.text(0x00100020),
      birth: day(data.text(0x00100030)),
      sex: data.text(0x00100040),
      study: data.text(0x00081030),
      study_date: day(data.text(0x00080020)),
      institution: data.text(0x00080080),
    },
    aspect: row && column && row > 0 && column > 0 ? row / column : 1,
    inverted: (photometric === 'MONOCHROME1') !== (data.text(0x20500020) === 'INVERSE'),
    burned_in: data.text(0x00280301)?.toUpperCase() === 'YES',
    modality_table: tableOf(data.items(0x00283000)[0], 0x00283002, 0x00283006, format.signed),
    voi_table: tableOf(data.items(0x00283010)[0], 0x00283002, 0x00283006, false),
    voi_function:
      ({ LINEAR_EXACT: 'linear_exact', SIGMOID: 'sigmoid' } as const)[data.text(0x00281056) ?? ''] ?? 'linear',
    palette: paletteOf(data),
    frame: (index) => frameFacts(data, index),
    bytes: (index) => frameBytes(data, format, frames, index),
  };
}

/** How many pictures a file has room for: plain ones of so many bytes each, or packed ones, each with a head of its own. */
function mostFrames(syntax: string, size: number, each: number): number {
  if (syntax === DEFLATED) return Math.floor(MOST_INFLATED / each);
  return Math.floor(PLAIN.has(syntax) ? size / each : size / ITEM_HEAD);
}

/** Values of an enhanced image stand with the frame, or with all frames together; of another one in the file itself. */
function frameFacts(data: Dataset, index: number): FrameFacts {
  const own = data.items(0x52009230)[index];
  const shared = data.items(0x52009229)[0];
  const of = (sequence: number): Dataset => own?.items(sequence)[0] ?? shared?.items(sequence)[0] ?? data;
  const position = vector(of(0x00209113).decimals(0x00200032));
  const directions = of(0x00209116).decimals(0x00200037);
  const [across, down] = [vector(directions.slice(0, 3)), vector(directions.slice(3, 6))];
  const values = of(0x00289145);
  return {
    spacing: spacingOf(of(0x00289110), data),
    position,
    orientation: across && down ? [across, down] : null,
    slope: values.decimals(0x00281053)[0] ?? 1,
    intercept: values.decimals(0x00281052)[0] ?? 0,
    windows: windowsOf(of(0x00289132)),
  };
}

const vector = (numbers: readonly number[]): Vector | null => {
  const [x, y, z] = numbers;
  return x === undefined || y === undefined || z === undefined ? null : [x, y, z];
};

function spacingOf(measures: Dataset, data: Dataset): Spacing | null {
  const sized = ([row, column]: number[], at: Spacing['at']): Spacing | null =>
    row !== undefined && column !== undefined && row > 0 && column > 0 ? { row, column, at } : null;
  const region = data.items(0x00186011)[0];
  return (
    sized(measures.decimals(0x00280030), 'body') ??
    // ultrasound says how far its pixels are apart in cm
    (region?.number(0x00186024) === 3 && region.number(0x00186026) === 3
      ? sized([Math.abs(region.number(0x0018602e) ?? 0) * 10, Math.abs(region.number(0x0018602c) ?? 0) * 10], 'body')
      : null) ??
    sized(data.decimals(0x00181164), 'film') ??
    sized(data.decimals(0x00182010), 'film')
  );
}

function windowsOf(values: Dataset): Window[] {
  const widths = values.decimals(0x00281051);
  const labels = values.texts(0x00281055);
  return values
    .decimals(0x00281050)
    .map((center, i) => ({ center, width: widths[i] ?? 0, label: labels[i] || null }))
    .filter(({ width }) => width > 0);
}

function tableOf(from: Dataset | undefined, descriptor: number, entries: number, signed: boolean): Table | null {
  const [count, first, bits] = [0, 1, 2].map((i) => from?.number(descriptor, i) ?? null);
  const values = from?.words(entries);
  if (!values || count === null || first === undefined || first === null || !bits) return null;
  const length = count === 0 ? 65_536 : (count ?? 0);
  if (values.length < length || length < 1) return null;
  return { first: signed && first > 32_767 ? first - 65_536 : first, values: values.subarray(0, length), bits };
}

function paletteOf(data: Dataset): DicomImage['palette'] {
  const [red, green, blue] = [0, 1, 2].map((i) => tableOf(data, 0x00281101 + i, 0x00281201 + i, false));
  return red && green && blue ? [red, green, blue] : null;
}

/** "Ferrante^Lucia^^Dr" as it is said. Other writings of the same name follow a sign, and are left out. */
export function personName(written: string | null): string | null {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = (written?.split('=')[0] ?? '')
    .split('^')
    .map((part) => part.trim());
  const said = [[prefix, given, middle, family].filter(Boolean).join(' '), suffix].filter(Boolean).join(', ');
  return said === '' ? null : said;
}

/** "20261128" with dashes; what is no such day as it stands. */
const day = (written: string | null): string | null =>
  written?.replace(/^(\d{4})\.?(\d{2})\.?(\d{2})$/, '$1-$2-$3') ?? null;

function frameBytes(data: Dataset, format: PixelFormat, frames: number, index: number): Uint8Array {
  const found = data.get(PIXELS);
  if (!found) throw new DicomError('This DICOM file holds no picture.');
  const cut = (at: number, length: number): Uint8Array => {
    if (at + length > data.bytes.length) throw new DicomError('This DICOM file is cut short.');
    return data.bytes.subarray(at, at + length);
  };
  if (!found.pieces) {
    const bits = format.rows * format.columns * format.samples * format.allocated;
    const size = format.allocated === 1 ? Math.ceil(bits / 8) : bits / 8;
    return cut(found.at + index * size, size);
  }
  const [offsets, ...pieces] = found.pieces;
  if (!offsets || pieces.length === 0) throw new DicomError('This DICOM file holds no picture.');
  const own = piecesOfFrame(data, offsets, pieces, frames, index);
  const [first] = own;
  if (own.length === 1 && first) return cut(first.at, first.length);
  const whole = new Uint8Array(own.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of own) {
    whole.set(cut(piece.at, piece.length), at);
    at += piece.length;
  }
  return whole;
}

interface Piece {
  at: number;
  length: number;
}

/** The pieces of one frame (PS3.5, A.4): by the table of offsets, one each, or by where a picture begins. */
function piecesOfFrame(
  data: Dataset,
  offsets: Piece,
  pieces: readonly Piece[],
  frames: number,
  index: number,
): readonly Piece[] {
  if (frames === 1) return pieces;
  if (pieces.length === frames) return pieces.slice(index, index + 1);
  const base = offsets.at + offsets.length + 8;
  const view = new DataView(data.bytes.buffer, data.bytes.byteOffset, data.bytes.byteLength);
  const starts =
    offsets.length >= frames * 4
      ? Array.from({ length: frames }, (_, i) => base + view.getUint32(offsets.at + i * 4, true))
      : pieces
          .filter(({ at }) => data.bytes[at] === 0xff && [0xd8, 0x4f].includes(data.bytes[at + 1] ?? 0))
          .map(({ at }) => at);
  const from = starts[index];
  if (from === undefined) throw new DicomError('This DICOM file is cut short.');
  const to = starts[index + 1] ?? Infinity;
  return pieces.filter(({ at }) => at >= from && at < to);
}
