import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../platform/db/types.ts';

/** A lock nobody renewed for this long belonged to a process that died. */
const EXPIRES_MS = 6_000;
const RENEW_MS = 1_500;
const WAIT_MS = 20_000;
const RETRY_MS = 150;
/** Marks a holder that was asked to let go. */
const ASKED = '!';

/** A request that wants a lock. */
interface Asking {
  /** Stops its body, when somebody else wants the lock. */
  stop(): void;
  /** Whether nobody waits for its answer any more: then it takes the lock from no one. */
  isGone(): boolean;
}

/**
 * Upload locks in the database, so that they hold between processes. They expire by the database's clock: whether a
 * process is alive has nothing to do with the product's time. Whoever wants a held lock asks its holder to let go.
 */
export class DatabaseLocker implements Locker {
  readonly #db: Kysely<DB>;
  /** What to call when somebody in this process wants the lock. */
  readonly held = new Map<string, () => void>();

  readonly #asking: () => Asking;

  /** `asking` answers which request takes the next lock. */
  constructor(db: Kysely<DB>, asking: () => Asking) {
    this.#db = db;
    this.#asking = asking;
  }

  newLock(id: string): Lock {
    return new DatabaseLock(this.#db, this, id, this.#asking());
  }
}

class DatabaseLock implements Lock {
  readonly #db: Kysely<DB>;
  readonly #locker: DatabaseLocker;
  readonly #id: string;
  readonly #holder = `${process.pid}:${randomUUID()}`;
  #renewal: ReturnType<typeof setInterval> | undefined;

  readonly #asking: Asking;

  constructor(db: Kysely<DB>, locker: DatabaseLocker, id: string, asking: Asking) {
    this.#db = db;
    this.#locker = locker;
    this.#id = id;
    this.#asking = asking;
  }

  async lock(signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + WAIT_MS;
    while (!(await this.#take())) {
      if (signal.aborted || this.#asking.isGone() || performance.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT;
      await this.#ask();
      await delay(RETRY_MS);
    }
    const release = (): void => this.#asking.stop();
    this.#locker.held.set(this.#id, release);
    this.#renewal = setInterval(() => {
      this.#renew().then(
        (state) => (state === 'mine' ? undefined : release()),
        () => undefined, // a database that is away for a moment: the next round decides
      );
    }, RENEW_MS).unref();
  }

  async unlock(): Promise<void> {
    clearInterval(this.#renewal);
    this.#locker.held.delete(this.#id);
    await this.#db
      .deleteFrom('upload_locks')
      .where('upload_id', '=', this.#id)
      .where('holder', 'in', [this.#holder, this.#holder + ASKED])
      .execute();
  }

  /** Takes the lock when it is free or its holder is gone. */
  async #take(): Promise<boolean> {
    const expires_at = sql<Date>`clock_timestamp() + ${EXPIRES_MS} * interval '1 millisecond'`;
    const taken = await this.#db
      .insertInto('upload_locks')
      .values({ upload_id: this.#id, holder: this.#holder, expires_at })
      .onConflict((oc) =>
        oc
          .column('upload_id')
          .doUpdateSet({ holder: this.#holder, expires_at })
          .where('upload_locks.expires_at', '<', sql<Date>`clock_timestamp()`),
      )
      .executeTakeFirst();
    return taken.numInsertedOrUpdatedRows === 1n;
  }

  async #ask(): Promise<void> {
    const here = this.#locker.held.get(this.#id);
    if (here) return here();
    await this.#db
      .updateTable('upload_locks')
      .set({ holder: sql<string>`holder || ${ASKED}` })
      .where('upload_id', '=', this.#id)
      .where('holder', 'not like', `%${ASKED}`)
      .execute();
  }

  /** Keeps the lock; says when somebody asked for it, or when it is already somebody else's. */
  async #renew(): Promise<'mine' | 'asked' | 'lost'> {
    const row = await this.#db
      .updateTable('upload_locks')
      .set({ expires_at: sql<Date>`clock_timestamp() + ${EXPIRES_MS} * interval '1 millisecond'` })
      .where('upload_id', '=', this.#id)
      .where('holder', 'in', [this.#holder, this.#holder + ASKED])
      .returning('holder')
      .executeTakeFirst();
    if (!row) return 'lost';
    return row.holder.endsWith(ASKED) ? 'asked' : 'mine';
  }
}
