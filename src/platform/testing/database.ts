import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, connect } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

/** A real, empty, migrated database for one test file of the platform; the caller closes it. */
export async function emptyDatabase(): Promise<Database & { dataDir: string; second(): Database }> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'peritus-')));
  const server = await startEmbeddedPostgres({ dataDir, durability: 'none', log: () => undefined });
  const database = connect(server.connection, { max: 12 });
  await migrate(database.pool);
  const others: Database[] = [];
  return {
    ...database,
    dataDir,
    /** Another pool on the same database, as another process would have. */
    second() {
      const other = connect(server.connection, { max: 12 });
      others.push(other);
      return other;
    },
    async close() {
      for (const other of others) await other.close();
      await database.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
