import { expect, test } from 'vitest';
import { isShown } from './hints.ts';

const consent = { layout: { while: { field: 'expedited', is: true } } };
const follows = { layout: { while: { field: 'records_complete', is_not: true } } };

test.each([
  ['is so', consent, { expedited: true }, true],
  ['is not so', consent, { expedited: false }, false],
  ['says nothing yet', consent, {}, false],
  ['must not be so, and is', follows, { records_complete: true }, false],
  ['must not be so, and says nothing yet', follows, {}, true],
])('a field while another %s', (_, field, everything, shown) => {
  expect(isShown(field, everything)).toBe(shown);
});

test('a field of which nothing is said stands always', () => {
  expect(isShown({ layout: {} }, {})).toBe(true);
});
