import { type Kysely, sql } from 'kysely';
import { invitationAfterPause } from '../../reviews/rules/clocks.ts';
import { extraHolidays } from '../../../platform/db/extra-holidays.ts';
import { holidaysIn } from '../../reviews/rules/holidays.ts';
import { stateRow } from '../../reviews/rules/kinds.ts';
import type { ReviewStatus } from '../../reviews/rules/statuses.ts';
import type { Kind } from '../../../core/kinds.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { setInvitationDeadlines } from './commands.ts';

/** Gives the open invitations of a review the time again that it stood still. */
export async function prolongInvitations(
  tx: Tx,
  review_id: number,
  pause: { since: Date; until: Date },
): Promise<void> {
  const {
    state,
    expedited,
    time_zone: zone,
  } = await tx.system
    .selectFrom('reviews as r')
    .innerJoin('organizations as o', 'o.id', 'r.organization_id')
    .select(['r.state', 'r.expedited', 'o.time_zone'])
    .where('r.id', '=', review_id)
    .executeTakeFirstOrThrow();
  const by = { expedited, zone, isHoliday: holidaysIn(state, await extraHolidays(tx.system)) };
  const open = await tx.system
    .selectFrom('invitations')
    .select(['id', 'expires_at'])
    .where('review_id', '=', review_id)
    .where('status', 'in', ['pending', 'opened'])
    .where('created_at', '<=', pause.since)
    .execute();
  for (const { id, expires_at } of open) {
    const later = invitationAfterPause(expires_at, pause, by);
    await tx.system.updateTable('invitations').set({ expires_at: later }).where('id', '=', id).execute();
    await setInvitationDeadlines(tx, { id, review_id, expires_at: later });
  }
}

/** The handler that gives invitations the time again that their review stood still. */
export const AFTER_PAUSE = 'matching.after_hold';

/** Whether an event tells of a pause that is over, after which invitations go on. */
export const givesTimeBack = ({ stood, kind, to }: { stood?: unknown; kind: Kind; to: ReviewStatus }): boolean =>
  stood !== undefined && stateRow(kind, to).phase === 'asks_expert';

/**
 * Whether the invitations of a review have still to be given time back: it goes on after a pause, and the event that says
 * so waits to be handled. Until then they do not end.
 */
export async function isOwedTime(db: Kysely<DB>, review_id: number): Promise<boolean> {
  const { rows } = await sql<{ payload: { stood?: unknown; kind: Kind; to: ReviewStatus } }>`
    select o.payload from outbox o
    where o.review_id = ${review_id} and o.topic = 'review.transitioned' and o.payload ? 'stood'
      and not exists (select from handled_events h where h.outbox_id = o.id and h.handler = ${AFTER_PAUSE})`.execute(
    db,
  );
  return rows.some(({ payload }) => givesTimeBack(payload));
}
