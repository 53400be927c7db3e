/** What the ways in from outside tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    /** The items of the request that the link asks for. */
    'outside_links.items': { item: number; label: string }[];
  }
}

declare module '../../../platform/declarations.ts' {
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    'outside.changed': { link_id: number };
    'outside.link_ended': { link_id: number };
    'outside.statement_given': { link_id: number };
  }
  interface Deadlines {
    outside_link_expires: Nothing;
    outside_link_reminder: Nothing;
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  outside_link_expires: { irreversible: 'Ends an outside person’s link' },
  outside_link_reminder: 'reversible',
} as const satisfies Undoing;
