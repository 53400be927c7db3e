import { type AmountOf, amountOf, type ExpertLine, type FeeTerms, timeEarned } from '../../billing/rules.ts';

/* When an expert is told that what they were told they earn has changed, and why. */

/** Why a fee changed, in words to its expert. */
export const FEE_REASONS = {
  service: 'another service is ordered',
  report: 'what is ordered of the written report changed',
  pages: 'the number of pages of the records changed',
  expedited: 'what is charged for haste changed',
  price: 'the price of the service was fixed anew',
  agreement: 'you and the firm signed a change of the agreement',
} as const;
export type FeeReason = keyof typeof FEE_REASONS;

/** Which of their work an expert has earned already: it stays as it is told then, in their earnings. */
export interface Earned {
  service: boolean;
  report: boolean;
}

interface Told {
  terms: Pick<FeeTerms, 'service'>;
  lines: readonly ExpertLine[];
}

const REASON_OF: Readonly<Record<string, FeeReason>> = { report: 'report', overage: 'pages', expedited: 'expedited' };

const centsOf = (lines: readonly ExpertLine[], key: string): number =>
  lines.reduce((sum, line) => (line.key === key ? sum + line.cents : sum), 0);

/** Why a fee is another than was told, of work that is not done yet; none where all of it is as it was, or was earned. */
export function feeReasons(was: Told, is: Told, earned: Earned): FeeReason[] {
  const keys = [...new Set([...was.lines, ...is.lines].map(({ key }) => key))];
  const changed = keys.filter(
    (key) => centsOf(was.lines, key) !== centsOf(is.lines, key) && !(key === 'report' ? earned.report : earned.service),
  );
  const other = was.terms.service === is.terms.service ? 'price' : 'service';
  return [...new Set(changed.map((key) => REASON_OF[key] ?? other))];
}

/** Rates an agreement has, and the task each pays; a day for a trial. */
const AGREED = {
  hourly_cents: { task: 'record_review', of: 'hour', minutes: 60 },
  deposition_hourly_cents: { task: 'deposition', of: 'deposition', minutes: 60 },
  trial_day_cents: { task: 'trial', of: 'trial', minutes: 8 * 60 },
  travel_hourly_cents: { task: 'travel', of: 'travel', minutes: 60 },
} as const satisfies Record<string, { task: string; of: AmountOf; minutes: number }>;
export type AgreedRates = Readonly<Record<keyof typeof AGREED, number>>;

/** What an expert earns for their time by one agreement and by the next, cents, where that is not the same. */
export function rateChanges(
  was: AgreedRates,
  is: AgreedRates,
  terms: Pick<FeeTerms, 'rates' | 'share_percent'>,
): { of: AmountOf; before: number; now: number }[] {
  return Object.entries(AGREED).flatMap(([key, { task, of, minutes }]) => {
    const earned = (agreed: AgreedRates): number => {
      const cents = agreed[key as keyof AgreedRates];
      const per = task === 'trial' ? 'day' : 'hour';
      return timeEarned({ type: task, minutes, cents: amountOf(minutes, { cents, per }) }, terms);
    };
    const [before, now] = [earned(was), earned(is)];
    return before === now ? [] : [{ of, before, now }];
  });
}
