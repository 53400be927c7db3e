import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeFiles, type PreOrderClue } from './placing.ts';

const charts = (...labels: string[]) => labels.map((label, n) => ({ key: `chart_${n + 1}`, label }));
const ahead: PreOrderClue[] = [
  { review_id: 1, number: 'PR-20417', provider_name: 'Dr. Lowell Pike', charts: charts('Chart 1', 'Chart 2') },
  {
    review_id: 2,
    number: 'PR-20418',
    case_number: 'SG-114',
    provider_name: 'Dr. Lowell Pike',
    charts: charts('Chart 1', 'Chart 2'),
  },
  {
    review_id: 3,
    number: 'PR-20419',
    provider_name: 'Ada Moss, MD',
    npi: '1234567893',
    license_id: 'IL-778812',
    charts: [
      { key: 'chart_1', label: 'Chart 1', mrn: '55-101', patient_name: 'Ana Ferrante', dates: ['2026-08-03'] },
      { key: 'chart_2', label: 'Chart 2', mrn: '55-102', patient_name: 'Luis Marchetti', dates: ['2026-09-07'] },
      { key: 'chart_3', label: 'Chart 3' },
    ],
  },
  {
    review_id: 4,
    number: 'PR-20421',
    provider_name: 'P-17',
    charts: [{ key: 'hip', label: 'Hip 12', mrn: '77-900', dates: ['2026-08-03'] }],
  },
];
const one = (path: string) => placeFiles([path], ahead)[0];

describe('where a file of many goes', () => {
  it.each([
    ['PR-20417 Chart 1.pdf', 1, 'chart_1', 'sure'],
    ['pr20418_chart02_labs.pdf', 2, 'chart_2', 'sure'],
    ['PR-20417/Chart 2.pdf', 1, 'chart_2', 'sure'],
    ['SG-114 chart 1.pdf', 2, 'chart_1', 'sure'],
    ['20417 chart 1.pdf', 1, 'chart_1', 'likely'],
    // the chart is left to the person, the review is not
    ['PR-20417 labs.pdf', 1, null, 'likely'],
    ['Moss, Ada/Chart 3.pdf', 3, 'chart_3', 'likely'],
    ['Moss chart 2.pdf', 3, 'chart_2', 'likely'],
    ['1234567893 chart 1.pdf', 3, 'chart_1', 'sure'],
    ['IL-778812 chart 1.pdf', 3, 'chart_1', 'sure'],
    ['MRN 55-102.pdf', 3, 'chart_2', 'sure'],
    ['Ferrante Ana.pdf', 3, 'chart_1', 'likely'],
    ['Pike/SG-114/Chart 1.pdf', 2, 'chart_1', 'sure'],
    // a folder's number goes before a date that stands elsewhere, too
    ['PR-20419/visit 2026-08-03.pdf', 3, 'chart_1', 'likely'],
    ['visit 2026-09-07.pdf', 3, 'chart_2', 'likely'],
    ['P-17 notes.pdf', 4, 'hip', 'likely'],
    ['Hip 12.pdf', 4, 'hip', 'likely'],
    // its own name goes before its folder
    ['PR-20417/PR-20418 Chart 1.pdf', 2, 'chart_1', 'sure'],
  ] as const)('%s: review %s, %s, %s', (path, review_id, chart_key, confidence) => {
    expect(one(path)).toMatchObject({ review_id, chart_key, confidence });
  });

  it.each([
    ['labs.pdf', [], 'Nothing in its name points to a pre-order.'],
    ['Chart 1.pdf', [], 'Its name says which chart, but not of which pre-order.'],
    ['Chart 3.pdf', [], 'Its name says which chart, but not of which pre-order.'],
    ['Pike chart 1.pdf', [1, 2], 'Its name fits 2 pre-orders alike.'],
    ['Dr Lowell Pike/Chart 1.pdf', [1, 2], 'Its name fits 2 pre-orders alike.'],
    ['PR-20417 and PR-20418.pdf', [1, 2], 'Its name fits 2 pre-orders alike.'],
    ['visit 2026-08-03.pdf', [3, 4], 'Its name fits 2 pre-orders alike.'],
    ['PR-20417 Ada Moss.pdf', [], 'Signs in its name point to different pre-orders.'],
    ['PR-20417 55-101.pdf', [], 'Signs in its name point to different pre-orders.'],
    ['Moss/Hip 12.pdf', [], 'Signs in its name point to different pre-orders.'],
    ['Ada Moss/Lowell Pike.pdf', [], 'Its name and its folder point to different pre-orders.'],
  ] as const)('%s is left to the person', (path, among, because) => {
    expect(one(path)).toEqual({ review_id: null, chart_key: null, confidence: 'none', because, among });
  });

  const number = fc.integer({ min: 1000, max: 999_999 });
  const word = fc.stringMatching(/^[a-z]{2,7}$/);

  it('is found by its number, whatever else stands there that is nobody’s sign', () => {
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 1, maxLength: 12 }), word, word, (numbers, before, after) => {
        const all = numbers.map((n) => ({
          review_id: n,
          number: `PR-${n}`,
          provider_name: 'Somebody Unnamed',
          charts: charts('Chart 1', 'Chart 2'),
        }));
        fc.pre(!['pr', 'somebody', 'unnamed', 'chart'].some((w) => w === before || w === after));
        const paths = numbers.map((n) => `${before}_PR-${n}_Chart 2 ${after}.pdf`);
        expect(placeFiles(paths, all).map((p) => [p.review_id, p.chart_key])).toEqual(
          numbers.map((n) => [n, 'chart_2']),
        );
      }),
    );
  });

  const path = fc
    .array(
      fc.constantFrom(
        'PR-20417',
        'PR-20419',
        'SG-114',
        'Lowell Pike',
        'Ada Moss',
        'Moss',
        'P-17',
        '55-101',
        'Ana Ferrante',
        '2026-08-03',
        'Chart 1',
        'Chart 3',
        'Hip 12',
        'labs',
        '/',
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => `${parts.join(' ').replaceAll(' / ', '/')}.pdf`);

  it('is one of the pre-orders with one of its charts, or none; and only what is placed has a chart', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 6 }), (paths) => {
        const placed = placeFiles(paths, ahead);
        expect(placed).toHaveLength(paths.length);
        for (const { review_id, chart_key, confidence, among, because } of placed) {
          const at = ahead.find((p) => p.review_id === review_id);
          expect(review_id === null || at !== undefined).toBe(true);
          if (chart_key !== null) expect(at?.charts.map((c) => c.key)).toContain(chart_key);
          expect(confidence === 'none').toBe(review_id === null);
          expect(among.length).not.toBe(1);
          expect(because).not.toBe('');
        }
      }),
    );
  });

  it('does not depend on the order of the pre-orders, nor on the other files', () => {
    fc.assert(
      fc.property(path, path, fc.shuffledSubarray(ahead, { minLength: ahead.length }), (first, second, shuffled) => {
        const [alone] = placeFiles([first], ahead);
        expect(placeFiles([second, first], shuffled)[1]).toEqual(alone);
      }),
      // found by chance: two hints in one name, and another pre-order with the same date before this one
      {
        examples: [
          ['Moss 2026-08-03 Chart 1.pdf', 'PR-20417.pdf', ahead.toSorted((a, b) => b.review_id - a.review_id)],
        ],
      },
    );
  });

  it('is never guessed between two that have the same signs', () => {
    fc.assert(
      fc.property(path, (name) => {
        // each stands there twice, with nothing to tell the two apart
        const twins = ahead.flatMap((p) => [p, { ...p, review_id: p.review_id + 100 }]);
        expect(placeFiles([name], twins)[0]?.review_id).toBeNull();
      }),
    );
  });

  it('another pre-order only ever takes certainty away, never moves a file to a third', () => {
    fc.assert(
      fc.property(path, fc.subarray(ahead, { minLength: 1 }), (name, some) => {
        const few = placeFiles([name], some)[0]?.review_id ?? null;
        const all = placeFiles([name], ahead)[0]?.review_id ?? null;
        // it stays, is left to the person, or goes to one that was not there to choose
        const fair = all === null || all === few || !some.some((p) => p.review_id === all) || few === null;
        expect(fair).toBe(true);
      }),
    );
  });
});
