import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BANK_ROWS_MOST,
  guessLayout,
  headingsAt,
  lineKeys,
  readAmount,
  readCells,
  readDay,
  readRows,
} from './bank-file.ts';
import { matchesOf, numbersIn, type OpenInvoice, payerKey, sumUp } from './bank-match.ts';

describe('a statement', () => {
  it.each([',', ';', '\t'])('set apart by %j is read as it was written, whatever its cells hold', (sign) => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'B', '7', '"', ',', ';', '\n', 'é', ' '), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        // headings say how a file is set apart
        const file = [['Date', 'Amount', 'Reference'], ...rows].map((row) => row.map(quoted).join(sign)).join('\r\n');
        const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
        const expected = rows.map((row) => row.map(plain)).filter((row) => row.some((one) => one !== ''));
        expect(readCells(`\uFEFF${file}`)?.slice(1)).toEqual(expected);
      }),
    );
  });

  it('with a quote that does not end, or too many rows, is not taken', () => {
    expect(readCells('Date,Amount\n"1,2')).toBeNull();
    expect(readCells(`a,b,c\n${'1,2,3\n'.repeat(BANK_ROWS_MOST)}`)).toHaveLength(BANK_ROWS_MOST + 1);
    expect(readCells(`a,b,c\n${'1,2,3\n'.repeat(BANK_ROWS_MOST + 100)}`)).toBeNull();
  });

  it.each([
    ['1,887.50', '.', 188_750],
    ['$1887.5', '.', 188_750],
    ['1.887,50', ',', 188_750],
    ["1'887.50", '.', 188_750],
    ['(25.00)', '.', -2_500],
    ['25.00-', '.', -2_500],
    ['-25', '.', -2_500],
    ['25.00 CR', '.', 2_500],
    ['12,50', '.', null],
    ['1.234', ',', 123_400],
    ['1.234', '.', null],
    ['1,23,4.00', '.', null],
    ['', '.', null],
    ['Total', '.', null],
    ['99999999999', '.', null],
  ] as const)('amount %j with %s is %j', (text, sign, cents) => expect(readAmount(text, sign)).toBe(cents));

  it.each([
    ['11/20/2026', 'mdy', '2026-11-20'],
    ['20.11.26', 'dmy', '2026-11-20'],
    ['2026-11-20T10:15:00', 'ymd', '2026-11-20'],
    ['20261120', 'ymd', '2026-11-20'],
    ['Nov 20, 2026', 'dmy', '2026-11-20'],
    ['20-Nov-2026', 'mdy', '2026-11-20'],
    ['20/11/2026', 'mdy', null],
    ['2026-02-30', 'ymd', null],
    ['', 'mdy', null],
    ['Balance', 'mdy', null],
  ] as const)('day %j as %s is %j', (text, order, day) => expect(readDay(text, order)).toBe(day));

  it('says by its headings and rows what its columns are', () => {
    const rows =
      readCells(
        'Account 4471;Peritus\n\nBuchungstag;Auftraggeber;Verwendungszweck;Betrag\n20.11.2026;Harborline;INV-101-00007;1.887,50\n21.11.2026;Bank;Fee;-3,00\nSaldo;;;\n',
      ) ?? [];
    const at = headingsAt(rows);
    const layout = guessLayout(rows[at] ?? [], rows.slice(at + 1));
    expect(layout).toEqual({
      date_column: 0,
      payer_column: 1,
      reference_column: 2,
      amount_column: 3,
      date_order: 'dmy',
      decimal_sign: ',',
    });
    expect(readRows(rows.slice(at + 1), layout)).toEqual({
      arrived: [{ booked_on: '2026-11-20', cents: 188_750, reference: 'INV-101-00007', payer: 'Harborline' }],
      went_out: 1,
      unread: [2],
    });
  });

  it('has each line once, also where equal ones stand in it', () => {
    const row = { booked_on: '2026-11-20', cents: 100, reference: 'x', payer: 'y' };
    const keys = lineKeys([row, { ...row, cents: 200 }, row]);
    expect(new Set(keys).size).toBe(3);
    // another file that overlaps says the same of the same lines
    expect(lineKeys([row, row])).toEqual([keys[0], keys[2]]);
  });
});

describe('whose a line is', () => {
  const invoice = (id: number, organization_id: number, open_cents: number): OpenInvoice => ({
    id,
    organization_id,
    number: `INV-${organization_id}-${String(id).padStart(5, '0')}`,
    open_cents,
  });
  const open = [
    invoice(1, 7, 1_000),
    invoice(2, 7, 2_500),
    invoice(3, 7, 4_000),
    invoice(1, 8, 9_000),
    invoice(2, 9, 9_000),
  ];
  const nobody = new Map<string, number[]>();
  const match = (cents: number, reference = '', payer = '', payers: ReadonlyMap<string, readonly number[]> = nobody) =>
    matchesOf({ cents, reference, payer }, open, payers).map(({ by, organization_id, invoice_ids, exact }) => [
      by,
      organization_id,
      invoice_ids,
      exact,
    ]);

  it('is said by the numbers it names', () => {
    expect(numbersIn('Pmt inv 7 00002 and INV-7-00003, INV-7-123456')).toEqual([
      'INV-7-00002',
      'INV-7-00003',
      'INV-7-123456',
    ]);
    expect(match(6_500, 'INV-7-00002, inv-7-00003')).toEqual([['number', 7, [2, 3], true]]);
    expect(match(2_000, 'INV-7-00002')[0]).toEqual(['number', 7, [2], false]);
    expect(match(1, 'INV-70-00002')).toEqual([]);
  });

  it('by an amount, a sum, or who paid before', () => {
    expect(match(2_500)).toEqual([['amount', 7, [2], true]]);
    expect(match(9_000)).toEqual([
      ['amount', 8, [1], true],
      ['amount', 9, [2], true],
    ]);
    expect(match(3_500)).toEqual([['sum', 7, [1, 2], true]]);
    const payers = new Map([[payerKey('Harborline Mutual, Inc.'), [7]]]);
    // more sums are tried of who is known
    expect(match(5_000)).toEqual([]);
    expect(match(5_000, '', 'HARBORLINE MUTUAL INC', payers)).toEqual([['sum', 7, [1, 3], true]]);
    expect(match(77, '', 'harborline  mutual inc', payers)).toEqual([['payer', 7, [], false]]);
  });

  it('a sum is what it says, of invoices that are open', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 120 }),
        (cents, sum) => {
          const all = cents.map((one, at) => invoice(at, 7, one));
          const found = sumUp(sum, all, true);
          const sums = new Set<number>();
          for (let set = 1; set < 1 << all.length; set += 1) {
            const some = cents.filter((_, at) => (set >> at) & 1);
            if (some.length > 1) sums.add(some.reduce((a, b) => a + b, 0));
          }
          expect(found !== null).toBe(sums.has(sum));
          if (found) expect(found.reduce((total, { open_cents }) => total + open_cents, 0)).toBe(sum);
        },
      ),
    );
  });
});
