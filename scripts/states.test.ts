import { expect, test } from 'vitest';
import { OWN_STATES, stateFaults } from './states.ts';

const FILE = 'src/features/matching/server/board.ts';

test('a state of one kind alone is refused outside its folder, in code and in SQL', () => {
  expect(OWN_STATES).toContain('expert_selection');
  expect(OWN_STATES).not.toContain('matching');
  expect(stateFaults(FILE, "if (review.status === 'expert_selection') return;")).toHaveLength(1);
  expect(stateFaults(FILE, "sql`r.status = 'pre_ordered'`")).toHaveLength(1);
  expect(stateFaults(FILE, "const open = review.status === 'delivered';")).toHaveLength(1);
});

test('what every kind has, a word of another list, and the kinds themselves are let be', () => {
  expect(stateFaults(FILE, "if (review.status === 'matching') return;")).toEqual([]);
  expect(stateFaults(FILE, "if (report.status === 'delivered' || row.bucket === 'completed') return;")).toEqual([]);
  expect(stateFaults('src/features/reviews/kinds/case/process.ts', "{ to: 'call_completed' }")).toEqual([]);
});
