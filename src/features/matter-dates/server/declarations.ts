/** What dates of a matter tell the compiler: their reminder, mails, event, and the shape in their jsonb column. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MatterRuleTerms } from '../rules.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'matter_rules.terms': MatterRuleTerms;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'matter_rules.written': { key: string };
  }
  interface Deadlines {
    /** `date`: its type, with the number of its row where there are several. Where it has another day by then, nothing is said. */
    matter_date_ahead: { date: string; day: string; days: number };
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = { matter_date_ahead: 'reversible' } as const satisfies Undoing;
