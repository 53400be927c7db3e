import {
  changedSeatFields,
  correctedFields,
  correctedSections,
  SEAT_FIELDS,
  type SeatProvider,
  seatSections,
} from '../reviews/rules.ts';
import { daysIn, nextPeriod, PERIODS, periodName, periodOf } from '../../core/periods.ts';
import { coverage, type SeatUsage } from '../billing/rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../core/durations.ts';
import { handOverQuota, lapsesOn, quotaFor } from './rules.ts';

const date = fc
  .integer({ min: 0, max: 20_000 })
  .map((n) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10));
const kind = fc.constantFrom(...PERIODS);

describe('periods', () => {
  it.each([
    ['month', '2026-02-14', '2026-02-01', '2026-02-28', 'February 2026'],
    ['month', '2028-02-29', '2028-02-01', '2028-02-29', 'February 2028'],
    ['quarter', '2026-11-21', '2026-10-01', '2026-12-31', 'Q4 2026'],
    ['quarter', '2026-01-01', '2026-01-01', '2026-03-31', 'Q1 2026'],
  ] as const)('a %s with %s runs from %s to %s and is called %s', (of, day, starts_on, ends_on, name) => {
    expect(periodOf(of, day)).toEqual({ starts_on, ends_on });
    expect(periodName(of, starts_on)).toBe(name);
  });

  it('follow each other without a gap, and each day lies in one', () => {
    fc.assert(
      fc.property(kind, date, (of, day) => {
        const period = periodOf(of, day);
        expect(period.starts_on <= day && day <= period.ends_on).toBe(true);
        expect(nextPeriod(of, period).starts_on).toBe(addDays(period.ends_on, 1));
        expect(periodOf(of, period.ends_on)).toEqual(period);
      }),
    );
  });

  it('let an unused pre-order stay into the next one', () => {
    expect(lapsesOn(periodOf('quarter', '2026-11-21'), 30)).toBe('2027-01-30');
    expect(lapsesOn(periodOf('month', '2026-11-21'), 0)).toBe('2026-11-30');
  });
});

describe('the quota of a seat', () => {
  const quarter = periodOf('quarter', '2026-11-21');
  const running = { seat_starts_on: '2026-01-01', plan_starts_on: '2026-01-01', plan_ends_on: null };

  it.each([
    ['a whole period', 3, {}, 3],
    ['half of it, from the middle on', 4, { seat_starts_on: '2026-11-16' }, 2],
    ['its last day alone still gives one', 3, { seat_starts_on: '2026-12-31' }, 1],
    ['a plan that begins later', 3, { plan_starts_on: '2026-12-01' }, 1],
    ['a plan that ends early', 6, { plan_ends_on: '2026-11-15' }, 3],
    ['before it begins', 3, { seat_starts_on: '2027-01-01' }, 0],
    ['after the plan', 3, { plan_ends_on: '2026-09-30' }, 0],
  ])('%s', (_, reviews, more, quota) => {
    expect(quotaFor(reviews, quarter, { ...running, ...more })).toBe(quota);
  });

  it('is never more than the plan says, never nothing while it runs, and grows with the days', () => {
    fc.assert(
      fc.property(kind, date, fc.integer({ min: 1, max: 50 }), date, date, (of, day, reviews, a, b) => {
        const period = periodOf(of, day);
        const [early, late] = a < b ? [a, b] : [b, a];
        const from = (seat_starts_on: string) =>
          quotaFor(reviews, period, { seat_starts_on, plan_starts_on: '1990-01-01', plan_ends_on: null });
        expect(from(early)).toBeGreaterThanOrEqual(from(late));
        expect(from(early)).toBeLessThanOrEqual(reviews);
        expect(from(early) > 0).toBe(daysIn(early, period.ends_on) > 0);
        expect(from('1990-01-01')).toBe(reviews);
      }),
    );
  });

  it('is the same for both providers of a seat together when one takes the other’s place', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(80), (quota, taken) => {
        const { kept, handed_over } = handOverQuota(quota, taken);
        expect(kept + handed_over).toBe(quota);
        expect(Math.min(kept, handed_over)).toBeGreaterThanOrEqual(0);
        expect(kept).toBeLessThanOrEqual(taken);
      }),
    );
  });
});

describe('what pays for a review of a seat', () => {
  const seat: SeatUsage = {
    seat_id: 8001,
    seat_status: 'active',
    subscription: 'Hospitalists',
    period: 'Q4 2026',
    quota: 3,
    used: 1,
    pre_ordered: false,
    force_one_off: false,
    charge: null,
  };
  it.each<[string, Partial<SeatUsage>, boolean, RegExp]>([
    ['the subscription while there is one left', {}, true, /Review 2 of 3 .* Q4 2026/],
    ['its own price beyond the quota', { used: 3 }, false, /all 3 reviews of Q4 2026.*its own price/],
    ['its own price where that was chosen', { force_one_off: true }, false, /You chose that/],
    ['its own price while no period runs', { period: null, quota: null }, false, /no period running/],
    ['its own price while the seat rests', { seat_status: 'paused' }, false, /paused/],
    ['its own price once somebody else has the seat', { seat_status: 'replaced' }, false, /Another provider/],
    ['the subscription for a pre-order begun before', { seat_status: 'paused', pre_ordered: true }, true, /Review 2/],
    ['what was fixed: within', { used: 9, charge: 'included' }, true, /within/],
    ['what was fixed: beside', { charge: 'one_off' }, false, /outside the subscription/],
  ])('%s', (_, more, included, says) => {
    const answer = coverage({ ...seat, ...more });
    expect(answer.included).toBe(included);
    expect(answer.says).toMatch(says);
  });

  it('covers exactly as many as the quota, one after the other', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(30), (quota, orders) => {
        let used = 0;
        for (let n = 0; n < orders; n += 1) if (coverage({ ...seat, quota, used }).included) used += 1;
        expect(used).toBe(Math.min(quota, orders));
      }),
    );
  });
});

describe('an order for a seat', () => {
  const plan = {
    review_type: 'chart_audit',
    facility: 'Saltmarsh General',
    committee: 'Quality Committee',
    service: 'standard',
    charts_per_review: 3,
  };
  const provider = {
    provider_name: 'P-17',
    provider_blind: true,
    license_type: 'MD',
    license_id: 'L-9',
    npi: null,
    state: 'IL',
    specialty_id: 1,
    sub_specialty_id: 2,
  };
  const first = { own_form: null, statute: 'A statute', with_license_id: false, with_charts: true };

  it('begins with the provider, the plan’s scope and the charts it takes', () => {
    const sections = seatSections(plan, provider, first);
    expect(sections['step_one']).toMatchObject({ review_type: 'chart_audit', reason: 'random_sample' });
    expect(sections['step_two']).not.toHaveProperty('license_id');
    // a code is nobody's name
    expect(sections['step_two']?.['conflict_parties']).toEqual([
      { name: 'Saltmarsh General', role: 'facility', kind: 'facility' },
    ]);
    expect(sections['step_three']?.['charts']).toHaveLength(3);
    expect(seatSections(plan, provider, { ...first, with_license_id: true })['step_two']).toHaveProperty('license_id');
  });

  it.each([
    ['form_12@2', 'standard', 'form_12@2'],
    ['form_12', 'limited', 'form_12'],
    // a type of one's own on a form that comes with the product is limited like any other
    ['peer_oppe', 'limited', 'peer_chart_audit'],
    ['peer_oppe', 'standard', 'peer_oppe'],
  ])('is reported on the form of its type: %s, %s', (own_form, service, form) => {
    const sections = seatSections({ ...plan, review_type: 'type_1001', service }, provider, { ...first, own_form });
    expect(sections['step_four']).toMatchObject({ report_form: form });
  });

  it('keeps what the seat fixes', () => {
    const { step_two = {} } = seatSections(plan, provider, first);
    expect(changedSeatFields('step_two', step_two, { ...step_two, ehr: 'Epic' })).toEqual([]);
    expect(changedSeatFields('step_two', step_two, { ...step_two, state: 'WI', npi: '' })).toEqual(['state']);
    expect(SEAT_FIELDS.step_one).toContain('service');
  });
});

describe('a correction of a seat', () => {
  const statuteOf = (state: string): string | null => ({ IL: 'Illinois act', WI: 'Wisconsin act' })[state] ?? null;
  const plan = {
    review_type: 'chart_audit',
    facility: 'Saltmarsh',
    committee: 'Quality',
    service: 'standard',
    charts_per_review: 2,
  };
  const name = fc.constantFrom('Dr. Pike', 'Dr. Pyke', 'P-17', 'Dr. Moss');
  const provider: fc.Arbitrary<SeatProvider> = fc.record({
    provider_name: name,
    provider_blind: fc.boolean(),
    license_type: fc.constantFrom('MD', 'DO'),
    license_id: fc.constantFrom(null, '', 'L-1', 'L-2'),
    npi: fc.constantFrom(null, '', '1234567893'),
    state: fc.constantFrom('IL', 'WI', 'TX'),
    specialty_id: fc.constantFrom(1, 2),
    sub_specialty_id: fc.constantFrom(3, 4),
  });
  const begun = (seat: SeatProvider, with_license_id: boolean) =>
    seatSections(plan, seat, {
      own_form: 'audit',
      statute: statuteOf(seat.state),
      with_license_id,
      with_charts: true,
    });

  it('makes of a review what it would have been, had the seat been right from the start', () => {
    fc.assert(
      fc.property(provider, provider, fc.boolean(), (before, after, with_license_id) => {
        const steps = begun(before, with_license_id);
        const corrected = { ...steps, ...correctedSections(steps, before, after, { with_license_id, statuteOf }) };
        const wanted = begun(after, with_license_id);
        expect(corrected['step_two']).toEqual(wanted['step_two']);
        expect(corrected['step_three']).toEqual(wanted['step_three']);
        // where a state has no statute of ours, what stands there is left to the requester
        if (statuteOf(before.state) !== null && statuteOf(after.state) !== null)
          expect(corrected['step_four']).toEqual(wanted['step_four']);
      }),
    );
  });

  it('leaves what the requester wrote, and changes nothing where nothing was corrected', () => {
    fc.assert(
      fc.property(provider, provider, (before, after) => {
        const own = { ehr: 'Epic', practice_setting: 'rural' };
        const party = { name: 'Dr. Rival', role: 'competitor', kind: 'person' };
        const base = begun(before, true);
        const two = base['step_two'] ?? {};
        const steps = {
          ...base,
          step_two: { ...two, ...own, conflict_parties: [...((two['conflict_parties'] as unknown[]) ?? []), party] },
          step_four: { ...base['step_four'], statute: 'Our own words' },
        };
        const changed = correctedSections(steps, before, after, { with_license_id: true, statuteOf });
        if (correctedFields(before, after).length === 0) expect(changed).toEqual({});
        else {
          expect(changed['step_two']).toMatchObject(own);
          expect(changed['step_two']?.['conflict_parties']).toContainEqual(party);
        }
        expect(changed['step_four']).toBeUndefined();
        expect(changed['step_three']).toBeUndefined();
      }),
    );
  });
});
