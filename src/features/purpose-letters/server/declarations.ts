/** What purpose letters tell the compiler: their event, mails, and the shape in their jsonb column. */
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { LetterBody } from '../rules.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'purpose_letters.body': LetterBody;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'purpose_letter.sent': { version_id: number };
  }
}
