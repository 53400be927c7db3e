/** What billing orders tell the compiler: mails and the timer. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Timers {
    /** Key: the organization. Where nothing waits by then, nothing is said. */
    billing_orders_waiting: Nothing;
  }
}

/** Whether what its timer does can be undone. */
export const UNDOING = { billing_orders_waiting: 'reversible' } as const satisfies Undoing;
