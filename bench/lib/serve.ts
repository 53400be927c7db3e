/** The real application in a process of its own with the settings of a real installation, steered over the process channel. */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildApp } from '../../src/app/server.ts';
import { connect } from '../../src/platform/db/database.ts';
import { readEnv } from '../../src/platform/env.ts';
import { createLogger } from '../../src/platform/log.ts';
import { RunningClock } from '../../tests/harness/clock.ts';
import { plainStorage } from './plain-storage.ts';
import type { ServeOptions, ServeRequest } from './channel.ts';

const began = performance.timeOrigin;
const options = JSON.parse(process.argv[2] ?? '{}') as ServeOptions;
const clock = new RunningClock(options.start);
const env = readEnv({
  DATA_DIR: options.data_dir,
  PORT: String(options.port),
  PUBLIC_URL: `http://127.0.0.1:${options.port}`,
  LOG_LEVEL: 'info',
  SESSION_IDLE_MINUTES: '10000000',
  SESSION_HOURS: '1000000',
  // clocks that are set by hand leap weeks at a word; what tests a hold switches it on
  HOLD_AFTER_STEP_HOURS: '0',
  HOLD_ABOVE_DUE: '0',
  MAX_MESSAGES_A_MINUTE: '1000000',
  WEBHOOK_ALLOW_LOOPBACK: 'on',
});
const database = connect(options.connection, { max: env.DATABASE_POOL });
const app = await buildApp({
  env,
  clock,
  database,
  log: createLogger(env.LOG_LEVEL),
  ...(options.plain_files && { storage: plainStorage(env.data_dir) }),
});
await app.ready();
await app.http.listen({ port: options.port, host: '127.0.0.1' });
/** How long the process was held up at a time: the longest wait beyond the pause between two looks, ms. */
const LOOKS_EACH = 2;
const loop = monitorEventLoopDelay({ resolution: LOOKS_EACH });
loop.enable();
let profiling: Session | undefined;

process.on('message', (message: ServeRequest) => {
  void answer(message).then(
    (value) => process.send?.({ id: message.id, value }),
    (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ id: 0, value: performance.timeOrigin + performance.now() - began });

async function answer(message: ServeRequest): Promise<unknown> {
  switch (message.do) {
    case 'settle':
      return app.settle();
    case 'memory':
      return process.memoryUsage().rss;
    case 'collect':
      globalThis.gc?.();
      return process.memoryUsage().rss;
    case 'held': {
      const longest = Math.max(0, loop.max / 1e6 - LOOKS_EACH);
      loop.reset();
      return longest;
    }
    case 'profile': {
      if (!profiling) {
        profiling = new Session();
        profiling.connect();
        await profiling.post('Profiler.enable');
        await profiling.post('Profiler.start');
        return;
      }
      const { profile } = await profiling.post('Profiler.stop');
      profiling.disconnect();
      profiling = undefined;
      writeFileSync(message.to ?? 'bench.cpuprofile', JSON.stringify(profile));
      return;
    }
    case 'stop':
      await app.close();
      await database.close();
      setImmediate(() => process.exit(0));
  }
}
