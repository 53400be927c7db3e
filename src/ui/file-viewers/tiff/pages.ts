import * as UTIF from 'utif2';
import { ShowError } from '../show-error.ts';

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
const BIG_TIFF = 43;
/** Plain, for fax (three ways), LZW, JPEG (both ways), deflated, and by runs: what scanners and faxes write. */
const READ: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 32946, 32773];
const JPEG = 7;
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
  readonly #pages: UTIF.IFD[];

  /** Throws ShowError where it is none that can be read. */
  constructor(bytes: ArrayBuffer) {
    const view = new DataView(bytes);
    const little = bytes.byteLength > 8 && view.getUint16(0) === 0x4949;
    if (bytes.byteLength < 8) throw new ShowError(say.damaged);
    if (view.getUint16(2, little) === BIG_TIFF) throw new ShowError(say.big);
    this.#bytes = bytes;
    try {
      this.#pages = UTIF.decode(bytes);
    } catch {
      throw new ShowError(say.damaged);
    }
  }

  get count(): number {
    return this.#pages.length;
  }

  /** A page by its number, from 1. Throws ShowError. */
  page(number: number): TiffPage {
    const page = this.#pages[number - 1];
    if (!page) throw new ShowError(say.damaged);
    const of = (tag: number): number | null => numberIn(page[`t${tag}`]);
    const width = of(256) ?? 0;
    const height = of(257) ?? 0;
    const packing = of(259) ?? 1;
    if (width < 1 || height < 1) throw new ShowError(say.damaged);
    if (width * height > MOST_POINTS) throw new ShowError(say.tooLarge);
    const samples = of(277) ?? 1;
    // colors in planes of their own are not read by what unpacks the others
    if (!READ.includes(packing) || (of(284) === 2 && samples > 1)) throw new ShowError(say.packing(packing));
    const [mirrored, turn] = TURNS[of(274) ?? 1] ?? [false, 0];
    try {
      const pixels = this.#unpacked(page, { packing, samples, kind: of(262) ?? WHITE_IS_ZERO });
      return { width, height, pixels, turn, mirrored, aspect: aspectOf(of(282), of(283)) };
    } catch {
      throw new ShowError(say.damaged);
    } finally {
      page.data = new Uint8Array();
    }
  }

  #unpacked(
    page: UTIF.IFD,
    { packing, samples, kind }: { packing: number; samples: number; kind: number },
  ): Uint8ClampedArray<ArrayBuffer> {
    // unpacked gray is given as colors: then it is to be taken for them
    const isGrayJpeg = packing === JPEG && samples === 1 && (kind === GRAY || kind === WHITE_IS_ZERO);
    if (isGrayJpeg) Object.assign(page, { t258: [8, 8, 8], t262: [RGB], t277: [3] });
    // what was emptied before is unpacked once more
    Reflect.deleteProperty(page, 'data');
    UTIF.decodeImage(this.#bytes, page);
    const isInk = kind === CMYK && packing !== JPEG;
    const pixels = isInk ? ofInks(page.data, page.width * page.height, samples) : pointsOf(UTIF.toRGBA8(page));
    if (isGrayJpeg && kind === WHITE_IS_ZERO)
      for (let at = 0; at < pixels.length; at += 1) if (at % 4 !== 3) pixels[at] = 255 - (pixels[at] ?? 0);
    return pixels;
  }
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
