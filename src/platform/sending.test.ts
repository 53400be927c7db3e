import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterRefusal, createSender, createTurns } from './sending.ts';
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

  describe('with several in hand at once', () => {
    /** Letters that are taken in their order and answered when a test says so. */
    function post(letters: string[], at_once: number) {
      const answer = new Map<string, (error?: Error) => void>();
      const sender = createSender(services, 'letters', {
        at_once,
        tidy: () => Promise.resolve(),
        isHeld: async () => false,
        keep: () => Promise.resolve(0),
        sendNext: async (_, taken) => {
          const letter = letters.shift();
          if (letter === undefined) return false;
          taken();
          await new Promise<void>((sent, failed) => answer.set(letter, (error) => (error ? failed(error) : sent())));
          return true;
        },
      });
      return { sender, answer, asked: () => [...answer.keys()].join('') };
    }

    it('one that is never answered holds up nobody else, nor what is queued later', async () => {
      const letters = ['a', 'b'];
      const { sender, answer, asked } = post(letters, 3);
      sender.start();
      await expect.poll(asked).toBe('ab');
      letters.push('c', 'd');
      sender.wake();
      // so many at once and no more; the next when one is answered
      await expect.poll(asked).toBe('abc');
      answer.get('b')?.();
      await expect.poll(asked).toBe('abcd');
      for (const one of answer.values()) one();
      await sender.stop();
      expect(await sender.flush()).toBe(4);
    });

    it('a flush waits for all, and for what is behind them; one that failed is told', async () => {
      const letters = ['a', 'b'];
      const { sender, answer, asked } = post(letters, 2);
      const all = sender.flush();
      await expect.poll(asked).toBe('ab');
      letters.push('c');
      answer.get('a')?.();
      await expect.poll(asked).toBe('abc');
      answer.get('b')?.();
      answer.get('c')?.();
      expect(await all).toBe(3);
      letters.push('d');
      const one = sender.flush();
      await expect.poll(asked).toBe('abcd');
      answer.get('d')?.(new Error('deadlock detected'));
      await expect(one).rejects.toThrow('deadlock detected');
      expect(await sender.flush()).toBe(0);
    });
  });
});

describe('turns', () => {
  it('are one at a time of a receiver, so many of an organization, and over with what was done', async () => {
    const turns = createTurns(2);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const all = [turns.take(1, 7, () => ended), turns.take(2, 7, () => ended), turns.take(3, 8, () => ended)];
    expect([turns.receivers(), turns.organizations()]).toEqual([[1, 2, 3], [7]]);
    end();
    await Promise.all(all);
    await expect(turns.take(4, 8, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect([turns.receivers(), turns.organizations()]).toEqual([[], []]);
  });
});
