/** What scheduling tells the compiler: events, deadlines and timers with what they carry. */
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Deadlines {
    offer_lapse: { offer_id: number };
    call_reminder: { call_id: number };
    records_reminder: { call_id: number };
  }
}
