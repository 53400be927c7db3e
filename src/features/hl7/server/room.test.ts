import { expect, test } from 'vitest';
import { Refusal } from '../../../core/errors.ts';
import { ARRIVING_BYTES } from '../rules/arriving.ts';
import { createRoom } from './room.ts';

/** Takes room, or says that there is none. */
const asked = (room: ReturnType<typeof createRoom>, connection: number, bytes: number | null) => {
  try {
    return room.take(connection, bytes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code}, again in ${error.retryAfterSeconds}`;
  }
};
const NONE = 'unavailable, again in 5';
const leave = (taken: string | (() => void)) => (typeof taken === 'string' ? expect.fail(taken) : taken());

test('two messages of the largest are read for a connection and three in all; who leaves twice makes room once', () => {
  const room = createRoom();
  const first = asked(room, 1, ARRIVING_BYTES);
  // one that does not say how long it is counts as the largest
  const second = asked(room, 1, null);
  expect([asked(room, 1, 1), asked(room, 1, 0)]).toEqual([NONE, NONE]);
  const other = asked(room, 2, ARRIVING_BYTES * 5);
  expect([asked(room, 2, 1), asked(room, 3, 1)]).toEqual([NONE, NONE]);
  leave(first);
  leave(first);
  const third = asked(room, 1, ARRIVING_BYTES);
  expect([asked(room, 1, 1), asked(room, 3, 1)]).toEqual([NONE, NONE]);
  for (const one of [second, other, third]) leave(one);
  // nothing is left of them
  for (const connection of [1, 2, 3]) expect(asked(room, connection, ARRIVING_BYTES)).toBeTypeOf('function');
});

test('many small messages are bounded too', () => {
  const room = createRoom();
  const taken = Array.from({ length: 200 }, () => asked(room, 1, 200));
  expect(taken.filter((one) => one !== NONE)).toHaveLength(80);
  expect(asked(room, 2, 200)).toBeTypeOf('function');
});
