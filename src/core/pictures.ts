/** A picture as it may be sent: at most this many bytes and pixels. */
export const PICTURE_BYTES_MAX = 8 * 1024 * 1024;
/** What telephones call 12 megapixels: 4096 by 3072. */
const PIXELS_MAX = 4096 * 3072;
/** Edge of the square it becomes. */
export const PICTURE_EDGE = 256;

/** What may be chosen for one, as a field for files names it. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp';

export const PICTURE_FAULTS = {
  kind: 'This is not a picture we can use. Send a JPEG, PNG or WebP.',
  large: 'This picture is larger than 8 MB. Send a smaller one.',
  pixels: 'This picture has more than 12 megapixels. Save it smaller, then send that.',
  damaged: 'This picture is damaged. Save it again, then send that.',
} as const;

/** What the bytes are, by their own beginning; whatever the name or the sender says. */
export function pictureKind(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  const text = (from: number, to: number): string => String.fromCodePoint(...bytes.subarray(from, to));
  if (bytes.length < 30) return null;
  if (bytes[0] === 0x89 && text(1, 8) === 'PNG\r\n\u001a\n' && text(12, 16) === 'IHDR') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' ? 'webp' : null;
}

/** Width and height as the head of the file says, before anything is unpacked; null where it does not. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (pictureKind(bytes)) {
    case 'png':
      return { width: view.getUint32(16), height: view.getUint32(20) };
    case 'jpeg':
      return jpegSize(view);
    case 'webp':
      return webpSize(view);
    case null:
      return null;
  }
}

function jpegSize(view: DataView): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xda || marker === 0xd9) return null;
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView): { width: number; height: number } | null {
  const little24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (view.getUint32(12)) {
    case 0x56_50_38_58: // VP8X
      return { width: little24(24) + 1, height: little24(27) + 1 };
    case 0x56_50_38_4c: {
      // VP8L: fourteen bits each
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56_50_38_20: // VP8
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

/** Why bytes cannot be taken as a picture, or null. */
export function pictureFault(bytes: Uint8Array): string | null {
  if (bytes.length > PICTURE_BYTES_MAX) return PICTURE_FAULTS.large;
  if (pictureKind(bytes) === null) return PICTURE_FAULTS.kind;
  const size = pictureSize(bytes);
  if (!size || size.width < 1 || size.height < 1) return PICTURE_FAULTS.damaged;
  return size.width * size.height > PIXELS_MAX ? PICTURE_FAULTS.pixels : null;
}
