import { percentOf, type QuoteLine, taxLabel } from '../../billing/rules.ts';

/** What an amount that concerns the customer comes from: one thing that happened, which is charged once. */
export const CUSTOMER_CAUSES = {
  service: 'The review',
  report: 'The written report',
  cancellation: 'Cancellation',
  late_call: 'A call moved late or missed',
  exam_fee: 'An exam that was not held',
  time: 'Time worked',
  expense: 'An expense',
  retainer: 'The retainer',
  subscription: 'A subscription’s period',
  write_off: 'A disputed charge',
  invoice: 'An invoice',
  credit_note: 'A credit note',
  payment: 'A payment',
} as const;
export type CustomerCause = keyof typeof CUSTOMER_CAUSES;

/** The same of what an expert earns; no customer reads any of it. */
const EXPERT_CAUSES = {
  expert_service: 'Expert’s fee for the review',
  expert_report: 'Expert’s fee for the written report',
  expert_cancellation: 'Expert’s share of a cancellation',
  expert_late_call: 'Expert’s share of a call moved late or missed',
  expert_exam_fee: 'Expert’s share of an exam that was not held',
  expert_time: 'Expert’s time',
  expert_expense: 'Expert’s expense',
} as const;
export type ExpertCause = keyof typeof EXPERT_CAUSES;

/** What pays an expert; no customer reads any of it either. */
const PAYOUT_CAUSES = { payout: 'A payout to an expert', payout_return: 'A payout that came back' } as const;
export type PayoutCause = keyof typeof PAYOUT_CAUSES;

export const CAUSES = { ...CUSTOMER_CAUSES, ...EXPERT_CAUSES, ...PAYOUT_CAUSES } as const;
export type Cause = keyof typeof CAUSES;
export const isExpertCause = (cause: Cause): cause is ExpertCause => Object.hasOwn(EXPERT_CAUSES, cause);

/** By which rule an amount is due. What is no longer due was taken back. */
export const RULES = {
  call_held: 'Due once the call was held',
  exam_held: 'Due once the exam was held',
  report_delivered: 'Due once the report was delivered',
  ended: 'Due once the review was finished',
  cancelled: 'Due as agreed when the review was canceled',
  late_or_missed: 'Due for a call that was moved late or missed',
  not_held: 'Due as the terms of the notice say',
  time_recorded: 'Due as it was worked, at the agreed rate',
  expense_approved: 'Due once the expense was approved',
  received: 'Paid in',
  used: 'Paid out of the retainer',
  given_back: 'Given back to the retainer by a correction',
  refunded: 'Paid back',
  period_opened: 'Due once the period opened, for the reviews it includes',
  written_off: 'Credited after it was disputed',
  issued: 'Invoiced',
  credited: 'Credited',
  paid: 'Paid',
  paid_out: 'Paid to the expert',
  came_back: 'Came back from the bank: owed again',
  taken_back: 'Taken back: no longer due',
} as const;
export type Rule = keyof typeof RULES;

/** One amount of a cause, cents: positive is charged, negative taken off. `key` as the quote's line has it. */
export interface ChargeLine {
  key: string;
  label: string;
  cents: number;
}

/** What is due for one thing that happened. */
export interface Charge {
  cause: Cause;
  /** Of its row: the review's, the appointment's, the entry's. */
  cause_id: number;
  rule: Rule;
  happened_at: Date;
  /** The fixed price its lines are of. */
  quote_id: number | null;
  lines: readonly ChargeLine[];
  /** Whose it is, of what an expert earns. */
  expert_profile_id?: number;
}

/** What charges of a review hang on, as the database has it. */
export interface MoneyFacts {
  review_id: number;
  /** Its expert works by the hour: the fixed price is an estimate, what is charged is the time. */
  by_the_hour: boolean;
  bucket: 'draft' | 'active' | 'completed' | 'cancelled';
  quote: { id: number; lines: readonly Pick<QuoteLine, 'key' | 'label' | 'cents' | 'of'>[] } | null;
  call_held_at: Date | null;
  exam_held_at: Date | null;
  /** The first report delivered, by whomever. */
  delivered_at: Date | null;
  /** That of the expert who is on it was delivered. */
  own_delivered_at: Date | null;
  ended_at: Date | null;
  /** What was agreed when it was canceled. */
  cancellation: { cents: number; at: Date } | null;
  late_calls: readonly { id: number; cents: number; at: Date }[];
  exam_fees: readonly { id: number; cents: number; at: Date }[];
  /** `tax`: the sales tax its price had when it was recorded, of the state the matter is in; null where there was none. */
  time: readonly { id: number; cents: number; at: Date; tax: { state: string; percent: number } | null }[];
  expenses: readonly { id: number; cents: number; at: Date }[];
  /** Billing orders that were credited, with what the charges on each come to, and the tax in it. */
  written_off: readonly { id: number; cents: number; tax_cents: number; at: Date }[];
  retainer: readonly { id: number; event: 'received' | 'used' | 'unused' | 'refunded'; cents: number; at: Date }[];
}

/** Lines with the same key and label are one. */
function summed(lines: readonly Pick<QuoteLine, 'key' | 'label' | 'cents'>[]): ChargeLine[] {
  const all = new Map<string, ChargeLine>();
  for (const { key, label, cents } of lines) {
    const at = lineKey({ key, label });
    all.set(at, { key, label, cents: (all.get(at)?.cents ?? 0) + cents });
  }
  return [...all.values()].filter(({ cents }) => cents !== 0);
}

/** A line's place within its cause. */
export const lineKey = ({ key, label }: Pick<ChargeLine, 'key' | 'label'>): string => `${key}\n${label}`;

/** The report a line of a price is of, by itself or as its tax; null: of none. */
const reportOf = ({ key, of }: Pick<QuoteLine, 'key' | 'of'>): 'report' | 'former_report' | null =>
  key === 'report' || key === 'former_report' ? key : (of ?? null);

const earliest = (...times: (Date | null)[]): Date | null =>
  times.reduce((first, one) => (one !== null && (first === null || one < first) ? one : first), null);

/** Since when the service of a review is due, and by which rule; null while it is not. */
function serviceDue(facts: MoneyFacts): { rule: Rule; at: Date } | null {
  const ways: [Rule, Date | null][] = [
    ['call_held', facts.call_held_at],
    ['exam_held', facts.exam_held_at],
    ['report_delivered', facts.delivered_at],
    ['ended', facts.bucket === 'completed' ? facts.ended_at : null],
  ];
  const at = earliest(...ways.map(([, time]) => time));
  const way = ways.find(([, time]) => time !== null && time.getTime() === at?.getTime());
  return at && way ? { rule: way[0], at } : null;
}

/** What is due of the fixed price of a review, as far as it came. */
function priceCharges(facts: MoneyFacts): Charge[] {
  const { quote, review_id, cancellation, bucket } = facts;
  // what a cancellation costs says all that is due of the price: what was done before is part of it
  if (bucket === 'cancelled') {
    if (!cancellation || cancellation.cents === 0) return [];
    const line = { key: 'cancellation', label: 'Cancellation', cents: cancellation.cents };
    return [
      {
        cause: 'cancellation',
        cause_id: review_id,
        rule: 'cancelled',
        happened_at: cancellation.at,
        quote_id: quote?.id ?? null,
        lines: [line],
      },
    ];
  }
  if (!quote) return [];
  const charges: Charge[] = [];
  const due = serviceDue(facts);
  // by the hour the rest of the price was an estimate: the time is charged
  const service = facts.by_the_hour ? [] : summed(quote.lines.filter((line) => reportOf(line) === null));
  if (due && service.length > 0)
    charges.push({
      cause: 'service',
      cause_id: review_id,
      rule: due.rule,
      happened_at: due.at,
      quote_id: quote.id,
      lines: service,
    });
  const reports = summed(
    quote.lines.filter((line) => {
      const report = reportOf(line);
      return report === 'former_report' || (report === 'report' && facts.own_delivered_at !== null);
    }),
  );
  const delivered = facts.delivered_at ?? facts.own_delivered_at;
  if (delivered && reports.length > 0)
    charges.push({
      cause: 'report',
      cause_id: review_id,
      rule: 'report_delivered',
      happened_at: delivered,
      quote_id: quote.id,
      lines: reports,
    });
  return charges;
}

/** Tax on an amount; what takes it back takes back just as much. */
const taxOf = (cents: number, percent: number): number => Math.sign(cents) * percentOf(Math.abs(cents), percent);

const RETAINER_RULES = {
  received: ['received', 1],
  refunded: ['refunded', -1],
  used: ['used', 1],
  unused: ['given_back', -1],
} as const;

/**
 * Everything a review's customer is charged for, or paid in, by what happened so far. The fixed price: but for its written
 * report once a call or an exam was held, a report was delivered, or it was finished; the report once delivered. A review
 * that was canceled: what was agreed then, and nothing else of its price. Calls moved late or missed, exams that were not
 * held, time and expenses: each by itself. Of a matter by the hour the time is charged, and of its price the written report
 * alone: what it was ordered at was an estimate of the retainer. The time has the sales tax that its price had when it was
 * recorded; what was laid out has none. What was credited of a disputed order is taken off again.
 */
export function dueCharges(facts: MoneyFacts): Charge[] {
  const single = (
    cause: Cause,
    rule: Rule,
    label: string,
    { id, cents, at }: { id: number; cents: number; at: Date },
  ): Charge[] =>
    cents === 0
      ? []
      : [{ cause, cause_id: id, rule, happened_at: at, quote_id: null, lines: [{ key: cause, label, cents }] }];
  const taxOn = ({ cents, tax }: MoneyFacts['time'][number]): ChargeLine[] =>
    tax === null
      ? []
      : [{ key: 'tax', label: taxLabel(tax.state), cents: taxOf(cents, tax.percent) }].filter(
          (line) => line.cents !== 0,
        );
  return [
    ...priceCharges(facts),
    ...facts.late_calls.flatMap((one) => single('late_call', 'late_or_missed', 'Call moved late or missed', one)),
    ...facts.exam_fees.flatMap((one) => single('exam_fee', 'not_held', 'Exam not held', one)),
    ...facts.time.flatMap((one) =>
      single('time', 'time_recorded', 'Time', one).map((charge) => ({
        ...charge,
        lines: [...charge.lines, ...taxOn(one)],
      })),
    ),
    ...facts.expenses.flatMap((one) => single('expense', 'expense_approved', 'Expense', one)),
    ...facts.written_off.flatMap(({ id, cents, tax_cents, at }): Charge[] =>
      cents <= 0
        ? []
        : [
            {
              cause: 'write_off',
              cause_id: id,
              rule: 'written_off',
              happened_at: at,
              quote_id: null,
              lines: [
                { key: 'write_off', label: 'Credited', cents: tax_cents - cents },
                { key: 'tax', label: 'Sales tax credited', cents: -tax_cents },
              ].filter((line) => line.cents !== 0),
            },
          ],
    ),
    ...facts.retainer.map(({ id, event, cents, at }): Charge => {
      const [rule, sign] = RETAINER_RULES[event];
      const key = event === 'received' || event === 'refunded' ? 'paid_in' : 'drawn';
      return {
        cause: 'retainer',
        cause_id: id,
        rule,
        happened_at: at,
        quote_id: null,
        lines: cents === 0 ? [] : [{ key, label: RULES[rule], cents: sign * cents }],
      };
    }),
  ].filter(({ lines }) => lines.length > 0);
}
