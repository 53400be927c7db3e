import { isDatabaseAway, Outage } from '../platform/db/away.ts';
import { openDataFolder } from '../platform/data-folder.ts';
import { connect, type Connection, type Database } from '../platform/db/database.ts';
import {
  DamagedClusterError,
  DataFolderInUseError,
  type FolderLock,
  lockFolder,
  runningConnection,
  saysDamaged,
  startEmbeddedPostgres,
} from '../platform/db/embedded.ts';
import { type DatabaseHold, type DatabaseInUseError, holdDatabase } from '../platform/db/instance-lock.ts';
import { migrate } from '../platform/db/migrate.ts';
import { describeDatabase, whyNever } from '../platform/db/reach.ts';
import type { Env } from '../platform/env.ts';
import { thisInstance } from '../platform/instance.ts';
import type { Logger } from '../platform/log.ts';
import { assertNothingLeft } from './beginning.ts';

const AGAIN_MS = 1_000;

export interface OpenedDatabase {
  database: Database;
  connection: Connection;
  isEmbedded: boolean;
  /** Fulfilled when another process has taken the database, after we lost it: this one has to end. Never where nobody can. */
  taken: Promise<DatabaseInUseError>;
  /** Ends connections, lets database and data folder go, and stops an embedded server. */
  close(): Promise<void>;
}

/** Connections that hang when the product stops are cut after so long, ms. */
const HANGING_MS = 2_000;

/** Told of once in a while, not for each of twenty connections. */
export function connectionEnded(log: Logger): (error: Error) => void {
  const outage = new Outage(log);
  return (error) => void outage.note(error);
}

/**
 * Opens the database the environment names, migrated. `alone`: for the product itself, which waits for a database of one's
 * own that cannot be reached yet, and takes it and the data folder for itself; a command only looks in. The embedded one is
 * started as our child; `whileCreating` is called while another program makes it, where there is none yet.
 * @throws Refusal when it cannot work as it is, or somebody else works on it.
 */
export async function openDatabase(
  env: Env,
  log: Logger,
  { alone = false, whileCreating }: { alone?: boolean; whileCreating?: () => void } = {},
): Promise<OpenedDatabase> {
  return env.DATABASE_URL === undefined
    ? openEmbedded(env, log, { alone, whileCreating })
    : openOwn(env, env.DATABASE_URL, log, alone);
}

/** How long a statement waits for what another holds, ms. */
const LOCK_MS = 10_000;

/** How the product connects, or a command beside it, which migrates or looks through everything and has no limits. */
const connecting = (env: Env, log: Logger, alone: boolean) => ({
  max: env.DATABASE_POOL,
  onError: connectionEnded(log),
  ...(alone ? { log, limits: { statement_ms: env.DATABASE_STATEMENT_SECONDS * 1_000, lock_ms: LOCK_MS } } : {}),
});

async function openEmbedded(
  env: Env,
  log: Logger,
  { alone, whileCreating }: { alone: boolean; whileCreating: (() => void) | undefined },
): Promise<OpenedDatabase> {
  await openDataFolder(env.data_dir);
  const embedded = await startEmbeddedPostgres({
    dataDir: env.data_dir,
    log: (level, message, fields) => log[level](fields ?? {}, message),
    beforeCreating: () => assertNothingLeft(env),
    ...(whileCreating && { whileCreating }),
  });
  const database = connect(embedded.connection, connecting(env, log, alone));
  const close = async () => {
    await database.close(HANGING_MS);
    await embedded.stop();
  };
  try {
    await migrate(database.pool);
  } catch (error) {
    await close();
    throw saysDamaged(error) ? new DamagedClusterError(env.data_dir, error) : error;
  }
  return { database, connection: embedded.connection, isEmbedded: true, taken: never(), close };
}

async function openOwn(env: Env, url: string, log: Logger, alone: boolean): Promise<OpenedDatabase> {
  let folder: FolderLock | undefined;
  let hold: DatabaseHold | undefined;
  const database = connect(url, connecting(env, log, alone));
  const close = async () => {
    await database.close(HANGING_MS);
    await hold?.release();
    folder?.release();
  };
  try {
    if (alone) {
      await openDataFolder(env.data_dir);
      folder = await lockFolder(env.data_dir);
    }
    await onceThere({ url, waits: alone, log }, async () => {
      if (alone) hold ??= await holdDatabase({ connectionString: url }, { self: thisInstance(), log });
      await migrate(database.pool);
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { database, connection: url, isEmbedded: false, taken: hold?.taken ?? never(), close };
}

const never = (): Promise<DatabaseInUseError> => new Promise(() => undefined);

/** Does something with a database as soon as that can be reached, and says once what it waits for. */
async function onceThere(
  { url, waits, log }: { url: string; waits: boolean; log: Logger },
  work: () => Promise<void>,
): Promise<void> {
  const connection = { connectionString: url };
  for (let isTold = false; ;) {
    try {
      await work();
      if (isTold) log.warn('the database is there; starting continues');
      return;
    } catch (error) {
      const never = await whyNever(error, connection);
      if (never) throw never;
      if (!isDatabaseAway(error)) throw error;
      if (!waits)
        throw new Error(`The database ${describeDatabase(connection)} cannot be reached. Is it running?`, {
          cause: error,
        });
      if (!isTold)
        log.warn(
          { err: error, database: describeDatabase(connection) },
          'waiting for the database, which cannot be reached yet',
        );
      isTold = true;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** The same for a command beside the product: when the product runs on the data folder, its database is used as it is. */
export async function openDatabaseBeside(env: Env, log: Logger): Promise<Pick<OpenedDatabase, 'database' | 'close'>> {
  try {
    return await openDatabase(env, log);
  } catch (error) {
    const running =
      error instanceof DataFolderInUseError
        ? runningConnection(env.data_dir, (level, message, fields) => log[level](fields ?? {}, message))
        : undefined;
    if (!running) throw error;
    const database = connect(running, { max: 4 });
    return { database, close: () => database.close() };
  }
}
