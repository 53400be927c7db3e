import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterRefusal, createSender } from './sending.ts';
import { createLogger } from './log.ts';

const NOW = new Date('2026-11-21T09:00:00Z');
const PATIENCE = { most_attempts: 5, first_ms: 10_000, longest_ms: 60_000 };

describe('a message that was not taken', () => {
  it.each([
    [1, 10_000],
    [2, 20_000],
    [3, 40_000],
    [4, 60_000],
  ])('after attempt %d waits %d ms', (attempts, wait) => {
    expect(afterRefusal({ reason: 'busy', permanent: false }, attempts, NOW, PATIENCE)).toEqual({
      attempts,
      last_error: 'busy',
      status: 'queued',
      retry_at: new Date(NOW.getTime() + wait),
      failed_at: null,
      refused: false,
    });
  });

  it('is given up at the last attempt, or at once when it is refused for good', () => {
    const over = { last_error: 'no', status: 'failed', retry_at: null, failed_at: NOW };
    expect(afterRefusal({ reason: 'no', permanent: false }, 5, NOW, PATIENCE)).toMatchObject({
      ...over,
      refused: false,
    });
    expect(afterRefusal({ reason: 'no', permanent: true }, 1, NOW, PATIENCE)).toMatchObject({ ...over, refused: true });
  });

  it('never waits less than before, nor longer than it may', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (attempts) => {
        const patience = { ...PATIENCE, most_attempts: 100 };
        const wait = (n: number) =>
          (afterRefusal({ reason: 'busy', permanent: false }, n, NOW, patience).retry_at?.getTime() ?? 0) -
          NOW.getTime();
        expect(wait(attempts + 1)).toBeGreaterThanOrEqual(wait(attempts));
        expect(wait(attempts)).toBeLessThanOrEqual(PATIENCE.longest_ms);
      }),
    );
  });
});

const services = { log: createLogger('silent'), clock: { now: () => NOW } };

describe('a sender', () => {
  it('sends until nothing is due and tells how many it tried', async () => {
    let waiting = 3;
    const sender = createSender(services, 'letters', {
      tidy: () => Promise.resolve(),
      isHeld: async () => false,
      sendNext: async () => waiting-- > 0,
      keep: () => Promise.reject(new Error('There is a way to send.')),
    });
    expect(await sender.flush()).toBe(3);
  });

  it('goes through its messages once at a time, also after a round that failed', async () => {
    const steps: string[] = [];
    const sender = createSender(services, 'letters', {
      tidy: async () => void steps.push('tidied'),
      isHeld: async () => false,
      sendNext: null,
      keep: async () => {
        steps.push('keeping');
        await Promise.resolve();
        if (steps.length === 1) throw new Error('deadlock detected');
        steps.push('kept');
        return 1;
      },
    });
    const rounds = await Promise.allSettled([sender.flush(), sender.flush(), sender.flush()]);
    expect(rounds.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(steps.join(' ')).toBe('keeping keeping kept tidied keeping kept tidied');
  });

  it('without a way to send lets what is queued stand', async () => {
    const sender = createSender(services, 'letters', {
      tidy: () => Promise.resolve(),
      isHeld: async () => false,
      sendNext: null,
      keep: async () => 2,
    });
    expect(await sender.flush()).toBe(2);
  });
});
