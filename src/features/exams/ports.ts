import type { Tx } from '../../platform/command.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    takePart: TakePart;
  }
}

/**
 * An examiner who joined a panel takes the part of the visit that its place has, where a visit is set. Refuses `slot_taken` to
 * who has something else at that time or no license where it is held.
 */
export type TakePart = (tx: Tx, review_id: number, expert_profile_id: number, panel_place: number) => Promise<void>;
