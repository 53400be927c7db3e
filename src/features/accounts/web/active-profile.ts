import {
  ACTIVE_PROFILE_KEY,
  ANNOUNCEMENTS_EXPECTED_KEY,
  CLOSED_ANNOUNCEMENTS_KEY,
  parseActiveProfile,
  storedProfile,
} from '../rules.ts';
import type { CurrentUser } from './current-user.ts';

/** Headers naming the stored active profile; none when nothing valid is stored. */
export function profileHeaders(): Record<string, string> {
  const active = parseActiveProfile(read(ACTIVE_PROFILE_KEY));
  if (!active) return {};
  return { 'x-profile-type': active.activeProfileableType, 'x-profile-id': String(active.activeProfileableId) };
}

/** Stores the profile to act as, or with null to act as oneself. */
export function storeActiveProfile(profile: { id: number; className: string } | null): void {
  const stored = profile && storedProfile({ id: profile.id, class_name: profile.className });
  try {
    if (stored) localStorage.setItem(ACTIVE_PROFILE_KEY, JSON.stringify(stored));
    else localStorage.removeItem(ACTIVE_PROFILE_KEY);
  } catch {
    // storage is full or switched off: the primary profile stays in use
  }
}

/** Forgets a stored profile that is not this user's. */
export function keepOwnProfile(user: CurrentUser): void {
  const active = parseActiveProfile(read(ACTIVE_PROFILE_KEY));
  const own = user.profiles.some(
    (profile) => profile.id === active?.activeProfileableId && profile.className === active.activeProfileableType,
  );
  if (!own) storeActiveProfile(null);
}

/** What is forgotten on this machine when someone signs out. */
export function forgetOnSignOut(): void {
  try {
    localStorage.removeItem(CLOSED_ANNOUNCEMENTS_KEY);
    localStorage.removeItem(ANNOUNCEMENTS_EXPECTED_KEY);
    sessionStorage.clear();
  } catch {
    // nothing was stored
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
