import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { systemCommand, type Tx } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import { createQueueSender } from '../../../platform/queue-sender.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { onStateWith } from '../../reviews/rules/kinds.ts';
import { meetingEndpoints } from '../contract.ts';
import { bookingOf, hostingOf } from './facts.ts';
import { type MeetingPorts, settleNext } from './settle.ts';
import { noteSession, zoomMessage } from './zoom-events.ts';
import { isZooms, proofOf } from './zoom-signature.ts';

const EVENT_BYTES = 256 * 1024;

/** Meetings: each call and interview has one at a provider where somebody hosts it, made once, moved and removed with it. */
export function meetingsServer(app: FastifyInstance, services: Services, ports: MeetingPorts) {
  const secret = services.env.ZOOM_WEBHOOK_SECRET;
  const settler = createQueueSender(services, 'meetings', {
    sendNext: () => settleNext(services, ports),
  });

  /** Has bookings looked at now. */
  const lookAt = async (tx: Tx, which: ReturnType<typeof sql>): Promise<void> => {
    await sql`update meetings set next_at = ${tx.now}, asked = asked + 1 where ${which}`.execute(tx.system);
    tx.afterCommit(settler.wake);
  };

  // what is signed are the bytes as they came
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_BYTES }, (_, bytes, done) =>
      done(null, bytes),
    );
    mount(scope, services, meetingEndpoints.zoomEvents, async ({ request }) => {
      if (secret === undefined) throw new Refusal('not_found');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const said = {
        signature: request.headers['x-zm-signature'],
        timestamp: request.headers['x-zm-request-timestamp'],
      };
      const message = isZooms(body, said, { secret, now: services.clock.now() })
        ? zoomMessage.safeParse(parsed(body))
        : undefined;
      if (!message?.success) throw new Refusal('malformed');
      const told = message.data;
      if (told?.event === 'endpoint.url_validation') return proofOf(told.payload.plainToken, secret);
      if (told)
        await systemCommand(services, { kind: 'system', request_id: request.id }, (tx) => noteSession(tx, told));
      return { received: true as const };
    });
  });

  return {
    senders: [settler],
    events: [
      onEvent({
        name: 'meetings.booking',
        topics: ['appointment.changed'],
        run: async (tx, { payload: { ics_uid } }) => {
          const booking = await bookingOf(tx.system, ics_uid);
          if (!booking) return;
          const { hosts } = await hostingOf(tx.system, ports.connectedAccounts, booking, null);
          // where nobody hosts there is nothing to keep in mind
          if (hosts.length > 0) await note(tx, ics_uid, booking.review_id);
          await lookAt(tx, sql`ics_uid = ${ics_uid}`);
        },
      }),
      onEvent({
        name: 'meetings.connected',
        topics: ['connected_account.connected'],
        when: ({ payload }) => payload.uses.includes('meetings'),
        run: async (tx, { payload: { user_id } }) => {
          await noteAhead(tx, sql`(r.requester_id = ${user_id} or p.user_id = ${user_id})`);
          tx.afterCommit(settler.wake);
        },
      }),
      onEvent({
        name: 'meetings.lost',
        topics: ['connected_account.lost'],
        run: (tx, { payload }) => lookAt(tx, sql`connection_id = ${payload.connection_id}`),
      }),
      onEvent({
        name: 'meetings.people_changed',
        topics: ['review.people_changed'],
        run: async (tx, { review_id }) => {
          await noteAhead(tx, sql`r.id = ${review_id}`);
          await lookAt(tx, sql`review_id = ${review_id} and state <> 'none'`);
        },
      }),
      onEvent({
        name: 'meetings.flags_changed',
        topics: ['organization.flags_changed'],
        run: async (tx, { payload }) => {
          const concerned = sql`r.organization_id in (select t.id from organization_tree(${payload.organization_id}) t)`;
          await noteAhead(tx, concerned);
          await lookAt(tx, sql`review_id in (select r.id from reviews r where ${concerned})`);
        },
      }),
      onEvent({
        name: 'meetings.review_over',
        topics: ['review.transitioned'],
        when: onStateWith(({ bucket }) => bucket === 'cancelled' || bucket === 'completed'),
        run: (tx, { review_id }) => lookAt(tx, sql`review_id = ${review_id}`),
      }),
      onEvent({
        name: 'meetings.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        run: async (tx, { review_id }) => {
          const id = review_id ?? 0;
          await sql`delete from meeting_sessions s using meetings m where m.id = s.meeting_id and m.review_id = ${id}`.execute(
            tx.system,
          );
          await tx.system.deleteFrom('meetings').where('review_id', '=', id).where('state', '=', 'none').execute();
          // what stands at a provider is kept in mind until it is gone there
          await lookAt(tx, sql`review_id = ${id}`);
        },
      }),
    ],
  } satisfies FeatureServer;
}

/** Keeps a booking in mind, to be looked at now. */
async function note(tx: Tx, icsUid: string, reviewId: number): Promise<void> {
  await tx.system
    .insertInto('meetings')
    .values({ ics_uid: icsUid, review_id: reviewId, next_at: tx.now, created_at: tx.now })
    .onConflict((oc) =>
      oc.column('ics_uid').doUpdateSet((eb) => ({ next_at: tx.now, asked: eb('meetings.asked', '+', 1) })),
    )
    .execute();
}

/** Keeps the bookings ahead of these reviews in mind in which somebody connected an account to hold calls. */
async function noteAhead(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  await sql`insert into meetings (ics_uid, review_id, next_at, created_at)
    select distinct a.ics_uid, a.review_id, ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from appointments a join reviews r on r.id = a.review_id left join profiles p on p.id = a.expert_profile_id
      where a.status = 'scheduled' and a.sort in ('call', 'interview') and a.starts_at > ${tx.now} and ${which}
        and exists (select from provider_connections c where c.state = 'connected' and 'meetings' = any (c.uses)
          and c.user_id in (r.requester_id, p.user_id))
    on conflict (ics_uid) do update set next_at = excluded.next_at, asked = meetings.asked + 1`.execute(tx.system);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
