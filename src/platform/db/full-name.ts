import { type RawBuilder, sql } from 'kysely';

/** The SQL of a user's name in full, as `fullName` writes it; `of` is the table or its alias where a statement has several. */
export const fullNameOf = (of?: string): RawBuilder<string> =>
  of === undefined
    ? sql<string>`trim(first_name || ' ' || last_name)`
    : sql<string>`trim(${sql.ref(`${of}.first_name`)} || ' ' || ${sql.ref(`${of}.last_name`)})`;
