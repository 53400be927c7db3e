import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canOpen,
  DELIVERY_STATES,
  type DeliveryFacts,
  deliveryState,
  isOpenDelivery,
  linkEnds,
  PASSCODE_TRIES,
  passcodeFrom,
  spokenPasscode,
  typedPasscode,
} from './deliveries.ts';

const now = new Date('2026-12-01T12:00:00Z');
const facts = fc.record<DeliveryFacts>({
  manner: fc.constantFrom('email', 'post'),
  posted: fc.boolean(),
  expires_at: fc.option(fc.date({ noInvalidDate: true, min: new Date('2026-11-01'), max: new Date('2027-01-01') })),
  wrong_tries: fc.integer({ min: 0, max: 8 }),
  opened: fc.boolean(),
  bounced: fc.boolean(),
});

describe('how a delivery stands', () => {
  it('is one of its states; what opens is neither posted, nor locked, nor over', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const state = deliveryState(given, now);
        expect(DELIVERY_STATES).toContain(state);
        if (given.manner === 'post') expect(['to_post', 'posted']).toContain(state);
        const opens = canOpen(given, now);
        if (opens) expect(['sent', 'failed', 'opened']).toContain(state);
        if (state === 'locked' || state === 'expired' || given.manner === 'post') expect(opens).toBe(false);
        // whatever waits for somebody was read by nobody, unless it was locked afterwards
        if (isOpenDelivery(state) && given.manner === 'email' && given.opened) expect(state).toBe('locked');
      }),
    );
  });

  it('is locked by the fifth wrong passcode, and ends after thirty days', () => {
    const sent: DeliveryFacts = {
      manner: 'email',
      posted: false,
      expires_at: linkEnds(now),
      wrong_tries: PASSCODE_TRIES - 1,
      opened: false,
      bounced: false,
    };
    expect(deliveryState(sent, now)).toBe('sent');
    expect(deliveryState({ ...sent, wrong_tries: PASSCODE_TRIES }, now)).toBe('locked');
    expect(canOpen(sent, new Date('2026-12-31T11:59:59Z'))).toBe(true);
    expect(canOpen(sent, new Date('2026-12-31T12:00:00Z'))).toBe(false);
  });
});

describe('a passcode', () => {
  it('is read out and typed as it is heard', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 32 }), (bytes) => {
        const code = passcodeFrom(bytes);
        expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
        expect(typedPasscode(` ${spokenPasscode(code).toLowerCase()}-`)).toBe(code);
      }),
    );
  });
});
