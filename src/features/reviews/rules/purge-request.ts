import { DAY } from '../../../core/time.ts';

/** How long a purge that was asked for waits for the second person. */
export const PURGE_REQUEST_MS = 7 * DAY;

/** Whether a request still waits. */
export const isOpenRequest = (request: { outcome: string | null; expires_at: Date }, now: Date): boolean =>
  request.outcome === null && request.expires_at > now;

/** What somebody wants to do about a request. */
export type PurgeAnswer = 'confirm' | 'decline' | 'withdraw';

/** Why this person is not the one to do it, or null: who asked may only withdraw, and nobody else may. */
export function notTheirs(answer: PurgeAnswer, request: { asked_by: number }, userId: number): string | null {
  const isAsker = request.asked_by === userId;
  if (answer === 'withdraw') return isAsker ? null : 'Only who asked can withdraw the request. You can decline it.';
  if (!isAsker) return null;
  return answer === 'confirm'
    ? 'You asked for it. Another super admin has to confirm it.'
    : 'You asked for it. Withdraw your request instead.';
}
