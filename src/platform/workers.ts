import type { ActionName, DeadlineKind, Deadlines, Events, TimerKind, Topic } from './declarations.ts';
import type { Actor, SystemActor } from '../core/actor.ts';
import type { Tx } from './command.ts';
import type { ActorDb } from './db/actor-db.ts';
import type { LiveConnection } from './live.ts';
import type { TemplateName } from './mail/template.ts';
import type { Renewal } from './ports.ts';
import type { Sender } from './sending.ts';

/** An outbox event as its handlers get it. */
export type OutboxEvent<T extends Topic = Topic> = {
  [N in T]: { id: number; topic: N; review_id: number | null; payload: Events[N] };
}[T];

/**
 * Does a feature's share of what another feature announced. It runs in its own transaction, together with the mark
 * that it ran, so that at-least-once delivery has its effect once. Anything outside the database it starts (sending,
 * rendering) must be safe to repeat.
 */
export interface EventHandler<T extends Topic = Topic> {
  /** Unique: "conversations.open_channels". */
  name: string;
  topics: readonly T[];
  /** It writes to people and does nothing else: what others do of the same events comes first. */
  tells?: true;
  /**
   * Whether an event of these topics concerns it, by the event alone; of all others it hears nothing, so that nothing is
   * queued and no transaction opened for them. Without it all concern it.
   */
  when?(event: OutboxEvent<T>): boolean;
  run(tx: Tx<SystemActor>, event: OutboxEvent<T>): Promise<void>;
}

/** An event's handler as it is, with the payload of its topics known. */
export const onEvent = <const T extends Topic>(handler: EventHandler<T>): EventHandler<T> => handler;

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
  (...actions: readonly ActionName[]) =>
  ({ payload }: { payload: { action?: string } }): boolean =>
    actions.some((action) => action === payload.action);

/** For `when`: the event tells of an action one of these tables has a row for. */
export const onActionIn =
  (...tables: readonly Readonly<Partial<Record<ActionName, unknown>>>[]) =>
  ({ payload: { action } }: { payload: { action?: string } }): boolean =>
    action !== undefined && tables.some((table) => Object.hasOwn(table, action));

/** A deadline whose time has come by the injected clock. */
export interface DueDeadline<K extends DeadlineKind = DeadlineKind> {
  id: number;
  review_id: number;
  kind: K;
  key: string;
  due_at: Date;
  payload: Deadlines[K];
}

/** `over`: it came so late that what it was about is over, and nothing was done; its row and the log say so. */
export type Outcome = 'over' | undefined;

/** What deadlines are for, by kind. Each is done in one transaction with its mark as done: exactly once. */
export type DeadlineHandlers = {
  readonly [K in DeadlineKind]: (tx: Tx<SystemActor>, deadline: DueDeadline<K>) => Promise<Outcome | void>;
};

/** A time that has come for something that is no review; `key` says of what. */
export interface DueTimer {
  id: number;
  key: string;
  due_at: Date;
}

/** What timers are for, by kind; as with deadlines, in one transaction with the mark as done, exactly once. */
type TimerHandlers = { readonly [K in TimerKind]: (tx: Tx<SystemActor>, timer: DueTimer) => Promise<void> };

/** Work outside any transaction, for things that take long (hashing, page counting, rendering, sending). Repeatable. */
export interface JobHandler<T extends Topic = Topic> {
  name: string;
  /** Outbox topics that start it. */
  topics: readonly T[];
  run(event: OutboxEvent<T>): Promise<void>;
}

/** A job as it is, with the payload of its topics known. */
export const onJob = <const T extends Topic>(job: JobHandler<T>): JobHandler<T> => job;

/** Who looks into the console, with the scoped handle. */
interface ConsoleAsking {
  actor: Actor;
  db: ActorDb;
}

/** What a feature's server brings to assembly besides its endpoints. */
export interface FeatureServer {
  events?: readonly EventHandler[];
  deadlines?: Partial<DeadlineHandlers>;
  timers?: Partial<TimerHandlers>;
  jobs?: readonly JobHandler[];
  /** How what its mails open is made anew, by template. */
  renewals?: Readonly<Partial<Record<TemplateName, Renewal>>>;
  /** How much waits for this person at a place of the console, by its path; asked often, so it counts what an index has. */
  waiting?: Readonly<Record<string, (asking: ConsoleAsking) => Promise<number>>>;
  /** Hands over messages of its own beside the requests. */
  senders?: readonly Sender[];
  /** Joins rooms and answers events of every new page. */
  live?: LiveConnection;
  /** What a start has to do before anything is taken, in a moment. */
  begin?(): Promise<void>;
  /** Ends what the feature itself started. */
  close?(): Promise<void>;
}

type KindsHandled<F> = F extends { deadlines: infer D } ? keyof D : never;
type TimersHandled<F> = F extends { timers: infer T } ? keyof T : never;

/** The declared deadlines and timers none of these features has a handler for; those of tests are theirs to handle. */
type Unhandled<F> =
  | Exclude<DeadlineKind, KindsHandled<F> | `test.${string}`>
  | Exclude<TimerKind, TimersHandled<F> | `test.${string}`>;

/** The features as they are; does not compile while a declared deadline or timer has no handler among them. */
export const everyDeadlineHandled = <const F extends readonly FeatureServer[]>(
  features: F & ([Unhandled<F[number]>] extends [never] ? unknown : { no_handler_for: Unhandled<F[number]> }),
): readonly FeatureServer[] => features;
