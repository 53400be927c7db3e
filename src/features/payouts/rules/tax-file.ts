import { plainDollars } from '../../../core/money.ts';
import type { Payer } from './payer.ts';

/** One form of a file: who paid whom how much in a year. */
export interface TaxForm {
  year: number;
  payer: Payer;
  recipient: {
    tax_id_kind: 'ssn' | 'ein';
    tax_id: string;
    name: string;
    business_name: string;
    address_line1: string;
    address_line2: string;
    city: string;
    state: string;
    postal_code: string;
    /** What we call them: the account number of the form. */
    number: string;
  };
  /** For services. */
  reported_cents: number;
  withheld_cents: number;
}

/** Forms of a file at most; the intake takes no more. */
export const FORMS_OF_A_FILE = 100;

const none = (): string => '';
const isPerson = ({ recipient }: TaxForm): boolean => recipient.tax_id_kind === 'ssn';
/** A person's name in parts: the last word is the last name. */
const nameParts = (name: string): { first: string; middle: string; last: string } => {
  const words = name.trim().split(/\s+/);
  return {
    first: words[0] ?? '',
    middle: words.slice(1, -1).join(' '),
    last: words.length > 1 ? (words.at(-1) ?? '') : '',
  };
};
const personal =
  (part: 'first' | 'middle' | 'last') =>
  (form: TaxForm): string =>
    isPerson(form) ? nameParts(form.recipient.name)[part] : '';

/**
 * Every column a heading row can ask for, by the heading as the shipped template has it. What we have nothing for stays empty. The
 * authority's template says which there are and in which order, for each year.
 */
const COLUMNS: Readonly<Record<string, (form: TaxForm) => string>> = {
  'Form Type': () => '1099-NEC',
  'Tax Year': ({ year }) => String(year),
  'Payer TIN Type': () => 'EIN',
  'Payer Taxpayer ID Number': ({ payer }) => payer.tax_id.replaceAll('-', ''),
  'Payer Name Type': () => 'B',
  'Payer Business or Entity Name Line 1': ({ payer }) => payer.name,
  'Payer Business or Entity Name Line 2': none,
  'Payer First Name': none,
  'Payer Middle Name': none,
  'Payer Last Name (Surname)': none,
  'Payer Suffix': none,
  'Payer Country': () => 'US',
  'Payer Address Line 1': ({ payer }) => payer.address_line1,
  'Payer Address Line 2': ({ payer }) => payer.address_line2,
  'Payer City/Town': ({ payer }) => payer.city,
  'Payer State/Province/Territory': ({ payer }) => payer.state,
  'Payer ZIP/Postal Code': ({ payer }) => payer.postal_code,
  'Payer Phone Type': ({ payer }) => (payer.phone === '' ? '' : 'D'),
  'Payer Phone': ({ payer }) => payer.phone,
  'Payer Email Address': ({ payer }) => payer.email,
  // numbers of persons that begin with 9 are those of taxpayers without a Social Security number
  'Recipient TIN Type': ({ recipient: { tax_id_kind, tax_id } }) =>
    tax_id_kind === 'ein' ? 'EIN' : tax_id.startsWith('9') ? 'ITIN' : 'SSN',
  'Recipient Taxpayer ID Number': ({ recipient }) => recipient.tax_id,
  'Recipient Name Type': (form) => (isPerson(form) ? 'I' : 'B'),
  'Recipient Business or Entity Name Line 1': (form) => (isPerson(form) ? '' : form.recipient.name),
  'Recipient Business or Entity Name Line 2': (form) => (isPerson(form) ? '' : form.recipient.business_name),
  'Recipient First Name': personal('first'),
  'Recipient Middle Name': personal('middle'),
  'Recipient Last Name (Surname)': personal('last'),
  'Recipient Suffix': none,
  'Recipient Country': () => 'US',
  'Recipient Address Line 1': ({ recipient }) => recipient.address_line1,
  'Recipient Address Line 2': ({ recipient }) => recipient.address_line2,
  'Recipient City/Town': ({ recipient }) => recipient.city,
  'Recipient State/Province/Territory': ({ recipient }) => recipient.state,
  'Recipient ZIP/Postal Code': ({ recipient }) => recipient.postal_code,
  'Office Code': none,
  'Form Account Number': ({ recipient }) => recipient.number,
  'FATCA Filing Requirements': () => 'N',
  '2nd TIN Notice': () => 'N',
  'Box 1 - Nonemployee Compensation': ({ reported_cents }) => plainDollars(reported_cents),
  'Box 2 - Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale': () => 'N',
  'Box 3 - Excess golden parachute payments': none,
  'Box 4 - Federal income tax withheld': ({ withheld_cents }) =>
    withheld_cents === 0 ? '' : plainDollars(withheld_cents),
  'Combined Federal/State Filing': () => 'N',
  'State 1': none,
  'State 1 - State Tax Withheld': none,
  'State 1 - State/Payer state number': none,
  'State 1 - State income': none,
  'State 2': none,
  'State 2 - State Tax Withheld': none,
  'State 2 - State/Payer state number': none,
  'State 2 - State income': none,
};
export const KNOWN_HEADINGS = Object.keys(COLUMNS);

const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z0-9$]/g, '');
const BY_NAME = new Map(Object.entries(COLUMNS).map(([heading, column]) => [plain(heading), column]));

/** The headings of a row of comma-separated text, quoted or not. */
export function headingsOf(row: string): string[] {
  const text = row.replace(/^\u{FEFF}/u, '').replaceAll(/[\r\n]+$/g, '');
  return [...text.matchAll(/(?:^|[,\t])(?:"((?:[^"]|"")*)"|([^,\t]*))/g)].map(([, quoted, bare]) =>
    (quoted?.replaceAll('""', '"') ?? bare ?? '').trim(),
  );
}

/** What of a heading row is not known here. */
export const unknownHeadings = (row: string): string[] => headingsOf(row).filter((one) => !BY_NAME.has(plain(one)));

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** A file under this heading row, which stands in it as it was given; null: under the shipped one. */
export function taxFile(headings: string | null, forms: readonly TaxForm[]): string {
  const names = headings === null ? KNOWN_HEADINGS : headingsOf(headings);
  const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
  return line(names) + forms.map((form) => line(names.map((name) => BY_NAME.get(plain(name))?.(form) ?? ''))).join('');
}
