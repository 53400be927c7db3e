import { sql, type Updateable } from 'kysely';
import type { SystemActor } from '../../../../core/actor.ts';
import { reviewNumber } from '../../../../core/kinds.ts';
import { MINUTE } from '../../../../core/time.ts';
import { systemCommand, type Tx } from '../../../../platform/command.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { entryMarker, entryStep, type EntryTime, entryWait, wantedEntry } from '../../rules.ts';
import { bookedFor } from './facts.ts';
import { type Failed, findEntry, makeEntry, moveEntry, type NewEntry, removeEntry } from './graph.ts';

/** So long an entry is this process's own; after it another takes it up, as of a process that died. */
const OWN_MS = 2 * MINUTE;

type Using = Pick<Ports, 'connectedAccounts'>;

interface Row {
  id: number;
  user_id: number;
  ics_uid: string;
  state: 'none' | 'claimed' | 'made';
  connection_id: number | null;
  account_id: string | null;
  generation: number;
  external_id: string | null;
  starts_at: Date | null;
  duration_minutes: number | null;
  attempts: number;
  asked: number;
  held_until: Date;
}

/** Does the next thing for one entry that is due; answers whether there was one. */
export async function settleNext(services: Services, ports: Using): Promise<boolean> {
  const now = services.clock.now();
  const { rows } = await sql<Row>`
    update calendar_entries e set held_until = ${new Date(now.getTime() + OWN_MS)}
    where e.id = (select id from calendar_entries where next_at <= ${now} and (held_until is null or held_until <= ${now})
      order by next_at, id limit 1 for update skip locked)
    returning e.id, e.user_id, e.ics_uid, e.state, e.connection_id, e.account_id, e.generation, e.external_id,
      e.starts_at, e.duration_minutes, e.attempts, e.asked, e.held_until`.execute(services.database.systemDb);
  const [row] = rows;
  if (!row) return false;
  await settle(services, ports, row);
  return true;
}

async function settle(services: Services, ports: Using, row: Row): Promise<void> {
  const { systemDb } = services.database;
  const now = services.clock.now();
  const booking = await bookedFor(systemDb, row.user_id, row.ics_uid);
  const stands = timeOf(row);
  const wanted = wantedEntry(booking, stands, now);
  const usable = await ports.connectedAccounts.usable(systemDb, [row.user_id], 'entries');
  const into = usable.find(({ provider }) => provider === 'microsoft') ?? null;
  const step = entryStep(row, wanted, into);
  const write = (values: Updateable<DB['calendar_entries']>) => conclude(services, row, values);
  // of a purged review it was kept in mind until nothing of ours stands ahead, or it cannot be reached
  if (booking?.purged && (step === 'nothing' || step === 'let_go')) return conclude(services, row, 'forget');
  if (step === 'nothing' || !booking) return write(REST);
  if (step === 'let_go') return write(letGo(row, now));

  const connectionId = into?.id ?? row.connection_id ?? 0;
  const ask: Parameters<typeof makeEntry>[0] = (path, asking) =>
    ports.connectedAccounts.ask(connectionId, path, asking);
  const entryAt = (time: EntryTime): NewEntry => ({
    title: reviewNumber(booking.kind, booking.review_id),
    marker: entryMarker(row),
    starts_at: time.starts_at,
    duration_minutes: time.duration_minutes,
  });
  const failed = (done: Failed) =>
    booking.purged && done.failure === 'closed'
      ? conclude(services, row, 'forget')
      : write(afterFailure(row, done, { wanted: into !== null && !booking.purged }, now));
  const keep = (external_id: string, { starts_at, duration_minutes }: EntryTime) =>
    // looked at once more, since the booking may have moved under way
    write({ ...REST, state: 'made', external_id, starts_at, duration_minutes, next_at: now });

  if (step === 'make' && into && typeof wanted !== 'string') {
    if (stands) {
      const found = await findEntry(ask, entryAt(stands), now);
      if ('failure' in found) return failed(found);
      if (found.value !== null) return keep(found.value, stands);
    }
    // written down before it is asked for: whoever comes after a process that died looks first
    if (!(await claim(services, row, into, wanted))) return;
    const made = await makeEntry(ask, entryAt(wanted), now);
    return 'failure' in made ? failed(made) : keep(made.value, wanted);
  }
  if (step === 'move' && typeof wanted !== 'string') {
    const moved = await moveEntry(ask, row.external_id ?? '', wanted, now);
    if (!('failure' in moved)) return write({ ...REST, ...wanted });
    // its person took it out: at its new time it is another
    return moved.failure === 'gone' ? write(letGo(row, now)) : failed(moved);
  }
  // one that may have been made is looked for, so that none is left behind
  const found = row.external_id === null && stands ? await findEntry(ask, entryAt(stands), now) : null;
  if (found && 'failure' in found) return failed(found);
  const external = row.external_id ?? found?.value ?? null;
  const removed = external === null ? null : await removeEntry(ask, external, now);
  return removed && 'failure' in removed ? failed(removed) : write(letGo(row, now));
}

/** Nothing is left to do until the booking or the connection changes. */
const REST = { attempts: 0, next_at: null } as const;

/** There is no entry any longer; whether there is to be another is seen at once. */
const letGo = (row: Row, now: Date): Updateable<DB['calendar_entries']> => ({
  ...REST,
  state: 'none',
  connection_id: null,
  account_id: null,
  external_id: null,
  starts_at: null,
  duration_minutes: null,
  generation: row.generation + 1,
  next_at: now,
});

/** Tried again until the booking is over. Where its person wants none and Microsoft says no, it is theirs to remove. */
function afterFailure(
  row: Row,
  { failure, retry_after_ms }: Failed,
  { wanted }: { wanted: boolean },
  now: Date,
): Updateable<DB['calendar_entries']> {
  // seen again when they connect
  if (failure === 'closed') return REST;
  if (!wanted && failure !== 'away') return letGo(row, now);
  const attempts = row.attempts + 1;
  return { attempts, next_at: new Date(now.getTime() + entryWait(attempts, retry_after_ms)) };
}

const timeOf = ({ starts_at, duration_minutes }: Row): EntryTime | null =>
  starts_at === null || duration_minutes === null ? null : { starts_at, duration_minutes };

/** Notes that this account is being asked for an entry at this time, and holds the row anew; false where it changed hands since. */
async function claim(
  services: Services,
  row: Row,
  into: { id: number; account_id: string },
  { starts_at, duration_minutes }: EntryTime,
): Promise<boolean> {
  const held_until = new Date(services.clock.now().getTime() + OWN_MS);
  const { numUpdatedRows } = await services.database.systemDb
    .updateTable('calendar_entries')
    .set({
      state: 'claimed',
      connection_id: into.id,
      account_id: into.account_id,
      starts_at,
      duration_minutes,
      held_until,
    })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('generation', '=', row.generation)
    .where('held_until', '=', row.held_until)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) row.held_until = held_until;
  return numUpdatedRows > 0n;
}

/**
 * Writes down what came of a step, unless the row is gone or in other hands. Where the booking changed meanwhile, it was asked
 * for another round, and that stays.
 */
async function conclude(
  services: Services,
  row: Row,
  values: Updateable<DB['calendar_entries']> | 'forget',
): Promise<void> {
  await systemCommand(
    services,
    { kind: 'system', request_id: `calendar-entry-${row.id}` },
    async (tx: Tx<SystemActor>) => {
      const held = await tx.system
        .selectFrom('calendar_entries')
        .select(['asked', 'generation', 'held_until'])
        .where('id', '=', row.id)
        .forUpdate()
        .executeTakeFirst();
      if (held?.generation !== row.generation || held.held_until?.getTime() !== row.held_until.getTime()) return;
      if (values === 'forget') {
        await tx.system.deleteFrom('calendar_entries').where('id', '=', row.id).execute();
        return;
      }
      const again = held.asked === row.asked ? {} : { next_at: tx.now };
      await tx.system
        .updateTable('calendar_entries')
        .set({ ...values, held_until: null, ...again })
        .where('id', '=', row.id)
        .execute();
    },
  );
}
