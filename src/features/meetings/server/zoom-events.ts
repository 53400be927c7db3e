import { z } from 'zod';
import type { SystemActor } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import { rooms } from '../../../platform/live.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** What Zoom sends: a question whether the address is ours, or something of a meeting. */
export const zoomMessage = z.union([
  z.object({ event: z.literal('endpoint.url_validation'), payload: z.object({ plainToken: z.string().max(500) }) }),
  z.object({
    event: z.enum(['meeting.started', 'meeting.ended']),
    payload: z.object({
      object: z.object({
        id: z.union([z.string().max(100), z.number().int()]).transform(String),
        /** Each time it is begun is another one. */
        uuid: z.string().min(1).max(200),
        host_id: z.string().max(200),
        start_time: instant.nullish(),
        end_time: instant.nullish(),
      }),
    }),
  }),
  // others are not of concern here
  z.object({ event: z.string() }).transform(() => null),
]);
export type ZoomMeetingMessage = Extract<z.output<typeof zoomMessage>, { event: 'meeting.started' | 'meeting.ended' }>;

/** Notes when a meeting of ours was under way. The same message again, or one that comes late, changes nothing. */
export async function noteSession(tx: Tx<SystemActor>, { payload }: ZoomMeetingMessage): Promise<void> {
  const { id, uuid, host_id, start_time, end_time } = payload.object;
  const meeting = await tx.system
    .selectFrom('meetings as m')
    .innerJoin('provider_connections as c', 'c.id', 'm.connection_id')
    .select(['m.id', 'm.review_id'])
    .where('c.provider', '=', 'zoom')
    .where('c.account_id', '=', host_id)
    .where('m.external_id', '=', id)
    .executeTakeFirst();
  if (!meeting) return;
  await tx.system
    .insertInto('meeting_sessions')
    .values({ meeting_id: meeting.id, uuid, started_at: start_time ?? null, ended_at: end_time ?? null })
    .onConflict((oc) =>
      oc.columns(['meeting_id', 'uuid']).doUpdateSet((eb) => ({
        started_at: eb.fn.coalesce('meeting_sessions.started_at', 'excluded.started_at'),
        ended_at: eb.fn.coalesce('meeting_sessions.ended_at', 'excluded.ended_at'),
      })),
    )
    .execute();
  tx.live({
    room: rooms.review(meeting.review_id),
    event: 'review.changed',
    payload: { review_id: meeting.review_id },
  });
}
