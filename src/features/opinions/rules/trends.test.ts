import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callsForSecond, drawOf, NO_POLICY } from './policy.ts';
import { nameKey } from '../../experts/rules/same-name.ts';
import { providerKey } from './provider.ts';
import {
  changeBetween,
  changeOf,
  FEW_REVIEWS,
  quarterOf,
  quartersBetween,
  quarterWords,
  shareMet,
  shiftQuarter,
  spreadOf,
} from './trends.ts';

describe('quarters', () => {
  test.each([
    ['2026-01-01', '2026-01-01', 'Q1 2026'],
    ['2026-03-31', '2026-01-01', 'Q1 2026'],
    ['2026-04-01', '2026-04-01', 'Q2 2026'],
    ['2026-12-31', '2026-10-01', 'Q4 2026'],
  ])('%s lies in %s, %s', (day, quarter, words) => {
    expect([quarterOf(day), quarterWords(quarterOf(day))]).toEqual([quarter, words]);
  });
  test('going there and back ends where it began', () => {
    const start = fc.tuple(fc.integer({ min: 1990, max: 2090 }), fc.constantFrom('01', '04', '07', '10'));
    fc.assert(
      fc.property(start, fc.integer({ min: -40, max: 40 }), ([year, month], by) => {
        const quarter = `${year}-${month}-01`;
        expect(shiftQuarter(shiftQuarter(quarter, by), -by)).toBe(quarter);
        expect(quartersBetween(quarter, shiftQuarter(quarter, Math.abs(by)))).toHaveLength(Math.abs(by) + 1);
      }),
    );
  });
});

describe('how reviews spread over levels', () => {
  const counts = fc.array(
    fc.record({
      level: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
      n: fc.integer({ min: 0, max: 20 }),
      attention: fc.constant(0),
    }),
  );
  test('counts add up; shares add up to one, or are all kept back', () => {
    fc.assert(
      fc.property(counts, (all) => {
        const spread = spreadOf('care', all);
        const judged = spread.levels.reduce((sum, one) => sum + one.n, 0);
        expect(judged + spread.undetermined).toBe(spread.n);
        expect(spread.few).toBe(judged < FEW_REVIEWS);
        if (spread.few) expect(spread.levels.every((one) => one.share === null)).toBe(true);
        else expect(spread.levels.reduce((sum, one) => sum + (one.share ?? 0), 0)).toBeCloseTo(1, 9);
      }),
    );
  });
  test('a share of four answers is none', () => {
    expect([shareMet(3, 4), shareMet(4, 5)]).toEqual([null, 0.8]);
  });
});

describe('which way it goes', () => {
  test.each([
    [{ k: 9, n: 9 }, { k: 0, n: 50 }, 'too_few'],
    [{ k: 5, n: 10 }, { k: 6, n: 10 }, 'steady'],
    [{ k: 10, n: 10 }, { k: 12, n: 12 }, 'steady'],
    [{ k: 10, n: 40 }, { k: 30, n: 40 }, 'better'],
    [{ k: 30, n: 40 }, { k: 10, n: 40 }, 'worse'],
  ])('%o to %o: %s', (earlier, later, change) => expect(changeBetween(earlier, later)).toBe(change));

  test('turned around, better is worse', () => {
    const half = fc.integer({ min: 10, max: 60 }).chain((n) => fc.record({ n: fc.constant(n), k: fc.nat({ max: n }) }));
    const turned = { better: 'worse', worse: 'better', steady: 'steady', too_few: 'too_few' } as const;
    fc.assert(
      fc.property(half, half, (a, b) => {
        expect(changeBetween(b, a)).toBe(turned[changeBetween(a, b)]);
      }),
    );
  });
  test('one quarter has no direction', () => {
    expect(changeOf(['2026-01-01'], [{ quarter: '2026-01-01', level: 1, n: 99, attention: 0 }])).toBe('too_few');
  });
});

describe('one provider’s reviews', () => {
  test('the NPI goes first, then the license with its state, then the name', () => {
    const all = { npi: '1234567893', license_type: 'MD', license_id: 'A-77 1', state: 'TX', provider_name: 'Dr. X' };
    expect(providerKey(all)).toBe('npi:1234567893');
    expect(providerKey({ ...all, npi: '12' })).toBe('license:MD:TX:a771');
    expect(providerKey({ provider_name: ' Dr. Émile  Noël, MD ' })).toBe('name:emile noel');
    expect(providerKey({})).toBe('');
  });
  test('a name is the same however it is written', () => {
    const name = fc.constantFrom(
      'Émile Noël',
      'Noël, Émile',
      'Anne-Marie de la Cruz',
      'Siobhan O’Brien',
      'Łukasz Wałęsa',
      'PR-17',
      'Dr. 7',
    );
    expect(nameKey('Noël, Émile, MD')).toBe(nameKey('Dr. Emile NOEL'));
    expect(nameKey('St. Mary’s Hospital, Inc.')).toBe(nameKey('SAINT MARYS MEDICAL CENTER'));
    fc.assert(
      fc.property(name, (one) => {
        expect(nameKey(nameKey(one))).toBe(nameKey(one));
      }),
    );
    fc.assert(
      fc.property(name, (one) => {
        expect(nameKey(`${one}, MD`)).toBe(nameKey(one.toUpperCase()));
      }),
    );
  });
});

describe('second opinions by themselves', () => {
  test('none without a policy, all at a hundred percent', () => {
    fc.assert(
      fc.property(fc.nat(), (id) => {
        expect(callsForSecond(NO_POLICY, id, { level: 4 })).toBeNull();
        expect(callsForSecond({ share_percent: 100, below_best: false }, id, { level: 1 })).toBe('sample');
      }),
    );
  });
  test('a larger share keeps whoever the smaller one drew', () => {
    const share = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.nat(), share, share, (id, a, b) => {
        const drawn = (share_percent: number) =>
          callsForSecond({ share_percent, below_best: false }, id, { level: 1 }) !== null;
        expect(drawn(Math.max(a, b)) || !drawn(Math.min(a, b))).toBe(true);
      }),
    );
  });
  test('of ten thousand reviews in a row a tenth is about a thousand', () => {
    const drawn = Array.from({ length: 10_000 }, (_, i) => drawOf(20_000 + i)).filter((one) => one < 10).length;
    expect(drawn).toBeGreaterThan(850);
    expect(drawn).toBeLessThan(1_150);
  });
  test('below the best level goes first; what cannot be determined is on no level', () => {
    const policy = { share_percent: 100, below_best: true };
    expect(callsForSecond(policy, 1, { level: 2 })).toBe('below_best');
    expect(callsForSecond(policy, 1, { level: 1 })).toBe('sample');
    expect(callsForSecond({ ...policy, share_percent: 0 }, 1, { level: null })).toBeNull();
  });
});
