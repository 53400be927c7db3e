import { describe, expect, test } from 'vitest';
import { canAskAdjudication, canAskSecond, type Member, mustSettle, familyStateOf, verdictWords } from './family.ts';

const member = (review_id: number, role: Member['role'], more: Partial<Member> = {}): Member => ({
  kind: 'PeerReview',
  review_id,
  number: `PR-${review_id}`,
  role,
  status: 'delivered',
  delivered: true,
  scale: 'care',
  level: 1,
  ...more,
});
const first = (more: Partial<Member> = {}) => member(1, 'first', more);
const second = (level: number | null, more: Partial<Member> = {}) => member(2, 'second', { level, ...more });
const third = (level: number | null, more: Partial<Member> = {}) => member(3, 'adjudication', { level, ...more });

describe('how the opinions on a case stand', () => {
  test('alone it has no verdict and nothing is settled', () => {
    expect(familyStateOf([first()])).toMatchObject({ second: null, verdict: null, settled: null });
  });
  test('two on one level settle it', () => {
    expect(familyStateOf([first(), second(1)])).toMatchObject({
      verdict: 'agree',
      settled: { scale: 'care', level: 1, how: 'agreed' },
    });
  });
  test('apart it is open until a third is delivered, who need not side with either', () => {
    const open = third(null, { status: 'in_review', delivered: false });
    expect(familyStateOf([first(), second(4), open])).toMatchObject({ verdict: 'far_apart', gap: 3, settled: null });
    expect(familyStateOf([first(), second(4), third(2)]).settled).toEqual({
      scale: 'care',
      level: 2,
      how: 'adjudicated',
    });
  });
  test('one that could not determine a level leaves it undecided', () => {
    expect(familyStateOf([first(), second(null)])).toMatchObject({ verdict: 'undecided', gap: null, settled: null });
  });
  test('a cancelled opinion is as if it had never been; the newest of several counts', () => {
    const cancelled = second(4, { status: 'cancelled', delivered: false });
    expect(familyStateOf([first(), cancelled]).second).toBeNull();
    expect(familyStateOf([first(), cancelled, member(9, 'second', { level: 2 })]).second?.review_id).toBe(9);
  });
  test('an opinion whose records are deleted still counts', () => {
    expect(familyStateOf([first(), second(1, { status: 'purged' })]).verdict).toBe('agree');
    expect(familyStateOf([first(), second(1, { status: 'purged', delivered: false })]).second).toBeNull();
  });
});

describe('asking for a second opinion', () => {
  test.each(['delivered', 'completed'] as const)('from %s', (status) => {
    const here = first({ status });
    expect(canAskSecond(familyStateOf([here]), here).allowed).toBe(true);
  });
  test.each(['draft', 'in_review', 'in_qa', 'on_hold', 'closed', 'cancelled', 'purged'] as const)(
    'not from %s',
    (status) => {
      const here = first({ status });
      expect(canAskSecond(familyStateOf([here]), here).allowed).toBe(false);
    },
  );
  test('not twice, and not of a second opinion', () => {
    const standing = familyStateOf([first(), second(1)]);
    expect(canAskSecond(standing, first()).reason).toBe('There is a second opinion already: PR-2.');
    expect(canAskSecond(standing, second(1)).reason).toBe('This is itself another opinion on PR-1. Ask there.');
  });
});

describe('asking for a third to settle it', () => {
  test.each([
    [1, false],
    [2, true],
    [3, true],
    [null, true],
  ])('first on 1, second on %s: %s', (level, allowed) => {
    expect(canAskAdjudication(familyStateOf([first(), second(level)]), first()).allowed).toBe(allowed);
  });
  test('not before both are there, and not twice', () => {
    expect(canAskAdjudication(familyStateOf([first()]), first()).allowed).toBe(false);
    const open = third(null, { status: 'matching', delivered: false });
    expect(canAskAdjudication(familyStateOf([first(), second(2), open]), first()).reason).toBe(
      'PR-3 is to settle it already.',
    );
    expect(canAskAdjudication(familyStateOf([first(), second(2), third(2)]), first()).reason).toBe('PR-3 settled it.');
  });
});

test.each([
  [1, false],
  [2, false],
  [3, true],
  [4, true],
  [null, false],
])('with the second on %s a third is opened by itself: %s', (level, opens) => {
  expect(mustSettle(familyStateOf([first(), second(level)]))).toBe(opens);
  expect(
    mustSettle(familyStateOf([first(), second(level), third(null, { delivered: false, status: 'matching' })])),
  ).toBe(false);
  expect(mustSettle(familyStateOf([first({ status: 'purged' }), second(level)]))).toBe(false);
});

test.each([
  ['agree', 0, 'agree'],
  ['one_apart', 1, 'are one level apart'],
  ['far_apart', 3, 'are three levels apart'],
  ['undecided', null, 'cannot be compared, because one of them names no level'],
] as const)('%s by %s: “%s”', (verdict, gap, words) => expect(verdictWords(verdict, gap)).toBe(words));
