/** What results by HL7 tell the compiler: their mails, and what they announce. */
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'hl7.document_removed': { storage_key: string };
  }
}
