import { type Selectable, sql, type Updateable } from 'kysely';
import type { SystemActor } from '../core/actor.ts';
import { MINUTE } from '../core/time.ts';
import { systemCommand, type Tx } from './command.ts';
import type { DB } from './db/types.ts';
import type { Services } from './services.ts';

/**
 * Rows of what is kept elsewhere in step with something here, worked on one at a time: due at `next_at`, one process's own until
 * `held_until`, and another thing elsewhere with each `generation`. `asked` counts who wanted it looked at.
 */
const HELD = { meetings: 'meeting', calendar_entries: 'calendar-entry' } as const;
type HeldTable = keyof typeof HELD;

/** So long a row is this process's own; after it another takes it up, as of a process that died. */
const OWN_MS = 2 * MINUTE;

/** A row that is this process's own. */
export type HeldRow<T extends HeldTable> = Selectable<DB[T]> & { held_until: Date };

/** Takes the row that is due first into this process's hands; undefined where none is. */
export async function holdNext<T extends HeldTable>(services: Services, table: T): Promise<HeldRow<T> | undefined> {
  const now = services.clock.now();
  const { rows } = await sql<HeldRow<T>>`
    update ${sql.table(table)} set held_until = ${new Date(now.getTime() + OWN_MS)}
    where id = (select id from ${sql.table(table)} where next_at <= ${now} and (held_until is null or held_until <= ${now})
      order by next_at, id limit 1 for update skip locked)
    returning *`.execute(services.database.systemDb);
  return rows[0];
}

/** Keeps a row this process's own for as long again, with these values in it; false where it changed hands since. */
export async function holdOn<T extends HeldTable>(
  services: Services,
  table: T,
  row: HeldRow<HeldTable>,
  values: Updateable<DB[T]> = {},
): Promise<boolean> {
  const held_until = new Date(services.clock.now().getTime() + OWN_MS);
  const set = Object.entries({ ...values, held_until }).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.join(set)}
    where id = ${row.id} and state = ${row.state} and generation = ${row.generation}
      and held_until = ${row.held_until}`.execute(services.database.systemDb);
  if (numAffectedRows !== 1n) return false;
  row.held_until = held_until;
  return true;
}

/**
 * Writes down what came of a step and lets the row go, unless it is gone or in other hands. Where it was asked for meanwhile, it
 * has another round at once.
 */
export async function letGoOf(
  services: Services,
  table: HeldTable,
  row: HeldRow<HeldTable>,
  act: (tx: Tx<SystemActor>) => Promise<unknown>,
): Promise<void> {
  await systemCommand(services, { kind: 'system', request_id: `${HELD[table]}-${row.id}` }, async (tx) => {
    const { rows } = await sql<Pick<HeldRow<HeldTable>, 'asked' | 'generation' | 'held_until'>>`
      select asked, generation, held_until from ${sql.table(table)} where id = ${row.id} for update`.execute(tx.system);
    const [held] = rows;
    if (held?.generation !== row.generation || held.held_until?.getTime() !== row.held_until.getTime()) return;
    await act(tx);
    const again = held.asked === row.asked ? sql`` : sql`, next_at = ${tx.now}`;
    await sql`update ${sql.table(table)} set held_until = null ${again} where id = ${row.id}`.execute(tx.system);
  });
}
