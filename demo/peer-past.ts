import type { PeerPlan, Says } from './peer-plan.ts';

const APPROPRIATE: Says = { overall_care: 'appropriate' };
const MINOR: Says = {
  overall_care: 'minor',
  aspect_tests: '2',
  contributing_provider: ['planning'],
  documentation_quality: 'minor',
};
const CONTROVERSIAL: Says = {
  overall_care: 'controversial',
  aspect_treatment: '2',
  aspect_diagnosis: '2',
  contributing_provider: ['judgment', 'communication'],
  contributing_system: ['handoff'],
};
const INAPPROPRIATE: Says = {
  overall_care: 'inappropriate',
  aspect_abnormal_results: '3',
  aspect_treatment: '3',
  contributing_provider: ['judgment', 'knowledge'],
};

const past = (
  days_ago: number,
  matter: string,
  provider: string,
  says: Says,
  more: Partial<PeerPlan> = {},
): PeerPlan => ({
  matter,
  goal: 'closed',
  requester: 'noel',
  type: 'focused',
  reason: 'random_sample',
  provider,
  days_ago,
  says,
  ...more,
});
const second = (says: Says): Partial<PeerPlan> => ({
  second: { reason: 'The committee wants a second look at this one.', says },
});

/** Peer reviews of the quarters before, so that trends have something to show: some with a second opinion that agrees. */
export const PEER_PAST: readonly PeerPlan[] = [
  past(290, 'peer-family', 'Dr. Agnes Holt', MINOR, second(APPROPRIATE)),
  past(230, 'peer-retina', 'Dr. Silas Venn', CONTROVERSIAL),
  past(140, 'peer-family', 'Dr. Agnes Holt', APPROPRIATE, second(APPROPRIATE)),
  past(55, 'peer-family', 'Dr. Agnes Holt', INAPPROPRIATE, { reason: 'adverse_outcome' }),
  // two levels and more apart: a third reviewer is at it
  past(13, 'peer-retina', 'Dr. Silas Venn', APPROPRIATE, {
    goal: 'delivered',
    reason: 'committee_referral',
    ...second(INAPPROPRIATE),
  }),
];

/** Further ones, lived behind the first page. */
export const PEER_PAST_BEHIND: readonly PeerPlan[] = [
  past(400, 'peer-family', 'Dr. Agnes Holt', APPROPRIATE),
  past(380, 'peer-retina', 'Dr. Silas Venn', MINOR),
  past(70, 'peer-mohs', 'Dr. Odette Marsh', APPROPRIATE),
];
