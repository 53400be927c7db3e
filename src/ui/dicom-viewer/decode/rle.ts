import { DicomError } from '../dataset.ts';

/** The bytes of a picture packed in runs (PS3.5, annex G), one plane after the other and the high byte first. */
export function unpackRuns(packed: Uint8Array, pixels: number, planes: number): Uint8Array[] {
  const head = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (packed.length < 64 || head.getUint32(0, true) !== planes)
    throw new DicomError('This picture is packed in a way that cannot be read.');
  return Array.from({ length: planes }, (_, plane) => {
    const from = head.getUint32(4 + plane * 4, true);
    const to = plane + 1 < planes ? head.getUint32(8 + plane * 4, true) : packed.length;
    return unpack(packed.subarray(from, to), pixels);
  });
}

function unpack(packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let at = 0;
  let to = 0;
  while (at < packed.length && to < length) {
    const sign = packed[at] ?? 0;
    at += 1;
    if (sign < 128) {
      const run = packed.subarray(at, at + Math.min(sign + 1, length - to));
      out.set(run, to);
      at += sign + 1;
      to += sign + 1;
    } else if (sign > 128) {
      out.fill(packed[at] ?? 0, to, Math.min(length, to + 257 - sign));
      at += 1;
      to += 257 - sign;
    }
  }
  return out;
}
