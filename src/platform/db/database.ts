import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
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
  /** The unscoped handle. Lint allows it only in jobs and assembly; everything else uses `forActor`. */
  systemDb: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

export function connect(
  connection: Connection,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const target = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = new pg.Pool({
    ...target,
    types,
    max: options.max ?? 20,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'peritus',
    options: '-c timezone=UTC',
  });
  // an idle connection that breaks (a restarted server) must not end the process; the pool makes a new one
  pool.on('error', (error) => options.onError?.(error));
  const systemDb = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { systemDb, pool, close: () => systemDb.destroy() };
}
