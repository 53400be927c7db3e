/** What examinees tell the compiler: their deadlines, mails and texts. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    /** The version of each text that was checked. */
    'examinee_text_checks.versions': Readonly<Record<string, number>>;
    /** The texts a letter was written with, in order. */
    'examinee_letters.texts': { language: string; version: number; checked: boolean }[];
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    /** What was ordered for appointments that are off is called off, all of it. */
    'examinee.called_off': Record<string, never>;
    'examinee.letter_removed': { storage_key: string };
  }
  interface Deadlines {
    examinee_reminder: { appointment_id: number; days: number };
  }
  interface TextMessages {
    examinee_reminder: 'link';
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = { examinee_reminder: 'reversible' } as const satisfies Undoing;
