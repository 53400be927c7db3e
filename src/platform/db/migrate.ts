import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Refusal } from '../refusal.ts';
import { renameFolded } from './before-fold.ts';
import { LOCKS } from './locks.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');

export class NewerDatabaseError extends Refusal {
  constructor(version: string) {
    super(
      'stored',
      `The database was last used by a newer version of Peritus (it has migration ${version}, this version does not). ` +
        'Start the newer version, or restore a backup made before it.',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** Migrations that a database has are not those that are shipped under their names. */
export class EditedMigrationError extends Refusal {
  constructor(names: readonly string[]) {
    const [files, were] = names.length === 1 ? ['file', 'was'] : ['files', 'were'];
    super(
      'stored',
      `The ${files} ${names.map((name) => `migrations/${name}`).join(', ')} ${were} changed after this database was brought ` +
        'forward with it, so that what it holds is not what this version expects. ' +
        `Bring the ${files} back as released (git checkout -- migrations, or install this version anew). ` +
        'What should change in the database goes into a new migration. Nothing was changed in the database.',
    );
    this.name = 'EditedMigrationError';
  }
}

/** What tells a migration's text from another; not by how its lines end, which git may have changed. */
const checksum = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/** Names of the migrations this version ships, in order. */
export function shippedMigrations(folder = FOLDER): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
}

/**
 * Brings the database forward, each migration in its own transaction, under an advisory lock so that several processes
 * may start at once. Answers the names applied.
 * @throws NewerDatabaseError when the database knows more than we do.
 * @throws EditedMigrationError when a file is not the one that was applied under its name.
 */
export async function migrate(pool: pg.Pool, folder = FOLDER): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    // a large table takes its time, and so does another process that migrates
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrations]);
    await prepareTable(client);
    const shipped = new Map(
      shippedMigrations(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
    );
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    const known = await renameFolded(client, new Set(rows.map((r) => r.name)));
    for (const name of known) if (!shipped.has(name)) throw new NewerDatabaseError(name);
    await compare(client, shipped);
    const missing = [...shipped].filter(([name]) => !known.has(name));
    for (const [i, [name, text]] of missing.entries()) {
      // the last one waits for the disk, and with it all before it: they are written in order
      await client.query(i === missing.length - 1 ? 'begin' : 'begin; set local synchronous_commit = off');
      try {
        await client.query(text);
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum(text)]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      applied.push(name);
    }
    return applied;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations]).catch(() => undefined);
    // its limits are not the others'
    client.release(true);
  }
}

/** Databases from before checksums were kept get the column; asked first, for adding it waits for whoever reads. */
async function prepareTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations
      (name text primary key, applied_at timestamptz not null default now(), checksum text)`,
  );
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'checksum' and not attisdropped`,
  );
  if (rows.length === 0) await client.query('alter table schema_migrations add column checksum text');
}

/** What was applied before checksums were kept counts as it is now; everything else is compared. */
async function compare(client: pg.ClientBase, shipped: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from schema_migrations order by name',
  );
  const present = rows.map(({ name, checksum: kept }) => ({ name, kept, now: checksum(shipped.get(name) ?? '') }));
  const edited = present.filter(({ kept, now }) => kept !== null && kept !== now);
  if (edited.length > 0) throw new EditedMigrationError(edited.map(({ name }) => name));
  const taken = present.filter(({ kept }) => kept === null);
  if (taken.length > 0)
    await client.query(
      'update schema_migrations m set checksum = t.now from unnest($1::text[], $2::text[]) t (name, now) where m.name = t.name',
      [taken.map(({ name }) => name), taken.map(({ now }) => now)],
    );
}
