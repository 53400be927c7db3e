/** What scheduling tells the compiler: events, deadlines and timers with what they carry. */
import type { Undoing } from '../../../platform/declarations.ts';
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

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  // times are offered at round hours, by many experts
  offer_lapse: { irreversible: 'Withdraws an offered time', often_many: true },
  call_reminder: 'reversible',
  records_reminder: 'reversible',
} as const satisfies Undoing;
