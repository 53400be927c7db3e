import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { isHeldElsewhere } from '../../../platform/db/constraint.ts';
import type { BookAppointment, EndAppointment } from '../ports.ts';

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

/** See the port. */
export const bookAppointment: BookAppointment = async (tx, review_id, { taken, beside = false, ...appointment }) => {
  // one that is moved keeps its calendar entry: same UID, next sequence
  const before = await tx.system
    .selectFrom('appointments')
    .select(['ics_uid', 'ics_sequence'])
    .where('review_id', '=', review_id)
    .where('sort', '=', appointment.sort)
    .$if(beside, (q) => q.where('expert_profile_id', '=', appointment.expert_profile_id))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const booked = tx.system
    .insertInto('appointments')
    .values({
      ...appointment,
      review_id,
      busy: sql<string>`tstzrange(${taken.start}, ${taken.end})`,
      ics_uid: before?.ics_uid ?? `${randomUUID()}@peritus`,
      ics_sequence: (before?.ics_sequence ?? -1) + 1,
      created_at: tx.now,
    })
    .returning(APPOINTMENT)
    .executeTakeFirstOrThrow();
  try {
    return await booked;
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
  return ended ?? null;
};
