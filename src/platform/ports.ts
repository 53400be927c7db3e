import type { Tx } from './command.ts';
import type { Actor } from '../core/actor.ts';
import type { SuppressedBy } from '../core/stored-mail.ts';
import type { Mails, TextMessages } from './declarations.ts';
import type { Opener } from './mail/opener.ts';

/**
 * What one feature's server asks of another's. Features never import each other's servers: each says in its `ports.ts`
 * what it offers, or asks of one that comes later, by adding to this interface; assembly fills all of it.
 */
export interface Ports {
  mail: QueueMail;
  text: QueueText;
}

/** A mail's template with the values it needs: numbers, links, instants. Never names of patients or parties. */
export type MailText = { [N in keyof Mails]: { template: N; data: Mails[N] } }[keyof Mails];

export type MailRequest = MailText & {
  to: { user_id?: number | null; email: string; name: string };
  review_id?: number;
  /** The same key is queued once. */
  dedupe_key?: string;
  ics?: { method: 'REQUEST' | 'CANCEL'; content: string };
  /** Which side's switch-off flag applies. */
  side?: 'requester' | 'expert' | 'staff' | 'none';
  /** Set where notices are decided on, by nobody else: which switch keeps it in the outbox, not sent. */
  suppressed_by?: SuppressedBy | null;
};

/**
 * Queues a mail in the transaction; it is rendered at once and sent, or kept in the outbox, after commit. What it tells
 * a user of the product is also noted for their bell; switches and preferences decide whether it is sent.
 */
export type QueueMail = (tx: Tx, mail: MailRequest) => Promise<void>;

/**
 * Makes anew what a message opens and sends it: given the id of what its opener is of, in the transaction of the resend.
 * Refuses as the feature does where that is over, or not the actor's to do.
 */
export type Renewal = (tx: Tx<Actor>, id: number) => Promise<void>;

interface TextRequest {
  /** The number in E.164: "+13125550142". */
  to: { user_id?: number | null; number: string };
  template: keyof TextMessages;
  /** What is sent around what it carries; it names no person and no review. */
  body: (code: string) => string;
  /** The code. A text is not worth sending when that is over. */
  opener: Opener;
}

/** Queues a text message in the transaction; it is sent, or kept in the outbox, after commit. */
export type QueueText = (tx: Tx, text: TextRequest) => Promise<void>;
