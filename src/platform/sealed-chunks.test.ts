import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CHUNK_BYTES,
  DamagedObjectError,
  newObjectKey,
  readSealed,
  SEAL_BYTES,
  type SealedObject,
  sealChunk,
  type Sealing,
  sealPiece,
  SLOT_BYTES,
} from './sealed-chunks.ts';

const key = newObjectKey();

/** Contents of every interesting length without making random bytes for each. */
const contentOf = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, n) => (n * 31 + (n >> 8)) & 0xff));

/** A content sealed piece by piece, with the last chunk in the file or apart. */
function sealed(content: Buffer, cuts: readonly number[] = [], apart = false): { file: Buffer; object: SealedObject } {
  const edges = [0, ...cuts.map((cut) => cut % (content.length + 1)).toSorted((a, b) => a - b), content.length];
  const parts: Buffer[] = [];
  let sealing: Sealing = { chunks: 0, rest: Buffer.alloc(0) };
  for (const [i, from] of edges.entries()) {
    const step = sealPiece(key, sealing, content.subarray(from, edges[i + 1] ?? from));
    parts.push(...step.sealed);
    sealing = step.to;
  }
  const last = sealing.rest.length > 0 ? Buffer.concat(sealChunk(key, sealing.chunks, sealing.rest)) : null;
  const file = Buffer.concat(last && !apart ? [...parts, last] : parts);
  return { file, object: over(file, content.length, apart ? last : null) };
}
const over = (file: Buffer, size: number, tail: Uint8Array | null = null): SealedObject => ({
  key,
  size,
  tail,
  stored: async (start, length) => file.subarray(start, start + length),
});

const length = fc.oneof(
  fc.constantFrom(0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES),
  fc.nat({ max: 3 * CHUNK_BYTES }),
);
const place = fc.nat({ max: 4 * CHUNK_BYTES });

test('any range of any content, sealed in any pieces, is that range of the content', async () => {
  await fc.assert(
    fc.asyncProperty(
      length,
      fc.array(place, { maxLength: 5 }),
      fc.boolean(),
      place,
      place,
      async (n, cuts, apart, a, b) => {
        const content = contentOf(n);
        const { file, object } = sealed(content, cuts, apart);
        const read = await readSealed(object, a, b);
        expect(read.equals(content.subarray(a, a + b))).toBe(true);
        const chunks = Math.ceil(n / CHUNK_BYTES);
        if (!apart) expect(file.length).toBe(n + chunks * SEAL_BYTES);
      },
    ),
    { numRuns: 60 },
  );
});

test('a changed byte anywhere is found by whoever reads its chunk, and by nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 2 * SLOT_BYTES + 99 }), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const content = contentOf(2 * CHUNK_BYTES + 100 - SEAL_BYTES);
      const { file } = sealed(content);
      file.writeUInt8((file.readUInt8(at) ^ change) & 0xff, at);
      const object = over(file, content.length);
      for (const chunk of [0, 1, 2]) {
        const reading = readSealed(object, chunk * CHUNK_BYTES, 10);
        if (chunk === Math.floor(at / SLOT_BYTES)) await expect(reading).rejects.toThrow(DamagedObjectError);
        else expect((await reading).equals(content.subarray(chunk * CHUNK_BYTES, chunk * CHUNK_BYTES + 10))).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

const content = contentOf(3 * CHUNK_BYTES + 500);
const { file } = sealed(content);
const slot = (n: number): Buffer => file.subarray(n * SLOT_BYTES, (n + 1) * SLOT_BYTES);

test.each<[string, Buffer, number]>([
  ['cut within a chunk', file.subarray(0, 2 * SLOT_BYTES + 7), content.length],
  ['cut between chunks', file.subarray(0, 2 * SLOT_BYTES), content.length],
  ['nothing left', Buffer.alloc(0), content.length],
  ['two chunks changed about', Buffer.concat([slot(1), slot(0), slot(2), slot(3)]), content.length],
  ['a chunk missing in the middle', Buffer.concat([slot(0), slot(2), slot(3)]), content.length],
  ['a chunk twice', Buffer.concat([slot(0), slot(0), slot(2), slot(3)]), content.length],
  ['zeros where a chunk was', Buffer.concat([slot(0), Buffer.alloc(SLOT_BYTES), slot(2), slot(3)]), content.length],
  ['said to be shorter within the last chunk', file, content.length - 1],
  ['said to be longer', file, content.length + 1],
  [
    'another object’s chunk',
    Buffer.concat([...sealChunk(newObjectKey(), 0, content.subarray(0, CHUNK_BYTES)), file.subarray(SLOT_BYTES)]),
    content.length,
  ],
])('%s: damaged, never other bytes', async (_what, bytes, size) => {
  await expect(readSealed(over(bytes, size), 0, size)).rejects.toThrow(DamagedObjectError);
});

test('without the key there is nothing to read', async () => {
  await expect(readSealed({ ...over(file, content.length), key: newObjectKey() }, 0, 1)).rejects.toThrow(
    DamagedObjectError,
  );
  expect(file.includes(content.subarray(100, 132))).toBe(false);
});
