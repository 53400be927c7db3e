import { MINUTE } from '../../../core/time.ts';
import { GRID_MINUTES } from './offers.ts';

/** How the examiners of one visit follow each other. */
export const ARRANGEMENTS = ['one_after_another', 'at_once'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

export const ARRANGEMENT_WORDS: Readonly<Record<Arrangement, string>> = {
  one_after_another: 'One after the other',
  at_once: 'All at once',
};

/** The starts of so many examiners in one visit, the lead's first: each on the grid, none before the one before is done. */
export function startsOf(start: Date, minutes: number, examiners: number, arrangement: Arrangement): Date[] {
  const step = arrangement === 'at_once' ? 0 : Math.ceil(minutes / GRID_MINUTES) * GRID_MINUTES * MINUTE;
  return Array.from({ length: examiners }, (_, at) => new Date(start.getTime() + at * step));
}

/** When a visit ends whose lead begins then, and whose others begin at `parts`; each takes so many minutes. */
export const visitEnds = ({
  starts_at,
  minutes,
  parts,
}: {
  starts_at: Date;
  minutes: number;
  parts: readonly { starts_at: string }[];
}): Date =>
  new Date(Math.max(starts_at.getTime(), ...parts.map((part) => Date.parse(part.starts_at))) + minutes * MINUTE);

/** How long such a visit takes, minutes. */
export const visitLength = (minutes: number, examiners: number, arrangement: Arrangement): number =>
  (startsOf(new Date(0), minutes, examiners, arrangement).at(-1)?.getTime() ?? 0) / MINUTE + minutes;
