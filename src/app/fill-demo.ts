/**
 * Fills the demo world up beside the running product, as a process of its own (`demo-process.ts`) that gives way to
 * everything else on the machine. It ends with that one, and is begun again with it.
 */
import { setPriority } from 'node:os';
import { fillDemo } from '../../demo/rest/fill.ts';
import { shiftedClock } from '../core/time.ts';
import { connect } from '../platform/db/database.ts';
import { readEnv } from '../platform/env.ts';
import { createLogger } from '../platform/log.ts';
import type { DemoOrder, DemoReport } from './demo-process.ts';
import { connectionEnded } from './open-database.ts';
import { openRestTools } from './rest-tools.ts';

process.once('disconnect', () => process.exit(1));
process.once('message', (order: DemoOrder) => {
  void fill(order).then((report) => process.send?.(report, () => process.exit(report.failed === undefined ? 0 : 1)));
});

async function fill({ connection }: DemoOrder): Promise<DemoReport> {
  setPriority(19);
  const env = readEnv();
  const log = createLogger(env.LOG_LEVEL);
  const clock = shiftedClock(env.CLOCK_OFFSET_MS);
  const database = connect(connection, { max: 2, onError: connectionEnded(log) });
  try {
    const tools = await openRestTools({ env, database, clock });
    try {
      // what is lived behind the first page is told as little as what was lived for it
      await fillDemo({
        env,
        log: createLogger('warn'),
        database,
        connection,
        tools,
        now: clock.now(),
        say: (line) => log.info(line),
      });
    } finally {
      await tools.close();
    }
    return {};
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    await database.close();
  }
}
