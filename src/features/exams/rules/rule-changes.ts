import type { IsHoliday } from '../../../core/business-days.ts';
import type { FieldError } from '../../../core/errors.ts';
import { isSameRule, noticeBy, reportDueOn, ruleFor } from './jurisdictions.ts';
import type { AttorneyNotice, JurisdictionRule, RuleScope, RuleTerms, WrittenRule } from './rule-terms.ts';

/*
 * What a further version of a rule changes for exams that are on offer or set. A version holds for exams that are held from
 * its day on. One whose notice was served by then stays under the rule it was served under, and so does one that was held:
 * what was done in time stays done in time. One that is set and whose notice is still to be served comes under the new one.
 */

/** The most days a notice, a report or the records can have. */
const RULE_DAYS_MAX = 366;
/** The most sentences of one sort. */
const SENTENCES_MAX = 12;
/** The longest of them. */
export const SENTENCE_MAX = 400;

/** An exam that is set or on offer, as far as a rule decides anything about it. Days are calendar dates where it is held. */
export interface ExamAhead {
  what: 'set' | 'offered';
  held_on: string;
  /** The state it is held in. */
  place_state: string;
  jurisdiction: RuleScope;
  notice_by: string;
  served: boolean;
  /** It is held by video. */
  video: boolean;
  /** Today where its organization is. */
  today: string;
}

/** What a rule decides of an exam. */
export interface Decided {
  rule: JurisdictionRule;
  notice_by: string;
  by_mail: boolean;
  attorney: AttorneyNotice;
  /** The day the report is due where the exam is held as planned and no test is awaited. */
  report_due: string;
}

/** An exam under the rule of the day it is held on. */
export function decidedBy(exam: ExamAhead, book: readonly WrittenRule[], isHoliday: IsHoliday): Decided {
  const rule = ruleFor({ ...exam.jurisdiction, on: exam.held_on }, book);
  return {
    rule,
    notice_by: noticeBy(rule, exam.held_on, isHoliday),
    by_mail: rule.by_mail,
    attorney: rule.attorney,
    report_due: reportDueOn(rule, { on: exam.held_on, place_state: exam.place_state }, isHoliday),
  };
}

/** What becomes of an exam: it stays as it is, or what is decided of it becomes another. */
export type RuleChange =
  | { stays: 'served' }
  | {
      stays: null;
      before: Decided;
      after: Decided;
      /** Its notice can't be served in time any more: the exam has to be moved, an offer lapses. */
      late: boolean;
      /** It is by video, which is not allowed any more: the exam has to be moved, an offer lapses. */
      barred: boolean;
    };

/** What one more version changes for an exam; null: the version does not concern it. */
export function changeOf(
  exam: ExamAhead,
  book: readonly WrittenRule[],
  version: WrittenRule,
  isHoliday: IsHoliday,
): RuleChange | null {
  const before = decidedBy(exam, book, isHoliday);
  const after = decidedBy(exam, [...book, version], isHoliday);
  if (isSameRule(before.rule, after.rule)) return null;
  if (exam.served) return { stays: 'served' };
  return {
    stays: null,
    // the day that was told stands, whatever was decided before
    before: { ...before, notice_by: exam.notice_by },
    after,
    late: after.notice_by < exam.today,
    barred: exam.video && !after.rule.telehealth,
  };
}

const tooLong = (text: string, max: number): string | null =>
  text.length > max ? `Use ${max} characters at most. There are ${text.length}.` : null;

/** What is wrong with a version, each at its field. Days are calendar dates. */
export function versionFaults(
  { terms, from_on }: Pick<WrittenRule, 'terms' | 'from_on'>,
  { today }: { today: string },
): FieldError[] {
  const faults: FieldError[] = [];
  const add = (path: string, message: string | null): void => {
    if (message !== null) faults.push({ path, message });
  };
  add('from_on', from_on < today ? 'What held on days that have passed stays. Choose today or later.' : null);
  if (terms === null) return faults;
  const span = (path: keyof RuleTerms, days: number | undefined): void =>
    add(
      `terms.${path}`,
      days === undefined || (days >= 0 && days <= RULE_DAYS_MAX) ? null : `Enter 0 to ${RULE_DAYS_MAX} days.`,
    );
  span('notice', terms.notice.days);
  span('report', terms.report.days);
  span('report_elsewhere', terms.report_elsewhere?.days);
  span('records_service', terms.records_service?.days);
  span('confirm', terms.confirm?.days);
  const ahead = terms.call_off;
  add(
    'terms.call_off',
    ahead === null || (ahead.count >= 0 && ahead.count <= RULE_DAYS_MAX)
      ? null
      : `Enter 0 to ${RULE_DAYS_MAX} ${ahead.of === 'hours' ? 'hours' : 'days'}.`,
  );
  for (const path of ['recipients', 'recording', 'companion', 'missed'] as const)
    add(`terms.${path}`, tooLong(terms[path], SENTENCE_MAX));
  for (const path of ['says', 'to_examinee'] as const) {
    add(`terms.${path}`, terms[path].length > SENTENCES_MAX ? `Write ${SENTENCES_MAX} lines at most.` : null);
    const long = terms[path].find((line) => line.length > SENTENCE_MAX);
    add(`terms.${path}`, long === undefined ? null : tooLong(long, SENTENCE_MAX));
  }
  add('terms.source', terms.source === '' ? 'Say where it is from: the law, the rule, the letter.' : null);
  add('terms.read_on', terms.read_on > today ? 'The source can’t have been read in the future.' : null);
  return faults;
}
