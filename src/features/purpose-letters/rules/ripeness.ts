import { dateText } from '../../../core/dates.ts';

/** What is known of how far the examinee has recovered. Dates are YYYY-MM-DD. */
export interface Recovery {
  today: string;
  injured_on: string | null;
  /** The last operation for the injury; null: none is known. */
  operated_on: string | null;
  /** Whether a record says that maximum medical improvement is reached. */
  improvement: 'reached' | 'not_reached' | 'unknown';
}

/** Months after the injury, and after an operation, before which permanence is seldom settled. */
const AFTER_INJURY = 12;
const AFTER_OPERATION = 6;

/** What is asked of the state that stays: it can be answered once improvement has come to its end. */
const OF_PERMANENCE =
  /\bpermanen\p{L}*|\bimpairment\b|\bapportion\p{L}*|\bdisability rating\b|\brating of\b|\bfuture medical\b|\bfinal (?:restrictions|condition)\b/iu;

/** The day so many months after another, the last of the month where that has fewer days. */
function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Whether a question asks for what only holds after maximum medical improvement. */
export const asksPermanence = (question: string): boolean => OF_PERMANENCE.test(question);

/**
 * Why a question is asked too early as far as is known, or null. It is a warning: who asks may know more, and the examiner
 * says where a question cannot be answered yet.
 */
export function tooEarly(question: string, { today, injured_on, operated_on, improvement }: Recovery): string | null {
  if (improvement === 'reached' || !asksPermanence(question)) return null;
  const early = 'It asks what stays for good.';
  if (improvement === 'not_reached')
    return `${early} Maximum improvement is not reached, so the report may be precluded.`;
  if (operated_on !== null && monthsAfter(operated_on, AFTER_OPERATION) > today)
    return `${early} The operation of ${dateText(operated_on, 'medium')} is less than six months ago.`;
  if (injured_on !== null && monthsAfter(injured_on, AFTER_INJURY) > today)
    return `${early} The injury of ${dateText(injured_on, 'medium')} is less than a year ago.`;
  return null;
}
