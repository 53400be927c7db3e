import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { isHeldElsewhere } from '../../../platform/db/constraint.ts';
import type { PlaceView } from '../contract.ts';
import { siteOfPlace } from '../rules.ts';

const NONE_FREE = 'No room is free there at that time. Choose another time or another place.';

/** The first room of a place that is free for a visit; null where all are taken. A place without rooms has none to take. */
export async function freeRoom(db: Kysely<DB>, place: PlaceView, start: Date, until: Date): Promise<number | null> {
  const { of, id } = siteOfPlace(place);
  const { rows } = await sql<{ room: number }>`
    select n as room from generate_series(1, coalesce(
      case when ${of} = 'rented' then (select s.rooms from rented_sites s where s.id = ${id})
        else (select s.rooms from practice_sites s where s.id = ${id}) end, 0)) n
    where not exists (select from room_bookings b where b.site_of = ${of} and b.site_id = ${id} and b.room = n
      and b.freed_at is null and b.during && tstzrange(${start}, ${until}))
    order by n limit 1`.execute(db);
  return rows[0]?.room ?? null;
}

/**
 * Takes a room of the place for a visit. Where another visit took the last one, also a moment before, this refuses
 * `slot_taken`: the database's constraint decides.
 */
export async function takeRoom(
  tx: Tx,
  appointmentId: number,
  place: PlaceView,
  start: Date,
  until: Date,
): Promise<void> {
  const { of, id } = siteOfPlace(place);
  if (of === 'video') return;
  // visits of one site choose their rooms one after the other, so that a free one is found beside one that is just taken
  await sql`select pg_advisory_xact_lock(hashtext(${`rooms:${of}:${id}`}))`.execute(tx.system);
  const room = await freeRoom(tx.system, place, start, until);
  if (room === null) throw new Refusal('slot_taken', NONE_FREE);
  try {
    await tx.system
      .insertInto('room_bookings')
      .values({
        appointment_id: appointmentId,
        site_of: of,
        site_id: id,
        room,
        during: sql<string>`tstzrange(${start}, ${until})`,
      })
      .execute();
  } catch (error) {
    if (isHeldElsewhere(error)) throw new Refusal('slot_taken', NONE_FREE);
    throw error;
  }
}

/** What a room of a place is rented for, cents; null where nothing is rented. */
export async function rentOf(db: Kysely<DB>, place: PlaceView): Promise<number | null> {
  const { of, id } = siteOfPlace(place);
  if (of !== 'rented') return null;
  const site = await db.selectFrom('rented_sites').select('price_cents').where('id', '=', id).executeTakeFirst();
  return site?.price_cents ?? null;
}

/** Frees the rooms of a review's visits. */
export async function freeRooms(tx: Tx, reviewId: number): Promise<void> {
  await tx.system
    .updateTable('room_bookings')
    .set({ freed_at: tx.now })
    .where('freed_at', 'is', null)
    .where('appointment_id', 'in', (eb) =>
      eb.selectFrom('appointments').select('appointments.id').where('appointments.review_id', '=', reviewId),
    )
    .execute();
}
