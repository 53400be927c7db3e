import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { hasValues, keepPlans } from './prepared.ts';
import { cutOff } from './own-connection.ts';
import { DatabaseFrozenError } from './away.ts';
import { createPulse, type Pulse } from './pulse.ts';
import type { DB } from './types.ts';
import type { Logger } from '../log.ts';

export type Db = Kysely<DB>;

/** What connects: a URL of one's own server, or the embedded server's socket. */
export type Connection = string | { host: string; port: number; user: string; database: string; password?: string };

const types = new pg.TypeOverrides();
types.setTypeParser(20, Number); // bigint: ids and counts stay far below 2^53
types.setTypeParser(1700, Number); // numeric: only factors with four decimals are stored so
types.setTypeParser(1082, (value) => value); // date: a calendar date is text, never an instant
types.setTypeParser(1184, (value) =>
  value === 'infinity' ? new Date(8.64e15) : new Date(value.replace(' ', 'T').replace('+00', 'Z')),
);

export interface Database {
  /** The unscoped handle, for jobs, assembly and what acts for nobody; whatever answers a person uses an `ActorDb`. */
  systemDb: Db;
  pool: pg.Pool;
  /** For statements prepared by name, with plans that hold for any values; `prepared.ts` alone uses it. */
  statements: pg.Pool;
  /** Whether it answers at all; runs while the product does. */
  pulse: Pulse;
  /** Ends all connections in order; after `patience_ms` those that hang are cut. */
  close(patience_ms?: number): Promise<void>;
}

/** What statements on this database may take. */
export interface StatementLimits {
  /** One statement, ms. */
  statement_ms: number;
  /** Waiting for a lock, ms. */
  lock_ms: number;
}

/** A statement prepared by name is planned once, for any values. */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan';

/** So many may wait for a connection; more are told at once that there is none. */
const MOST_WAITING = 500;

/** A connection pool whose queue has an end, and that lets nobody wait for a database that answers nothing. */
class BoundedPool extends pg.Pool {
  isFrozen: () => boolean = () => false;

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | void {
    const refused = this.isFrozen()
      ? new DatabaseFrozenError()
      : this.waitingCount >= MOST_WAITING
        ? new Error('timeout exceeded when trying to connect: too many wait already')
        : null;
    if (!callback) return refused ? Promise.reject(refused) : super.connect();
    if (refused) return callback(refused, undefined, () => undefined);
    return super.connect(callback as never); // why: the driver’s two signatures cannot both be passed on
  }
}

export function connect(
  connection: Connection,
  options: {
    max?: number;
    onError?: (error: Error) => void;
    /** None where left out: for commands that migrate, fill or look through a whole database. */
    limits?: StatementLimits;
    log?: Logger;
    /**
     * For filling a database of which nothing counts until a last commit did wait for the disk: commits do not, and each
     * connection plans a statement once, which on a handful of rows is most of what one costs.
     */
    filling?: boolean;
  } = {},
): Database {
  const target = typeof connection === 'string' ? { connectionString: connection } : connection;
  const most = options.max ?? 20;
  const { limits } = options;
  const limiting = limits
    ? `-c statement_timeout=${limits.statement_ms} -c lock_timeout=${limits.lock_ms} -c idle_in_transaction_session_timeout=${2 * limits.statement_ms} `
    : '';
  const clients = new Set<pg.PoolClient>();
  let closing = false;
  const cut = (): void => {
    for (const client of clients) cutOff(client);
  };
  const pulse = createPulse({ ...target, connectionTimeoutMillis: 0 }, options.log, cut);
  const open = (max: number, settings: string): pg.Pool => {
    const pool = new BoundedPool({
      ...target,
      types,
      max,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 10_000,
      application_name: 'peritus',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      options: `-c timezone=UTC ${limiting}${options.filling ? `-c synchronous_commit=off ${GENERIC_PLANS} ` : ''}${settings}`,
    });
    // A connection that breaks (a restarted server) must not end the process; the pool makes a new one. Each reports
    // itself: the pool hears only idle ones, and none once it ends.
    pool.isFrozen = () => pulse.frozen;
    pool.on('connect', (client) => {
      clients.add(client);
      // what breaks while we end it, as when the embedded server goes down with us, is nobody's concern
      client.on('error', (error) => {
        if (!closing) options.onError?.(error);
      });
    });
    pool.on('remove', (client) => clients.delete(client));
    pool.on('error', () => undefined);
    return pool;
  };
  const reserved = Math.floor(most / 3);
  const pool = open(most - reserved, '');
  pool.on('connect', (client) => keepPlans(client, options.filling ? hasValues : undefined));
  const statements = reserved === 0 ? pool : open(reserved, GENERIC_PLANS);
  const systemDb = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    systemDb,
    pool,
    statements,
    pulse,
    async close(patience_ms) {
      closing = true;
      const late = patience_ms === undefined ? undefined : setTimeout(cut, patience_ms);
      await pulse.stop();
      await systemDb.destroy();
      // which it leaves open where it was never asked anything
      if (!pool.ending) await pool.end();
      if (statements !== pool) await statements.end();
      clearTimeout(late);
    },
  };
}
