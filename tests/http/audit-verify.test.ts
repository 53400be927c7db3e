import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainHead, sealAudit } from '../../src/platform/audit-seal.ts';
import { writeAudit } from '../../src/platform/audit.ts';
import { keyFile, openKeyring } from '../../src/platform/crypto.ts';
import { connect, type Database } from '../../src/platform/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { readEnv } from '../../src/platform/env.ts';
import { createLogger } from '../../src/platform/log.ts';
import { someActor } from '../harness/platform.ts';

/* npm run audit:verify: what it says and how it ends, with the key and without. */

const CLI = join(import.meta.dirname, '../../src/app/cli.ts');
let folder: string;
let server: EmbeddedPostgres;
let database: Database;
let seal: (action: string) => Promise<number>;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'peritus-verify-')));
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  server = await startEmbeddedPostgres({ dataDir, durability: 'none', log: () => undefined });
  database = connect(server.connection);
  await migrate(database.pool);
  const env = readEnv({ DATA_DIR: dataDir });
  const db = database.systemDb;
  const clock = { now: () => new Date() };
  const services = { database, keys: await openKeyring(env, db, clock.now()), clock, log: createLogger('silent') };
  seal = async (action) => {
    const id = await writeAudit(db, someActor(), clock.now(), { action: `test.${action}` });
    await sealAudit(services);
    return id;
  };
});
afterAll(async () => {
  await database.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function verify(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), DATABASE_URL: '', LOG_LEVEL: 'warn' };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, 'audit-verify', ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** A head in a file, as the console saves it. */
function kept(name: string, head: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof head === 'string' ? head : JSON.stringify(head));
  return file;
}
const headNow = async () => {
  const head = await chainHead(database.systemDb);
  if (!head) throw new Error('There is no head yet.');
  return head;
};

test('a whole chain is unchanged, with its head kept outside, and without the key', async () => {
  await seal('first.row');
  const head = kept('head.json', await headNow());
  await seal('second.row');
  const whole = await verify('--head', head);
  expect(whole).toMatchObject({ code: 0, err: '' });
  expect(whole.out).toContain('2 rows under 2 seals: unchanged.');
  expect(whole.out).toContain(`Chain head: ${JSON.stringify(await headNow())}`);
  const alone = await verify('--head', head, '--without-key');
  expect(alone).toMatchObject({ code: 0, err: '' });
  expect(alone.out).toMatch(/The head of seal \d+ is in the chain, with 1 seal after it\.\nEvery seal follows/);
});

test('without the key it reads none, and makes none', async () => {
  const head = kept('now.json', await headNow());
  const key = keyFile(join(folder, 'data'));
  renameSync(key, `${key}.away`);
  try {
    expect((await verify('--without-key', '--head', head)).code).toBe(0);
    expect(existsSync(key)).toBe(false);
    // with it, it says that it is missing
    expect((await verify('--head', head)).code).not.toBe(0);
    expect(existsSync(key)).toBe(false);
  } finally {
    renameSync(`${key}.away`, key);
  }
});

test('a head of another chain is missed, with the key and without', async () => {
  const wrong = kept('wrong.json', { ...(await headNow()), mac: 'ab'.repeat(32) });
  const withKey = await verify('--head', wrong);
  expect(withKey.code).toBe(1);
  expect(withKey.out).toContain('"head_missing"');
  const alone = await verify('--head', wrong, '--without-key');
  expect(alone.code).toBe(1);
  expect(alone.out).toContain('is not in the chain: it was cut off or made anew.');
});

test.each([[['--without-key']], [['--head']], [['--loud']]])('%j says how it is used', async (args) => {
  const { code, err } = await verify(...args);
  expect(code).toBe(1);
  expect(err).toContain('Use: npm run audit:verify -- [--head FILE] [--without-key]');
});

test.each(['nothing of the kind', '{"seal_id": 0, "mac": "x"}'])('a file with %s is no head', async (text) => {
  const { code, err } = await verify('--head', kept('other.json', text), '--without-key');
  expect(code).toBe(1);
  expect(err).toContain('is not a chain head');
});

test('a row that was changed is found with the key; without it a seal that was removed is', async () => {
  const id = await seal('third.row');
  const head = kept('last.json', await headNow());
  await database.pool.query(`update audit_rows set action = 'other.row' where id = $1`, [id]);
  const changed = await verify('--head', head);
  expect(changed.code).toBe(1);
  expect(changed.out).toContain('"seal_broken"');
  expect(changed.out).toContain(`${id}`);
  // the chain of seals alone says nothing of what is under them
  expect((await verify('--head', head, '--without-key')).code).toBe(0);
  await database.pool.query('delete from audit_seals where id = (select min(id) + 1 from audit_seals)');
  const cut = await verify('--head', head, '--without-key');
  expect(cut.code).toBe(1);
  expect(cut.out).toContain('A seal was removed, put in or moved.');
});
