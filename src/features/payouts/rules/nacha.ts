import { ACCOUNT_DIGITS_MOST } from '../../accounts/rules.ts';
import type { Bank } from './settings.ts';

/** One payment of a file. */
export interface NachaEntry {
  payout_id: number;
  name: string;
  /** Nine digits. */
  routing_number: string;
  account_number: string;
  account_type: 'checking' | 'savings';
  /** A company: its entry is of class CCD; of a person PPD. */
  business: boolean;
  cents: number;
}

export interface NachaFile {
  bank: Bank;
  run_id: number;
  /** When the run was released: the same file is made each time. */
  made_at: Date;
  /** YYYY-MM-DD. */
  pay_on: string;
  entries: readonly NachaEntry[];
}

const LENGTH = 94;
const BLOCK = 10;
/** Deposits: to a checking account, to a savings account. */
const DEPOSIT = { checking: '22', savings: '32' } as const;
/** Credits alone. */
const CREDITS = '220';

/** Text of a field: capital letters of the format's alphabet, cut and filled with blanks. */
const text = (value: string, length: number): string =>
  value
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .toUpperCase()
    .slice(0, length)
    .padEnd(length);

/** A number of a field: filled with zeros. What does not fit is refused, never cut. */
function digits(value: number | string, length: number): string {
  const whole = String(value).padStart(length, '0');
  if (whole.length > length || !/^\d+$/.test(whole))
    throw new Error(`${whole.length} digits do not fit into ${length}.`);
  return whole;
}

/** An account's number, at the left of its field. What does not fit is refused: cut, it is somebody else's. */
function account(number: string): string {
  if (number.length > ACCOUNT_DIGITS_MOST)
    throw new Error(`${number.length} digits of an account do not fit into ${ACCOUNT_DIGITS_MOST}.`);
  return text(number, ACCOUNT_DIGITS_MOST);
}

/** The sum of the receiving banks' first eight digits, of which the last ten digits count. */
const hashOf = (entries: readonly NachaEntry[]): string =>
  String(entries.reduce((sum, { routing_number }) => sum + Number(routing_number.slice(0, 8)), 0))
    .slice(-10)
    .padStart(10, '0');
const totalOf = (entries: readonly NachaEntry[]): number => entries.reduce((sum, { cents }) => sum + cents, 0);

const yymmdd = (date: string): string => date.slice(2).replaceAll('-', '');

/**
 * A file of the ACH network, as the bank takes it: records of 94 characters, a batch of payments to persons (PPD) and one to companies
 * (CCD), in blocks of ten. The same run makes the same file.
 */
export function nachaFile({ bank, run_id, made_at, pay_on, entries }: NachaFile): string {
  const odfi = digits(bank.odfi_routing, 9).slice(0, 8);
  const made = made_at.toISOString();
  const records = [
    [
      '101',
      ` ${digits(bank.destination_routing, 9)}`,
      bank.origin.toUpperCase().padStart(10),
      yymmdd(made.slice(0, 10)),
      made.slice(11, 16).replace(':', ''),
      'A',
      '094',
      '10',
      '1',
      text(bank.destination_name, 23),
      text(bank.origin_name, 23),
      text(`RUN${run_id}`, 8),
    ].join(''),
  ];
  const batches = (['PPD', 'CCD'] as const)
    .map((sort) => ({ sort, of: entries.filter(({ business }) => business === (sort === 'CCD')) }))
    .filter(({ of }) => of.length > 0);
  let trace = 0;
  for (const [at, { sort, of }] of batches.entries()) {
    records.push(
      [
        `5${CREDITS}`,
        text(bank.company_name, 16),
        ' '.repeat(20),
        text(bank.company_id, 10),
        sort,
        text('EXPERT FEE', 10),
        yymmdd(pay_on),
        yymmdd(pay_on),
        '   1',
        odfi,
        digits(at + 1, 7),
      ].join(''),
    );
    for (const entry of of) {
      trace += 1;
      records.push(
        [
          '6',
          DEPOSIT[entry.account_type],
          digits(entry.routing_number, 9),
          account(entry.account_number),
          digits(entry.cents, 10),
          text(`PO${entry.payout_id}`, 15),
          text(entry.name, 22),
          '  0',
          odfi,
          digits(trace, 7),
        ].join(''),
      );
    }
    records.push(
      [
        `8${CREDITS}`,
        digits(of.length, 6),
        hashOf(of),
        '0'.repeat(12),
        digits(totalOf(of), 12),
        text(bank.company_id, 10),
        ' '.repeat(25),
        odfi,
        digits(at + 1, 7),
      ].join(''),
    );
  }
  const blocks = Math.ceil((records.length + 1) / BLOCK);
  records.push(
    [
      '9',
      digits(batches.length, 6),
      digits(blocks, 6),
      digits(entries.length, 8),
      hashOf(entries),
      '0'.repeat(12),
      digits(totalOf(entries), 12),
      ' '.repeat(39),
    ].join(''),
  );
  while (records.length < blocks * BLOCK) records.push('9'.repeat(LENGTH));
  return `${records.join('\r\n')}\r\n`;
}
