import type { AnyNewDeadline, DeadlineKind, Events, NewDeadline, TimerKind, Topic } from './declarations.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Actor, AnyActor, SystemActor } from '../core/actor.ts';
import { Refusal } from '../core/errors.ts';
import { type AuditEntry, writeAudit } from './audit.ts';
import { ActorDb } from './db/actor-db.ts';
import { json } from './db/json.ts';
import type { DB } from './db/types.ts';
import { claimKey, settleKey } from './idempotency.ts';
import type { LiveEvent } from './live.ts';
import type { Services } from './services.ts';

/**
 * One transaction of one command. It carries the actor, the instant, the scoped handle, and the only ways to leave
 * traces: audit rows, outbox events, deadlines and live messages all belong to the transaction.
 */
export interface Tx<A extends AnyActor = AnyActor> {
  actor: A;
  now: Date;
  services: Services;
  /** The scoped handle; for the system actor use `system`. */
  db: A extends Actor ? ActorDb : null;
  /** Unscoped, for sub-queries across tenants that reveal nothing (conflicts, counters) and for writes after a scoped load. */
  system: Transaction<DB>;
  audit(entry: AuditEntry): Promise<number>;
  /** Tells other features, at least once, after commit. */
  emit<T extends Topic>(topic: T, payload: Events[T], reviewId?: number): Promise<void>;
  /** Sets the one live deadline of this kind and key for a review, moving it when it stands. */
  setDeadline<K extends DeadlineKind>(deadline: NewDeadline<K>): Promise<void>;
  /** Several at once, each of another kind, key or review. */
  setDeadlines(deadlines: readonly AnyNewDeadline[]): Promise<void>;
  cancelDeadlines(reviewId: number, kinds?: readonly DeadlineKind[]): Promise<void>;
  /** Sets the one live timer of this kind and key, for something that is no review; one that stands is moved. */
  setTimer(timer: { kind: TimerKind; key: string; due_at: Date }): Promise<void>;
  /** Several at once, each of another kind or key. */
  setTimers(timers: readonly { kind: TimerKind; key: string; due_at: Date }[]): Promise<void>;
  cancelTimer(kind: TimerKind, key: string): Promise<void>;
  /** Sent to open pages after commit. */
  live(event: LiveEvent): void;
  /** Runs after commit; for waking workers, never for effects that must not be lost. */
  afterCommit(run: () => void): void;
}

/** How often what the database undid for another's sake begins again at once. */
const RACES = 3;
const DEADLOCK = '40P01';

/**
 * A command of the system's own: where two wait for each other and the database ends one, that one begins again at
 * once, for the other has gone on since. `run` may therefore be called more than once; only what is committed counts.
 */
export async function systemCommand<T>(
  services: Services,
  actor: SystemActor,
  run: (tx: Tx<SystemActor>) => Promise<T>,
): Promise<T> {
  for (let lost = 0; ; lost += 1) {
    try {
      return await command(services, actor, run);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'lost_race') || lost === RACES) throw error;
    }
  }
}

/**
 * Runs a command in one transaction. Everything it changed, recorded and announced is committed together or not at
 * all. Where it and another wait for each other and the database ends it, it begins again: nobody was faster, and what
 * it asks is asked afresh. `run` may therefore be called more than once; only what is committed counts. What others
 * committed first surfaces as 409.
 */
export async function command<T, A extends AnyActor>(
  services: Services,
  actor: A,
  run: (tx: Tx<A>) => Promise<T>,
): Promise<T> {
  for (let ended = 0; ; ended += 1) {
    try {
      return await attempt(services, actor, run);
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || ended === RACES) throw asRefusal(services, error);
    }
  }
}

/** One try of a command; what the database says of it is thrown as it comes. */
async function attempt<T, A extends AnyActor>(
  services: Services,
  actor: A,
  run: (tx: Tx<A>) => Promise<T>,
): Promise<T> {
  const after: (() => void)[] = [];
  /** What the command left traces of. */
  const reviews = new Set<number>();
  let events = 0;
  const result = await services.database.systemDb.transaction().execute(async (trx) => {
    await claimKey(trx);
    const value = await run(makeTx(trx));
    const settled = await settleKey(trx, value, reviews);
    if (settled) after.push(settled);
    return value;
  });
  for (const effect of after) effect();
  if (events > 0) services.wakeOutbox();
  return result;

  function makeTx(trx: Transaction<DB>): Tx<A> {
    const now = services.clock.now();
    return {
      actor,
      now,
      services,
      db: (actor.kind === 'system' ? null : new ActorDb(trx, actor)) as Tx<A>['db'],
      system: trx,
      audit: (entry) => {
        if (entry.review_id) reviews.add(entry.review_id);
        return writeAudit(trx, actor, now, entry);
      },
      emit: async (topic, payload, reviewId) => {
        events += 1;
        if (reviewId !== undefined) reviews.add(reviewId);
        await trx
          .insertInto('outbox')
          .values({ topic, payload: json(payload), review_id: reviewId ?? null, created_at: now })
          .execute();
      },
      setDeadline: (deadline) => setDeadlines(trx, now, [deadline]),
      setDeadlines: (deadlines) => setDeadlines(trx, now, deadlines),
      cancelDeadlines: async (reviewId, kinds) => {
        let query = trx
          .updateTable('deadlines')
          .set({ cancelled_at: now })
          .where('review_id', '=', reviewId)
          .where('done_at', 'is', null)
          .where('cancelled_at', 'is', null);
        if (kinds) query = query.where('kind', 'in', [...kinds]);
        await query.execute();
      },
      setTimer: (timer) => setTimers(trx, now, [timer]),
      setTimers: (timers) => setTimers(trx, now, timers),
      cancelTimer: async (kind, key) => {
        await trx
          .updateTable('deadlines')
          .set({ cancelled_at: now })
          .where('review_id', 'is', null)
          .where('kind', '=', kind)
          .where('key', '=', key)
          .where('done_at', 'is', null)
          .where('cancelled_at', 'is', null)
          .execute();
      },
      live: (event) => after.push(() => services.live.emit(event)),
      afterCommit: (effect) => after.push(effect),
    };
  }
}

/** What a deadline that is moved has not met yet. */
const UNTRIED = { confirmed_hold: null, tries: 0, last_error: null, retry_at: null };

/** Timers that one statement sets. */
const TIMERS_AT_ONCE = 2_000;

async function setTimers(
  trx: Transaction<DB>,
  now: Date,
  timers: readonly { kind: TimerKind; key: string; due_at: Date }[],
): Promise<void> {
  for (let at = 0; at < timers.length; at += TIMERS_AT_ONCE)
    await trx
      .insertInto('deadlines')
      .values(timers.slice(at, at + TIMERS_AT_ONCE).map((timer) => ({ ...timer, review_id: null, created_at: now })))
      .onConflict((oc) =>
        oc
          .columns(['kind', 'key'])
          .where('review_id', 'is', null)
          .where('done_at', 'is', null)
          .where('cancelled_at', 'is', null)
          .doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at'), created_at: now, ...UNTRIED })),
      )
      .execute();
}

interface SetDeadline {
  review_id: number;
  kind: string;
  key?: string;
  due_at: Date;
  payload?: Readonly<Record<string, unknown>>;
}

async function setDeadlines(trx: Kysely<DB>, now: Date, deadlines: readonly SetDeadline[]): Promise<void> {
  if (deadlines.length === 0) return;
  await trx
    .insertInto('deadlines')
    .values(
      deadlines.map(({ review_id, kind, key = '', due_at, payload = {} }) => ({
        review_id,
        kind,
        key,
        due_at,
        payload: json(payload),
        created_at: now,
      })),
    )
    .onConflict((oc) =>
      oc
        .columns(['review_id', 'kind', 'key'])
        .where('done_at', 'is', null)
        .where('cancelled_at', 'is', null)
        // moved, it is another one: no word let it go
        .doUpdateSet((eb) => ({
          due_at: eb.ref('excluded.due_at'),
          payload: eb.ref('excluded.payload'),
          created_at: now,
          ...UNTRIED,
        })),
    )
    .execute();
}

/**
 * Serialization failure, deadlock, and a row that is unique or excludes others and stood nowhere when the command
 * looked: another's, committed meanwhile.
 */
const RACE_LOST: ReadonlySet<string> = new Set(['40001', DEADLOCK, '23505', '23P01']);

/** Database errors that mean "someone was faster" become 409; everything else stays what it is. */
function asRefusal(services: Services, error: unknown): unknown {
  const code = codeOf(error);
  if (code === '53100') return new Refusal('storage_full');
  if (code === null || !RACE_LOST.has(code)) return error;
  services.log.warn({ err: error }, 'a command lost a race in the database');
  return new Refusal('lost_race');
}

/** What the database calls an error; null for any other. */
function codeOf(error: unknown): string | null {
  if (error instanceof Refusal || !(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** The same transaction with the platform as who acts; what is audited in it still names the person. */
export const bySystem = (tx: Tx): Tx<SystemActor> => ({
  ...tx,
  db: null,
  actor: tx.actor.kind === 'system' ? tx.actor : { kind: 'system', request_id: tx.actor.request_id },
});
