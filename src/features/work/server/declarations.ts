/** What the work feature tells the compiler: its mails. */
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Events {
    /** A receipt that became part of no expense, or of a purged matter; its stored bytes go. */
    'receipt.removed': { storage_key: string };
  }
  interface Mails extends MailInputs<typeof MAILS> {}
}
