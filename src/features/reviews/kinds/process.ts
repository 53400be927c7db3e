import type { Kind } from '../../../core/kinds.ts';
import type { ReviewStatus } from '../rules/statuses.ts';
import type { ReviewAction } from '../rules/actions.ts';
/** Facets of a review that an action moves, by the column's name. */
export interface Facets {
  matching_status?: 'not_started' | 'searching' | 'candidates_presented' | 'invited' | 'accepted' | 'exhausted';
  schedule_status?: 'none' | 'times_requested' | 'times_offered' | 'time_chosen' | 'confirmed' | 'held' | 'missed';
  report_status?:
    | 'none'
    | 'draft'
    | 'submitted'
    | 'in_qa'
    | 'returned'
    | 'approved'
    | 'delivered'
    | 'addendum_requested';
}

/** A step that follows by itself once a review came to a state. Of several the first that is possible is taken. */
export interface AutomaticStep {
  to: ReviewStatus;
  action: ReviewAction;
  /** Only where the organization runs itself. */
  only?: 'saas';
  /** Only when one of these brought it there. */
  after?: readonly ReviewAction[];
  /** Not when one of these brought it there. */
  not_after?: readonly ReviewAction[];
}

/** How one kind runs beside its table of transitions. */
export interface KindProcess {
  /** Business days each step may take: standard and expedited. */
  step_days: Readonly<Partial<Record<ReviewStatus, readonly [standard: number, expedited: number]>>>;
  automatic_steps: readonly AutomaticStep[];
  facets: Readonly<Partial<Record<ReviewAction, Facets>>>;
  /** The action by which an invitation is accepted, by what was ordered. */
  accept(service: string | null): ReviewAction;
  /**
   * What a cancellation after acceptance is a share of: the call or the appointment that was set, the report under way; of work by
   * the hour of its written report alone, as the time is charged anyway.
   */
  cancellation: 'by_call' | 'by_appointment' | 'by_report' | 'by_hours';
  /** Whether another reviewer can be asked for a second opinion on the same case. */
  second_opinions: boolean;
  /**
   * Where the expert works by the hour: the states in which they are engaged, and those after the end in which work of the days
   * before it is still recorded. Absent: nobody does.
   */
  by_the_hour?: { open: readonly ReviewStatus[]; late: readonly ReviewStatus[] };
  /** The kind a review of this one may continue as, with the same expert. Absent: none. */
  continues_as?: Kind;
  /** The state a closed review is reopened to. */
  reopens_to: ReviewStatus;
}
