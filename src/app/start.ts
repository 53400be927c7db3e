import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { shiftedClock, systemClock } from '../core/time.ts';
import { connect, type Connection, type Database } from '../platform/db/database.ts';
import {
  DataFolderInUseError,
  type EmbeddedPostgres,
  runningConnection,
  startEmbeddedPostgres,
} from '../platform/db/embedded.ts';
import { isDatabaseAway, Outage } from '../platform/db/away.ts';
import { migrate } from '../platform/db/migrate.ts';
import { isDemoWorld } from '../platform/demo-world.ts';
import { type Env, readEnv } from '../platform/env.ts';
import { createLogger, type Logger } from '../platform/log.ts';
import { buildPages } from './build-pages.ts';
import { clearDatabase, isEmpty, isHalfMade } from '../../demo/begun.ts';
import { type App, buildApp } from './server.ts';

const VITE = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');

/** Starts the product and says where it is. With `watch` it restarts on changes and Vite serves the pages' sources. */
export async function start({ watch }: { watch: boolean }): Promise<void> {
  const env = readEnv();
  if (watch && process.env.PERITUS_WATCHED !== '1') return watchSources(env);
  const log = createLogger(env.LOG_LEVEL === 'info' && process.stdout.isTTY ? 'warn' : env.LOG_LEVEL);
  const began = performance.now();
  // built while the database starts; a start that is refused does not wait for them
  const building = new AbortController();
  const pages = watch ? Promise.resolve() : buildPages((line) => say(line), { signal: building.signal });
  pages.catch(() => undefined); // looked at below, when its turn comes
  const { database, connection, embedded } = await openDatabase(env, log, { waits: true }).catch((error: unknown) => {
    building.abort();
    throw error;
  });
  const clock = env.CLOCK_OFFSET_MS === 0 ? systemClock : shiftedClock(env.CLOCK_OFFSET_MS);
  let app: App | undefined;
  const stop = stopper(log, async () => {
    await app?.close();
    await database.close();
    await embedded?.stop();
  });
  try {
    const wantsDemo = env.DEMO ?? embedded !== null;
    if (wantsDemo && (await isHalfMade(database.systemDb))) {
      say('The demo world was not finished last time. Starting it afresh.');
      await clearDatabase(database.systemDb);
      await migrate(database.pool);
    }
    const demo = wantsDemo && (await isEmpty(database.systemDb));
    if (demo) await makeDemo(env, connection, clock.now());
    await pages;
    app = await buildApp({ env, clock, database, log });
    await app.ready();
    await app.http.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    await stop.run();
    throw error;
  }
  say(`\nPeritus is ready at http://localhost:${env.PORT} (${((performance.now() - began) / 1000).toFixed(1)} s).`);
  if (await isDemoWorld(database.systemDb)) await showAccounts();
  else say('No administrator yet? Make one: npm run create-admin -- you@example.org');
}

/** A world that is not finished is made afresh at the next start, so that making it need not wait for the disk. */
async function makeDemo(env: Env, connection: Connection, now: Date): Promise<void> {
  say('Making the demo world: organizations, experts, reviews and their records. This happens once.');
  const { seedDemo } = await import('../../demo/seed.ts');
  const log = createLogger('warn');
  const database = connect(connection, { max: env.DATABASE_POOL, onError: connectionEnded(log), unwaited: true });
  try {
    await seedDemo({ env, database, log, now, say });
  } finally {
    await database.close();
  }
}

/** Told of once in a while, not for each of twenty connections. */
function connectionEnded(log: Logger): (error: Error) => void {
  const outage = new Outage(log);
  return (error) => void outage.note(error);
}

const AGAIN_MS = 1_000;

/** Brings the database forward as soon as it can be reached; says that it waits. A database that refuses us is an error. */
async function migrateOnceThere(database: Database): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await migrate(database.pool);
      return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
      const why = cause instanceof Error ? cause.message : String(cause);
      if (tries % 30 === 0) say(`The database cannot be reached yet (${why}). Waiting for it; end with Ctrl C.`);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

interface OpenedDatabase {
  database: Database;
  connection: Connection;
  embedded: EmbeddedPostgres | null;
}

/**
 * Opens the database the environment names, migrated; the embedded one is started as our child. `waits`: for one of one's
 * own that cannot be reached yet.
 */
export async function openDatabase(
  env: Env,
  log: Logger,
  { waits = false }: { waits?: boolean } = {},
): Promise<OpenedDatabase> {
  const embedded =
    env.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({
          dataDir: env.data_dir,
          log: (level, message, fields) => log[level](fields ?? {}, message),
        })
      : null;
  const connection = embedded?.connection ?? env.DATABASE_URL ?? '';
  const database = connect(connection, { max: env.DATABASE_POOL, onError: connectionEnded(log) });
  try {
    await (waits && embedded === null ? migrateOnceThere(database) : migrate(database.pool));
  } catch (error) {
    await database.close();
    await embedded?.stop();
    throw error;
  }
  return { database, connection, embedded };
}

/**
 * The same for a command beside the product: when the product runs on the data folder, its database is used as it is.
 */
export async function openDatabaseBeside(
  env: Env,
  log: Logger,
): Promise<{ database: Database; embedded: EmbeddedPostgres | null }> {
  try {
    return await openDatabase(env, log);
  } catch (error) {
    const running =
      error instanceof DataFolderInUseError
        ? runningConnection(env.data_dir, (level, message, fields) => log[level](fields ?? {}, message))
        : undefined;
    if (!running) throw error;
    return { database: connect(running, { max: 4 }), embedded: null };
  }
}

async function showAccounts(): Promise<void> {
  const { DEMO_PASSWORD, DEMO_PEOPLE } = await import('../../demo/people.ts');
  say(`\nSign in with a demo account. The password is ${DEMO_PASSWORD} for all of them.\n`);
  for (const p of DEMO_PEOPLE.filter((x) => x.note !== null)) say(`  ${p.email.padEnd(44)} ${p.note}`);
  say('');
}

/** Ends once, in order, on a signal: requests and jobs finish first. A second signal ends at once. */
function stopper(log: Logger, end: () => Promise<void>): { run(): Promise<void> } {
  let ending: Promise<void> | undefined;
  const run = () => {
    ending ??= end().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(130);
      void run().then(() => process.exit(0));
    });
  }
  return { run };
}

/** `npm run dev`: the server restarts when its sources change; Vite serves the pages and passes API calls on. */
function watchSources(env: Env): Promise<void> {
  const api = env.PORT + 1;
  const shared = { ...process.env, PERITUS_WATCHED: '1', PUBLIC_URL: env.public_url };
  const children: ChildProcess[] = [
    spawn(
      process.execPath,
      [
        '--watch-path=src/core',
        '--watch-path=src/platform',
        '--watch-path=src/features',
        '--watch-path=src/app',
        'src/app/cli.ts',
        'dev',
      ],
      {
        stdio: 'inherit',
        env: { ...shared, PORT: String(api) },
      },
    ),
    spawn(process.execPath, [VITE, '--host', env.HOST, '--port', String(env.PORT), '--strictPort'], {
      stdio: 'inherit',
      env: { ...shared, PERITUS_API: `http://127.0.0.1:${api}` },
    }),
  ];
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => children.forEach((c) => c.kill(signal)));
    let left = children.length;
    for (const child of children) {
      child.on('exit', () => {
        left -= 1;
        children.forEach((c) => c.kill('SIGTERM'));
        if (left === 0) resolve();
      });
    }
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
