import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callCost, cancellationFee, movingFee } from './cancellation.ts';
import { GUARDS } from './guards.ts';
import type { ReviewFacts } from './facts.ts';

type Facts = Parameters<typeof cancellationFee>[0];
const NOW = new Date('2026-11-18T15:00:00Z');
const later = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);
const call = (hours: number, charged_cents = 0): NonNullable<ReviewFacts['call']> => ({
  id: 1,
  status: 'scheduled',
  starts_at: later(hours),
  duration_minutes: 45,
  prep_minutes: null,
  charged_cents,
  contested_cents: 0,
  cost_cents: 0,
  missed_by: null,
});
const base: Facts = {
  kind: 'Case',
  status: 'call_scheduled',
  return_status: null,
  expert_profile_id: 70,
  call: call(18),
  appointment: null,
  report: null,
  base_cents: 45_000,
  report_cents: 0,
  former_report_cents: 0,
};
const report = { id: 1, version: 1, status: 'draft' as const, signed_at: null, delivered_at: null };
const fee = (facts: Partial<Facts>): number => cancellationFee({ ...base, ...facts }, NOW).fee_cents;

const cents = fc.integer({ min: 0, max: 1_000_000 });
const anyFacts: fc.Arbitrary<Facts> = fc.record({
  kind: fc.constantFrom<Facts['kind']>('Case', 'PeerReview'),
  status: fc.constant('on_hold'),
  return_status: fc.constantFrom('call_scheduled', 'in_review'),
  expert_profile_id: fc.option(fc.constant(70)),
  appointment: fc.constant(null),
  call: fc.option(
    fc.record({
      id: fc.constant(1),
      status: fc.constantFrom('scheduled', 'tentative', 'held', 'missed', 'moved', 'cancelled'),
      starts_at: fc.integer({ min: -100, max: 100 }).map(later),
      duration_minutes: fc.constant(45),
      prep_minutes: fc.option(fc.integer({ min: 0, max: 6000 })),
      charged_cents: cents,
      contested_cents: cents,
      cost_cents: cents,
      missed_by: fc.constantFrom(null, 'requester', 'expert', 'nobody'),
    }),
  ),
  report: fc.option(
    fc.record({
      id: fc.constant(1),
      version: fc.integer({ min: 1, max: 3 }),
      status: fc.constantFrom('draft', 'submitted', 'returned', 'delivered'),
      signed_at: fc.option(fc.constant(NOW)),
      delivered_at: fc.constant(null),
    }),
  ),
  base_cents: cents,
  report_cents: cents,
  former_report_cents: cents,
});
// the two kinds name their states each in its own way
const facts = anyFacts.map((f): Facts => ({ ...f, return_status: f.kind === 'Case' ? 'call_scheduled' : 'in_review' }));

describe('giving up a time late', () => {
  test.each([
    [48, 0],
    [47.9, 22_500],
    [24, 22_500],
    [18, 45_000],
    [-1, 45_000],
  ])('%s hours before the call costs what cancelling then would', (hours, cost) => {
    expect(movingFee({ ...base, call: call(hours) }, NOW).fee_cents).toBe(cost);
    expect(fee({ call: call(hours) })).toBe(cost);
  });

  test('is charged once: what was charged is not charged again by cancelling, before or after a new time is set', () => {
    expect(fee({ call: { ...call(18, 45_000), status: 'moved' } })).toBe(0);
    expect(fee({ call: call(18, 45_000) })).toBe(0);
    expect(fee({ call: call(18, 22_500) })).toBe(22_500);
    expect(cancellationFee({ ...base, call: call(18, 22_500) }, NOW).how).toBe(
      'All of the call: it is less than 24 hours away. $225.00 of that was charged when a time was given up late.',
    );
  });

  test('by any number of steps costs no less than in one, and never more than the call', () => {
    const hours = fc.integer({ min: -10, max: 100 });
    fc.assert(
      fc.property(cents, fc.array(hours, { minLength: 1, maxLength: 6 }), (base_cents, times) => {
        let charged = 0;
        const alone: number[] = [];
        for (const at of times) {
          alone.push(movingFee({ ...base, base_cents, call: call(at) }, NOW).fee_cents);
          charged += movingFee({ ...base, base_cents, call: call(at, charged) }, NOW).fee_cents;
        }
        const left = fee({ base_cents, call: { ...call(0, charged), status: 'moved' } });
        expect(left).toBe(0);
        expect(charged).toBe(Math.max(...alone));
        expect(charged).toBeLessThanOrEqual(base_cents);
      }),
    );
  });

  test('grows as the call comes nearer', () => {
    const hours = fc.integer({ min: -100, max: 200 });
    fc.assert(
      fc.property(cents, cents, hours, hours, (base_cents, charged, a, b) => {
        const at = (h: number) => movingFee({ ...base, base_cents, call: call(h, charged) }, NOW).fee_cents;
        expect(at(Math.min(a, b))).toBeGreaterThanOrEqual(at(Math.max(a, b)));
      }),
    );
  });

  test('is confirmed at the fee of now by the requester; the expert’s side is charged nothing', () => {
    const guard = (input: object, hours = 18) =>
      GUARDS.moving_fee_confirmed({ ...base, call: call(hours) } as ReviewFacts, NOW, input);
    expect(guard({ by_requester: true, confirmed_fee_cents: 45_000 })).toBeNull();
    expect(guard({ by_requester: true, confirmed_fee_cents: 22_500 })).toContain('$450.00');
    expect(guard({ by_requester: true })).toContain('$450.00');
    expect(guard({ by_requester: true }, 60)).toBeNull();
    expect(guard({ by_requester: true, confirmed_fee_cents: 45_000 }, 60)).toContain('costs nothing');
    expect(guard({ by_requester: false })).toBeNull();
    expect(guard({ by_requester: false, confirmed_fee_cents: 45_000 })).toContain('costs nothing');
  });

  test('a call that comes with a review of charts costs nothing to move', () => {
    expect(movingFee({ ...base, kind: 'PeerReview', status: 'in_review' }, NOW).fee_cents).toBe(0);
  });
});

describe('a case’s written report', () => {
  const written = { status: 'report_in_progress' as const, call: null, base_cents: 0, report_cents: 120_001 };
  test.each([
    ['is free until it is begun', { report: null }, 0],
    ['costs half while it is written', { report }, 60_001],
    ['costs half while it is written again', { report: { ...report, status: 'returned' } }, 60_001],
    ['costs all of its price once it is signed', { report: { ...report, signed_at: NOW } }, 120_001],
    ['and when it is read', { report: { ...report, status: 'delivered', signed_at: NOW, delivered_at: NOW } }, 120_001],
    ['and while a clarification is written', { report: { ...report, version: 2 } }, 120_001],
  ] as [string, Partial<Facts>, number][])('%s', (_, more, cost) => {
    expect(fee({ ...written, ...more })).toBe(cost);
  });

  test('comes on top of the call, each part named', () => {
    const { fee_cents, how } = cancellationFee(
      { ...base, report, report_cents: 120_000, call: { ...call(-50), status: 'held', prep_minutes: 70 } },
      NOW,
    );
    expect(fee_cents).toBe(45_000 + 60_000 + 52_500);
    expect(how).toBe(
      'The call was held and is charged in full. That is $450.00. Half of the written report, which is being written: $600.00. 70 minutes of preparation: $525.00.',
    );
  });

  test('costs no less the further it has come', () => {
    const far = [null, report, { ...report, signed_at: NOW }, { ...report, version: 2 }] as const;
    const step = fc.nat(far.length - 1);
    fc.assert(
      fc.property(cents, step, step, (report_cents, a, b) => {
        const at = (i: number) => fee({ ...written, report_cents, report: far[i] ?? null });
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
      }),
    );
  });
});

test('every fee is whole cents, never negative, and nothing before an expert accepted but a report one delivered who left', () => {
  fc.assert(
    fc.property(facts, (f) => {
      for (const { fee_cents, how } of [cancellationFee(f, NOW), movingFee(f, NOW)]) {
        expect(Number.isSafeInteger(fee_cents)).toBe(true);
        expect(fee_cents).toBeGreaterThanOrEqual(0);
        expect(how).toMatch(/\.$/);
      }
      if (f.expert_profile_id !== null) return;
      expect(cancellationFee(f, NOW).fee_cents).toBe(f.former_report_cents);
      expect(movingFee(f, NOW).fee_cents).toBe(0);
    }),
  );
});

describe('a call that did not take place', () => {
  const missed = (
    missed_by: NonNullable<Facts['call']>['missed_by'],
    charged_cents = 0,
  ): NonNullable<Facts['call']> => ({
    ...call(-1, charged_cents),
    status: 'missed',
    cost_cents: 45_000,
    missed_by,
  });

  test.each([
    ['requester', 45_000, 0, /charged when it was missed/],
    ['requester', 0, 45_000, /charged in full/],
    [null, 0, 45_000, /charged in full/],
    ['expert', 0, 0, /the expert missed it/],
    ['nobody', 0, 0, /neither side/],
  ] as const)('missed by %s, with %d charged already, costs %d more', (by, charged, more, how) => {
    const now = cancellationFee({ ...base, call: missed(by, charged) }, NOW);
    expect(now.fee_cents).toBe(more);
    expect(now.how).toMatch(how);
  });

  test('by the requester at a time that was never confirmed costs nothing, then as when cancelling', () => {
    const call = { ...missed('requester'), cost_cents: 0 };
    expect(cancellationFee({ ...base, call }, NOW)).toMatchObject({
      fee_cents: 0,
      how: expect.stringContaining('never confirmed'),
    });
  });

  test('and whose charge is contested: another time says what it may still cost, and never more than it costs by itself', () => {
    const next = { ...call(18, 45_000), contested_cents: 45_000 };
    expect(movingFee({ ...base, call: next }, NOW)).toEqual({
      fee_cents: 0,
      whole_cents: 45_000,
      how: expect.stringContaining(
        'A charge is in dispute. If it is reversed, up to $450.00 more is due for this time.',
      ),
    });
    expect(movingFee({ ...base, call: { ...next, contested_cents: 0 } }, NOW).how).not.toContain('dispute');
    expect(callCost({ ...base, call: next }, NOW)).toEqual({ call_cost_cents: 45_000, call_fee_cents: 0 });
    expect(callCost({ ...base, call: missed('requester', 45_000) }, NOW)).toEqual({
      call_cost_cents: 0,
      call_fee_cents: 0,
    });
  });
});

test.each([
  ['nothing on top of its time', {}, 0],
  [
    'nothing for what was prepared, which is among the time',
    { call: { ...call(-2), status: 'held' as const, prep_minutes: 60 } },
    0,
  ],
  ['half its report while it is written', { report_cents: 120_000, report }, 60_000],
  ['all of its report once signed', { report_cents: 120_000, report: { ...report, signed_at: NOW } }, 120_000],
  ['what an expert delivered who left', { former_report_cents: 120_000 }, 120_000],
])('a matter by the hour costs %s when it is canceled', (_, more, expected) => {
  const facts = { kind: 'Generic' as const, status: 'report_in_progress' as const, base_cents: 500_000, call: null };
  expect(fee({ ...facts, ...more })).toBe(expected);
  expect(cancellationFee({ ...base, ...facts, ...more }, NOW).how).toContain('time and expenses recorded so far');
});
