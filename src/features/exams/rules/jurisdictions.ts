import { addDays } from '../../../core/durations.ts';
import { stateName } from '../../reviews/rules.ts';
import { addBusinessDays, type IsHoliday } from '../../../core/business-days.ts';
import { plural } from '../../../core/phrases.ts';

/*
 * What the law of a state asks of an exam, as versioned data with its source and the day it was read. It is the default of
 * an installation and no advice. A state without a row takes the default, and whoever reads it is told so.
 */

/** So many business days of the state, or calendar days. */
export interface Span {
  days: number;
  of: 'business' | 'calendar';
}

/** One version of what a state asks of exams of one line of insurance. */
export interface JurisdictionRule {
  /** Two letters; null: the default, where no rule is entered. */
  state: string | null;
  /** The lines of insurance it holds for; left out: all. */
  coverages?: readonly string[];
  version: number;
  /** From which day on it holds, YYYY-MM-DD. */
  from_on: string;
  /** How long before the exam its notice has to be served, and whether by mail alone. */
  notice: Span;
  by_mail: boolean;
  /** How long after the exam, or the last test, the report is due; another time where the exam is held in another state. */
  report: Span;
  report_elsewhere?: Span;
  /** What else the parties have to know, a sentence each. */
  says: readonly string[];
  /** What the examinee has to know; it stands in the notice as it is here. An exam set before there was any has none. */
  to_examinee?: readonly string[];
  /** What the examiner declares by signing the report, word for word as the law has it. */
  certifies?: string;
  source: string;
  /** The day the source was read. */
  read_on: string;
}

const business = (days: number): Span => ({ days, of: 'business' });
const calendar = (days: number): Span => ({ days, of: 'calendar' });
const WC = ['workers_compensation'] as const;
/** Since when this table is kept; no version of it is older. */
const SINCE = '2026-01-01';
const READ_ON = '2026-11-01';

/** Where no rule is entered for a state. */
export const DEFAULT_RULE: JurisdictionRule = {
  state: null,
  version: 1,
  from_on: SINCE,
  notice: calendar(14),
  by_mail: false,
  report: business(10),
  says: [],
  source: 'Usual practice; no rule of the state is entered',
  read_on: READ_ON,
};

/** The rules that come with the product, each state's versions in order. */
export const JURISDICTION_RULES: readonly JurisdictionRule[] = [
  {
    ...DEFAULT_RULE,
    state: 'NY',
    coverages: WC,
    notice: business(7),
    by_mail: true,
    report: business(10),
    report_elsewhere: business(20),
    says: ['The report goes to all on the same day and in the same manner, and lists everything that was reviewed.'],
    to_examinee: ['The exam may be recorded.', 'A companion may be present.'],
    source: '12 NYCRR 300.2',
  },
  {
    ...DEFAULT_RULE,
    state: 'WA',
    coverages: WC,
    notice: calendar(28),
    by_mail: true,
    report: calendar(14),
    says: ['The notice names the statute and why there is an exam.'],
    to_examinee: [
      'The exam may be recorded.',
      'An adult companion may be present who neither is the attorney nor treats the examinee.',
      'The insurer provides the interpreter.',
      'Whoever cancels five days ahead or earlier is not charged.',
    ],
    source: 'WAC 296-23-347, 296-23-362',
  },
  {
    ...DEFAULT_RULE,
    state: 'OR',
    coverages: WC,
    notice: calendar(10),
    says: ['The notice is in writing, with date, time, place, examiner and purpose.'],
    to_examinee: ['Lost wages, mileage, child care and meals are paid.'],
    source: 'Oregon Ombuds Office for Oregon Workers, questions about IMEs',
  },
  {
    ...DEFAULT_RULE,
    state: 'FL',
    coverages: WC,
    notice: calendar(7),
    says: [
      'What was agreed is confirmed in writing within five days.',
      'The other side’s counsel has the notice seven days before.',
    ],
    to_examinee: ['Who does not come without 24 hours’ notice or good cause repays half of the fee.'],
    source: 'Fla. Admin. Code 69L-24.0241',
  },
  {
    ...DEFAULT_RULE,
    state: 'MA',
    coverages: WC,
    to_examinee: ['Canceling less than 48 hours before costs $100 before another exam is set.'],
    source: 'Massachusetts circular letter 334',
  },
  {
    ...DEFAULT_RULE,
    state: 'CA',
    coverages: WC,
    report: calendar(30),
    says: ['The records are served on the other side 20 days before, with a declaration of their pages.'],
    to_examinee: [
      'An interpreter’s not coming, leaving early, coming more than 30 minutes late and canceling within six days count as missing the exam.',
    ],
    certifies:
      'I declare under penalty of perjury that the information contained in this report and its attachments, if any, is true and correct to the best of my knowledge and belief, except as to information that I have indicated I received from others. As to that information, I declare under penalty of perjury that the information accurately describes the information provided to me and, except as noted herein, that I believe it to be true.',
    source: '8 CCR 38, 9795; Cal. Lab. Code 4628(j)',
  },
];

/** The rule that holds for an exam of this state and line of insurance on a day: the newest version by then, else the default. */
export function ruleFor(
  { state, coverage, on }: { state: string | null; coverage: string | null; on: string },
  rules: readonly JurisdictionRule[] = JURISDICTION_RULES,
): JurisdictionRule {
  const held = rules.filter(
    (rule) =>
      rule.state === state &&
      rule.from_on <= on &&
      (rule.coverages === undefined || (coverage !== null && rule.coverages.includes(coverage))),
  );
  return held.toSorted((a, b) => b.version - a.version)[0] ?? DEFAULT_RULE;
}

/** The day a span after another, counted from the day after it. */
const after = (from: string, { days, of }: Span, isHoliday: IsHoliday): string =>
  of === 'calendar' ? addDays(from, days) : addBusinessDays(from, days, isHoliday);

/** The last day from which a span reaches no further than `until`. */
export function lastDayBefore(until: string, span: Span, isHoliday: IsHoliday): string {
  let day = addDays(until, -span.days);
  while (after(day, span, isHoliday) > until) day = addDays(day, -1);
  // of days that all reach as far the last one counts: a Friday, and the weekend after it
  while (after(addDays(day, 1), span, isHoliday) <= until) day = addDays(day, 1);
  return day;
}

/** The last day on which the notice of an exam on `held_on` can be served. */
export const noticeBy = (rule: JurisdictionRule, held_on: string, isHoliday: IsHoliday): string =>
  lastDayBefore(held_on, rule.notice, isHoliday);

/** The first day an exam can be held on whose notice is served on `served_on`. */
export const earliestExam = (rule: JurisdictionRule, served_on: string, isHoliday: IsHoliday): string =>
  after(served_on, rule.notice, isHoliday);

/** The day the report is due of an exam, or its last test, on this day and in this state. */
export const reportDueOn = (
  rule: JurisdictionRule,
  { on, place_state }: { on: string; place_state: string | null },
  isHoliday: IsHoliday,
): string => {
  const elsewhere = rule.report_elsewhere && place_state !== null && place_state !== rule.state;
  return after(on, elsewhere ? (rule.report_elsewhere ?? rule.report) : rule.report, isHoliday);
};

const spanWords = ({ days, of }: Span): string => plural(days, of === 'business' ? 'business day' : 'day');

/** A rule in words: which it is, and its two spans. `state`: whose rule was looked for. */
export function ruleWords(rule: JurisdictionRule, state: string | null): { title: string; spans: string } {
  // a state can have one for other lines of insurance
  const others = JURISDICTION_RULES.some((one) => one.state === state);
  const asked =
    state === null
      ? 'No jurisdiction was named'
      : `No rule entered for ${others ? `this line of insurance in ${stateName(state)}` : stateName(state)}`;
  return {
    title: rule.state === null ? `${asked}: default, ${spanWords(rule.notice)}` : `Rule of ${stateName(rule.state)}`,
    spans: `Notice ${spanWords(rule.notice)} before${rule.by_mail ? ', by post' : ''}. Report within ${spanWords(rule.report)}${
      rule.report_elsewhere ? `, ${spanWords(rule.report_elsewhere)} where the exam is held in another state` : ''
    }.`,
  };
}
