import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTOR_KINDS } from '../../core/actor.ts';
import { isOpenDemo, MESSAGE_STATES, type RevealFacts, revealing, whyNotResent, whyOf } from './rules.ts';

const facts = fc.record({
  reader: fc.constantFrom(...ACTOR_KINDS),
  demo: fc.boolean(),
  provider: fc.boolean(),
  second_factor: fc.boolean(),
  another_super_admin: fc.boolean(),
});

test('what a message opens is shown at once in a demo alone, else to super admins with a second factor where nothing sends', () => {
  fc.assert(
    fc.property(facts, (one: RevealFacts) => {
      const how = revealing(one);
      if (one.another_super_admin) expect(how).toMatchObject({ refused: 'forbidden' });
      else if (one.demo) expect(how).toBe('shown');
      else if (how === 'shown') throw new Error('shown outside a demo');
      else expect(how === 'asked').toBe(one.reader === 'super_admin' && !one.provider && one.second_factor);
    }),
  );
});

test.each([
  [true, false, false, true],
  [false, false, false, false],
  [true, true, false, false],
  [true, false, true, false],
  [false, true, true, false],
])('a world made as a demo %s, switched off %s, sending %s is open: %s', (made, switched_off, sends, open) => {
  expect(isOpenDemo({ made, switched_off, sends })).toBe(open);
});

test.each([
  ['sent', null, null, null],
  ['kept', null, null, /stays in the outbox/],
  ['waiting', null, 'ESOCKET', /could not be reached .* tried again/],
  ['failed', null, 'EENVELOPE 550', /refused it \(EENVELOPE 550\)/],
  ['failed', null, 'too late', /used or over/],
  ['failed', null, '400 21211', /not taken \(400 21211\)/],
  ['suppressed', 'organization', null, /organization turned off/],
  ['suppressed', 'alerts_off', null, /operational alert/],
] as const)('%s by %s after %s', (state, suppressed_by, last_error, said) => {
  const why = whyOf({ state, suppressed_by, last_error, attempts: 1, handled_at: null });
  if (said === null) expect(why).toBeNull();
  else expect(why).toMatch(said);
});

test('only what was sent, kept or failed goes again, and what it opens only where it can be made anew', () => {
  for (const state of MESSAGE_STATES)
    for (const [opens, renewable] of [
      [false, false],
      [true, false],
      [true, true],
    ] as const) {
      const refused = whyNotResent({ state, opens, renewable, emptied: false });
      const still = state !== 'waiting' && state !== 'suppressed';
      expect(refused === null).toBe(still && (!opens || renewable));
    }
  expect(whyNotResent({ state: 'sent', opens: false, renewable: false, emptied: true })).toContain('no longer kept');
});
