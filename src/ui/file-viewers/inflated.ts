/** So little is unpacked at once that a bomb is noticed before it goes off: a thousandfold of it is 16 MB. */
const AT_ONCE = 16 * 1024;

/**
 * Bytes that were deflated without a header, as far as they reach, and no more than `most` of them; whether there would
 * have been more. What follows their end is left alone, as some formats fill up.
 */
export async function inflated(
  packed: Uint8Array,
  most: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; more: boolean }> {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  const reading = (async () => {
    while (length <= most) {
      const { value, done } = await reader.read();
      if (done) return;
      parts.push(value);
      length += value.length;
    }
    await reader.cancel();
  })().catch(() => undefined);
  const writing = (async () => {
    for (let at = 0; at < packed.length && length <= most;) {
      // the last byte by itself: where it only fills up, that is an error, and takes what came with it along
      const to = at < packed.length - 1 ? Math.min(at + AT_ONCE, packed.length - 1) : packed.length;
      await writer.write(packed.slice(at, to));
      at = to;
    }
    await writer.close();
  })().catch(() => undefined);
  // an end that comes too early is an error, and what came before it counts
  await Promise.race([writing, reading]);
  await reading;
  const bytes = new Uint8Array(Math.min(most, length));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, bytes.length - at), at);
    at += Math.min(part.length, bytes.length - at);
  }
  return { bytes, more: length > most };
}
