import type { Kysely } from 'kysely';
import { MINUTE } from '../../../core/time.ts';
import type { DB } from '../../../platform/db/types.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { LEADS } from '../rules/panel.ts';

/** A place of a panel, and who has it. */
export interface Place {
  place: number;
  specialty_id: number;
  specialty: string;
  examiner: string | null;
  expert_profile_id: number | null;
  invited: number;
  given_up: boolean;
}

/** The places of a panel beside its lead, in order; none where one examiner was ordered, or the lead is not found. */
export async function placesOf(db: Kysely<DB>, reviewId: number): Promise<Place[]> {
  const rows = await db
    .selectFrom('panel_places as o')
    .innerJoin('specialties as s', 's.id', 'o.specialty_id')
    .leftJoin('invitations as i', (join) =>
      join
        .onRef('i.review_id', '=', 'o.review_id')
        .onRef('i.panel_place', '=', 'o.place')
        .on('i.status', '=', 'accepted'),
    )
    .leftJoin('profiles as p', 'p.id', 'i.expert_profile_id')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .select(['o.place', 'o.specialty_id', 's.name as specialty', 'i.expert_profile_id', 'o.given_up_at'])
    .select(fullNameOf('u').as('examiner'))
    .select((eb) =>
      eb
        .selectFrom('invitations as x')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('x.review_id', '=', 'o.review_id')
        .whereRef('x.panel_place', '=', 'o.place')
        .where('x.status', 'in', ['pending', 'opened'])
        .as('invited'),
    )
    .where('o.review_id', '=', reviewId)
    .orderBy('o.place')
    .execute();
  return rows.map(({ given_up_at, invited, examiner, ...one }) => ({
    ...one,
    examiner: one.expert_profile_id === null ? null : `Dr. ${examiner}`,
    invited: invited ?? 0,
    given_up: given_up_at !== null,
  }));
}

/** Whether a place can be offered to somebody: nobody has it, and it was not given up. */
export const isOpen = (one: Place): boolean => one.expert_profile_id === null && !one.given_up;

/** When and where the visit is that an invited examiner would join; null while none is set. */
export async function visitOf(db: Kysely<DB>, reviewId: number, panelPlace: number) {
  if (panelPlace === LEADS) return null;
  const row = await db
    .selectFrom('exams as e')
    .innerJoin('appointments as a', 'a.id', 'e.appointment_id')
    .innerJoin('exam_parts as x', 'x.visit_id', 'e.appointment_id')
    .innerJoin('appointments as b', 'b.id', 'x.appointment_id')
    .select(['e.place', 'b.starts_at', 'b.duration_minutes'])
    .where('e.review_id', '=', reviewId)
    .where('a.status', '=', 'scheduled')
    .where('x.panel_place', '=', panelPlace)
    .orderBy('b.id', 'desc')
    .executeTakeFirst();
  return row
    ? {
        starts_at: row.starts_at.toISOString(),
        ends_at: new Date(row.starts_at.getTime() + row.duration_minutes * MINUTE).toISOString(),
        time_zone: row.place.time_zone,
        place: [row.place.name, ...row.place.lines].join(', '),
      }
    : null;
}
