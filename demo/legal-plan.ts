/** How far a legal case has come. */
type LegalGoal =
  | 'draft'
  | 'conflict_check'
  | 'expert_selection'
  | 'interviewing'
  | 'invited'
  | 'agreement_pending'
  | 'agreement_countered'
  | 'retainer_pending'
  | 'retained'
  | 'call_scheduled'
  | 'report_in_progress'
  | 'report_in_qa'
  | 'report_delivered'
  | 'concluded'
  | 'closeout_pending'
  | 'closed';

export interface LegalPlan {
  /** The matter it is about, by its key. */
  matter: string;
  goal: LegalGoal;
  /** Days before the demo's present on which it was ordered. */
  days_ago: number;
  side: 'plaintiff' | 'defense';
  service: 'consulting' | 'testifying' | 'consulting_first';
  /** Days from the order until experts are disclosed; left out: there is no scheduling order yet. */
  disclosure_in?: number;
  /** Before a federal court, whose scheduling order was pasted. */
  federal?: true;
  /** Whether time was recorded, and how far its deposition has come: asked for, or held with its transcript in. */
  deposition?: 'asked' | 'held';
  /** Whether expenses were recorded: one approved, one questioned, one above the budget that was agreed. */
  expenses?: true;
  /** Whether the firm has proposed that the adviser testifies. */
  change?: true;
  /** Whether its expert handed it over after some hours of work, and another one follows. */
  replaced?: true;
  /** Whether the expert answered the agreement with terms of their own. */
  counters?: true;
  /** How it ended. */
  outcome?: 'settled' | 'dismissed';
}

/** The law firm's own matters. */
export const LEGAL_PLAN: readonly LegalPlan[] = [
  {
    matter: 'marchetti',
    goal: 'closed',
    days_ago: 96,
    side: 'defense',
    service: 'testifying',
    disclosure_in: 140,
    outcome: 'settled',
  },
  {
    matter: 'whitfield',
    goal: 'concluded',
    days_ago: 74,
    side: 'plaintiff',
    service: 'consulting_first',
    disclosure_in: 160,
    outcome: 'dismissed',
  },
  {
    matter: 'moreau',
    counters: true,
    deposition: 'held',
    goal: 'report_delivered',
    days_ago: 42,
    side: 'defense',
    service: 'testifying',
    disclosure_in: 62,
    federal: true,
  },
  {
    matter: 'boyd',
    expenses: true,
    deposition: 'asked',
    goal: 'report_in_progress',
    days_ago: 24,
    side: 'plaintiff',
    service: 'testifying',
    disclosure_in: 88,
    federal: true,
  },
  {
    matter: 'osgood',
    replaced: true,
    goal: 'retained',
    days_ago: 23,
    side: 'defense',
    service: 'testifying',
    disclosure_in: 120,
  },
  { matter: 'rowntree', goal: 'call_scheduled', days_ago: 6, side: 'defense', service: 'consulting', change: true },
  {
    matter: 'castellano',
    goal: 'agreement_countered',
    days_ago: 9,
    side: 'defense',
    service: 'consulting_first',
    disclosure_in: 130,
    counters: true,
  },
  {
    matter: 'kessler',
    goal: 'retainer_pending',
    days_ago: 7,
    side: 'plaintiff',
    service: 'testifying',
    disclosure_in: 95,
  },
  { matter: 'lindgren', goal: 'invited', days_ago: 1.5, side: 'plaintiff', service: 'testifying', disclosure_in: 75 },
  {
    matter: 'petrosyan',
    goal: 'expert_selection',
    days_ago: 1.2,
    side: 'defense',
    service: 'testifying',
    disclosure_in: 110,
  },
  {
    matter: 'purcell',
    goal: 'interviewing',
    days_ago: 2,
    side: 'plaintiff',
    service: 'testifying',
    disclosure_in: 100,
  },
  { matter: 'nakagawa-price', goal: 'conflict_check', days_ago: 0.3, side: 'plaintiff', service: 'consulting' },
  { matter: 'abeyta', goal: 'draft', days_ago: 0.1, side: 'defense', service: 'consulting' },
];
