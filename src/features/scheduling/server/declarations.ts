/** What scheduling tells the compiler: events, deadlines and timers with what they carry. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    /** An appointment was set, confirmed or ended: what stands elsewhere for its booking follows. */
    'appointment.changed': { ics_uid: string };
    /** How a set appointment is joined is another way than before. */
    'appointment.join_changed': { appointment_id: number; sort: 'call' | 'interview' };
  }
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
