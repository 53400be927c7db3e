import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDiskStorage } from './storage-disk.ts';
import { ObjectMissingError, OffsetMismatchError, type Storage, StorageFullError } from './storage.ts';

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storage-'));
  storage = await openDiskStorage(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Input that breaks off with an error after its chunks, as a lost connection or a full disk does. */
async function* breaking(chunks: Uint8Array[], error: Error) {
  yield* chunks;
  throw error;
}
const errorWithCode = (code: string) => Object.assign(new Error(code), { code });

const full = () => Readable.from(breaking([Buffer.from('half')], errorWithCode('ENOSPC')));

describe('whole objects', () => {
  test('what is read is what was put, with its size and hash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1 })), async (chunks) => {
        const whole = Buffer.concat(chunks);
        expect(await storage.put('a/b', Readable.from(chunks))).toEqual({ size: whole.length, sha256: sha256(whole) });
        expect(await buffer(await storage.read('a/b'))).toEqual(whole);
        expect(await storage.size('a/b')).toBe(whole.length);
      }),
      { numRuns: 30 },
    );
  });

  test('a broken put leaves the former object and no draft', async () => {
    await storage.put('x', Buffer.from('before'));
    const lost = Readable.from(breaking([Buffer.from('half')], errorWithCode('ECONNRESET')));
    await expect(storage.put('x', lost)).rejects.toThrow('ECONNRESET');
    expect(String(await buffer(await storage.read('x')))).toBe('before');
    expect(readdirSync(join(folder, '.drafts'))).toEqual([]);
  });

  test('a full disk is told as such', async () => {
    await expect(storage.put('x', full())).rejects.toThrow(StorageFullError);
    await expect(storage.append('y', 0, full())).rejects.toThrow(StorageFullError);
    expect(await storage.size('x')).toBeNull();
  });

  test('drafts that a crash left are cleared at the next start, fresh ones are not', async () => {
    const drafts = join(folder, '.drafts');
    mkdirSync(drafts, { recursive: true });
    writeFileSync(join(drafts, 'old'), 'x');
    writeFileSync(join(drafts, 'fresh'), 'x');
    utimesSync(join(drafts, 'old'), new Date('2020-01-01T00:00:00Z'), new Date('2020-01-01T00:00:00Z'));
    await openDiskStorage(folder);
    expect(readdirSync(drafts)).toEqual(['fresh']);
  });
});

describe('appending', () => {
  test('in any pieces gives the whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1 }), async (pieces) => {
        await storage.remove('up/1');
        let size = 0;
        for (const piece of pieces) {
          size = await storage.append('up/1', size, Readable.from(piece.length > 0 ? [piece] : []));
        }
        expect(await buffer(await storage.read('up/1'))).toEqual(Buffer.concat(pieces));
      }),
      { numRuns: 20 },
    );
  });

  test('goes on only where the object ends', async () => {
    await storage.append('a', 0, Readable.from([Buffer.from('1234')]));
    for (const offset of [0, 3, 5]) {
      await expect(storage.append('a', offset, Readable.from(['x']))).rejects.toThrow(OffsetMismatchError);
    }
    await expect(storage.append('none', 4, Readable.from(['x']))).rejects.toMatchObject({ size: 0 });
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('1234');
  });

  test('keeps what came before the input broke off', async () => {
    const lost = Readable.from(breaking([Buffer.from('12'), Buffer.from('34')], errorWithCode('ECONNRESET')));
    await expect(storage.append('a', 0, lost)).rejects.toThrow('ECONNRESET');
    expect(await storage.size('a')).toBe(4);
    expect(await storage.append('a', 4, Readable.from(['56']))).toBe(6);
  });
});

describe('reading', () => {
  test.each([
    [0, 0, '0'],
    [0, 9, '0123456789'],
    [3, 5, '345'],
    [8, 99, '89'],
    [10, 20, ''],
    [5, 4, ''],
  ])('bytes %i to %i', async (start, end, expected) => {
    await storage.put('r', Buffer.from('0123456789'));
    expect(String(await buffer(await storage.read('r', { start, end })))).toBe(expected);
  });

  test('what is not there', async () => {
    await expect(storage.read('no/such')).rejects.toThrow(ObjectMissingError);
    await expect(storage.withLocalPath('no/such', async () => 1)).rejects.toThrow(ObjectMissingError);
    expect(await storage.size('no/such')).toBeNull();
    await storage.remove('no/such');
  });

  test('a local path holds the content', async () => {
    await storage.put('r', Buffer.from('text'));
    expect(await storage.withLocalPath('r', async (path) => readFileSync(path, 'utf8'))).toBe('text');
    await storage.remove('r');
    expect(existsSync(join(folder, 'r'))).toBe(false);
  });
});

test.each(['', '/etc/passwd', '../x', 'a/../../x', 'a//b', 'a/', '.drafts/x', 'a\\b', 'a\0b', 'a b', 'a/..', 'ä'])(
  'the key %j is refused everywhere',
  async (key) => {
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(/storage key/);
    await expect(storage.append(key, 0, Readable.from(['x']))).rejects.toThrow(/storage key/);
    await expect(storage.read(key)).rejects.toThrow(/storage key/);
    await expect(storage.size(key)).rejects.toThrow(/storage key/);
    await expect(storage.remove(key)).rejects.toThrow(/storage key/);
    await expect(storage.withLocalPath(key, async () => 1)).rejects.toThrow(/storage key/);
  },
);
