import { MINUTE } from '../../../core/durations.ts';
import { session } from '../../../ui/api/client.ts';
import { serverClock } from '../../../ui/time/server-clock.ts';

/** Has the person show who they are before a question that leads to a sensitive act, unless they did a short while ago. */
export function proofFirst(recentUntil: string | null, then: () => void): void {
  // some time to read the question and answer it
  if (recentUntil !== null && Date.parse(recentUntil) - serverClock.now() > MINUTE) then();
  else void session.proveAgain().then((given) => (given ? then() : undefined));
}
