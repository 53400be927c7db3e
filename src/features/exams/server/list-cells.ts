import { type Selectable, sql } from 'kysely';
import { dateIn } from '../../../core/time.ts';
import { dateText } from '../../../core/dates.ts';
import { type ExaminerOfVisit, examinersOf } from '../../../platform/db/visits.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { OwnCells } from '../../reviews/ports.ts';
import type { PlaceView } from '../contract.ts';
import { ATTENDANCE_SHORT } from '../rules.ts';

interface Row {
  review_id: number;
  status: Selectable<DB['appointments']>['status'];
  starts_at: Date;
  place: PlaceView;
  notice_by: string;
  attendance: Selectable<DB['exams']>['attendance'];
  served_on: string | null;
  examiners: ExaminerOfVisit[];
}

const clock = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
    .format(at)
    .replace('\u202f', ' ');

/** How far its notice is; nothing for an appointment that was given up. */
function noticeOf({ status, served_on, notice_by, place }: Row, now: Date): string[] {
  if (served_on !== null) return ['Served', dateText(served_on, 'medium')];
  if (status !== 'scheduled') return [];
  return [
    notice_by < dateIn(now, place.time_zone) ? 'Too late to serve' : 'To serve',
    `by ${dateText(notice_by, 'medium')}`,
  ];
}

/** What lists say of the exam of each review: when and where, how far its notice is, what came of it. */
export const examCells: OwnCells = async (database, reviewIds, now) => {
  const rows = await prepared<Row>(
    database,
    sql`select r.id as review_id, x.* from unnest(${[...reviewIds]}::bigint[]) r (id)
      cross join lateral (select a.status, a.starts_at, e.place, e.notice_by::text, e.attendance,
          (select min(n.served_on)::text from exam_notices n where n.appointment_id = a.id and n.superseded_at is null)
            as served_on,
          ${examinersOf('a', 'v')} as examiners
        from appointments a join exams e on e.appointment_id = a.id join reviews v on v.id = a.review_id
        where a.review_id = r.id order by a.status = 'scheduled' desc, a.id desc limit 1) x`,
  );
  return new Map(
    rows.map((row) => {
      const { starts_at, place, attendance, status, examiners } = row;
      const off = attendance === null && status !== 'scheduled';
      const when = `${dateText(dateIn(starts_at, place.time_zone), 'medium')}, ${clock(starts_at, place.time_zone)}`;
      return [
        row.review_id,
        {
          'own:exam': off
            ? ['Given up']
            : [when, place.name, ...(examiners.length > 1 ? [examiners.map(({ name }) => name).join('; ')] : [])],
          'own:notice': off ? [] : noticeOf(row, now),
          'own:attendance': attendance === null ? [] : [ATTENDANCE_SHORT[attendance]],
        },
      ];
    }),
  );
};
