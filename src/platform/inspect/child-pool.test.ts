import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ChildPool } from './child-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'peritus-child-'));
const pool = new ChildPool<{ path: string }, { read: string; others: string[] }>(
  { module: new URL('../../../tests/harness/nosy-child.ts', import.meta.url), flags: [] },
  { memory_bytes: 400 * 1024 * 1024, width: 1, idle_ms: 1000 },
);
afterAll(() => {
  pool.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a child is given its content and may neither read, list nor write anything else, nor start a program', async () => {
  const path = join(folder, 'another.pdf');
  writeFileSync(path, 'another');
  const content = Buffer.from('its own content');
  const answer = await pool.run({ path }, 60_000, {
    size: content.length,
    bytes: async (start, length) => content.subarray(start, start + length),
  });
  expect(answer).toEqual({
    read: 'its own content',
    others: Array.from({ length: 6 }, () => 'ERR_ACCESS_DENIED'),
  });
});

test('a content that cannot be read is told as that, and the child goes on', async () => {
  const broken = { size: 10, bytes: () => Promise.reject(new Error('The stored object is damaged.')) };
  await expect(pool.run({ path: folder }, 60_000, broken)).rejects.toThrow('damaged');
});
