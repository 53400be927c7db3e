import type { Kysely } from 'kysely';
import type { Actor } from '../../core/actor.ts';
import type { Kind } from '../../core/kinds.ts';
import type { Tx } from '../../platform/command.ts';
import type { DB } from '../../platform/db/types.ts';
import type { TaskType } from '../work/rules.ts';

declare module '../../platform/ports.ts' {
  interface Ports {
    sessionTime: SessionTime;
    /** By when errata to a transcript are due, as entered among the matter’s dates or by its courts, with the working; null: neither. */
    errataDue: (
      db: Kysely<DB>,
      reviewId: number,
      transcriptOn: string,
    ) => Promise<{ day: string; working: string } | null>;
  }
}

/** The time of sessions on the work of their matter, for who holds the matter’s lock. */
export interface SessionTime {
  /** Asks for the task of a session and approves it; answers its number. Refuses `wrong_state` where nothing was agreed. */
  plan(
    tx: Tx<Actor>,
    of: { review_id: number; type: TaskType; minutes: number; due_on: string; note: string },
  ): Promise<number>;
  /** The task’s new day, and its hours where more are expected. */
  plannedAnew(tx: Tx, task_id: number, of: { minutes: number; due_on: string }): Promise<void>;
  /** Records the time of a session and finishes its task; answers the entry, or why the budget does not hold it. */
  record(
    tx: Tx<Actor>,
    of: { kind: Kind; review_id: number; task_id: number; worked_on: string; minutes: number; narrative: string },
  ): Promise<{ entry_id: number } | { over: string }>;
  /** Charges what was called off or moved late, as agreed. */
  charge(
    tx: Tx,
    of: { review_id: number; task_id: number; worked_on: string; cents: number; narrative: string; made_by: number },
  ): Promise<number>;
  /** The task of a session that takes place no more. */
  drop(tx: Tx, task_id: number, charged: boolean): Promise<void>;
}
