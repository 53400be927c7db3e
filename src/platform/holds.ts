import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Kind } from '../core/kinds.ts';
import { judgeClock, type Step } from './clock-rules.ts';
import { systemCommand, type Tx } from './command.ts';
import type { Undoing } from './declarations.ts';
import type { DB } from './db/types.ts';
import { isDemoWorld } from './demo-world.ts';
import type { Services } from './services.ts';

/** Why deadlines are held: the clock leapt ahead or back, or many that cannot be undone were due at once. */
type HoldCause = Step | 'many';

/** Whether anything is held, as a condition. */
const isHeld: RawBuilder<boolean> = sql<boolean>`exists (select from deadline_holds where confirmed_at is null)`;

/** The kinds that cannot be undone; those whose number holds them. */
function irreversibleKinds(undoing: Undoing): { held: string[]; counted: string[] } {
  const held = Object.entries(undoing).filter(([, undo]) => undo !== 'reversible');
  return {
    held: held.map(([kind]) => kind),
    counted: held.filter(([, undo]) => typeof undo === 'object' && undo.often_many !== true).map(([kind]) => kind),
  };
}

/** What cannot be undone and no word let go, of an open deadline `d`, as a condition. */
const unconfirmed = (kinds: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(d.kind = any(${kinds}::text[]) and d.confirmed_hold is null)`;

/** What may run now, of an open deadline `d`, as a condition: all while nothing is held, else what can be undone. */
export const mayRun = (undoing: Undoing): RawBuilder<boolean> =>
  sql<boolean>`(not ${unconfirmed(irreversibleKinds(undoing).held)} or not ${isHeld})`;

const open = sql`d.done_at is null and d.cancelled_at is null`;

/**
 * Looks at the clock, against the time that was seen last: keeps the time while all is well, and begins a hold where it
 * stepped. Answers whether what cannot be undone is held, for whatever reason. In a demo world nothing is.
 */
export async function lookAtClock(services: Services, { at_end = false } = {}): Promise<boolean> {
  const { clock, env } = services;
  const db = services.database.systemDb;
  const { rows } = await sql<{ seen: Date | null; held: boolean; held_step: boolean }>`
    select (select seen_at from clock_seen) as seen, ${isHeld} as held,
      exists (select from deadline_holds where confirmed_at is null and cause <> 'many') as held_step`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('Whether deadlines are held could not be read.');
  const { seen, held, held_step } = found;
  const now = clock.now();
  const most_hours = env.HOLD_AFTER_STEP_HOURS;
  const judged = judgeClock({ seen, now, most_hours, held_step, at_end });
  if (judged.do === 'keep') await keepTime(db, judged.at, most_hours === 0);
  if (judged.do !== 'hold' || seen === null) return held;
  if (!(await isDemoWorld(db))) return beginHold(services, judged.step, seen, 0);
  await keepTime(db, now, true);
  return held;
}

/** Keeps the time as seen; `back`: also when it is earlier than what stands. */
async function keepTime(db: Kysely<DB>, at: Date, back: boolean): Promise<void> {
  await sql`insert into clock_seen (seen_at) values (${at}) on conflict (only_one) do update
    set seen_at = ${back ? sql`excluded.seen_at` : sql`greatest(clock_seen.seen_at, excluded.seen_at)`}`.execute(db);
}

/** Begins a hold where more are due at once, among `due`, than the setting says; answers whether it did. */
export async function holdIfMany(services: Services, due: RawBuilder<unknown>, undoing: Undoing): Promise<boolean> {
  const most = services.env.HOLD_ABOVE_DUE;
  if (most === 0) return false;
  const db = services.database.systemDb;
  const counted = unconfirmed(irreversibleKinds(undoing).counted);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 ${due} and ${counted} limit ${most + 1}) one`.execute(db);
  if ((rows[0]?.count ?? 0) <= most || (await isDemoWorld(db))) return false;
  const all = await sql<{ count: number }>`select count(*)::int as count ${due} and ${counted}`.execute(db);
  return beginHold(services, 'many', services.clock.now(), all.rows[0]?.count ?? 0);
}

/** Begins a hold unless there is one for the same cause, and has it told: once, in the log, on the record, to staff. */
async function beginHold(services: Services, cause: HoldCause, seen_at: Date, due: number): Promise<true> {
  await systemCommand(services, { kind: 'system', request_id: 'deadline-hold' }, async (tx) => {
    const hold = await tx.system
      .insertInto('deadline_holds')
      .values({ cause, seen_at, clock_at: tx.now, due })
      .onConflict((oc) => oc.column('cause').where('confirmed_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!hold) return;
    const data = { cause, seen_at: seen_at.toISOString(), clock_at: tx.now.toISOString(), due };
    await tx.audit({ action: 'deadlines.held', subject: `deadline_hold:${hold.id}`, data });
    await tx.emit('deadlines.held', { hold_id: hold.id });
    tx.afterCommit(() =>
      services.log.error(
        { ...data, hold_id: hold.id },
        'what cannot be undone is held until an admin confirms it: npm run deadlines -- list',
      ),
    );
  });
  return true;
}

export interface Hold {
  id: number;
  cause: HoldCause;
  seen_at: Date;
  clock_at: Date;
  due: number;
}

/** The holds nobody has confirmed yet, oldest first; `lock`: until the transaction's end nobody else confirms them. */
export const openHolds = (db: Kysely<DB>, { lock = false } = {}): Promise<Hold[]> =>
  db
    .selectFrom('deadline_holds')
    .select(['id', 'cause', 'seen_at', 'clock_at', 'due'])
    .where('confirmed_at', 'is', null)
    .orderBy('id')
    .$if(lock, (qb) => qb.forUpdate())
    .execute();

export interface OpenDeadline {
  id: number;
  kind: string;
  key: string;
  due_at: Date;
  review_id: number | null;
  review_kind: Kind | null;
}

/** A page of open deadlines with how many there are in all, earliest first. */
interface Listed {
  total: number;
  data: OpenDeadline[];
}

async function listed(db: Kysely<DB>, which: RawBuilder<unknown>, most: number): Promise<Listed> {
  const { rows } = await sql<OpenDeadline & { total: number }>`
    select d.id, d.kind, d.key, d.due_at, d.review_id, r.kind as review_kind, count(*) over ()::int as total
    from deadlines d left join reviews r on r.id = d.review_id
    where ${open} and ${which} order by d.due_at, d.id limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, data: rows };
}

/** What waits for a person's word at this time: due, impossible to undo, and let go by nobody. */
export const heldDeadlines = (db: Kysely<DB>, undoing: Undoing, now: Date, most: number): Promise<Listed> =>
  listed(db, sql`d.due_at <= ${now} and ${unconfirmed(irreversibleKinds(undoing).held)}`, most);

/**
 * What was set by a clock that was ahead of this one: its time was worked out from a day that has not come, so that it
 * happens too late. Nothing can tell what was meant; a person looks at the review.
 */
export const setAhead = (db: Kysely<DB>, now: Date, most: number): Promise<Listed> =>
  listed(db, sql`d.created_at > ${new Date(now.getTime() + SKEW_MS)}`, most);

/** Clocks of two processes may differ by this much. */
const SKEW_MS = 60_000;

/**
 * Lets go what was due at `until` and could not be undone, and takes the clock's time for right from now on. What the
 * clock left in the future is brought back: sessions end when they would if they had begun now, and nobody stays locked
 * out until a day that was never there. Answers how many deadlines that let go.
 */
export async function confirmHolds(
  tx: Pick<Tx, 'system' | 'now' | 'audit'>,
  holds: readonly Hold[],
  {
    undoing,
    until,
    by,
    session_ms,
  }: { undoing: Undoing; until: Date; by: { user_id: number; how: 'page' | 'command' }; session_ms: number },
): Promise<number> {
  const [first] = holds;
  if (!first) throw new Error('There is no hold to confirm.');
  const { rows } = await sql<{ id: number }>`
    update deadlines d set confirmed_hold = ${first.id}
    where ${open} and d.due_at <= ${until} and ${unconfirmed(irreversibleKinds(undoing).held)} returning d.id`.execute(
    tx.system,
  );
  await tx.system
    .updateTable('deadline_holds')
    .set({ confirmed_at: tx.now, confirmed_by: by.user_id, released: rows.length })
    .where(
      'id',
      'in',
      holds.map(({ id }) => id),
    )
    .execute();
  await keepTime(tx.system, tx.now, true);
  const left = await bringBack(tx, session_ms);
  await tx.audit({
    action: 'deadlines.confirmed',
    subject: `deadline_hold:${first.id}`,
    data: {
      holds: holds.map(({ id, cause }) => ({ id, cause })),
      released: rows.length,
      clock_at: tx.now.toISOString(),
      user_id: by.user_id,
      how: by.how,
      ...left,
    },
  });
  return rows.length;
}

/** What a clock that was ahead wrote into the future, brought back to this one. */
async function bringBack({ system, now }: Pick<Tx, 'system' | 'now'>, session_ms: number) {
  const sessions = await sql`
    update sessions set created_at = least(created_at, ${now}), last_seen_at = least(last_seen_at, ${now}),
      expires_at = least(expires_at, ${new Date(now.getTime() + session_ms)}),
      authenticated_at = case when authenticated_at > ${now} then null else authenticated_at end
    where ended_at is null and (created_at > ${now} or last_seen_at > ${now})`.execute(system);
  const throttles =
    await sql`delete from throttles where window_ends_at > ${new Date(now.getTime() + LONGEST_LOCKOUT_MS)}`.execute(
      system,
    );
  return { sessions: Number(sessions.numAffectedRows ?? 0), throttles: Number(throttles.numAffectedRows ?? 0) };
}

/** No count of tries runs longer than a day. */
const LONGEST_LOCKOUT_MS = 86_400_000;
