import type { JurisdictionRule, RuleTerms, Span } from './rule-terms.ts';

/*
 * What comes with the product of what states ask of exams, with its source and the day it was read. It is the default of an
 * installation and no advice; staff write newer versions over it in the console.
 */

const business = (days: number): Span => ({ days, of: 'business' });
const calendar = (days: number): Span => ({ days, of: 'calendar' });
/** Since when this table is kept; no version of it is older. */
const SINCE = '2026-01-01';

const USUAL: RuleTerms = {
  notice: calendar(14),
  by_mail: false,
  attorney: 'beside',
  confirm: null,
  call_off: null,
  report: business(10),
  report_elsewhere: null,
  recipients: '',
  records_service: null,
  recording: '',
  companion: '',
  missed: '',
  telehealth: false,
  says: [],
  to_examinee: [],
  certifies: '',
  source: 'Usual practice; no rule of the state is entered',
  read_on: '2026-11-01',
};

/** Where no rule is entered for a state. */
export const DEFAULT_RULE: JurisdictionRule = { ...USUAL, state: null, coverage: null, version: 1, from_on: SINCE };

/** What a state asks of exams in claims of workers’ compensation. */
const compensation = (state: string, terms: Partial<RuleTerms> & { source: string }): JurisdictionRule => ({
  ...DEFAULT_RULE,
  ...terms,
  state,
  coverage: 'workers_compensation',
});

/** The rules that come with the product, each state's versions in order. */
export const SHIPPED_RULES: readonly JurisdictionRule[] = [
  DEFAULT_RULE,
  compensation('NY', {
    notice: business(7),
    by_mail: true,
    report_elsewhere: business(20),
    recipients:
      'The report goes to all on the same day and in the same manner, and lists everything that was reviewed.',
    recording: 'The exam may be recorded.',
    companion: 'A companion may be present.',
    source: '12 NYCRR 300.2',
  }),
  compensation('WA', {
    notice: calendar(28),
    by_mail: true,
    report: calendar(14),
    recording: 'The exam may be recorded.',
    companion: 'An adult companion may be present who neither is the attorney nor treats the examinee.',
    call_off: { count: 5, of: 'calendar' },
    missed: 'Whoever cancels five days ahead or earlier is not charged.',
    says: ['The notice names the statute and why there is an exam.'],
    to_examinee: ['The insurer provides the interpreter.'],
    source: 'WAC 296-23-347, 296-23-362',
  }),
  compensation('OR', {
    notice: calendar(10),
    says: ['The notice is in writing, with date, time, place, examiner and purpose.'],
    to_examinee: ['Lost wages, mileage, child care and meals are paid.'],
    source: 'Oregon Ombuds Office for Oregon Workers, questions about IMEs',
  }),
  compensation('FL', {
    notice: calendar(7),
    confirm: calendar(5),
    says: ['The other side’s counsel has the notice seven days before.'],
    call_off: { count: 24, of: 'hours' },
    missed:
      'Who does not come without 24 hours’ notice or good cause repays half of the fee, at most 20 percent of each check.',
    source: 'Fla. Admin. Code 69L-24.0241',
  }),
  compensation('MA', {
    call_off: { count: 48, of: 'hours' },
    missed: 'Canceling less than 48 hours before costs $100 before another exam is set.',
    source: 'Massachusetts circular letter 334',
  }),
  compensation('CA', {
    report: calendar(30),
    records_service: { ...calendar(20), declaration: true },
    says: [
      'What an evaluator is paid: ML200, missed, $503.75; ML201 $2,015 with 200 pages of records; ML202 $1,316.25; ML203 $650 with 50 pages; $3 for each page above.',
    ],
    call_off: { count: 6, of: 'calendar' },
    missed:
      'An interpreter’s not coming, leaving early, coming more than 30 minutes late and canceling within six days count as missing the exam.',
    certifies:
      'I declare under penalty of perjury that the information contained in this report and its attachments, if any, is true and correct to the best of my knowledge and belief, except as to information that I have indicated I received from others. As to that information, I declare under penalty of perjury that the information accurately describes the information provided to me and, except as noted herein, that I believe it to be true.',
    source: '8 CCR 38, 9795; Cal. Lab. Code 4628(j)',
  }),
];
