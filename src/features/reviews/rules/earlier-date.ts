import { dateText } from '../../../core/dates.ts';
import type { Ability } from '../../../core/endpoint.ts';
import { addDays } from '../../../core/durations.ts';
import { isRateable, wasDelivered } from '../../ratings/rules.ts';
import type { ActorFacts, ReviewFacts } from './facts.ts';
import { GUARDS } from './guards.ts';
import { type ReviewRole, rulesOf, stateRow } from './kinds.ts';
import { officesOf } from './permission.ts';

/*
 * Once an expert has accepted, the date a review is needed by moves earlier only with the expert's consent. It is asked
 * beside the status: the work goes on, and the date stays as it was until the expert agrees.
 */

export const EARLIER_DATE_ACTIONS = ['ask_earlier_date', 'take_back_earlier_date', 'answer_earlier_date'] as const;
export type EarlierDateAction = (typeof EARLIER_DATE_ACTIONS)[number];

const OFFICE: Readonly<Record<EarlierDateAction, ReviewRole>> = {
  ask_earlier_date: 'requester',
  take_back_earlier_date: 'requester',
  answer_earlier_date: 'expert',
};

/** Permission alone: why this actor may never do this here, or null. An invited expert is not yet the expert. */
export function earlierDateForbidden(actor: ActorFacts, facts: ReviewFacts, action: EarlierDateAction): string | null {
  if (officesOf(actor, { ...facts, invitation: null }).has(OFFICE[action])) return null;
  return action === 'answer_earlier_date'
    ? 'Only the expert who accepted can answer this.'
    : 'Only the requester’s side can ask for an earlier date.';
}

/**
 * Whether an expert has accepted and what was ordered is still to come from them: it goes on, and nothing was delivered.
 * Only then can an earlier date be asked for, and only so long does what was asked stand.
 */
export function isWorkAhead(facts: ReviewFacts, now: Date): boolean {
  const row = stateRow(facts.kind, facts.status);
  if (facts.expert_profile_id === null || row.bucket !== 'active' || row.ball === 'nobody') return false;
  if (row.report === 'delivered' || wasDelivered(facts.report)) return false;
  return !isRateable(row.rateable, facts.report) || reportFollows(facts, now);
}

/** Whether the report that was ordered begins by itself from here. */
const reportFollows = (facts: ReviewFacts, now: Date): boolean =>
  rulesOf(facts.kind).lifecycle.transitions.some(
    ({ from, to, who, guards = [] }) =>
      from.includes(facts.status) &&
      to !== 'return' &&
      who.includes('system') &&
      stateRow(facts.kind, to).report === 'asked' &&
      guards.every((guard) => GUARDS[guard](facts, now, {}) === null),
  );

/** Whether what was asked still stands after a step: the same expert, and the work still ahead. */
export const standsAfter = (
  facts: ReviewFacts,
  after: Pick<ReviewFacts, 'status' | 'expert_profile_id'>,
  now: Date,
): boolean => after.expert_profile_id === facts.expert_profile_id && isWorkAhead({ ...facts, ...after }, now);

/** Why it cannot be done in the present state, or null. */
export function earlierDateNotNow(facts: ReviewFacts, action: EarlierDateAction, now: Date): string | null {
  const ahead = isWorkAhead(facts, now);
  if (action === 'ask_earlier_date') {
    if (ahead) return null;
    return facts.expert_profile_id === null
      ? 'No expert has accepted yet. Change the date in the order, without asking.'
      : 'An earlier date can be asked of the expert only while the work is under way and nothing has been delivered.';
  }
  if (facts.earlier_date === null || !ahead) return 'No earlier date is being requested anymore.';
  return facts.earlier_date.lapses_at <= now.toISOString()
    ? 'The requested date has come too close. The date stays as it was.'
    : null;
}

/** What the reader could do about an earlier date and, where not, why. `present`: only what can be done. */
export function earlierDateAbilities(
  actor: ActorFacts,
  facts: ReviewFacts,
  now: Date,
  present = false,
): Partial<Record<EarlierDateAction, Ability>> {
  return Object.fromEntries(
    EARLIER_DATE_ACTIONS.map((action): [EarlierDateAction, Ability] => {
      const reason = earlierDateForbidden(actor, facts, action) ?? earlierDateNotNow(facts, action, now);
      return [action, { allowed: reason === null, reason }];
    }).filter(([, { allowed }]) => allowed || !present),
  );
}

/**
 * The first day on which a date has come too near to be agreed to. `earliestOn` answers the earliest date that can be
 * asked for on a day; dates are YYYY-MM-DD.
 */
export function lapsesOn(asked: string, earliestOn: (today: string) => string): string {
  let day = asked;
  while (earliestOn(day) > asked) day = addDays(day, -1);
  return addDays(day, 1);
}

/** A date as it is said beside another one: "December 3"; with its year where the two have different ones. */
export function dateBeside(date: string, other: string | null): string {
  const sameYear = other === null || date.slice(0, 4) === other.slice(0, 4);
  return dateText(date, sameYear ? 'day' : 'long');
}
