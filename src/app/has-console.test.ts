import { expect, it } from 'vitest';
import { ACTOR_KINDS } from '../core/actor.ts';
import { CONSOLE_PLACES } from './console.ts';
import { hasConsole } from './has-console.ts';

it.each([...ACTOR_KINDS])('%s has the console where a place of it admits them', (kind) => {
  expect(hasConsole(kind)).toBe(CONSOLE_PLACES.some(({ admits }) => admits(kind)));
});
