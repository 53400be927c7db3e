import { addDays, HOUR } from '../../../core/durations.ts';
import { stateName } from '../../reviews/rules.ts';
import { addBusinessDays, type IsHoliday } from '../../../core/business-days.ts';
import { plural } from '../../../core/phrases.ts';
import type { AttorneyNotice, JurisdictionRule, Lead, RuleScope, RuleTerms, Span, WrittenRule } from './rule-terms.ts';
import { DEFAULT_RULE, SHIPPED_RULES } from './shipped-rules.ts';

/*
 * What the law of a state asks of an exam, as versioned data with its source and the day it was read: what comes with the
 * product, and what staff wrote over it. A state without a rule takes the default, and whoever reads it is told so.
 */

export const isSameScope = (a: RuleScope, b: RuleScope): boolean => a.state === b.state && a.coverage === b.coverage;

/** What comes with the product for a scope, oldest first. */
export const shippedOf = (scope: RuleScope): JurisdictionRule[] =>
  SHIPPED_RULES.filter((rule) => isSameScope(rule, scope)).toSorted((a, b) => a.version - b.version);

/** The last written of those that hold by a day: it holds also over one that was written before for a later day. */
const newest = <V extends { from_on: string; version: number }>(versions: readonly V[], on: string): V | undefined =>
  versions.filter((one) => one.from_on <= on).toSorted((a, b) => b.version - a.version)[0];

/** A scope's own rule on a day; null where it has none. What staff wrote goes before what comes with the product. */
export function ownRule(scope: RuleScope, on: string, book: readonly WrittenRule[]): JurisdictionRule | null {
  const written = newest(
    book.filter((one) => isSameScope(one, scope)),
    on,
  );
  if (!written) return newest(shippedOf(scope), on) ?? null;
  const { terms, version, from_on } = written;
  return terms && { ...terms, ...scope, version, from_on };
}

/**
 * The rule that holds for an exam of this state and line of insurance that is held on a day: the state's for that line, else
 * for every line, else the default. `book`: what staff wrote.
 */
export function ruleFor(
  { state, coverage, on }: RuleScope & { on: string },
  book: readonly WrittenRule[],
): JurisdictionRule {
  const scopes: RuleScope[] = [
    ...(state !== null && coverage !== null ? [{ state, coverage }] : []),
    ...(state === null ? [] : [{ state, coverage: null }]),
    { state: null, coverage: null },
  ];
  for (const scope of scopes) {
    const rule = ownRule(scope, on, book);
    if (rule) return rule;
  }
  return DEFAULT_RULE;
}

/** The first day, from one on, whose rule allows an exam by video; null where none does that is written by now. */
export function videoFrom({ on, ...scope }: RuleScope & { on: string }, book: readonly WrittenRule[]): string | null {
  const changes = [...book, ...SHIPPED_RULES].map(({ from_on }) => from_on).filter((day) => day > on);
  return [on, ...changes.toSorted()].find((day) => ruleFor({ ...scope, on: day }, book).telehealth) ?? null;
}

/** Whether two are the same version of the same rule. */
export const isSameRule = (a: JurisdictionRule, b: JurisdictionRule): boolean =>
  isSameScope(a, b) && a.version === b.version && a.from_on === b.from_on;

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

/** The last day on which what was agreed when an exam was set is confirmed in writing in time; null: no rule asks for it. */
export const confirmBy = (
  { confirm }: Pick<RuleTerms, 'confirm'>,
  set_on: string,
  isHoliday: IsHoliday,
): string | null => confirm && after(set_on, confirm, isHoliday);

/**
 * Up to when the examinee calls an exam off in time: so many hours before it begins, or the last day that is so many before it;
 * null where the rule names no such time.
 */
export function callOffBy(
  { call_off }: Pick<RuleTerms, 'call_off'>,
  { starts_at, held_on }: { starts_at: Date; held_on: string },
  isHoliday: IsHoliday,
): { at: Date } | { on: string } | null {
  if (call_off === null) return null;
  const { count, of } = call_off;
  return of === 'hours'
    ? { at: new Date(starts_at.getTime() - count * HOUR) }
    : { on: lastDayBefore(held_on, { days: count, of }, isHoliday) };
}

/** The first day an exam can be held on whose notice is served on `served_on`, by the rule of the day it is held on. */
export function earliestExam(
  ruleOn: (day: string) => Pick<JurisdictionRule, 'notice'>,
  served_on: string,
  isHoliday: IsHoliday,
): string {
  let day = served_on;
  while (after(served_on, ruleOn(day).notice, isHoliday) > day) day = addDays(day, 1);
  return day;
}

/** The day the report is due of an exam, or its last test, on this day and in this state. */
export const reportDueOn = (
  rule: JurisdictionRule,
  { on, place_state }: { on: string; place_state: string | null },
  isHoliday: IsHoliday,
): string => {
  const elsewhere = place_state !== null && place_state !== rule.state ? rule.report_elsewhere : null;
  return after(on, elsewhere ?? rule.report, isHoliday);
};

/** "7 business days", "14 days". */
export const spanWords = ({ days, of }: Span): string => plural(days, of === 'business' ? 'business day' : 'day');

/** Whom a notice goes to where the examinee has an attorney, in a sentence. */
export const ATTORNEY_WORDS: Readonly<Record<AttorneyNotice, string>> = {
  beside: 'Where the examinee has an attorney, the notice goes to both.',
  instead: 'Where the examinee has an attorney, the notice goes to the attorney instead of the examinee.',
};

/** "48 hours", "5 days". */
const leadWords = ({ count, of }: Lead): string =>
  of === 'hours' ? plural(count, 'hour') : spanWords({ days: count, of });

/** What a rule has its parties know, sentence by sentence. */
export const saysOf = (rule: RuleTerms): string[] =>
  [
    rule.recipients,
    rule.records_service
      ? `The records are served on the other side ${spanWords(rule.records_service)} before the exam${
          rule.records_service.declaration ? ', with a declaration of their pages' : ''
        }.`
      : '',
    ATTORNEY_WORDS[rule.attorney],
    rule.confirm ? `What was agreed is confirmed in writing within ${spanWords(rule.confirm)}.` : '',
    rule.call_off ? `The examinee calls it off in time up to ${leadWords(rule.call_off)} before.` : '',
    ...rule.says,
  ].filter(Boolean);

/** What a rule has the examinee know; it stands in the notice as it is here. */
export const toExaminee = (rule: RuleTerms): string[] =>
  [rule.recording, rule.companion, ...rule.to_examinee, rule.missed].filter(Boolean);

/** The two spans of a rule in a sentence. */
export const spansWords = (rule: RuleTerms): string =>
  `Notice ${spanWords(rule.notice)} before${rule.by_mail ? ', by post' : ''}. Report within ${spanWords(rule.report)}${
    rule.report_elsewhere ? `, ${spanWords(rule.report_elsewhere)} where the exam is held in another state` : ''
  }.`;

/**
 * A rule in words: which it is, and its two spans. `state`: whose rule was looked for; `hasOthers`: it has some for other
 * lines; `isKept`: an exam stays under it, and another holds for exams that are set today.
 */
export function ruleWords(
  rule: JurisdictionRule,
  { state, hasOthers = false, isKept = false }: { state: string | null; hasOthers?: boolean; isKept?: boolean },
): { title: string; spans: string } {
  const named =
    state === null ? '' : hasOthers && !isKept ? `this line of insurance in ${stateName(state)}` : stateName(state);
  const asked =
    state === null
      ? 'No jurisdiction was named'
      : `No rule ${isKept ? 'was entered' : 'entered'} for ${named}${isKept ? ' when it was set' : ''}`;
  return {
    title:
      rule.state === null
        ? `${asked}: default, ${spanWords(rule.notice)}`
        : `Rule of ${stateName(rule.state)}${isKept ? ', as it was when the exam was set' : ''}`,
    spans: spansWords(rule),
  };
}

/** Whether a state has a rule of its own on a day, whatever its line of insurance. */
export const hasRules = (state: string, on: string, book: readonly WrittenRule[]): boolean =>
  scopesOf(state, book).some((scope) => ownRule(scope, on, book) !== null);

/** The scopes of a state that anything was entered for, every line first. */
export function scopesOf(state: string | null, book: readonly WrittenRule[]): RuleScope[] {
  const entered = [...SHIPPED_RULES, ...book].flatMap((one) => (one.state === state ? [one.coverage] : []));
  return [...new Set(entered)]
    .toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))
    .map((coverage) => ({ state, coverage }));
}
