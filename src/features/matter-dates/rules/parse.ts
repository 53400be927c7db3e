import { capital } from '../../../core/phrases.ts';
import { isNamed, LABEL_MOST, type MatterDateType, titleOf } from './types.ts';

/** A line of an order that was read: a date, or why there is none. */
export type ReadLine = {
  line: string;
} & ({ date: ReadDate } | { why: string });
export interface ReadDate {
  type: MatterDateType;
  label: string;
  day: string;
  /** "09:00"; null where the line names no time. */
  time: string | null;
}
/** For whom the expert is: what the other side has to do is not the expert's. */
export type OwnSide = 'plaintiff' | 'defense' | null;

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = `(${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`;
const DATE = new RegExp(
  [
    `\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\s*,?\\s+(\\d{4})\\b`,
    `\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:day\\s+of\\s+)?${MONTH},?\\s+(\\d{4})\\b`,
    `\\b(\\d{4})-(\\d{2})-(\\d{2})\\b`,
    `\\b(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4}|\\d{2})\\b`,
  ].join('|'),
  'gi',
);
const TIME = /\b(?:at\s+)?(?:(\d{1,2})(?::(\d{2}))?\s*([ap])\.?\s?m\b\.?|([01]?\d|2[0-3]):([0-5]\d)\b|(noon)\b)/i;
const WEEKDAY = /\b(sun|mon|tues|wednes|thurs|fri|satur)day\b/i;
const WEEKDAYS = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'];
const LINES_MOST = 400;

const monthOf = (word: string): number =>
  MONTHS.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3))) + 1;

/** The calendar date of these numbers; null where the calendar has none. */
function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const holds = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return holds && year >= 2000 && year <= 2100 ? at.toISOString().slice(0, 10) : null;
}

function dayIn(found: RegExpMatchArray): string | null {
  const [, month1, day1, year1, day2, month2, year2, year3, month3, day3, month4, day4, year4] = found;
  if (month1) return dayOf(Number(year1), monthOf(month1), Number(day1));
  if (month2) return dayOf(Number(year2), monthOf(month2), Number(day2));
  if (year3) return dayOf(Number(year3), Number(month3), Number(day3));
  const year = Number(year4);
  return dayOf(year < 100 ? 2000 + year : year, Number(month4), Number(day4));
}

function timeIn(text: string): string | null {
  const found = TIME.exec(text);
  if (!found) return null;
  const [, hour, minutes = '00', half, hour24, minutes24, noon] = found;
  if (noon) return '12:00';
  if (hour24) return `${hour24.padStart(2, '0')}:${minutes24}`;
  const at = Number(hour);
  if (at < 1 || at > 12 || Number(minutes) > 59) return null;
  return `${String((at % 12) + (half?.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0')}:${minutes}`;
}

const ofPlaintiff = /\bplaintiffs?\b|\bclaimants?\b/i;
const ofDefense = /\bdefendants?\b|\bdefen[sc]e\b/i;
/** Whether a line speaks of the other side alone. */
const isTheirs = (text: string, side: OwnSide): boolean =>
  side === 'plaintiff'
    ? ofDefense.test(text) && !ofPlaintiff.test(text)
    : side === 'defense'
      ? ofPlaintiff.test(text) && !ofDefense.test(text)
      : false;

/** What a line is about, by its words; the narrower first. Null: nothing that has a name here. */
function typeOf(text: string): MatterDateType | null {
  const has = (pattern: RegExp): boolean => pattern.test(text);
  if (has(/\berrata\b/i)) return 'errata';
  if (has(/\brebuttal\b/i)) return 'rebuttal';
  if (has(/\b(fact|lay|written|initial|paper)\b/i)) return null;
  if (has(/\bdiscovery\b/i) && has(/\b(clos|cut-?\s?off|complet|deadline|end|conclud)/i)) return 'discovery_cutoff';
  if (has(/\bexperts?\b|26\(a\)\(2\)/i) && has(/\b(disclos|designat|identif)/i)) return 'disclosure';
  if (has(/\bexperts?\b/i) && has(/\breports?\b/i)) return 'report';
  if (has(/\bdepos(e|ed|ition|itions)\b/i))
    return has(/\bpart(y|ies)\b|\bplaintiff|\bdefendant/i) && !has(/\bexperts?\b/i) ? null : 'deposition';
  if (
    has(/\btrial\b/i) &&
    !has(/pre-?\s?trial|\b(brief|exhibit|conference|motion|memorand|witness|list|subpoena|instruction|stipulation)/i)
  )
    return 'trial';
  return null;
}

/** The words of a line without its date and time. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(DATE, ' ')
    .replace(TIME, ' ')
    .replace(WEEKDAY, ' ')
    .replace(/^[\s\d]*[.)]\s+/, ' ')
    .replace(/\b(is|are)?\s*(due|set for|on or before|no later than|by|on|at|before)?[\s:;,.–—-]*$/i, '')
    .replace(/^[\s:;,.–—*•-]+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

function readLine(text: string, side: OwnSide): ReadDate | string {
  const days = [...text.matchAll(DATE)].map((found) => ({ found: found[0], day: dayIn(found) }));
  const [first] = days;
  if (!first) return 'No date with its year stands in it.';
  if (new Set(days.map(({ day }) => day)).size > 1) return 'Several dates stand in it. Enter them by hand.';
  if (first.day === null) return `The calendar has no ${first.found}.`;
  const named = WEEKDAY.exec(text)?.[1]?.toLowerCase();
  if (named && WEEKDAYS[new Date(`${first.day}T00:00:00Z`).getUTCDay()] !== named)
    return `${first.found} is not a ${capital(named)}day. Check it in the order.`;
  const words = wordsOf(text);
  const type = isTheirs(words, side) ? null : typeOf(words);
  const label = words.slice(0, LABEL_MOST).trim();
  if (type === null && label === '') return 'It does not say what the date is for.';
  return {
    type: type ?? 'other',
    label: type === null ? label : '',
    day: first.day,
    time: timeIn(text.replaceAll(DATE, ' ')),
  };
}

/**
 * Reads the dates of a scheduling order from its lines: what was understood of each, or why nothing was. A label and a date on the
 * line below it are read as one. Of two lines that give the same date differently, the second is left to be decided by hand.
 */
export function readOrder(text: string, side: OwnSide = null): ReadLine[] {
  const given = text
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .slice(0, LINES_MOST);
  const read: ReadLine[] = [];
  for (let at = 0; at < given.length; at += 1) {
    let line = given[at] ?? '';
    const next = given[at + 1];
    // "Trial:" with its date below it
    if (next !== undefined && !hasDate(line) && hasDate(next) && wordsOf(next) === '') {
      line = `${line} ${next}`;
      at += 1;
    }
    const date = readLine(line, side);
    if (typeof date === 'string') {
      read.push({ line, why: date });
      continue;
    }
    const same = read.find(
      (one) => 'date' in one && one.date.type === date.type && (!isNamed(date.type) || one.date.label === date.label),
    );
    if (same && 'date' in same)
      read.push({
        line,
        why:
          same.date.day === date.day
            ? 'This is said above already.'
            : `${titleOf(date.type, date.label)} has another date above. Enter it by hand if this one holds.`,
      });
    else read.push({ line, date });
  }
  return read;
}

const hasDate = (text: string): boolean => text.search(DATE) >= 0;
