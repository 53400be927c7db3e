import { dateText } from '../../../core/dates.ts';
import type { FieldError } from '../../../core/errors.ts';
import { isNumbered, POST_METHODS } from '../../../core/post.ts';
import type { RuleTerms } from './rule-terms.ts';

/** How a notice can be served. */
export const NOTICE_METHODS = [...POST_METHODS, 'in_person'] as const;
export type NoticeMethod = (typeof NOTICE_METHODS)[number];
/** Whom it goes to: the examinee, who represents them, and whoever the order says gets a copy. */
export const NOTICE_RECIPIENTS = ['examinee', 'attorney', 'copy'] as const;
export type NoticeRecipient = (typeof NOTICE_RECIPIENTS)[number];

/** Whom the notice of an exam goes to beside the copies, by the rule it stands under. */
export const noticeGoesTo = (
  { attorney }: Pick<RuleTerms, 'attorney'>,
  represented: boolean,
): readonly ('examinee' | 'attorney')[] =>
  !represented ? ['examinee'] : attorney === 'instead' ? ['attorney'] : ['examinee', 'attorney'];

/** The day by which a notice is to go out: it also confirms what was agreed, where the rule asks for that. */
export const noticeDue = ({ notice_by, confirm_by }: { notice_by: string; confirm_by: string | null }): string =>
  confirm_by !== null && confirm_by < notice_by ? confirm_by : notice_by;

/** As many notices of one exam can be proven at once. */
export const NOTICES_MAX = 12;

const isPost = (method: NoticeMethod): boolean => method === 'mail' || method === 'certified_mail';

/** One notice as it was served. */
interface Served {
  recipient: NoticeRecipient;
  name: string;
  method: NoticeMethod;
  tracking: string;
}

const MISSING = {
  examinee: 'The examinee’s own notice is missing.',
  attorney: 'The examinee has an attorney, whose notice is missing.',
} as const;

/** What is missing of a proof of service, each by its field. Days are calendar dates where the organization is. */
export function proofFaults(
  { served_on, notices }: { served_on: string; notices: readonly Served[] },
  facts: {
    today: string;
    /** The day the exam was set on: of one that is not set nobody can be told. */
    set_on: string;
    notice_by: string;
    by_mail: boolean;
    /** Whom it goes to beside the copies. */
    goes_to: readonly ('examinee' | 'attorney')[];
    copies: readonly string[];
  },
): FieldError[] {
  const has = (recipient: NoticeRecipient): boolean => notices.some((one) => one.recipient === recipient);
  const copied = new Set(notices.flatMap(({ recipient, name }) => (recipient === 'copy' ? [name] : [])));
  return [
    ...(served_on > facts.today ? [{ path: 'served_on', message: 'The day of service can’t be in the future.' }] : []),
    ...(served_on < facts.set_on
      ? [
          {
            path: 'served_on',
            message: `The exam was set on ${dateText(facts.set_on, 'medium')}. Its notice can’t have been served before.`,
          },
        ]
      : []),
    ...(served_on > facts.notice_by
      ? [
          {
            path: 'served_on',
            message: `Too late: the rule asks for it by ${dateText(facts.notice_by, 'medium')}. Move the exam.`,
          },
        ]
      : []),
    ...facts.goes_to
      .filter((recipient) => !has(recipient))
      .map((recipient) => ({ path: 'notices', message: MISSING[recipient] })),
    ...facts.copies
      .filter((name) => !copied.has(name))
      .map((name) => ({ path: 'notices', message: `The copy for ${name} is missing.` })),
    ...notices.flatMap(({ method, tracking }, at) => [
      ...(facts.by_mail && !isPost(method)
        ? [{ path: `notices.${at}.method`, message: 'The rule asks for it by post.' }]
        : []),
      ...(isNumbered(method) && tracking === ''
        ? [{ path: `notices.${at}.tracking`, message: 'Enter the carrier’s number.' }]
        : []),
    ]),
  ];
}

/** How long there is to serve a notice, in words. */
export function countdown(days: number): string {
  if (days < 0) return 'too late';
  if (days === 0) return 'today is the last day';
  return days === 1 ? '1 day left' : `${days} days left`;
}
