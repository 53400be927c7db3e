/** How far each demo peer review has come by now. */
export type PeerGoal =
  | 'draft'
  | 'pre_ordered'
  | 'in_intake'
  | 'invited'
  | 'in_review'
  | 'report_submitted'
  | 'in_qa'
  | 'returned'
  | 'delivered'
  | 'closed';

export interface PeerPlan {
  matter: string;
  goal: PeerGoal;
  requester: 'noel' | 'dana';
  type: 'chart_audit' | 'focused';
  reason: string;
  provider: string;
  expedited?: boolean;
  /** When it was ordered; by its goal when not given. */
  days_ago?: number;
  /** What the reviewer chooses where it is not the usual answer, by question. */
  says?: Says;
  /** Another reviewer's opinion, asked for once the first is delivered. */
  second?: { reason: string; says: Says };
}

/** Choices by question. */
export type Says = Readonly<Record<string, string | readonly string[]>>;

/** Oldest outcomes first, so that numbers grow with time. */
export const PEER_PLAN: readonly PeerPlan[] = [
  {
    matter: 'peer-retina',
    goal: 'closed',
    requester: 'noel',
    type: 'chart_audit',
    reason: 'oppe',
    provider: 'Dr. Silas Venn',
  },
  {
    matter: 'peer-family',
    goal: 'delivered',
    requester: 'noel',
    type: 'chart_audit',
    reason: 'random_sample',
    provider: 'Dr. Agnes Holt',
  },
  {
    matter: 'peer-oncology',
    goal: 'returned',
    requester: 'dana',
    type: 'focused',
    reason: 'adverse_outcome',
    provider: 'Dr. Rhys Calloway',
  },
  {
    matter: 'peer-emergency',
    goal: 'in_qa',
    requester: 'dana',
    type: 'chart_audit',
    reason: 'complaint',
    provider: 'Dr. Bea Lindqvist',
  },
  {
    matter: 'peer-mohs',
    goal: 'in_review',
    requester: 'noel',
    type: 'chart_audit',
    reason: 'fppe',
    provider: 'Provider 12',
  },
  {
    matter: 'peer-child',
    goal: 'in_intake',
    requester: 'dana',
    type: 'chart_audit',
    reason: 'readmission',
    provider: 'Dr. Tobias Nye',
  },
  {
    matter: 'peer-renal',
    goal: 'pre_ordered',
    requester: 'noel',
    type: 'chart_audit',
    reason: 'random_sample',
    provider: 'Dr. Petra Oyelaran',
  },
  {
    matter: 'peer-births',
    goal: 'draft',
    requester: 'noel',
    type: 'focused',
    reason: 'committee_referral',
    provider: 'Provider 7',
  },
];
