import type { RecordData } from './records.ts';

/** The first year of the previous ten. */
export const tenYearsBefore = (today: string): number => Number(today.slice(0, 4)) - 10;

/**
 * What an expert authored in the previous ten years, as Fed. R. Civ. P. 26(a)(2)(B)(iv) asks for it, newest first. A year has no day:
 * the whole of the first one counts.
 */
export const publicationList = (publications: readonly RecordData[], today: string): string[] =>
  publications
    .filter(({ year }) => Number(year) >= tenYearsBefore(today) && Number(year) <= Number(today.slice(0, 4)))
    .toSorted((a, b) => Number(b.year) - Number(a.year))
    .map(({ title, venue, year }) => `“${String(title).replace(/\.$/, '')}.” ${String(venue)}, ${String(year)}.`);
