import type { LegalPlan } from '../legal-plan.ts';
import type { PeerPlan } from '../peer-plan.ts';
import type { DemoPlan } from '../plan.ts';

/** What happens to a review of the demo beside what its plan says. */
export type FurtherAct =
  | 'released'
  | 'files_asked'
  | 'on_hold'
  | 'cancelled'
  | 'purged'
  | 'closeout_stopped'
  | 'transferred'
  | 'accepted'
  | 'acknowledged'
  | 'call_asked'
  | 'conference_asked'
  | 'times_offered'
  | 'time_chosen'
  | 'proposed'
  | 'conflict_reported'
  | 'withdrawn'
  | 'report_asked';

export type Further = { acts: readonly FurtherAct[] } & (
  | { kind: 'Case'; plan: DemoPlan }
  | { kind: 'PeerReview'; plan: PeerPlan }
  | { kind: 'Generic'; plan: LegalPlan }
);

const review = (
  matter: string,
  goal: DemoPlan['goal'],
  acts: readonly FurtherAct[],
  more: Partial<DemoPlan> = {},
): Further => ({
  kind: 'Case',
  plan: { matter, goal, requester: 'dana', service: 'call_45', ...more },
  acts,
});

const peer = (
  matter: string,
  goal: PeerPlan['goal'],
  days_ago: number,
  acts: readonly FurtherAct[],
  more: Partial<PeerPlan> = {},
): Further => ({
  kind: 'PeerReview',
  plan: {
    matter,
    goal,
    days_ago,
    requester: 'dana',
    type: 'chart_audit',
    reason: 'random_sample',
    provider: 'Dr. Lyle Brandt',
    ...more,
  },
  acts,
});

const matter = (
  key: string,
  goal: LegalPlan['goal'],
  days_ago: number,
  acts: readonly FurtherAct[] = [],
  more: Partial<LegalPlan> = {},
): Further => ({
  kind: 'Generic',
  plan: { matter: key, goal, days_ago, side: 'defense', service: 'testifying', disclosure_in: 110, ...more },
  acts,
});

/** States that none of the first page is in. */
export const FURTHER: readonly Further[] = [
  review('langford', 'closeout_pending', ['closeout_stopped'], { days_ago: 8 }),
  review('haddad', 'report_delivered', ['closeout_stopped'], { service: 'call_and_report', days_ago: 9 }),
  review('okafor-dale', 'closed', ['transferred'], { days_ago: 45 }),
  review('delacroix', 'in_intake', ['cancelled', 'purged'], { days_ago: 130 }),

  peer('peer-family', 'in_intake', 1, ['released'], { type: 'focused', reason: 'complaint' }),
  peer('peer-renal', 'invited', 2, []),
  peer('peer-emergency', 'report_submitted', 9, []),
  peer('peer-oncology', 'closed', 60, [], { provider: 'Dr. Rhys Calloway' }),
  peer('peer-family', 'delivered', 12, ['call_asked'], { requester: 'noel', provider: 'Dr. Agnes Holt' }),
  peer('peer-retina', 'delivered', 12, ['call_asked', 'times_offered'], {
    requester: 'noel',
    provider: 'Dr. Silas Venn',
  }),
  peer('peer-births', 'delivered', 12, ['call_asked', 'times_offered', 'time_chosen'], { provider: 'Provider 31' }),
  peer('peer-mohs', 'delivered', 14, ['acknowledged'], { requester: 'noel', provider: 'Dr. Odette Marsh' }),
  peer('peer-child', 'in_intake', 2, ['files_asked']),
  peer('peer-births', 'in_intake', 6, ['on_hold'], { provider: 'Provider 8' }),
  peer('peer-emergency', 'in_intake', 30, ['cancelled']),
  peer('peer-renal', 'in_intake', 140, ['cancelled', 'purged']),

  matter('halloran', 'conflict_check', 1.1, ['released']),
  matter('ames', 'invited', 2, ['accepted']),
  matter('quintero', 'invited', 3, ['accepted', 'proposed'], { side: 'plaintiff' }),
  matter('haddad', 'invited', 4, ['accepted', 'conflict_reported']),
  matter('tremblay', 'invited', 5, ['accepted', 'withdrawn'], { side: 'plaintiff' }),
  matter('delacroix', 'retained', 8, ['conference_asked']),
  matter('reyna', 'retained', 9, ['conference_asked', 'times_offered'], { side: 'plaintiff' }),
  matter('guidry', 'retained', 10, ['report_asked']),
  matter('iwan', 'report_in_progress', 21),
  matter('eklund', 'report_in_qa', 24, [], { side: 'plaintiff' }),
  matter('dunleavy', 'conflict_check', 1.5, ['files_asked']),
  matter('okafor-dale', 'conflict_check', 7, ['on_hold']),
  matter('brandvold', 'conflict_check', 20, ['cancelled']),
  matter('mbeki-lund', 'closed', 90, ['transferred'], { outcome: 'settled' }),
  matter('threlkeld', 'closeout_pending', 46, [], { outcome: 'settled' }),
  matter('ostrowski', 'conflict_check', 140, ['cancelled', 'purged']),
];
