import { createCipheriv } from 'node:crypto';

/** A seeded generator: a failing run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

/** So many bytes that look random and are the same for the same seed. */
export function seededBytes(seed: number, length: number): Buffer {
  const key = Buffer.alloc(32, seed);
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return cipher.update(Buffer.alloc(length));
}
