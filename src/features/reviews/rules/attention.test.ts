import { ledBy } from '../../../../tests/harness/experts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACTOR_KINDS, type ActorKind } from '../../../core/actor.ts';
import {
  ATTENTION_ACTIONS,
  ATTENTION_REASONS,
  attentionAbilities,
  attentionForbidden,
  attentionNotNow,
  hasAttention,
} from './attention.ts';
import type { ActorFacts, ReviewFacts } from './facts.ts';
import { rulesOf, stateRow } from './kinds.ts';

const facts = (more: Partial<ReviewFacts> = {}, flag = true): ReviewFacts =>
  ({
    kind: 'PeerReview',
    status: 'in_review',
    requester_id: 1,
    ...ledBy(70),
    invitation: null,
    attention: false,
    attention_waits: false,
    organization: { flags: { enable_needs_attention_peer_reviews: flag } },
    ...more,
  }) as ReviewFacts;
const actor = (kind: ActorKind, user_id = 9, expert_profile_ids: number[] = []): ActorFacts => ({
  kind,
  user_id,
  expert_profile_ids,
});

describe('who may', () => {
  const RAISE: readonly ActorKind[] = [
    'review_manager',
    'org_admin',
    'customer_admin',
    'clin_ops',
    'support_agent',
    'admin',
    'super_admin',
  ];
  const SETTLE = RAISE.filter((kind) => kind !== 'support_agent');
  test.each(ACTOR_KINDS)('%s', (kind) => {
    for (const action of ATTENTION_ACTIONS) {
      const may = (action === 'raise_attention' ? RAISE : SETTLE).includes(kind);
      expect(attentionForbidden(actor(kind), facts(), action) === null, action).toBe(may);
    }
  });
  test('the requester and the expert raise, but do not settle; a follower and an invited expert do neither', () => {
    const of = (who: ActorFacts, more: Partial<ReviewFacts> = {}) =>
      ATTENTION_ACTIONS.filter((action) => attentionForbidden(who, facts(more), action) === null);
    expect(of(actor('claim_consultant', 1))).toEqual(['raise_attention']);
    expect(of(actor('claim_consultant', 2))).toEqual([]);
    expect(of(actor('medical_expert', 3, [70]))).toEqual(['raise_attention']);
    expect(of(actor('expert_assistant', 3, [70]))).toEqual([]);
    expect(
      of(actor('medical_expert', 3, [71]), {
        ...ledBy(null),
        invitation: { expert_profile_id: 71 } as ReviewFacts['invitation'],
      }),
    ).toEqual([]);
  });
  test('flag enable_needs_attention_peer_reviews off: nobody; and nobody for a case, whatever the flag', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ACTOR_KINDS), fc.constantFrom(...ATTENTION_ACTIONS), (kind, action) => {
        expect(attentionForbidden(actor(kind, 1, [70]), facts({}, false), action)).not.toBeNull();
        expect(attentionForbidden(actor(kind, 1, [70]), facts({ kind: 'Case' }), action)).not.toBeNull();
      }),
    );
    expect(hasAttention(facts({ kind: 'Case' }))).toBe(false);
    expect(attentionAbilities(actor('admin'), facts({ kind: 'Case' }))).toEqual({});
  });
});

test('raised in any state that is open, settled while it is raised and its records are there', () => {
  for (const status of rulesOf('PeerReview').lifecycle.states) {
    const open = stateRow('PeerReview', status).bucket !== 'draft' && !rulesOf('PeerReview').ended.has(status);
    expect(attentionNotNow(facts({ status }), 'raise_attention') === null, status).toBe(open && status !== 'purged');
    const raised = facts({ status, attention: true, attention_waits: true });
    for (const action of ['acknowledge_attention', 'resolve_attention'] as const) {
      expect(attentionNotNow(raised, action) === null, status).toBe(status !== 'purged');
      expect(attentionNotNow(facts({ status }), action)).not.toBeNull();
    }
    expect(attentionNotNow({ ...raised, attention_waits: false }, 'acknowledge_attention')).not.toBeNull();
  }
});

test('an ability says why not, and only then', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ACTOR_KINDS),
      fc.constantFrom(...rulesOf('PeerReview').lifecycle.states),
      fc.boolean(),
      fc.boolean(),
      (kind, status, attention, flag) => {
        const all = attentionAbilities(actor(kind), facts({ status, attention, attention_waits: attention }, flag));
        for (const one of Object.values(all)) expect(one.allowed).toBe(one.reason === null);
        expect(Object.keys(all)).toHaveLength(ATTENTION_ACTIONS.length);
      },
    ),
  );
  expect(ATTENTION_REASONS.filter((reason) => reason.urgent).map((reason) => reason.value)).toEqual(['patient_safety']);
});
