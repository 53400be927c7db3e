import { type ActorKind, isAdmin, isExpert } from '../../../core/actor.ts';

/** Who proposes, releases and pays; nobody else reads any of it. */
export const keepsPayouts = (kind: ActorKind): boolean => isAdmin(kind);
/** Who is paid; whoever assists them sees no amounts. */
export const isPaid = (kind: ActorKind): boolean => isExpert(kind);

export const RUN_STATES = ['proposed', 'released', 'paid', 'discarded'] as const;
export type RunState = (typeof RUN_STATES)[number];
export const RUN_STATE_WORDS: Readonly<Record<RunState, string>> = {
  proposed: 'Proposed',
  released: 'Released',
  paid: 'Paid',
  discarded: 'Discarded',
};

export const PAYOUT_STATES = ['proposed', 'released', 'paid', 'returned', 'discarded'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];
export const PAYOUT_STATE_WORDS: Readonly<Record<PayoutState, string>> = {
  proposed: 'Proposed',
  released: 'On its way',
  paid: 'Paid',
  returned: 'Came back',
  discarded: 'Discarded',
};

interface RunFacts {
  released: boolean;
  discarded: boolean;
  /** Payouts that are neither paid nor came back. */
  open: number;
}

/** How a run stands: paid once nothing of it is open. */
export const runState = ({ released, discarded, open }: RunFacts): RunState =>
  discarded ? 'discarded' : released ? (open === 0 ? 'paid' : 'released') : 'proposed';

export const payoutState = (of: {
  released: boolean;
  discarded: boolean;
  paid: boolean;
  returned: boolean;
}): PayoutState =>
  of.returned ? 'returned' : of.paid ? 'paid' : of.discarded ? 'discarded' : of.released ? 'released' : 'proposed';

/** Whether somebody may release a run at all: never whoever proposed it. */
export const mayRelease = (userId: number, proposedBy: number): boolean => userId !== proposedBy;
export const OWN_PROPOSAL =
  'You proposed this run, so another administrator releases it. Two people look at every payment.';

/** Why a bank sends a payment back, by the codes of the ACH network that a credit can come back with. */
const RETURN_CODES = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account, or it cannot be found',
  R04: 'The account number is not valid',
  R06: 'Returned at the originating bank’s request',
  R09: 'Uncollected funds',
  R12: 'The account was sold to another bank',
  R13: 'The routing number is not valid',
  R14: 'The representative payee died, or cannot act',
  R15: 'The account’s holder died',
  R16: 'The account is frozen',
  R17: 'The bank’s edit criteria were not met',
  R20: 'Not an account that takes transfers',
  R22: 'The individual’s number is not valid',
  R23: 'The receiver refused it',
  R24: 'It was sent twice',
  R31: 'Returned with the originating bank’s consent',
} as const;
export type ReturnCode = keyof typeof RETURN_CODES;
export const RETURN_CODE_KEYS = Object.keys(RETURN_CODES) as [ReturnCode, ...ReturnCode[]];
export const returnWords = (code: string): string =>
  Object.hasOwn(RETURN_CODES, code) ? RETURN_CODES[code as ReturnCode] : code;
