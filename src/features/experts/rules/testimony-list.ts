import { dateText } from '../../../core/dates.ts';
import { type RecordData, recordAnswer } from './records.ts';

/** The same day four years before; of February 29 the 28th where that year has none. */
export function fourYearsBefore(today: string): string {
  const year = Number(today.slice(0, 4)) - 4;
  const rest = today.slice(4);
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return `${year}${rest === '-02-29' && !leap ? '-02-28' : rest}`;
}

const dayOf = (value: RecordData[string] | undefined): string => (typeof value === 'string' ? value : '');

/** Whether testimony is among what a disclosure lists: a trial or deposition of the previous four years. `on`: its day. */
export const isListed = (form: unknown, on: string, today: string): boolean =>
  (form === 'trial' || form === 'deposition') && on >= fourYearsBefore(today) && on <= today;

/** A line of the list, and what it lacks. */
export interface TestimonyLine {
  says: string;
  missing: string | null;
}

/**
 * The cases of the previous four years in which the expert testified at trial or by deposition, as Fed. R. Civ. P. 26(a)(2)(B)(v)
 * asks for them, newest first. Hearings are not among them; neither is who retained the expert.
 */
export const testimonyList = (testimonies: readonly RecordData[], today: string): TestimonyLine[] =>
  testimonies
    .filter(({ form, testified_on }) => isListed(form, dayOf(testified_on), today))
    .toSorted((a, b) => dayOf(b.testified_on).localeCompare(dayOf(a.testified_on)))
    .map((data) => ({
      says: `${[data.case_name, typeof data.docket === 'string' && data.docket && `No. ${data.docket}`, data.court].filter(Boolean).join(', ')}: ${recordAnswer(
        'testimony',
        'form',
        data,
      )}, ${dateText(dayOf(data.testified_on), 'long')}.`,
      missing: data.docket ? null : 'The docket number is missing.',
    }));
