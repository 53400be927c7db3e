import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LEDES_FIELDS,
  ageOf,
  aging,
  divide,
  draftsOf,
  invoiceNumber,
  issuedUntil,
  ledes1998b,
  nextIssueDay,
  openCents,
  readNumber,
  stateOf,
  statementOf,
  type Unbilled,
} from './rules.ts';
import { readLedes } from '../../../tests/harness/ledes.ts';

const invoice = (total_cents: number, settled_cents = 0, due_on = '2026-12-19') => ({
  sort: 'invoice' as const,
  total_cents,
  settled_cents,
  due_on,
});

describe('an invoice', () => {
  it('has a number that is read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 1, max: 999_999 }),
        (organization_id, sequence) => {
          expect(readNumber(invoiceNumber({ organization_id, sequence }))).toEqual({ organization_id, sequence });
        },
      ),
    );
    expect(invoiceNumber({ organization_id: 100_001, sequence: 7 })).toBe('INV-100001-00007');
    expect([readNumber('CR-20017'), readNumber('INV-1'), readNumber('')]).toEqual([null, null, null]);
  });

  it.each([
    ['open', invoice(100), '2026-12-19'],
    ['overdue', invoice(100), '2026-12-20'],
    ['overdue', invoice(100, 99), '2026-12-20'],
    ['paid', invoice(100, 100), '2027-12-20'],
    ['paid', invoice(0), '2027-12-20'],
    ['credit', { ...invoice(-100), sort: 'credit_note' as const }, '2027-12-20'],
  ])('is %s', (state, one, today) => {
    expect(stateOf(one, today)).toBe(state);
  });

  it.each([
    ['2026-12-19', 'not_due'],
    ['2026-12-20', 'to_30'],
    ['2027-01-18', 'to_30'],
    ['2027-01-19', 'to_60'],
    ['2027-02-17', 'to_60'],
    ['2027-02-18', 'to_90'],
    ['2027-03-19', 'to_90'],
    ['2027-03-20', 'older'],
  ])('due December 19 is on %s: %s', (today, age) => {
    expect(ageOf('2026-12-19', today)).toBe(age);
  });

  it('has all that is open in one of its ages', () => {
    const one = fc.record({
      sort: fc.constantFrom('invoice' as const, 'credit_note' as const),
      total_cents: fc.integer({ min: 0, max: 1_000_000 }),
      settled_cents: fc.integer({ min: 0, max: 1_000_000 }),
      due_on: fc.constantFrom('2026-01-01', '2026-09-30', '2026-11-15', '2026-12-19'),
    });
    fc.assert(
      fc.property(fc.array(one), (all) => {
        const sums = Object.values(aging(all, '2026-12-01')).reduce((sum, cents) => sum + cents, 0);
        expect(sums).toBe(all.reduce((sum, each) => sum + openCents(each), 0));
      }),
    );
  });
});

describe('what money is divided into', () => {
  it('never exceeds what came, or what is open, and leaves nothing where something is open', () => {
    const open = fc.array(fc.record({ id: fc.integer(), open_cents: fc.integer({ min: 0, max: 100_000 }) }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), open, (cents, all) => {
        const parts = divide(cents, all);
        const settled = parts.reduce((sum, part) => sum + part.cents, 0);
        expect(settled).toBe(
          Math.min(
            cents,
            all.reduce((sum, one) => sum + one.open_cents, 0),
          ),
        );
        expect(parts.every((part) => part.cents > 0)).toBe(true);
      }),
    );
  });

  it('goes to the first of them first', () => {
    expect(
      divide(150, [
        { id: 1, open_cents: 100 },
        { id: 2, open_cents: 0 },
        { id: 3, open_cents: 100 },
      ]),
    ).toEqual([
      { id: 1, cents: 100 },
      { id: 3, cents: 50 },
    ]);
  });
});

describe('what is invoiced together', () => {
  const line = fc.record<Unbilled>({
    ledger_line_id: fc.integer({ min: 1, max: 1_000_000 }),
    review_id: fc.option(fc.integer({ min: 1, max: 4 })),
    subscription_id: fc.constant(7001),
    happened_on: fc.constantFrom('2026-10-01', '2026-10-15', '2026-11-02'),
    reference: fc.constant(''),
    purchase_order: fc.constant(''),
    label: fc.constant('Call'),
    cents: fc.integer({ min: -50_000, max: 100_000 }),
  });
  const lines = fc.uniqueArray(line, { selector: ({ ledger_line_id }) => ledger_line_id });

  it('is each line at most once, and never less than nothing', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom('month' as const, 'review' as const), (all, by) => {
        const drafts = draftsOf(all, by);
        const ids = drafts.flatMap((draft) => draft.lines.map(({ ledger_line_id }) => ledger_line_id));
        expect(new Set(ids).size).toBe(ids.length);
        for (const { total_cents, lines: own } of drafts) {
          expect(total_cents).toBeGreaterThanOrEqual(0);
          expect(total_cents).toBe(own.reduce((sum, { cents }) => sum + cents, 0));
          // beside one review's own lines there are others only where they take something off
          if (by === 'review')
            expect(
              [...Map.groupBy(own, ({ review_id }) => review_id).values()].filter(
                (group) => group.reduce((sum, { cents }) => sum + cents, 0) >= 0,
              ),
            ).toHaveLength(1);
        }
        // what is left out comes to less than nothing, of each review, or together
        const out = all.filter(({ ledger_line_id }) => !ids.includes(ledger_line_id));
        for (const group of by === 'month' ? [out] : Map.groupBy(out, ({ review_id }) => review_id).values())
          if (group.length > 0) expect(group.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThan(0);
      }),
    );
  });
});

describe('a LEDES file', () => {
  it('has its 24 fields, whose amounts sum to the total, whatever the words', () => {
    expect(LEDES_FIELDS).toHaveLength(24);
    const one = fc.record({
      matter: fc.constantFrom('CR-20001', 'LC-20002'),
      reference: fc.string({ unit: 'binary' }),
      purchase_order: fc.string({ unit: 'binary' }),
      happened_on: fc.constantFrom('2026-10-01', '2026-11-02'),
      label: fc.string({ unit: 'binary' }),
      cents: fc.integer({ min: -100_000, max: 100_000 }).filter((n) => n !== 0),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (lines) => {
        const total_cents = lines.reduce((sum, { cents }) => sum + cents, 0);
        const file = ledes1998b({
          number: 'INV-1-00001',
          issued_on: '2026-12-01',
          organization_id: 1,
          issuer: 'Peritus',
          total_cents,
          lines,
        });
        expect(file).toMatch(/^[\x20-\x7E\r\n]*$/);
        const rows = readLedes(file);
        expect(rows).toHaveLength(lines.length);
        const cents = (text: string | undefined) => Math.round(Number(text) * 100);
        for (const row of rows) {
          expect(row['INVOICE_TOTAL']).toBe((total_cents / 100).toFixed(2));
          const units = cents(row['LINE_ITEM_UNIT_COST']) * Number(row['LINE_ITEM_NUMBER_OF_UNITS']);
          expect(units + cents(row['LINE_ITEM_ADJUSTMENT_AMOUNT'])).toBe(cents(row['LINE_ITEM_TOTAL']));
          expect(row['LINE_ITEM_EXPENSE_CODE']).toBe('E119');
          expect(row['LINE_ITEM_DATE']).toMatch(/^2026(1001|1102)$/);
        }
        expect(rows.reduce((sum, row) => sum + cents(row['LINE_ITEM_TOTAL']), 0)).toBe(total_cents);
      }),
    );
  });
});

describe('issued by themselves', () => {
  it('on their day of the next month that has it, for all of the months before', () => {
    const next = (today: string, issue_day = 3) => nextIssueDay({ invoice_by: 'month', issue_day }, today);
    expect([next('2026-11-02'), next('2026-11-03'), next('2026-12-31'), next('2027-01-30', 28)]).toEqual([
      '2026-11-03',
      '2026-12-03',
      '2027-01-03',
      '2027-02-28',
    ]);
    expect(nextIssueDay({ invoice_by: 'review', issue_day: 1 }, '2026-12-31')).toBe('2027-01-01');
    expect([issuedUntil('month', '2026-11-17'), issuedUntil('review', '2026-11-17')]).toEqual([
      '2026-11-01',
      '2026-11-17',
    ]);
  });
});

describe('a statement of account', () => {
  const move = fc.record({
    on: fc.constantFrom('2026-10-01', '2026-10-15', '2026-11-02', '2026-11-30'),
    label: fc.constant('Invoice'),
    cents: fc.integer({ min: -100_000, max: 100_000 }),
    invoice_id: fc.constant(null),
  });

  it('opens where the one before it closed, and closes on all that happened', () => {
    fc.assert(
      fc.property(fc.array(move), (moves) => {
        const october = statementOf(moves, '2026-10-01', '2026-10-31');
        const november = statementOf(moves, '2026-11-01', '2026-11-30');
        expect(october.opening_cents).toBe(0);
        expect(november.opening_cents).toBe(october.closing_cents);
        expect(november.closing_cents).toBe(moves.reduce((sum, { cents }) => sum + cents, 0));
        expect(november.moves.at(-1)?.balance_cents ?? november.opening_cents).toBe(november.closing_cents);
        expect(october.moves.length + november.moves.length).toBe(moves.length);
      }),
    );
  });
});
