/** How what was earned stands with its payment. */
export const EARNING_STATES = ['earned', 'in_payout', 'paid'] as const;
export type EarningState = (typeof EARNING_STATES)[number];
export const STATE_WORDS: Readonly<Record<EarningState, string>> = {
  earned: 'Earned',
  in_payout: 'In a payout',
  paid: 'Paid',
};

/** What of it an expert is told it was earned by, in words to them. */
export const EARNED_BY = {
  expert_service: 'The review',
  expert_report: 'The written report',
  expert_cancellation: 'A cancellation',
  expert_late_call: 'A call moved late or missed',
  expert_exam_fee: 'An exam that was not held',
  expert_time: 'Time worked',
  expert_expense: 'An expense',
} as const;
export type EarnedBy = keyof typeof EARNED_BY;

/** A month, YYYY-MM, and the eleven before it, the newest first. */
export function yearOf(month: string): string[] {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) => {
    const months = year * 12 + (of - 1) - back;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  });
}
