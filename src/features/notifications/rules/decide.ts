import type { SuppressedBy } from '../../../core/stored-mail.ts';
import type { Category } from './categories.ts';

type Side = 'requester' | 'expert' | 'staff' | 'none';

/** Everything the decision depends on. */
export interface Channels {
  /** Undefined: a mail that is no notice (a code, a link somebody asked for). Null: an operational alert. */
  category: Category | null | undefined;
  side: Side;
  /** Whether the recipient is a user of the product: only they have a bell. */
  is_user: boolean;
  /** The organization's switches, as they hold where the review is ordered. */
  disable_expert_emails: boolean;
  disable_requester_emails: boolean;
  /** The user's flag for operational alerts. */
  enable_admin_alert_emails: boolean;
  /** An alert that goes by mail to everybody told. */
  urgent?: boolean;
  /** What the user chose for the category; null: nothing. */
  by_mail: boolean | null;
}

export interface Decision {
  in_app: boolean;
  /** What holds the mail back; it then stands in the outbox and is not sent. */
  suppressed_by: SuppressedBy | null;
}

/**
 * The one place that decides where a notice goes. In the product always, for its users. By mail unless the
 * organization switched off that side's mails, the person switched off that kind, or it is an operational alert and
 * the person does not take those by mail. What somebody asked for (codes, links) is neither noted nor held back.
 */
export function decide(facts: Channels): Decision {
  const in_app = facts.is_user && facts.category !== undefined;
  const sideOff =
    (facts.side === 'expert' && facts.disable_expert_emails) ||
    (facts.side === 'requester' && facts.disable_requester_emails);
  if (sideOff) return { in_app, suppressed_by: 'organization' };
  if (facts.category === undefined) return { in_app, suppressed_by: null };
  if (facts.category === null)
    return { in_app, suppressed_by: facts.urgent || facts.enable_admin_alert_emails ? null : 'alerts_off' };
  return { in_app, suppressed_by: facts.by_mail === false ? 'person' : null };
}
