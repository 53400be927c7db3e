import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterTheyLeft,
  consentOver,
  DEFAULT_OVERAGE_CENTS,
  DEFAULT_REPORT_COST_CENTS,
  needsConsent,
  priceBook,
  quote,
  type QuoteInput,
  reportLater,
} from '../../billing/rules.ts';
import { CASE_PRICES } from './case/prices.ts';
import { IME_FORM } from './ime/form.ts';
import { IME_EXTRAS, IME_PRICES } from './ime/prices.ts';
import { PEER_REVIEW_PRICES } from './peer-review/prices.ts';

const CASE_BOOK = priceBook(CASE_PRICES, 'call_45', { limited_peer_review_price: 0 });

const input: fc.Arbitrary<QuoteInput> = fc
  .record({
    service: fc.constantFrom('call_30', 'call_45', 'call_60', 'call_and_report', 'report_only'),
    modifier: fc.record({
      name: fc.constant('Neurosurgery'),
      factor: fc.integer({ min: 0, max: 40_000 }).map((n) => n / 10_000),
    }),
    report_cost_cents: fc.integer({ min: 0, max: 1_000_000 }),
    report_overage_cost_cents: fc.integer({ min: 0, max: 5_000 }),
    pages: fc.integer({ min: 0, max: 50_000 }),
    pages_pending: fc.boolean(),
    expedited: fc.boolean(),
    added_report_cents: fc.option(fc.integer({ min: 0, max: 500_000 }), { nil: undefined }).map((v) => v),
    book: fc.record({
      base_cents: fc.constant(CASE_BOOK.base_cents),
      included_pages: fc.integer({ min: 0, max: 1_000 }),
      expedited_percent: fc.integer({ min: 0, max: 100 }),
      expedited_min_cents: fc.integer({ min: 0, max: 50_000 }),
      composition: fc.constantFrom<'add' | 'multiply'>('add', 'multiply'),
    }),
  })
  .map(({ added_report_cents, ...rest }) =>
    added_report_cents === undefined ? rest : { ...rest, added_report_cents },
  );

test('a report of an expert who left stays part of the price where it was delivered, and another one is asked for anew', () => {
  fc.assert(
    fc.property(input, fc.boolean(), (given, delivered) => {
      const after = afterTheyLeft(given, delivered);
      const [before, then] = [quote(CASE_PRICES, given), quote(CASE_PRICES, after)];
      const added = given.added_report_cents ?? 0;
      expect(then.total_cents).toBe(before.total_cents - (delivered ? 0 : added));
      expect(after.added_report_cents).toBeUndefined();
      // a second one comes on top of the first
      const again = quote(CASE_PRICES, afterTheyLeft({ ...after, added_report_cents: 70_000 }, true));
      expect(again.total_cents).toBe(then.total_cents + 70_000);
    }),
  );
});

test('lines sum to the total, in whole cents, and the total is never negative', () => {
  fc.assert(
    fc.property(input, (i) => {
      const { lines, total_cents } = quote(CASE_PRICES, i);
      expect(lines.every((l) => Number.isInteger(l.cents))).toBe(true);
      expect(lines.reduce((sum, l) => sum + l.cents, 0)).toBe(total_cents);
      expect(total_cents).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('more pages never cost less, and each page over the included ones costs exactly its price', () => {
  fc.assert(
    fc.property(input, fc.integer({ min: 0, max: 5_000 }), (i, more) => {
      const before = quote(CASE_PRICES, i).total_cents;
      const after = quote(CASE_PRICES, { ...i, pages: i.pages + more }).total_cents;
      const over = (pages: number): number => Math.max(0, pages - i.book.included_pages);
      expect(after - before).toBe((over(i.pages + more) - over(i.pages)) * i.report_overage_cost_cents);
    }),
  );
});

test('expedited costs at least the minimum more and leaves the pages alone', () => {
  fc.assert(
    fc.property(input, (i) => {
      const extra =
        quote(CASE_PRICES, { ...i, expedited: true }).total_cents -
        quote(CASE_PRICES, { ...i, expedited: false }).total_cents;
      expect(extra).toBeGreaterThanOrEqual(i.book.expedited_min_cents);
      expect(
        quote(CASE_PRICES, { ...i, expedited: true, pages: 0 }).total_cents -
          quote(CASE_PRICES, { ...i, expedited: false, pages: 0 }).total_cents,
      ).toBe(extra);
    }),
  );
});

const neurosurgery: QuoteInput = {
  service: 'call_45',
  modifier: { name: 'Neurosurgery', factor: 1.5 },
  report_cost_cents: 180_000,
  report_overage_cost_cents: DEFAULT_OVERAGE_CENTS,
  pages: 412,
  pages_pending: false,
  expedited: false,
  book: CASE_BOOK,
};

test.each([
  [
    'a 45 minute call in neurosurgery with 412 pages',
    {},
    [
      ['service', 62_500],
      ['modifier', 31_250],
      ['overage', 32_400],
    ],
    126_150,
  ],
  [
    'within the included pages',
    { pages: 250 },
    [
      ['service', 62_500],
      ['modifier', 31_250],
    ],
    93_750,
  ],
  [
    '30 minutes, primary care',
    { service: 'call_30', modifier: { name: 'Family medicine', factor: 1 }, pages: 0 },
    [['service', 45_000]],
    45_000,
  ],
  ['60 minutes', { service: 'call_60', modifier: { name: 'x', factor: 1 }, pages: 1 }, [['service', 80_000]], 80_000],
  [
    'call and report',
    {
      service: 'call_and_report',
      modifier: { name: 'x', factor: 1 },
      pages: 0,
      report_cost_cents: DEFAULT_REPORT_COST_CENTS,
    },
    [
      ['service', 62_500],
      ['report', 120_000],
    ],
    182_500,
  ],
  [
    'report only, expedited',
    { service: 'report_only', pages: 0, report_cost_cents: 120_000, expedited: true },
    [
      ['report', 120_000],
      ['expedited', 42_000],
    ],
    162_000,
  ],
  [
    'expedited minimum',
    { service: 'call_30', modifier: { name: 'x', factor: 0.5 }, pages: 0, expedited: true },
    [
      ['service', 45_000],
      ['modifier', -22_500],
      ['expedited', 15_000],
    ],
    37_500,
  ],
  [
    'shares added up instead of compounding',
    { pages: 0, expedited: true, book: { ...CASE_BOOK, composition: 'add' as const } },
    [
      ['service', 62_500],
      ['modifier', 31_250],
      ['expedited', 21_875],
    ],
    115_625,
  ],
  [
    'a report asked for later',
    { pages: 0, added_report_cents: 180_000 },
    [
      ['service', 62_500],
      ['modifier', 31_250],
      ['report', 180_000],
    ],
    273_750,
  ],
] satisfies [string, Partial<QuoteInput>, [string, number][], number][])('%s', (_name, change, lines, total) => {
  const result = quote(CASE_PRICES, { ...neurosurgery, ...change });
  expect(result.lines.map((l) => [l.key, l.cents])).toEqual(lines);
  expect(result.total_cents).toBe(total);
});

test('pages still being counted are shown as uncertain, even before any is over', () => {
  const line = quote(CASE_PRICES, { ...neurosurgery, pages: 0, pages_pending: true }).lines.at(-1);
  expect(line).toMatchObject({ key: 'overage', cents: 0, certain: false });
});

test('pages nobody counted and nobody said are uncertain, and say what to do', () => {
  const { lines, total_cents } = quote(CASE_PRICES, { ...neurosurgery, pages: 0, pages_asked: true });
  expect(lines.at(-1)).toMatchObject({ cents: 0, certain: false, how: 'say how many pages each file has' });
  expect(total_cents).toBe(quote(CASE_PRICES, { ...neurosurgery, pages: 0 }).total_cents);
});

test('a written report has a price of its own only where none was ordered', () => {
  expect(reportLater(CASE_PRICES, neurosurgery)).toBe(180_000);
  expect(reportLater(CASE_PRICES, { ...neurosurgery, service: 'report_only' })).toBeNull();
  expect(reportLater(CASE_PRICES, { ...neurosurgery, added_report_cents: 1 })).toBeNull();
});

test('consent is asked above the smaller of a tenth and $250, and never for less', () => {
  expect(consentOver(132_200)).toBe(13_220);
  expect(consentOver(900_000)).toBe(25_000);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: -100_000, max: 100_000 }), (total, by) => {
      expect(needsConsent({ total_cents: total, agreed_cents: total }, total + by)).toBe(by > consentOver(total));
    }),
  );
});

test('an unknown service has no price', () => {
  expect(() => quote(CASE_PRICES, { ...neurosurgery, service: 'video' })).toThrow('There is no price');
});

test('a subscription takes off the service with its factor and nothing else, to the cent, never below nothing', () => {
  fc.assert(
    fc.property(input, fc.constantFrom('standard', 'limited'), (rest, service) => {
      const book = priceBook(PEER_REVIEW_PRICES, service, { limited_peer_review_price: 0 });
      const full = quote(PEER_REVIEW_PRICES, { ...rest, service, book });
      const covered = quote(PEER_REVIEW_PRICES, {
        ...rest,
        service,
        book,
        subscription: { how: 'review 1 of 3 in Q4 2026' },
      });
      const sum = (of: typeof full, keys: readonly string[]) =>
        of.lines.filter((l) => keys.includes(l.key)).reduce((total, l) => total + l.cents, 0);
      expect(sum(covered, ['subscription'])).toBe(-sum(full, ['service', 'modifier']) || 0);
      expect(covered.total_cents).toBe(full.total_cents - sum(full, ['service', 'modifier']));
      expect(covered.total_cents).toBe(covered.lines.reduce((total, l) => total + l.cents, 0));
      expect(covered.total_cents).toBeGreaterThanOrEqual(0);
      expect(covered.base_cents).toBe(0);
    }),
  );
});

const EXTRA_KEYS = Object.keys(IME_EXTRAS);
const amount = fc.integer({ min: 1, max: 1_000_000 });
const beside = fc.record({
  further: fc.subarray(['Second examiner', 'Third examiner']),
  extras: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom(...EXTRA_KEYS),
      label: fc.constant('Something'),
      cents: fc.option(amount),
    }),
    { selector: (one) => one.key },
  ),
  added: fc.array(
    fc.record({
      key: fc.constantFrom(...EXTRA_KEYS),
      label: fc.constant('Something'),
      cents: amount,
      note: fc.constantFrom('', 'By hand'),
    }),
    { maxLength: 6 },
  ),
});
const exam = input.map((one) => ({
  ...one,
  service: 'exam',
  book: { ...one.book, base_cents: priceBook(IME_PRICES, 'exam', { limited_peer_review_price: 0 }).base_cents },
}));

test('what comes beside an exam is added to the cent, each by itself, and no factor or surcharge touches it', () => {
  fc.assert(
    fc.property(exam, beside, (one, { further, extras, added }) => {
      const plain = quote(IME_PRICES, { ...one, further });
      const whole = quote(IME_PRICES, { ...one, further, extras, added });
      const sum = [...extras, ...added].reduce((total, { cents }) => total + (cents ?? 0), 0);
      expect(whole.total_cents - plain.total_cents).toBe(sum);
      expect(whole.base_cents).toBe(plain.base_cents);
      const lines = whole.lines.filter(({ key }) => key.startsWith('extra:'));
      const unknown = extras.filter(({ key, cents }) => cents === null && added.every((other) => other.key !== key));
      const priced = extras.filter(({ cents }) => cents !== null);
      expect(lines).toHaveLength(added.length + priced.length + unknown.length);
      // only what nobody knows the price of is open
      for (const line of lines) expect(line.certain).toBe(line.cents > 0);
      expect(whole.lines.reduce((total, line) => total + line.cents, 0)).toBe(whole.total_cents);
    }),
  );
});

test('each further examiner costs the exam once more, hurried with it, and is part of what a missed one costs', () => {
  fc.assert(
    fc.property(exam, fc.subarray(['Second examiner', 'Third examiner']), (one, further) => {
      const [alone, panel] = [quote(IME_PRICES, one), quote(IME_PRICES, { ...one, further })];
      expect(panel.base_cents).toBe(alone.base_cents * (1 + further.length));
      const more = panel.total_cents - alone.total_cents;
      if (!one.expedited) expect(more).toBe(alone.base_cents * further.length);
      else expect(more).toBeGreaterThanOrEqual(alone.base_cents * further.length);
    }),
  );
});

test.each([
  ['an interpreter and a van', { interpreter: true, transport: 'wheelchair' }, [], ['interpreter', 'wheelchair']],
  ['no transport', { transport: 'none' }, [], []],
  ['a flight, priced once known', { transport: 'flight' }, [], ['flight']],
  ['a panel of two', { panel: true, second_specialty_id: 2 }, ['Second examiner'], []],
  ['a panel of three', { panel: true, third_specialty_id: 3 }, ['Second examiner', 'Third examiner'], []],
  ['no panel', { panel: false, third_specialty_id: 3 }, [], []],
  ['the records alone', { service: 'records_review', interpreter: true, panel: true, transport: 'sedan' }, [], []],
])('an order of an exam with %s', (_what, fields, further, extras) => {
  expect(IME_FORM.beside?.(fields)).toEqual({ further, extras });
  expect(EXTRA_KEYS).toEqual(expect.arrayContaining(extras));
});

test('an exam in orthopedics with interpreter, van, a second examiner, 640 pages, expedited', () => {
  const { lines, total_cents } = quote(IME_PRICES, {
    ...neurosurgery,
    service: 'exam',
    modifier: { name: 'Orthopedic surgery', factor: 1.2 },
    pages: 640,
    expedited: true,
    further: ['Second examiner'],
    extras: [
      { key: 'interpreter', ...IME_EXTRAS.interpreter },
      { key: 'flight', ...IME_EXTRAS.flight },
    ],
    added: [{ key: 'room', label: 'Rented room', cents: 12_050, note: 'Half a day' }],
    book: priceBook(IME_PRICES, 'exam', { limited_peer_review_price: 0 }),
  });
  expect(lines.map(({ key, cents, certain, how }) => [key, cents, certain, how])).toEqual([
    ['service', 250_000, true, null],
    ['modifier', 50_000, true, '× 1.2 on the exam'],
    ['further', 250_000, true, null],
    ['overage', 8_000, true, 'at $2.00 a page'],
    ['expedited', 192_500, true, '35% of the service'],
    ['extra:interpreter', 24_000, true, null],
    ['extra:flight', 0, false, 'what it costs, once that is known'],
    ['extra:room', 12_050, true, 'Half a day'],
  ]);
  expect(total_cents).toBe(786_550);
});
