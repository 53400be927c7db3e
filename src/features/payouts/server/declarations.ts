/** What payouts tell the compiler: mails, and the shapes in their jsonb columns. */
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { VendorFields } from '../../accounts/rules.ts';
import type { Bank, Payer } from '../rules.ts';
import type { MAILS } from './mails.ts';

/** Who is paid and where to, as it was when a payout was proposed; the account's number is kept beside it, encrypted. */
export interface Payee extends Omit<VendorFields, 'payee_name' | 'tax_id_kind' | 'tax_id' | 'account_number'> {
  name: string;
  account_last4: string;
  /** A company, by its W-9, else by its number. */
  business: boolean;
}

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'payout_settings.bank': Bank | null;
    'payout_settings.payer': Payer | null;
    'payouts.payee': Payee;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
}
