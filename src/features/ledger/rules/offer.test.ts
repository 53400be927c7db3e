import { describe, expect, it } from 'vitest';
import { USUAL_EXPERT_TERMS } from '../../../core/price-books.ts';
import type { QuoteLine } from '../../billing/rules.ts';
import type { KeptRate } from '../../experts/rules/kept-rates.ts';
import { offeredAmount, offerScale, type PricedOrder } from './offer.ts';

const line = (key: QuoteLine['key'], cents: number): QuoteLine => ({ key, label: key, cents, how: '', certain: true });
const call: PricedOrder = {
  kind: 'Case',
  service: 'call_45',
  label: 'Call, 45 minutes',
  orders_report: false,
  lines: [line('service', 100_000), line('overage', 10_000), line('tax', 7_000)],
  places: [],
};
const matter: PricedOrder = {
  kind: 'Generic',
  service: 'testifying',
  label: 'Retainer of ten hours, testifying',
  orders_report: false,
  lines: [line('service', 500_000)],
  places: [],
};
const rate = (amount_cents: number, unit: KeptRate['unit'], service = ''): KeptRate => ({
  amount_cents,
  unit,
  service,
});
const book = (said: Partial<Parameters<typeof offeredAmount>[1]> = {}) => ({ ...USUAL_EXPERT_TERMS, ...said });
const HOUR = 50_000;

describe('what an expert would earn of a review', () => {
  const earns = (said: Parameters<typeof book>[0], rates: KeptRate[]) =>
    offeredAmount(call, book(said), rates, 1, HOUR);
  const own = [rate(91_000, 'review', 'Call, 45 minutes'), rate(1, 'review', 'Call, 30 minutes'), rate(2, 'hour')];

  it('is their own amount where the organization takes it, else the book’s, else the share', () => {
    const fees_cents = { call_45: 64_000 };
    expect(earns({ fees_cents, accepts_own_schedules: true }, own)).toBe(91_000 + 7_000);
    expect(earns({ fees_cents }, own)).toBe(64_000 + 7_000);
    expect(earns({ fees_cents, accepts_own_schedules: true }, [])).toBe(64_000 + 7_000);
    expect(earns({}, own)).toBe(77_000);
    expect(earns({ share_percent: 60 }, own)).toBe(66_000);
  });

  it('is held against what the customer pays for experts’ work, without a limit', () => {
    const scale = offerScale(call, book(), 1, { usual_hour_cents: HOUR, max_cents: 1 });
    expect(scale).toEqual({ per: 'review', of_cents: 110_000, cap_cents: null });
  });

  it('of a panel is the part of the place', () => {
    const panel = { ...call, lines: [line('service', 100_000), line('further', 80_000)], places: [2] };
    expect([1, 2].map((place) => offeredAmount(panel, book(), [], place, HOUR))).toEqual([70_000, 56_000]);
    expect(offerScale(panel, book(), 2, { usual_hour_cents: HOUR, max_cents: null }).of_cents).toBe(80_000);
  });
});

describe('what an expert would earn of a matter by the hour', () => {
  const earns = (accepts_own_schedules: boolean, rates: KeptRate[]) =>
    offeredAmount(matter, book({ accepts_own_schedules }), rates, 1, HOUR);
  const cap = (accepts_own_schedules: boolean) =>
    offerScale(matter, book({ accepts_own_schedules }), 1, { usual_hour_cents: HOUR, max_cents: 40_000 }).cap_cents;

  it('is an hour: their own where the organization takes it, else the share of what the firm would agree to', () => {
    expect(earns(true, [rate(60_000, 'hour', 'Record review')])).toBe(60_000);
    expect(earns(false, [rate(60_000, 'hour', 'Record review')])).toBe(42_000);
    expect(earns(true, [])).toBe(35_000);
    expect(earns(false, [rate(90_000, 'review')])).toBe(35_000);
  });

  it('keeps to the highest rate of the order, of which the expert has as much as of any', () => {
    expect([cap(true), cap(false)]).toEqual([40_000, 28_000]);
    // who asks just that is within it in either way
    for (const accepts of [true, false]) expect(earns(accepts, [rate(40_000, 'hour')])).toBe(cap(accepts));
  });
});
