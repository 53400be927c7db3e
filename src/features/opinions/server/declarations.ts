/** What opinions tell the compiler: events, deadlines and timers with what they carry. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'opinions.opened': Nothing;
  }
  interface Deadlines {
    open_opinion: { trigger: string };
  }
  interface Timers {
    renew_opinion_keys: Nothing;
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  open_opinion: 'reversible',
  renew_opinion_keys: 'reversible',
} as const satisfies Undoing;
