/** What reviews tell the compiler: events and deadlines with what they carry, and the shapes in their jsonb columns. */
import type { Undoing } from '../../../platform/declarations.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { ApprovalThreshold, QuoteInput, QuoteLine } from '../../billing/rules.ts';
import type { ReviewAction, ReviewActions } from '../rules/actions.ts';
import type { ReviewStates, ReviewStatus } from '../rules/statuses.ts';
import type { Section } from '../kinds/form.ts';
import type { Certificate } from '../contract.ts';
import type { MailInputs } from '../../../platform/mail/template.ts';
import type { MAILS } from './mails.ts';

declare module '../../../platform/db/json.ts' {
  interface JsonColumns {
    'approval_rules.thresholds': readonly ApprovalThreshold[];
    'list_views.search': Readonly<Record<string, unknown>>;
    'purge_certificates.contents': Certificate['contents'];
    'quotes.inputs': QuoteInput;
    'quotes.lines': QuoteLine[];
    /** A step of the order, as the kind's form shapes it. */
    'review_sections.data': Readonly<Record<string, unknown>>;
    /** Sums up the open rows of review_attention. */
    'reviews.attention': { reason?: string; raised_at?: string; waits?: boolean };
  }
}

declare module '../../../platform/declarations.ts' {
  interface Actions extends ReviewActions {}
  interface Statuses extends ReviewStates {}
  interface Mails extends MailInputs<typeof MAILS> {}
  interface Events {
    /** `stood`: for how long the clocks stood still before, instants. */
    'review.transitioned': {
      action: ReviewAction;
      from: ReviewStatus;
      to: ReviewStatus;
      kind: Kind;
      stood?: { since: string; until: string };
    };
    'review.handed_over': { from_user_id: number };
    'review.people_changed': Nothing;
    /** After it was placed. */
    'review.order_changed': { section: Section };
    /** It waits for the requester’s agreement. */
    'review.price_changed': { total_cents: number };
    'review.requoted': { total_cents: number };
    /** Somebody is to approve its price. */
    'review.approval_asked': { approval_id: number };
    'review.approval_ended': { approval_id: number; state: 'approved' | 'declined' | 'withdrawn' };
  }
  interface Deadlines {
    attention_acknowledge: Nothing;
    closeout: Nothing;
    closeout_warning: Nothing;
    earlier_date_lapse: Nothing;
    purge: Nothing;
    purge_warning: Nothing;
    report_overdue: Nothing;
    review_clock: Nothing;
    step_overdue: Nothing;
    step_reminder: Nothing;
  }
}

/** Whether what each of its deadlines does can be undone. */
export const UNDOING = {
  attention_acknowledge: 'reversible',
  closeout: { irreversible: 'Closes the review' },
  closeout_warning: 'reversible',
  earlier_date_lapse: { irreversible: 'Ends the request for an earlier date' },
  purge: { irreversible: 'Permanently deletes the records' },
  purge_warning: 'reversible',
  report_overdue: 'reversible',
  review_clock: 'reversible',
  step_overdue: 'reversible',
  step_reminder: 'reversible',
} as const satisfies Undoing;
