import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';

export interface ClusterConnection {
  host: string;
  port: number;
  user: string;
  password?: string;
}

const TEMPLATE = 'peritus_template';

/** Starts a throw-away PostgreSQL in `folder` with a migrated template database. Not durable: tests only. */
export async function startTestCluster(
  folder: string,
): Promise<{ connection: ClusterConnection; stop(): Promise<void> }> {
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    database: TEMPLATE,
    durability: 'none',
    log: () => undefined,
    // what the planner knows of the rows changes when a test says so, not when a minute of it has passed
    settings: { max_connections: '200', autovacuum: 'off' },
  });
  const pool = new pg.Pool({ ...server.connection });
  await migrate(pool);
  await pool.end();
  const { host, port, user, password } = server.adminConnection;
  return {
    connection: { host, port, user, ...(password === undefined ? {} : { password }) },
    stop: () => server.stop(),
  };
}

let counter = 0;

export interface TestDatabase {
  connection: ClusterConnection & { database: string };
  drop(): Promise<void>;
}

/** A fresh copy of the template database, and how to drop it again. Copied as files: nothing here has to last. */
export const cloneDatabase = (cluster: ClusterConnection): Promise<TestDatabase> => create(cluster, TEMPLATE);

/** A database without anything in it. */
export const emptyDatabase = (cluster: ClusterConnection): Promise<TestDatabase> => create(cluster, 'template0');

async function create(cluster: ClusterConnection, template: string): Promise<TestDatabase> {
  counter += 1;
  const database = `test_${process.pid}_${counter}_${Math.random().toString(36).slice(2, 8)}`;
  await admin(cluster, `create database ${database} template ${template} strategy file_copy`);
  return {
    connection: { ...cluster, database },
    drop: () => admin(cluster, `drop database if exists ${database} with (force)`),
  };
}

async function admin(cluster: ClusterConnection, statement: string): Promise<void> {
  // two clones at once collide on the template, and the loser is told to try again
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ ...cluster, database: 'postgres' });
    await client.connect();
    try {
      await client.query("select pg_advisory_lock(hashtext('clone'))");
      await client.query(statement);
      return;
    } catch (error) {
      if (attempt >= 5 || !(error instanceof Error && 'code' in error && error.code === '55006')) throw error;
    } finally {
      await client.end();
    }
  }
}
