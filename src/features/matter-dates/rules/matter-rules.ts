import type { IsHoliday } from '../../../core/business-days.ts';
import { dateText } from '../../../core/dates.ts';
import { plural } from '../../../core/phrases.ts';
import { US_STATES } from '../../../core/us-states.ts';
import { type Counting, countFrom } from './counting.ts';
import { calledOf, isNamed, type MatterDateType } from './types.ts';

/** What a rule of a court says: which date it gives, counted from which other, with where that is written. */
export interface MatterRuleTerms extends Counting {
  /** The federal courts, or those of a state by its two letters. */
  courts: string;
  gives: MatterDateType;
  /** The date it is counted from. */
  of: MatterDateType;
  /** When it holds, in a sentence. */
  says: string;
  source: string;
  /** When somebody read it there. */
  read_on: string;
  /** Who checked it; empty until staff say so. */
  reviewed_by: string;
}
/** A version of a rule as staff wrote it; without terms the rule ends. */
export interface WrittenMatterRule {
  key: string;
  version: number;
  terms: MatterRuleTerms | null;
}
export interface MatterRule extends MatterRuleTerms {
  key: string;
  /** 0: as it comes with the product. */
  version: number;
}
export const FEDERAL = 'federal';
export const COURTS = [FEDERAL, ...US_STATES.map(([code]) => code)];

const READ_ON = '2026-11-27';
const shipped = (key: string, terms: Omit<MatterRuleTerms, 'courts' | 'skips_closed' | 'read_on' | 'reviewed_by'>) => ({
  key,
  version: 0,
  courts: FEDERAL,
  skips_closed: true,
  read_on: READ_ON,
  reviewed_by: '',
  ...terms,
});
/** What comes with the product. Days are counted as Rule 6(a) of the Federal Rules of Civil Procedure has it. */
export const SHIPPED_MATTER_RULES: readonly MatterRule[] = [
  shipped('disclosure', {
    gives: 'disclosure',
    days: 90,
    direction: 'before',
    of: 'trial',
    says: 'Absent a stipulation or a court order, experts are disclosed at least 90 days before the date set for trial.',
    source: 'Fed. R. Civ. P. 26(a)(2)(D)(i), 6(a)',
  }),
  shipped('rebuttal', {
    gives: 'rebuttal',
    days: 30,
    direction: 'after',
    of: 'opposing_disclosure',
    says: 'Absent a stipulation or a court order, evidence that solely contradicts or rebuts another party’s on the same subject is disclosed within 30 days after that party’s disclosure.',
    source: 'Fed. R. Civ. P. 26(a)(2)(D)(ii), 6(a)',
  }),
  shipped('errata', {
    gives: 'errata',
    days: 30,
    direction: 'after',
    of: 'transcript_available',
    says: 'Where review was asked for before the deposition was over, the witness has 30 days after the notice that the transcript is available to read it and list changes.',
    source: 'Fed. R. Civ. P. 30(e)(1), 6(a)',
  }),
];

/** Each rule as it holds: the last version of its key. What staff wrote goes before what comes with the product. */
export function rulesThatHold(book: readonly WrittenMatterRule[]): MatterRule[] {
  const last = new Map<string, MatterRule | null>(SHIPPED_MATTER_RULES.map((rule) => [rule.key, rule]));
  for (const { key, version, terms } of book.toSorted((a, b) => a.version - b.version))
    last.set(key, terms && { ...terms, key, version });
  return [...last.values()].filter((rule) => rule !== null);
}

/** What is wrong with a rule as it would be written, by its fields. */
export function ruleFaults(terms: MatterRuleTerms, today: string): { path: string; message: string }[] {
  const asked: readonly (keyof MatterRuleTerms & ('says' | 'source'))[] = ['says', 'source'];
  return [
    ...(isNamed(terms.gives) ? [{ path: 'terms.gives', message: 'Choose a date that has a name of its own.' }] : []),
    ...(isNamed(terms.of) || terms.of === terms.gives
      ? [{ path: 'terms.of', message: 'Choose another date to count from.' }]
      : []),
    ...(terms.days < 0 || terms.days > 1000 ? [{ path: 'terms.days', message: 'Enter up to 1,000 days.' }] : []),
    ...asked.flatMap((key) =>
      terms[key].trim() === ''
        ? [{ path: `terms.${key}`, message: key === 'source' ? 'Say where it is written.' : 'Say what it asks for.' }]
        : [],
    ),
    ...(terms.read_on > today ? [{ path: 'terms.read_on', message: 'This day is still ahead.' }] : []),
  ];
}

/** "Federal courts", "Courts of Colorado". */
export const courtsOf = (courts: string): string =>
  courts === FEDERAL ? 'Federal courts' : `Courts of ${US_STATES.find(([code]) => code === courts)?.[1] ?? courts}`;

/** Where a rule is written, and who checked it. */
export const sourceOf = ({ source, reviewed_by }: Pick<MatterRuleTerms, 'source' | 'reviewed_by'>): string =>
  `${source}. ${reviewed_by === '' ? 'Nobody has reviewed this rule yet.' : `Reviewed by ${reviewed_by}.`}`;

/** The rule in a line: "90 days before the trial". */
export const spanOf = ({ days, direction, of }: Pick<MatterRuleTerms, 'days' | 'direction' | 'of'>): string =>
  `${plural(days, 'day')} ${direction} ${calledOf(of)}`;

/** A date a rule gives, with how it came about. */
export interface ComputedDate {
  type: MatterDateType;
  day: string;
  working: string;
  rule: MatterRule;
}
/** The holidays that count: of a span before an event the federal ones alone, after it the state's as well, as Rule 6(a)(6) has it. */
export interface CourtHolidays {
  federal: IsHoliday;
  state: IsHoliday;
}

const weekday = (day: string): string => dateText(day, 'weekday');

/** What one rule gives, counted from a day. */
function computed(rule: MatterRule, from: string, holidays: CourtHolidays): ComputedDate {
  const isHoliday = rule.courts === FEDERAL && rule.direction === 'before' ? holidays.federal : holidays.state;
  const { falls, day } = countFrom(from, rule, isHoliday);
  const moved =
    falls === day
      ? ''
      : `, when courts are closed, so ${weekday(day)}, the ${rule.direction === 'before' ? 'last' : 'next'} day they are open`;
  return {
    type: rule.gives,
    day,
    rule,
    working: `${spanOf(rule)} (${weekday(from)}): ${weekday(falls)}${moved}.`,
  };
}

/**
 * The dates that rules give a matter, from those that are held: of several rules that give the same date the earliest. A date that
 * is itself computed is no ground to count from.
 */
export function computedDates(
  rules: readonly MatterRule[],
  { courts, held, holidays }: { courts: string; held: ReadonlyMap<MatterDateType, string>; holidays: CourtHolidays },
): ComputedDate[] {
  const found = new Map<MatterDateType, ComputedDate>();
  for (const rule of rules) {
    const from = held.get(rule.of);
    if (rule.courts !== courts || from === undefined) continue;
    const next = computed(rule, from, holidays);
    const known = found.get(rule.gives);
    if (!known || next.day < known.day) found.set(rule.gives, next);
  }
  return [...found.values()];
}
