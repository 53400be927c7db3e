import { describe, expect, it } from 'vitest';
import { type Earned, feeReasons, rateChanges } from './fee-change.ts';

const line = (key: string, cents: number) => ({ key, label: key, cents });
const told = (lines: { key: string; label: string; cents: number }[], service = 'call_45') => ({
  terms: { service },
  lines,
});
const NOTHING: Earned = { service: false, report: false };
const CALL = line('service', 70_000);

describe('why a fee is another than was told', () => {
  it.each([
    ['nothing changed', [CALL], [CALL], []],
    ['pages came', [CALL], [CALL, line('overage', 100)], ['pages']],
    ['pages went', [CALL, line('overage', 100)], [CALL], ['pages']],
    ['a report was ordered', [CALL], [CALL, line('report', 100)], ['report']],
    [
      'it became expedited with more pages',
      [CALL],
      [line('expedited', 1), line('overage', 2), CALL],
      ['expedited', 'pages'],
    ],
    ['the price was fixed anew', [CALL], [line('service', 71_000)], ['price']],
    ['a label changed', [CALL], [{ ...CALL, label: 'Call' }], []],
  ])('%s', (_name, was, is, reasons) => expect(feeReasons(told(was), told(is), NOTHING).toSorted()).toEqual(reasons));

  it('another service', () =>
    expect(feeReasons(told([CALL]), told([line('service', 1)], 'call_60'), NOTHING)).toEqual(['service']));

  it('is none for work that was earned', () => {
    const [was, is] = [told([CALL]), told([line('service', 1), line('overage', 2), line('report', 3)])];
    expect(feeReasons(was, is, { service: true, report: false })).toEqual(['report']);
    expect(feeReasons(was, is, { service: true, report: true })).toEqual([]);
  });
});

describe('what another agreement makes of the time of an expert', () => {
  const was = {
    hourly_cents: 50_000,
    deposition_hourly_cents: 60_000,
    trial_day_cents: 400_000,
    travel_hourly_cents: 25_000,
  };
  const is = { ...was, hourly_cents: 70_000, trial_day_cents: 500_000 };

  it('is the share of each rate that changed', () =>
    expect(rateChanges(was, is, { rates: null, share_percent: 70 })).toEqual([
      { of: 'hour', before: 35_000, now: 49_000 },
      { of: 'trial', before: 280_000, now: 350_000 },
    ]));

  it('is nothing where their own rates count', () => {
    const own = { hourly_cents: 45_000, deposition_hourly_cents: null, trial_day_cents: 9, travel_hourly_cents: null };
    expect(rateChanges(was, is, { rates: own, share_percent: 70 })).toEqual([]);
  });
});
