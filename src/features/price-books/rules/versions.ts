/** How far a version has come on a day (YYYY-MM-DD). */
export const VERSION_STATES = ['next', 'in_effect', 'past'] as const;
export type VersionState = (typeof VERSION_STATES)[number];

/** Versions of a book as they stand on a day: the newest that has begun is in effect. */
export function versionStates<V extends { effective_from: string }>(
  versions: readonly V[],
  today: string,
): (V & { state: VersionState })[] {
  const begun = versions
    .map(({ effective_from }) => effective_from)
    .filter((day) => day <= today)
    .toSorted()
    .at(-1);
  return versions.map((one) => ({
    ...one,
    state: one.effective_from > today ? 'next' : one.effective_from === begun ? 'in_effect' : 'past',
  }));
}

/** The last whole quarter before a day: its first day, and the first one after it. */
export function lastQuarter(today: string): { from: string; until: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3);
  const first = (of: number): string => {
    const at = new Date(Date.UTC(year, of * 3, 1));
    return at.toISOString().slice(0, 10);
  };
  return { from: first(quarter - 1), until: first(quarter) };
}

/** Why a version is changed and withdrawn no longer; null: it can be. */
export const whyFixed = (effective_from: string, today: string): string | null =>
  effective_from > today ? null : 'It has taken effect, so that orders were priced by it. Write a new version instead.';

/** Why a version cannot begin on a day; null: it can. `taken`: the days on which others of the book begin. */
export function whyNotFrom(day: string, today: string, taken: readonly string[]): string | null {
  if (day < today) return 'Choose today or a day to come: what was ordered keeps its price.';
  return taken.includes(day) ? 'Another version begins on this day. Change that one, or choose another day.' : null;
}
