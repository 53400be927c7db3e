import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Platform, platformServices } from '../../tests/harness/platform.ts';
import { DamagedObjectError } from './sealed-chunks.ts';
import { holdsKnownFiles, openDiskStorage } from './storage-disk.ts';
import { ObjectMissingError, OffsetMismatchError, type Storage, StorageFullError } from './storage.ts';

let platform: Platform;
let folder: string;
let storage: Storage;
const opened = (): Promise<Storage> =>
  openDiskStorage(folder, platform.services.database.systemDb, platform.services.keys);

beforeAll(async () => {
  platform = await platformServices();
});
afterAll(() => platform.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storage-'));
  await platform.services.database.systemDb.deleteFrom('stored_objects').execute();
  storage = await opened();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const whole = async (key: string) => buffer(await storage.read(key));
/** The one file that bytes are stored in. */
const fileOf = async (key: string): Promise<string> => {
  const { place } = await platform.services.database.systemDb
    .selectFrom('stored_objects')
    .select('place')
    .where('storage_key', '=', key)
    .executeTakeFirstOrThrow();
  return join(folder, '.sealed', place.slice(0, 2), place);
};

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
    await opened();
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
    expect(String(await whole('a'))).toBe('1234');
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
    await expect(storage.access('no/such', async () => 1)).rejects.toThrow(ObjectMissingError);
    expect(await storage.size('no/such')).toBeNull();
    await storage.remove('no/such');
  });

  test('any part of it, in any order', async () => {
    const content = randomBytes(300_000);
    await storage.put('r', content);
    await storage.access('r', async ({ size, bytes }) => {
      expect(size).toBe(content.length);
      for (const [start, length] of [
        [290_000, 20_000],
        [0, 9],
        [65_530, 12],
        [300_000, 5],
      ] as const)
        expect((await bytes(start, length)).equals(content.subarray(start, start + length))).toBe(true);
    });
    expect(
      (await buffer(await storage.read('r', { start: 65_000, end: 270_000 }))).equals(
        content.subarray(65_000, 270_001),
      ),
    ).toBe(true);
  });
});

describe('at rest', () => {
  const content = Buffer.concat([Buffer.from('Wexelblatt'), randomBytes(200_000), Buffer.from('Wexelblatt')]);
  /** Every file below the folder that holds the name in the clear. */
  const inTheClear = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes('Wexelblatt'));
  const inPieces = async (key: string) => {
    for (const [from, to] of [
      [0, 7],
      [7, 70_000],
      [70_000, 70_001],
      [70_001, content.length],
    ] as const)
      await storage.append(key, from, Readable.from([content.subarray(from, to)]), content.length);
  };

  test('nothing of a content is in the folder, put or appended, whole or begun', async () => {
    await storage.put('put', content);
    await inPieces('appended');
    await storage.append('begun', 0, Readable.from([content.subarray(0, 99_999)]), content.length);
    expect(inTheClear()).toEqual([]);
    for (const key of ['put', 'appended']) expect((await whole(key)).equals(content)).toBe(true);
  });

  test('what is removed cannot be read from a copy of its bytes, nor under another’s key', async () => {
    await storage.put('a', content);
    await storage.put('b', randomBytes(content.length));
    const copy = readFileSync(await fileOf('a'));
    await storage.remove('a');
    expect(existsSync(join(folder, 'a'))).toBe(false);
    const { rows } = await platform.services.database.pool.query('select storage_key from stored_objects');
    expect(rows).toEqual([{ storage_key: 'b' }]);
    writeFileSync(await fileOf('b'), copy);
    await expect(whole('b')).rejects.toThrow(DamagedObjectError);
  });

  test('a key is bound to its object: a row changed for another’s opens nothing', async () => {
    await storage.put('a', content);
    await storage.put('b', content);
    await platform.services.database.pool.query(
      `update stored_objects set sealed_key = (select sealed_key from stored_objects where storage_key = 'b') where storage_key = 'a'`,
    );
    await expect(whole('a')).rejects.toThrow(DamagedObjectError);
  });

  test.each<[string, (path: string) => void]>([
    ['gone', (path) => rmSync(path)],
    ['cut', (path) => truncateSync(path, 65_564)],
    ['emptied', (path) => truncateSync(path, 0)],
    ['changed', (path) => writeFileSync(path, Buffer.from(readFileSync(path)).fill(1, 100, 101))],
    ['replaced by the clear', (path) => writeFileSync(path, content)],
  ])('a file that is %s is found at reading, whatever wrote it', async (_what, damage) => {
    await storage.put('put', content);
    await inPieces('appended');
    for (const key of ['put', 'appended']) {
      damage(await fileOf(key));
      await expect(whole(key)).rejects.toThrow(DamagedObjectError);
    }
  });

  test('a killed writer’s whole chunks count, its half one does not, and what was told stays', async () => {
    await storage.append('a', 0, Readable.from([content.subarray(0, 70_000)]), content.length);
    const before = readFileSync(await fileOf('a'));
    await storage.append('a', 70_000, Readable.from([content.subarray(70_000, 150_000)]), content.length);
    const after = readFileSync(await fileOf('a'));
    // as if it had been killed before it noted anything, with these bytes on the disk
    const noted = Buffer.from(after.subarray(0, 2 * 65_564 + 500));
    await storage.remove('a');
    await storage.append('a', 0, Readable.from([content.subarray(0, 70_000)]), content.length);
    expect(before.length).toBe(65_564);
    expect(await storage.size('a')).toBe(70_000);
    // another object's chunks are nobody's
    writeFileSync(await fileOf('a'), Buffer.concat([readFileSync(await fileOf('a')), noted.subarray(65_564)]));
    expect(await storage.size('a')).toBe(70_000);
    expect(await storage.append('a', 70_000, Readable.from([content.subarray(70_000)]), content.length)).toBe(
      content.length,
    );
    expect((await whole('a')).equals(content)).toBe(true);
  });

  describe('what lay in the clear', () => {
    const old = (key: string, bytes: Buffer = content): void => {
      mkdirSync(dirname(join(folder, key)), { recursive: true });
      writeFileSync(join(folder, key), bytes);
    };

    test('is read, gone on with, replaced and removed as before', async () => {
      for (const key of ['f/read', 'f/more', 'f/put', 'f/gone']) old(key);
      expect(await storage.size('f/read')).toBe(content.length);
      expect((await whole('f/read')).equals(content)).toBe(true);
      expect(String(await buffer(await storage.read('f/read', { start: 2, end: 4 })))).toBe('xel');
      expect(await storage.access('f/read', async ({ bytes }) => String(await bytes(0, 10)))).toBe('Wexelblatt');
      await storage.append('f/more', content.length, Readable.from([content]));
      expect((await whole('f/more')).equals(Buffer.concat([content, content]))).toBe(true);
      await storage.put('f/put', Buffer.from('new'));
      await storage.remove('f/gone');
      expect(inTheClear()).toEqual([join(folder, 'f/read')]);
    });

    test('is taken over, folders and all, by several at once, while it is used', async () => {
      for (let n = 0; n < 12; n += 1) old(`files/${n}/x`);
      old('cvs/c');
      const other = await opened();
      await Promise.all([
        storage.takeOver(),
        other.takeOver(),
        storage.remove('files/3/x'),
        other.append('files/4/x', content.length, Readable.from(['more'])),
        storage.put('files/5/x', Buffer.from('new')),
        whole('files/11/x'),
      ]);
      expect(await storage.takeOver()).toBe(0);
      expect(inTheClear()).toEqual([]);
      expect(readdirSync(folder).toSorted()).toEqual(['.drafts', '.sealed']);
      expect(readdirSync(join(folder, '.drafts'))).toEqual([]);
      for (const n of [0, 1, 2, 6, 7, 8, 9, 10, 11]) expect((await whole(`files/${n}/x`)).equals(content)).toBe(true);
      expect(await storage.size('files/3/x')).toBeNull();
      expect(await storage.size('files/4/x')).toBe(content.length + 4);
      expect(String(await whole('files/5/x'))).toBe('new');
    });

    test('that no object can be called is the operator’s and stays; one that cannot be read keeps none of the others', async () => {
      old('files/a note', Buffer.from('not ours'));
      old('files/a');
      old('files/c');
      await platform.services.database.pool.query(
        `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
         create trigger refuse before insert on stored_objects for each row when (new.storage_key = 'files/a') execute function refuse()`,
      );
      try {
        await expect(storage.takeOver()).rejects.toThrow('could not be encrypted: 1');
      } finally {
        await platform.services.database.pool.query('drop trigger refuse on stored_objects; drop function refuse');
      }
      expect(inTheClear()).toEqual([join(folder, 'files/a')]);
      expect((await whole('files/a')).equals(content)).toBe(true);
      expect(await storage.takeOver()).toBe(1);
      expect(readFileSync(join(folder, 'files/a note'), 'utf8')).toBe('not ours');
    });

    test('stays until it is taken over when the signal says stop', async () => {
      old('a');
      expect(await storage.takeOver(AbortSignal.abort())).toBe(0);
      expect((await whole('a')).equals(content)).toBe(true);
    });
  });
});

test('a file that a killed process left without an object is swept after a day, and nothing else', async () => {
  const orphan = (name: string): string => {
    const path = join(folder, '.sealed', name.slice(0, 2), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'sealed');
    return path;
  };
  await storage.put('a', Buffer.from('kept'));
  const left = orphan('aa-left');
  const young = orphan('bb-young');
  const before = new Date(Date.now() - 25 * 3_600_000);
  for (const path of [left, await fileOf('a')]) utimesSync(path, before, before);
  expect(await storage.sweep()).toBe(1);
  expect([existsSync(left), existsSync(young)]).toEqual([false, true]);
  expect((await whole('a')).toString()).toBe('kept');
});

test('what is gone or shorter than it should be is found without reading it; what still grows is not', async () => {
  for (const key of ['a', 'b', 'c']) await storage.put(key, randomBytes(70_000));
  await storage.put('empty', Buffer.alloc(0));
  await storage.append('growing', 0, Readable.from([randomBytes(70_000)]), 140_000);
  rmSync(await fileOf('a'));
  truncateSync(await fileOf('c'), 70_000);
  const found: string[] = [];
  for await (const key of storage.vanished()) found.push(key);
  expect(found).toEqual(['a', 'c']);
});

test.each(['', '/etc/passwd', '../x', 'a/../../x', 'a//b', 'a/', '.drafts/x', 'a\\b', 'a\0b', 'a b', 'a/..', 'ä'])(
  'the key %j is refused everywhere',
  async (key) => {
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(/storage key/);
    await expect(storage.append(key, 0, Readable.from(['x']))).rejects.toThrow(/storage key/);
    await expect(storage.read(key)).rejects.toThrow(/storage key/);
    await expect(storage.size(key)).rejects.toThrow(/storage key/);
    await expect(storage.remove(key)).rejects.toThrow(/storage key/);
    await expect(storage.access(key, async () => 1)).rejects.toThrow(/storage key/);
  },
);

test('the folder is taken for the one of this database as long as one object of it is there, or none has bytes', async () => {
  const { systemDb } = platform.services.database;
  const holds = (where: string) => holdsKnownFiles(where, systemDb);
  const empty = join(folder, 'not-mounted');
  expect(await holds(empty)).toBe(true);
  await storage.put('files/1/nothing', Buffer.alloc(0));
  expect(await holds(empty)).toBe(true);
  await storage.put('files/1/a', Buffer.from('a record'));
  await storage.put('files/1/b', Buffer.from('another'));
  expect(await holds(empty)).toBe(false);
  expect(await holds(folder)).toBe(true);
  rmSync(await fileOf('files/1/a'));
  expect(await holds(folder)).toBe(true);
  rmSync(await fileOf('files/1/b'));
  expect(await holds(folder)).toBe(false);
  // all of them purged
  for (const key of ['files/1/a', 'files/1/b']) await storage.remove(key);
  expect(await holds(empty)).toBe(true);
});
