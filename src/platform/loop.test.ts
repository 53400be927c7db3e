import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './log.ts';
import { createLoop } from './loop.ts';

const lines: string[] = [];
const log = createLogger('info', { write: (line) => void lines.push(line) });

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
});
afterEach(() => vi.useRealTimers());

test('a round begins at once, then after each pause, never two at a time', async () => {
  let running = 0;
  let most = 0;
  let rounds = 0;
  const loop = createLoop(log, 'test', 1_000, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 300));
    running -= 1;
    rounds += 1;
  });
  loop.start();
  loop.start();
  await vi.advanceTimersByTimeAsync(300 + 1_000 + 300 + 1_000);
  expect([rounds, most]).toEqual([2, 1]);
  const stopping = loop.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  await stopping;
  expect(rounds).toBe(3);
});

test('woken while it runs, it runs once more at once; woken while stopped, it does nothing', async () => {
  let rounds = 0;
  const loop = createLoop(log, 'test', 60_000, async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    rounds += 1;
  });
  loop.wake();
  expect(vi.getTimerCount()).toBe(0);
  loop.start();
  await vi.advanceTimersByTimeAsync(200); // start itself, and the wake before it
  rounds = 0;
  loop.wake();
  await vi.advanceTimersByTimeAsync(50);
  loop.wake();
  loop.wake();
  await vi.advanceTimersByTimeAsync(500);
  expect(rounds).toBe(2);
  await loop.stop();
});

test('a round that fails is logged, goes on, and says when it works again', async () => {
  let left = 40;
  const loop = createLoop(log, 'test', 1_000, async () => {
    left -= 1;
    if (left >= 0) throw new Error('The database is away.');
  });
  loop.start();
  await vi.advanceTimersByTimeAsync(45_000);
  await loop.stop();
  expect(lines.filter((line) => line.includes('a round failed'))).toHaveLength(2);
  expect(lines.at(-1)).toMatch(/"failures":40.*works again/);
});
