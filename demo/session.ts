import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { profileHeader, type ProfileType } from '../src/core/actor.ts';
import { DAY } from '../src/core/time.ts';
import type { DB } from '../src/platform/db/types.ts';

export type Headers = Record<string, string>;

/** Opens a session of somebody in their first profile, for a day from `now`; answers what a page sends with it. */
export async function openSession(db: Kysely<DB>, userId: number, now: Date): Promise<Headers> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: createHash('sha256').update(token).digest(),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + DAY),
    })
    .execute();
  const profile = await db
    .selectFrom('profiles')
    .select(['id', 'type', 'is_review_manager'])
    .where('user_id', '=', userId)
    .where('is_primary', '=', true)
    .executeTakeFirst();
  // by its name, and by that over TLS
  const headers: Headers = { cookie: `peritus_session=${token}; __Host-peritus_session=${token}` };
  if (!profile) return headers;
  return {
    ...headers,
    'x-profile-type': profileHeader({
      type: profile.type as ProfileType, // the column's check
      is_review_manager: profile.is_review_manager,
    }),
    'x-profile-id': String(profile.id),
  };
}
