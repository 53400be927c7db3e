import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect, type Database } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { freePort } from '../../tests/harness/server-process.ts';
import { World } from '../../tests/harness/world.ts';
import { cpuSeconds } from './cpu.ts';
import type { BareOptions, BenchConnection, ServeOptions, ServeRequest } from './channel.ts';

/** The harness's day: what tests order can be ordered then. */
export const START = '2026-11-18T15:00:00Z';

/** A PostgreSQL that keeps what it commits, in a folder that goes away. */
export interface Ground {
  folder: string;
  /** Processor seconds PostgreSQL used so far. */
  databaseSeconds(): number;
  /** A fresh, migrated database. */
  database(name: string): Promise<BenchConnection>;
  stop(): Promise<void>;
}

export async function openGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-bench-'));
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'ground'),
    durability: 'full',
    log: () => undefined,
  });
  const { host, port, user, password } = server.connection;
  return {
    folder,
    databaseSeconds: () => cpuSeconds(server.pid, true),
    async database(name) {
      const admin = new pg.Client({ ...server.connection });
      await admin.connect();
      await admin.query(`create database ${name}`);
      await admin.end();
      const connection = { host, port, user, ...(password === undefined ? {} : { password }), database: name };
      const pool = new pg.Pool(connection);
      await migrate(pool);
      await pool.end();
      return connection;
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process that was started and is steered over its channel. */
export interface Steered {
  pid: number;
  url: string;
  /** Milliseconds from its start until it listened. */
  started_ms: number;
  ask<T = unknown>(request: Omit<ServeRequest, 'id'>): Promise<T>;
  stop(): Promise<void>;
}

async function launch(file: string, options: { port: number }, execArgv: string[] = []): Promise<Steered> {
  const began = performance.now();
  // logs are written, as in real use, and read by nobody
  const child: ChildProcess = fork(join(import.meta.dirname, file), [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv,
  });
  let serial = 0;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const answered = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
  child.on('message', (message: { id: number; value?: unknown; error?: string }) => {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asked?.resolve(message.value);
    else asked?.reject(new Error(message.error));
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      for (const asked of waiting.values()) asked.reject(new Error(`${file} ended.`));
      resolve();
    });
  });
  await answered(0);
  const ask = async <T>(request: Omit<ServeRequest, 'id'>): Promise<T> => {
    serial += 1;
    const id = serial;
    const answer = answered(id);
    child.send({ ...request, id });
    return (await answer) as T;
  };
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${options.port}`,
    started_ms: performance.now() - began,
    ask,
    async stop() {
      if (child.connected) child.send({ id: -1, do: 'stop' });
      await gone;
    },
  };
}

export interface BenchApp extends Steered {
  connection: BenchConnection;
  world: World;
  database: Database;
  settle(): Promise<void>;
}

/** The flags `npm start` gives to Node. */
export const START_FLAGS: string[] = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .filter((part) => part.startsWith('--'));

/** The application on a database, in a process of its own. */
export async function startApp(
  ground: Ground,
  connection: BenchConnection,
  more: Pick<ServeOptions, 'plain_files'> = {},
): Promise<BenchApp> {
  const options: ServeOptions = {
    connection,
    data_dir: join(ground.folder, `data-${connection.database}`),
    port: await freePort(),
    start: START,
    ...more,
  };
  const app = await launch('serve.ts', options, ['--expose-gc', ...START_FLAGS]);
  const database = connect(connection, { max: 4, onError: () => undefined });
  return {
    ...app,
    connection,
    database,
    world: new World(database.systemDb, { now: () => new Date(START) }),
    settle: () => app.ask({ do: 'settle' }),
    async stop() {
      await app.stop();
      await database.close();
    },
  };
}

/** The limit: a bare server that does the least that could be called the same work, on the same database. */
export async function startBare(connection: BenchConnection, folder: string): Promise<Steered> {
  const options: BareOptions = { connection, folder, port: await freePort() };
  return launch('bare.ts', options);
}
