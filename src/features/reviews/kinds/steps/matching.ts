import type { Guard, Step } from '../vocabulary.ts';

/* Steps of every kind by which an expert is found and invited, and how matching stands after them. */

/** Once its records are there, as the kind's own guard says, an expert is looked for. */
export const releasing = <G extends Guard>(records: G, says: string) =>
  ({
    from: ['in_intake'],
    action: 'release_to_matching',
    to: 'matching',
    who: ['clin_ops', 'system'],
    guards: [records, 'price_agreed'],
    says,
  }) as const satisfies Step;

/** Experts are presented to choose from. */
export const presenting = (says: string) =>
  ({
    from: ['matching'],
    action: 'present_candidates',
    to: 'expert_selection',
    who: ['matching_admin', 'system'],
    guards: ['candidates_presented', 'no_billing_hold'],
    says,
  }) as const satisfies Step;

/** The requester chooses one of those who are compared, or asks for others. `first`: what choosing asks for beside. */
export const choosing = <S extends string>(from: readonly S[], first: readonly Guard[]) =>
  [
    {
      from,
      action: 'ask_other_experts',
      to: 'matching',
      who: ['requester', 'matching_admin'],
      reason: 'required',
      says: 'asked for other experts',
    },
    {
      from,
      action: 'select_expert',
      to: 'invited',
      who: ['requester'],
      guards: [...first, 'price_agreed', 'no_billing_hold', 'invitation_open'],
      says: 'chose an expert',
    },
  ] as const satisfies readonly Step[];

/** Experts are presented, and the requester chooses one of them or asks for others. */
export const choosingExpert = (presented: string) =>
  [
    presenting(presented),
    ...choosing(['expert_selection'], ['records_for_selection']),
  ] as const satisfies readonly Step[];

/** Who is found is invited, without a choice of the requester's. */
export const invitingDirectly = (says: string) =>
  ({
    from: ['matching'],
    action: 'invite_directly',
    to: 'invited',
    who: ['matching_admin', 'system'],
    guards: ['invitation_open', 'price_agreed', 'no_billing_hold'],
    says,
  }) as const satisfies Step;

/** An invitation is accepted, after its attestation. `when` it needs more, that is said; where it leads is the kind's. */
export const accepting = <A extends string, To extends string>(action: A, to: To, when: readonly Guard[] = []) =>
  ({
    from: ['invited'],
    action,
    to,
    who: ['expert'],
    guards: ['invitation_open', 'attested', 'price_agreed', ...when],
    says: 'disclosed no conflict that stands in the way, and accepted. Records opened',
  }) as const satisfies Step;

/** The ways in which an invitation comes to nothing. */
export const INVITATION_IN_VAIN = [
  { from: ['invited'], action: 'decline', to: 'matching', who: ['expert'], says: 'declined the invitation' },
  {
    from: ['invited'],
    action: 'expire_invitation',
    to: 'matching',
    who: ['system'],
    says: 'let the invitation expire unanswered',
  },
  {
    from: ['invited'],
    action: 'withdraw_invitation',
    to: 'matching',
    // by itself where the requester keeps to a conflict
    who: ['matching_admin', 'system'],
    reason: 'required',
    says: 'withdrew the invitation',
  },
] as const satisfies readonly Step[];

/** How matching stands after the steps that every kind's matching takes. */
export const MATCHING_FACETS = {
  release_to_matching: { matching_status: 'searching' },
  invite_directly: { matching_status: 'invited' },
  decline: { matching_status: 'searching' },
  expire_invitation: { matching_status: 'searching' },
  withdraw_invitation: { matching_status: 'searching' },
} as const;
