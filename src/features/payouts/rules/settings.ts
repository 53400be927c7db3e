import type { FieldError } from '../../../core/errors.ts';
import { routingFault } from '../../accounts/rules.ts';
import type { Payer } from './payer.ts';
import { unknownHeadings } from './tax-file.ts';

/** What a NACHA file says of the bank it goes to and of who pays. */
export interface Bank {
  /** The routing number of the bank that sends the payments (the ODFI): nine digits. */
  odfi_routing: string;
  /** The routing number of whom the file goes to, most often the same. */
  destination_routing: string;
  destination_name: string;
  /** What the bank calls who sends the file: ten characters, most often 1 and the employer’s number. */
  origin: string;
  origin_name: string;
  /** What the bank calls who pays: ten characters. */
  company_id: string;
  company_name: string;
}

export interface PayoutSettings {
  needs_w9: boolean;
  only_paid: boolean;
  minimum_cents: number;
  bank: Bank | null;
  payer: Payer | null;
  /** The heading row of the tax authority’s template, as it was copied; null: the shipped one. */
  tax_headings: string | null;
}

const ID = /^[0-9A-Z ]{1,10}$/;

/** What cannot work of the settings, field by field. */
export function settingsFaults({ bank, payer, tax_headings }: PayoutSettings): FieldError[] {
  const faults: FieldError[] = [];
  const say = (path: string, message: string | null | false) => {
    if (typeof message === 'string') faults.push({ path, message });
  };
  if (bank) {
    say('bank.odfi_routing', routingFault(bank.odfi_routing));
    say('bank.destination_routing', routingFault(bank.destination_routing));
    for (const key of ['destination_name', 'origin_name', 'company_name'] as const)
      say(`bank.${key}`, bank[key].trim() === '' && 'Enter the name as the bank gave it.');
    for (const key of ['origin', 'company_id'] as const)
      say(`bank.${key}`, !ID.test(bank[key]) && 'It has up to ten digits and capital letters, as the bank gave it.');
  }
  if (payer) {
    say('payer.tax_id', !/^\d{2}-?\d{7}$/.test(payer.tax_id) && 'It has nine digits, like 12-3456789.');
    for (const key of ['name', 'address_line1', 'city', 'state'] as const)
      say(`payer.${key}`, payer[key].trim() === '' && 'Enter it: the form needs it.');
    say('payer.postal_code', !/^\d{5}(-\d{4})?$/.test(payer.postal_code) && 'It has five digits, or nine.');
  }
  if (tax_headings !== null) {
    const unknown = unknownHeadings(tax_headings);
    say(
      'tax_headings',
      unknown.length > 0 &&
        `Not known here: ${unknown.slice(0, 5).join('; ')}${unknown.length > 5 ? ' and more' : ''}. The list of known columns is below the field.`,
    );
  }
  return faults;
}

export const NO_BANK =
  'No bank is set. Fill in what the bank gave you under Payouts, Settings; then the file can be made.';
export const NO_PAYER =
  'Who pays is not set. Fill in name, number and address under Payouts, Settings; then the file can be made.';
