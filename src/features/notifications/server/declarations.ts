/** What notifications tell the compiler: their timer and mail, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MailRequest } from '../../../platform/ports.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    /** What the mail's template was given, without links and names. */
    'notifications.data': Readonly<Record<string, unknown>>;
    'reminders.request': MailRequest;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Timers {
    reminders_told: Nothing;
  }
}

/** Whether what its timer does can be undone. */
export const UNDOING = {
  reminders_told: 'reversible',
} as const satisfies Undoing;
