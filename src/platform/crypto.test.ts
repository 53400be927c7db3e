import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DecryptionError, KeyError, createKeyring, hashToken, keyFile, newToken, openKeyring } from './crypto.ts';
import { type Platform, platformServices } from '../../tests/harness/platform.ts';

const keys = createKeyring(randomBytes(32));

describe('encryption', () => {
  test('opens to what was closed, under the same purpose only', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.string(), (plaintext, purpose, more) => {
        const closed = keys.encrypt(plaintext, purpose);
        expect(keys.decrypt(closed, purpose)).toEqual(Buffer.from(plaintext));
        expect(() => keys.decrypt(closed, `${purpose}.${more}`)).toThrow(DecryptionError);
      }),
    );
  });

  test('any changed byte, a shortened text and another key are refused', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.integer({ min: 1, max: 255 }), (plaintext, at, flip) => {
        const closed = keys.encrypt(plaintext, 'p');
        const changed = Buffer.from(closed);
        const index = at % changed.length;
        changed[index] = (changed[index] ?? 0) ^ flip;
        expect(() => keys.decrypt(changed, 'p')).toThrow(DecryptionError);
        expect(() => keys.decrypt(closed.subarray(0, at % closed.length), 'p')).toThrow(DecryptionError);
      }),
    );
    expect(() => createKeyring(randomBytes(32)).decrypt(keys.encrypt('a', 'p'), 'p')).toThrow(DecryptionError);
  });

  test('the same text never looks the same twice', () => {
    expect(keys.encrypt('a', 'p').equals(keys.encrypt('a', 'p'))).toBe(false);
  });
});

test('keyed hashes differ by purpose and by key, and repeat', () => {
  expect(keys.hmac('audit', 'x')).toEqual(keys.hmac('audit', 'x'));
  expect(keys.hmac('audit', 'x')).not.toEqual(keys.hmac('feed', 'x'));
  expect(keys.hmac('audit', 'x')).not.toEqual(createKeyring(randomBytes(32)).hmac('audit', 'x'));
});

test('tokens have 256 bits, fit into a URL, and are stored as their hash', () => {
  const token = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(newToken()).not.toBe(token);
  expect(hashToken(token)).toHaveLength(32);
});

describe('the key of a database', () => {
  const now = new Date('2026-03-02T10:00:00Z');
  let platform: Platform;
  let data_dir: string;

  beforeAll(async () => {
    platform = await platformServices();
  });
  afterAll(() => platform.close());
  beforeEach(() => {
    data_dir = join(mkdtempSync(join(tmpdir(), 'key-')), 'data');
  });
  afterEach(async () => {
    await platform.services.database.systemDb.deleteFrom('instance_settings').execute();
    rmSync(dirname(data_dir), { recursive: true });
  });

  const opened = (key?: string) =>
    openKeyring({ data_dir, ENCRYPTION_KEY: key }, platform.services.database.systemDb, now);

  test('is made once, beside the data folder, for its owner only, also when several start at once', async () => {
    const made = await Promise.all([opened(), opened(), opened(), opened()]);
    expect(new Set(made.map((k) => k.fingerprint)).size).toBe(1);
    expect(statSync(keyFile(data_dir)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(data_dir))).toEqual(['data.key']);
    expect((await opened()).fingerprint).toBe(made[0]?.fingerprint);
  });

  test('can be the setting instead, and the setting and the file are the same key', async () => {
    const first = await opened();
    const text = readFileSync(keyFile(data_dir), 'utf8').trim();
    rmSync(keyFile(data_dir));
    expect((await opened(text)).fingerprint).toBe(first.fingerprint);
    await expect(opened('c2hvcnQ=')).rejects.toThrow(/base64 of 32 bytes/);
  });

  test('missing for a used database: refused, and no new one is made', async () => {
    await opened();
    rmSync(keyFile(data_dir));
    await expect(opened()).rejects.toThrow(KeyError);
    expect(readdirSync(dirname(data_dir))).toEqual([]);
  });

  test('another key, or a file others can read: refused', async () => {
    await opened();
    await expect(opened(randomBytes(32).toString('base64'))).rejects.toThrow(/not the one this database was used with/);
    chmodSync(keyFile(data_dir), 0o644);
    await expect(opened()).rejects.toThrow(/chmod 600/);
  });
});
