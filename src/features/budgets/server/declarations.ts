/** What budgets tell the compiler: their event and their mail. */
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

/** Something moved what budgets of an organization, or of a review’s, are used by; the database says so, too (migration 0340). */
export const BUDGETS_MAY_MOVE = 'budgets.may_move';

declare module '../../../platform/declarations.ts' {
  interface Events {
    [BUDGETS_MAY_MOVE]: { organization_id: number };
  }
  interface Mails extends MailInputs<typeof MAILS> {}
}
