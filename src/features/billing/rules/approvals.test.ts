import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusedApprover, thresholdFor, thresholdPassed } from './approvals.ts';

const thresholds = fc.array(
  fc.record({ above_cents: fc.integer({ min: 0, max: 1_000_000 }), approver_ids: fc.constant<number[]>([]) }),
  { maxLength: 8 },
);

it('the threshold of an amount is the highest below it, in whichever order they stand', () => {
  fc.assert(
    fc.property(thresholds, fc.integer({ min: 0, max: 1_200_000 }), (all, cents) => {
      const found = thresholdFor(all, cents)?.above_cents ?? null;
      const below = all.map(({ above_cents }) => above_cents).filter((one) => one < cents);
      expect(found).toBe(below.length === 0 ? null : Math.max(...below));
      expect(thresholdFor(all.toReversed(), cents)?.above_cents ?? null).toBe(found);
    }),
  );
});

it('an amount at the threshold needs nobody', () => {
  expect(thresholdFor([{ above_cents: 100_000, approver_ids: [] }], 100_000)).toBeNull();
});

it('a price that rises asks where it comes above a threshold that what was approved is not above', () => {
  const all = [100, 500].map((above_cents) => ({ above_cents, approver_ids: [] }));
  expect(thresholdPassed(all, 100, 101)?.above_cents).toBe(100);
  expect(thresholdPassed(all, 101, 500)).toBeNull();
  expect(thresholdPassed(all, 500, 501)?.above_cents).toBe(500);
  expect(thresholdPassed(all, 900, 901)).toBeNull();
  expect(thresholdPassed(all, 900, 50)).toBeNull();
});

const manager = { kind: 'review_manager', user_id: 2 } as const;
const asked = { approver_ids: [] as number[], asked_by: 1 };
it.each([
  ['a manager', manager, asked, true],
  ['an admin of the organization', { kind: 'org_admin', user_id: 3 } as const, asked, true],
  ['a claim consultant', { kind: 'claim_consultant', user_id: 4 } as const, asked, false],
  ['an expert', { kind: 'medical_expert', user_id: 5 } as const, asked, false],
  ['who asked', { ...manager, user_id: 1 }, asked, false],
  ['who ordered', { ...manager, user_id: 9 }, asked, false],
  ['who is named', manager, { ...asked, approver_ids: [2] }, true],
  ['who is not named', manager, { ...asked, approver_ids: [7] }, false],
  ['anybody else, where only who asked is named', manager, { ...asked, approver_ids: [1] }, true],
  ['an admin of ours', { kind: 'admin', user_id: 6 } as const, { ...asked, approver_ids: [7] }, true],
] as const)('%s', (_who, actor, approval, may) => {
  expect(refusedApprover(actor, approval, 9) === null).toBe(may);
});
