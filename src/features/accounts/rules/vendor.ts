import type { FieldError } from '../../../core/errors.ts';

/** What a payee fills in. `tax_id` and `account_number` are sent only to be set; nobody is ever shown them again. */
export interface VendorFields {
  payee_name: string;
  tax_id_kind: 'ssn' | 'ein';
  tax_id: string | null;
  address_line1: string;
  address_line2: string;
  city: string;
  state: string;
  postal_code: string;
  bank_name: string;
  account_type: 'checking' | 'savings';
  routing_number: string;
  account_number: string | null;
}

/** What each number is encrypted for; whoever opens one names it. */
export const KEPT_AS = { tax_id: 'vendor.tax_id', account_number: 'vendor.account_number' } as const;

/** An account's number is so long at most: the field of the payment file that carries it. */
export const ACCOUNT_DIGITS_MOST = 17;

/** The digits of a number as people type it, with spaces and dashes; null when something else is in it. */
export function digitsOf(text: string): string | null {
  const digits = text.normalize('NFKC').replaceAll(/[\s\-\u2010-\u2015]/g, '');
  return /^\d+$/.test(digits) ? digits : null;
}

/** What is wrong with a taxpayer number, or null. Numbers that are never given out are refused. */
export function taxIdFault(kind: VendorFields['tax_id_kind'], text: string): string | null {
  const digits = digitsOf(text);
  if (digits?.length !== 9) return 'It has nine digits.';
  if (kind === 'ein') return /^(00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)/.test(digits) ? NEVER : null;
  const [, area = '', group = '', serial = ''] = /^(\d{3})(\d{2})(\d{4})$/.exec(digits) ?? [];
  // beginning with 9 are the numbers of taxpayers without a social security number
  return area === '000' || area === '666' || group === '00' || serial === '0000' ? NEVER : null;
}
const NEVER = 'No such number is given out. Compare it with your letter.';

/** What is wrong with a bank's routing number, or null: nine digits, weighted 3 7 1, a multiple of ten. */
export function routingFault(text: string): string | null {
  const digits = digitsOf(text);
  if (digits?.length !== 9) return 'It has nine digits, at the lower left of a check.';
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * ([3, 7, 1][at % 3] ?? 1), 0);
  return sum % 10 === 0 && sum > 0 ? null : 'A digit is wrong or two are swapped. Compare it with a check.';
}

/** Every fault of the form. `has` says which numbers are kept already and need not be given again. */
export function vendorFaults(
  fields: VendorFields,
  has: { tax_id: boolean; account_number: boolean },
  states: ReadonlySet<string>,
): FieldError[] {
  const faults: FieldError[] = [];
  const say = (path: keyof VendorFields, message: string | null) => {
    if (message !== null) faults.push({ path, message });
  };
  const filled = (path: 'payee_name' | 'address_line1' | 'city' | 'bank_name', message: string) =>
    say(path, fields[path].trim() === '' ? message : null);
  filled('payee_name', 'Enter who is paid: your name or your practice, as on your tax return.');
  if (fields.tax_id !== null) say('tax_id', taxIdFault(fields.tax_id_kind, fields.tax_id));
  else if (!has.tax_id) say('tax_id', 'Enter your taxpayer number.');
  filled('address_line1', 'Enter the street, or a P.O. box.');
  filled('city', 'Enter the city.');
  say('state', states.has(fields.state) ? null : 'Choose the state.');
  say('postal_code', /^\d{5}(-\d{4})?$/.test(fields.postal_code.trim()) ? null : 'It has five digits, or nine.');
  filled('bank_name', 'Enter the bank.');
  say('routing_number', routingFault(fields.routing_number));
  if (fields.account_number !== null) {
    const digits = digitsOf(fields.account_number);
    say(
      'account_number',
      digits && digits.length >= 4 && digits.length <= ACCOUNT_DIGITS_MOST
        ? null
        : `It has 4 to ${ACCOUNT_DIGITS_MOST} digits, as on a check: a payment cannot carry more.`,
    );
  } else if (!has.account_number) say('account_number', 'Enter the account number.');
  return faults;
}
