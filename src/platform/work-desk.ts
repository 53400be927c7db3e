import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import { Refusal } from '../core/errors.ts';
import type { Tx } from './command.ts';

/** Events and jobs that failed for good wait here until somebody looks at them. */
export const DEAD_LETTERS = 'dead_letters';

/** What a person does with work that failed. */
export interface WorkDesk {
  /** Whether anything here handles what a queue of this name holds. */
  handles(name: string): boolean;
  /** Gives what is not tried any more another round of tries: these, or all of a handler. Answers how many. */
  redrive(tx: Tx, which: { ids: string[] } | { handler: string }): Promise<number>;
  /** Tries at once what waits after a failure; answers whether it still did. */
  tryNow(tx: Tx, id: string): Promise<boolean>;
  /** Takes away what is not tried any more, for good; answers whether it still was there. */
  drop(tx: Tx, id: string): Promise<boolean>;
}

const AT_ONCE = 1_000;

/** The desk over the queues. `boss` is there while they run; `wake` has the handlers look. */
export function createWorkDesk(
  boss: () => PgBoss | undefined,
  handles: (name: string) => boolean,
  wake: (names: string[]) => void,
): WorkDesk {
  return {
    handles,
    async redrive(tx, which) {
      const running = boss();
      if (!running) throw new Refusal('wrong_state', 'Work does not run at the moment. Try again once it does.');
      const db = fromKysely(tx.system);
      const options = { db, limit: AT_ONCE, ...('ids' in which ? { ids: which.ids } : { sourceName: which.handler }) };
      let moved = 0;
      for (let round = AT_ONCE; round === AT_ONCE; moved += round) round = await running.redrive(DEAD_LETTERS, options);
      tx.afterCommit(() => wake([]));
      return moved;
    },
    async tryNow(tx, id) {
      const { rows } = await sql<{ name: string }>`update pgboss.job set start_after = now()
        where id = ${id} and state = 'retry' and name <> ${DEAD_LETTERS} returning name`.execute(tx.system);
      tx.afterCommit(() => wake(rows.map(({ name }) => name)));
      return rows.length > 0;
    },
    async drop({ system }, id) {
      const { numAffectedRows } = await sql`delete from pgboss.job
        where name = ${DEAD_LETTERS} and id = ${id} and state < 'active'`.execute(system);
      return numAffectedRows === 1n;
    },
  };
}
