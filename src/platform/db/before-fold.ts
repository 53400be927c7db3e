import type pg from 'pg';
import { Refusal } from '../refusal.ts';

/** The migrations under the names they had until they were folded by domain, before the first release. */
export const BEFORE_FOLD: readonly string[] = [
  '0001_foundation.sql',
  '0002_peer_review_programme.sql',
  '0003_second_opinions.sql',
  '0004_outside_links.sql',
  '0005_attention.sql',
  '0006_sales_tracking.sql',
  '0007_seat_corrections.sql',
  '0008_expert_opportunities.sql',
  '0009_earlier_date.sql',
  '0010_file_lookups.sql',
];

/** What they became: the same schema, so that a database that has the ten has these. What follows is for both. */
export const FOLDED: readonly string[] = [
  '0001_organizations.sql',
  '0002_people.sql',
  '0003_experts.sql',
  '0004_subscriptions.sql',
  '0005_reviews.sql',
  '0006_files.sql',
  '0007_matching.sql',
  '0008_scheduling.sql',
  '0009_reports.sql',
  '0010_conversations.sql',
  '0011_opinions.sql',
  '0012_outside.sql',
  '0013_platform.sql',
  '0014_notifications.sql',
];

/** The last commit whose migrations have their names from before the fold. */
const LAST_BEFORE = '570d4f0';

export class UnfoldedDatabaseError extends Refusal {
  constructor(last: string) {
    super(
      'stored',
      `The database was made by an early version of Peritus and stopped at migration ${last}, before the last of that time ` +
        `(${BEFORE_FOLD.at(-1)}). Start commit ${LAST_BEFORE} on it once, which brings it there; then start this version again.`,
    );
    this.name = 'UnfoldedDatabaseError';
  }
}

/**
 * The names of a database's migrations as we know them: those from before the fold are rewritten in one transaction.
 * Throws UnfoldedDatabaseError, and leaves the database as it is, where some of the ten are missing.
 */
export async function renameFolded(client: pg.ClientBase, known: ReadonlySet<string>): Promise<Set<string>> {
  const old = BEFORE_FOLD.filter((name) => known.has(name));
  const last = old.at(-1);
  if (last === undefined) return new Set(known);
  if (old.length < BEFORE_FOLD.length) throw new UnfoldedDatabaseError(last);
  await client.query(
    `with gone as (delete from schema_migrations where name = any($1) returning applied_at)
     insert into schema_migrations (name, applied_at) select name, (select max(applied_at) from gone) from unnest($2::text[]) name`,
    [BEFORE_FOLD, FOLDED],
  );
  return new Set([...[...known].filter((name) => !BEFORE_FOLD.includes(name)), ...FOLDED]);
}
