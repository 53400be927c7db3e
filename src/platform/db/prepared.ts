/**
 * Statements whose plan a connection keeps. Everything that prepares a statement goes through here; what is not asked
 * often, or is planned in no time, needs none of it.
 *
 * It is here for the bars of lists, details and who is signed in (half of what bare indexed queries reach, p99 within 40
 * to 50 ms): their statements are large, and planning one takes longer than running it. Two ways, for two reasons:
 * - `prepared` and `runPrepared` go to connections of their own with generic plans (`plan_cache_mode`), because the server
 *   would plan anew for every length of a list and every reader. For reading outside a transaction alone.
 * - `plannedOnce` marks a statement that runs inside a command's transaction, so on the connection that has it. The query
 *   builder cannot name a statement, so the mark is seen where the connection sends (`keepPlans`).
 */
import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { DB } from './types.ts';

/** What a prepared statement is composed by, and the connections it goes to. */
export interface Preparing {
  systemDb: Kysely<DB>;
  statements: pg.Pool;
}

const MARK = '/* planned once */';

/**
 * Stands in a statement that is large and always has the same text: each connection keeps its plan, where making that
 * anew takes longer than the rest. The database goes on planning by values where these turn out to matter.
 */
export const plannedOnce: RawBuilder<unknown> = sql.raw(`${MARK} `);

const isMarked = (text: string): boolean => text.includes(MARK);

/** Whether a statement is one of those that come again with other values: all the query builder makes, and no command. */
export const hasValues = (_text: string, values: unknown): boolean => Array.isArray(values) && values.length > 0;

/** Sends statements that bear the mark, or are `kept`, by a name of their own; the driver then prepares them once a connection. */
export function keepPlans(client: pg.PoolClient, kept: (text: string, values: unknown) => boolean = isMarked): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (text: unknown, values: unknown, ...rest: unknown[]): unknown =>
    typeof text === 'string' && kept(text, values)
      ? send({ name: nameOf(text), text, values }, ...rest)
      : send(text, values, ...rest);
  Object.assign(client, { query });
}

const names = new Map<string, string>();
/** More texts than any program has; they differ by role and filters only. */
const MOST_NAMES = 2_000;

/** The name under which a statement of this text is prepared, so that it is planned once a connection, not once a call. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `text_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    if (names.size >= MOST_NAMES) names.clear();
    names.set(text, name);
  }
  return name;
}

/**
 * Runs a text composed before, with its values; answers its rows. `kept: false` where so many texts differ that the
 * connections would fill with plans: it is then planned for this call.
 */
export async function runPrepared<T extends pg.QueryResultRow>(
  database: Preparing,
  text: string,
  values: readonly unknown[],
  { kept = true }: { kept?: boolean } = {},
): Promise<T[]> {
  const name = kept ? { name: nameOf(text) } : {};
  const { rows } = await database.statements.query<T>({ ...name, text, values: [...values] });
  return rows;
}

/** Runs a query as a named prepared statement; answers its rows. */
export async function prepared<T extends pg.QueryResultRow>(
  database: Preparing,
  query: { compile(db: Kysely<DB>): { sql: string; parameters: readonly unknown[] } },
): Promise<T[]> {
  const { sql: text, parameters } = query.compile(database.systemDb);
  return runPrepared<T>(database, text, parameters);
}
