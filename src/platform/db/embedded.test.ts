import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBinaries } from './embedded/binaries.ts';
import { isPostmasterOf, isRunning, leftoversOf } from './embedded/processes.ts';
import { DamagedClusterError, DataFolderInUseError, startEmbeddedPostgres } from './embedded.ts';
import type { EmbeddedConnection, EmbeddedExit, EmbeddedOptions, EmbeddedPostgres } from './embedded.ts';

const root = process.getuid?.() === 0;
const linux = process.platform === 'linux';

let base: string;
let dataDir: string;
let entries: { level: string; message: string; fields?: Record<string, unknown> }[];
const databases: EmbeddedPostgres[] = [];
/** What waiting for the truth may take at most: it says that something hangs, not that the machine is busy. */
const HANGS = 120_000;
/** What the last start took, and from it how long coming back may take: `ms`, on a busy machine as long as five starts. */
let startTook = 0;
const inTime = (ms: number): number => Math.max(ms, 5 * startTook);
const children: ChildProcess[] = [];

beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pg-')));
  if (root) fs.chmodSync(base, 0o711);
  dataDir = path.join(base, 'data');
  entries = [];
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  for (const database of databases.splice(0)) await database.stop();
  // After a failed test, too, nothing goes on running.
  for (const pid of leftoversOf(path.join(dataDir, 'postgres'))) process.kill(pid, 'SIGKILL');
  fs.rmSync(base, { recursive: true, force: true });
});

/** Where a table of the product's database stands in the copy of a test. */
let descriptionFile: string;

/** Creating a cluster takes most of a second: the tests that do not look at that begin with a copy. */
let template: string;

beforeAll(async () => {
  template = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'pg-template-')));
  const database = await startEmbeddedPostgres({ dataDir: template, durability: 'none', log: () => undefined });
  const [row] = await query(database.connection, `select pg_relation_filepath('pg_description') as file`);
  descriptionFile = String(row?.['file']);
  await database.stop();
});

afterAll(() => fs.rmSync(template, { recursive: true, force: true }));

function seed(): void {
  fs.mkdirSync(dataDir, { mode: 0o700 });
  // `cp` keeps the owner.
  const copy = spawnSync('cp', ['-a', path.join(template, 'postgres'), dataDir], { encoding: 'utf8' });
  if (copy.status !== 0) throw new Error(copy.stderr);
}

async function start({
  fresh,
  ...options
}: Partial<EmbeddedOptions> & { fresh?: true } = {}): Promise<EmbeddedPostgres> {
  if (!fs.existsSync(dataDir) && !fresh) seed();
  const began = performance.now();
  const database = await startEmbeddedPostgres({
    dataDir,
    durability: 'none',
    log: (level, message, fields) => entries.push({ level, message, ...(fields && { fields }) }),
    ...options,
  });
  startTook = performance.now() - began;
  databases.push(database);
  return database;
}

async function withClient<T>(connection: EmbeddedConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 20_000 });
  client.on('error', () => undefined); // The server is killed under it on purpose.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const query = async (connection: EmbeddedConnection, text: string): Promise<Record<string, unknown>[]> =>
  withClient(connection, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

const waitForQuery = (database: EmbeddedPostgres, text = 'select 1') =>
  vi.waitFor(() => query(database.connection, text), { timeout: HANGS, interval: 25 });

/** A session that computes without end and so does not notice when its server dies. */
async function startBusySession(connection: EmbeddedConnection): Promise<void> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  client.query('select count(*) from generate_series(1, 1000000000000) as g').catch(() => undefined);
  await vi.waitFor(
    async () => {
      const rows = await query(connection, `select from pg_stat_activity where query like '%g' and state = 'active'`);
      expect(rows).toHaveLength(1);
    },
    { timeout: HANGS },
  );
}

type Report = { pid: number } | { error: string; message: string };

/** Starts the database in a process of its own, which reports the outcome and then stays. */
function startInChild(options: { uid?: number; gid?: number } = {}): { child: ChildProcess; report: Promise<Report> } {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)});
    const say = (report) => process.stdout.write(JSON.stringify(report) + '\\n');
    process.stdin.resume();
    try {
      const database = await startEmbeddedPostgres({ dataDir: process.argv[1], durability: 'none', log() {} });
      process.stdin.on('end', () => database.stop().then(() => process.exit(0)));
      say({ pid: database.pid });
    } catch (error) {
      say({ error: error.name, message: error.message });
      process.exit(1);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    ...options,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const report = once(lines, 'line').then(([line]) => JSON.parse(String(line)) as Report);
  return { child, report };
}

const pidOf = (report: Report): number => {
  if (!('pid' in report)) throw new Error(report.message);
  return report.pid;
};

const passwd = (name: string) => {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
};

describe('an ordinary life', () => {
  test('creates the database with what the product needs, and finds its data again', async () => {
    const first = await start({ fresh: true, durability: 'full', settings: { work_mem: '5MB' } });
    for (const extension of ['btree_gist', 'pg_trgm', 'citext', 'pgcrypto']) {
      await query(first.connection, `create extension ${extension}`);
    }
    const [facts] = await query(
      first.connection,
      `select current_setting('fsync') as fsync, current_setting('timezone') as timezone, lower('ÉÜ') as lower,
              current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
              current_setting('data_checksums') as checksums, current_setting('work_mem') as work_mem,
              current_setting('server_version_num')::int / 10000 as major, current_database() as database,
              (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    );
    expect(facts).toEqual({
      fsync: 'on',
      timezone: 'UTC',
      lower: 'éü',
      encoding: 'UTF8',
      addresses: process.platform === 'win32' ? '127.0.0.1' : '',
      checksums: 'on',
      work_mem: '5MB',
      major: 18,
      database: 'peritus',
      superuser: false,
    });
    await query(first.connection, 'create table note as select 42 as answer');
    const exits: EmbeddedExit[] = [];
    first.onExit((info) => exits.push(info));
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);
    expect(exits).toEqual([]);

    const second = await start({ durability: 'full' });
    expect(await query(second.connection, 'select answer from note')).toEqual([{ answer: 42 }]);
    expect(
      entries.filter(({ message }) => message.startsWith('PostgreSQL ready in')).map(({ fields }) => fields),
    ).toEqual([
      expect.objectContaining({ created: true, ms: expect.any(Number) as number }),
      expect.objectContaining({ created: false, ms: expect.any(Number) as number }),
    ]);
  });

  test('creates a database of the given name, and the maintenance connection is the superuser', async () => {
    const database = await start({ database: 'other name' });
    expect(await query(database.connection, 'select current_database() as name')).toEqual([{ name: 'other name' }]);
    expect(await query(database.adminConnection, 'show is_superuser')).toEqual([{ is_superuser: 'on' }]);
  });

  test('a refused value does not reach the log', async () => {
    const { connection } = await start();
    await query(connection, 'create table person (name text unique)');
    await query(connection, `insert into person values ('Marjorie')`);
    await expect(query(connection, `insert into person values ('Marjorie')`)).rejects.toMatchObject({ code: '23505' });
    await expect(query(connection, `select 'Marjorie'::int`)).rejects.toMatchObject({ code: '22P02' });
    await databases[0]?.stop();
    expect(entries.map(({ fields }) => fields?.['code'])).toEqual(expect.arrayContaining(['23505', '22P02']));
    expect(JSON.stringify(entries)).not.toContain('Marjorie');
  });

  test.each([{ PG_VERSION: '17\n' }, { 'letter.txt': 'Dear' }])(
    'does not touch a cluster folder with %j',
    async (files) => {
      const cluster = path.join(dataDir, 'postgres');
      fs.mkdirSync(cluster, { recursive: true });
      for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(cluster, name), text);
      await expect(start()).rejects.toThrow(/Nothing was changed there/);
      expect(fs.readdirSync(cluster)).toEqual(Object.keys(files));
    },
  );

  test('a creation that was cut short is begun again', async () => {
    fs.mkdirSync(path.join(dataDir, 'postgres.initializing'), { recursive: true });
    fs.writeFileSync(path.join(dataDir, 'postgres.initializing', 'PG_VERSION'), '18\n');
    const { connection } = await start();
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(fs.readdirSync(dataDir).sort()).toEqual(['instance.pid', 'postgres', 'run']);
  });

  test('a setting that PostgreSQL refuses is reported in its words, and the folder is free afterwards', async () => {
    await expect(start({ settings: { work_mem: 'plenty' } })).rejects.toThrow(/invalid value for parameter "work_mem"/);
    await start();
  });
});

describe('accounts and folders', () => {
  test.runIf(root)('under root the server runs unprivileged and only its own folders are given away', async () => {
    const database = await start({ fresh: true });
    const { uid } = fs.statSync(path.join(dataDir, 'postgres'));
    expect(uid).not.toBe(0);
    expect(fs.statSync(`/proc/${database.pid}`).uid).toBe(uid);
    expect(fs.statSync(dataDir)).toMatchObject({ uid: 0, mode: 0o40710 });
    expect(fs.statSync(database.connection.host)).toMatchObject({ uid, mode: 0o40700 });
  });

  test.runIf(root)('under root a cluster that was restored by root is given back to the account', async () => {
    const first = await start();
    await query(first.connection, 'create table note as select 7 as answer');
    await first.stop();
    expect(spawnSync('chown', ['-R', '0:0', path.join(dataDir, 'postgres')]).status).toBe(0);
    const second = await start();
    expect(await query(second.connection, 'select answer from note')).toEqual([{ answer: 7 }]);
  });

  test.runIf(root)(
    'under root a data folder that cannot be reached has its cluster elsewhere, and says where',
    async () => {
      fs.chmodSync(base, 0o700);
      const first = await start({ fresh: true });
      await query(first.connection, 'create table note as select 7 as answer');
      await first.stop();
      const note = fs.readFileSync(path.join(dataDir, 'POSTGRES-IS-ELSEWHERE.txt'), 'utf8');
      const home = /is in (\/var\/lib\/peritus\/[0-9a-f]{16})/.exec(note)?.[1] ?? '';
      try {
        expect(fs.existsSync(path.join(home, 'postgres', 'PG_VERSION'))).toBe(true);
        expect(fs.existsSync(path.join(dataDir, 'postgres'))).toBe(false);
        const second = await start();
        expect(await query(second.connection, 'select answer from note')).toEqual([{ answer: 7 }]);
        await second.stop();
      } finally {
        fs.rmSync(home, { recursive: true, force: true });
      }
    },
  );

  test.runIf(root)('works for an ordinary user', async () => {
    const account = passwd('nobody');
    fs.mkdirSync(dataDir, { mode: 0o700 });
    fs.chownSync(dataDir, account.uid, account.gid);
    const { child, report } = startInChild(account);
    const pid = pidOf(await report);
    expect(fs.statSync(`/proc/${pid}`).uid).toBe(account.uid);
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(isRunning(pid)).toBe(false);
  });

  test('a data folder too long for a socket gets a private socket folder elsewhere, gone after the stop', async () => {
    dataDir = path.join(base, 'x'.repeat(100), 'data');
    if (root) fs.mkdirSync(path.dirname(dataDir), { mode: 0o711 });
    const database = await start();
    const { host } = database.connection;
    expect(host.startsWith(base)).toBe(false);
    expect(fs.statSync(host).mode & 0o777).toBe(0o700);
    expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    expect(fs.existsSync(host)).toBe(false);
  });

  test.runIf(root)('a socket folder that somebody else put there is not used', async () => {
    dataDir = path.join(base, 'x'.repeat(100), 'data');
    fs.mkdirSync(path.dirname(dataDir), { mode: 0o711 });
    const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
    const squatted = path.join(os.tmpdir(), `peritus-${hash}`);
    fs.mkdirSync(squatted, { mode: 0o777 });
    fs.chownSync(squatted, 54_321, 54_321);
    try {
      await expect(start()).rejects.toThrow(/belongs to somebody else/);
    } finally {
      fs.rmdirSync(squatted);
    }
  });
});

describe('files that are not whole', () => {
  const cluster = (...names: string[]) => path.join(dataDir, 'postgres', ...names);
  /** The folder of the product's database: the last that was made. */
  const ours = () => {
    const made = fs.readdirSync(cluster('base')).map(Number);
    return cluster('base', String(Math.max(...made)));
  };
  const gone = (file: string) => fs.rmSync(file, { recursive: true });

  test.each<[string, RegExp, () => void]>([
    [
      'a broken control file',
      /PostgreSQL says "incorrect checksum in control file"/,
      () => {
        const file = cluster('global', 'pg_control');
        fs.writeFileSync(file, fs.readFileSync(file).fill(7, 100, 110));
      },
    ],
    ['no control file', /control/, () => gone(cluster('global', 'pg_control'))],
    ['no PG_VERSION', /its file PG_VERSION is missing/, () => gone(cluster('PG_VERSION'))],
    ['an empty PG_VERSION', /its file PG_VERSION names no version/, () => fs.writeFileSync(cluster('PG_VERSION'), '')],
    [
      'no log of changes',
      /checkpoint record/,
      () => fs.readdirSync(cluster('pg_wal')).forEach((name) => gone(cluster('pg_wal', name))),
    ],
    ['no settings of the server', /postgresql\.conf/, () => gone(cluster('postgresql.conf'))],
    ['no folder of the database', /database .+ does not exist|base\/\d+/, () => gone(ours())],
    [
      'no files in the folder of the database',
      /file|PG_VERSION/,
      () => fs.readdirSync(ours()).forEach((name) => gone(path.join(ours(), name))),
    ],
    [
      'one file of the database gone',
      /the file base\/\d+\/\d+ of "pg_description" is missing/,
      () => gone(cluster(descriptionFile)),
    ],
  ])('%s: refused with what it is and what to do, and it starts when they are back', async (_what, says, breakIt) => {
    seed();
    spawnSync('cp', ['-a', dataDir, `${dataDir}.backup`]);
    breakIt();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DamagedClusterError);
    expect(refusal).toMatchObject({ reason: 'stored' });
    expect((refusal as Error).message).toMatch(says);
    expect((refusal as Error).message).toContain(`The database in ${cluster()} is damaged`);
    expect((refusal as Error).message).toContain('bring back the whole data folder from a backup');
    gone(dataDir);
    fs.renameSync(`${dataDir}.backup`, dataDir);
    await start();
  });

  test('where there is none, it is asked before one is created; refused, nothing is', async () => {
    const beforeCreating = () => Promise.reject(new Error('not here'));
    await expect(start({ fresh: true, beforeCreating })).rejects.toThrow('not here');
    expect(fs.readdirSync(dataDir)).toEqual([]);
    fs.rmdirSync(dataDir);
    await start({ beforeCreating });
  });
});

describe('one process for a data folder', () => {
  test('a second start is refused by name, and possible after the stop', async () => {
    const first = await start();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataFolderInUseError);
    expect(refusal).toMatchObject({ ownerPid: process.pid, dataDir });
    expect((refusal as Error).message).toMatch(
      new RegExp(
        `${dataDir} is already in use by process ${process.pid} on \\S+, running since 20\\d\\d-[\\d-]+ [\\d:]+ UTC`,
      ),
    );
    expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.stop();
    await start();
  });

  test('of two that start at once on an empty folder, one wins; the winner killed, the next start takes over', async () => {
    const rivals = [startInChild(), startInChild()];
    const reports = await Promise.all(rivals.map(({ report }) => report));
    const winner = reports.findIndex((report) => 'pid' in report);
    const loser = reports.findIndex((report) => 'error' in report);
    const winning = rivals[winner]?.child;
    expect(reports[loser]).toEqual({
      error: 'DataFolderInUseError',
      message: expect.stringContaining(`${dataDir} is already in use by process ${winning?.pid}`) as string,
    });
    winning?.kill('SIGKILL');
    const database = await start();
    expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('what a hard kill leaves behind', () => {
  test.runIf(linux)('the server stops by itself when its supervisor is killed', async () => {
    seed();
    const { child, report } = startInChild();
    const pid = pidOf(await report);
    child.kill('SIGKILL');
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: HANGS });
  });

  test('a server that outlived its supervisor is stopped, and its data are kept', async () => {
    const first = await start();
    await query(first.connection, 'create table note as select 7 as answer');
    const { host } = first.connection;
    await first.stop();
    const cluster = path.join(dataDir, 'postgres');
    const { uid, gid } = fs.statSync(cluster);
    const orphan = spawn(findBinaries().postgres, ['-D', cluster, '-k', host, '-c', 'listen_addresses='], {
      ...(root ? { uid, gid } : {}),
      cwd: '/',
      stdio: 'ignore',
    });
    children.push(orphan);
    await waitForQuery(first);
    const second = await start();
    expect([orphan.exitCode, orphan.signalCode]).toEqual([0, null]);
    // Stopped in order: there was nothing to recover.
    expect(entries.map(({ message }) => message).join()).not.toMatch(/interrupted|not properly shut down/);
    expect(await query(second.connection, 'select answer from note')).toEqual([{ answer: 7 }]);
  });

  test('supervisor and server killed at once, with a session still computing', async () => {
    seed();
    const launched = performance.now();
    const { child, report } = startInChild();
    const pid = pidOf(await report);
    startTook = performance.now() - launched;
    const most = inTime(10_000);
    await startBusySession({ host: path.join(dataDir, 'run'), port: 5432, user: 'peritus', database: 'peritus' });
    child.kill('SIGSTOP'); // So that it does not restart the server before it dies itself.
    process.kill(pid, 'SIGKILL');
    child.kill('SIGKILL');
    const began = performance.now();
    const database = await start();
    expect(performance.now() - began).toBeLessThan(most);
    expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a process that now carries the id in a stale pid file is neither harmed nor in the way', async () => {
    const first = await start();
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    const left = fs.readFileSync(pidFile, 'utf8');
    await first.stop();
    const { uid, gid } = fs.statSync(path.join(dataDir, 'postgres'));
    const bystander = spawn('sleep', ['60'], { ...(root ? { uid, gid } : {}), stdio: 'ignore' });
    children.push(bystander);
    fs.writeFileSync(pidFile, left.replace(/^\d+/, String(bystander.pid)), { mode: 0o600 });
    if (root) fs.chownSync(pidFile, uid, gid);
    const second = await start();
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
  });

  test('only a server of this very folder passes for one', async () => {
    const { pid } = await start();
    expect(isPostmasterOf(pid, path.join(dataDir, 'postgres'))).toBe(true);
    expect(isPostmasterOf(pid, path.join(base, 'elsewhere'))).toBe(false);
    expect(isPostmasterOf(process.pid, path.join(dataDir, 'postgres'))).toBe(false);
  });
});

describe('the server dies', () => {
  test('three kills during inserts: it comes back on the same socket and every acknowledged row is there', async () => {
    const database = await start({ durability: 'full' });
    const exits: EmbeddedExit[] = [];
    database.onExit((info) => exits.push(info));
    await query(database.connection, 'create table ledger (id bigint primary key)');
    const acknowledged: number[] = [];
    let next = 1;
    for (let round = 1; round <= 3; round++) {
      const victim = database.pid;
      const goal = acknowledged.length + 200;
      const writers = [1, 2, 3, 4].map(() =>
        withClient(database.connection, async (client) => {
          for (;;) {
            const id = next++;
            await client.query('insert into ledger values ($1)', [id]);
            acknowledged.push(id);
          }
        }).catch(() => undefined),
      );
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(goal), { timeout: HANGS, interval: 5 });
      process.kill(victim, 'SIGKILL');
      const killed = performance.now();
      await Promise.all(writers);
      await vi.waitFor(() => expect(database.restarts).toBe(round), { timeout: HANGS, interval: 10 });
      const rows = await waitForQuery(database, 'select id::int from ledger');
      expect(performance.now() - killed).toBeLessThan(inTime(5_000));
      const kept = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      expect(exits).toHaveLength(round);
      expect(exits.at(-1)).toEqual({ code: null, signal: 'SIGKILL', pid: victim, restarts: round - 1 });
      expect(database.pid).not.toBe(victim);
    }
  });

  test('it comes back although a session of the killed server goes on computing', async () => {
    const database = await start();
    await startBusySession(database.connection);
    process.kill(database.pid, 'SIGKILL');
    const killed = performance.now();
    await vi.waitFor(() => expect(database.restarts).toBe(1), { timeout: HANGS, interval: 10 });
    await waitForQuery(database);
    expect(performance.now() - killed).toBeLessThan(inTime(10_000));
  });

  test('a stop during the restart leaves nothing running and frees the folder', async () => {
    const database = await start();
    process.kill(database.pid, 'SIGKILL');
    await new Promise<void>((resolve) => database.onExit(() => resolve()));
    await database.stop();
    expect(leftoversOf(path.join(dataDir, 'postgres'))).toEqual([]);
    await start();
  });
});
