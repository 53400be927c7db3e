import { expect, test } from 'vitest';
import { type EndingCosts, endingWords, waitingCents } from './ending.ts';

const NONE: EndingCosts = {
  sessions: 0,
  called_off_cents: 0,
  expenses: 0,
  expenses_cents: 0,
  unrecorded: 0,
  unrecorded_cents: 0,
};

test('what ends with a matter is said with its sums; what costs nothing, too', () => {
  expect(endingWords(NONE)).toBe('Nothing is called off by it, and no expense waits.');
  const all = {
    sessions: 2,
    called_off_cents: 120_000,
    expenses: 1,
    expenses_cents: 18_900,
    unrecorded: 1,
    unrecorded_cents: 300_000,
  };
  expect(waitingCents(all)).toBe(318_900);
  expect(endingWords(all)).toBe(
    '2 sessions of testimony are called off, charged as agreed: $1,200.00. 1 expense waits, $189.00 in all, still to be answered afterwards. The time of 1 session that was held is not recorded yet, $3,000.00 at the agreed rates.',
  );
  expect(endingWords({ ...NONE, sessions: 1 })).toBe('1 session of testimony is called off, at no charge.');
});
