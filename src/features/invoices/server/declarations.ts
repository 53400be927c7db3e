/** What invoices tell the compiler: mails and the timer. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Timers {
    /** Key: the invoice and by how many days it is late. Where it was settled by then, nothing is said. */
    invoice_overdue: Nothing;
  }
}

/** Whether what its timer does can be undone. */
export const UNDOING = { invoice_overdue: 'reversible' } as const satisfies Undoing;
