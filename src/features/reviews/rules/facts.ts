import type { ApprovalState } from '../../billing/rules.ts';
import { MINUTE } from '../../../core/time.ts';
import type { OrganizationFlags } from '../../organizations/rules.ts';
import type { ReturnPath, ReviewStatus } from './statuses.ts';
import type { ExpertOfReview } from '../../../core/experts.ts';
import type { Actor } from '../../../core/actor.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { MissedBy } from '../../../core/missed-by.ts';
import type { Rateable } from '../../ratings/rules.ts';

export type Ball = 'requester' | 'staff' | 'expert' | 'nobody';
export type Bucket = 'draft' | 'active' | 'completed' | 'cancelled';

/** One state's row in its kind's table. `stage` is where it stands on the stage bar; null: where it came from stands. */
export interface StateRow {
  label: string;
  tone: 'info' | 'plan' | 'warn' | 'ok' | 'bad' | 'neutral';
  icon: 'pie' | 'pause' | 'triangle' | 'cross' | 'calendar';
  /** Share of the lifecycle gone, 0 to 1. */
  pie: number;
  bucket: Bucket;
  ball: Ball;
  act: string;
  stage: readonly [stage: string, progress: number] | null;
  /** What the machinery that every kind shares does here; left out where it is the kind's own. */
  phase?: Phase;
  /** How far a call is arranged: the expert offers times, the requester chooses one, it is set. */
  call?: 'offering' | 'choosing' | 'set';
  /** How far an appointment in person is arranged: one is looked for, some are on offer, it is set, its notice is served, it came to nothing. */
  appointment?: 'placing' | 'offered' | 'set' | 'announced' | 'missed';
  /** How far an agreement with the expert is: it is talked over, or both have signed one. Left out where there is none. */
  agreement?: 'open' | 'signed';
  /** The expert waits for results that others send. */
  awaits_results?: true;
  /** A record that arrives can lead on from here by itself. */
  led_on_by_records?: true;
  /** Whether there is work to rate: it is done, or goes on and is rateable where a report was delivered before. */
  rateable?: Rateable;
  /** Where the report stands in this state: the expert begins, writes or revises it, it is signed and waits, staff check it, the requester has it. */
  report?: 'asked' | 'writing' | 'returned' | 'signed' | 'checking' | 'delivered';
  /** Ordered ahead: it stands in the calendar until its charts are there. */
  ahead?: true;
  /** The requester compares experts and chooses one. */
  choosing_expert?: true;
  /** Experts are interviewed before one is retained. */
  interviews?: true;
  /** The lead is found, and further experts are invited beside them. */
  fills_panel?: true;
  /** What there is to do where the rating was given, or nobody rates. */
  act_when_rated?: string;
  /** What there is to do where the report came back. */
  act_when_returned?: string;
  /** The same while appointments the requester proposed wait for an answer. */
  act_when_proposed?: string;
  /** What is said where nobody has to act any more; left out: that its records are kept. */
  done?: { headline: string; text: string };
  /** Nobody moves a review here by hand: it takes a step of its own. */
  never_by_override?: true;
  /** It counts as one the expert has finished. */
  finished?: true;
  /** Another opinion on the same care can be asked for. */
  takes_opinion?: true;
  /** The person it is about can still be asked for a statement, or answer the findings. */
  hears_provider?: 'before' | 'after';
  /** A state that goes on by itself after a while. */
  closing?: Closing;
  /** Set where mails of their own remind of this step; everywhere else whoever has the move is reminded before it is due. */
  own_reminders?: true;
}

/** What of the shared machinery a state belongs to: drafts and what was canceled are told by their bucket. */
export type Phase =
  | 'ordered'
  | 'checks_records'
  | 'finds_expert'
  | 'asks_expert'
  | 'waits_for_records'
  | 'rests'
  | 'ended'
  | 'records_deleted';

/** The actions by which a review ends by itself. They stand here because the tables of actions ask the states' names. */
type ClosingAction = 'close_automatically' | 'complete_automatically';

interface Closing {
  action: ClosingAction;
  /** Days until then; null: the delay the organization set. */
  days: number | null;
  /** Whether the requester is warned a day before, with the way to stop it. */
  warns: boolean;
  /** How its clock reads. */
  verb: 'closes' | 'due';
}

/** What the rules need to know about the ordering organization, inheritance already resolved. */
interface OrganizationFacts {
  id: number;
  name: string;
  platform_type: string;
  time_zone: string;
  billing_hold: boolean;
  legal_hold: boolean;
  kind_enabled: boolean;
  accepts: boolean;
  flags: Readonly<Partial<OrganizationFlags>>;
  closeout_delay_hours: number;
  /** What it calls its review managers; null or left out: as everybody does. */
  manager_alias?: string | null;
}

interface InvitationFacts {
  id: number;
  expert_profile_id: number;
  /** Which place it is for, where several experts are on one review: 1 leads. */
  panel_place: number;
  status: 'pending' | 'opened' | 'accepted' | 'declined' | 'expired' | 'withdrawn' | 'superseded';
  created_at: Date;
  expires_at: Date;
  attested: boolean;
}

export interface CallFacts {
  id: number;
  status: 'scheduled' | 'tentative' | 'held' | 'missed' | 'cancelled' | 'moved';
  starts_at: Date;
  duration_minutes: number;
  prep_minutes: number | null;
  /** What giving up times of its calls late was charged for so far, cents. */
  charged_cents: number;
  /** Of that, what was charged for missed calls on which staff have still to decide, cents. */
  contested_cents: number;
  /** What missing it, or giving it up so late, costs by itself, cents; 0 while its time stands. */
  cost_cents: number;
  /** Who missed it, where it did not take place; null otherwise. */
  missed_by: MissedBy | null;
}

/** An appointment in person, as far as the rules look at it. */
export interface AppointmentFacts {
  id: number;
  status: CallFacts['status'];
  starts_at: Date;
  /** The last day on which its notice can be served, YYYY-MM-DD. */
  notice_by: string;
  /** Whether it is proven that the notice was served. */
  notified: boolean;
  /** What came of it is recorded. */
  recorded: boolean;
  /** From when on giving it up costs which share of what was ordered, in percent; soonest first. */
  fee_steps: readonly { from: Date; percent: number }[];
}

/** Whether the time a call was set for has passed; who held a shorter one says so by recording it. */
export const isCallOver = (call: Pick<CallFacts, 'starts_at' | 'duration_minutes'>, now: Date): boolean =>
  call.starts_at.getTime() + call.duration_minutes * MINUTE <= now.getTime();

export interface ReportFacts {
  id: number;
  version: number;
  status: 'draft' | 'submitted' | 'in_qa' | 'returned' | 'approved' | 'delivered';
  signed_at: Date | null;
  delivered_at: Date | null;
}

/** An earlier date that is asked of the expert: dates YYYY-MM-DD, instants in ISO. From `lapses_at` on it is too near. */
export interface EarlierDate {
  needed_by: string;
  reason: string;
  asked_at: string;
  lapses_at: string;
}

/** The clock of a step that was left for a pause. */
export interface PausedStep {
  due_at: Date | null;
  due_from: Date | null;
}

/** An approval of a price beside the requester's word. */
export interface ApprovalFacts {
  id: number;
  sort: 'order' | 'price';
  state: ApprovalState;
  total_cents: number;
  approver_ids: readonly number[];
  /** Who agreed to it; null: nobody had to, it rose by itself. */
  asked_by: number | null;
  /** Why it was declined. */
  reason: string;
}

/** Everything the rules look at in one review, loaded at once. Pure data: no field is computed from `now`. */
export interface ReviewFacts {
  id: number;
  kind: Kind;
  status: ReviewStatus;
  return_status: ReturnPath | null;
  lock_version: number;
  organization: OrganizationFacts;
  /** Its own legal hold; its organization's stands there. */
  legal_hold: boolean;
  requester_id: number;
  /** The lead, of `experts`. */
  expert_profile_id: number | null;
  experts: readonly ExpertOfReview[];
  service: string | null;
  /** A written report is part of what was ordered. */
  report_included: boolean;
  expedited: boolean;
  state: string | null;
  pages: number;
  /** Base price of what was ordered, cents: of the call, or of the review. For the cancellation fee. */
  base_cents: number;
  /** Price of the written report in the order, or asked for later, cents; 0 where there is none, or it is part of the service. */
  report_cents: number;
  /** Of it, written reports that experts delivered who left since. */
  former_report_cents: number;
  /** The order's price moved beyond what the requester agreed to. */
  requote_pending: boolean;
  /** The newest approval its price was asked for; null: none ever. */
  approval: ApprovalFacts | null;
  /** Fields that stand in the way of ordering. */
  missing_fields: number;
  /** Records that are ready and not found infected. */
  records: number;
  /** The charts of the order, and how many of them no file belongs to yet. */
  charts: { count: number; missing: number };
  /** What these records are, each category once. */
  record_categories: readonly string[];
  /** Set for a review that a subscription put in the calendar: the day it is due, and the last it can be confirmed. */
  pre_order: { due_on: string; lapses_on: string; period: string | null } | null;
  candidates: number;
  invitation: InvitationFacts | null;
  /** Starts of the times on offer, soonest first. */
  offers: readonly Date[];
  call: CallFacts | null;
  /** The appointment that is set, else the last there was. */
  appointment: AppointmentFacts | null;
  /** How many appointments are on offer. */
  appointments_open: number;
  /** How many the requester proposed that the examiner's side has not answered. */
  appointments_proposed: number;
  /** Places beside the lead that nobody has taken. */
  panel_open: number;
  /** The agreement of now: whether one waits to be signed, and whether both have signed the one that holds. */
  agreement: { open: boolean; signed: boolean };
  /** What is still to be paid of its retainer, cents. */
  retainer_due_cents: number;
  report: ReportFacts | null;
  open_file_requests: number;
  open_file_items: number;
  file_request_due_on: string | null;
  /** Somebody marked it as needing attention and it is not settled, where the organization does that. */
  attention: boolean;
  /** Nobody has taken note of it yet. */
  attention_waits: boolean;
  transfer_requested: boolean;
  /** The colleague it is asked to go to; null: elsewhere, or no transfer was asked for. */
  transfer_to: number | null;
  /** It is to continue as another kind with its expert, which is granted where it was asked: the expert is asked, or has agreed. */
  transfer_continues: 'asked' | 'agreed' | null;
  /** Of interviews with candidates: the last of the times on offer, and the first that is set; null: none is. */
  interviews: { times_until: Date | null; set_from: Date | null };
  /** The expert cannot be at a session of testimony: the firm sets another time, or calls it off. */
  session_declined: boolean;
  /** An earlier date asked of the expert, not answered yet. */
  earlier_date: EarlierDate | null;
  rated_by_requester: boolean;
  due_at: Date | null;
  due_from: Date | null;
  /** Since when the clocks stand still, settled up to then; null: they run. */
  clock_paused_at: Date | null;
  /** The steps it goes back to while paused, outermost first. */
  pauses: readonly PausedStep[];
  report_due_at: Date | null;
  appointment_at: Date | null;
  closeout_at: Date | null;
}

/** The part of an actor permission looks at; `system` is scheduled work. */
export type ActorFacts = Pick<Actor, 'user_id' | 'kind' | 'expert_profile_ids'> | { kind: 'system' };

/** What an action brings along, checked by its guards. */
export interface ActionInput {
  approved_total_cents?: number | undefined;
  confirmed_fee_cents?: number | undefined;
  /** Whether the requester's side takes it: what the expert gives up is not the requester's fault. */
  by_requester?: boolean;
  /** The price of the written report as it stands. */
  report_price_cents?: number | undefined;
  /** What the committee decided, by its key. */
  outcome?: string | undefined;
}
