import type { Updateable } from 'kysely';
import { reviewNumber } from '../../../../core/kinds.ts';
import type { DB } from '../../../../platform/db/types.ts';
import { type HeldRow, holdNext, holdOn, letGoOf } from '../../../../platform/held-rows.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { entryMarker, entryStep, type EntryTime, entryWait, wantedEntry } from '../../rules.ts';
import { bookedFor } from './facts.ts';
import { type Failed, findEntry, makeEntry, moveEntry, type NewEntry, removeEntry } from './graph.ts';

type Using = Pick<Ports, 'connectedAccounts'>;

type Row = HeldRow<'calendar_entries'>;

/** Does the next thing for one entry that is due; answers whether there was one. */
export async function settleNext(services: Services, ports: Using): Promise<boolean> {
  const row = await holdNext(services, 'calendar_entries');
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
  const write = (values: Updateable<DB['calendar_entries']>) =>
    letGoOf(services, 'calendar_entries', row, ({ system }) =>
      system.updateTable('calendar_entries').set(values).where('id', '=', row.id).execute(),
    );
  const forget = () =>
    letGoOf(services, 'calendar_entries', row, ({ system }) =>
      system.deleteFrom('calendar_entries').where('id', '=', row.id).execute(),
    );
  // of a purged review it was kept in mind until nothing of ours stands ahead, or it cannot be reached
  if (booking?.purged && (step === 'nothing' || step === 'let_go')) return forget();
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
      ? forget()
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
    const { id: connection_id, account_id } = into;
    const claimed = { state: 'claimed' as const, connection_id, account_id, ...wanted };
    if (!(await holdOn(services, 'calendar_entries', row, claimed))) return;
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
