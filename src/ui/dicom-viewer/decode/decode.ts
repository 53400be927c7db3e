import { codedSize } from '../../file-viewers/coded-size.ts';
import { DicomError } from '../dataset.ts';
import type { PixelFormat } from '../image.ts';
import type { Decoded, Samples } from '../pixels.ts';
import { decodeJpeg } from './jpeg.ts';
import { unpackRuns } from './rle.ts';

/** A picture out of a codec: bytes of one or two a sample, low byte first. */
export interface Unpacked {
  bytes: Uint8Array;
  width: number;
  height: number;
  components: number;
  bits: number;
  /** One plane of colors after the other. */
  planar?: boolean;
  signed?: boolean;
}

/** What decodes that is not written here. */
export interface Codecs {
  jpegLs(bytes: Uint8Array): Promise<Unpacked>;
  jpeg2000(bytes: Uint8Array): Promise<Unpacked>;
  lossless(bytes: Uint8Array, bytesEach: 1 | 2): Promise<Unpacked>;
}

type Packing = 'none' | 'runs' | 'jpeg' | 'lossless' | 'jpeg_ls' | 'jpeg_2000';

/** How pictures are packed, by transfer syntax (PS3.6, A). */
const PACKINGS: Readonly<Record<string, Packing>> = {
  '1.2.840.10008.1.2': 'none',
  '1.2.840.10008.1.2.1': 'none',
  '1.2.840.10008.1.2.1.98': 'none',
  '1.2.840.10008.1.2.1.99': 'none',
  '1.2.840.10008.1.2.2': 'none',
  '1.2.840.10008.1.2.5': 'runs',
  '1.2.840.10008.1.2.4.50': 'jpeg',
  '1.2.840.10008.1.2.4.51': 'jpeg',
  '1.2.840.10008.1.2.4.57': 'lossless',
  '1.2.840.10008.1.2.4.70': 'lossless',
  '1.2.840.10008.1.2.4.80': 'jpeg_ls',
  '1.2.840.10008.1.2.4.81': 'jpeg_ls',
  '1.2.840.10008.1.2.4.90': 'jpeg_2000',
  '1.2.840.10008.1.2.4.91': 'jpeg_2000',
};

/** Decodes a packed picture. Throws DicomError, in words for whoever looks at it. */
export async function decodeFrame(format: PixelFormat, bytes: Uint8Array, codecs: Codecs): Promise<Decoded> {
  const packing = PACKINGS[format.syntax];
  if (packing !== 'none' && packing !== 'runs') checkSize(format, bytes);
  switch (packing) {
    case 'none':
      return native(format, bytes);
    case 'runs':
      return runs(format, bytes);
    case 'jpeg':
      return jpeg(format, bytes);
    case 'jpeg_ls':
      return fitted(format, await codecs.jpegLs(bytes));
    case 'jpeg_2000':
      return fitted(format, await codecs.jpeg2000(bytes));
    case 'lossless':
      return fitted(format, await codecs.lossless(bytes, format.allocated <= 8 ? 1 : 2));
    default:
      throw new DicomError('This picture is packed in a way that is not shown here. Download it.');
  }
}

const OTHER_SIZE = 'This picture is of another size than its file says.';

/** What is coded says its size once more, and codecs make room for that: it must be the one its file says. */
function checkSize({ columns, rows, samples }: PixelFormat, bytes: Uint8Array): void {
  const size = codedSize(bytes);
  if (size && (size.width !== columns || size.height !== rows || size.components !== samples))
    throw new DicomError(OTHER_SIZE);
}

const pixelsOf = ({ rows, columns }: PixelFormat): number => rows * columns;

function native(format: PixelFormat, bytes: Uint8Array): Decoded {
  const count = pixelsOf(format) * format.samples;
  if (format.allocated === 1) {
    const samples = new Uint8Array(count);
    for (let i = 0; i < count; i += 1) samples[i] = ((bytes[i >> 3] ?? 0) >> (i & 7)) & 1;
    return { samples, colored: false };
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const each = format.allocated / 8;
  const samples = emptyFor(format, count);
  for (let i = 0; i < count; i += 1)
    samples[i] =
      each === 1
        ? (bytes[i] ?? 0)
        : each === 2
          ? view.getUint16(i * 2, format.little)
          : view.getUint32(i * 4, format.little);
  return colors(format, cutToBits(format, samples), format.planar);
}

function runs(format: PixelFormat, bytes: Uint8Array): Decoded {
  const each = Math.max(1, format.allocated / 8);
  const pixels = pixelsOf(format);
  const planes = unpackRuns(bytes, pixels, format.samples * each);
  const samples = emptyFor(format, pixels * format.samples);
  for (let sample = 0; sample < format.samples; sample += 1)
    for (let i = 0; i < pixels; i += 1) {
      let value = 0;
      for (let byte = 0; byte < each; byte += 1) value = value * 256 + (planes[sample * each + byte]?.[i] ?? 0);
      samples[i * format.samples + sample] = value;
    }
  return colors(format, cutToBits(format, samples), false);
}

function jpeg(format: PixelFormat, bytes: Uint8Array): Decoded {
  const found = decodeJpeg(bytes);
  if (found.width !== format.columns || found.height !== format.rows || found.components !== format.samples)
    throw new DicomError(OTHER_SIZE);
  const samples = cutToBits(format, emptyFor(format, found.samples.length, found.samples));
  // some writers call the colors RGB that were coded as luminance and differences, and say so in a marker
  const coded = format.photometric.startsWith('YBR') || found.transform === 1;
  return colors(coded ? { ...format, photometric: 'YBR_FULL' } : format, samples, false);
}

function fitted(format: PixelFormat, { bytes, width, height, components, bits, planar, signed }: Unpacked): Decoded {
  if (width !== format.columns || height !== format.rows || components !== format.samples)
    throw new DicomError(OTHER_SIZE);
  const count = pixelsOf(format) * components;
  const each = bits <= 8 ? 1 : 2;
  if (bytes.length < count * each) throw new DicomError('This picture is damaged and cannot be shown.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = emptyFor(format, count);
  for (let i = 0; i < count; i += 1) samples[i] = each === 1 ? (bytes[i] ?? 0) : view.getUint16(i * 2, true);
  // colors come out of these codecs as red, green and blue, however they were coded
  return colors({ ...format, photometric: 'RGB' }, signed ? samples : cutToBits(format, samples), planar ?? false);
}

function emptyFor({ allocated, signed }: PixelFormat, count: number, from?: ArrayLike<number>): Samples {
  const make = <T extends Samples>(Kind: { new (length: number): T; from(values: ArrayLike<number>): T }): T =>
    from ? Kind.from(from) : new Kind(count);
  if (allocated <= 8) return signed ? make(Int8Array) : make(Uint8Array);
  if (allocated <= 16) return signed ? make(Int16Array) : make(Uint16Array);
  return signed ? make(Int32Array) : make(Uint32Array);
}

/** Bits above those that were stored are overlays, or repeat nothing: the sign is that of the highest stored one. */
function cutToBits({ allocated, stored, signed }: PixelFormat, samples: Samples): Samples {
  if (stored >= allocated || stored < 1) return samples;
  const away = 32 - stored;
  for (let i = 0; i < samples.length; i += 1) {
    const up = (samples[i] ?? 0) << away;
    samples[i] = signed ? up >> away : up >>> away;
  }
  return samples;
}

/** Colors of a pixel side by side, as red, green and blue (PS3.3, C.7.6.3.1.2). */
function colors(format: PixelFormat, samples: Samples, planar: boolean): Decoded {
  if (format.samples === 1) return { samples, colored: false };
  const pixels = pixelsOf(format);
  const out = new Uint8Array(pixels * 3);
  const isCoded = format.photometric.startsWith('YBR');
  const away = format.stored > 8 ? format.stored - 8 : 0;
  for (let i = 0; i < pixels; i += 1) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((n) => (samples[planar ? n * pixels + i : i * 3 + n] ?? 0) >> away);
    if (isCoded) {
      out[i * 3] = to8(a + 1.402 * (c - 128));
      out[i * 3 + 1] = to8(a - 0.344136 * (b - 128) - 0.714136 * (c - 128));
      out[i * 3 + 2] = to8(a + 1.772 * (b - 128));
    } else {
      out[i * 3] = a;
      out[i * 3 + 1] = b;
      out[i * 3 + 2] = c;
    }
  }
  return { samples: out, colored: true };
}

const to8 = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));
