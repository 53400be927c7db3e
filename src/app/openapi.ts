import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../core/time.ts';
import { readEnv } from '../platform/env.ts';
import { createLogger } from '../platform/log.ts';
import { openDatabase } from './open-database.ts';
import { buildApp } from './server.ts';

/** Prints the API's OpenAPI 3.1 document, from the routes as they are really mounted, on a throw-away database. */
export async function printOpenApi(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-openapi-'));
  const env = readEnv({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' });
  const log = createLogger('silent');
  const { database, close } = await openDatabase(env, log);
  const app = await buildApp({ env, clock: systemClock, database, log });
  try {
    await app.http.ready();
    process.stdout.write(`${JSON.stringify(app.http.swagger(), null, 2)}\n`);
  } finally {
    await app.close();
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
