import type { Kind } from '../../../core/kinds.ts';
import type { ReviewStatus } from '../../reviews/rules.ts';
import { processOf } from '../../reviews/rules/kinds.ts';
import type { RetainerStanding } from './retainer.ts';
import { type EngagementTerms, type TermName, termChanges, termFaults } from './terms.ts';

/** Whether the terms both signed can be changed in this state: while the expert works on the matter. */
export const isAmendable = ({ kind, status }: { kind: Kind; status: ReviewStatus }): boolean =>
  processOf(kind).by_the_hour?.open.includes(status) === true;

/** What keeps changed terms from being proposed, each with its field: faults of their own, or nothing that differs. */
export function amendmentFaults(held: EngagementTerms, terms: EngagementTerms): { path: TermName; message: string }[] {
  const faults = termFaults(terms);
  if (faults.length === 0 && termChanges(held, terms).length === 0)
    return [{ path: 'role', message: 'Nothing differs from what both signed. Change a term first.' }];
  return faults;
}

/**
 * What a change of the retainer moves, in cents: more is asked for once, and never beyond what makes it whole; of what was asked for
 * and is still due, what a smaller one has no use for is waived. What was paid stays until it is refunded.
 */
export function retainerChange(
  held: Pick<EngagementTerms, 'retainer_cents'>,
  terms: Pick<EngagementTerms, 'retainer_cents'>,
  { balance, due }: Pick<RetainerStanding, 'balance' | 'due'>,
): { asked: number; waived: number } {
  const difference = terms.retainer_cents - held.retainer_cents;
  const missing = terms.retainer_cents - balance - due;
  return {
    asked: Math.max(0, Math.min(difference, missing)),
    waived: difference < 0 ? Math.max(0, Math.min(due, -missing)) : 0,
  };
}

/** Whether who only advised may be named as a witness from now on, or the other way round; null: neither. */
export function roleChange(
  held: Pick<EngagementTerms, 'role'>,
  terms: Pick<EngagementTerms, 'role'>,
): 'becomes_testifying' | 'becomes_consulting' | null {
  if (held.role === terms.role) return null;
  if (terms.role === 'testifying') return 'becomes_testifying';
  return held.role === 'testifying' ? 'becomes_consulting' : null;
}

/** What who proposes or signs such a change is told first (FRCP 26(a)(2), 26(b)(4)). */
export const ROLE_CHANGE: Readonly<Record<NonNullable<ReturnType<typeof roleChange>>, string>> = {
  becomes_testifying:
    'As a testifying expert they may be named as a witness. What they considered, also what was sent to them while they only advised, may have to be disclosed, and they can be deposed.',
  becomes_consulting:
    'As a consulting expert they are not named as a witness any longer. What was disclosed while they were stays disclosed, and a court may have to agree.',
};
