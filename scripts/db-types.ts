/**
 * Writes src/platform/db/types.ts from the migrations, on a throw-away embedded database: the rows as kysely-codegen
 * reads them, with review kinds, states, closed lists (from their CHECK) and the shapes of jsonb columns by name.
 * `--check` only compares and fails when the file is stale.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/platform/db/database.ts';
import { closedLists, narrowRows } from './narrow-rows.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';

const FILE = join(import.meta.dirname, '../src/platform/db/types.ts');
const check = process.argv.includes('--check');
const folder = mkdtempSync(join(tmpdir(), 'peritus-types-'));
const server = await startEmbeddedPostgres({ dataDir: folder, durability: 'none', log: () => undefined });
let failed = false;
try {
  const own = connect(server.connection);
  await migrate(own.pool);
  const lists = await closedLists(own.systemDb);
  await own.close();
  const { user, password, host, port, database } = server.connection;
  const url = `postgres://${user}${password ? `:${password}` : ''}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const out = join(folder, 'types.ts');
  const run = spawnSync(
    join(import.meta.dirname, '../node_modules/.bin/kysely-codegen'),
    [
      '--dialect=postgres',
      `--url=${url}`,
      `--out-file=${out}`,
      '--numeric-parser=number',
      '--date-parser=string',
      '--type-mapping={"int8":"number"}',
      '--exclude-pattern=(schema_migrations|pgboss.*)',
      '--no-domains',
    ],
    { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  );
  if (run.status !== 0) throw new Error(`kysely-codegen failed:\n${run.stdout}\n${run.stderr}`);
  const written = narrowRows(readFileSync(out, 'utf8'), lists);
  if (!check) writeFileSync(FILE, written);
  if (readFileSync(FILE, 'utf8') !== written) {
    console.error('src/platform/db/types.ts is stale: run `npm run db:types`.');
    failed = true;
  } else {
    console.log(check ? 'Row types agree with the migrations.' : 'Wrote src/platform/db/types.ts.');
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
