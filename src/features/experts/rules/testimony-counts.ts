import { capital, plural, spelledPlural } from '../../../core/phrases.ts';
import { isListed } from './testimony-list.ts';

/** One time an expert testified, as it is counted. */
export interface Testified {
  form: string;
  side: string;
  /** "2026-03-09" */
  testified_on: string;
  /** What a court excluded of it; null: nothing was said. */
  exclusion: string | null;
}

export interface TestimonyCounts {
  /** Depositions and trials of the previous four years, as a disclosure lists them. */
  recent: number;
  /** For whom they testified, over all years; a court’s own experts are neither. */
  plaintiff: number;
  defense: number;
  /** How often a court excluded some of it, or all, over all years. */
  excluded_part: number;
  excluded_all: number;
}

/** What a firm asks before it retains somebody: how often they testified, for which side, and what courts excluded. */
export function testimonyCounts(rows: readonly Testified[], today: string): TestimonyCounts {
  const count = (wanted: (row: Testified) => boolean): number => rows.filter(wanted).length;
  return {
    recent: count(({ form, testified_on }) => isListed(form, testified_on, today)),
    plaintiff: count(({ side }) => side === 'plaintiff'),
    defense: count(({ side }) => side === 'defense'),
    excluded_part: count(({ exclusion }) => exclusion === 'part'),
    excluded_all: count(({ exclusion }) => exclusion === 'all'),
  };
}

/** The counts as three facts of a card. */
export function testimonyFacts(counts: TestimonyCounts): { label: string; value: string }[] {
  const { recent, plaintiff, defense, excluded_part, excluded_all } = counts;
  const excluded = [
    excluded_all > 0 ? `as a whole ${plural(excluded_all, 'time')}` : null,
    excluded_part > 0 ? `in part ${plural(excluded_part, 'time')}` : null,
  ].filter((one) => one !== null);
  return [
    { label: 'Testified', value: `${recent === 0 ? 'Not' : capital(spelledPlural(recent, 'time'))} in four years` },
    ...(plaintiff + defense === 0
      ? []
      : [{ label: 'Sides', value: `${plaintiff} for plaintiffs, ${defense} for defendants` }]),
    { label: 'Excluded', value: excluded.length === 0 ? 'None on record' : `By a court, ${excluded.join(', ')}` },
  ];
}
