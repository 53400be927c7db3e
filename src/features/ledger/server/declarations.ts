import type { MailInputs } from '../../../platform/mail/template.ts';
import type { ExpertLine, FeeTerms } from '../../billing/rules.ts';
import type { MAILS } from './mails.ts';

/** What the book of account tells the compiler: its events, its mails, and what it keeps of experts' fees. */

/** Something moved what may be due for the review; the database says so (migration 0250). */
export const LEDGER_DUE = 'ledger.due';
/** What a subscription's seats have in a period changed; the database says so (migration 0300). */
export const SUBSCRIPTION_DUE = 'ledger.subscription_due';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'expert_fees.lines': ExpertLine[];
    'expert_fees.terms': FeeTerms;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    [LEDGER_DUE]: Nothing;
    [SUBSCRIPTION_DUE]: { subscription_id: number };
  }
}
