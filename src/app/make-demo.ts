/**
 * Fills an empty database with the demo world, as a process of its own (`demo-process.ts`), told what by its parent. It
 * ends with that one.
 */
import { createLogger } from '../platform/log.ts';
import { connect } from '../platform/db/database.ts';
import { readEnv } from '../platform/env.ts';
import { seedDemo } from '../../demo/seed.ts';
import type { DemoOrder, DemoReport } from './demo-process.ts';
import { connectionEnded } from './open-database.ts';

process.once('disconnect', () => process.exit(1));
process.once('message', (order: DemoOrder) => {
  void make(order).then((report) => process.send?.(report, () => process.exit(report.failed === undefined ? 0 : 1)));
});

async function make({ connection, now }: DemoOrder): Promise<DemoReport> {
  const env = readEnv();
  const log = createLogger('warn');
  const database = connect(connection, { max: env.DATABASE_POOL, onError: connectionEnded(log), filling: true });
  try {
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    await seedDemo({ env, database, log, now: new Date(now), say });
    return {};
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    await database.close();
  }
}
