import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { isHeldElsewhere } from '../../../platform/db/constraint.ts';
import type { BookAppointment, EndAppointment, JoinAppointment } from '../ports.ts';
import type { Tx } from '../../../platform/command.ts';

/** The columns of a `SetAppointment`. */
export const APPOINTMENT = [
  'id',
  'expert_profile_id',
  'starts_at',
  'duration_minutes',
  'location',
  'ics_uid',
  'ics_sequence',
] as const;

/** How the address of a meeting begins, which a dial-in's text does not. */
export const LINK = 'https://';

/** A meeting that stands moves along, since its link is the one people have; with another expert it is another meeting. */
const movesAlong = <T extends { location: string; expert_profile_id: number | null }>(
  before: T | undefined,
  { expert_profile_id }: { expert_profile_id: number | null },
): before is T =>
  before !== undefined && before.location.startsWith(LINK) && before.expert_profile_id === expert_profile_id;

/** What stands elsewhere for a booking follows it. */
export const tellOf = (tx: Tx, reviewId: number, { ics_uid }: { ics_uid: string }): Promise<void> =>
  tx.emit('appointment.changed', { ics_uid }, reviewId);

/** See the port. */
export const bookAppointment: BookAppointment = async (tx, review_id, { taken, beside = false, ...appointment }) => {
  // one that is moved keeps its calendar entry: same UID, next sequence
  const before = await tx.system
    .selectFrom('appointments')
    .select(['ics_uid', 'ics_sequence', 'location', 'expert_profile_id'])
    .where('review_id', '=', review_id)
    .where('sort', '=', appointment.sort)
    .$if(beside, (q) => q.where('expert_profile_id', '=', appointment.expert_profile_id))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const booked = tx.system
    .insertInto('appointments')
    .values({
      ...appointment,
      location: movesAlong(before, appointment) ? before.location : appointment.location,
      review_id,
      busy: sql<string>`tstzrange(${taken.start}, ${taken.end})`,
      ics_uid: before?.ics_uid ?? `${randomUUID()}@peritus`,
      ics_sequence: (before?.ics_sequence ?? -1) + 1,
      created_at: tx.now,
    })
    .returning(APPOINTMENT)
    .executeTakeFirstOrThrow();
  try {
    const set = await booked;
    await tellOf(tx, review_id, set);
    return set;
  } catch (error) {
    if (isHeldElsewhere(error)) {
      throw new Refusal('slot_taken', 'Just taken. Choose one of the times that are still open.');
    }
    throw error;
  }
};

/** See the port. */
export const endAppointment: EndAppointment = async (tx, review_id, sort, status, expertProfileId) => {
  const ended = await tx.system
    .updateTable('appointments')
    .set({ status, ended_at: tx.now })
    .where('review_id', '=', review_id)
    .where('sort', '=', sort)
    .where('status', 'in', ['scheduled', 'tentative'])
    .$if(expertProfileId !== undefined, (q) => q.where('expert_profile_id', '=', expertProfileId ?? 0))
    .returning(APPOINTMENT)
    .executeTakeFirst();
  if (ended) await tellOf(tx, review_id, ended);
  return ended ?? null;
};

/** See the port. */
export const joinAppointment: JoinAppointment = async (tx, ics_uid, link) => {
  const location = link ?? tx.services.env.CALL_DIAL_IN;
  const before = await tx.system
    .selectFrom('appointments')
    .select(['id', 'review_id', 'sort', 'status', 'location'])
    .where('ics_uid', '=', ics_uid)
    .orderBy('id', 'desc')
    .forUpdate()
    .executeTakeFirst();
  if (!before || before.location === location) return;
  await tx.system
    .updateTable('appointments')
    .set((eb) => ({ location, ...(before.status === 'scheduled' ? { ics_sequence: eb('ics_sequence', '+', 1) } : {}) }))
    .where('id', '=', before.id)
    .execute();
  if (before.status !== 'scheduled' || (before.sort !== 'call' && before.sort !== 'interview')) return;
  await tx.emit('appointment.join_changed', { appointment_id: before.id, sort: before.sort }, before.review_id);
};
