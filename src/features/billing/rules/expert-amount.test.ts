import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { USUAL_EXPERT_TERMS } from '../../../core/price-books.ts';
import {
  earns,
  expertLines,
  type ExpertPlace,
  feeTerms,
  linesTotal,
  lostTimeShare,
  type OwnTimeRates,
  shareOf,
  timeEarned,
} from '../rules.ts';

const line = (key: string, cents: number, label = key) => ({ key, label, cents });
const NONE = { fee_cents: null, rates: null };
const share = (share_percent: number) => ({ fee: null, share_percent });
const PRICE = [
  line('service', 62_500, 'Call, 45 minutes'),
  line('modifier', 15_625, 'Spine'),
  line('report', 120_000, 'Written report'),
  line('overage', 2_001, '10 pages over 250'),
  line('expedited', 69_344, 'Expedited'),
  line('extra:interpreter', 24_000, 'Interpreter'),
  line('tax', 9_000, 'Tax'),
];

describe('the terms of an expert', () => {
  const book = { ...USUAL_EXPERT_TERMS, fees_cents: { call_45: 50_000, call_30: null } };
  const rates: OwnTimeRates = {
    hourly_cents: 40_000,
    deposition_hourly_cents: null,
    trial_day_cents: null,
    travel_hourly_cents: null,
  };
  const own = { fee_cents: 61_000, rates };
  test.each([
    ['the share where neither has an amount', USUAL_EXPERT_TERMS, NONE, 'call_45', null, null],
    ['the book’s fee where it has one for the service', book, NONE, 'call_45', { from: 'book', cents: 50_000 }, null],
    ['the share where the book takes its fee back', book, NONE, 'call_30', null, null],
    ['the book’s fee where it does not take schedules', book, own, 'call_45', { from: 'book', cents: 50_000 }, null],
    [
      'their own amount where it does',
      { ...book, accepts_own_schedules: true },
      own,
      'call_45',
      { from: 'own', cents: 61_000 },
      rates,
    ],
    [
      'the book’s fee where they keep none for the service',
      { ...book, accepts_own_schedules: true },
      { ...own, fee_cents: null },
      'call_45',
      { from: 'book', cents: 50_000 },
      rates,
    ],
  ] as const)('are %s', (_, of, kept, service, fee, held) => {
    expect(feeTerms(service, of, kept)).toEqual({ service, fee, share_percent: 70, rates: held });
  });
});

describe('what an expert earns of a price', () => {
  it('is the share of each line that pays experts, and nothing of the rest', () => {
    expect(expertLines(PRICE, share(70), 'lead', true)).toEqual([
      line('service', 43_750, 'Call, 45 minutes'),
      line('modifier', 10_938, 'Spine'),
      line('report', 84_000, 'Written report'),
      line('overage', 1_401, '10 pages over 250'),
      line('expedited', 48_541, 'Expedited'),
    ]);
    expect(PRICE.filter(({ key }) => earns(key) === 'nobody').map(({ key }) => key)).toEqual([
      'extra:interpreter',
      'tax',
    ]);
    expect(['subscription', 'former_report', 'minimum', 'something new'].map(earns)).toEqual(Array(4).fill('nobody'));
  });

  it('is a fee in place of the service, its factor and the report that belongs to it, divided as the price is', () => {
    const fee = { fee: { from: 'own' as const, cents: 100_000 }, share_percent: 70 };
    const withReport = expertLines(PRICE, fee, 'lead', true);
    expect(withReport.map(({ key }) => key)).toEqual(['service', 'report', 'overage', 'expedited']);
    expect(linesTotal(withReport.slice(0, 2))).toBe(100_000);
    expect(withReport[1]?.cents).toBe(60_568);
    // one that was asked for later is beside the fee
    const later = expertLines(PRICE, fee, 'lead', false);
    expect(later.slice(0, 2)).toEqual([
      line('service', 100_000, 'Call, 45 minutes'),
      line('report', 84_000, 'Written report'),
    ]);
    // what is ordered has a report alone
    expect(expertLines([line('report', 120_000)], fee, 'lead', true)).toEqual([line('report', 100_000)]);
    // what a subscription pays for the customer is work all the same
    expect(linesTotal(expertLines([line('service', 40_000), line('subscription', -40_000)], fee, 'lead', false))).toBe(
      100_000,
    );
  });

  it('is of a panel each one’s own service, and pages and haste in equal parts', () => {
    const panel = [
      line('service', 250_000, 'Exam'),
      line('further', 250_000, 'Neurology'),
      line('further', 250_000, 'Psychiatry'),
      line('overage', 10_000, 'Pages'),
    ];
    const of = (place: ExpertPlace) => expertLines(panel, share(100), place, false);
    expect(of('lead')).toEqual([line('service', 250_000, 'Exam'), line('overage', 3_334, 'Pages')]);
    expect(of(1)).toEqual([line('further', 250_000, 'Psychiatry'), line('overage', 3_333, 'Pages')]);
    expect(linesTotal([of('lead'), of(0), of(1)].flat())).toBe(linesTotal(panel));
  });

  const cents = fc.integer({ min: 0, max: 5_000_000 });
  const prices = fc
    .record({
      service: cents,
      factor: fc.integer({ min: -100, max: 300 }),
      furthers: fc.array(cents, { maxLength: 2 }),
      report: cents,
      overage: cents,
      expedited: cents,
      extra: cents,
      tax: cents,
    })
    .map(({ service, factor, furthers, report, overage, expedited, extra, tax }) =>
      [
        line('service', service),
        line('modifier', Math.round((service * factor) / 100)),
        ...furthers.map((one, i) => line('further', one, `Place ${i}`)),
        line('report', report),
        line('overage', overage),
        line('expedited', expedited),
        line('extra:other', extra),
        line('tax', tax),
      ].filter((one) => one.cents !== 0),
    );
  const percent = fc.integer({ min: 0, max: 100 });
  const places = (price: readonly { key: string }[]): ExpertPlace[] => [
    'lead',
    ...price.filter(({ key }) => key === 'further').map((_, i) => i),
  ];

  it('is whole cents, never less than nothing, and of all of a panel at most what the lines come to', () => {
    fc.assert(
      fc.property(prices, percent, fc.boolean(), (price, share_percent, ordersReport) => {
        const all = places(price).map((place) =>
          linesTotal(expertLines(price, share(share_percent), place, ordersReport)),
        );
        for (const one of all) {
          expect(Number.isInteger(one)).toBe(true);
          expect(one).toBeGreaterThanOrEqual(0);
        }
        const paying = price.filter(({ key }) => earns(key) !== 'nobody');
        const total = all.reduce((sum, one) => sum + one, 0);
        // each line is rounded by itself, half a cent at most
        const lines = paying.length * all.length;
        expect(Math.abs(total - (linesTotal(paying) * share_percent) / 100)).toBeLessThanOrEqual(lines / 2);
        if (share_percent === 100) expect(total).toBe(linesTotal(paying));
      }),
    );
  });

  it('with a fee comes to just that fee and the share of what is beside it, whatever the price', () => {
    fc.assert(
      fc.property(prices, percent, cents, fc.boolean(), (price, share_percent, fee, ordersReport) => {
        const lines = expertLines(price, { fee: { from: 'book', cents: fee }, share_percent }, 'lead', ordersReport);
        const covered = (key: string) => ['service', 'modifier'].includes(key) || (key === 'report' && ordersReport);
        const ordered = price.some(({ key }) => covered(key));
        const rest = expertLines(price, share(share_percent), 'lead', ordersReport).filter(({ key }) => !covered(key));
        if (ordered) expect(linesTotal(lines)).toBe(linesTotal(rest) + fee);
        else expect(linesTotal(lines)).toBe(linesTotal(rest));
        for (const one of lines) expect(one.cents).toBeGreaterThan(0);
      }),
    );
  });
});

describe('lost time and time worked', () => {
  it('pays the share of what the customer pays for it', () => {
    expect(lostTimeShare(31_251, share(70))).toBe(21_876);
    fc.assert(
      fc.property(fc.nat(5_000_000), fc.integer({ min: 0, max: 100 }), (cents, p) => {
        expect(lostTimeShare(cents, share(p))).toBe(shareOf(cents, p));
      }),
    );
  });

  it('pays an hour by their own rate where that counts, else by the share; a correction takes back just that', () => {
    const rates: OwnTimeRates = {
      hourly_cents: 30_000,
      deposition_hourly_cents: 50_000,
      trial_day_cents: 400_000,
      travel_hourly_cents: null,
    };
    const at = (type: string, minutes: number, cents: number, own: OwnTimeRates | null = rates) =>
      timeEarned({ type, minutes, cents }, { rates: own, share_percent: 70 });
    expect(at('record_review', 90, 60_000)).toBe(45_000);
    expect(at('deposition', 60, 60_000)).toBe(50_000);
    expect(at('trial', 480, 600_000)).toBe(400_000);
    expect(at('travel', 60, 20_000)).toBe(14_000);
    expect(at('record_review', 90, 60_000, null)).toBe(42_000);
    // a deposition that was called off has an amount and no minutes
    expect(at('deposition', 0, 25_000)).toBe(17_500);
    expect(at('record_review', -90, -60_000)).toBe(-45_000);
    expect(at('record_review', -90, -60_000, null)).toBe(-42_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1440 }), fc.nat(1_000_000), fc.boolean(), (minutes, cents, own) => {
        const entry = at('research', minutes, cents, own ? rates : null);
        expect(entry + at('research', -minutes, -cents, own ? rates : null)).toBe(0);
      }),
    );
  });
});
