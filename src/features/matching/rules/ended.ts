import type { EndingSort } from '../../experts/rules/credential-ends.ts';
import { type ExpertFacts, fitOf, type Need } from '../rules.ts';

/**
 * What of an invited expert has ended that this review rests on; null where nothing has. What keeps an expert from being
 * asked otherwise (load, calendar, a kind no longer taken) does not take back an invitation.
 */
export function endedFor(
  expert: ExpertFacts,
  need: Need,
  now: Date,
  /** Whether a board certification of theirs has ended. */
  isBoardOver: boolean,
): EndingSort | null {
  const open = expert.credentials.map((one) => ({ ...one, availability: 'accepting' as const }));
  const fits = (credentials: ExpertFacts['credentials']) => fitOf({ ...expert, credentials }, need, now) !== null;
  if (!fits(open) && fits(open.map((one) => ({ ...one, expires_on: null })))) return 'license';
  if (!expert.covered) return 'malpractice';
  return need.board_certified && !expert.board_certified && isBoardOver ? 'board' : null;
}

/** How the expert is told, who still wanted to accept. */
export const ENDED_WORDS: Record<EndingSort, string> = {
  license: 'Your license for this review has ended',
  board: 'Your board certification, which this review asks for, has ended',
  malpractice: 'Your malpractice cover has ended',
};
