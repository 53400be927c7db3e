import { describe, expect, it } from 'vitest';
import { isAbout, reviewIn } from './about.ts';

describe('which data a change of review 7 makes old', () => {
  const changed = new Set([7]);
  it.each([
    ['its page', ['reviews.read', 'Case', { id: 7 }, null], true],
    ['its report', ['reports.read', 'Case', { id: 7 }, null], true],
    ['its files', ['files.list', 'Case', { id: 7 }, null], true],
    ['its schedule', ['scheduling.read', 'Case', { id: 7 }, null], true],
    ['an id from an address', ['reports.read', 'Case', { id: '7' }, null], true],
    ['another review', ['reports.read', 'Case', { id: 8 }, null], false],
    ['the list of reviews', ['reviews.list', 'Case', null, { tab: 'active' }], false],
    ['something else with that id', ['files.read', null, { id: 7 }, null], false],
    ['who is signed in', ['accounts.current_user'], false],
  ])('%s', (_, key, old) => expect(isAbout(key, changed)).toBe(old));
});

it.each([
  [{ review_id: 7 }, 7],
  [{ review_id: '7' }, null],
  [null, null],
  ['7', null],
])('the review in %j is %j', (payload, id) => expect(reviewIn(payload)).toBe(id));
