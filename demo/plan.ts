/** How far each demo review has come by now. A state of its own for each way a page can look. */
export type DemoGoal =
  | 'draft'
  | 'in_intake'
  | 'needs_information'
  | 'matching'
  | 'expert_selection'
  | 'invited'
  | 'declined'
  | 'awaiting_times'
  | 'awaiting_time_choice'
  | 'call_scheduled'
  | 'closeout_pending'
  | 'report_requested'
  | 'report_in_progress'
  | 'report_returned'
  | 'report_in_qa'
  | 'report_delivered'
  | 'closed'
  | 'cancelled'
  | 'on_hold';

export interface DemoPlan {
  matter: string;
  goal: DemoGoal;
  requester: 'dana' | 'milo' | 'noel' | 'marcus' | 'owen';
  service: 'call_30' | 'call_45' | 'call_60' | 'call_and_report' | 'report_only';
  /** A named expert, where the matter is in that one's field. */
  expert?: 'ines' | 'walter';
  expedited?: boolean;
  /** When it was ordered; by its goal when not given. */
  days_ago?: number;
  /** What becomes of it where it costs more than its organization orders without approval. */
  approval?: 'approved' | 'declined' | 'waits';
}

/** Matters that nobody named needs on the first page: lived behind it (`rest/workshop.ts`). */
const BEHIND: ReadonlySet<string> = new Set([
  'ostrowski',
  'petrosyan',
  'quintero',
  'sorensen-bright',
  'whitfield',
  'lindgren',
  'ames',
  'guidry',
  'reyna',
  'dunleavy',
  'nakagawa-price',
]);

const plan = (
  matter: string,
  goal: DemoGoal,
  requester: DemoPlan['requester'],
  service: DemoPlan['service'] = 'call_45',
  more: Partial<DemoPlan> = {},
): DemoPlan => ({
  matter,
  goal,
  requester,
  service,
  ...more,
});

/** Oldest outcomes first, so that numbers grow with time. */
const ALL: readonly DemoPlan[] = [
  plan('langford', 'closed', 'dana'),
  plan('marchetti', 'closed', 'milo', 'call_30'),
  plan('ostrowski', 'closed', 'noel', 'call_and_report'),
  plan('petrosyan', 'closed', 'dana', 'call_60'),
  plan('quintero', 'closed', 'marcus'),
  plan('rowntree', 'cancelled', 'dana'),
  plan('haddad', 'report_delivered', 'dana', 'call_and_report'),
  plan('sorensen-bright', 'report_delivered', 'marcus', 'report_only'),
  plan('tremblay', 'report_in_qa', 'dana', 'call_and_report'),
  plan('whitfield', 'report_in_progress', 'noel', 'report_only'),
  plan('vandermeer', 'report_in_progress', 'dana', 'call_and_report', { expert: 'ines' }),
  plan('lindgren', 'report_in_qa', 'milo', 'report_only'),
  plan('threlkeld', 'report_returned', 'marcus', 'report_only', { expert: 'walter' }),
  plan('mbeki-lund', 'report_requested', 'milo', 'call_and_report'),
  plan('moreau', 'on_hold', 'dana'),
  plan('boyd', 'closeout_pending', 'dana'),
  plan('brandvold', 'closeout_pending', 'marcus'),
  plan('osgood', 'call_scheduled', 'dana', 'call_30'),
  plan('ames', 'call_scheduled', 'milo', 'call_45'),
  plan('vasquez-lind', 'call_scheduled', 'dana', 'call_45', { expert: 'ines' }),
  plan('ferrante', 'awaiting_time_choice', 'dana', 'call_45', { expert: 'ines' }),
  plan('guidry', 'awaiting_time_choice', 'marcus'),
  plan('delacroix', 'awaiting_times', 'dana'),
  plan('reyna', 'awaiting_times', 'milo', 'call_45'),
  plan('kessler', 'invited', 'dana'),
  plan('eklund', 'invited', 'marcus', 'call_45', { expert: 'ines' }),
  plan('castellano', 'declined', 'milo'),
  plan('purcell', 'expert_selection', 'dana'),
  plan('okafor-dale', 'expert_selection', 'noel', 'call_30'),
  plan('abeyta', 'needs_information', 'dana'),
  plan('halloran', 'matching', 'dana'),
  plan('dunleavy', 'matching', 'owen', 'call_30'),
  plan('iwan', 'in_intake', 'dana'),
  plan('nakagawa-price', 'in_intake', 'milo', 'report_only'),
  plan('castle-hume', 'draft', 'dana'),
];

/** What is there with the first page. */
export const PLAN: readonly DemoPlan[] = ALL.filter(({ matter }) => !BEHIND.has(matter));
/** Orders somebody approves come last: from then on that is asked of every one above an amount. */
export const PLAN_APPROVED: readonly DemoPlan[] = [
  plan('dunleavy', 'matching', 'owen', 'call_and_report', { approval: 'approved' }),
  plan('reyna', 'in_intake', 'milo', 'call_and_report', { approval: 'declined', days_ago: 3 }),
  plan('nakagawa-price', 'in_intake', 'milo', 'report_only', { approval: 'waits' }),
];
/** What is lived behind it. */
export const PLAN_BEHIND: readonly DemoPlan[] = ALL.filter(({ matter }) => BEHIND.has(matter));
