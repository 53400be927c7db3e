import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProblemCode } from '../../../core/errors.ts';
import { ApiError } from '../../../ui/api/client.ts';
import type { MessageView, NewMessage } from '../contract.ts';
import { Outbox, type Unsent } from './outbox.ts';

/** A server that keeps messages by client_id, and a network that loses requests or answers as told. */
function world(fate: (n: number) => 'ok' | 'lost' | 'answer lost' | 'refused' | 'too many') {
  const stored: NewMessage[] = [];
  const acknowledged: string[] = [];
  const kept = new Map<string, string>();
  let tries = 0;
  const outbox = () =>
    new Outbox({
      key: 'k',
      now: () => '2026-11-18T15:00:00Z',
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      onStored: (message) => void acknowledged.push(message.client_id),
      deliver: async (message) => {
        const what = fate((tries += 1));
        if (what === 'lost') throw new ApiError(0, null);
        if (what === 'too many')
          throw new ApiError(429, {
            type: '',
            title: '',
            status: 429,
            detail: 'That is more than 60 messages in a minute.',
            code: 'throttled' satisfies ProblemCode,
            errors: [],
            request_id: 'r',
          });
        if (what === 'refused')
          throw new ApiError(409, {
            type: '',
            title: '',
            status: 409,
            detail: 'This review has ended.',
            code: 'wrong_state' satisfies ProblemCode,
            errors: [],
            request_id: 'r',
          });
        if (!stored.some((m) => m.client_id === message.client_id)) stored.push(message);
        if (what === 'answer lost') throw new ApiError(0, null);
        return { client_id: message.client_id } as MessageView;
      },
    });
  return { outbox, stored, acknowledged, kept };
}
const message = (n: number): NewMessage => ({ client_id: `client-${n}`, body: `Message ${n}` });

test('nothing is lost, doubled or out of order, whatever the network does', async () => {
  const fates = fc.array(fc.constantFrom('ok' as const, 'lost' as const, 'answer lost' as const), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fates, fc.integer({ min: 1, max: 8 }), async (list, n) => {
      const w = world((i) => list[i - 1] ?? 'ok');
      const box = w.outbox();
      for (let i = 0; i < n; i++) box.add(message(i));
      for (let i = 0; i <= list.length + 1; i++) {
        await new Promise((resolve) => setImmediate(resolve));
        await box.run();
      }
      const ids = Array.from({ length: n }, (_, i) => `client-${i}`);
      expect(w.stored.map((m) => m.client_id)).toEqual(ids);
      expect(w.acknowledged).toEqual(ids);
      expect(box.items()).toEqual([]);
      expect(w.kept.size).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('what was not acknowledged when the tab was killed is sent by the next one, once', async () => {
  const w = world((n) => (n === 1 ? 'answer lost' : 'ok'));
  const first = w.outbox();
  first.add(message(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(first.items().map((i: Unsent) => i.state)).toEqual(['waiting']);
  const second = w.outbox();
  expect(second.items().map((i: Unsent) => i.state)).toEqual(['waiting']);
  await second.run();
  expect(w.stored).toHaveLength(1);
  expect(second.items()).toEqual([]);
});

test('one of too many at once waits, says so, and is sent later', async () => {
  const w = world((n) => (n === 1 ? 'too many' : 'ok'));
  const box = w.outbox();
  box.add(message(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(box.items()).toMatchObject([{ state: 'waiting', reason: 'That is more than 60 messages in a minute.' }]);
  await box.run();
  expect(w.acknowledged).toEqual(['client-1']);
});

test('a refused one says why, holds up no other, and goes when told', async () => {
  const w = world((n) => (n === 1 ? 'refused' : 'ok'));
  const box = w.outbox();
  box.add(message(1));
  box.add(message(2));
  await new Promise((resolve) => setImmediate(resolve));
  await box.run();
  expect(box.items()).toMatchObject([{ state: 'failed', reason: 'This review has ended.' }]);
  expect(w.acknowledged).toEqual(['client-2']);
  box.retry('client-1');
  await new Promise((resolve) => setImmediate(resolve));
  await box.run();
  expect(w.acknowledged).toEqual(['client-2', 'client-1']);
});
