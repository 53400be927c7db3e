import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DISPUTE_STATES,
  disputeState,
  laterDispute,
  payingOutcome,
  PROCESSING_MOST_MS,
  returnedOf,
  returnsToRecord,
} from './cards.ts';

const cents = fc.integer({ min: 0, max: 1_000_000 });
const facts = fc.record({
  paid_cents: fc.integer({ min: 1, max: 1_000_000 }),
  refunded_cents: cents,
  own_refunds_cents: cents,
  disputes: fc.array(fc.record({ state: fc.constantFrom(...DISPUTE_STATES), cents }), { maxLength: 3 }),
});

it.each([
  ['a page nobody knows', null, 0, 'over'],
  ['one that ended', { status: 'expired', payment_status: 'unpaid', intent_status: null }, 0, 'over'],
  ['one whose bank thinks', { status: 'complete', payment_status: 'unpaid', intent_status: 'processing' }, 0, 'waits'],
  ['the same, too long', { status: 'complete', payment_status: 'unpaid', intent_status: 'processing' }, 1, 'over'],
  ['one whose bank refused', { status: 'complete', payment_status: 'unpaid', intent_status: 'canceled' }, 0, 'over'],
  ['one that was paid', { status: 'complete', payment_status: 'paid', intent_status: 'succeeded' }, 1, 'paid'],
] as const)('a payment in hand, of %s', (_of, page, tooLong, outcome) => {
  expect(payingOutcome(page, tooLong * PROCESSING_MOST_MS)).toBe(outcome);
});

describe('what of a payment by card went back', () => {
  it('is never more than was paid, and never less than nothing', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const { refund, dispute } = returnedOf(of);
        expect(refund).toBeGreaterThanOrEqual(0);
        expect(dispute).toBeGreaterThanOrEqual(0);
        expect(refund + dispute).toBeLessThanOrEqual(of.paid_cents);
      }),
    );
  });

  it('is recorded once: done again it records nothing', () => {
    fc.assert(
      fc.property(fc.array(facts, { minLength: 1, maxLength: 6 }), (told) => {
        let recorded = 0;
        for (const of of told) {
          const due = returnedOf(of);
          recorded += returnsToRecord(due, recorded)?.cents ?? 0;
          expect(recorded).toBe(due.refund + due.dispute);
          expect(returnsToRecord(due, recorded)).toBeNull();
        }
      }),
    );
  });

  it('counts a refund once, whoever told of it first', () => {
    const paid = { paid_cents: 10_000, disputes: [] };
    expect(returnedOf({ ...paid, refunded_cents: 0, own_refunds_cents: 4_000 }).refund).toBe(4_000);
    expect(returnedOf({ ...paid, refunded_cents: 4_000, own_refunds_cents: 4_000 }).refund).toBe(4_000);
    expect(returnedOf({ ...paid, refunded_cents: 7_000, own_refunds_cents: 4_000 }).refund).toBe(7_000);
  });

  it('takes what a bank holds for a dispute, and gives it back where that was won', () => {
    const of = (status: string) =>
      returnedOf({
        paid_cents: 10_000,
        refunded_cents: 2_000,
        own_refunds_cents: 0,
        disputes: [{ state: disputeState(status), cents: 10_000 }],
      });
    expect(of('warning_needs_response')).toEqual({ refund: 2_000, dispute: 0 });
    expect(of('needs_response')).toEqual({ refund: 2_000, dispute: 8_000 });
    expect(of('lost')).toEqual({ refund: 2_000, dispute: 8_000 });
    expect(of('won')).toEqual({ refund: 2_000, dispute: 0 });
    expect(returnsToRecord({ refund: 0, dispute: 0 }, 8_000)).toEqual({ cents: -8_000, why: 'came_again' });
  });

  it('keeps what was decided of a dispute, in whatever order it is told', () => {
    expect(laterDispute('open', 'won')).toBe('won');
    expect(laterDispute('won', 'open')).toBe('won');
    expect(laterDispute('lost', 'asked_about')).toBe('lost');
    expect(laterDispute('asked_about', 'open')).toBe('open');
  });
});
