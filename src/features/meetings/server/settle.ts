import type { Updateable } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type HeldRow, holdNext, holdOn, letGoOf } from '../../../platform/held-rows.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { type Provider, providerRow } from '../../connected-accounts/rules.ts';
import { markerOf, stepOf, tellsNow, waitAfter, type Wanted, wantedOf } from '../rules.ts';
import { type BookingFacts, bookingOf, hostingOf } from './facts.ts';
import { type Done, type MadeMeeting, MEETING_PROVIDERS, type NewMeeting } from './providers.ts';

export type MeetingPorts = Pick<Ports, 'mail' | 'joinAppointment' | 'connectedAccounts'>;

type Row = HeldRow<'meetings'>;

/** Does the next thing for one booking that is due; answers whether there was one. */
export async function settleNext(services: Services, ports: MeetingPorts): Promise<boolean> {
  const row = await holdNext(services, 'meetings');
  if (!row) return false;
  await settle(services, ports, row);
  return true;
}

async function settle(services: Services, ports: MeetingPorts, row: Row): Promise<void> {
  const { systemDb } = services.database;
  const now = services.clock.now();
  const booking = await bookingOf(systemDb, row.ics_uid);
  const wanted = wantedOf(booking, now);
  const { hosts, connections } = await hostingOf(systemDb, ports.connectedAccounts, booking, row.connection_id);
  const step = stepOf(
    row,
    wanted,
    hosts,
    connections.map(({ id }) => id),
  );
  const write = (act: (tx: Tx<SystemActor>) => Promise<void>) => letGoOf(services, 'meetings', row, act);
  // of a purged review it was kept in mind until nothing stands at a provider
  if (step === 'nothing' && booking?.purged) return write((tx) => forget(tx, row));
  if (step === 'nothing' || !booking) return write((tx) => set(tx, row, REST));
  if (step === 'let_go') return write((tx) => giveUp(tx, ports, row));

  const connectionId = step === 'make' && row.state === 'none' ? hosts[0] : row.connection_id;
  const connection = connections.find(({ id }) => id === connectionId);
  const provider = connection && MEETING_PROVIDERS[connection.provider];
  if (!connection || !provider) return write((tx) => giveUp(tx, ports, row));
  const { make, find, move, remove } = provider;
  const ask: Parameters<typeof make>[0] = (path, asking) => ports.connectedAccounts.ask(connection.id, path, asking);
  const failed = (done: Failed) =>
    write((tx) =>
      // who is to host now is seen at once; whose connection it was has been told
      done.failure === 'lost'
        ? set(tx, row, { next_at: tx.now })
        : keepFailure(tx, ports, row, { booking, done, connection }),
    );

  if (step === 'make') {
    const meeting = meetingOf(row, booking, wanted);
    if (row.state === 'none') {
      // written down before it is asked for: whoever comes after a process that died looks first
      if (!(await holdOn(services, 'meetings', row, { state: 'claimed', connection_id: connection.id }))) return;
    } else {
      const found = await find(ask, meeting, now);
      if ('failure' in found) return failed(found);
      if (found.value) return write((tx) => keepMade(tx, ports, row, found.value as MadeMeeting));
      // looking for it may have taken so long that another looks, too
      if (!(await holdOn(services, 'meetings', row))) return;
    }
    const done = await make(ask, meeting, now);
    return 'failure' in done ? failed(done) : write((tx) => keepMade(tx, ports, row, done.value));
  }
  if (step === 'move') {
    const meeting = meetingOf(row, booking, wanted);
    const done = await move(ask, row.external_id ?? '', meeting, now);
    if (!('failure' in done))
      return write((tx) =>
        set(tx, row, { ...REST, starts_at: meeting.starts_at, duration_minutes: meeting.duration_minutes }),
      );
    return done.failure === 'gone' ? write((tx) => giveUp(tx, ports, row)) : failed(done);
  }
  // one that may have been made is looked for, so that none is left behind
  const found = row.external_id === null ? await find(ask, meetingOf(row, booking, booking), now) : null;
  if (found && 'failure' in found) return failed(found);
  const external = row.external_id ?? found?.value?.external_id;
  const done = external === undefined ? null : await remove(ask, external, now);
  return done && 'failure' in done ? failed(done) : write((tx) => giveUp(tx, ports, row));
}

type Failed = Extract<Done<unknown>, { failure: unknown }>;

/** Nothing is left to do until the booking changes. */
const REST = { attempts: 0, failing_since: null, told_at: null, next_at: null } as const;

const meetingOf = (row: Row, booking: BookingFacts, wanted: Wanted | BookingFacts): NewMeeting => {
  const { starts_at, duration_minutes } = typeof wanted === 'string' ? booking : wanted;
  return { topic: reviewNumber(booking.kind, booking.review_id), marker: markerOf(row), starts_at, duration_minutes };
};

const set = async (tx: Tx, { id }: Row, values: Updateable<DB['meetings']>): Promise<void> => {
  await tx.system.updateTable('meetings').set(values).where('id', '=', id).execute();
};

const forget = async (tx: Tx, { id }: Row): Promise<void> => {
  await tx.system.deleteFrom('meetings').where('id', '=', id).execute();
};

/** The meeting stands; it is looked at once more, since the booking may have moved under way. */
async function keepMade(tx: Tx<SystemActor>, ports: MeetingPorts, row: Row, made: MadeMeeting): Promise<void> {
  const { external_id, starts_at, duration_minutes } = made;
  await set(tx, row, { ...REST, state: 'made', external_id, starts_at, duration_minutes, next_at: tx.now });
  await ports.joinAppointment(tx, row.ics_uid, made.join_url);
}

/** There is no meeting any longer; whether there is to be another is seen at once. */
async function giveUp(tx: Tx<SystemActor>, ports: MeetingPorts, row: Row): Promise<void> {
  await set(tx, row, {
    ...REST,
    state: 'none',
    connection_id: null,
    external_id: null,
    starts_at: null,
    duration_minutes: null,
    generation: row.generation + 1,
    next_at: tx.now,
  });
  await ports.joinAppointment(tx, row.ics_uid, null);
}

/** Tried again until the call; whoever hosts is told that there is no link yet, once. */
async function keepFailure(
  tx: Tx<SystemActor>,
  ports: MeetingPorts,
  row: Row,
  {
    booking,
    done,
    connection,
  }: { booking: BookingFacts; done: Failed; connection: { user_id: number; provider: Provider } },
): Promise<void> {
  const held = await tx.system
    .selectFrom('meetings')
    .select(['attempts', 'failing_since', 'told_at'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const attempts = held.attempts + 1;
  const failing_since = held.failing_since ?? tx.now;
  const lasting = done.failure !== 'away';
  const tells = tellsNow({ failing_since, told_at: held.told_at, lasting, call_at: booking.starts_at }, tx.now);
  await set(tx, row, {
    attempts,
    failing_since,
    told_at: tells ? tx.now : held.told_at,
    next_at: new Date(tx.now.getTime() + waitAfter(attempts, done.retry_after_ms)),
  });
  if (!tells || booking.status !== 'scheduled') return;
  await mailUser(tx, ports, connection.user_id, {
    template: 'meeting_failing',
    data: { provider: providerRow(connection.provider).name, starts_at: booking.starts_at, again: !lasting },
    review_id: booking.review_id,
    side: booking.requester_id === connection.user_id ? 'requester' : 'expert',
    dedupe_key: `meeting_failing:${row.id}:${tx.now.getTime()}`,
  });
}
