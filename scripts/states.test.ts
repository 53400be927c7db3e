import { expect, test } from 'vitest';
import { stateFaults, STATES } from './states.ts';

const FILE = 'src/features/matching/server/board.ts';

test.each([
  "if (review.status === 'expert_selection') return;",
  "const open = facts.status !== 'delivered';",
  "if (status === 'matching') return;",
  "if (source?.facts.status === 'purged') return;",
  "if (review.status.key !== 'draft') return;",
  "sql`r.status = 'pre_ordered'`",
  "sql`case when reviews.status in ('invited', 'matching') then 1 end`",
  ".where('reviews.status', '=', 'matching')",
  ".where('reviews.status',\n  'in', ['closed'])",
  "if (['closed',\n 'cancelled'].includes(review.status)) return;",
  "const waits = move.to === 'needs_information';",
  "const RESTING = new Set(['awaiting_times']);",
  'switch (facts.status) {',
])('a state is refused outside its kind: %s', (text) => {
  expect(stateFaults(FILE, text)).toHaveLength(1);
});

test('states of every kind count, that of the fifth among them', () => {
  expect(STATES).toEqual(
    expect.arrayContaining(['expert_selection', 'in_review', 'answer_check', 'matching', 'purged']),
  );
});

test('a word of another list, and the kinds themselves, are let be', () => {
  for (const text of [
    "if (report.status === 'delivered' || row.bucket === 'completed') return;",
    "const accepted = board.invitations.find((one) => one.status === 'invited');",
    "sql`i.status in ('pending', 'cancelled')`",
    "const tab = 'on_hold';",
  ])
    expect(stateFaults(FILE, text)).toEqual([]);
  expect(stateFaults('src/features/reports/server/view.ts', "const open = row.status === 'draft';")).toEqual([]);
  expect(stateFaults('src/features/reviews/kinds/case/process.ts', "{ to: 'call_completed' }")).toEqual([]);
});
