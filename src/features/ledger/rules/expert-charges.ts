import { type ExpertLine, type FeeTerms, lostTimeShare, timeEarned } from '../../billing/rules.ts';
import { type Cause, type Charge, dueCharges, type MoneyFacts, type Rule } from './charges.ts';

/** What an expert's earnings of a review hang on, as the database has it. */
export interface ExpertFacts {
  expert_profile_id: number;
  /** Of their first time on the review: what they earn of it is posted under this. */
  stay_id: number;
  /** They are on it now, not taken off it. */
  on_it: boolean;
  /** What they were told, as the price's lines pay it. */
  lines: readonly ExpertLine[];
  terms: Pick<FeeTerms, 'share_percent' | 'rates'>;
  /** Of their own calls, exams and reports. */
  call_held_at: Date | null;
  exam_held_at: Date | null;
  delivered_at: Date | null;
  /** They were on it when it was finished, or canceled. */
  was_there: boolean;
  late_calls: readonly Lost[];
  exam_fees: readonly Lost[];
  time: readonly (Lost & { type: string; minutes: number })[];
  expenses: readonly Lost[];
}

/** Something the customer pays by itself, cents. */
interface Lost {
  id: number;
  cents: number;
  at: Date;
}

type ExpertCharge = Charge & { expert_profile_id: number };

/** Since when an expert has earned the service, and by which rule: their own call, exam or report, else that it was finished with them. */
function serviceEarned(expert: ExpertFacts, review: MoneyFacts): { rule: Rule; at: Date } | null {
  const ways = [
    ['call_held', expert.call_held_at],
    ['exam_held', expert.exam_held_at],
    ['report_delivered', expert.delivered_at],
    ['ended', review.bucket === 'completed' && expert.was_there ? review.ended_at : null],
  ] as const;
  return ways.reduce<{ rule: Rule; at: Date } | null>(
    (first, [rule, at]) => (at !== null && (first === null || at < first.at) ? { rule, at } : first),
    null,
  );
}

/**
 * What an expert has earned of a review by what happened so far. What they did is earned for good, whoever follows them and whatever
 * becomes of the review: the service once a call or exam of theirs was held, a report of theirs was delivered, or it was finished with
 * them; the report once theirs was delivered. Of a canceled one where they had done nothing yet, their share of what the customer pays
 * for it. Their share of lost times, what they worked by the hour, and all that they laid out.
 */
export function dueToExpert(expert: ExpertFacts, review: MoneyFacts): ExpertCharge[] {
  const { expert_profile_id, stay_id, lines, terms } = expert;
  const charge = (
    cause: Cause,
    cause_id: number,
    { rule, at }: { rule: Rule; at: Date },
    of: readonly ExpertLine[],
  ): ExpertCharge[] => {
    const own = of.filter(({ cents }) => cents !== 0);
    const quote_id = cause === 'expert_service' || cause === 'expert_report' ? (review.quote?.id ?? null) : null;
    return own.length === 0
      ? []
      : [{ cause, cause_id, rule, happened_at: at, quote_id, lines: own, expert_profile_id }];
  };
  const one = (cause: Cause, rule: Rule, label: string, { id, cents, at }: Lost): ExpertCharge[] =>
    charge(cause, id, { rule, at }, [{ key: cause, label, cents }]);
  const share = (row: Lost): Lost => ({ ...row, cents: lostTimeShare(row.cents, terms) });

  const earned = serviceEarned(expert, review);
  const service = review.by_the_hour ? [] : lines.filter(({ key }) => key !== 'report');
  const done = earned === null ? [] : charge('expert_service', stay_id, earned, service);
  const report =
    expert.delivered_at === null
      ? []
      : charge(
          'expert_report',
          stay_id,
          { rule: 'report_delivered', at: expert.delivered_at },
          lines.filter(({ key }) => key === 'report'),
        );
  const { cancellation } = review;
  const lost =
    review.bucket === 'cancelled' && cancellation && expert.was_there && done.length + report.length === 0
      ? one('expert_cancellation', 'cancelled', 'Cancellation', share({ id: stay_id, ...cancellation }))
      : [];
  return [
    ...done,
    ...report,
    ...lost,
    ...expert.late_calls.flatMap((row) =>
      one('expert_late_call', 'late_or_missed', 'Call moved late or missed', share(row)),
    ),
    ...expert.exam_fees.flatMap((row) => one('expert_exam_fee', 'not_held', 'Exam not held', share(row))),
    ...expert.time.flatMap((row) =>
      one('expert_time', 'time_recorded', 'Time', { ...row, cents: timeEarned(row, terms) }),
    ),
    ...expert.expenses.flatMap((row) => one('expert_expense', 'expense_approved', 'Expense', row)),
  ];
}

/** Everything that is due by what happened to a review: of its customer, and to each of its experts. */
export const dueOfReview = ({ facts, experts }: { facts: MoneyFacts; experts: readonly ExpertFacts[] }): Charge[] => [
  ...dueCharges(facts),
  ...experts.flatMap((expert) => dueToExpert(expert, facts)),
];
