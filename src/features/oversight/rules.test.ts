import { expect, test } from 'vitest';
import { ACTOR_KINDS } from '../../core/actor.ts';
import { headIn, readsAudit, reviewIn } from './rules.ts';

test('the audit log is for admins', () => {
  expect(ACTOR_KINDS.filter(readsAudit).toSorted()).toEqual(['admin', 'super_admin']);
});

test.each([
  ['CR-20418', 20418],
  ['pr-7', 7],
  [' 20418 ', 20418],
  ['Ferrante', null],
  ['', null],
  ['CR-', null],
])('%s as a review', (words, id) => expect(reviewIn(words)).toBe(id));

test('a head is found in what was pasted, and nothing else is one', () => {
  const mac = 'ab'.repeat(32);
  expect(headIn(JSON.stringify({ seal_id: 3, mac, sealed_at: '2026-11-18T15:00:00Z' }))).toEqual({ seal_id: 3, mac });
  for (const text of [
    '',
    '3',
    'null',
    '{}',
    JSON.stringify({ seal_id: 0, mac }),
    JSON.stringify({ seal_id: 1, mac: 'x' }),
  ])
    expect(headIn(text), text).toBeNull();
});
