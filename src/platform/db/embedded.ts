/**
 * The embedded database: a PostgreSQL server as our supervised child, with its files in `<dataDir>/postgres`. It is the
 * default, for one machine and nothing to set up; with DATABASE_URL none of this runs.
 */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { chooseAccount, letThrough } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { ensureCluster, prepareSocketDir, readPassword, serverSettings, superuser } from './embedded/cluster.ts';
import type { Durability } from './embedded/cluster.ts';
import { assertWhole, DamagedClusterError, isShutByDamage, saysDamaged } from './embedded/damage.ts';
import { DataFolderInUseError, type FolderLock, lockFolder } from './embedded/folder-lock.ts';
import type { Log } from './embedded/log.ts';
import { clusterHome, reachableBinaries } from './embedded/fallback-location.ts';
import { readPidFile } from './embedded/processes.ts';
import { launch, stopServer } from './embedded/postmaster.ts';
import type { ExitInfo, LaunchPlan, Postmaster } from './embedded/postmaster.ts';

export { DamagedClusterError, DataFolderInUseError, type FolderLock, lockFolder, saysDamaged };

/** How to connect with `pg`; on all systems but Windows `host` is the folder of a unix socket. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

/** The server ended although nobody stopped it. A restart is under way when this is reported. */
export interface EmbeddedExit extends ExitInfo {
  pid: number;
  /** Restarts completed so far. */
  restarts: number;
}

export interface EmbeddedPostgres {
  /** For the application: an ordinary role that owns its database. Stays the same across restarts of the server. */
  readonly connection: EmbeddedConnection;
  /** For backup and maintenance: the superuser of the cluster. */
  readonly adminConnection: EmbeddedConnection;
  /** Process id of the server now running (of the last one, while it is being restarted). */
  readonly pid: number;
  /** How often the server was brought back after it had ended by itself. */
  readonly restarts: number;
  /** Ends sessions, writes everything, waits for the exit and frees the data folder. May be called again. */
  stop(): Promise<void>;
  onExit(callback: (info: EmbeddedExit) => void): void;
}

export interface EmbeddedOptions {
  /** The product's data folder; created when absent. */
  dataDir: string;
  /** Created when absent. */
  database?: string;
  log: Log;
  /** Further settings of the server, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** Asked before a database is created where there is none; when it throws, nothing is. */
  beforeCreating?: () => Promise<void>;
  /** What can be done meanwhile: called once the program that creates a database runs, which takes it a second or two. Must not throw. */
  whileCreating?: () => void;
  /** `none` gives up safety for speed and is meant for tests only. */
  durability?: Durability;
}

const role = 'peritus';
/** Waits before a restart, ms; the last one repeats. A server that ran for `healthyAfter` ms starts over at the first. */
const backOff = [0, 200, 500, 1_000, 2_000];
const healthyAfter = 30_000;

/**
 * Starts the database and answers when it can be used. It is brought back by itself when it ends unexpectedly, and ends
 * with this process. Call it from the main thread: the server's life is tied to the thread that started it.
 * @throws DataFolderInUseError when another process works on the data folder.
 * @throws DamagedClusterError when files of the database are missing or broken.
 * @throws Error saying what to do when the server cannot be started here.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const began = performance.now();
  // only the data folder itself is private; folders made on the way to it stay passable
  fs.mkdirSync(path.dirname(path.resolve(options.dataDir)), { recursive: true });
  fs.mkdirSync(path.resolve(options.dataDir), { recursive: true, mode: 0o700 });
  const dataDir = fs.realpathSync(path.resolve(options.dataDir));
  const lock = await lockFolder(dataDir);
  try {
    const { plan, host, port, created, home } = await prepare(dataDir, options);
    const postmaster = await launch(plan);
    try {
      const password = readPassword(home);
      const secret = password === undefined ? {} : { password };
      const adminConnection = { host, port, user: superuser, database: 'postgres', ...secret };
      const connection = { host, port, user: role, database: options.database ?? 'peritus', ...secret };
      await ensureDatabase(adminConnection, connection, plan.clusterDir);
      options.log('info', `PostgreSQL ready in ${Math.round(performance.now() - began)} ms.`, {
        ms: Math.round(performance.now() - began),
        server_pid: postmaster.pid,
        created,
      });
      return supervise(postmaster, plan, { connection, adminConnection }, () => {
        // A socket folder outside the data folder is not left behind; it is empty now.
        if (path.isAbsolute(host) && path.dirname(host) !== home) fs.rmSync(host, { recursive: true, force: true });
        lock.release();
      });
    } catch (error) {
      await stopServer(postmaster, plan);
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * How to reach the database that another process of ours runs on this data folder, for commands beside a running
 * product. Answers undefined when none runs there or the system does not let us near it.
 */
export function runningConnection(dataDir: string, log: Log): EmbeddedConnection | undefined {
  try {
    const folder = fs.realpathSync(path.resolve(dataDir));
    const home = clusterHome(folder, chooseAccount(path.join(folder, 'postgres')), log);
    const running = readPidFile(path.join(home, 'postgres'));
    if (running?.status !== 'ready') return undefined;
    const password = readPassword(home);
    return {
      host: running.socketDir === '' ? '127.0.0.1' : running.socketDir,
      port: running.port,
      user: role,
      database: 'peritus',
      ...(password === undefined ? {} : { password }),
    };
  } catch {
    return undefined;
  }
}

async function prepare(
  dataDir: string,
  { durability = 'full', settings, beforeCreating, whileCreating, log }: EmbeddedOptions,
) {
  const found = findBinaries();
  let account = chooseAccount(path.join(dataDir, 'postgres'));
  letThrough(dataDir, account);
  const home = clusterHome(dataDir, account, log);
  const clusterDir = path.join(home, 'postgres');
  if (home !== dataDir) account = chooseAccount(clusterDir);
  const binaries = reachableBinaries(found, account);
  const created = await ensureCluster(home, binaries, account, { durability, beforeCreating, whileCreating });
  const tcp = process.platform === 'win32';
  const port = tcp ? await freePort() : 5432;
  const host = tcp ? '127.0.0.1' : prepareSocketDir(home, account);
  const listen = tcp ? { port } : { socketDir: host };
  const plan: LaunchPlan = {
    binaries,
    clusterDir,
    account,
    settings: serverSettings(listen, durability, settings),
    log,
  };
  return { plan, host, port, created, home };
}

/** A free loopback port below the ranges from which systems hand out ports to outgoing connections. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = net.createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

/**
 * The application's role is no superuser: a statement smuggled into it cannot read files or run programs. It owns its
 * database, may create further ones (tests copy theirs) and may create the trusted extensions.
 */
async function ensureDatabase(admin: EmbeddedConnection, own: EmbeddedConnection, place: string) {
  const { user, database, password } = own;
  const client = new Client({ ...admin, connectionTimeoutMillis: 10_000 });
  let isThere: boolean | undefined;
  try {
    await client.connect();
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $2) as database`,
      [user, database],
    );
    isThere = rows[0]?.database;
    const owner = escapeIdentifier(user);
    if (!rows[0]?.role) {
      const secret = password === undefined ? '' : ` password ${escapeLiteral(password)}`;
      await client.query(`create role ${owner} login createdb${secret}`);
    }
    if (!isThere) await client.query(`create database ${escapeIdentifier(database)} owner ${owner}`);
  } catch (error) {
    throw isShutByDamage(error) ? new DamagedClusterError(place, error) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
  if (isThere) await assertWhole({ ...admin, database }, place);
}

function supervise(
  first: Postmaster,
  plan: LaunchPlan,
  connections: Pick<EmbeddedPostgres, 'connection' | 'adminConnection'>,
  release: () => void,
): EmbeddedPostgres {
  const listeners: ((info: EmbeddedExit) => void)[] = [];
  const stopping = new AbortController();
  let current = first;
  let restarts = 0;
  let stopped: Promise<void> | undefined;

  // Where the kernel does not do it for us: a last request when we end without `stop()`.
  const onProcessExit = () => current.kill('SIGINT');
  process.on('exit', onProcessExit);

  async function watch(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const since = performance.now();
      const exit = await current.exited;
      if (stopping.signal.aborted) return;
      plan.log('error', 'PostgreSQL ended unexpectedly; restarting it.', { ...exit, server_pid: current.pid });
      for (const listener of listeners) listener({ ...exit, pid: current.pid, restarts });
      if (performance.now() - since > healthyAfter) failures = 0;
      failures = await restart(failures);
    }
  }

  async function restart(failures: number): Promise<number> {
    const began = performance.now();
    for (let failed = failures; ; failed++) {
      try {
        await delay(backOff[Math.min(failed, backOff.length - 1)], undefined, { signal: stopping.signal });
        current = await launch(plan, stopping.signal);
        restarts++;
        const ms = Math.round(performance.now() - began);
        plan.log('warn', `PostgreSQL is back after ${ms} ms.`, { ms, server_pid: current.pid, restarts });
        return failed + 1;
      } catch (error) {
        if (stopping.signal.aborted) return failed;
        plan.log('error', 'PostgreSQL could not be restarted; trying again.', { error: String(error) });
      }
    }
  }

  const watching = watch();

  async function shutDown(): Promise<void> {
    stopping.abort(new Error('The database is being stopped.'));
    try {
      // A restart in progress ends by itself on the signal and leaves no server behind, or has just brought one up.
      await stopServer(current, plan);
      await watching;
      await stopServer(current, plan);
    } finally {
      process.off('exit', onProcessExit);
      release();
    }
    plan.log('info', 'PostgreSQL stopped.', {});
  }

  return {
    ...connections,
    get pid() {
      return current.pid;
    },
    get restarts() {
      return restarts;
    },
    stop: () => (stopped ??= shutDown()),
    onExit: (callback) => void listeners.push(callback),
  };
}
