import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { renameFolded } from './before-fold.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');
const LOCK = 7_305_571; // any constant all versions agree on

export class NewerDatabaseError extends Error {
  constructor(version: string) {
    super(
      `The database was last used by a newer version of Peritus (it has migration ${version}, this version does not). ` +
        'Start the newer version, or restore a backup made before it.',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** Names of the migrations this version ships, in order. */
export function shippedMigrations(folder = FOLDER): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
}

/**
 * Brings the database forward, each migration in its own transaction, under an advisory lock so that several processes
 * may start at once. Answers the names applied. Throws NewerDatabaseError when the database knows more than we do.
 */
export async function migrate(pool: pg.Pool, folder = FOLDER): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const shipped = shippedMigrations(folder);
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    const known = await renameFolded(client, new Set(rows.map((r) => r.name)));
    for (const name of known) if (!shipped.includes(name)) throw new NewerDatabaseError(name);
    for (const name of shipped) {
      if (known.has(name)) continue;
      await client.query('begin');
      try {
        await client.query(readFileSync(join(folder, name), 'utf8'));
        await client.query('insert into schema_migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      applied.push(name);
    }
    return applied;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}
