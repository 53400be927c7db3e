import { expect, test } from 'vitest';
import { nameFaults } from './names.ts';

const FILE = 'src/features/matching/server/board.ts';

test.each([
  "if (actor.kind === 'claim_consultant') return;",
  "if (viewer.kind !== 'attendee') return null;",
  "const follows = kind === 'medical_expert';",
  "for (const to of await staffWithRole(tx.system, 'clin_ops')) mail(to);",
  "sql`select u.id from users u where u.role = 'super_admin'`",
  "sql`u.role in ('admin')`",
  "switch (actor.kind) {\n  case 'expert_assistant':",
  "const DESKS = ['matching_admin'];",
])('a role is refused outside of its table: %s', (text) => {
  expect(nameFaults(FILE, text)).toEqual([expect.stringContaining('names a role')]);
});

test.each([
  "if (review.kind === 'Case') return;",
  "const open = facts.kinds.includes('PeerReview');",
  'const list = KINDS.Case.list_path;',
  'const place = LIST_SCOPES.PeerReview;',
  'const link = `/peer-review/${id}`;',
  "if (kind === 'Generic') return;",
])('a kind is refused outside of its table: %s', (text) => {
  expect(nameFaults(FILE, text)).toEqual([expect.stringContaining('names a kind')]);
});

test('offices, other words, comments and the tables themselves are let be', () => {
  for (const text of [
    "if (officesOf(actor, facts).has('clin_ops') || offices.has('review_manager')) return;",
    "const direction = 'medical_expert';",
    "const voice = 'nobody';",
    "/** A 'claim_consultant' only of the own ones, 'Case' alike. */",
    "const label = 'Generic';",
  ])
    expect(nameFaults(FILE, text)).toEqual([]);
  expect(nameFaults('src/core/actor.ts', "const all = ['claim_consultant'];")).toEqual([]);
  expect(nameFaults('src/features/reviews/kinds/case/lifecycle.ts', "who: ['clin_ops']; kind: 'Case'")).toEqual([]);
});
