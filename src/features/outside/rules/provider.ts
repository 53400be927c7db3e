import type { ReviewStatus } from '../../reviews/rules.ts';
import { stateRow, isPurged, isInterrupted, phaseOf } from '../../reviews/rules/kinds.ts';
import { type Actor, isRequesterOf } from '../../../core/actor.ts';
import { addDays } from '../../../core/durations.ts';
import type { FieldError } from '../../../core/errors.ts';
import { type Kind, KINDS } from '../../../core/kinds.ts';
import { MOST_DAYS } from './links.ts';
import { addresseeFaults } from './records.ts';

export const MOST_TEXT = 50_000;

/** The review and its report, as far as hearing the provider depends on them. */
export interface HearingFacts {
  kind: Kind;
  status: ReviewStatus;
  requester_id: number;
  /** A version of the report was signed, or delivered. */
  signed: boolean;
  delivered: boolean;
  /** Another reviewer judges the same case and has not signed yet. */
  another_judges?: boolean;
}

type Who = Pick<Actor, 'kind' | 'user_id'>;

/** States in which a statement can be asked for; it can still be given while the review rests. */
const isHeard = (review: Pick<HearingFacts, 'kind' | 'status'>, when: 'before' | 'after'): boolean =>
  stateRow(review.kind, review.status).hears_provider === when;
const isGone = (review: Pick<HearingFacts, 'kind' | 'status'>): boolean =>
  isPurged(review) || stateRow(review.kind, review.status).bucket === 'cancelled';

/** The code a provider is known by to the reviewer, or null where the name is known. From the order's fields. */
export const codeOfProvider = (order: Readonly<Record<string, unknown>>): string | null =>
  order['provider_blind'] === true && typeof order['provider_name'] === 'string' ? order['provider_name'] : null;

/** Who hears the provider: whoever ordered the review, or acts for them. */
export const mayHearProvider = (actor: Who, review: { kind: Kind; requester_id: number }): boolean =>
  KINDS[review.kind].hears_provider && isRequesterOf(actor, review);

/**
 * Whether a statement before the review can still be given: until the report is signed, and where another opinion on the
 * case was asked for, until that one is. It is part of the case, whoever judges it.
 */
export const statementNeeded = (review: HearingFacts): boolean => {
  if (!KINDS[review.kind].hears_provider || isGone(review)) return false;
  return (
    (!review.signed && (isHeard(review, 'before') || isInterrupted(review.kind, review.status))) ||
    review.another_judges === true
  );
};

/** Whether a response to released findings can still be given. */
export const responseNeeded = (review: HearingFacts): boolean =>
  KINDS[review.kind].hears_provider && review.delivered && !isGone(review) && phaseOf(review) !== 'ended';

/** Why no statement can be asked for now, or null. `earlier`: how the links for one stand. */
export function whyNoStatement(review: HearingFacts, earlier: readonly string[]): string | null {
  if (review.signed) return 'The report is signed. The provider can respond to it once it is delivered.';
  if (earlier.includes('finished')) return 'The provider has given a statement.';
  if (earlier.includes('open')) return 'A link for the statement is open. Renew it, or withdraw it first.';
  return isHeard(review, 'before') ? null : 'A statement can be asked for from the order until the report is signed.';
}

/** Why no findings can be released now, or null. */
export function whyNoRelease(review: HearingFacts, earlier: readonly string[]): string | null {
  if (!review.delivered || !isHeard(review, 'after'))
    return 'Findings can be released once the report is delivered, until the review is closed.';
  if (earlier.includes('finished')) return 'The provider has responded.';
  return earlier.includes('open') ? 'A link for the response is open. Renew it, or withdraw it first.' : null;
}

/** Faults of asking for a statement. `today` is the date in the organization's zone. */
export function statementFaults(ask: { name: string; email: string; due_on: string }, today: string): FieldError[] {
  const last = addDays(today, MOST_DAYS);
  return [
    ...addresseeFaults(ask),
    ...(ask.due_on <= today || ask.due_on > last
      ? [{ path: 'due_on', message: `Choose a day from tomorrow on, at most ${MOST_DAYS} days away` }]
      : []),
  ];
}

/** Faults of a release. */
export function releaseFaults(release: {
  name: string;
  email: string;
  released: 'report' | 'summary';
  summary: string;
}): FieldError[] {
  return [
    ...addresseeFaults(release),
    ...(release.released === 'summary' && release.summary.trim() === ''
      ? [{ path: 'summary', message: 'Write what the provider is told' }]
      : []),
  ];
}

/** Faults of what a provider submits. */
export function submissionFaults(sent: { text: string; signature_name: string }): FieldError[] {
  return [
    ...(sent.text.trim() === '' ? [{ path: 'text', message: 'Write your answer first' }] : []),
    ...(sent.signature_name.trim().length < 2 ? [{ path: 'signature_name', message: 'Type your full name' }] : []),
  ];
}

/**
 * Who reads the provider's response: those the report is for, once it is there. The reviewer only when a clarification
 * was asked after it.
 */
export const mayReadResponse = (reader: { expert_side: boolean; recipient: boolean; clarified: boolean }): boolean =>
  reader.expert_side ? reader.clarified : reader.recipient;
