import { expect, it } from 'vitest';
import { consentOver, needsConsent, riseLeft } from './price-changes.ts';

it('a price rises by the smaller of a tenth and $250 before its requester is asked', () => {
  const known = { total_cents: 100_000, agreed_cents: 100_000 };
  expect([consentOver(100_000), consentOver(400_000)]).toEqual([10_000, 25_000]);
  expect([110_000, 110_001, 90_000].map((cents) => needsConsent(known, cents))).toEqual([false, true, false]);
});

it('small rises add up: no number of them comes to more than one of them may', () => {
  let total_cents = 100_000;
  for (let step = 0; step < 20; step += 1) {
    const next = total_cents + 3_000;
    if (!needsConsent({ total_cents, agreed_cents: 100_000 }, next)) total_cents = next;
  }
  expect(total_cents).toBe(109_000);
  expect(riseLeft({ total_cents, agreed_cents: 100_000 })).toBe(1_000);
});

it('what was fixed above that before is asked about as it rises, not as it stands', () => {
  const known = { total_cents: 150_000, agreed_cents: 100_000 };
  expect(riseLeft(known)).toBe(0);
  expect([150_000, 149_000, 150_001].map((cents) => needsConsent(known, cents))).toEqual([false, false, true]);
});
