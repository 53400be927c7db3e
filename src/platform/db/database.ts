import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
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
  /** The unscoped handle, for jobs, assembly and what acts for nobody; whatever answers a person uses `forActor`. */
  systemDb: Db;
  pool: pg.Pool;
  /**
   * For statements prepared by name: each is planned once a connection, whatever its values. Planning some of them takes
   * longer than running them, and the server would plan anew for every length of a list.
   */
  statements: pg.Pool;
  close(): Promise<void>;
}

const MARK = '/* planned once */';

/**
 * Stands in a statement that is large and always has the same text: each connection keeps its plan, where making that
 * anew takes longer than the rest. The database goes on planning by values where these turn out to matter.
 */
export const plannedOnce: RawBuilder<unknown> = sql.raw(`${MARK} `);

/** Sends statements that bear the mark by a name of their own; the driver then prepares them once a connection. */
function keepPlans(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown =>
    typeof text === 'string' && text.includes(MARK)
      ? send({ name: statementName(text), text, values }, ...rest)
      : send(text, values, ...rest);
  Object.assign(client, { query });
}

const names = new Map<string, string>();
/** More texts than any program has; they differ by role and filters only. */
const MOST_NAMES = 2_000;

/** The name under which a statement of this text is prepared, so that it is planned once a connection, not once a call. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `text_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    if (names.size >= MOST_NAMES) names.clear();
    names.set(text, name);
  }
  return name;
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
      if (statements !== pool) await statements.end();
    },
  };
}
