import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bothSides,
  type Cause,
  CAUSES,
  type Charge,
  chargedSide,
  type ChargeLine,
  dueCharges,
  lineKey,
  type MoneyFacts,
  type Posted,
  type Posting,
  shownBalance,
  toPost,
} from './rules.ts';

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const NOW = at(31);

const NOTHING: MoneyFacts = {
  review_id: 7,
  by_the_hour: false,
  bucket: 'active',
  quote: null,
  call_held_at: null,
  exam_held_at: null,
  delivered_at: null,
  own_delivered_at: null,
  ended_at: null,
  cancellation: null,
  late_calls: [],
  exam_fees: [],
  time: [],
  expenses: [],
  retainer: [],
  written_off: [],
};
const IL = { state: 'IL', percent: 8.25 };
const QUOTE = {
  id: 3,
  lines: [
    { key: 'service', label: 'Call, 45 minutes', cents: 62_500 },
    { key: 'modifier', label: 'Spine', cents: 15_625 },
    { key: 'report', label: 'Written report', cents: 120_000 },
    { key: 'overage', label: '10 pages over 250', cents: 2_000 },
  ] as const,
};
const total = (charges: readonly Pick<Charge, 'lines'>[]): number =>
  charges.reduce((sum, { lines }) => lines.reduce((part, { cents }) => part + cents, sum), 0);
const due = (facts: Partial<MoneyFacts>) => dueCharges({ ...NOTHING, ...facts });

describe('what a review is charged for', () => {
  it.each([
    ['nothing while nothing was done', { quote: QUOTE }, 0, []],
    ['all but its report once the call was held', { quote: QUOTE, call_held_at: at(3) }, 80_125, ['call_held']],
    [
      'its report, too, once that was delivered',
      { quote: QUOTE, call_held_at: at(3), delivered_at: at(9), own_delivered_at: at(9) },
      200_125,
      ['call_held', 'report_delivered'],
    ],
    ['an exam once it was held', { quote: QUOTE, exam_held_at: at(3) }, 80_125, ['exam_held']],
    [
      'what is finished without either',
      { quote: QUOTE, bucket: 'completed' as const, ended_at: at(5) },
      80_125,
      ['ended'],
    ],
    ['nothing of a canceled one that was free', { quote: QUOTE, bucket: 'cancelled' as const }, 0, []],
    [
      'what was agreed when it was canceled, in place of its price',
      { quote: QUOTE, bucket: 'cancelled' as const, call_held_at: at(3), cancellation: { cents: 31_250, at: at(4) } },
      31_250,
      ['cancelled'],
    ],
    [
      'the time of a matter by the hour and its report, not the retainer it was ordered at',
      {
        quote: QUOTE,
        by_the_hour: true,
        delivered_at: at(9),
        own_delivered_at: at(9),
        time: [
          { id: 1, cents: 50_000, at: at(2), tax: null },
          { id: 2, cents: -50_000, at: at(3), tax: null },
          { id: 3, cents: 25_000, at: at(3), tax: null },
        ],
        expenses: [{ id: 4, cents: 4_210, at: at(3) }],
      },
      149_210,
      ['report_delivered', 'time_recorded', 'time_recorded', 'time_recorded', 'expense_approved'],
    ],
    [
      'the time with the tax its price has, taken back with the time, and none on what was laid out',
      {
        quote: QUOTE,
        by_the_hour: true,
        time: [
          { id: 1, cents: 10_006, at: at(2), tax: IL },
          { id: 2, cents: -10_006, at: at(3), tax: IL },
          { id: 3, cents: 10_006, at: at(3), tax: IL },
        ],
        expenses: [{ id: 4, cents: 4_210, at: at(3) }],
      },
      // 8.25% of $100.06 is $8.25495
      10_006 + 825 + 4_210,
      ['time_recorded', 'time_recorded', 'time_recorded', 'expense_approved'],
    ],
    [
      'calls moved late and exams not held, beside its price',
      {
        quote: QUOTE,
        late_calls: [{ id: 1, cents: 31_250, at: at(2) }],
        exam_fees: [{ id: 2, cents: 125_000, at: at(3) }],
      },
      156_250,
      ['late_or_missed', 'not_held'],
    ],
  ])('%s', (_, facts, cents, rules) => {
    const charges = due(facts);
    expect(total(charges)).toBe(cents);
    expect(charges.map(({ rule }) => rule)).toEqual(rules);
  });

  it('an expert’s report who left stays charged, and that of the next once it is delivered', () => {
    const lines = [...QUOTE.lines, { key: 'former_report' as const, label: 'Written report', cents: 120_000 }];
    const facts = { quote: { id: 4, lines }, call_held_at: at(3), delivered_at: at(9) };
    expect(total(due(facts))).toBe(200_125);
    expect(total(due({ ...facts, own_delivered_at: at(12) }))).toBe(320_125);
  });

  it('sales tax is due with what it is of', () => {
    const lines = [
      ...QUOTE.lines,
      { key: 'minimum', label: 'Up to the minimum', cents: 875 },
      { key: 'tax', label: 'Sales tax, CA', cents: 6_480 },
      { key: 'tax', label: 'Sales tax, CA, on the written report', cents: 9_600, of: 'report' },
    ] as const;
    const facts = { quote: { id: 4, lines }, call_held_at: at(3) };
    expect(total(due(facts))).toBe(87_480);
    const all = { ...facts, delivered_at: at(9), own_delivered_at: at(9) };
    expect(total(due(all))).toBe(217_080);
    // by the hour the report is charged with its tax, and nothing of what it was ordered at
    expect(total(due({ ...all, by_the_hour: true }))).toBe(129_600);
    const posted = bothSides({ cause: 'service', lines: due(all).flatMap((charge) => charge.lines) });
    expect(posted.reduce((sum, line) => (line.account === 'sales_tax' ? sum + line.cents : sum), 0)).toBe(-16_080);
    expect(posted.reduce((sum, line) => sum + line.cents, 0)).toBe(0);
  });

  it('counts what is done first, however late the rest of it came', () => {
    const [service] = due({ quote: QUOTE, delivered_at: at(9), own_delivered_at: at(9), call_held_at: at(3) });
    expect(service).toMatchObject({ rule: 'call_held', happened_at: at(3), quote_id: 3 });
  });
});

const cents = fc.integer({ min: -500_000, max: 500_000 });
const line = fc.record<ChargeLine>({
  key: fc.constantFrom('service', 'report', 'overage', 'paid_in', 'drawn'),
  label: fc.constantFrom('One', 'Another'),
  cents,
});
/** Charges of distinct causes, with lines that are summed up as a charge's are. */
const charges: fc.Arbitrary<Charge[]> = fc
  .uniqueArray(
    fc.record({
      cause: fc.constantFrom(...(Object.keys(CAUSES) as Cause[])),
      cause_id: fc.integer({ min: 1, max: 4 }),
      lines: fc.uniqueArray(line, { maxLength: 4, selector: lineKey }),
    }),
    { maxLength: 8, selector: ({ cause, cause_id }) => `${cause}:${cause_id}` },
  )
  .map((all) =>
    all.map((one) => ({
      ...one,
      rule: 'ended' as const,
      happened_at: at(1),
      quote_id: null,
      lines: one.lines.filter((l) => l.cents !== 0),
    })),
  );

/** What is posted once these are posted, too. */
function after(posted: readonly Posted[], postings: readonly Posting[]): Posted[] {
  const all = new Map(posted.map((one) => [`${one.cause}:${one.cause_id}`, one]));
  for (const { cause, cause_id, part, lines } of postings) {
    const key = `${cause}:${cause_id}`;
    const sums = new Map((all.get(key)?.lines ?? []).map((l) => [lineKey(l), l]));
    for (const l of lines) sums.set(lineKey(l), { ...l, cents: (sums.get(lineKey(l))?.cents ?? 0) + l.cents });
    all.set(key, { cause, cause_id, parts: part + 1, lines: [...sums.values()] });
  }
  return [...all.values()];
}

const sums = (all: readonly Pick<Charge, 'cause' | 'cause_id' | 'lines'>[]) =>
  Object.fromEntries(
    all.flatMap(({ cause, cause_id, lines }) =>
      lines.flatMap((l) => (l.cents === 0 ? [] : [[`${cause}:${cause_id}:${lineKey(l)}`, l.cents]])),
    ),
  ) as Record<string, number>;

describe('posting', () => {
  it('makes what is posted what is due, whatever was posted before', () => {
    fc.assert(
      fc.property(fc.array(charges, { minLength: 1, maxLength: 5 }), (turns) => {
        let posted: Posted[] = [];
        for (const turn of turns) {
          posted = after(posted, toPost(turn, posted, NOW));
          expect(sums(posted)).toEqual(sums(turn));
        }
      }),
    );
  });

  it('does not take back a second time what a credit note took back', () => {
    const lines = (cents: number, credited: number) => [{ key: 'service', label: 'Call', cents, credited }];
    const taken = (posted: Posted['lines']) =>
      total(toPost([], [{ cause: 'service', cause_id: 7, parts: 1, lines: posted }], NOW));
    expect([taken(lines(93_750, 93_750)), taken(lines(93_750, 50_000)), taken(lines(50_000, 50_000))]).toEqual([
      0, -43_750, 0,
    ]);
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), fc.nat(100_000), (posted, credit, due_cents) => {
        const credited = Math.min(posted, credit);
        const due: Charge[] = [
          {
            cause: 'service',
            cause_id: 7,
            rule: 'ended',
            happened_at: at(1),
            quote_id: null,
            lines: due_cents === 0 ? [] : [{ key: 'service', label: 'Call', cents: due_cents }],
          },
        ];
        const before: Posted = { cause: 'service', cause_id: 7, parts: 1, lines: lines(posted, credited) };
        const change = total(toPost(due, [before], NOW));
        // what is left after both is never less than what is due less what was credited, and never less than nothing
        expect(posted + change - credited).toBeGreaterThanOrEqual(Math.max(0, due_cents - credited));
        expect(posted + change).toBe(due_cents >= posted ? due_cents : Math.min(posted, due_cents + credited));
        const after: Posted = { ...before, lines: lines(posted + change, credited) };
        expect(toPost(due, [after], NOW)).toEqual([]);
      }),
    );
  });

  it('posts nothing a second time', () => {
    fc.assert(
      fc.property(charges, charges, (first, second) => {
        const posted = after(after([], toPost(first, [], NOW)), toPost(second, after([], toPost(first, [], NOW)), NOW));
        expect(toPost(second, posted, NOW)).toEqual([]);
      }),
    );
  });

  it('numbers the parts of a cause without a gap', () => {
    fc.assert(
      fc.property(fc.array(charges, { maxLength: 5 }), (turns) => {
        let posted: Posted[] = [];
        const parts = new Map<string, number[]>();
        for (const turn of turns) {
          const postings = toPost(turn, posted, NOW);
          for (const { cause, cause_id, part } of postings) {
            const key = `${cause}:${cause_id}`;
            parts.set(key, [...(parts.get(key) ?? []), part]);
          }
          posted = after(posted, postings);
        }
        for (const numbers of parts.values()) expect(numbers).toEqual(numbers.map((_, i) => i));
      }),
    );
  });

  it('writes lines on both sides that sum to zero, and reads the charge back from one of them', () => {
    fc.assert(
      fc.property(charges, (all) => {
        for (const posting of toPost(all, [], NOW)) {
          const lines = bothSides(posting);
          expect(lines.reduce((sum, l) => sum + l.cents, 0)).toBe(0);
          const own = lines.filter((l) => l.account === chargedSide(posting.cause, l.line_key));
          expect(own.map(({ line_key, label, cents: c }) => ({ key: line_key, label, cents: c }))).toEqual(
            posting.lines,
          );
        }
      }),
    );
  });

  it('has a retainer pay for work: what is drawn is no longer unbilled', () => {
    const facts = {
      by_the_hour: true,
      time: [{ id: 1, cents: 50_000, at: at(2), tax: null }],
      retainer: [
        { id: 1, event: 'received' as const, cents: 500_000, at: at(1) },
        { id: 2, event: 'used' as const, cents: 50_000, at: at(2) },
      ],
    };
    const balance = (account: string, more: Partial<MoneyFacts> = {}) =>
      toPost(due({ ...facts, ...more }), [], NOW)
        .flatMap(bothSides)
        .reduce((sum, l) => (l.account === account ? sum + l.cents : sum), 0);
    expect(balance('unbilled')).toBe(0);
    expect(shownBalance('retainers', balance('retainers'))).toBe(450_000);
    expect(balance('cash')).toBe(500_000);
    expect(shownBalance('revenue', balance('revenue'))).toBe(50_000);
    const retainer = [...facts.retainer, { id: 3, event: 'refunded' as const, cents: 450_000, at: at(3) }];
    expect(shownBalance('retainers', balance('retainers', { retainer }))).toBe(0);
    expect(balance('cash', { retainer })).toBe(50_000);
  });
});
