/** What interviews tell the compiler: mails, deadlines, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    /** Instants. */
    'interviews.times': string[];
    'interviews.answers': Record<string, boolean> | null;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Deadlines {
    /** Where it has another time by then, nothing is said. */
    interview_ahead: { interview_id: number; starts_at: string; hours: number };
    interview_lapse: { interview_id: number; lock_version: number };
    /** Where other times are on offer by then, nothing is said. */
    interview_choose_by: { interview_id: number; lock_version: number };
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  interview_ahead: 'reversible',
  interview_choose_by: 'reversible',
  interview_lapse: { irreversible: 'Withdraws the times on offer', often_many: true },
} as const satisfies Undoing;
