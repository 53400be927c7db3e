import { DicomError } from '../dataset.ts';
import type { Unpacked } from './decode.ts';

/** What unpacks one picture and is thrown away: a damaged one spoils no other. */
interface Decoder {
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number; isSigned?: boolean };
  delete(): void;
}

function unpacked<D extends Decoder>(decoder: D, packed: Uint8Array, planar: (decoder: D) => boolean): Unpacked {
  try {
    decoder.getEncodedBuffer(packed.length).set(packed);
    decoder.decode();
    const { width, height, bitsPerSample, componentCount, isSigned } = decoder.getFrameInfo();
    return {
      bytes: decoder.getDecodedBuffer().slice(),
      width,
      height,
      components: componentCount,
      bits: bitsPerSample,
      planar: planar(decoder),
      signed: isSigned === true,
    };
  } catch {
    // a number that means something inside
    throw new DicomError('This picture is damaged and cannot be shown.');
  } finally {
    decoder.delete();
  }
}

/** Unpacks a JPEG-LS: where it was coded color by color, it comes so. */
export const jpegLsWith = (decoder: Decoder & { getInterleaveMode(): number }, packed: Uint8Array): Unpacked =>
  unpacked(decoder, packed, (done) => done.getInterleaveMode() === 0);

/** Unpacks a JPEG 2000. */
export const j2kWith = (decoder: Decoder, packed: Uint8Array): Unpacked => unpacked(decoder, packed, () => false);

interface LosslessDecoder {
  decode(buffer: ArrayBuffer, offset: number, length: number, bytesEach: number): Uint8Array | Uint16Array;
  frame: { dimX: number; dimY: number; numComp: number; precision: number };
}

/** Unpacks a lossless JPEG (ITU T.81, process 14). */
export function losslessWith(decoder: LosslessDecoder, packed: Uint8Array, bytesEach: 1 | 2): Unpacked {
  try {
    const own = new Uint8Array(packed).buffer;
    const found = decoder.decode(own, 0, packed.length, bytesEach);
    const { dimX, dimY, numComp } = decoder.frame;
    return {
      bytes: new Uint8Array(found.buffer, found.byteOffset, found.byteLength),
      width: dimX,
      height: dimY,
      components: numComp,
      bits: bytesEach * 8,
    };
  } catch {
    throw new DicomError('This picture is damaged and cannot be shown.');
  }
}
