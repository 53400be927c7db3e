/** What invoices tell the compiler: events, mails and timers. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

/** Invoices were issued: they are sent, and told of. */
export const INVOICES_ISSUED = 'invoices.issued';

declare module '../../../platform/declarations.ts' {
  interface Events {
    /** Staff began a refund of what was paid by card. */
    'card.refund_asked': { refund_id: number };
    /** A page to pay on asks for what is not owed by now. */
    'card.outdated': { checkout_id: number };
    /** The bank has not said what became of a payment: the card service is asked. */
    'card.unanswered': { checkout_id: number };
  }
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    /** `all`: how many were issued at once, what they come to, and whether credit settled them; with the first part of them alone. */
    [INVOICES_ISSUED]: {
      organization_id: number;
      invoice_ids: readonly number[];
      all: { count: number; total_cents: number; settled: boolean } | null;
    };
  }
  interface Timers {
    /** Key: the page a payment was begun on that the bank has in hand. */
    card_processing: Nothing;
    /** Key: the invoice and by how many days it is late. Where it was settled by then, nothing is said. */
    invoice_overdue: Nothing;
    /** Key: the organization whose invoices are issued by themselves. */
    invoice_run: Nothing;
    /** Key: the organization. A billing hold for what is overdue begins, or is warned of. */
    billing_hold: Nothing;
  }
}

/** Whether what its timer does can be undone. */
export const UNDOING = {
  card_processing: 'reversible',
  invoice_overdue: 'reversible',
  billing_hold: 'reversible',
  invoice_run: { irreversible: 'Issues an organization’s invoices' },
} as const satisfies Undoing;
