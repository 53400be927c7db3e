import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    releaseExpert: ReleaseExpert;
    giveUpPlaces: GiveUpPlaces;
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
