import { type RawBuilder, sql } from 'kysely';
import type { StatesByKind } from '../../core/kinds.ts';

const list = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.lit(name)));

/** Whether the review stands in one of these states, as a condition on the table of this name. */
export function inStates(reviews: 'r' | 'reviews', { everywhere, own }: StatesByKind): RawBuilder<boolean> {
  const status = sql.ref(`${reviews}.status`);
  const kind = sql.ref(`${reviews}.kind`);
  const parts = [
    ...(everywhere.length > 0 ? [sql<boolean>`${status} in (${list(everywhere)})`] : []),
    ...own.map((of) => sql<boolean>`(${kind} = ${sql.lit(of.kind)} and ${status} in (${list(of.names)}))`),
  ];
  if (parts.length === 0) return sql<boolean>`false`;
  return parts.length === 1 && parts[0] ? parts[0] : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
