/** What subscriptions tell the compiler: events, deadlines and timers with what they carry. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Timers {
    subscription_round: Nothing;
  }
}

/** Whether what its timer does can be undone. */
export const UNDOING = {
  // a month begins for every subscription at once
  subscription_round: { irreversible: 'Opens new periods and lets unconfirmed pre-orders expire', often_many: true },
} as const satisfies Undoing;
