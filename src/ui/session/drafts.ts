/** Everything under this name is what somebody wrote here and has not sent yet; the writer's id follows. */
export const DRAFTS = 'peritus:draft:';

/** Forgets every unsent draft on this device, as on log out. */
export function clearDrafts(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(DRAFTS)) storage.removeItem(key);
}
