import { batchLoader } from '../../../platform/batch-loader.ts';
import { runPrepared } from '../../../platform/db/prepared.ts';
import type { Services } from '../../../platform/services.ts';
import type { PersonActor } from '../ports.ts';
import { ACTING_USER, actingAs, type ActingUser } from './acting-user.ts';

/** The users are asked for as JSON text, so that one plan holds for any number of them. */
const PEOPLE = `select u.id as user_id, ${ACTING_USER}
    from users u where u.id in (select asked::bigint from json_array_elements_text($1::json) asked) and u.suspended_at is null`;

/** Answers who people are, as they are at this moment; people asked for together share a statement. */
export function createPersonActors({ database }: Services): PersonActor {
  const find = batchLoader(async (ids: number[]): Promise<(ActingUser | undefined)[]> => {
    const found = await runPrepared<ActingUser>(database, PEOPLE, [JSON.stringify([...new Set(ids)])]);
    const rows = new Map(found.map((row) => [row.user_id, row]));
    return ids.map((id) => rows.get(id));
  });
  return async (userId, profileId = null) => {
    const person = await find(userId);
    const profile = profileId === null ? null : person?.profiles.find(({ id }) => id === profileId);
    return person && profile !== undefined ? actingAs(person, profile) : null;
  };
}
