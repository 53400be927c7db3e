/** What conversations tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { StoredAttachment } from './messages.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'messages.attachments': StoredAttachment[];
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Deadlines {
    chat_digest: Nothing;
    chat_mention: Nothing;
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  chat_digest: 'reversible',
  chat_mention: 'reversible',
} as const satisfies Undoing;
