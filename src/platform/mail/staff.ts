import { fullNameOf } from '../db/full-name.ts';
import { type Kysely } from 'kysely';
import type { StaffKind } from '../../core/actor.ts';
import type { DB } from '../db/types.ts';

/** A user as mails go to them. */
export interface Addressee {
  user_id: number;
  email: string;
  name: string;
}

/** Peritus's people of these roles, each once; nobody suspended. */
export const staffWithRole = (db: Kysely<DB>, ...roles: readonly StaffKind[]): Promise<Addressee[]> =>
  db
    .selectFrom('users')
    .select(['id as user_id', 'email', fullNameOf().as('name')])
    .where('role', 'in', roles)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .execute();
