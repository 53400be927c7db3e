import { MINUTE } from '../../../core/time.ts';
import { clearTries, countTry, throttleKey } from '../../../platform/throttle.ts';
import type { Services } from '../../../platform/services.ts';
import { isRecent } from '../../../core/recent.ts';
import { passwordMatches } from '../../../platform/passwords.ts';

/** Ten wrong passwords in a quarter of an hour, then one has to wait. */
const LIMIT = { tries: 10, window_ms: 15 * MINUTE };

/**
 * Whether somebody came by an organization's sign-in service in this session and showed there a short while ago who they
 * are: as good as the password again, which people of such an organization may not have.
 */
export async function hasSignedInAgain(services: Services, sessionId: number): Promise<boolean> {
  const row = await services.database.systemDb
    .selectFrom('sessions')
    .innerJoin('sso_sessions', 'sso_sessions.session_id', 'sessions.id')
    .select('sessions.authenticated_at')
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
  return isRecent(row?.authenticated_at ?? null, services.clock.now());
}

/** Whether this is the user's own password, for acts that need the person again. Refuses `throttled` after wrong tries. */
export async function isOwnPassword(services: Services, userId: number, password: string): Promise<boolean> {
  const db = services.database.systemDb;
  const key = throttleKey('reauthenticate', String(userId));
  await countTry(db, key, LIMIT, services.clock.now());
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  const matches = await passwordMatches(user?.password_hash ?? null, password);
  if (matches) await clearTries(db, key, services.clock.now());
  return matches;
}
