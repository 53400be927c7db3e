import type { Phase, Place } from '../matters/types.ts';
import { clock, minutes, usDate } from './context.ts';
import type { PageContext } from './context.ts';
import { prng } from './prng.ts';
import { PANELS, reading, result } from './vitals.ts';
import type { Reading } from './vitals.ts';

/** The stretch of the course at a chart minute. */
function phaseOf(c: PageContext, at: number): Phase {
  return c.record.facts.phases.findLast((phase) => minutes(phase.at) <= at) ?? c.phase;
}

/** The nurse's or monitor's reading at a minute: the same on every page that shows that minute. */
export function readingAt(c: PageContext, at: number): Reading {
  return reading(phaseOf(c, at).condition, prng(`${c.matter.key}/${c.record.source}/vitals/${at}`));
}

/** The entries of a list that are known at the page's time, without their dates (see Clinical). */
function known(list: readonly string[], at: number): string[] {
  return list.flatMap((entry) => {
    const dated = /^(\d{4}-\d\d-\d\d) (.*)$/.exec(entry);
    if (dated === null) return [entry];
    return minutes(dated[1] ?? '') <= at ? [dated[2] ?? ''] : [];
  });
}

export const problemsOf = (c: PageContext): string[] => known(c.matter.clinical.problems, c.from);
export const historyOf = (c: PageContext): string[] => known(c.matter.clinical.history, c.from);
export const homeMedsOf = (c: PageContext): string[] => known(c.matter.clinical.home_meds, c.from);

const OFFICE: ReadonlySet<Place> = new Set(['clinic', 'rehab', 'dental']);

/** What is being given at the page's time: the stretch's own list, at home what is taken there, else the hospital's list. */
export function medsOf(c: PageContext): string[] {
  return c.phase.meds ?? (OFFICE.has(c.phase.place) ? homeMedsOf(c) : c.matter.clinical.meds);
}

/** Up to `most` marks of the clock, `step` minutes apart, ending at or before the page's time and not before the course began. */
export function marks(c: PageContext, most: number, step: number): number[] {
  const first = minutes(c.record.facts.phases[0]?.at ?? c.record.from);
  const last = Math.floor(c.from / step) * step;
  const list = Array.from({ length: most }, (_, n) => last - (most - 1 - n) * step).filter((at) => at >= first);
  return list.length === 0 ? [c.from] : list;
}

/** Header and rows of results, one column for each of the last blood draws (the first on arrival, then mornings at 05:10). */
export function cumulative(c: PageContext, panel: string): { draws: string[]; rows: string[][] } {
  const first = minutes(c.record.facts.phases[0]?.at ?? c.record.from) + 25;
  const clinic = c.phase.place === 'clinic';
  const day = Math.floor((c.from - 310) / 1440) * 1440 + 310;
  const times = clinic
    ? [c.from]
    : [first, ...[3, 2, 1, 0].map((back) => day - back * 1440)].filter((at, n) => n === 0 || at > first + 180);
  const shown = times.slice(-4);
  const rows = (PANELS[panel] ?? []).map((test) => [
    test.name,
    ...shown.map((at) => {
      const { condition, labs } = phaseOf(c, at);
      return result(test, condition, prng(`${c.matter.key}/${c.record.source}/${test.name}/${at}`), labs);
    }),
    `${test.low} - ${test.high} ${test.unit}`,
  ]);
  return { draws: shown.map((at) => `${usDate(at).slice(0, 5)} ${clock(at)}`), rows };
}
