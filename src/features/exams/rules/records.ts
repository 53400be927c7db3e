import type { IsHoliday } from '../../../core/business-days.ts';
import { dateText } from '../../../core/dates.ts';
import { plural } from '../../../core/phrases.ts';
import { lastDayBefore, spanWords } from './jurisdictions.ts';
import type { RuleTerms, Span } from './rule-terms.ts';

/** So long before an exam its records are there; what comes later may need an addendum to the report. */
const AHEAD: Span = { days: 10, of: 'business' };

/** The last day on which the records of an exam on `held_on` come in time for its report. */
export const recordsBy = (held_on: string, isHoliday: IsHoliday): string => lastDayBefore(held_on, AHEAD, isHoliday);

/** The last day on which they can be served on the other side; null where the rule does not ask for it. */
export const recordsServedBy = (
  { records_service }: Pick<RuleTerms, 'records_service'>,
  held_on: string,
  isHoliday: IsHoliday,
): string | null => (records_service ? lastDayBefore(held_on, records_service, isHoliday) : null);

/** What an order says of its records; days are calendar dates. */
export interface RecordsFacts {
  records_complete?: boolean | null | undefined;
  records_served?: boolean | null | undefined;
  records_served_on?: string | null | undefined;
  records_served_pages?: number | null | undefined;
}

/** A sentence about the records of an exam, and whether something is late about it. */
export interface RecordsLine {
  text: string;
  late: boolean;
}

const day = (on: string): string => dateText(on, 'medium');

/** Whether the records of a set exam are there in time. `added_on`: the day the last of them came; null: none is there. */
export function recordsThere(
  { records_complete }: RecordsFacts,
  { by, added_on, today }: { by: string; added_on: string | null; today: string },
): RecordsLine | null {
  if (added_on !== null && added_on > by)
    return {
      text: `Some came on ${day(added_on)}, less than ${spanWords(AHEAD)} before the exam: the report may need an addendum.`,
      late: true,
    };
  if (records_complete === true) return null;
  // nobody said that these are all, and nobody that more is to come
  return {
    text:
      today > by
        ? `The order does not say that these are all. What came after ${day(by)} may need an addendum.`
        : `All should be there by ${day(by)}. Later ones may need an addendum.`,
    late: false,
  };
}

/** Whether they were served on the other side, where the rule asks for it: `by` is the last day, `declaration` that of pages. */
export function recordsServed(
  { records_served, records_served_on: on, records_served_pages: pages }: RecordsFacts,
  { by, declaration, today }: { by: string; declaration: boolean; today: string },
): RecordsLine {
  const declared = declaration ? ', with a declaration of their pages' : '';
  if (records_served !== true || !on)
    return today > by
      ? { text: `They had to be served on the other side by ${day(by)}${declared}.`, late: true }
      : { text: `To be served on the other side by ${day(by)}${declared}.`, late: false };
  const late = on > by ? ` That is after the last day, ${day(by)}.` : '';
  const missing = declaration && !pages ? ' The declaration of their pages is missing.' : '';
  return {
    text: `Served on the other side on ${day(on)}${pages ? `, ${plural(pages, 'page')} declared` : ''}.${late}${missing}`,
    late: late !== '' || missing !== '',
  };
}
