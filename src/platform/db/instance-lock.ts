import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Instance, nameInstance, readInstance, writeInstance } from '../instance.ts';
import type { Logger } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { describeDatabase } from './reach.ts';
import { endSoon, ownConnection } from './own-connection.ts';
import { LOCKS } from './locks.ts';

/** A process that was just killed has its session for the moment the database takes to notice. */
const PATIENCE_MS = 2_000;
const AGAIN_MS = 100;
/** Longest wait for a database that says nothing. */
const ANSWER_MS = 10_000;

/** Another Peritus works on this database. */
export class DatabaseInUseError extends Refusal {
  constructor(database: string, owner: Instance | null, session: number | undefined) {
    super(
      'running',
      `The database ${database} is already in use by ${nameInstance(owner)}. One Peritus works on a database: ` +
        'stop that one first, or give this one a database of its own. ' +
        'A session whose machine was cut off ends within half a minute' +
        (session === undefined
          ? '.'
          : `; should it stay, end it in the database: select pg_terminate_backend(${session}).`),
    );
    this.name = 'DatabaseInUseError';
  }
}

export interface DatabaseHold {
  /** Fulfilled when the hold was lost with its connection and another process has it since: this one has to end. */
  taken: Promise<DatabaseInUseError>;
  /** Lets the database go. */
  release(): Promise<void>;
}

/**
 * Takes a database for this process alone: a lock of a session that does nothing else, so that it is gone when we are,
 * however we end. It names us to whoever is refused, and is taken again after its connection was lost.
 * @throws DatabaseInUseError when another process has it.
 */
export async function holdDatabase(
  connection: pg.ClientConfig,
  { self, log }: { self: Instance; log: Logger },
): Promise<DatabaseHold> {
  const settings: pg.ClientConfig = {
    ...connection,
    application_name: writeInstance(self),
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // the database lets a session go whose machine is gone, and none because it is silent
    options:
      '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c idle_session_timeout=0',
  };
  const database = describeDatabase(connection);
  let session = 0;
  let released = false;
  let tell: (error: DatabaseInUseError) => void = () => undefined;
  const taken = new Promise<DatabaseInUseError>((resolve) => (tell = resolve));

  const first = new pg.Client(settings);
  first.on('error', (error) => log.warn({ err: error }, 'holding the database: its connection broke off'));
  try {
    await first.connect();
    session = await take(first, database, { patience: PATIENCE_MS, mine: null });
  } catch (error) {
    await endSoon(first);
    throw error;
  }
  let again: { close(): Promise<void> } | undefined;
  first.on('end', () => {
    if (released) return;
    again = ownConnection(settings, {
      async begins(client) {
        try {
          session = await take(client, database, { patience: 0, mine: session });
        } catch (error) {
          if (!(error instanceof DatabaseInUseError)) throw error;
          released = true;
          tell(error);
          void again?.close();
        }
      },
      what: 'holding the database',
      log,
    });
  });
  return {
    taken,
    async release() {
      released = true;
      await endSoon(first);
      await again?.close();
    },
  };
}

/**
 * Locks; answers the session that has the lock. `mine`: our session before, which the database may still believe in: it
 * is ended.
 */
async function take(
  client: pg.Client,
  database: string,
  { patience, mine }: { patience: number; mine: number | null },
): Promise<number> {
  for (const began = performance.now(); ; await delay(AGAIN_MS)) {
    const { rows } = await client.query<{ held: boolean; session: number }>(
      'select pg_try_advisory_lock($1) as held, pg_backend_pid() as session',
      [LOCKS.instance],
    );
    if (rows[0]?.held) return rows[0].session;
    const owner = await ownerOf(client);
    if (owner && owner.session === mine) await client.query('select pg_terminate_backend($1)', [mine]);
    // who let it go just now is nobody
    else if (performance.now() - began >= (owner ? patience : PATIENCE_MS))
      throw new DatabaseInUseError(database, readInstance(owner?.name ?? ''), owner?.session);
  }
}

async function ownerOf(client: pg.Client): Promise<{ session: number; name: string | null } | undefined> {
  const { rows } = await client.query<{ session: number; name: string | null }>(
    `select l.pid as session, a.application_name as name
      from pg_locks l left join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.instance],
  );
  return rows[0];
}
