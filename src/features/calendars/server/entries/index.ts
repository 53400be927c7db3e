import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/command.ts';
import type { Ports } from '../../../../platform/ports.ts';
import { createQueueSender } from '../../../../platform/queue-sender.ts';
import type { Services } from '../../../../platform/services.ts';
import { onAction, onEvent } from '../../../../platform/workers.ts';
import { bookingsAhead, bookingsOf, peopleOf } from './facts.ts';
import { settleNext } from './settle.ts';

/** Booked calls, interviews and exams in the calendars of those who want them there: made, moved and removed with the booking. */
export function calendarEntries(services: Services, ports: Pick<Ports, 'connectedAccounts'>) {
  const sender = createQueueSender(services, 'calendar entries', {
    sendNext: () => settleNext(services, ports),
  });

  /** Has entries looked at now. */
  const lookAt = async (tx: Tx, which: RawBuilder<unknown>): Promise<void> => {
    await sql`update calendar_entries set next_at = ${tx.now}, asked = asked + 1 where ${which}`.execute(tx.system);
    tx.afterCommit(sender.wake);
  };
  /** Keeps a booking in mind for somebody; one that is known stays as it is. */
  const note = async (tx: Tx, user_id: number, booking: { ics_uid: string; review_id: number }): Promise<void> => {
    await tx.system
      .insertInto('calendar_entries')
      .values({ ...booking, user_id, next_at: tx.now, created_at: tx.now })
      .onConflict((oc) => oc.columns(['user_id', 'ics_uid']).doNothing())
      .execute();
  };

  /** Has a booking looked at now, for all whose it may be. */
  const lookAtBooking = async (tx: Tx, ics_uid: string): Promise<void> => {
    const of = await peopleOf(tx.system, ics_uid);
    if (!of) return;
    const wanting = await ports.connectedAccounts.usable(tx.system, of.user_ids, 'entries');
    for (const { user_id } of wanting) await note(tx, user_id, { ics_uid, review_id: of.review_id });
    await lookAt(tx, sql`ics_uid = ${ics_uid}`);
  };

  return {
    sender,
    events: [
      onEvent({
        name: 'calendar_entries.booking',
        topics: ['appointment.changed'],
        run: (tx, { payload: { ics_uid } }) => lookAtBooking(tx, ics_uid),
      }),
      onEvent({
        name: 'calendar_entries.people_changed',
        topics: ['review.people_changed'],
        run: async (tx, { review_id }) => {
          for (const ics_uid of await bookingsOf(tx.system, review_id ?? 0, tx.now)) await lookAtBooking(tx, ics_uid);
        },
      }),
      onEvent({
        name: 'calendar_entries.connected',
        topics: ['connected_account.connected'],
        when: ({ payload }) => payload.provider === 'microsoft',
        run: async (tx, { payload: { connection_id, user_id, uses } }) => {
          // what was left in this account by a connection that ended is known again
          await sql`update calendar_entries e set connection_id = c.id from provider_connections c
            where c.id = ${connection_id} and e.user_id = ${user_id} and e.account_id = c.account_id`.execute(
            tx.system,
          );
          if (uses.includes('entries'))
            for (const booking of await bookingsAhead(tx.system, user_id, tx.now)) await note(tx, user_id, booking);
          await lookAt(tx, sql`user_id = ${user_id}`);
        },
      }),
      onEvent({
        name: 'calendar_entries.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          const id = review_id ?? 0;
          await tx.system
            .deleteFrom('calendar_entries')
            .where('review_id', '=', id)
            .where('state', '=', 'none')
            .execute();
          // what stands in a calendar is kept in mind until it is taken out there
          await lookAt(tx, sql`review_id = ${id}`);
        },
      }),
    ],
  };
}
