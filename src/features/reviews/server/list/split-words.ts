import { sql } from 'kysely';
import type { Services } from '../../../../platform/services.ts';
import { type ShareOf, shareAmong, splitBy, type SplitWords } from '../../rules.ts';

/** How long what the database knows of its words is used before it is asked again. */
const FRESH_MS = 10 * 60_000;

export type SplitFor = (purpose: 'page' | 'count') => Promise<SplitWords>;

/**
 * Splits the words of a search by how many reviews they stand in. The database knows of the most common ones: it keeps
 * them and their shares with its statistics of the table. Before it has any, nothing is known of any word.
 */
export function createSplitFor(services: Services): SplitFor {
  let known: { at: number; shareOf: Promise<ShareOf> } | null = null;

  async function ask(): Promise<ShareOf> {
    const { rows } = await sql<{ words: string[]; shares: number[] }>`
      select most_common_elems::text::text[] as words, most_common_elem_freqs::float8[] as shares from pg_stats
        where schemaname = current_schema() and tablename = 'reviews' and attname = 'search'
          and most_common_elems is not null`.execute(services.database.systemDb);
    const row = rows[0];
    // behind the shares stand the smallest and the largest of them, which belong to no word
    return shareAmong((row?.words ?? []).map((word, at) => [word, row?.shares[at] ?? 0]));
  }

  async function shares(): Promise<ShareOf> {
    const at = services.clock.now().getTime();
    if (known === null || at - known.at > FRESH_MS || at < known.at) {
      const asked = { at, shareOf: ask() };
      known = asked;
      // a failure is this call's alone
      asked.shareOf.catch(() => {
        if (known === asked) known = null;
      });
    }
    return known.shareOf;
  }

  return async (purpose) => splitBy(await shares(), purpose);
}
