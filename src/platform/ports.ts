import type { Insertable } from 'kysely';
import type { SystemActor } from '../core/actor.ts';
import type { Kind } from '../core/kinds.ts';
import type { Tx } from './command.ts';
import type { DB } from './db/types.ts';

/**
 * What one feature's server asks of another's. Features never import each other's servers; assembly fills these.
 */
export interface Ports {
  transition: TransitionReview;
  openReview: OpenReview;
  orderReview: OrderReview;
  amendDraft: AmendDraft;
  shareRecords: ShareRecords;
  mail: QueueMail;
  text: QueueText;
  createOrganization: CreateOrganization;
  /** Who holds a link of somebody outside, for the uploads it lets in. */
  outside: OutsideLinks;
  /** Files and reasons of somebody outside, as answers to records asked for. */
  answerFileRequest: AnswerFileRequest;
  /** Records that come another way than by an upload. */
  records: RecordsPort;
  /** A letter as a PDF: the same bytes for the same letter. */
  letterPdf: (letter: Letter) => Promise<Uint8Array>;
  /** Whether this is the user's own password; for acts that need the person again. Counts against guessing. */
  isOwnPassword: (userId: number, password: string) => Promise<boolean>;
  /** Whether the person of this session signed in through their organization a short while ago; stands for the password. */
  hasSignedInAgain: (sessionId: number) => Promise<boolean>;
}

/** Columns a transition may set besides the status: facets and clocks, nothing else. */
export interface ReviewPatch {
  expert_profile_id?: number | null;
  matching_status?: string;
  schedule_status?: string;
  report_status?: string;
  billing_status?: string;
  accept_by?: Date | null;
  report_due_at?: Date | null;
  appointment_at?: Date | null;
  closeout_at?: Date | null;
  failed_invitations?: number;
  transfer_request?: unknown;
  total_cents?: number;
  submitted_at?: Date;
}

export interface TransitionRequest {
  review_id: number;
  action: string;
  reason?: string | undefined;
  /** The version the person looked at; a different one is refused as stale. */
  lock_version?: number | undefined;
  patch?: ReviewPatch;
  /** Facts for the timeline's sentence: counts, codes, amounts. Never health data. */
  data?: Record<string, unknown>;
}

export interface TransitionResult {
  review_id: number;
  kind: string;
  status: string;
  lock_version: number;
}

/**
 * The one path on which a review's status changes: loads in the actor's scope (404), permission (403), state, guards
 * and a conditional update (409), audit row, deadlines of the new state, outbox event `review.transitioned`.
 * The caller's own writes belong to the same transaction and are made before, so that guards see them.
 */
export type TransitionReview = (tx: Tx, request: TransitionRequest) => Promise<TransitionResult>;

/** Columns every new review gets from the order itself. */
type OrderedColumn =
  | 'id'
  | 'kind'
  | 'status'
  | 'return_status'
  | 'bucket'
  | 'ball'
  | 'organization_id'
  | 'requester_id'
  | 'expert_profile_id'
  | 'lock_version'
  | 'search'
  | 'created_at'
  | 'updated_at';
/** Columns by which a feature knows a review as its own: where it comes from. */
export type ReviewOrigin = Partial<Omit<Insertable<DB['reviews']>, OrderedColumn>>;

export interface OpenReviewRequest {
  kind: Kind;
  organization_id: number;
  requester_id: number;
  /** Fields by step, in the shapes of the kind's form: `{ step_one: { … }, step_two: { … } }`. */
  sections: Readonly<Record<string, Record<string, unknown>>>;
  /** Set with the row. */
  origin?: ReviewOrigin;
  /** Facts for the timeline's sentence; never health data. */
  data?: Record<string, unknown>;
}

/**
 * Creates a draft in the transaction as an order by hand does: steps stored, list columns and parties derived, audit
 * row written. Whether the actor may is its caller's matter; refuses `malformed` fields, `not_found` for an organization
 * outside a person's tree or without the kind, `forbidden` where it does not order the kind, `not_accepting`.
 */
export type OpenReview = (tx: Tx, request: OpenReviewRequest) => Promise<{ review_id: number }>;

/**
 * Orders a draft in the transaction as its requester's order does: price fixed, report readers following, `submit` taken.
 * An order that lacks something is left a draft, and what it lacks is answered. Refuses as `submit` does.
 */
export type OrderReview = (
  tx: Tx,
  order: { review_id: number; consented_by: number | null },
) => Promise<{ ordered: boolean; faults: { path: string; message: string }[] }>;

/**
 * Changes fields of a review nobody has ordered yet, where what they came from was corrected: steps stored, list columns
 * and parties derived again, old and new values in its timeline. `change` is asked with the steps as they stand, locked,
 * and answers those that change, whole. Whether the actor may is its caller's matter. Answers whether anything changed;
 * an ordered or ended review stays as it is.
 */
export type AmendDraft = (
  tx: Tx,
  amend: {
    review_id: number;
    change: (
      sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    ) => Record<string, Record<string, unknown>>;
  },
) => Promise<boolean>;

/**
 * Gives another review the same records: rows of its own over the same stored bytes, which are removed with the last
 * row that names them. `files`: these alone, else all. The caller holds the lock of the review they come from. Answers how
 * many.
 */
export type ShareRecords = (
  tx: Tx,
  between: { from: number; to: number; files?: readonly number[] },
) => Promise<number>;

export interface MailRequest {
  to: { user_id?: number | null; email: string; name: string };
  template: string;
  /** Values for the template: numbers, links, instants. Never names of patients or parties. */
  data: Record<string, unknown>;
  review_id?: number;
  /** The same key is queued once. */
  dedupe_key?: string;
  ics?: { method: 'REQUEST' | 'CANCEL'; content: string };
  /** Which side's switch-off flag applies. */
  side?: 'requester' | 'expert' | 'staff' | 'none';
  /** Set where notices are decided on, by nobody else: it is kept in the outbox and not sent. */
  suppressed?: boolean;
}

/**
 * Queues a mail in the transaction; it is rendered at once and sent, or kept in the outbox, after commit. What it tells
 * a user of the product is also noted for their bell; switches and preferences decide whether it is sent.
 */
export type QueueMail = (tx: Tx, mail: MailRequest) => Promise<void>;

export interface TextRequest {
  /** The number in E.164: "+13125550142". */
  to: { user_id?: number | null; number: string };
  template: string;
  /** What is sent; it names no person and no review. */
  body: string;
  /** Not worth sending later than this. */
  expires_at: Date;
}

/** Queues a text message in the transaction; it is sent, or kept in the outbox, after commit. */
export type QueueText = (tx: Tx, text: TextRequest) => Promise<void>;

/** Makes an organization of its own, without a parent, for somebody who registered it. Answers its id. */
export type CreateOrganization = (tx: Tx, organization: { name: string; time_zone: string }) => Promise<number>;

/** What a link of somebody outside lets its holder do now, and as whom it is recorded. */
export interface OutsideGrant {
  link_id: number;
  review_id: number;
  purpose: 'records' | 'statement';
  /** The items of the request that can be answered; none for a statement. */
  item_ids: readonly number[];
  /** One browser's stay, hashed: uploads are seen and removed by the visit that made them alone. */
  visit_hash: Buffer;
  /** Facts for the timeline: who acts, by whose link. */
  by: Record<string, unknown>;
  actor: SystemActor;
}

export interface OutsideLinks {
  /** The grant of a link; counts tries of a source. Refuses `gone` with why in `current`, and `throttled`. */
  admit(held: { token: string; visit: string }, asking: { ip: string; request_id: string }): Promise<OutsideGrant>;
  /** Refuses `gone` unless the link still lets something in, asked inside the transaction that lets it in. */
  recheck(tx: Tx, linkId: number): Promise<void>;
}

/** Answers items of a request by what a link brought; the files are shown, and the review goes on where that was all. */
export type AnswerFileRequest = (
  tx: Tx<SystemActor>,
  answer: {
    review_id: number;
    file_request_id: number;
    items: readonly ({ item: number; file_ids: number[] } | { item: number; not_available_because: string })[];
    /** Facts for the timeline: by whose link. */
    data: Record<string, unknown>;
  },
) => Promise<void>;

export interface RecordsPort {
  /** Adds a stored file to a review's records, for the expert to see; it is then checked like any. Answers its id. */
  add(
    tx: Tx,
    file: {
      review_id: number;
      name: string;
      storage_key: string;
      size_bytes: number;
      sha256: string;
      category: 'provider_statement';
    },
  ): Promise<number>;
  /** Shows the files a link brought to the expert, or takes them out where it was withdrawn. */
  settleLink(tx: Tx, linkId: number, show: boolean): Promise<void>;
}

/** What a person outside wrote and signed, as a page of the records. */
export interface Letter {
  title: string;
  review: { number: string; kind_label: string };
  organization: string;
  document_id: string;
  /** Instant, UTC ISO, and the zone it is printed in. */
  signed_at: string;
  time_zone: string;
  signed_by: string;
  confidentiality: string | null;
  text: string;
}
