import { expect, it } from 'vitest';
import { ServerClock } from './server-clock.ts';

it('follows the server when the browser clock is wrong, and keeps the most exact sample', () => {
  let local = 1_000_000;
  const clock = new ServerClock(() => local);
  clock.observe(1_600_100, 1_000_000, 1_000_200);
  expect(clock.now()).toBe(1_600_000);
  clock.observe(1_604_000, 1_000_000, 1_004_000);
  expect(clock.offset).toBe(600_000);
  local += 5000;
  expect(clock.now()).toBe(1_605_000);
});

it('takes a worse sample once the old one is stale, and ignores what it cannot read', () => {
  const clock = new ServerClock(() => 0);
  clock.observe(60_000, 0, 0);
  clock.observe('not a date', 0, 0);
  clock.observe(null, 0, 0);
  expect(clock.offset).toBe(60_000);
  clock.observe(2_000_000, 1_000_000, 1_002_000);
  expect(clock.offset).toBe(999_000);
});

it('follows at once when the server clock was set', () => {
  const clock = new ServerClock(() => 0);
  clock.observe(60_000, 0, 0);
  clock.observe(500_000, 0, 2000);
  expect(clock.offset).toBe(499_000);
});

it('calls whole-second noise no difference', () => {
  const clock = new ServerClock(() => 0);
  clock.observe(900, 0, 0);
  expect(clock.offset).toBe(0);
});
