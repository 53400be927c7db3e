import type { FieldError } from '../../../core/errors.ts';

/** What a payee is for the federal tax, as Form W-9 asks it. */
export const CLASSIFICATIONS = [
  'individual',
  'c_corporation',
  's_corporation',
  'partnership',
  'trust',
  'llc',
  'other',
] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];
export const CLASSIFICATION_WORDS: Readonly<Record<Classification, string>> = {
  individual: 'Individual, sole proprietor or single-member LLC',
  c_corporation: 'C corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  trust: 'Trust or estate',
  llc: 'Limited liability company',
  other: 'Other',
};
/** What a limited liability company is taxed as. */
export const LLC_TAXED_AS = ['C', 'S', 'P'] as const;
export const LLC_WORDS: Readonly<Record<(typeof LLC_TAXED_AS)[number], string>> = {
  C: 'C corporation',
  S: 'S corporation',
  P: 'Partnership',
};

/** The address of the payment details as it was when a form was signed. */
export interface W9Address {
  address_line1: string;
  address_line2: string;
  city: string;
  state: string;
  postal_code: string;
}

interface W9Fields {
  name: string;
  business_name: string;
  classification: Classification;
  llc_taxed_as: (typeof LLC_TAXED_AS)[number] | null;
  exempt_payee_code: string;
  fatca_code: string;
  backup_withholding: boolean;
  signed_name: string;
  certifies: boolean;
}

/** What somebody signs, in the words of the form, shortened. */
export const W9_CERTIFIES = [
  'The number above is my correct taxpayer number.',
  'I am a U.S. citizen or other U.S. person.',
  'Any exemption codes I entered are correct.',
] as const;
export const NOT_WITHHELD = 'I am not subject to backup withholding.';

/** What is wrong with a form before it is signed. `tax_id_kind`: of the number it is signed for. */
export function w9Faults(fields: W9Fields, tax_id_kind: 'ssn' | 'ein'): FieldError[] {
  const faults: FieldError[] = [];
  const say = (path: keyof W9Fields, wrong: boolean, message: string) => {
    if (wrong) faults.push({ path, message });
  };
  const { classification, llc_taxed_as } = fields;
  say('name', fields.name.trim() === '', 'Enter the name on your tax return.');
  say('llc_taxed_as', classification === 'llc' && llc_taxed_as === null, 'Choose what the company is taxed as.');
  say(
    'classification',
    tax_id_kind === 'ssn' && classification !== 'individual' && classification !== 'other',
    'A company has an EIN, and your payment details have a Social Security number. Change one of them.',
  );
  say(
    'exempt_payee_code',
    !/^(|[1-9]|1[0-3])$/.test(fields.exempt_payee_code.trim()),
    'It is a number from 1 to 13, or empty.',
  );
  say(
    'exempt_payee_code',
    fields.exempt_payee_code.trim() !== '' && classification === 'individual',
    'Individuals are not exempt. Leave it empty.',
  );
  say('fatca_code', !/^[A-M]?$/.test(fields.fatca_code.trim()), 'It is a letter from A to M, or empty.');
  say('signed_name', fields.signed_name.trim().length < 2, 'Type your name to sign.');
  say('certifies', !fields.certifies, 'Confirm what you sign.');
  return faults;
}
