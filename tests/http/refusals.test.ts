import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clearDatabase, isCleared, isEmpty, isHalfMade } from '../../demo/begun.ts';
import { markBegun, readPast } from '../../src/app/beginning.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { connect } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { holdDatabase } from '../../src/platform/db/instance-lock.ts';
import { readEnv } from '../../src/platform/env.ts';
import { thisInstance } from '../../src/platform/instance.ts';
import { createLogger } from '../../src/platform/log.ts';
import { emptyDatabase, type TestDatabase } from '../harness/cluster.ts';
import { givenCluster } from '../harness/provided.ts';
import { freePort } from '../harness/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const log = createLogger('silent');

let folder: string;
let copy: TestDatabase;
let url: string;
let ownPort: string;
const ending: (() => unknown)[] = [];

const urlOf = (database: string, user = givenCluster().user) => {
  const { host, port } = givenCluster();
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
};

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'peritus-refused-')));
  chmodSync(folder, 0o711);
  copy = await emptyDatabase(givenCluster());
  url = urlOf(copy.connection.database);
  ownPort = String(await freePort());
});
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});
afterAll(async () => {
  await copy.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the product as people do, and answers how it was refused. */
function refused(name: string, settings: Record<string, string>): Promise<{ code: number; err: string }> {
  const env = {
    ...process.env,
    PORT: ownPort,
    DATABASE_URL: '',
    DATA_DIR: join(folder, name),
    LOG_LEVEL: 'silent',
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'src/app/cli.ts'), 'start'], { env, cwd: ROOT }, (error, _out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), err }),
    );
  });
}

const listening = async (server: ReturnType<typeof createServer>): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ending.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
};

describe('a start that cannot work ends by itself, in words and with a code of its own', () => {
  test('78: settings, each by its name, before anything is made', async () => {
    const answer = await refused('settings', { PUBLIC_URL: 'javascript:alert(1)', SMS_FROM: '+13125550100' });
    expect(answer.code).toBe(78);
    expect(answer.err).toMatch(
      /^Some settings cannot work:\n {2}PUBLIC_URL=javascript:.+\n {2}SMS_ACCOUNT_SID, SMS_AUTH_TOKEN: .+\n$/,
    );
    expect(existsSync(join(folder, 'settings'))).toBe(false);
  });

  test('69: a port another program listens on, before anything is filled', async () => {
    const port = await listening(createServer());
    const answer = await refused('port', { DATABASE_URL: url, PORT: String(port) });
    expect(answer).toEqual({
      code: 69,
      err: `127.0.0.1:${port} is in use by another program. End that one, or set PORT to another port.\n`,
    });
  });

  test('69: an address of another machine', async () => {
    const answer = await refused('elsewhere', { DATABASE_URL: url, HOST: '203.0.113.7' });
    expect(answer.code).toBe(69);
    expect(answer.err).toContain(`203.0.113.7:${ownPort} is not one of this machine. Set HOST to 127.0.0.1`);
  });

  test.runIf(process.platform === 'linux')('73: a data folder that cannot be written', async () => {
    // nobody may make anything there, not even root
    const answer = await refused('', { DATA_DIR: '/sys/peritus/data' });
    expect(answer.code).toBe(73);
    expect(answer.err).toMatch(
      /^The data folder \/sys\/peritus\/data cannot be written\..+set DATA_DIR to another place\.\n$/,
    );
  });

  test('73: a data folder that is a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    const answer = await refused('file', {});
    expect(answer.code).toBe(73);
    expect(answer.err).toContain('It is a file, not a folder.');
  });

  test('65: an empty database beside the key of an earlier installation; the place stays empty for its backup', async () => {
    mkdirSync(join(folder, 'lost'));
    writeFileSync(join(folder, 'lost.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
    const answer = await refused('lost', {});
    expect(answer.code).toBe(65);
    expect(answer.err).toContain(`left the encryption key ${join(folder, 'lost.key')}`);
    expect(readdirSync(join(folder, 'lost'))).toEqual([]);
  });

  test('65: an empty database of one’s own beside stored files', async () => {
    mkdirSync(join(folder, 'own', 'files', '.sealed', 'ab'), { recursive: true });
    writeFileSync(join(folder, 'own', 'files', '.sealed', 'ab', 'abc'), 'x');
    const answer = await refused('own', { DATABASE_URL: url, DEMO: 'on' });
    expect(answer.code).toBe(65);
    expect(answer.err).toContain(`left files in ${join(folder, 'own', 'files')}`);
    expect(readdirSync(folder)).not.toContain('own.key');
  });

  test('65: a used database beside a folder with none of its files, as before their volume is mounted', async () => {
    const own = await emptyDatabase(givenCluster());
    ending.push(own.drop);
    const DATABASE_URL = urlOf(own.connection.database);
    const database = connect(own.connection);
    try {
      await migrate(database.pool);
      await markBegun(database.systemDb, { demo: false, now: new Date() });
      await database.systemDb
        .insertInto('stored_objects')
        .values({ storage_key: 'files/1/a', place: randomUUID(), sealed_key: Buffer.alloc(1), size_bytes: 5 })
        .execute();
    } finally {
      await database.close();
    }
    const answer = await refused('unmounted', { DATABASE_URL });
    expect(answer.code).toBe(65);
    expect(answer.err).toContain(`none of them is in ${join(folder, 'unmounted', 'files')}`);
    expect(answer.err).toMatch(/mount it[^]+bring them back from your backup[^]+NEW_START=on/);
    // refused before anything was made there
    expect(existsSync(join(folder, 'unmounted', 'files'))).toBe(false);
    expect(readdirSync(folder)).not.toContain('unmounted.key');
  });

  test('65: a damaged database', async () => {
    const dataDir = join(folder, 'damaged');
    await (await startEmbeddedPostgres({ dataDir, durability: 'none', log: () => undefined })).stop();
    writeFileSync(join(dataDir, 'postgres', 'global', 'pg_control'), Buffer.alloc(8192, 7));
    const answer = await refused('damaged', {});
    expect(answer.code).toBe(65);
    expect(answer.err).toContain(`The database in ${join(dataDir, 'postgres')} is damaged: PostgreSQL says`);
  });

  test('75: a database another process works on, by its name; killed, it leaves nothing locked', async () => {
    const script = `
      const { holdDatabase } = await import(${JSON.stringify(join(ROOT, 'src/platform/db/instance-lock.ts'))});
      const { thisInstance } = await import(${JSON.stringify(join(ROOT, 'src/platform/instance.ts'))});
      const log = { warn() {} };
      await holdDatabase({ connectionString: process.argv[1] }, { self: thisInstance(), log });
      process.stdout.write('held');`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    ending.push(() => other.kill('SIGKILL'));
    await once(other.stdout, 'data');
    const answer = await refused('second', { DATABASE_URL: url });
    expect(answer.code).toBe(75);
    expect(answer.err).toMatch(
      new RegExp(
        `^The database .+ is already in use by process ${other.pid} on \\S+, running since 20\\d\\d-.+ UTC\\.`,
      ),
    );
    const gone = once(other, 'exit');
    other.kill('SIGKILL');
    await gone;
    await (await holdDatabase({ connectionString: url }, { self: thisInstance(), log })).release();
  });
});

test('what a start notes of its beginning is read by the next one, also after a demo world was cleared away', async () => {
  const own = await emptyDatabase(givenCluster());
  const database = connect(own.connection);
  const db = database.systemDb;
  const past = async () =>
    readPast(db, { isEmpty: await isEmpty(db), isHalfMade: await isHalfMade(db), isCleared: await isCleared(db) });
  const nothing = { people: false, key: false, audit: false, begun: null, halfMade: false };
  try {
    await migrate(database.pool);
    expect(await past()).toEqual(nothing);
    await markBegun(db, { demo: false, now: new Date() });
    expect(await past()).toEqual({ ...nothing, begun: { demo: false } });
    await clearDatabase(db);
    expect(await isCleared(db)).toBe(true);
    await migrate(database.pool);
    expect(await past()).toEqual({ ...nothing, begun: { demo: true } });
  } finally {
    await database.close();
    await own.drop();
  }
});

describe('the product has its database and data folder for itself', () => {
  test('while it runs: its hold lost and taken by another, it ends in order and says by whom', async () => {
    const own = await emptyDatabase(givenCluster());
    ending.push(own.drop);
    const PORT = String(await freePort());
    const ended = refused('overtaken', { DATABASE_URL: urlOf(own.connection.database), PORT });
    const other = new pg.Client({ ...own.connection, application_name: 'peritus 4711 2026-11-23T14:40:00Z web-2' });
    await other.connect();
    ending.push(() => other.end());
    const held = async () =>
      (
        await other.query<{ pid: number; key: number }>(
          `select a.pid, l.objid::int as key from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory'
            and l.granted and l.classid = 0 and a.datname = current_database() and a.application_name ~ '^peritus \\d'`,
        )
      ).rows[0];
    await expect.poll(held, { timeout: 60_000 }).toBeDefined();
    const { pid, key } = (await held()) ?? {};
    const third = new pg.Client(own.connection);
    await third.connect();
    ending.push(() => third.end());
    // next in line, so that it has it in the moment it is free
    const taken = other.query('select pg_advisory_lock($1)', [key]);
    await third.query('select pg_terminate_backend($1)', [pid]);
    await taken;
    const { code, err } = await ended;
    expect(code).toBe(75);
    expect(err).toContain('is already in use by process 4711 on web-2, running since 2026-11-23 14:40 UTC');
  });

  const open = async (DATABASE_URL: string, data: string) => {
    const opened = await openDatabase(readEnv({ DATABASE_URL, DATA_DIR: join(folder, data) }), log, { alone: true });
    ending.push(() => opened.close());
    return opened;
  };

  test('a second one on the database is refused, a command looks in all the same; ended, it is free', async () => {
    await open(url, 'one');
    await expect(open(url, 'two')).rejects.toThrow(/^The database .+ is already in use by process/);
    const beside = await openDatabase(readEnv({ DATABASE_URL: url, DATA_DIR: join(folder, 'two') }), log);
    await beside.close();
    await ending.pop()?.();
    await open(url, 'two');
  });

  test('a second one on the data folder is refused though its database is another', async () => {
    const other = await emptyDatabase(givenCluster());
    ending.push(other.drop);
    await open(url, 'shared');
    await expect(open(urlOf(other.connection.database), 'shared')).rejects.toThrow(
      `The data folder ${join(folder, 'shared')} is already in use by process ${process.pid}`,
    );
  });
});

describe('a database of one’s own that can never be opened as it is set', () => {
  const opened = (DATABASE_URL: string) =>
    openDatabase(readEnv({ DATABASE_URL, DATA_DIR: join(folder, 'never') }), log, { alone: true });
  const answering = (greeting: string) =>
    listening(
      createServer((socket) => {
        socket.on('error', () => undefined);
        if (greeting !== '') socket.write(greeting);
        socket.on('data', () => socket.end('500 what?\r\n'));
      }),
    );

  test.each<[string, () => Promise<string> | string, RegExp]>([
    [
      'a user it does not know',
      () => urlOf('postgres', 'stranger'),
      /lets "stranger" not in to postgres at .+ Correct user and password/,
    ],
    [
      'a database that is not there',
      () => urlOf('nothing_here'),
      /there is no database nothing_here at .+ create database "nothing_here"/,
    ],
    [
      'a machine that is not there',
      () => 'postgres://u:hunter2@nowhere.invalid/x',
      /there is no machine of the name "nowhere\.invalid"/,
    ],
    [
      'a mail server',
      async () => `postgres://u:hunter2@127.0.0.1:${await answering('220 mail ESMTP\r\n')}/x`,
      /what answers at x at 127\.0\.0\.1:\d+ is no PostgreSQL/,
    ],
    [
      'a remote shell',
      async () => `postgres://u:hunter2@127.0.0.1:${await answering('SSH-2.0-OpenSSH\r\n')}/x`,
      /is no PostgreSQL/,
    ],
    [
      'a web server',
      async () => `postgres://u:hunter2@127.0.0.1:${await listening(createHttpServer((_q, r) => r.end()))}/x`,
      /is no PostgreSQL/,
    ],
    [
      'a web server, asked for TLS',
      async () =>
        `postgres://u:hunter2@127.0.0.1:${await listening(createHttpServer((_q, r) => r.end()))}/x?sslmode=no-verify`,
      /is no PostgreSQL/,
    ],
  ])('%s', async (_what, address, says) => {
    const refusal = await opened(await address()).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: 'setting', exitCode: 78 });
    const { message } = refusal as Error;
    expect(message).toMatch(/^DATABASE_URL: /);
    expect(message).toMatch(says);
    expect(message).not.toContain('hunter2');
  });
});
