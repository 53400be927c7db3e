import { deflateRawSync } from 'node:zlib';
import loadCharls from '@cornerstonejs/codec-charls';
import loadOpenJpeg from '@cornerstonejs/codec-openjpeg';
import { Decoder } from '@cornerstonejs/jpeg-lossless-decoder-js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dicomFile,
  hounsfield,
  losslessJpeg,
  type Packed,
  PHANTOM,
  phantom,
  sequentialJpeg,
  short,
  SYNTAXES,
  text,
} from '../../../tests/harness/dicom-phantom.ts';
import { DicomError, readDataset } from './dataset.ts';
import { type Codecs, decodeFrame } from './decode/decode.ts';
import { decodeJpeg } from './decode/jpeg.ts';
import { j2kWith, jpegLsWith, losslessWith } from './decode/with-codec.ts';
import { angleOf, inOrder, lengthOf, lengthWords, placed, WHOLE, zoomedAt } from './geometry.ts';
import { type DicomImage, personName, readImage } from './image.ts';
import { brightness, drawn, firstWindow, meaningOf } from './pixels.ts';

const CODECS: Codecs = {
  jpegLs: async (bytes) => jpegLsWith(new (await loadCharls()).JpegLSDecoder(), bytes),
  jpeg2000: async (bytes) => j2kWith(new (await loadOpenJpeg()).J2KDecoder(), bytes),
  lossless: async (bytes, each) => losslessWith(new Decoder(), bytes, each),
};
const decoded = (image: DicomImage, frame = 0) => decodeFrame(image.format, image.bytes(frame), CODECS);

describe('a made slice', () => {
  test.each(Object.keys(SYNTAXES) as Packed[])('packed as %s is every value it was made of', async (packed) => {
    const image = await readImage(await phantom(packed));
    const facts = image.frame(0);
    const { samples, colored } = await decoded(image);
    expect(colored).toBe(false);
    const meaning = meaningOf(image, facts);
    // coded in waves, a value may be off by what is rounded
    const off = packed === 'extended' ? 2 : 0;
    let worst = 0;
    samples.forEach((stored, i) => {
      const is = hounsfield(i % PHANTOM.columns, Math.floor(i / PHANTOM.columns));
      worst = Math.max(worst, Math.abs(meaning(stored) - is));
    });
    expect(worst).toBeLessThanOrEqual(off);
  });

  test('says whom it shows, how large its pixels are and in which window it is meant to be seen', async () => {
    const image = await readImage(await phantom('raw', { at: 7.5, instance: 4 }));
    expect(image.identity).toEqual({
      patient: 'Édouard Phantom',
      patient_id: 'MRN-0042',
      birth: '1970-01-02',
      sex: 'O',
      study: 'CT lumbar spine',
      study_date: '2026-11-02',
      institution: 'Brightwater Imaging',
    });
    expect(image).toMatchObject({ series: '1.2.3.1', modality: 'CT', instance: 4, frames: 1 });
    expect(image.frame(0)).toMatchObject({
      spacing: { row: 0.5, column: 0.5, at: 'body' },
      position: [0, 0, 7.5],
      windows: [{ center: 40, width: 400 }],
    });
  });

  test('is black, gray and white where its window says so, and the other way around', async () => {
    const image = await readImage(await phantom('raw'));
    const facts = image.frame(0);
    const picture = await decoded(image);
    const shown = (inverted: boolean, center = 40, width = 400) => {
      const out = drawn(image, facts, picture, { window: { center, width, label: null }, inverted, own: true });
      return (x: number, y: number) => out[(y * PHANTOM.columns + x) * 4];
    };
    const plain = shown(false);
    expect([plain(0, 0), plain(20, 20), plain(40, 45)]).toEqual([0, 102, 255]);
    const inverted = shown(true);
    expect([inverted(0, 0), inverted(20, 20), inverted(40, 45)]).toEqual([255, 153, 0]);
    const bone = shown(false, 600, 1000);
    expect(bone(40, 45)).toBeCloseTo(128, 0);
  });

  test('is read of its first bytes as far as they reach, and refused where it is none or is cut short', async () => {
    const whole = await phantom('raw');
    const image = await readImage(whole.subarray(0, whole.length - 10_000));
    expect(image.format.columns).toBe(PHANTOM.columns);
    expect(() => image.bytes(0)).toThrow(DicomError);
    await expect(readImage(Buffer.from('no picture at all, however long this text is'.repeat(9)))).rejects.toThrow(
      DicomError,
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(255), async (at, value) => {
        const bent = Buffer.from(whole.subarray(0, 2_000));
        bent[at % bent.length] = value;
        await readImage(bent).catch((error: unknown) => {
          if (!(error instanceof DicomError)) throw error;
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('pictures of other sorts', () => {
  const size = [short(0x0028, 0x0010, 2), short(0x0028, 0x0011, 2)];
  const read = async (picture: Buffer | Buffer[], more: Buffer[], syntax: string = SYNTAXES.raw) => {
    const image = await readImage(dicomFile(syntax, picture, more));
    return { image, picture: await decoded(image) };
  };

  test('colors stand side by side, plane after plane, or as luminance and differences', async () => {
    const red = Array.from({ length: 4 }, () => [200, 10, 30]).flat();
    const of = (photometric: string, planar: number) => [
      short(0x0028, 0x0002, 3),
      text(0x0028, 0x0004, 'CS', photometric),
      short(0x0028, 0x0006, planar),
      ...size,
      short(0x0028, 0x0100, 8),
      short(0x0028, 0x0101, 8),
    ];
    const pixel = async (bytes: number[], photometric: string, planar: number) => {
      const { picture } = await read(Buffer.from(bytes), of(photometric, planar));
      return [...picture.samples.subarray(0, 3)];
    };
    expect(await pixel(red, 'RGB', 0)).toEqual([200, 10, 30]);
    expect(await pixel([200, 200, 200, 200, 10, 10, 10, 10, 30, 30, 30, 30], 'RGB', 1)).toEqual([200, 10, 30]);
    const [y, cb, cr] = [0.299 * 200 + 0.587 * 10 + 0.114 * 30, 0, 0];
    const luminance = Math.round(y);
    const blue = Math.round(128 + cb + (30 - y) / 1.772);
    const other = Math.round(128 + cr + (200 - y) / 1.402);
    const coded = await pixel(Array.from({ length: 4 }, () => [luminance, blue, other]).flat(), 'YBR_FULL', 0);
    coded.forEach((value, i) => expect(Math.abs(value - ([200, 10, 30][i] ?? 0))).toBeLessThanOrEqual(2));
  });

  test('signed values keep their sign, and what stands above the stored bits is left out', async () => {
    const bytes = Buffer.alloc(8);
    [-5, 3, 0xf007, -2048].forEach((value, i) => bytes.writeUInt16LE(value & 0xffff, i * 2));
    const format = [
      short(0x0028, 0x0002, 1),
      text(0x0028, 0x0004, 'CS', 'MONOCHROME1'),
      ...size,
      short(0x0028, 0x0100, 16),
      short(0x0028, 0x0101, 12),
      short(0x0028, 0x0103, 1),
    ];
    const { image, picture } = await read(bytes, format);
    expect([...picture.samples]).toEqual([-5, 3, 7, -2048]);
    expect(image.inverted).toBe(true);
    const window = firstWindow(image, image.frame(0), picture);
    expect(window).toMatchObject({ width: 2056 });
  });

  test('several pictures of one file are told apart', async () => {
    const value = (n: number) => sequentialJpeg(new Uint8Array(64).fill(n), { width: 8, height: 8 }, 8);
    const { image } = await read(
      [value(10), value(90), value(250)],
      [
        short(0x0028, 0x0002, 1),
        text(0x0028, 0x0004, 'CS', 'MONOCHROME2'),
        text(0x0028, 0x0008, 'IS', '3'),
        short(0x0028, 0x0010, 8),
        short(0x0028, 0x0011, 8),
        short(0x0028, 0x0100, 8),
        short(0x0028, 0x0101, 8),
      ],
      '1.2.840.10008.1.2.4.50',
    );
    expect(image.frames).toBe(3);
    const seen = await Promise.all([0, 1, 2].map(async (frame) => (await decoded(image, frame)).samples[20]));
    expect(seen).toEqual([10, 90, 250]);
    await expect(decodeFrame({ ...image.format, columns: 16 }, image.bytes(0), CODECS)).rejects.toThrow(DicomError);
    await expect(
      decodeFrame({ ...image.format, syntax: '1.2.840.10008.1.2.4.100' }, image.bytes(0), CODECS),
    ).rejects.toThrow('Download it');
  });

  test('a sequential JPEG of any size and either depth comes back, with restarts or without', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 21 }),
        fc.integer({ min: 1, max: 21 }),
        fc.constantFrom(8 as const, 12 as const),
        fc.nat(3),
        fc.nat(1_000_000),
        (width, height, precision, restart, seed) => {
          const most = 2 ** precision;
          const values = Array.from({ length: width * height }, (_, i) => ((i * 7919 + seed) * 31) % most);
          const found = decodeJpeg(sequentialJpeg(values, { width, height }, precision, restart));
          expect([found.width, found.height, found.precision]).toEqual([width, height, precision]);
          const worst = Math.max(...values.map((value, i) => Math.abs(value - (found.samples[i] ?? 0))));
          expect(worst).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('damaged packing is a fault in words, and ends', async () => {
    const values = new Uint8Array(64 * 64).map((_, i) => (i * 13) % 256);
    const jpeg = sequentialJpeg(values, { width: 64, height: 64 }, 8);
    const lossless = losslessJpeg(values, { width: 64, height: 64 }, 8);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(255), fc.boolean(), async (at, value, first) => {
        const bent = Buffer.from(first ? jpeg : lossless);
        bent[at % bent.length] = value;
        const format = {
          ...(await readImage(await phantom('raw'))).format,
          columns: 64,
          rows: 64,
          allocated: 8,
          stored: 8,
        };
        const syntax = first ? '1.2.840.10008.1.2.4.50' : SYNTAXES.lossless;
        const fault = await decodeFrame({ ...format, syntax }, bent, CODECS).then(
          () => null,
          (error: unknown) => error,
        );
        expect(fault === null || fault instanceof DicomError).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe('what a file says of itself is not taken at its word', () => {
  const format = { bits: [short(0x0028, 0x0100, 8), short(0x0028, 0x0101, 8)], DEFLATED: '1.2.840.10008.1.2.1.99' };
  const sized = (rows: number, columns: number, ...more: Buffer[]) => [
    ...more,
    short(0x0028, 0x0010, rows),
    short(0x0028, 0x0011, columns),
    ...format.bits,
  ];
  /** A file that was deflated as a whole, up to the end of its picture. */
  const deflated = (picture: Buffer, elements: Buffer[]): Buffer => {
    const plain = dicomFile(format.DEFLATED, picture, elements);
    const head = dicomFile(format.DEFLATED, Buffer.alloc(0), []).length - 12;
    return Buffer.concat([plain.subarray(0, head), deflateRawSync(plain.subarray(head))]);
  };

  test('deflated as a whole, it is every value it was made of', async () => {
    const values = Buffer.from(Array.from({ length: 64 }, (_, i) => i * 3));
    const image = await readImage(deflated(values, sized(8, 8)));
    expect([...(await decoded(image)).samples]).toEqual([...values]);
  });

  test('it is unpacked up to a limit, which is said; of its beginning, as far as it is looked at', async () => {
    const bomb = deflated(Buffer.alloc(8_000_000), sized(2_000, 4_000));
    const most = 1_000_000;
    await expect(readDataset(bomb, { most, isPart: false })).rejects.toThrow('Unpacked, this file has more than');
    const { data } = await readDataset(bomb, { most, isPart: true });
    expect([data.number(0x00280010), data.bytes.length]).toEqual([2_000, most]);
  });

  test('no room is made for more pixels, or more bytes of them, than can be shown', async () => {
    const none = (elements: Buffer[]) => readImage(dicomFile(SYNTAXES.rle, [Buffer.alloc(64)], elements));
    await expect(none(sized(60_000, 60_000))).rejects.toThrow('more pixels');
    const deep = [short(0x0028, 0x0010, 9_000), short(0x0028, 0x0011, 9_000), short(0x0028, 0x0100, 32)];
    await expect(none(deep)).rejects.toThrow('more pixels');
    await expect(none(sized(9_000, 9_000))).resolves.toMatchObject({ frames: 1 });
  });

  test('it has no more pictures than it has room for', async () => {
    const many = text(0x0028, 0x0008, 'IS', '20000');
    const plain = dicomFile(SYNTAXES.raw, Buffer.alloc(3 * 64), sized(8, 8, many));
    expect((await readImage(plain)).frames).toBeLessThan(8);
    const packed = dicomFile(SYNTAXES.rle, [Buffer.alloc(64)], sized(8, 8, many));
    expect((await readImage(packed)).frames).toBeLessThan(60);
    // of what was looked at only at its beginning, the whole counts
    expect((await readImage(plain.subarray(0, plain.length - 100), 64 * 30_000)).frames).toBe(20_000);
  });

  test.each([
    ['jpeg', '1.2.840.10008.1.2.4.50', sequentialJpeg(new Uint8Array(64), { width: 8, height: 8 }, 8), 0xc0],
    ['lossless', SYNTAXES.lossless, losslessJpeg(new Uint8Array(64), { width: 8, height: 8 }, 8), 0xc3],
  ])('what is coded (%s) and says that it is larger than its file is not decoded', async (_, syntax, coded, mark) => {
    const bytes = Buffer.from(coded);
    const at = bytes.findIndex((byte, i) => byte === 0xff && bytes[i + 1] === mark);
    bytes.writeUInt32BE(0xfffffffe, at + 5);
    const image = await readImage(dicomFile(syntax, [bytes], sized(8, 8)));
    const codecs: Codecs = { ...CODECS, lossless: () => Promise.reject(new Error('It was decoded.')) };
    await expect(decodeFrame(image.format, image.bytes(0), codecs)).rejects.toThrow('another size');
  });
});

describe('what is measured and how it stands', () => {
  test('lengths and angles go by the size of pixels, however they lie', () => {
    const spacing = { row: 2, column: 0.5, at: 'body' } as const;
    expect(lengthOf({ x: 0, y: 0 }, { x: 6, y: 2 }, spacing)).toBe(5);
    expect(lengthOf({ x: 0, y: 0 }, { x: 3, y: 4 }, null)).toBe(5);
    expect(angleOf({ x: 4, y: 0 }, { x: 0, y: 0 }, { x: 0, y: 1 }, spacing)).toBeCloseTo(90);
    expect(angleOf({ x: 4, y: 0 }, { x: 0, y: 0 }, { x: 4, y: 1 }, spacing)).toBeCloseTo(45);
    expect(lengthWords(32, spacing)).toBe('32.0 mm');
    expect(lengthWords(32, { ...spacing, at: 'film' })).toBe('32.0 mm on the detector');
    expect(lengthWords(32.4, null)).toBe('32 pixels');
  });

  test('slices stand by where they lie in the body, whatever their numbers say', () => {
    const slice = (z: number, instance: number) => ({
      position: [0, 0, z] as const,
      orientation: [
        [1, 0, 0],
        [0, 1, 0],
      ] as const,
      instance,
      name: `${instance}`,
    });
    const order = inOrder([slice(9, 1), slice(-3, 2), slice(4, 3)]);
    expect(order.map(({ instance }) => instance)).toEqual([2, 3, 1]);
    const unplaced = [10, 9, 2].map((instance) => ({ position: null, orientation: null, instance, name: '' }));
    expect(inOrder(unplaced).map(({ instance }) => instance)).toEqual([2, 9, 10]);
  });

  test('zooming leaves the point under the pointer where it is', () => {
    const frame = { width: 400, height: 300 };
    const picture = { columns: 128, rows: 96, aspect: 1 };
    fc.assert(
      fc.property(fc.double({ min: 0.3, max: 3, noNaN: true }), fc.nat(399), fc.nat(299), (factor, x, y) => {
        const view = { zoom: 1.5, x: 12, y: -7 };
        const under = (now: typeof view) => {
          const { across, down, left, top } = placed(picture, frame, now);
          return [(x - left) / across, (y - top) / down] as const;
        };
        const [before, after] = [under(view), under(zoomedAt(view, factor, { x, y }, frame))];
        expect(after[0]).toBeCloseTo(before[0], 6);
        expect(after[1]).toBeCloseTo(before[1], 6);
      }),
    );
    expect(placed(picture, frame, WHOLE)).toMatchObject({ across: 3.125, left: 0, top: 0 });
  });

  test('brightness is that of the standard at its edges', () => {
    const window = { center: 40, width: 400, label: null };
    expect([-160, 240, 1000].map((value) => brightness(value, window))).toEqual([0, 255, 255]);
    expect(brightness(40, window, 'sigmoid')).toBe(127.5);
    expect(personName('Ferrante^Lucia^M^Dr^Jr=フェランテ')).toBe('Dr Lucia M Ferrante, Jr');
    expect(personName('^^')).toBeNull();
  });
});
