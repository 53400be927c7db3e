import type { Actor } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { keepsTaxonomy } from '../rules/taxonomy-desk.ts';

export const ONLY_ADMINS = 'Only administrators change the taxonomy.';

/** Refuses whoever does not change the taxonomy. */
export function refuseOthers(actor: Actor): void {
  if (!keepsTaxonomy(actor.kind)) throw new Refusal('forbidden', ONLY_ADMINS);
}

/** Refuses `stale` where it was changed since it was seen. */
export function refuseStale(row: { lock_version: number }, seen: number): void {
  if (row.lock_version !== seen)
    throw new Refusal('stale', 'Someone changed it since you opened it. Look at it again, then save.', {
      current: { lock_version: row.lock_version },
    });
}
