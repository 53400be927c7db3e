import type { ReviewStatus } from '../../reviews/rules.ts';
import { isPurged, stateRow } from '../../reviews/rules/kinds.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { Ability } from '../../../core/endpoint.ts';
import { gapBetween, type Verdict, verdictOf } from './compare.ts';
import type { Judgment, Scale } from './levels.ts';
import type { OpinionRole } from './permission.ts';

/** One of the reviews of a case, as the rules look at it. */
export interface Member extends Pick<Judgment, 'scale' | 'level'> {
  review_id: number;
  number: string;
  role: OpinionRole;
  kind: Kind;
  status: ReviewStatus;
  /** Its report was delivered at least once. */
  delivered: boolean;
}

/** Cancelled, or its records deleted before it came to an opinion: as if it had never been opened. */
const isLive = (member: Member): boolean => !isGone(member) || (isPurged(member) && member.delivered);

/** Whether a review of a case is canceled, or its records are deleted. */
export const isGone = (member: Pick<Member, 'kind' | 'status'>): boolean =>
  isPurged(member) || stateRow(member.kind, member.status).bucket === 'cancelled';

const newest = (members: readonly Member[], role: OpinionRole): Member | null =>
  members.filter((one) => one.role === role && isLive(one)).toSorted((a, b) => b.review_id - a.review_id)[0] ?? null;

export interface FamilyState {
  first: Member | null;
  second: Member | null;
  adjudication: Member | null;
  /** Null until both opinions are delivered. */
  verdict: Verdict | null;
  gap: number | null;
  /** The level that counts for the case, and how it came about; null while it is open. */
  settled: { scale: Scale; level: number; how: 'agreed' | 'adjudicated' } | null;
}

/** How the opinions on a case stand. */
export function familyStateOf(members: readonly Member[]): FamilyState {
  const first = members.find((one) => one.role === 'first') ?? null;
  const second = newest(members, 'second');
  const adjudication = newest(members, 'adjudication');
  const both = first?.delivered && second?.delivered ? { first, second } : null;
  const gap = both ? gapBetween(both.first, both.second) : null;
  const verdict = both ? verdictOf(gap) : null;
  let settled: FamilyState['settled'] = null;
  if (adjudication?.delivered && adjudication.scale !== null && adjudication.level !== null)
    settled = { scale: adjudication.scale, level: adjudication.level, how: 'adjudicated' };
  else if (verdict === 'agree' && first?.scale && first.level !== null)
    settled = { scale: first.scale, level: first.level, how: 'agreed' };
  return { first, second, adjudication, verdict, gap, settled };
}

const no = (reason: string): Ability => ({ allowed: false, reason });
const YES: Ability = { allowed: true, reason: null };

/** Why the first review as it stands does not take another opinion, or null. */
function refusedByFirst(standing: FamilyState, here: Member): string | null {
  const { first } = standing;
  if (!first || here.review_id !== first.review_id)
    return `This is itself another opinion on ${first?.number ?? 'a review'}. Ask there.`;
  const row = stateRow(first.kind, first.status);
  if (row.phase === 'ended') return 'This review is closed. A review manager can reopen it.';
  if (!row.takes_opinion) return 'Another opinion can be requested once the report is delivered.';
  return null;
}

/** Whether a second opinion can be asked for now, from the review `here`. */
export function canAskSecond(standing: FamilyState, here: Member): Ability {
  const refused = refusedByFirst(standing, here);
  if (refused !== null) return no(refused);
  const { second } = standing;
  return second ? no(`There is a second opinion already: ${second.number}.`) : YES;
}

/** Whether a third reviewer can be asked to settle it now. Two levels apart it happens without asking. */
export function canAskAdjudication(standing: FamilyState, here: Member): Ability {
  const refused = refusedByFirst(standing, here);
  if (refused !== null) return no(refused);
  const { adjudication, verdict } = standing;
  if (adjudication)
    return no(
      adjudication.delivered ? `${adjudication.number} settled it.` : `${adjudication.number} is to settle it already.`,
    );
  if (verdict === null) return no('There is something to settle once both opinions are delivered.');
  return verdict === 'agree' ? no('The two opinions agree. There is nothing to settle.') : YES;
}

/** Whether a third reviewer is to be asked without anybody saying so. */
export const mustSettle = (standing: FamilyState): boolean =>
  standing.verdict === 'far_apart' &&
  standing.adjudication === null &&
  standing.first !== null &&
  !isGone(standing.first);

/** How two opinions stand to each other, as the timeline and the card say it: "are two levels apart". */
export function verdictWords(verdict: Verdict, gap: number | null): string {
  const count = ['no', 'one', 'two', 'three'][gap ?? 0] ?? String(gap);
  switch (verdict) {
    case 'agree':
      return 'agree';
    case 'one_apart':
    case 'far_apart':
      return `are ${count} ${gap === 1 ? 'level' : 'levels'} apart`;
    case 'undecided':
      return 'cannot be compared, because one of them names no level';
  }
}
