import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { faultLog } from './db/away.ts';
import { startEventQueues } from './event-queues.ts';
import { createLogger } from './log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a database that is away for five minutes takes few lines, not one for each look', async () => {
  const lines: { msg: string }[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
  let looks = 0;
  const queues = startEventQueues({
    boss: new PgBoss('postgres://localhost/none'),
    failed: faultLog(log, 'job queue'),
    handlers: new Map(),
    waiting: () => {
      looks += 1;
      return Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }));
    },
    mend: () => Promise.resolve(),
    run: () => Promise.resolve(),
    gaveUp: () => Promise.resolve(),
  });
  await vi.advanceTimersByTimeAsync(300_000);
  await queues.stop();
  expect(looks).toBeGreaterThan(100);
  expect(lines.length).toBeLessThanOrEqual(11);
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['the database cannot be reached']));
});
