import { takeAnswer } from '../../../ui/session/site.ts';
import type { CurrentUser as WireUser } from '../contract.ts';
import { profileHeaders } from './active-profile.ts';
import { type CurrentUser, toCamel } from './current-user.ts';

/**
 * The answer to who is signed in that came with the document; undefined where none did, or where it is for another
 * profile than the one in use here, which the server could not know.
 */
export function currentUserAhead(): CurrentUser | undefined {
  const answer = takeAnswer('current_user') as WireUser | undefined;
  const wanted = profileHeaders()['x-profile-id'];
  if (!answer || (wanted !== undefined && wanted !== String(answer.profileable?.id))) return undefined;
  return toCamel(answer);
}
