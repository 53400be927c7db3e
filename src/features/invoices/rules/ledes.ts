import { plainDollars } from '../../../core/money.ts';
/**
 * Invoices as insurers' and law departments' systems read them: LEDES 1998B, the format of the Legal Electronic Data Exchange
 * Standard committee (ledes.org): ASCII, one row an item, fields between pipes, each row ends "[]". Expert fees are the UTBMS expense
 * code E119.
 */

/** The 24 fields, in their order. */
export const LEDES_FIELDS = [
  'INVOICE_DATE',
  'INVOICE_NUMBER',
  'CLIENT_ID',
  'LAW_FIRM_MATTER_ID',
  'INVOICE_TOTAL',
  'BILLING_START_DATE',
  'BILLING_END_DATE',
  'INVOICE_DESCRIPTION',
  'LINE_ITEM_NUMBER',
  'EXP/FEE/INV_ADJ_TYPE',
  'LINE_ITEM_NUMBER_OF_UNITS',
  'LINE_ITEM_ADJUSTMENT_AMOUNT',
  'LINE_ITEM_TOTAL',
  'LINE_ITEM_DATE',
  'LINE_ITEM_TASK_CODE',
  'LINE_ITEM_EXPENSE_CODE',
  'LINE_ITEM_ACTIVITY_CODE',
  'TIMEKEEPER_ID',
  'LINE_ITEM_DESCRIPTION',
  'LAW_FIRM_ID',
  'LINE_ITEM_UNIT_COST',
  'TIMEKEEPER_NAME',
  'TIMEKEEPER_CLASSIFICATION',
  'CLIENT_MATTER_ID',
] as const;

/** What of an invoice such a file tells. Days are YYYY-MM-DD, amounts cents. */
export interface LedesInvoice {
  number: string;
  issued_on: string;
  organization_id: number;
  /** Who issues it. */
  issuer: string;
  total_cents: number;
  lines: readonly {
    /** The review's number, or the subscription's. */
    matter: string;
    /** The customer's own number of the matter; empty where they gave none. */
    reference: string;
    /** The purchase order it was approved on; empty for none. */
    purchase_order: string;
    happened_on: string;
    label: string;
    cents: number;
  }[];
}

/** Expert fees, of the UTBMS litigation code set's expenses. */
const EXPERTS = 'E119';
const day = (date: string): string => date.replaceAll('-', '');

/** Text as the format takes it: ASCII without its own signs; letters with accents lose them. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u2013\u2014]/g, '-')
    .replaceAll(/[^\x20-\x7E]/g, '')
    .replaceAll(/[|[\]]/g, ' ')
    .trim();

/**
 * An invoice as a LEDES 1998B file. What is taken off (a retainer that pays, a correction) is an adjustment of the invoice (IE, on
 * expenses), so that the rows sum to the invoice's total.
 */
export function ledes1998b(invoice: LedesInvoice): string {
  const days = invoice.lines.map(({ happened_on }) => happened_on).toSorted();
  const rows = invoice.lines.map((line, at): Readonly<Record<(typeof LEDES_FIELDS)[number], string>> => ({
    INVOICE_DATE: day(invoice.issued_on),
    INVOICE_NUMBER: invoice.number,
    CLIENT_ID: String(invoice.organization_id),
    LAW_FIRM_MATTER_ID: line.matter,
    INVOICE_TOTAL: plainDollars(invoice.total_cents),
    BILLING_START_DATE: day(days[0] ?? invoice.issued_on),
    BILLING_END_DATE: day(days.at(-1) ?? invoice.issued_on),
    INVOICE_DESCRIPTION: 'Expert medical reviews',
    LINE_ITEM_NUMBER: String(at + 1),
    'EXP/FEE/INV_ADJ_TYPE': line.cents < 0 ? 'IE' : 'E',
    LINE_ITEM_NUMBER_OF_UNITS: line.cents < 0 ? '0' : '1',
    LINE_ITEM_ADJUSTMENT_AMOUNT: line.cents < 0 ? plainDollars(line.cents) : '0.00',
    LINE_ITEM_TOTAL: plainDollars(line.cents),
    LINE_ITEM_DATE: day(line.happened_on),
    LINE_ITEM_TASK_CODE: '',
    LINE_ITEM_EXPENSE_CODE: EXPERTS,
    LINE_ITEM_ACTIVITY_CODE: '',
    TIMEKEEPER_ID: '',
    LINE_ITEM_DESCRIPTION: plain(line.purchase_order === '' ? line.label : `${line.label}, PO ${line.purchase_order}`),
    LAW_FIRM_ID: plain(invoice.issuer),
    LINE_ITEM_UNIT_COST: line.cents < 0 ? '0.00' : plainDollars(line.cents),
    TIMEKEEPER_NAME: '',
    TIMEKEEPER_CLASSIFICATION: '',
    CLIENT_MATTER_ID: plain(line.reference),
  }));
  return [
    'LEDES1998B[]',
    `${LEDES_FIELDS.join('|')}[]`,
    ...rows.map((row) => `${LEDES_FIELDS.map((field) => row[field]).join('|')}[]`),
    '',
  ].join('\r\n');
}
