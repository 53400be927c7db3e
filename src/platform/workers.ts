import type { SystemActor } from '../core/actor.ts';
import type { Tx } from './command.ts';
import type { LiveConnection } from './live.ts';

/** An outbox event as its handlers get it. */
export interface OutboxEvent {
  id: number;
  topic: string;
  review_id: number | null;
  payload: Record<string, unknown>;
}

/**
 * Does a feature's share of what another feature announced. It runs in its own transaction, together with the mark
 * that it ran, so that at-least-once delivery has its effect once. Anything outside the database it starts (sending,
 * rendering) must be safe to repeat.
 */
export interface EventHandler {
  /** Unique: "conversations.open_channels". */
  name: string;
  topics: readonly string[];
  /**
   * Whether an event of these topics concerns it, by the event alone; of all others it hears nothing, so that nothing is
   * queued and no transaction opened for them. Without it all concern it.
   */
  when?(event: OutboxEvent): boolean;
  run(tx: Tx<SystemActor>, event: OutboxEvent): Promise<void>;
}

/**
 * Whether an event is for a handler. One that cannot tell gets it, too: what is wrong then shows where its own work
 * fails, and holds up nobody else's.
 */
export function concerns(handler: Pick<EventHandler, 'topics' | 'when'>, event: OutboxEvent): boolean {
  if (!handler.topics.includes(event.topic)) return false;
  try {
    return handler.when?.(event) ?? true;
  } catch {
    return true;
  }
}

/** For `when`: the event tells of one of these actions. */
export const onAction =
  (...actions: readonly string[]) =>
  ({ payload }: OutboxEvent): boolean =>
    actions.includes(String(payload['action']));

/** For `when`: the event tells that one of these states was reached. */
export const onState =
  (...states: readonly string[]) =>
  ({ payload }: OutboxEvent): boolean =>
    states.includes(String(payload['to']));

/** A deadline whose time has come by the injected clock. */
export interface DueDeadline {
  id: number;
  review_id: number;
  kind: string;
  key: string;
  due_at: Date;
  payload: Record<string, unknown>;
}

/** Does what a deadline is for, in one transaction with its mark as done: exactly once. */
export interface DeadlineHandler {
  kind: string;
  run(tx: Tx<SystemActor>, deadline: DueDeadline): Promise<void>;
}

/** A time that has come for something that is no review; `key` says of what. */
export type DueTimer = Omit<DueDeadline, 'review_id'>;

/** Does what a timer is for, as a deadline's handler does: in one transaction with its mark as done, exactly once. */
export interface TimerHandler {
  kind: string;
  run(tx: Tx<SystemActor>, timer: DueTimer): Promise<void>;
}

/** Work outside any transaction, for things that take long (hashing, page counting, rendering, sending). Repeatable. */
export interface JobHandler {
  name: string;
  /** Outbox topics that start it. */
  topics: readonly string[];
  run(event: OutboxEvent): Promise<void>;
}

/** What a feature's server brings to assembly besides its endpoints. */
export interface FeatureServer {
  events?: readonly EventHandler[];
  deadlines?: readonly DeadlineHandler[];
  timers?: readonly TimerHandler[];
  jobs?: readonly JobHandler[];
  /** Joins rooms and answers events of every new page. */
  live?: LiveConnection;
  /** Ends what the feature itself started. */
  close?(): Promise<void>;
}
