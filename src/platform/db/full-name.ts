import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from './types.ts';

/** The SQL of a user's name in full, as `fullName` writes it; `of` is the table or its alias where a statement has several. */
export const fullNameOf = (of?: string): RawBuilder<string> =>
  of === undefined
    ? sql<string>`trim(first_name || ' ' || last_name)`
    : sql<string>`trim(${sql.ref(`${of}.first_name`)} || ' ' || ${sql.ref(`${of}.last_name`)})`;

/** A user's name in full. */
export const nameOfUser = async (db: Kysely<DB>, userId: number): Promise<string> =>
  (await db.selectFrom('users').select(fullNameOf().as('name')).where('id', '=', userId).executeTakeFirstOrThrow())
    .name;
