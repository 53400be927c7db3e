import type { BillingStatus } from './rules/billing-status.ts';
import type { ReviewStatus } from './rules/statuses.ts';
import type { EndingCosts } from './rules/ending.ts';
import type { TimeCost } from './rules/cancellation.ts';
import type { ReviewAction } from './rules/actions.ts';
import type { ExpertOfReview } from '../../core/experts.ts';
import type { Insertable, Kysely, Updateable } from 'kysely';
import type { Fault, Fields, Section } from './kinds/form.ts';
import type { Actor } from '../../core/actor.ts';
import type { Kind } from '../../core/kinds.ts';
import type { Tx } from '../../platform/command.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/types.ts';
import type { ReviewDetail } from './contract.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    transition: TransitionReview;
    openReview: OpenReview;
    orderReview: OrderReview;
    amendDraft: AmendDraft;
    /** What giving up the time of the call that is set, or missing it, costs the requester now, and how it comes about. */
    timeCost: (tx: Tx, review_id: number) => Promise<TimeCost>;
    /** What an appointment that is charged in full costs: the base of what was ordered, cents. */
    appointmentPrice: (tx: Tx, review_id: number) => Promise<{ base_cents: number }>;
    /** Sees to the price of an order after something it hangs on changed: a small change is fixed, a larger one waits for consent. */
    settlePrice: (tx: Tx, review_id: number) => Promise<void>;
    /** Writes how a review stands with its billing. */
    billingStatus: (tx: Tx, review_id: number, status: BillingStatus) => Promise<void>;
    /** Writes whose move a review is anew, after what its transfer waits for has changed; its caller holds the review. */
    settleMove: (tx: Tx, review_id: number) => Promise<void>;
    /** Makes these the questions of an order, with the change on its timeline. The caller has checked who may. */
    orderQuestions: (tx: Tx<Actor>, review_id: number, questions: readonly string[]) => Promise<void>;
    /** Changes fields of a part of an order, with the change on its timeline. The caller has checked who may, and what. */
    orderFields: (tx: Tx<Actor>, review_id: number, section: Section, fields: Fields) => Promise<void>;
    /** Asked of whose kind has columns of its own: their cells in the rows of a page. */
    ownCells: OwnCells;
    /** Asked of exams: what the rule of an exam's jurisdiction makes of an order. */
    orderLimits: OrderLimits;
    /** Asked of testimony: what ending a matter calls off, and what waits; null where nobody works on it by the hour. */
    endingCosts: (db: Kysely<DB>, review: { id: number; kind: Kind }, now: Date) => Promise<EndingCosts | null>;
    /** Asked of files: the records on a review's page. */
    presentRecords: PresentRecords;
    /**
     * Asked of budgets in the transaction that agrees to a price: refuses `over_budget` where it goes beyond one that stops. `reason`: why
     * the actor lets it through, who must keep the budget; what others write there counts for nothing. Left out where nobody is asked for one.
     */
    holdToBudgets: (tx: Tx, spending: Spending & { reason?: string | undefined }) => Promise<void>;
    /** Asked of budgets: those that a price would bring to where they warn or stop, in sentences for whoever looks at it. */
    budgetNotes: (db: Kysely<DB>, spending: Spending, now: Date) => Promise<string[]>;
  }
}

/** By how much an agreement raises what a review comes to; a first order by its price. */
export interface Spending {
  review_id: number;
  adds_cents: number;
}

/** The cells of the columns that a kind's lists have alone, a line each, by review. Asked for reviews of such a kind only. */
export type OwnCells = (
  database: Database,
  reviewIds: readonly number[],
  now: Date,
) => Promise<ReadonlyMap<number, Record<string, string[]>>>;

/**
 * What another feature says of an order on a day where its organization is, YYYY-MM-DD: what keeps it from being placed, and what is only to be looked at, each
 * with the path of its field below the order ("step_two.place_type").
 */
export type OrderLimits = (
  db: Kysely<DB>,
  order: { kind: Kind; fields: Fields },
  today: string,
) => Promise<{ faults: readonly Fault[]; warnings: readonly { path: string; message: string }[] }>;

/** A file of a review as the statement of its page reads it. */
export interface RecordRow {
  id: number;
  name: string;
  category: string | null;
  content_type: string;
  size_bytes: number;
  pages: number | null;
  pages_asked: boolean;
  bates_from: number | null;
  bates_to: number | null;
  visible_to_expert: boolean;
  visible_to_attendees: boolean;
  chart_key: string | null;
  status: string;
  failure: string | null;
  damaged_at: string | null;
  scan_status: string;
  uploaded_by: string | null;
  created_at: string;
  /** How many of its pages the reader has seen, and the first that was not; null: all, or none at all. */
  seen: number;
  next_page: number | null;
}

/**
 * The records on a review's page as this reader may see them. `dates_from`: from when on dates are told to them; `accepted_at`: when
 * they took the review on, where they did.
 * `organization`: whose numbers the pages carry.
 */
export type PresentRecords = (
  actor: Actor,
  review: {
    id: number;
    kind: Kind;
    experts: readonly ExpertOfReview[];
    dates_from: Date | null;
    accepted_at: Date | null;
  },
  rows: readonly RecordRow[],
  organization: { name: string; shortest_name?: string | null; preferred_short_name?: string | null } | undefined,
) => ReviewDetail['files'];

/** Columns a transition may set besides the status: facets and clocks, nothing else. */
export type ReviewPatch = Pick<
  Updateable<DB['reviews']>,
  | 'expert_profile_id'
  | 'matching_status'
  | 'schedule_status'
  | 'report_status'
  | 'billing_status'
  | 'failed_invitations'
  | 'total_cents'
> & {
  /** What is asked of the transfer to another; null: nothing any more. */
  transfer_request?: { reason: string; requested_at: string; requester_id?: number | null; continues?: boolean } | null;
  /** Who is on it beside its lead from now on, or no more: the profile. */
  joins_panel?: number;
  leaves_panel?: number;
  report_due_at?: Date | null;
  appointment_at?: Date | null;
  closeout_at?: Date | null;
  submitted_at?: Date;
};

export interface TransitionRequest {
  review_id: number;
  action: ReviewAction;
  reason?: string | undefined;
  /** The version the person looked at; a different one is refused as stale. */
  lock_version?: number | undefined;
  patch?: ReviewPatch;
  /** Facts for the timeline's sentence: counts, codes, amounts. Never health data. */
  data?: Record<string, unknown>;
}

export interface TransitionResult {
  review_id: number;
  kind: Kind;
  status: ReviewStatus;
  lock_version: number;
}

/**
 * The one path on which a review's status changes: loads in the actor's scope (404), permission (403), state, guards
 * and a conditional update (409), audit row, deadlines of the new state, outbox event `review.transitioned`.
 * The caller's own writes belong to the same transaction and are made before, so that guards see them.
 */
export type TransitionReview = (tx: Tx, request: TransitionRequest) => Promise<TransitionResult>;

/** A review's place in a subscription. */
export type ReviewSeat = Omit<Insertable<DB['review_seats']>, 'review_id'>;

export interface OpenReviewRequest {
  kind: Kind;
  organization_id: number;
  requester_id: number;
  /** Fields by step, in the shapes of the kind's form: `{ step_one: { … }, step_two: { … } }`. */
  sections: Readonly<Record<string, Record<string, unknown>>>;
  /** Its place in a subscription, set with the row; none for a review ordered by itself. */
  seat?: ReviewSeat;
  /** Facts for the timeline's sentence; never health data. */
  data?: Record<string, unknown>;
}

/**
 * Creates a draft in the transaction as an order by hand does: steps stored, list columns and parties derived, audit
 * row written. Whether the actor may is its caller's matter; refuses `malformed` fields, `not_found` for an organization
 * outside a person's tree or without the kind, `forbidden` where it does not order the kind, `not_accepting`.
 */
type OpenReview = (tx: Tx, request: OpenReviewRequest) => Promise<{ review_id: number }>;

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
