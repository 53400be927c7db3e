import { type RawBuilder, sql } from 'kysely';

/** An examiner of a visit, with the time that is theirs in it. */
export interface ExaminerOfVisit {
  /** 1 leads. */
  panel_place: number;
  expert_profile_id: number;
  /** "Ines Falkenrath, MD" */
  name: string;
  specialty: string | null;
  starts_at: string;
  minutes: number;
}

/** The parts of a visit beside the lead's that stand, or stood when it ended; `a` is an alias of the lead's appointment. */
const parts = (a: string): RawBuilder<unknown> => sql`exam_parts x join appointments p on p.id = x.appointment_id
  and x.visit_id = ${sql.ref(`${a}.id`)} and p.status = ${sql.ref(`${a}.status`)}`;

/** Minutes from when the lead of a visit begins until its last examiner ends; `a` is an alias of the lead's appointment. */
export const visitMinutes = (a: string): RawBuilder<number> => sql<number>`(select greatest(
    ${sql.ref(`${a}.duration_minutes`)},
    coalesce(max(extract(epoch from p.starts_at - ${sql.ref(`${a}.starts_at`)})::int / 60 + p.duration_minutes), 0))
  from ${parts(a)})`;

/** Who examines in a visit, the lead first; `a` and `r` are aliases of the lead's appointment and of its review. */
export const examinersOf = (a: string, r: string): RawBuilder<ExaminerOfVisit[]> => sql<ExaminerOfVisit[]>`(
  select json_agg(json_build_object('panel_place', m.panel_place, 'expert_profile_id', m.expert_profile_id,
      'name', concat_ws(', ', u.first_name || ' ' || u.last_name, nullif(e.credentials_suffix, '')),
      'specialty', s.name, 'starts_at', m.starts_at, 'minutes', m.minutes) order by m.panel_place)
  from (
    select 1 as panel_place, ${sql.ref(`${a}.expert_profile_id`)} as expert_profile_id,
      ${sql.ref(`${a}.starts_at`)} as starts_at, ${sql.ref(`${a}.duration_minutes`)} as minutes,
      ${sql.ref(`${r}.specialty_id`)} as specialty_id
    union all
    select x.panel_place, p.expert_profile_id, p.starts_at, p.duration_minutes, o.specialty_id
    from ${parts(a)} join panel_places o on o.review_id = p.review_id and o.place = x.panel_place
  ) m join expert_profiles e on e.profile_id = m.expert_profile_id join profiles q on q.id = m.expert_profile_id
    join users u on u.id = q.user_id left join specialties s on s.id = m.specialty_id)`;

/** How many places of a review's panel nobody has and nobody gave up; `id`: the review's number. */
export const openPlacesOf = (id: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(*)::int from panel_places o where o.review_id = ${id} and o.given_up_at is null and not exists (
    select from invitations i where i.review_id = o.review_id and i.panel_place = o.place and i.status = 'accepted'))`;
