import { type RawBuilder, sql } from 'kysely';

/** How many pages of a file a user has had in view. `files`: the table's name in the statement. */
export const pagesSeen = (files: 'f' | 'files', user: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(upper(seen) - lower(seen)), 0)::int from file_pages_seen s, unnest(s.pages) seen
    where s.file_id = ${sql.ref(`${files}.id`)} and s.user_id = ${user})`;

/** The first page the user has not seen; null where all were seen, or none was. */
export const nextPage = (files: 'f' | 'files', user: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<
    number | null
  >`(select lower(int4multirange(int4range(1, greatest(1, coalesce(${sql.ref(`${files}.pages`)}, 1)) + 1)) - s.pages)
    from file_pages_seen s where s.file_id = ${sql.ref(`${files}.id`)} and s.user_id = ${user})`;
