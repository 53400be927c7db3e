import type { Actor } from '../core/actor.ts';
import { Refusal } from '../core/errors.ts';
import { isRecent } from '../core/recent.ts';
import type { Tx } from './command.ts';
import type { Db } from './db/database.ts';

/**
 * For acts of power: the person must have shown in this session a short while ago who they are, by password, second
 * factor or their organization's sign-in service. Asked after scope and permission, so that it tells nobody what is
 * there. Refuses `reauthentication_required`, whereupon the page asks and repeats the call (`ui/api/client.ts`).
 */
export async function refuseWithoutFreshProof({
  actor,
  now,
  system,
}: Pick<Tx<Actor>, 'actor' | 'now'> & { system: Db }): Promise<void> {
  const session = await system
    .selectFrom('sessions')
    .select('authenticated_at')
    .where('id', '=', actor.session_id)
    .executeTakeFirst();
  if (!isRecent(session?.authenticated_at ?? null, now)) throw new Refusal('reauthentication_required');
}
