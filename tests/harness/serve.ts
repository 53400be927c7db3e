/**
 * The real application in a process of its own, for browser and fault tests: on a given database, listening on
 * loopback, its clock and workers steered over the process channel.
 */
import { flushCompileCache } from 'node:module';
import { SHIPPED_KINDS } from '../../src/app/kinds.ts';
import { buildApp } from '../../src/app/server.ts';
import { UNDOING } from '../../src/app/undoing.ts';
import { watchWork } from '../../src/platform/alert-watch.ts';
import { connect } from '../../src/platform/db/database.ts';
import { readEnv } from '../../src/platform/env.ts';
import { createLogger } from '../../src/platform/log.ts';
import { RunningClock } from './clock.ts';
import { nameStatements } from './named-statements.ts';
import { SCREENING } from './screening.ts';

export interface ServeOptions {
  connection: { host: string; port: number; user: string; password?: string; database: string };
  data_dir: string;
  port: number;
  start: string;
  env?: Record<string, string>;
  /** Connections of the application to its database, at most; 12 where left out. */
  connections?: number;
  /** Whether statements are planned once a connection, as in `testApp`, and not each time, as in the product. */
  named_statements?: boolean;
  /** The folder of the pages that know a fifth kind: the application has it, too. */
  fifth_kind_pages?: string;
}
export type ServeRequest =
  | { id: number; do: 'advance'; ms: number }
  | { id: number; do: 'settle' }
  | { id: number; do: 'watch' }
  | { id: number; do: 'stop' };

/** The same in every document of a run; that the product's is new each time is shown in `pages.test.ts`. */
const NONCE = 'cnVuLW9mLXRlc3RzLW9ubHk=';

const options = JSON.parse(process.argv[2] ?? '{}') as ServeOptions;
const clock = new RunningClock(options.start);
const env = readEnv({
  DATA_DIR: options.data_dir,
  PORT: String(options.port),
  PUBLIC_URL: `http://127.0.0.1:${options.port}`,
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  SESSION_IDLE_MINUTES: '10000000',
  SESSION_HOURS: '1000000',
  // clocks that are set by hand leap weeks at a word; what tests a hold switches it on
  HOLD_AFTER_STEP_HOURS: '0',
  HOLD_ABOVE_DUE: '0',
  STAFF_SECOND_FACTOR: 'off',
  ...options.env,
});
const database = connect(options.connection, { max: options.connections ?? 12 });
if (options.named_statements) nameStatements(database.pool);
const pages = options.fifth_kind_pages;
const app = await buildApp({
  ...(pages === undefined ? {} : { pages, kinds: { ...SHIPPED_KINDS, Screening: SCREENING } }),
  env,
  clock,
  database,
  log: createLogger(env.LOG_LEVEL),
  // Chromium takes what it compiled of a script again only for documents whose nonce is the same: docs/decisions/0142
  nonce: () => NONCE,
});
await app.ready();
await app.http.listen({ port: options.port, host: '127.0.0.1' });
// now, for one that is killed keeps nothing at its end
flushCompileCache();

process.on('message', (message: ServeRequest) => {
  void answer(message).then(
    () => process.send?.({ id: message.id, now: clock.now().toISOString() }),
    (error: unknown) => process.send?.({ id: message.id, error: error instanceof Error ? error.message : 'failed' }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ id: 0, now: clock.now().toISOString() });

async function answer(message: ServeRequest): Promise<void> {
  switch (message.do) {
    case 'advance':
      clock.advance({ ms: message.ms });
      await app.settle();
      return;
    case 'settle':
      await app.settle();
      return;
    case 'watch':
      await watchWork(app.services, UNDOING);
      await app.settle();
      return;
    case 'stop':
      await app.close();
      await database.close();
      setImmediate(() => process.exit(0));
  }
}
