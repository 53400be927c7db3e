import * as UTIF from 'utif2';
import { codedSize } from '../coded-size.ts';
import { inflated } from '../inflated.ts';
import { ShowError } from '../show-error.ts';
import { directoriesOf, tagsOf } from './directories.ts';

/** A page's points, as they lie in the file, and how it is to be looked at. */
export interface TiffPage {
  width: number;
  height: number;
  /** Red, green, blue and how much it covers, for each point. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  /** Turned clockwise by so many degrees, after it was mirrored from left to right. */
  turn: number;
  mirrored: boolean;
  /** How high a point is for its width: of a fax in standard quality, twice as high. */
  aspect: number;
}

/** A page of 600 dots to the inch, and half as much again; more exhausts the memory of a browser. */
const MOST_POINTS = 50_000_000;
/** Unpacked, of a point no more than eight bytes, which is four colors as fine as any scanner's. */
const MOST_BYTES = 8 * MOST_POINTS;
const BIG_TIFF = 43;
/** Plain, for fax (three ways), LZW, JPEG (both ways), deflated, and by runs: what scanners and faxes write. */
const READ: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 32946, 32773];
const PLAIN = 1;
const OLD_JPEG = 6;
const JPEG = 7;
const DEFLATED: readonly number[] = [8, 32946];
const WHITE_IS_ZERO = 0;
const GRAY = 1;
const RGB = 2;
const CMYK = 5;

const say = {
  big: 'This sort of TIFF (BigTIFF) is not shown here. Download it.',
  damaged: 'This page is damaged and cannot be shown.',
  tooLarge: 'This page has more points than can be shown here. Download the file.',
  packing: (n: number) => `This page is packed in a way that is not shown here (${n}). Download the file.`,
} as const;

/** How pages are turned by what their file says (TIFF 6.0, tag 274): whether mirrored, then by how many degrees. */
const TURNS: Readonly<Record<number, readonly [boolean, number]>> = {
  2: [true, 0],
  3: [false, 180],
  4: [true, 180],
  5: [true, 270],
  6: [false, 90],
  7: [true, 90],
  8: [false, 270],
};

/** The pages of a TIFF, each read when it is looked at. */
export class TiffPages {
  readonly #bytes: ArrayBuffer;
  readonly #view: DataView;
  readonly #little: boolean;
  /** Where each page's directory stands. */
  readonly #pages: readonly number[];

  /** Throws ShowError where it is none that can be read. */
  constructor(bytes: ArrayBuffer) {
    const view = new DataView(bytes);
    if (bytes.byteLength < 8) throw new ShowError(say.damaged);
    const little = view.getUint16(0) === 0x4949;
    if (view.getUint16(2, little) === BIG_TIFF) throw new ShowError(say.big);
    this.#bytes = bytes;
    this.#view = view;
    this.#little = little;
    try {
      this.#pages = directoriesOf(view, little);
    } catch {
      throw new ShowError(say.damaged);
    }
  }

  get count(): number {
    return this.#pages.length;
  }

  /** A page by its number, from 1. Throws ShowError. */
  async page(number: number): Promise<TiffPage> {
    try {
      return await this.#read(this.#pages[number - 1] ?? Infinity);
    } catch (error) {
      throw error instanceof ShowError ? error : new ShowError(say.damaged);
    }
  }

  async #read(directory: number): Promise<TiffPage> {
    const page = { ...tagsOf(this.#view, this.#little, directory), data: new Uint8Array(), width: 0, height: 0 };
    const ifd = page as UTIF.IFD;
    const of = (tag: number): number | null => numberIn(ifd[`t${tag}`]);
    const width = of(256) ?? 0;
    const height = of(257) ?? 0;
    const packing = of(259) ?? PLAIN;
    if (width < 1 || height < 1) throw new ShowError(say.damaged);
    if (width * height > MOST_POINTS) throw new ShowError(say.tooLarge);
    const samples = of(277) ?? 1;
    // colors in planes of their own are not read by what unpacks the others
    if (!READ.includes(packing) || (of(284) === 2 && samples > 1)) throw new ShowError(say.packing(packing));
    const row = Math.ceil((width * samples * (of(258) ?? 1)) / 8);
    const parts = partsOf(ifd, { width, height, row });
    if (row * height > MOST_BYTES || parts.most * parts.at.length > MOST_BYTES) throw new ShowError(say.tooLarge);
    const [mirrored, turn] = TURNS[of(274) ?? 1] ?? [false, 0];
    if (packing === JPEG || packing === OLD_JPEG) this.#checkCoded(ifd, parts);
    const bytes = DEFLATED.includes(packing) ? await this.#inflated(ifd, parts) : this.#bytes;
    const pixels = unpacked(bytes, ifd, { packing, samples, kind: of(262) ?? WHITE_IS_ZERO });
    return { width, height, pixels, turn, mirrored, aspect: aspectOf(of(282), of(283)) };
  }

  #part({ at, length }: Parts, n: number): Uint8Array {
    return new Uint8Array(this.#bytes, at[n] ?? 0, Math.min(length[n] ?? 0, this.#bytes.byteLength - (at[n] ?? 0)));
  }

  /** What is coded says its size once more, and room is made for that. */
  #checkCoded(page: UTIF.IFD, parts: Parts): void {
    const whole = numberIn(page.t513);
    const coded = parts.at.map((_, n) => this.#part(parts, n));
    if (whole !== null) coded.push(new Uint8Array(this.#bytes, whole));
    for (const one of coded) {
      const size = codedSize(one);
      if (size && size.width * size.height > MOST_POINTS) throw new ShowError(say.tooLarge);
    }
  }

  /** The page's parts unpacked, one behind the other; its tags then say where they stand. None grows beyond its place. */
  async #inflated(page: UTIF.IFD, parts: Parts): Promise<ArrayBuffer> {
    const { at, most, names } = parts;
    const made = new Uint8Array(HEAD + most * at.length);
    made.set(new Uint8Array(this.#bytes, 0, HEAD));
    for (let n = 0; n < at.length; n += 1)
      // before and behind it stand how it is packed, and its sum
      made.set((await inflated(this.#part(parts, n).subarray(2, -4), most)).bytes, HEAD + n * most);
    page[names.at] = at.map((_, n) => HEAD + n * most);
    page[names.length] = at.map(() => most);
    page.t259 = [PLAIN];
    return made.buffer;
  }
}

const HEAD = 8;

/** The parts a page is packed in: strips of lines, or tiles. */
interface Parts {
  names: { at: `t${number}`; length: `t${number}` };
  at: readonly number[];
  length: readonly number[];
  /** Bytes of one, unpacked. */
  most: number;
}

function partsOf(page: UTIF.IFD, { width, height, row }: { width: number; height: number; row: number }): Parts {
  const tile = numberIn(page.t322);
  const names = tile === null ? ({ at: 't273', length: 't279' } as const) : ({ at: 't324', length: 't325' } as const);
  const lines = tile === null ? Math.min(height, numberIn(page.t278) ?? height) : (numberIn(page.t323) ?? height);
  const most = Math.ceil((row * (tile ?? width)) / width) * lines;
  const numbers = (tag: UTIF.IFD[string] | undefined): number[] => (Array.isArray(tag) ? tag.map(Number) : []);
  return { names, at: numbers(page[names.at]), length: numbers(page[names.length]), most };
}

function unpacked(
  bytes: ArrayBuffer,
  page: UTIF.IFD,
  { packing, samples, kind }: { packing: number; samples: number; kind: number },
): Uint8ClampedArray<ArrayBuffer> {
  // unpacked gray is given as colors: then it is to be taken for them
  const isGrayJpeg = packing === JPEG && samples === 1 && (kind === GRAY || kind === WHITE_IS_ZERO);
  if (isGrayJpeg) Object.assign(page, { t258: [8, 8, 8], t262: [RGB], t277: [3] });
  // what has its points is not unpacked
  Reflect.deleteProperty(page, 'data');
  UTIF.decodeImage(bytes, page);
  const isInk = kind === CMYK && packing !== JPEG;
  const pixels = isInk ? ofInks(page.data, page.width * page.height, samples) : pointsOf(UTIF.toRGBA8(page));
  if (isGrayJpeg && kind === WHITE_IS_ZERO)
    for (let at = 0; at < pixels.length; at += 1) if (at % 4 !== 3) pixels[at] = 255 - (pixels[at] ?? 0);
  return pixels;
}

const pointsOf = (made: Uint8Array): Uint8ClampedArray<ArrayBuffer> => new Uint8ClampedArray(made);

/** Cyan, magenta, yellow and black as light. */
function ofInks(inks: Uint8Array, points: number, samples: number): Uint8ClampedArray<ArrayBuffer> {
  const made = new Uint8ClampedArray(points * 4);
  for (let at = 0; at < points; at += 1) {
    const light = 255 - (inks[at * samples + 3] ?? 0);
    for (let color = 0; color < 3; color += 1)
      made[at * 4 + color] = ((255 - (inks[at * samples + color] ?? 0)) * light) / 255;
    made[at * 4 + 3] = 255;
  }
  return made;
}

/** A tag's first value; of a fraction what it comes to. */
function numberIn(tag: unknown): number | null {
  const value: unknown = typeof tag === 'object' && tag !== null && '0' in tag ? tag[0] : null;
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return null;
  const [over, under]: unknown[] = value;
  return typeof over === 'number' && typeof under === 'number' && under !== 0 ? over / under : null;
}

/** What nobody would scan is a mistake of the program that wrote it. */
function aspectOf(across: number | null, down: number | null): number {
  const aspect = (across ?? 0) / (down ?? 0);
  return Number.isFinite(aspect) && aspect >= 0.2 && aspect <= 5 ? aspect : 1;
}
