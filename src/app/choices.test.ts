import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReviewStatus } from '../features/reviews/rules.ts';
import type { ReviewDetail } from '../features/reviews/contract.ts';
import { choiceAhead } from './choices.ts';

const WEB = join(import.meta.dirname, 'web');

const ahead = (key: ReviewStatus, voice: ReviewDetail['what_now']['voice'] = 'yours') =>
  choiceAhead({ kind: 'Case', id: 20_013, status: { key }, what_now: { voice } } as ReviewDetail);

it.each([
  [
    'expert_selection',
    '/api/v1/cases/20013/candidates',
    { id: 'matching.candidates', kind: 'Case', params: { id: 20_013 } },
  ],
  [
    'awaiting_time_choice',
    '/api/v1/cases/20013/schedule',
    { id: 'scheduling.read', kind: 'Case', params: { id: 20_013 } },
  ],
  ['invited', '/api/v1/invitations/review-20013', { id: 'matching.invitation', params: { token: 'review-20013' } }],
] as const)('in %s the choice comes from %s, and its part is one the pages load', (key, url, question) => {
  const found = ahead(key as ReviewStatus);
  expect(found).toMatchObject({ url, question });
  const names = readFileSync(join(WEB, 'lazy-slots.tsx'), 'utf8');
  for (const module of found?.modules ?? []) {
    expect(existsSync(join(WEB, module)), module).toBe(true);
    if (module !== 'lazy-slots.tsx') expect(names).toContain(`import('${module}')`);
  }
  expect(ahead(key as ReviewStatus, 'theirs'), 'the move is another’s').toBeUndefined();
});

it('nothing is chosen where the step is another', () => {
  expect(ahead('matching')).toBeUndefined();
  expect(ahead('draft')).toBeUndefined();
});
