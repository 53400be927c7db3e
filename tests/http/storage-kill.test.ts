import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyring } from '../../src/platform/crypto.ts';
import { connect, type Database } from '../../src/platform/db/database.ts';
import { openDiskStorage } from '../../src/platform/storage-disk.ts';
import type { Storage } from '../../src/platform/storage.ts';
import { cloneDatabase, type TestDatabase } from '../harness/cluster.ts';
import { givenCluster } from '../harness/provided.ts';
import { seeded, seededBytes } from '../harness/seeded.ts';
import type { WriteJob } from '../harness/write-until-killed.ts';

const MARK = 'Wexelblatt';
const key = randomBytes(32);
let copy: TestDatabase;
let database: Database;
let folder: string;
let storage: Storage;
beforeAll(async () => {
  copy = await cloneDatabase(givenCluster());
  database = connect(copy.connection, { max: 4 });
  folder = mkdtempSync(join(tmpdir(), 'peritus-killed-'));
  storage = await openDiskStorage(folder, database.systemDb, createKeyring(key));
});
afterAll(async () => {
  await database.close();
  await copy.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the job in a process that is killed so long after it began; answers whether it was done before. */
async function runUntil(job: Partial<WriteJob>, ms: number): Promise<boolean> {
  const whole: WriteJob = { connection: copy.connection, folder, key: key.toString('base64'), ...job };
  const child: ChildProcess = fork(join(import.meta.dirname, '../harness/write-until-killed.ts'), [
    JSON.stringify(whole),
  ]);
  let done = false;
  await new Promise<void>((resolve) => {
    child.on('message', (said) => {
      if (said === 'done') done = true;
      else setTimeout(() => child.kill('SIGKILL'), ms);
    });
    child.once('exit', () => resolve());
  });
  return done;
}

test('files in the clear are encrypted by a process that is killed again and again: none lost, none half', async () => {
  const random = seeded(24);
  const contents = new Map<string, Buffer>();
  for (let n = 0; n < 24; n += 1) {
    const content = Buffer.concat([
      Buffer.from(MARK),
      seededBytes(n, Math.floor(random() * 2_000_000)),
      Buffer.from(MARK),
    ]);
    contents.set(`files/${n % 7}/${n}`, content);
  }
  for (const [name, content] of contents) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  let kills = 0;
  // every run gets longer, so that it ends
  while (!(await runUntil({}, random() * 40 + kills * 25))) {
    kills += 1;
    for (const [name, content] of contents) expect((await buffer(await storage.read(name))).equals(content)).toBe(true);
  }
  expect(kills).toBeGreaterThan(2);
  for (const [name, content] of contents) expect((await buffer(await storage.read(name))).equals(content)).toBe(true);
  expect(await storage.takeOver()).toBe(0);
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left.filter((e) => readFileSync(join(e.parentPath, e.name)).includes(MARK))).toEqual([]);
  expect(readdirSync(folder).toSorted()).toEqual(['.drafts', '.sealed']);
});

test('an upload whose writer is killed again and again goes on where it was, and is whole in the end', async () => {
  const append = { key: 'files/up', size: 20_000_000, seed: 7 };
  const content = seededBytes(append.seed, append.size);
  const random = seeded(25);
  let kills = 0;
  let before = 0;
  while (!(await runUntil({ append }, random() * 30 + kills * 25))) {
    kills += 1;
    const size = (await storage.size(append.key)) ?? 0;
    expect(size).toBeGreaterThanOrEqual(before);
    before = size;
    if (size === 0) continue;
    // what the killed process last asked of the database may be done only between the two looks
    const there = await buffer(await storage.read(append.key));
    expect(there.length).toBeGreaterThanOrEqual(size);
    expect(there.equals(content.subarray(0, there.length))).toBe(true);
  }
  expect(kills).toBeGreaterThan(2);
  expect((await buffer(await storage.read(append.key))).equals(content)).toBe(true);
});
