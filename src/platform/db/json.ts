import { type RawBuilder, sql } from 'kysely';

/** A value for a jsonb column. Arrays need this: the driver would send them as PostgreSQL arrays. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}
