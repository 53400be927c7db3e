import { inflateSync } from 'node:zlib';

/**
 * Unpacks a WOFF 1.0 file to the TrueType file inside it. pdfkit can read WOFF, but inflates the glyph table anew for
 * every glyph it embeds; unpacked once, a report takes a tenth of the time.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== 0x774f4646) throw new Error('Not a WOFF file');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const tables: Buffer[] = [head];
  let offset = head.length;
  for (let at = 0; at < count; at++) {
    const entry = 44 + at * 20;
    const start = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(start, start + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;
    if (table.length !== length) throw new Error('A table of the WOFF file has the wrong length');
    const to = 12 + at * 16;
    woff.copy(head, to, entry, entry + 4);
    woff.copy(head, to + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    tables.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(tables);
}
