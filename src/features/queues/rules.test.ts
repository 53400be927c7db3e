import { expect, test } from 'vitest';
import { ACTOR_KINDS, isStaff } from '../../core/actor.ts';
import { QUEUE_NAMES, queuesOf, refusedInQueue } from './rules.ts';

test.each([
  ['clin_ops', ['intake', 'quality', 'attention', 'closeouts', 'transfers']],
  ['matching_admin', ['matching', 'failed_invitations']],
  ['support_agent', ['attention', 'closeouts', 'transfers']],
  ['admin', [...QUEUE_NAMES]],
  ['super_admin', [...QUEUE_NAMES]],
] as const)('%s works in its own queues', (kind, names) => {
  expect(queuesOf(kind)).toEqual(names);
  for (const name of QUEUE_NAMES)
    expect(refusedInQueue(kind, name) === null).toBe((names as readonly string[]).includes(name));
});

test('nobody but staff works in any', () => {
  for (const kind of ACTOR_KINDS.filter((one) => !isStaff(one))) expect(queuesOf(kind)).toEqual([]);
});
