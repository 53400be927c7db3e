import { Refusal } from '../../../../core/errors.ts';
import type { Role } from '../../../../core/actor.ts';
import type { Actor } from '../../../../core/actor.ts';
import type { Tx } from '../../../../platform/command.ts';

/** A member of an object by name, whatever it is. */
export const memberOf = (object: object, name: string): unknown => new Map(Object.entries(object)).get(name);

/** A person in the actor's scope, locked: what is decided about them holds until it is written. Refuses `not_found`. */
export async function lockPerson(tx: Tx<Actor>, id: number) {
  const person = await tx.db
    .selectFrom('users')
    .select(['users.id', 'users.role', 'users.organization_id', 'users.email', 'users.first_name', 'users.last_name'])
    .select([
      'users.lock_version',
      'users.feature_flags',
      'users.bookmark_urls',
      'users.box_folder_ids',
      'users.suspended_at',
    ])
    .where('users.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new Refusal('not_found');
  return { ...person, role: person.role as Role };
}
