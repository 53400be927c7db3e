import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTOR_KINDS } from '../../core/actor.ts';
import { DAY } from '../../core/durations.ts';
import { API_SCOPE_NAMES, keepsKeys, keyState, makesKeys, MOST_DAYS, WARNED_BEFORE_MS, warnedAt } from './rules.ts';
import { ANY_KEY, OPENED, scopeOf } from './rules/opens.ts';

const NOW = new Date('2026-11-28T12:00:00Z');

describe('a key', () => {
  test('is good for as long as nothing ended it, and what somebody did comes before what time did', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true }),
        fc.option(fc.date({ noInvalidDate: true })),
        fc.boolean(),
        (expires_at, revoked_at, maker_may) => {
          const state = keyState({ expires_at, revoked_at, maker_may }, NOW);
          expect(state === 'good').toBe(revoked_at === null && expires_at > NOW && maker_may);
          expect(state === 'revoked').toBe(revoked_at !== null);
        },
      ),
    );
  });

  test('that lives longer than two weeks is told of two weeks before its end, within its life', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MOST_DAYS }), (days) => {
        const expires_at = new Date(NOW.getTime() + days * DAY);
        const at = warnedAt({ created_at: NOW, expires_at });
        expect(at === null).toBe(days <= 14);
        if (at) expect(expires_at.getTime() - at.getTime()).toBe(WARNED_BEFORE_MS);
      }),
    );
  });

  test('is made by admins of organizations alone, and seen by Peritus’ admins, too', () => {
    expect(ACTOR_KINDS.filter(makesKeys)).toEqual(['org_admin', 'customer_admin']);
    expect(ACTOR_KINDS.filter(keepsKeys)).toEqual(['org_admin', 'customer_admin', 'admin', 'super_admin']);
  });
});

test('every scope opens something, and no operation is opened by two', () => {
  const opened = OPENED.filter((id) => id !== ANY_KEY);
  expect(new Set(opened).size).toBe(opened.length);
  expect(new Set(opened.map(scopeOf))).toEqual(new Set(API_SCOPE_NAMES));
  for (const id of ['reports.sign', 'accounts.login', 'api_keys.make', 'webhooks.add', 'payouts.release', 'toString'])
    expect(scopeOf(id)).toBeNull();
});
