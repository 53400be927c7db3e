import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { shiftedClock, systemClock } from '../core/time.ts';
import { migrate } from '../platform/db/migrate.ts';
import { demoToCome, isDemoWorld } from '../platform/demo-world.ts';
import { type Env, readEnv } from '../platform/env.ts';
import { createLogger } from '../platform/log.ts';
import { Refusal } from '../platform/refusal.ts';
import { filesFolder, holdsKnownFiles } from '../platform/storage-disk.ts';
import { buildPages } from './build-pages.ts';
import { clearDatabase, isCleared, isEmpty, isHalfMade } from '../../demo/begun.ts';
import { beginning, filesAway, lookForLeft, markBegun, nothingBeside, readPast } from './beginning.ts';
import { fillDemoUp, makeDemo } from './demo-process.ts';
import { openDatabase, type OpenedDatabase } from './open-database.ts';
import type { App } from './server.ts';
import { stopper } from './stopper.ts';

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
  const opened = await openDatabase(env, log, { alone: true, whileCreating: readAhead }).catch((error: unknown) => {
    building.abort();
    throw error;
  });
  const { database } = opened;
  const clock = env.CLOCK_OFFSET_MS === 0 ? systemClock : shiftedClock(env.CLOCK_OFFSET_MS);
  let app: App | undefined;
  const stopping = new AbortController();
  const stop = stopper(log, async () => {
    stopping.abort();
    await app?.close();
    await opened.close();
  });
  void opened.taken.then(async (error) => {
    log.fatal(error.message);
    process.stderr.write(`${error.message}\n`);
    building.abort();
    await stop.run();
    process.exit(error.exitCode);
  });
  try {
    await assertFree(env);
    // one that is not finished is made afresh at the next start, so that making it need not wait for the disk
    if (await begin(env, opened)) {
      say('Making the demo world: organizations, experts, reviews and their records. This happens once.');
      await makeDemo({ connection: opened.connection, now: clock.now().toISOString() }, stopping.signal);
    }
    await pages;
    const { buildApp } = await import('./server.ts');
    app = await buildApp({ env, clock, database, log });
    await app.ready();
    await app.http.listen({ port: env.PORT, host: env.HOST }).catch((error: unknown) => {
      throw notListening(error, { port: env.PORT, host: env.HOST });
    });
  } catch (error) {
    building.abort();
    await stop.run();
    throw error;
  }
  say(`\nPeritus is ready at http://localhost:${env.PORT} (${((performance.now() - began) / 1000).toFixed(1)} s).`);
  const filling = await demoToCome(database.systemDb);
  if (filling !== null) {
    say(
      `The demo is still being filled: ${filling.made} of ${filling.of} reviews. What is there can be used meanwhile.`,
    );
    // what fails is tried again at the next start; the world is whole without it
    fillDemoUp({ connection: opened.connection, now: clock.now().toISOString() }, stopping.signal).catch(
      (error: unknown) => log.warn({ err: error }, 'The demo world was not filled up.'),
    );
  }
  if (await isDemoWorld(database.systemDb)) await showAccounts();
  else say('No administrator yet? Make one: npm run create-admin -- you@example.org');
}

/** Most of the program's text is read while a new database is made, which is another process's work. */
function readAhead(): void {
  // what fails is told where it is needed
  import('./server.ts').catch(() => undefined);
}

/**
 * Looks whether the database is new, and notes that it was begun here; answers whether the demo world is to be made.
 * @throws Refusal when it is empty beside what an earlier installation left, or none of its stored files is there.
 */
async function begin(env: Env, { database, isEmbedded }: OpenedDatabase): Promise<boolean> {
  const wish = { demo: env.DEMO, newStart: env.NEW_START, embedded: isEmbedded };
  const db = database.systemDb;
  const demo = { isEmpty: await isEmpty(db), isHalfMade: await isHalfMade(db), isCleared: await isCleared(db) };
  const found = beginning(await readPast(db, demo), await lookForLeft(env), wish);
  if (found.how === 'refuse') throw nothingBeside(env, found.traces);
  if (found.how === 'continue') {
    if (!env.NEW_START && !(await holdsKnownFiles(filesFolder(env), db))) throw filesAway(env);
    return false;
  }
  if (found.how === 'again') {
    say('The demo world was not finished last time. Starting it afresh.');
    await clearDatabase(db);
    await migrate(database.pool);
  }
  await markBegun(db, { demo: found.demo, now: systemClock.now() });
  return found.demo;
}

/** Takes an address for a moment: one that cannot be listened at is found before a demo world is made. */
async function assertFree({ PORT: port, HOST: host }: Env): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  }).catch((error: unknown) => {
    throw notListening(error, { port, host });
  });
}

const NOT_LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. End that one, or set PORT to another port',
  EACCES: 'may not be used by this account: ports below 1024 belong to the system. Set PORT to a higher one',
  EADDRNOTAVAIL: 'is not one of this machine. Set HOST to 127.0.0.1, 0.0.0.0 or one of its addresses',
  ENOTFOUND: 'has no address. Set HOST to 127.0.0.1, 0.0.0.0 or one of the addresses of this machine',
};

/** Why nobody can be served at an address, in words; any other error stays as it is. */
function notListening(error: unknown, { port, host }: { port: number; host: string }): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = NOT_LISTENING[code];
  const where = host.includes(':') ? `[${host}]` : host;
  return why === undefined ? error : new Refusal('address', `${where}:${port} ${why}.`, { cause: error });
}

async function showAccounts(): Promise<void> {
  const { DEMO_PASSWORD, DEMO_PEOPLE } = await import('../../demo/people.ts');
  say(`\nSign in with a demo account. The password is ${DEMO_PASSWORD} for all of them.\n`);
  for (const p of DEMO_PEOPLE.filter((x) => x.note !== null)) say(`  ${p.email.padEnd(44)} ${p.note}`);
  say('');
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
