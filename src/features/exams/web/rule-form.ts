import type { Lead, RuleTerms, Span } from '../rules.ts';

/** A span while it is written: no number yet, or none. */
interface SpanDraft {
  days: number | null;
  of: Span['of'];
}

/** The terms of a rule while they are written; lists are lines of a text. */
export interface TermsDraft extends Omit<
  RuleTerms,
  | 'notice'
  | 'confirm'
  | 'call_off'
  | 'report'
  | 'report_elsewhere'
  | 'records_service'
  | 'says'
  | 'to_examinee'
  | 'read_on'
> {
  notice: SpanDraft;
  confirm: SpanDraft;
  call_off: { days: number | null; of: Lead['of'] };
  report: SpanDraft;
  report_elsewhere: SpanDraft;
  records_service: SpanDraft;
  declaration: boolean;
  says: string;
  to_examinee: string;
  read_on: string | null;
}

const NO_SPAN: SpanDraft = { days: null, of: 'calendar' };

/** The terms as they are written on from. */
const draftOf = (terms: RuleTerms): TermsDraft => ({
  ...terms,
  confirm: terms.confirm ?? NO_SPAN,
  call_off: terms.call_off ? { days: terms.call_off.count, of: terms.call_off.of } : { days: null, of: 'hours' },
  report_elsewhere: terms.report_elsewhere ?? { ...NO_SPAN, of: terms.report.of },
  records_service: terms.records_service ?? NO_SPAN,
  declaration: terms.records_service?.declaration ?? false,
  says: terms.says.join('\n'),
  to_examinee: terms.to_examinee.join('\n'),
});

/**
 * The terms a version is written from. `isOwn`: they are this scope's; what is taken from elsewhere brings its figures, and not
 * its source, which whoever writes has to name.
 */
export const begunFrom = (terms: RuleTerms, isOwn: boolean): TermsDraft => ({
  ...draftOf(terms),
  ...(isOwn ? {} : { source: '', read_on: null }),
});

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What is still missing of a draft, by its field. */
export function missingOf(draft: TermsDraft, from_on: string | null): Record<string, string> {
  return {
    ...(draft.notice.days === null ? { 'terms.notice': 'Enter the days.' } : {}),
    ...(draft.report.days === null ? { 'terms.report': 'Enter the days.' } : {}),
    ...(draft.source.trim() === '' ? { 'terms.source': 'Say where it is from: the law, the rule, the letter.' } : {}),
    ...(draft.read_on === null ? { 'terms.read_on': 'Enter the day.' } : {}),
    ...(from_on === null ? { from_on: 'Choose the day.' } : {}),
  };
}

const spanOf = ({ days, of }: SpanDraft): Span | null => (days === null ? null : { days, of });

/** The terms a draft says; null while something is missing. */
export function termsOf(draft: TermsDraft) {
  const { declaration, read_on, ...rest } = draft;
  const [notice, report, records] = [spanOf(draft.notice), spanOf(draft.report), spanOf(draft.records_service)];
  if (!notice || !report || read_on === null) return null;
  return {
    ...rest,
    notice,
    confirm: spanOf(draft.confirm),
    call_off: draft.call_off.days === null ? null : { count: draft.call_off.days, of: draft.call_off.of },
    report,
    report_elsewhere: spanOf(draft.report_elsewhere),
    records_service: records && { ...records, declaration },
    says: lines(draft.says),
    to_examinee: lines(draft.to_examinee),
    read_on,
  };
}
