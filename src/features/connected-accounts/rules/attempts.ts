import { MINUTE } from '../../../core/durations.ts';

/** So long somebody may be away at the provider. */
export const ATTEMPT_MS = 15 * MINUTE;
/** An access token that ends so soon is not used any longer. */
const SOON_MS = MINUTE;

/** Why connecting came to nothing, as its person reads it. */
export const CONNECT_FAILURES = {
  denied: 'You did not allow it there, so nothing was connected.',
  ended: 'This way to the provider has ended or was used already. Begin again from your integrations.',
  unreachable: 'The provider gave no answer. Nothing was connected; try again in a moment.',
  refused: 'The provider did not accept what it had sent. Nothing was connected; begin again from your integrations.',
} as const;
export type ConnectFailure = keyof typeof CONNECT_FAILURES;

/** Whether an access token is to be renewed before it is used. */
export const isStale = (expires_at: Date, now: Date): boolean => expires_at.getTime() - now.getTime() <= SOON_MS;
