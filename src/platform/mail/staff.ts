import { fullNameOf } from '../db/full-name.ts';
import { type Kysely } from 'kysely';
import type { STAFF_KINDS } from '../../core/actor.ts';
import type { DB } from '../db/types.ts';

/** A user as mails go to them. */
export interface Addressee {
  user_id: number;
  email: string;
  name: string;
}

/** Peritus's people of one role; nobody suspended. */
export const staffWithRole = (db: Kysely<DB>, role: (typeof STAFF_KINDS)[number]): Promise<Addressee[]> =>
  db
    .selectFrom('users')
    .select(['id as user_id', 'email', fullNameOf().as('name')])
    .where('role', '=', role)
    .where('suspended_at', 'is', null)
    .execute();
