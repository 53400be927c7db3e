const START = 0xffd8;
/** Marks of a JPEG after which its size stands: of all its sorts, JPEG-LS among them. */
const isFrame = (marker: number): boolean =>
  marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));
const SCAN = 0xda;
/** How a JPEG 2000 begins, by itself or within its box, which is short. */
const CODESTREAM = [0xff, 0x4f, 0xff, 0x51];
const MOST_BOX = 4_096;

/** What a coded picture says of itself. */
interface CodedSize {
  width: number;
  height: number;
  components: number;
}

/**
 * How large a coded picture says it is, before anything is made room for: a JPEG, JPEG-LS or JPEG 2000, or a PNG, GIF or
 * BMP, whose components are not told (0). Null where it does not say.
 */
export function codedSize(bytes: Uint8Array): CodedSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 26) return null;
  if (view.getUint16(0) === START) return ofJpeg(view);
  // pictures of the web say it at once: PNG, GIF and BMP
  if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20), components: 0 };
  if (view.getUint32(0) === 0x47494638)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true), components: 0 };
  if (view.getUint16(0) === 0x424d)
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)), components: 0 };
  return ofJpeg2000(view);
}

function ofJpeg(view: DataView): CodedSize | null {
  for (let at = 2; at + 10 <= view.byteLength;) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === SCAN) return null;
    if (isFrame(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), components: view.getUint8(at + 9) };
    // between marks there may be bytes that only fill up
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function ofJpeg2000(view: DataView): CodedSize | null {
  const last = Math.min(MOST_BOX, view.byteLength - 42);
  for (let at = 0; at <= last; at += 1) {
    if (CODESTREAM.some((byte, n) => view.getUint8(at + n) !== byte)) continue;
    const [right, bottom, left, top] = [8, 12, 16, 20].map((place) => view.getUint32(at + place)) as [
      number,
      number,
      number,
      number,
    ];
    return { width: right - left, height: bottom - top, components: view.getUint16(at + 40) };
  }
  return null;
}
