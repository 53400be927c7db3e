import type { Lifecycle, Transition } from '../../../core/machine.ts';
import { DAY } from '../../../core/time.ts';
import { plural } from '../../../core/phrases.ts';

export const APPLICATION_STATES = [
  'started',
  'submitted',
  'screening',
  'documents_requested',
  'verification',
  'interview',
  'agreement_sent',
  'approved',
  'waitlisted',
  'rejected',
  'withdrawn',
] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/** Who moves an application: the applicant, or those of the staff who find and check experts. */
type ApplicationMover = 'applicant' | 'desk';

export const DESK_ACTIONS = [
  'read',
  'verify',
  'interview',
  'send_agreement',
  'approve',
  'request_documents',
  'go_on_without',
  'waitlist',
  'resume',
  'reject',
] as const;
export type DeskAction = (typeof DESK_ACTIONS)[number];
export type ApplicantAction = 'submit' | 'answer' | 'sign' | 'withdraw' | 'begin_again';
export type ApplicationAction = DeskAction | ApplicantAction;

type ApplicationGuard = 'all_answered' | 'checks_passed' | 'has_redacted_cv' | 'agreement_signed' | 'may_again';

/** What the guards ask, read in the transaction of the move. */
export interface ApplicationGuardFacts {
  /** What was asked for and is not answered yet. */
  unanswered: number;
  /** Names of required checks without a result that lets pass. */
  open_checks: readonly string[];
  has_redacted_cv: boolean;
  agreement_signed: boolean;
  /** From when this person may apply again; null: now. */
  again_from: Date | null;
  now: Date;
}

interface ApplicationMove extends Transition<ApplicationState, ApplicationAction, ApplicationMover, ApplicationGuard> {
  /** What the button says. */
  label: string;
  /** Also asks for words that the applicant reads. */
  message?: 'required' | 'optional';
}

type ApplicationLifecycle = Omit<
  Lifecycle<ApplicationState, ApplicationAction, ApplicationMover, ApplicationGuard>,
  'transitions'
> & { transitions: readonly ApplicationMove[] };

const OPEN = ['submitted', 'screening', 'documents_requested', 'verification', 'interview', 'agreement_sent'] as const;

/** The way of an application: who brings it from where to where, and what has to be so. */
export const APPLICATION_LIFECYCLE: ApplicationLifecycle = {
  states: APPLICATION_STATES,
  initial: 'started',
  final: ['approved'],
  transitions: [
    {
      from: ['started'],
      action: 'submit',
      who: ['applicant'],
      to: 'submitted',
      label: 'Send application',
      says: 'sent the application',
    },
    {
      from: ['submitted'],
      action: 'read',
      who: ['desk'],
      to: 'screening',
      label: 'Start reading',
      says: 'started reading the application',
    },
    {
      from: ['screening'],
      action: 'verify',
      who: ['desk'],
      to: 'verification',
      label: 'Start the checks',
      says: 'started checking the credentials',
    },
    {
      from: ['verification'],
      action: 'interview',
      who: ['desk'],
      to: 'interview',
      label: 'Invite to an interview',
      message: 'required',
      says: 'invited the applicant to an interview',
    },
    {
      from: ['verification', 'interview'],
      action: 'send_agreement',
      who: ['desk'],
      guards: ['checks_passed'],
      to: 'agreement_sent',
      label: 'Send the agreement',
      says: 'sent the agreement',
    },
    {
      from: ['agreement_sent'],
      action: 'sign',
      who: ['applicant'],
      to: 'agreement_sent',
      label: 'Sign the agreement',
      says: 'signed the agreement',
    },
    {
      from: ['agreement_sent'],
      action: 'approve',
      who: ['desk'],
      guards: ['agreement_signed', 'checks_passed', 'has_redacted_cv'],
      reason: 'required',
      message: 'optional',
      to: 'approved',
      label: 'Approve',
      says: 'approved the application',
    },
    {
      from: ['screening', 'verification', 'interview'],
      action: 'request_documents',
      who: ['desk'],
      to: 'documents_requested',
      label: 'Ask for documents',
      says: 'asked for documents',
    },
    {
      from: ['documents_requested'],
      action: 'answer',
      who: ['applicant'],
      guards: ['all_answered'],
      to: 'return',
      label: 'Send to Peritus',
      says: 'sent what was asked for',
    },
    {
      from: ['documents_requested'],
      action: 'go_on_without',
      who: ['desk'],
      reason: 'required',
      to: 'return',
      label: 'Continue without them',
      says: 'went on without the documents',
    },
    {
      from: ['submitted', 'screening', 'verification', 'interview'],
      action: 'waitlist',
      who: ['desk'],
      reason: 'required',
      message: 'optional',
      to: 'waitlisted',
      label: 'Put on the list',
      says: 'put the application on the list',
    },
    {
      from: ['waitlisted'],
      action: 'resume',
      who: ['desk'],
      to: 'screening',
      label: 'Take it up again',
      says: 'took the application up again',
    },
    {
      from: [...OPEN, 'waitlisted'],
      action: 'reject',
      who: ['desk'],
      reason: 'required',
      message: 'required',
      to: 'rejected',
      label: 'Reject',
      says: 'rejected the application',
    },
    {
      from: [...OPEN, 'waitlisted'],
      action: 'withdraw',
      who: ['applicant'],
      reason: 'optional',
      to: 'withdrawn',
      label: 'Withdraw',
      says: 'withdrew the application',
    },
    {
      from: ['withdrawn', 'rejected'],
      action: 'begin_again',
      who: ['applicant'],
      guards: ['may_again'],
      to: 'started',
      label: 'Apply again',
      says: 'began a new application',
    },
  ],
};

/** The move for an action in a state, or undefined: refused by default. */
export const moveFor = (state: ApplicationState, action: ApplicationAction): ApplicationMove | undefined =>
  APPLICATION_LIFECYCLE.transitions.find((move) => move.action === action && move.from.includes(state));

/** So long after a rejection nobody applies again; who withdrew may at once. */
const AGAIN_AFTER_DAYS = 180;

/** From when a person may apply again; null: now, as far as that goes. */
export const mayApplyAgainFrom = (state: ApplicationState, decidedAt: Date | null): Date | null =>
  state === 'rejected' && decidedAt ? new Date(decidedAt.getTime() + AGAIN_AFTER_DAYS * DAY) : null;

const HOLDS: Record<ApplicationGuard, (facts: ApplicationGuardFacts) => string | null> = {
  all_answered: ({ unanswered }) =>
    unanswered === 0 ? null : `${plural(unanswered, 'request')} still without an answer.`,
  checks_passed: ({ open_checks }) =>
    open_checks.length === 0
      ? null
      : `Still to be checked: ${open_checks.slice(0, 3).join(', ')}${open_checks.length > 3 ? `, and ${open_checks.length - 3} more` : ''}.`,
  has_redacted_cv: ({ has_redacted_cv }) =>
    has_redacted_cv ? null : 'A redacted CV is missing. Organizations that choose without names read it.',
  agreement_signed: ({ agreement_signed }) =>
    agreement_signed ? null : 'The applicant has not signed the agreement yet.',
  may_again: ({ again_from, now }) =>
    again_from === null || again_from <= now ? null : 'It is too early to apply again.',
};

/** Why a move cannot be made now, in a sentence; null: it can. */
export function heldBy(move: Pick<ApplicationMove, 'guards'>, facts: ApplicationGuardFacts): string | null {
  for (const guard of move.guards ?? []) {
    const sentence = HOLDS[guard](facts);
    if (sentence !== null) return sentence;
  }
  return null;
}

/** What the desk may do in a state, in the order it is offered. */
export const deskMoves = (state: ApplicationState): ApplicationMove[] =>
  APPLICATION_LIFECYCLE.transitions.filter((move) => move.who.includes('desk') && move.from.includes(state));

/** Whether staff still have something to do with it, or the applicant. */
export const isOpenApplication = (state: ApplicationState): boolean => OPEN.some((one) => one === state);

/** What a state is called at the desk, and whose move it is there. */
export const DESK_STATES: Record<ApplicationState, { label: string; whose: 'staff' | 'applicant' | 'nobody' }> = {
  started: { label: 'Started', whose: 'applicant' },
  submitted: { label: 'Submitted', whose: 'staff' },
  screening: { label: 'Screening', whose: 'staff' },
  documents_requested: { label: 'Documents requested', whose: 'applicant' },
  verification: { label: 'Verification', whose: 'staff' },
  interview: { label: 'Interview', whose: 'staff' },
  agreement_sent: { label: 'Agreement sent', whose: 'applicant' },
  approved: { label: 'Approved', whose: 'nobody' },
  waitlisted: { label: 'Waitlisted', whose: 'nobody' },
  rejected: { label: 'Rejected', whose: 'nobody' },
  withdrawn: { label: 'Withdrawn', whose: 'nobody' },
};
