import { isDeepStrictEqual } from 'node:util';
import { MINUTE } from '../../../core/time.ts';
import { bestOf, MOST_SHOWN } from '../rules.ts';
import type { Made } from './board.ts';
import type { LoadedNeed } from './facts.ts';

/** How long a ranking counts as the one that was looked at, and how many candidates are remembered over all of them. */
const RECENT_MS = MINUTE;
const MOST_REMEMBERED = 40_000;

/** A ranking with when it was made. */
export type SeenRanking = Made & { at: Date };

/**
 * The rankings boards showed just now: who presents experts from one is judged by it, and only those presented are judged
 * again. Of experts the facts of those shown are kept; whoever takes another is ranked anew.
 */
export class RecentRankings {
  readonly #seen = new Map<number, SeenRanking>();

  keep(reviewId: number, { need, experts, ranking }: Made, at: Date): void {
    const shown = bestOf(ranking.candidates, MOST_SHOWN, need.preferred_experts);
    const facts = new Map(
      shown.flatMap(({ profile_id }) => {
        const expert = experts.get(profile_id);
        return expert ? [[profile_id, expert] as const] : [];
      }),
    );
    this.#seen.delete(reviewId);
    this.#seen.set(reviewId, { need, ranking, experts: facts, at });
    let remembered = [...this.#seen.values()].reduce((sum, one) => sum + one.ranking.candidates.length, 0);
    for (const [id, one] of this.#seen) {
      if (remembered <= MOST_REMEMBERED && one.at.getTime() > at.getTime() - RECENT_MS) break;
      remembered -= one.ranking.candidates.length;
      this.#seen.delete(id);
    }
  }

  /** The ranking these experts were taken from within the last minute; null where what was asked for has changed. */
  of(reviewId: number, need: LoadedNeed, taken: readonly number[], now: Date): SeenRanking | null {
    const seen = this.#seen.get(reviewId);
    if (!seen || seen.at > now || now.getTime() - seen.at.getTime() > RECENT_MS) return null;
    return taken.every((id) => seen.experts.has(id)) && isDeepStrictEqual(seen.need, need) ? seen : null;
  }
}
