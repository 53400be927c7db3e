import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { keepPlans } from './prepared.ts';
import type { DB } from './types.ts';

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
  close(): Promise<void>;
}

export function connect(
  connection: Connection,
  options: {
    max?: number;
    onError?: (error: Error) => void;
    /** Commits do not wait for the disk: for filling a database of which nothing counts until a last one did wait. */
    unwaited?: boolean;
  } = {},
): Database {
  const target = typeof connection === 'string' ? { connectionString: connection } : connection;
  const most = options.max ?? 20;
  const open = (max: number, settings: string): pg.Pool => {
    const pool = new pg.Pool({
      ...target,
      types,
      max,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 10_000,
      application_name: 'peritus',
      options: `-c timezone=UTC ${options.unwaited ? '-c synchronous_commit=off ' : ''}${settings}`,
    });
    // A connection that breaks (a restarted server) must not end the process; the pool makes a new one. Each reports
    // itself: the pool hears only idle ones, and none once it ends.
    pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
    pool.on('error', () => undefined);
    return pool;
  };
  const reserved = Math.floor(most / 3);
  const pool = open(most - reserved, '');
  pool.on('connect', keepPlans);
  const statements = reserved === 0 ? pool : open(reserved, '-c plan_cache_mode=force_generic_plan');
  const systemDb = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    systemDb,
    pool,
    statements,
    async close() {
      await systemDb.destroy();
      // which it leaves open where it was never asked anything
      if (!pool.ending) await pool.end();
      if (statements !== pool) await statements.end();
    },
  };
}
