/** What sessions of testimony tell the compiler: mails, deadlines, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { Attendee, Erratum } from '../rules.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'testimony_sessions.attendees': Attendee[];
    'testimony_sessions.errata': Erratum[] | null;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Deadlines {
    /** Where it has another time by then, nothing is said. */
    session_ahead: { session_id: number; starts_at: string; days: number };
    errata_ahead: { session_id: number; due_on: string; days: number };
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = { session_ahead: 'reversible', errata_ahead: 'reversible' } as const satisfies Undoing;
