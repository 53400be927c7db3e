import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    releaseExpert: ReleaseExpert;
    giveUpPlaces: GiveUpPlaces;
    turnDown: TurnDown;
    holdInvitation: HoldInvitation;
    isCandidate: IsCandidate;
  }
}

/**
 * The invitation an expert accepted no longer counts: they were taken off. With a reason it counts as turned down for it: who
 * left for a conflict is never asked for that matter again, anybody else only where others run out.
 */
export type ReleaseExpert = (
  tx: Tx,
  review_id: number,
  expert_profile_id: number,
  turned_down?: 'conflict' | 'fee' | 'other',
) => Promise<void>;

/** The requester goes on with the examiners who are there: the open places are looked for no more. Refuses `wrong_state`. */
export type GiveUpPlaces = (tx: Tx, review_id: number, reason: string) => Promise<void>;

/**
 * A presented candidate declines before any invitation: they are off the candidates, and it counts as an invitation that was turned
 * down. Who names a conflict is never asked for that matter again.
 */
export type TurnDown = (
  tx: Tx,
  review_id: number,
  expert_profile_id: number,
  why: { reason: string; note: string },
) => Promise<void>;

/** An expert’s open invitation runs until then at least. Answers whether there is one. */
export type HoldInvitation = (tx: Tx, review_id: number, expert_profile_id: number, until: Date) => Promise<boolean>;

/** Whether an expert can still be asked about a review: nothing stands in the way since they were presented. */
export type IsCandidate = (tx: Tx, review_id: number, expert_profile_id: number) => Promise<boolean>;
