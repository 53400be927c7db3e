import { isDate } from '../../../core/dates.ts';

/** Lines of a statement at most. */
export const BANK_ROWS_MOST = 10_000;
export const BANK_BYTES_MOST = 5 * 1024 * 1024;
const CELLS_MOST = 60;
const CELL_LENGTH = 500;

export const DATE_ORDERS = ['ymd', 'mdy', 'dmy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
export const DATE_ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  mdy: 'Month, day, year',
  dmy: 'Day, month, year',
  ymd: 'Year, month, day',
};
export const DECIMAL_SIGNS = ['.', ','] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** Which column of a bank's statement is what, from 0 on, and how it writes days and amounts. */
export interface BankLayout {
  date_column: number;
  amount_column: number;
  reference_column: number;
  payer_column: number | null;
  date_order: DateOrder;
  decimal_sign: DecimalSign;
}

/** Money that arrived, as a statement says it. */
export interface BankRow {
  booked_on: string;
  cents: number;
  reference: string;
  payer: string;
}

/** The sign a file sets its cells apart by: the one its first lines have most of, outside of quotes. */
function separatorOf(text: string): string {
  const begin = text.slice(0, 4_000).replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((sign) => [sign, begin.split(sign).length] as const);
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/**
 * The cells of a comma-separated file, also by semicolons or tabs, quoted or not, with a mark of its encoding or without.
 * Null where a quote does not end, or it has more rows than are taken. Empty rows are left out.
 */
export function readCells(file: string): string[][] | null {
  const text = file.replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let at = 0;
  const endCell = () => {
    if (row.length < CELLS_MOST) row.push(cell.replaceAll(/\s+/g, ' ').trim().slice(0, CELL_LENGTH));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
  };
  for (; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (sign === separator) endCell();
    else if (sign === '\n' || sign === '\r') {
      endRow();
      // headings and what stands above them beside the rows
      if (rows.length > BANK_ROWS_MOST + 50) return null;
    } else cell += sign;
  }
  if (quoted) return null;
  endRow();
  return rows;
}

/** An amount in cents; less than nothing where it went out. Null: it is none. */
export function readAmount(text: string, decimal: DecimalSign): number | null {
  let plain = text.replaceAll(/[\s\u00A0\u202F'’]|USD|US\$|\$/gi, '');
  const negative = /^\(.*\)$/.test(plain) || /^[-\u2212]|[-\u2212]$|DR$/i.test(plain);
  plain = plain.replaceAll(/^\(|\)$|^[-+\u2212]|[-+\u2212]$|(CR|DR)$/gi, '');
  if (decimal === ',') plain = plain.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
  // a thousand is set apart by threes, or what looks like one is a decimal
  if (!/^(\d{1,3}(,\d{3})+|\d{1,11})(\.\d{1,2})?$/.test(plain)) return null;
  const cents = Math.round(Number(plain.replaceAll(',', '')) * 100);
  return cents <= 1_000_000_000 ? (negative ? -cents : cents) : null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const two = (text: string): string => text.padStart(2, '0');

/** A day as YYYY-MM-DD. Null: it is none. */
export function readDay(text: string, order: DateOrder): string | null {
  const named = /([a-z]{3})[a-z]*/i.exec(text);
  const month = named ? MONTHS.indexOf((named[1] ?? '').toLowerCase()) + 1 : 0;
  // a time beside it says nothing here
  const parts = text.replace(/[T ]\d{1,2}:\d{2}.*$/, '').match(/\d+/g) ?? [];
  let found: [year: string, month: string, day: string] | null = null;
  const [a = '', b = '', c = ''] = parts;
  if (named) {
    if (month > 0 && parts.length === 2) found = [b, String(month), a];
  } else if (parts.length === 1 && a.length === 8)
    found =
      order === 'ymd'
        ? [a.slice(0, 4), a.slice(4, 6), a.slice(6)]
        : order === 'mdy'
          ? [a.slice(4), a.slice(0, 2), a.slice(2, 4)]
          : [a.slice(4), a.slice(2, 4), a.slice(0, 2)];
  else if (parts.length === 3) found = order === 'ymd' ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a];
  if (!found || found[1].length > 2 || found[2].length > 2) return null;
  const year = found[0].length === 2 ? `20${found[0]}` : found[0];
  const day = `${year}-${two(found[1])}-${two(found[2])}`;
  if (!isDate(day)) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) && day > '2000-01-01' ? day : null;
}

/** Where the headings stand: the first row with three words and neither a day nor an amount. */
export function headingsAt(rows: readonly (readonly string[])[]): number {
  const is = rows.slice(0, 50).findIndex((row) => {
    const cells = row.filter((cell) => cell !== '');
    return cells.length >= 3 && cells.every((cell) => !/\d/.test(cell));
  });
  return is;
}

const WORDS = {
  date_column: /^(posting |transaction |booking |value |effective )?date$|^posted|buchungstag|datum/i,
  amount_column: /^(net |credit )?amount|^credits?$|deposit|paid in|money in|betrag/i,
  reference_column: /reference|memo|details|purpose|narrative|remittance|description|verwendungszweck/i,
  payer_column: /payer|name|from$|counterparty|originator|auftraggeber|sender/i,
} as const;

/** What the columns of a statement seem to be, from its headings and some of its rows; -1 where nothing says so. */
export function guessLayout(headings: readonly string[], rows: readonly (readonly string[])[]): BankLayout {
  const column = (name: keyof typeof WORDS): number => headings.findIndex((heading) => WORDS[name].test(heading));
  const date_column = column('date_column');
  const amount_column = column('amount_column');
  const payer = column('payer_column');
  const sample = rows.slice(0, 200);
  const best = <T>(all: readonly T[], reads: (one: T) => number): T =>
    all.reduce((most, one) => (reads(one) > reads(most) ? one : most), all[0] as T);
  const dates = sample.map((row) => row[date_column] ?? '');
  const amounts = sample.map((row) => row[amount_column] ?? '');
  return {
    date_column,
    amount_column,
    reference_column: column('reference_column'),
    payer_column: payer === -1 ? null : payer,
    // where days can be read in two ways, as they are written here
    date_order: best(['mdy', 'ymd', 'dmy'], (order) => dates.filter((text) => readDay(text, order) !== null).length),
    decimal_sign: best(DECIMAL_SIGNS, (sign) => amounts.filter((text) => readAmount(text, sign) !== null).length),
  };
}

/** What a statement's rows say: money that arrived, how many rows are of money that went out, and which were not read, from 0 on. */
export function readRows(
  rows: readonly (readonly string[])[],
  layout: BankLayout,
): { arrived: BankRow[]; went_out: number; unread: number[] } {
  const arrived: BankRow[] = [];
  const unread: number[] = [];
  let went_out = 0;
  for (const [at, row] of rows.entries()) {
    const cell = (column: number | null): string => (column === null ? '' : (row[column] ?? ''));
    const amount = cell(layout.amount_column);
    const booked_on = readDay(cell(layout.date_column), layout.date_order);
    const cents = readAmount(amount, layout.decimal_sign);
    // banks with a column for what came in leave it empty where something went out
    if (booked_on !== null && (amount === '' || (cents !== null && cents <= 0))) went_out += 1;
    else if (booked_on === null || cents === null) unread.push(at);
    else arrived.push({ booked_on, cents, reference: cell(layout.reference_column), payer: cell(layout.payer_column) });
  }
  return { arrived, went_out, unread };
}

/** What makes a line that line, for a fingerprint: its content, and which of several equal ones in its file it is. */
export function lineKeys(rows: readonly BankRow[]): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ booked_on, cents, reference, payer }) => {
    const content = JSON.stringify([booked_on, cents, reference, payer]);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return `${content} ${before}`;
  });
}
