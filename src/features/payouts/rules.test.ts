import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byOrganization,
  FORMS_OF_A_FILE,
  KNOWN_HEADINGS,
  headingsOf,
  type Owed,
  payoutState,
  proposeRun,
  reportedOf,
  runState,
  settingsFaults,
  type TaxForm,
  taxFile,
  taxState,
  thresholdOf,
  unknownHeadings,
  withheldOf,
} from './rules.ts';
import { nachaFile, type NachaEntry } from './rules/nacha.ts';
import type { Bank } from './rules/settings.ts';

const owed: fc.Arbitrary<Owed[]> = fc
  .array(
    fc.record({
      entries: fc.array(
        fc.record({
          organization_id: fc.integer({ min: 1, max: 4 }),
          cents: fc.integer({ min: -50_000, max: 200_000 }).filter((cents) => cents !== 0),
          customer_paid: fc.boolean(),
          expense: fc.boolean(),
        }),
        { maxLength: 6 },
      ),
      has_details: fc.boolean(),
      has_w9: fc.boolean(),
      backup_withholding: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((experts) =>
    experts.map((one, at) => ({
      ...one,
      expert_profile_id: at + 1,
      entries: one.entries.map((entry, of) => ({ ...entry, entry_id: at * 100 + of })),
    })),
  );
const terms = fc.record({
  needs_w9: fc.boolean(),
  only_paid: fc.boolean(),
  minimum_cents: fc.constantFrom(0, 5_000, 100_000),
});
const total = (rows: readonly { cents: number }[]): number => rows.reduce((sum, { cents }) => sum + cents, 0);

describe('a run', () => {
  it('pays each expert once, just what they are owed, and names everybody else with a reason', () => {
    fc.assert(
      fc.property(owed, terms, (experts, by) => {
        const { payouts, left_out } = proposeRun(experts, by);
        const named = [...payouts, ...left_out].map(({ expert_profile_id }) => expert_profile_id);
        expect(new Set(named).size).toBe(named.length);
        expect(named.toSorted((a, b) => a - b)).toEqual(
          experts.filter(({ entries }) => entries.length > 0).map(({ expert_profile_id }) => expert_profile_id),
        );
        const paid = payouts.flatMap(({ entries }) => entries.map(({ entry_id }) => entry_id));
        expect(new Set(paid).size).toBe(paid.length);
        for (const { cents, entries, withheld_cents } of payouts) {
          expect(cents).toBe(total(entries));
          expect(cents).toBeGreaterThan(0);
          expect(cents).toBeGreaterThanOrEqual(by.minimum_cents);
          expect(withheld_cents).toBeLessThan(cents);
        }
        const all = experts.flatMap(({ entries }) => entries);
        const waits = all.filter(({ entry_id }) => !paid.includes(entry_id));
        expect(total(payouts) + total(waits)).toBe(total(all));
        if (by.only_paid)
          for (const { entries } of payouts)
            expect(entries.every(({ cents, customer_paid }) => customer_paid || cents < 0)).toBe(true);
      }),
    );
  });

  it('pays what was left to the next run, and nothing twice', () => {
    fc.assert(
      fc.property(owed, (experts) => {
        const first = proposeRun(experts, { needs_w9: true, only_paid: true, minimum_cents: 5_000 });
        const taken = new Set(first.payouts.flatMap(({ entries }) => entries.map(({ entry_id }) => entry_id)));
        const rest = experts.map((one) => ({
          ...one,
          has_details: true,
          entries: one.entries.filter(({ entry_id }) => !taken.has(entry_id)),
        }));
        const second = proposeRun(rest, { needs_w9: false, only_paid: false, minimum_cents: 0 });
        expect(total(first.payouts) + total(second.payouts) + total(second.left_out)).toBe(
          total(experts.flatMap(({ entries }) => entries)),
        );
        expect(second.left_out.every(({ reason, cents }) => reason === 'carried_over' && cents <= 0)).toBe(true);
      }),
    );
  });

  it('says why somebody is left out', () => {
    const expert = (more: Partial<Owed>, cents: number[], paid = true): Owed => ({
      expert_profile_id: 1,
      has_details: true,
      has_w9: true,
      backup_withholding: false,
      entries: cents.map((of, at) => ({
        entry_id: at,
        organization_id: 1,
        cents: of,
        customer_paid: paid,
        expense: false,
      })),
      ...more,
    });
    const by = { needs_w9: true, only_paid: true, minimum_cents: 1_000 };
    const why = (one: Owed, more: Partial<typeof by> = {}) => proposeRun([one], { ...by, ...more }).left_out[0]?.reason;
    expect(why(expert({ has_details: false }, [5_000]))).toBe('no_details');
    expect(why(expert({ has_w9: false }, [5_000]))).toBe('no_w9');
    expect(why(expert({ has_w9: false }, [5_000]), { needs_w9: false })).toBeUndefined();
    expect(why(expert({}, [999]))).toBe('below_minimum');
    expect(why(expert({}, [5_000, -5_000]))).toBe('carried_over');
    expect(why(expert({}, [5_000], false))).toBe('customer_unpaid');
    expect(why(expert({}, [5_000], false), { only_paid: false })).toBeUndefined();
    const withheld = proposeRun([expert({ backup_withholding: true }, [10_001])], by).payouts[0];
    expect(withheld?.withheld_cents).toBe(2_400);
    expect(withheld?.without_w9).toBe(false);
    expect(proposeRun([expert({ has_w9: false }, [5_000])], { ...by, needs_w9: false }).payouts[0]).toMatchObject({
      without_w9: true,
      withheld_cents: 0,
    });
  });

  it('keeps nothing back of what was laid out', () => {
    const of = (cents: number, expense: boolean, at: number) => ({
      entry_id: at,
      organization_id: 1,
      cents,
      customer_paid: true,
      expense,
    });
    const withheld = (...rows: [number, boolean][]) =>
      proposeRun(
        [
          {
            expert_profile_id: 1,
            has_details: true,
            has_w9: true,
            backup_withholding: true,
            entries: rows.map(([cents, expense], at) => of(cents, expense, at)),
          },
        ],
        { needs_w9: true, only_paid: false, minimum_cents: 0 },
      ).payouts[0]?.withheld_cents;
    expect(withheld([10_000, false], [30_000, true])).toBe(2_400);
    expect(withheld([30_000, true])).toBe(0);
    expect(withheld([-5_000, false], [30_000, true])).toBe(0);
    expect(withheld([10_000, false], [-4_000, true])).toBe(withheldOf(6_000));
  });

  it('is split by organization to the cent', () => {
    const entries = fc.array(
      fc.record({ organization_id: fc.integer({ min: 1, max: 5 }), cents: fc.integer({ min: -9_999, max: 99_999 }) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(entries, (rows) => {
        fc.pre(total(rows) > 0);
        const withheld = withheldOf(total(rows));
        const split = byOrganization(rows, withheld);
        expect(total(split)).toBe(total(rows));
        expect(split.reduce((sum, { withheld_cents }) => sum + withheld_cents, 0)).toBe(withheld);
        expect(new Set(split.map(({ organization_id }) => organization_id)).size).toBe(split.length);
      }),
    );
  });

  it('is paid once nothing of it is open', () => {
    expect(runState({ released: false, discarded: false, open: 2 })).toBe('proposed');
    expect(runState({ released: false, discarded: true, open: 2 })).toBe('discarded');
    expect(runState({ released: true, discarded: false, open: 1 })).toBe('released');
    expect(runState({ released: true, discarded: false, open: 0 })).toBe('paid');
    expect(payoutState({ released: true, discarded: false, paid: true, returned: true })).toBe('returned');
  });
});

const BANK: Bank = {
  odfi_routing: '091000019',
  destination_routing: '091000019',
  destination_name: 'Prairie Bank',
  origin: '1123456789',
  origin_name: 'Peritus Inc',
  company_id: '1123456789',
  company_name: 'Peritus Inc',
};

/** What a bank reads in such a file, by the positions of the published layout; it knows nothing of how it was written. */
function readNacha(file: string) {
  const records = file.split('\r\n');
  expect(records.pop()).toBe('');
  expect(records.length % 10).toBe(0);
  for (const record of records) expect(record).toMatch(/^[\x20-\x7e]{94}$/);
  const at = (record: string, from: number, until: number): string => record.slice(from - 1, until);
  const [head = ''] = records;
  expect([at(head, 1, 3), at(head, 34, 40)]).toEqual(['101', 'A094101']);
  const control = records.find((record) => /^9(?!9{93})/.test(record)) ?? '';
  const end = records.indexOf(control);
  expect(records.slice(end + 1).every((record) => /^9{94}$/.test(record))).toBe(true);
  const entryOf = (record: string) => ({
    code: at(record, 2, 3),
    routing: at(record, 4, 12),
    account: at(record, 13, 29).trimEnd(),
    cents: Number(at(record, 30, 39)),
    id: at(record, 40, 54).trimEnd(),
    name: at(record, 55, 76).trimEnd(),
    addenda: at(record, 79, 79),
    trace: at(record, 80, 94),
  });
  const batches: { sort: string; date: string; entries: ReturnType<typeof entryOf>[] }[] = [];
  const sums = (entries: ReturnType<typeof entryOf>[]) => ({
    count: entries.length,
    hash: entries.reduce((sum, { routing }) => sum + BigInt(routing.slice(0, 8)), 0n) % 10_000_000_000n,
    cents: entries.reduce((sum, { cents }) => sum + cents, 0),
  });
  for (const record of records.slice(1, end)) {
    const batch = batches.at(-1);
    if (record.startsWith('5')) {
      expect([at(record, 2, 4), at(record, 79, 79), at(record, 80, 87)]).toEqual(['220', '1', '09100001']);
      expect(at(record, 88, 94)).toBe(String(batches.length + 1).padStart(7, '0'));
      batches.push({ sort: at(record, 51, 53), date: at(record, 70, 75), entries: [] });
    } else if (record.startsWith('6') && batch) batch.entries.push(entryOf(record));
    else if (record.startsWith('8') && batch)
      expect({
        count: Number(at(record, 5, 10)),
        hash: BigInt(at(record, 11, 20)),
        debits: Number(at(record, 21, 32)),
        cents: Number(at(record, 33, 44)),
        odfi: at(record, 80, 87),
      }).toEqual({ ...sums(batch.entries), debits: 0, odfi: '09100001' });
    else throw new Error(`An unexpected record: ${record}`);
  }
  const all = batches.flatMap(({ entries }) => entries);
  expect({
    batches: Number(at(control, 2, 7)),
    blocks: Number(at(control, 8, 13)),
    count: Number(at(control, 14, 21)),
    hash: BigInt(at(control, 22, 31)),
    debits: Number(at(control, 32, 43)),
    cents: Number(at(control, 44, 55)),
  }).toEqual({ batches: batches.length, blocks: records.length / 10, ...sums(all), debits: 0 });
  const traces = all.map(({ trace }) => trace);
  expect(traces).toEqual([...new Set(traces)].toSorted());
  return { destination: at(head, 4, 13), origin: at(head, 14, 23), made: at(head, 24, 33), batches };
}

describe('the file of the bank', () => {
  const file = (entries: readonly NachaEntry[]) =>
    nachaFile({ bank: BANK, run_id: 7, made_at: new Date('2026-12-03T16:05:00Z'), pay_on: '2026-12-04', entries });
  const entry = (more: Partial<NachaEntry> = {}): NachaEntry => ({
    payout_id: 41,
    name: 'José Núñez–Ortega, MD, Practice of Neurology',
    routing_number: '021000021',
    account_number: '000123456789',
    account_type: 'checking',
    business: false,
    cents: 123_456,
    ...more,
  });

  it('is read back to the cent', () => {
    const routing = fc.constantFrom('021000021', '011401533', '091000019', '322271627');
    const entries = fc.array(
      fc.record({
        payout_id: fc.integer({ min: 1, max: 99_999 }),
        name: fc.string({ maxLength: 60 }),
        routing_number: routing,
        account_number: fc.stringMatching(/^\d{4,17}$/),
        account_type: fc.constantFrom('checking' as const, 'savings' as const),
        business: fc.boolean(),
        cents: fc.integer({ min: 1, max: 9_999_999 }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(entries, (given) => {
        const { batches } = readNacha(file(given));
        const read = batches.flatMap(({ sort, entries: of }) =>
          of.map(({ code, routing: to, account, cents, id }) => [sort, code, to, account, cents, id]),
        );
        const expected = given.map((one) => [
          one.business ? 'CCD' : 'PPD',
          one.account_type === 'checking' ? '22' : '32',
          one.routing_number,
          one.account_number,
          one.cents,
          `PO${one.payout_id}`,
        ]);
        const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' ')).toSorted();
        expect(sorted(read)).toEqual(sorted(expected));
      }),
      { numRuns: 40 },
    );
  });

  it('says who pays whom and when, in its own alphabet, and is the same each time', () => {
    const read = readNacha(file([entry(), entry({ payout_id: 42, business: true, account_type: 'savings' })]));
    expect(read).toMatchObject({ destination: ' 091000019', origin: '1123456789', made: '2612031605' });
    expect(read.batches.map(({ sort, date }) => [sort, date])).toEqual([
      ['PPD', '261204'],
      ['CCD', '261204'],
    ]);
    expect(read.batches[0]?.entries[0]).toMatchObject({ name: 'JOSE NUNEZ-ORTEGA, MD,', addenda: '0' });
    expect(file([entry()])).toBe(file([entry()]));
  });

  it('is not made of what does not fit', () => {
    expect(() => file([entry({ cents: 10_000_000_000 })])).toThrow('do not fit');
    expect(() => file([entry({ cents: -1 })])).toThrow('do not fit');
    // cut, it would be somebody else's account
    expect(() => file([entry({ account_number: '123456789012345678' })])).toThrow('do not fit');
  });
});

describe('settings', () => {
  const plain = { needs_w9: true, only_paid: false, minimum_cents: 0, bank: null, payer: null, tax_headings: null };
  it('name what cannot work', () => {
    expect(settingsFaults({ ...plain, bank: BANK })).toEqual([]);
    const paths = settingsFaults({
      ...plain,
      bank: { ...BANK, odfi_routing: '091000018', origin: 'ä', company_name: '' },
      tax_headings: 'Form Type,Shoe size',
    }).map(({ path }) => path);
    expect(paths).toEqual(['bank.odfi_routing', 'bank.company_name', 'bank.origin', 'tax_headings']);
  });
});

const person = {
  reported_cents: 200_000,
  withheld_cents: 0,
  classification: 'individual',
  llc_taxed_as: null,
  has_tax_id: true,
} as const;

describe('the yearly form', () => {
  it.each([
    [2025, 59_999, 'below'],
    [2025, 60_000, 'reported'],
    [2026, 199_999, 'below'],
    [2026, 200_000, 'reported'],
  ] as const)('of %i, %i cents: %s', (year, reported_cents, state) => {
    expect(taxState(year, { ...person, reported_cents })).toBe(state);
    expect(thresholdOf(2031)).toBe(200_000);
  });

  it('reports what was paid for services, not what was laid out', () => {
    expect(reportedOf({ paid_cents: 250_000, expenses_cents: 60_000 })).toBe(190_000);
    expect(reportedOf({ paid_cents: 250_000, expenses_cents: 260_000 })).toBe(0);
  });

  it('leaves out corporations, never whom tax was withheld from, and says who lacks a number', () => {
    expect(taxState(2026, { ...person, classification: 's_corporation' })).toBe('corporation');
    expect(taxState(2026, { ...person, classification: 'llc', llc_taxed_as: 'C' })).toBe('corporation');
    expect(taxState(2026, { ...person, classification: 'llc', llc_taxed_as: 'P' })).toBe('reported');
    expect(taxState(2026, { ...person, reported_cents: 500, withheld_cents: 120 })).toBe('reported');
    expect(taxState(2026, { ...person, has_tax_id: false })).toBe('no_tax_id');
  });

  const form: TaxForm = {
    year: 2026,
    payer: {
      name: 'Peritus, Inc.',
      tax_id: '12-3456789',
      address_line1: '1 Main Street',
      address_line2: '',
      city: 'Boston',
      state: 'MA',
      postal_code: '02110',
      phone: '',
      email: '',
    },
    recipient: {
      tax_id_kind: 'ssn',
      tax_id: '123456789',
      name: 'Ruth Ann Carver',
      business_name: '',
      address_line1: '4 Elm Road',
      address_line2: '',
      city: 'Troy',
      state: 'NY',
      postal_code: '12180',
      number: 'E41',
    },
    reported_cents: 250_050,
    withheld_cents: 60_012,
  };
  it('stands under the operator’s own heading row, column by column', () => {
    const row =
      'Recipient Last Name (Surname),"Payer Business or Entity Name Line 1",BOX 1 - NONEMPLOYEE COMPENSATION,Tax Year';
    expect(unknownHeadings(row)).toEqual([]);
    expect(taxFile(row, [form])).toBe(
      'Recipient Last Name (Surname),Payer Business or Entity Name Line 1,BOX 1 - NONEMPLOYEE COMPENSATION,Tax Year\r\n' +
        'Carver,"Peritus, Inc.",2500.50,2026\r\n',
    );
    expect(unknownHeadings('Tax Year,Shoe size,Favorite color')).toEqual(['Shoe size', 'Favorite color']);
  });

  it('has a cell for each heading, the shipped one included', () => {
    const [head = '', line = ''] = taxFile(null, [form]).split('\r\n');
    expect(headingsOf(head)).toEqual(KNOWN_HEADINGS);
    const cells = headingsOf(line);
    expect(cells).toHaveLength(KNOWN_HEADINGS.length);
    const of = (heading: string) => cells[KNOWN_HEADINGS.indexOf(heading)];
    expect(of('Recipient First Name')).toBe('Ruth');
    expect(of('Recipient Middle Name')).toBe('Ann');
    expect(of('Box 4 - Federal income tax withheld')).toBe('600.12');
    expect(of('Recipient TIN Type')).toBe('SSN');
    expect(FORMS_OF_A_FILE).toBe(100);
  });
});
