import type { ConsolePlace } from '../../core/console.ts';
import { type CurrentUser, kindsOf, viewerOf } from '../../features/accounts/web/current-user.ts';
import { CONSOLE_PLACES } from '../console.ts';

/** The places of the console this person has. */
export function placesOf(user: CurrentUser): ConsolePlace[] {
  const { kind } = viewerOf(user);
  const kinds = kindsOf(user);
  return CONSOLE_PLACES.filter(
    ({ admits, only_with }) => admits(kind) && (only_with === undefined || kinds.includes(only_with)),
  );
}
