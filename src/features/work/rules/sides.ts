import { type Actor, seesPrices } from '../../../core/actor.ts';
import type { ExpertOfReview } from '../../../core/experts.ts';
import type { Kind } from '../../../core/kinds.ts';
import { officesOf, type ReviewStatus } from '../../reviews/rules.ts';
import { processOf, rulesOf, stateRow } from '../../reviews/rules/kinds.ts';
import type { WorkSide } from './tasks.ts';

/** The sides a person acts for: only who sees prices agrees to any, so support acts for nobody here. */
export function sidesOf(
  actor: Actor,
  { requester_id, experts }: { requester_id: number; experts: readonly ExpertOfReview[] },
): WorkSide[] {
  const offices = officesOf(actor, { requester_id, invitation: null, experts });
  return [
    ...(offices.has('requester') && seesPrices(actor.kind) ? (['requester'] as const) : []),
    ...(offices.has('expert') || offices.has('assistant') ? (['expert'] as const) : []),
  ];
}

/** Whether the expert is engaged: `open`; or was until the matter ended, whose work before that day is still recorded: `late`. */
export function workTime({ kind, status }: { kind: Kind; status: ReviewStatus }): 'open' | 'late' | 'over' {
  const by = processOf(kind).by_the_hour;
  if (!by) return 'over';
  if (by.open.includes(status)) return 'open';
  // while a matter is on hold, too, what was done before is still recorded and corrected
  return by.late.includes(status) || stateRow(kind, status).phase === 'rests' ? 'late' : 'over';
}

/** The same for expenses: what was laid out until a matter ended is recorded also once it is canceled or closed. */
export function expenseTime(review: { kind: Kind; status: ReviewStatus }): 'open' | 'late' | 'over' {
  const time = workTime(review);
  return time === 'over' && rulesOf(review.kind).ended.has(review.status) ? 'late' : time;
}
