import { type RawBuilder, sql } from 'kysely';
import type { SystemActor } from '../core/actor.ts';
import { DAY, MINUTE } from '../core/time.ts';
import { systemCommand, type Tx } from './command.ts';
import type { Undoing } from './declarations.ts';
import { isDatabaseAway } from './db/away.ts';
import { holdIfMany, lookAtClock, mayRun } from './holds.ts';
import { safeError } from './log.ts';
import type { Services } from './services.ts';
import type { DueTimer, FeatureServer, Outcome } from './workers.ts';

const BATCH = 100;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15 * MINUTE;

/** A row of the table: of a review, with what its kind carries, or a timer. */
type Due = DueTimer & { kind: string; review_id: number | null; payload: unknown };

type Run = (tx: Tx<SystemActor>, due: Due) => Promise<Outcome | void>;

export interface DeadlineRunner {
  /**
   * Handles what is due by the clock, earliest first; answers how many were handled. A failing one stops no other. What
   * cannot be undone waits while a hold is on, which a look at the clock, or their number, begins here.
   */
  runDue(): Promise<number>;
  /** Whether any are due by the clock that rest after no failure and are not held, as a condition. */
  areDue(): RawBuilder<boolean>;
}

/**
 * Deadlines are rows; their time comes by the injected clock. Each is handled in a transaction of its own together with
 * its mark as done, so that it takes effect once however many processes look.
 */
export function createDeadlineRunner(
  services: Services,
  features: readonly Pick<FeatureServer, 'deadlines' | 'timers'>[],
  undoing: Undoing,
): DeadlineRunner {
  const byKind = new Map<string, Run>();
  const add = (kind: string, run: Run): void => {
    if (byKind.has(kind)) throw new Error(`Two handlers take deadlines of the kind ${kind}.`);
    if (!Object.hasOwn(undoing, kind))
      throw new Error(`Nothing says whether a deadline of the kind ${kind} can be undone.`);
    byKind.set(kind, run);
  };
  for (const { deadlines = {}, timers = {} } of features) {
    for (const [kind, run] of Object.entries(deadlines))
      add(kind, (tx, { review_id, ...due }) => {
        if (review_id === null) throw new Error(`A deadline of the kind ${kind} is of no review.`);
        // why: a row of this kind was written by setDeadline, which knows what the kind carries
        return run(tx, { ...due, review_id } as never);
      });
    for (const [kind, run] of Object.entries(timers))
      add(kind, (tx, { id, key, due_at }) => run(tx, { id, key, due_at }));
  }
  const reported = new Set<string>();

  async function runOne(id: number): Promise<boolean> {
    let found: Due | undefined;
    try {
      return await systemCommand(services, { kind: 'system', request_id: `deadline-${id}` }, async (tx) => {
        // marked first: a handler may set the next deadline of the same kind, and cancels what else is open
        const { rows } = await sql<Due>`
          update deadlines set done_at = ${tx.now} where id = (
            select d.id from deadlines d
            where d.id = ${id} and d.done_at is null and d.cancelled_at is null and d.due_at <= ${tx.now}
              and ${mayRun(undoing)}
            for update of d skip locked)
          returning id, review_id, kind, key, due_at, payload`.execute(tx.system);
        found = rows[0];
        const run = found && byKind.get(found.kind);
        if (!found || !run) return false;
        const { kind, review_id, due_at } = found;
        if ((await run(tx, found)) === 'over') {
          await tx.system.updateTable('deadlines').set({ over: true }).where('id', '=', id).execute();
          tx.afterCommit(() =>
            services.log.info(
              { deadline_id: id, kind, review_id, due_at },
              'a deadline came too late: its occasion is over',
            ),
          );
        }
        return true;
      });
    } catch (error) {
      // no fault of this one: the round ends, and begins again when the database is back
      if (isDatabaseAway(error)) throw error;
      const tries = await noteFailure(id, error);
      services.log.error(
        { err: error, deadline_id: id, kind: found?.kind, review_id: found?.review_id, tries },
        'a deadline could not be handled',
      );
      return false;
    }
  }

  /** Keeps why it failed, without values, and when it is tried next: twice as late each time. Answers how often it was tried. */
  async function noteFailure(id: number, error: unknown): Promise<number> {
    const { message } = safeError(error);
    const { rows } = await sql<{ tries: number }>`
      update deadlines set tries = tries + 1, last_error = ${message},
        retry_at = ${services.clock.now()}::timestamptz
          + least(${FIRST_WAIT_MS}::float8 * power(2, least(tries, 20)), ${LONGEST_WAIT_MS}::float8) * interval '1 millisecond'
      where id = ${id} and done_at is null and cancelled_at is null returning tries`.execute(
      services.database.systemDb,
    );
    return rows[0]?.tries ?? 0;
  }

  async function reportUnknown(): Promise<void> {
    const { rows } = await sql<{ kind: string }>`
      select distinct kind from deadlines
      where done_at is null and cancelled_at is null and due_at <= ${services.clock.now()}
        and kind <> all(${[...byKind.keys()]}::text[])`.execute(services.database.systemDb);
    for (const { kind } of rows) {
      if (reported.has(kind)) continue;
      reported.add(kind);
      services.log.error({ kind }, 'nothing handles deadlines of this kind');
    }
  }

  let underWay: Promise<unknown> = Promise.resolve();

  return {
    // one round after the other: who asks hears of all that was due, also of what another round had in hand
    runDue() {
      const round = underWay.then(runRound);
      underWay = round.catch(() => undefined);
      return round;
    },
    areDue: () => sql<boolean>`exists (select ${dueNow()} and ${mayRun(undoing)})`,
  };

  /** Those that are due by the clock and rest after no failure, held or not. */
  function dueNow(): RawBuilder<unknown> {
    const now = services.clock.now();
    // one that rests for longer than any does was put off by a clock that was ahead
    return sql`from deadlines d
      where d.done_at is null and d.cancelled_at is null and d.due_at <= ${now}
        and (d.retry_at is null or d.retry_at <= ${now} or d.retry_at > ${new Date(now.getTime() + LONGEST_WAIT_MS)})
        and d.kind = any(${[...byKind.keys()]}::text[])`;
  }

  async function runRound(): Promise<number> {
    let handled = 0;
    if (!(await lookAtClock(services))) await holdIfMany(services, dueNow(), undoing);
    const { rows } = await sql<{ id: number }>`
      select d.id ${dueNow()} and ${mayRun(undoing)} order by d.due_at, d.id limit ${BATCH}`.execute(
      services.database.systemDb,
    );
    for (const { id } of rows) {
      if (await runOne(id)) handled += 1;
    }
    await reportUnknown();
    return handled;
  }
}

/** Has a time that failed tried at the next look instead of later; answers whether it still waited. */
export async function tryDeadlineNow({ system }: Pick<Tx, 'system'>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await system
    .updateTable('deadlines')
    .set({ retry_at: null })
    .where('id', '=', id)
    .where('tries', '>', 0)
    .where('done_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Takes away what nobody needs any more, for good: not while the clock is in doubt. Safe to run at any time, by several
 * processes.
 */
export async function housekeeping(services: Services): Promise<void> {
  if (await lookAtClock(services)) return;
  const db = services.database.systemDb;
  const before = (days: number) => new Date(services.clock.now().getTime() - days * DAY);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before(1)).execute();
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('ended_at', '<', before(30)), eb('expires_at', '<', before(30))]))
    .execute();
  await db.deleteFrom('handled_events').where('handled_at', '<', before(30)).execute();
  await db.deleteFrom('outbox').where('handed_over_at', '<', before(30)).execute();
  await db.deleteFrom('operational_alerts').where('closed_at', '<', before(90)).execute();
  await db.deleteFrom('throttles').where('window_ends_at', '<', before(1)).execute();
}
