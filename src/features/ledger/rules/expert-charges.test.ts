import { describe, expect, it, test } from 'vitest';
import {
  bothSides,
  dueOfReview,
  dueToExpert,
  EXPERT_ACCOUNTS,
  type ExpertFacts,
  isExpertCause,
  type MoneyFacts,
  shownBalance,
  toPost,
} from '../rules.ts';

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const NOW = at(31);
const REVIEW: MoneyFacts = {
  review_id: 7,
  by_the_hour: false,
  bucket: 'active',
  quote: { id: 3, lines: [{ key: 'service', label: 'Call', cents: 100_000 }] },
  call_held_at: null,
  exam_held_at: null,
  delivered_at: null,
  own_delivered_at: null,
  ended_at: null,
  cancellation: null,
  late_calls: [],
  exam_fees: [],
  time: [],
  expenses: [],
  retainer: [],
  written_off: [],
};
const EXPERT: ExpertFacts = {
  expert_profile_id: 41,
  stay_id: 12,
  on_it: true,
  was_there: true,
  lines: [
    { key: 'service', label: 'Call', cents: 70_000 },
    { key: 'report', label: 'Written report', cents: 84_000 },
  ],
  terms: { share_percent: 70, rates: null },
  call_held_at: null,
  exam_held_at: null,
  delivered_at: null,
  late_calls: [],
  exam_fees: [],
  time: [],
  expenses: [],
};
const told = (expert: Partial<ExpertFacts>, review: Partial<MoneyFacts> = {}) =>
  dueToExpert({ ...EXPERT, ...expert }, { ...REVIEW, ...review }).map(({ cause, cause_id, rule, lines }) => [
    cause,
    cause_id,
    rule,
    lines.reduce((sum, { cents }) => sum + cents, 0),
  ]);

describe('what an expert has earned', () => {
  const held = { call_held_at: at(3) };
  const canceled = { bucket: 'cancelled' as const, ended_at: at(5), cancellation: { cents: 50_000, at: at(5) } };
  test.each([
    ['nothing while they did nothing', {}, {}, []],
    ['nothing by a call somebody else held', {}, held, []],
    ['the service once their call was held', held, held, [['expert_service', 12, 'call_held', 70_000]]],
    [
      'the report once theirs was delivered, and the service by it, where no call was',
      { delivered_at: at(9) },
      {},
      [
        ['expert_service', 12, 'report_delivered', 70_000],
        ['expert_report', 12, 'report_delivered', 84_000],
      ],
    ],
    [
      'the service once it was finished with them',
      {},
      { bucket: 'completed' as const, ended_at: at(9) },
      [['expert_service', 12, 'ended', 70_000]],
    ],
    ['not where they had left by then', { was_there: false }, { bucket: 'completed' as const, ended_at: at(9) }, []],
    ['their share of what a cancellation costs', {}, canceled, [['expert_cancellation', 12, 'cancelled', 35_000]]],
    ['nothing of one that costs nothing', {}, { ...canceled, cancellation: { cents: 0, at: at(5) } }, []],
    ['nothing of one after they had left', { was_there: false }, canceled, []],
    ['what they had done, and no share beside it', held, canceled, [['expert_service', 12, 'call_held', 70_000]]],
    [
      'their share of times lost, and all they laid out',
      {
        late_calls: [{ id: 1, cents: 31_251, at: at(2) }],
        exam_fees: [{ id: 2, cents: 125_000, at: at(3) }],
        expenses: [{ id: 3, cents: 4_210, at: at(3) }],
      },
      {},
      [
        ['expert_late_call', 1, 'late_or_missed', 21_876],
        ['expert_exam_fee', 2, 'not_held', 87_500],
        ['expert_expense', 3, 'expense_approved', 4_210],
      ],
    ],
    [
      'by the hour their time, and of the price the report alone',
      {
        delivered_at: at(9),
        time: [
          { id: 1, cents: 60_000, minutes: 90, type: 'research', at: at(2) },
          { id: 2, cents: -60_000, minutes: -90, type: 'research', at: at(3) },
        ],
      },
      { by_the_hour: true },
      [
        ['expert_report', 12, 'report_delivered', 84_000],
        ['expert_time', 1, 'time_recorded', 42_000],
        ['expert_time', 2, 'time_recorded', -42_000],
      ],
    ],
  ] as const)('%s', (_, expert, review, expected) => {
    expect(told(expert, review)).toEqual(expected);
  });
});

describe('posting it', () => {
  const review = { ...REVIEW, call_held_at: at(3) };
  const both = [
    { ...EXPERT, call_held_at: at(3) },
    { ...EXPERT, expert_profile_id: 42, stay_id: 13, delivered_at: at(9) },
  ];
  it('says which expert each line concerns, on their accounts alone, and sums to zero', () => {
    const lines = toPost(dueOfReview({ facts: review, experts: both }), [], NOW).flatMap((one) =>
      bothSides(one).map((line) => ({ ...line, cause: one.cause })),
    );
    for (const { account, expert_profile_id, cause } of lines) {
      const concerns = EXPERT_ACCOUNTS.some((one) => one === account);
      expect(expert_profile_id !== null).toBe(concerns);
      expect(isExpertCause(cause)).toBe(concerns);
    }
    const balance = (account: string, who?: number) =>
      lines.reduce(
        (sum, l) => (l.account === account && (who === undefined || l.expert_profile_id === who) ? sum + l.cents : sum),
        0,
      );
    expect(shownBalance('owed_experts', balance('owed_experts', 41))).toBe(70_000);
    expect(shownBalance('owed_experts', balance('owed_experts', 42))).toBe(154_000);
    expect(balance('expert_fees')).toBe(224_000);
    expect(shownBalance('revenue', balance('revenue'))).toBe(100_000);
  });

  it('takes back what is earned no longer of the one who earned it', () => {
    const posted = [
      {
        cause: 'expert_service' as const,
        cause_id: 12,
        parts: 1,
        expert_profile_id: 41,
        lines: [{ key: 'service', label: 'Call', cents: 70_000 }],
      },
    ];
    const [back, ...more] = toPost(dueToExpert(EXPERT, REVIEW), posted, NOW);
    expect(more).toEqual([]);
    expect(back).toMatchObject({ rule: 'taken_back', part: 1, expert_profile_id: 41, lines: [{ cents: -70_000 }] });
    expect(toPost(dueToExpert({ ...EXPERT, call_held_at: at(3) }, REVIEW), posted, NOW)).toEqual([]);
  });
});
