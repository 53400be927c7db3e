import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, describe, expect, test } from 'vitest';
import { Pictures } from './pictures.ts';

const pictures = new Pictures();
afterAll(() => pictures.close());

describe('a picture', () => {
  test('becomes a square, drawn by a process of its own; one that is damaged does not', async () => {
    const bytes = createCanvas(300, 120).toBuffer('image/png');
    const square = await pictures.draw({ bytes, edge: 64 });
    expect(square?.subarray(8, 12).toString('latin1')).toBe('WEBP');
    expect(await pictures.draw({ bytes: bytes.subarray(0, 60), edge: 64 })).toBeNull();
  });

  test('that needs more memory than one may take is given up, and the next is drawn', async () => {
    const small = new Pictures({ memory_bytes: 1024 });
    expect(await small.draw({ bytes: createCanvas(4000, 3000).toBuffer('image/png'), edge: 64 })).toBeNull();
    small.close();
    expect(await pictures.draw({ bytes: createCanvas(8, 8).toBuffer('image/png'), edge: 64 })).not.toBeNull();
  });

  test('is unpacked nowhere else: no other module of the server reads the library that does', () => {
    const root = join(import.meta.dirname, '../..');
    const readers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !name.includes('/dev/'))
      .filter((name) => readFileSync(join(root, name), 'utf8').includes("'@napi-rs/canvas'"));
    expect(readers).toEqual([relative(root, join(import.meta.dirname, 'picture-child.ts'))]);
  });
});
