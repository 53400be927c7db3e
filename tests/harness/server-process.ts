import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Keyring, openKeyring } from '../../src/platform/crypto.ts';
import { connect, type Database } from '../../src/platform/db/database.ts';
import { RunningClock } from './clock.ts';
import { type ClusterConnection, cloneDatabase } from './cluster.ts';
import type { ServeOptions, ServeRequest } from './serve.ts';
import { World } from './world.ts';

const COMPILE_CACHE = pathToFileURL(join(import.meta.dirname, '../../src/app/compile-cache.js')).href;

type Steering = ServeRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

/** The application running in its own process on its own copy of the database. */
export interface ServerProcess {
  url: string;
  world: World;
  database: Database;
  /** The instance's key, as the process made it. */
  keys(): Promise<Keyring>;
  /** Lets time pass, and everything that falls due in it happen. */
  advance(step: { days?: number; hours?: number; minutes?: number }): Promise<void>;
  /** Everything due has been handled. */
  settle(): Promise<void>;
  /** It was looked at what goes wrong, and who runs it heard of that. */
  watch(): Promise<void>;
  now(): Date;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A free loopback port below 32768. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

export async function startServer(
  cluster: ClusterConnection,
  options: { start?: string } & Pick<
    ServeOptions,
    'env' | 'connections' | 'named_statements' | 'fifth_kind_pages'
  > = {},
): Promise<ServerProcess> {
  const copy = await cloneDatabase(cluster);
  const folder = mkdtempSync(join(tmpdir(), 'peritus-serve-'));
  const port = await freePort();
  const database = connect(copy.connection, { max: 4, onError: () => undefined });
  // runs on as the server's does: a code made here for its present time is one there
  const clock = new RunningClock(options.start ?? '2026-11-18T15:00:00Z');
  let child: ChildProcess | null = null;
  let serial = 0;

  const launch = async (): Promise<void> => {
    const settings: ServeOptions = {
      connection: copy.connection,
      data_dir: join(folder, 'data'),
      port,
      start: clock.now().toISOString(),
      ...(options.env ? { env: options.env } : {}),
      ...(options.connections === undefined ? {} : { connections: options.connections }),
      ...(options.named_statements ? { named_statements: true } : {}),
      ...(options.fifth_kind_pages ? { fifth_kind_pages: options.fifth_kind_pages } : {}),
    };
    const started = fork(join(import.meta.dirname, 'serve.ts'), [JSON.stringify(settings)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // as `npm start` does it: types are stripped once for all starts
      execArgv: [`--import=${COMPILE_CACHE}`],
    });
    child = started;
    await answerTo(started, 0);
  };

  function answerTo(of: ChildProcess, id: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const onMessage = (message: { id: number; now?: string; error?: string }) => {
        if (message.id !== id) return;
        off();
        if (message.error) reject(new Error(message.error));
        else {
          if (message.now) clock.set(message.now);
          resolve();
        }
      };
      const onExit = () => {
        off();
        reject(new Error('The application ended.'));
      };
      const off = () => {
        of.off('message', onMessage);
        of.off('exit', onExit);
      };
      of.on('message', onMessage);
      of.on('exit', onExit);
    });
  }

  async function steer(request: Steering): Promise<void> {
    if (!child) throw new Error('The application does not run.');
    serial += 1;
    const answered = answerTo(child, serial);
    child.send({ ...request, id: serial });
    await answered;
  }

  async function exited(of: ChildProcess): Promise<void> {
    if (of.exitCode !== null || of.signalCode !== null) return;
    await new Promise((resolve) => of.once('exit', resolve));
  }

  await launch();
  return {
    url: `http://127.0.0.1:${port}`,
    world: new World(database.systemDb, clock),
    database,
    keys: () =>
      openKeyring({ ENCRYPTION_KEY: undefined, data_dir: join(folder, 'data') }, database.systemDb, clock.now()),
    advance: ({ days = 0, hours = 0, minutes = 0 }) =>
      steer({ do: 'advance', ms: ((days * 24 + hours) * 60 + minutes) * 60_000 }),
    settle: () => steer({ do: 'settle' }),
    watch: () => steer({ do: 'watch' }),
    now: () => clock.now(),
    async kill() {
      const dying = child;
      child = null;
      if (!dying) return;
      dying.kill('SIGKILL');
      await exited(dying);
    },
    restart: launch,
    async stop() {
      const ending = child;
      if (ending) {
        const gone = exited(ending);
        await steer({ do: 'stop' }).catch(() => undefined);
        child = null;
        await gone;
      }
      await database.close();
      await copy.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
