/** So many business days of the state, or calendar days. */
export interface Span {
  days: number;
  of: 'business' | 'calendar';
}

/** How long before an exam something can still be done: to the hour, or to the end of a day. */
export interface Lead {
  count: number;
  of: 'hours' | Span['of'];
}

/** How a notice goes to the attorney of an examinee who has one. */
export const ATTORNEY_NOTICES = ['beside', 'instead'] as const;
export type AttorneyNotice = (typeof ATTORNEY_NOTICES)[number];

/** What a rule asks. Texts are sentences that may be empty. */
export interface RuleTerms {
  /** How long before the exam its notice has to be served, and whether by mail alone. */
  notice: Span;
  by_mail: boolean;
  /** Whether the attorney of an examinee who has one gets the notice beside them, or instead of them. */
  attorney: AttorneyNotice;
  /** How long after an exam is set what was agreed is confirmed in writing, which its notice does; null: no rule asks for it. */
  confirm: Span | null;
  /** How long before it the examinee calls it off in time; null: the rule names no such time. What follows stands in `missed`. */
  call_off: Lead | null;
  /** How long after the exam, or the last test, the report is due; another time where the exam is held in another state. */
  report: Span;
  report_elsewhere: Span | null;
  /** Who gets the report, and in which manner. */
  recipients: string;
  /** How long before the exam its records are served on the other side, and whether their pages are declared. */
  records_service: (Span & { declaration: boolean }) | null;
  /** Whether the exam may be recorded, who may be there, and what missing it means: they stand in the notice. */
  recording: string;
  companion: string;
  missed: string;
  /** Whether the exam may be held by video. */
  telehealth: boolean;
  /** What else the parties have to know, a sentence each. */
  says: readonly string[];
  /** What else the examinee has to know; it stands in the notice as it is here. */
  to_examinee: readonly string[];
  /** What the examiner declares by signing the report, word for word as the law has it. */
  certifies: string;
  source: string;
  /** The day the source was read. */
  read_on: string;
}

/** Which exams a rule is of: a state's (null: all without one), and a line of insurance (null: every line). */
export interface RuleScope {
  state: string | null;
  coverage: string | null;
}

/** One version of what a state asks of exams; `from_on`: from which day on it holds, YYYY-MM-DD. */
export interface JurisdictionRule extends RuleTerms, RuleScope {
  version: number;
  from_on: string;
}

/** A version staff wrote. Without terms the scope has no rule of its own from that day on. */
export interface WrittenRule extends RuleScope {
  version: number;
  from_on: string;
  terms: RuleTerms | null;
}
