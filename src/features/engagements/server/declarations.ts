/** What engagements tell the compiler: events, the deadline, mails, and the shape in their jsonb column. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { AgreementFacts, EngagementTerms, RetainerEvent } from '../rules.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'agreement_versions.facts': AgreementFacts;
    'agreement_versions.terms': EngagementTerms;
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Deadlines {
    agreement_lapse: { version_id: number };
  }
  interface Events {
    'retainer.moved': { review_id: number; event: RetainerEvent };
    /** Other terms hold from now on. */
    'agreement.changed': { version_id: number };
    /** A proposed change is signed, declined, or over. */
    'agreement.change_settled': Nothing;
  }
}

/** Whether what its deadline does can be undone. */
export const UNDOING = {
  agreement_lapse: { irreversible: 'Ends an agreement that nobody signed' },
} as const satisfies Undoing;
