import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { fullName } from '../../../core/names.ts';
import { DAY } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { expertsOf } from '../../../platform/db/experts.ts';
import type { DB } from '../../../platform/db/types.ts';
import { knowsExpertSide } from '../../reviews/rules.ts';
import { DEFAULT_HOURS, LEAD_MS, workingRanges } from '../../scheduling/rules.ts';
import type { Availability } from '../contract.ts';
import { calendarReader, type EventSort, MOST_DAYS, type Range, SHOWN } from '../rules.ts';

/** So far ahead the first time on offer is looked for. */
const OFFERS_AHEAD_MS = 366 * DAY;

/** The stretch of time a page shows. Refuses `invalid`. */
function windowOf(asked: { from: string; until: string }): { from: Date; until: Date } {
  const [from, until] = [new Date(asked.from), new Date(asked.until)];
  const length = until.getTime() - from.getTime();
  if (length <= 0 || length > MOST_DAYS * DAY)
    refuseFields([{ path: 'until', message: `Ask for one to ${MOST_DAYS} days.` }]);
  return { from, until };
}

/**
 * A review's calendar as one reader may see it: what is offered and set, when they are busy, and their working hours. Whoever may
 * not know the expert reads neither name nor zone; of an expert's other engagements nobody reads but their side and staff.
 */
export async function availabilityOf(
  db: ActorDb,
  actor: Actor,
  kind: Kind,
  id: number,
  asked: { from: string; until: string },
  now: Date,
): Promise<Availability> {
  const review = await db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.subject', 'reviews.requester_id', 'reviews.expert_profile_id'])
    .select(expertsOf('reviews.id').as('experts'))
    .where('reviews.id', '=', id)
    .where('reviews.kind', '=', kind)
    .executeTakeFirst();
  const reader = review && calendarReader(actor, review);
  if (!review || !reader) throw new Refusal('not_found');
  const window = windowOf(asked);
  const shown = SHOWN[reader];
  const system = db.executor;
  // an expert beside the lead sees their own time
  const profileId =
    reader === 'expert'
      ? (review.experts.find((one) => actor.expert_profile_ids.includes(one.expert_profile_id))?.expert_profile_id ??
        null)
      : review.expert_profile_id;
  const expert =
    profileId === null ? null : await personOf(system, sql`(select user_id from profiles where id = ${profileId})`);
  const requester = await personOf(system, sql`${review.requester_id}`);
  const own = shown.hours === 'own' ? await personOf(system, sql`${actor.user_id}`) : null;
  const person = shown.hours === 'of_expert' ? expert : own;
  const events = [
    ...(await engagements(system, shown.engagements, { review: id, profileId, userId: actor.user_id, ...window })),
    ...(await offers(system, shown.offers, { review: id, profileId, now, ...window })),
  ];
  const ahead = { from: now, until: new Date(now.getTime() + OFFERS_AHEAD_MS) };
  const onOffer = await offers(system, shown.offers === 'none' ? 'none' : 'of_review', {
    review: id,
    profileId,
    now,
    ...ahead,
  });
  const first = onOffer.reduce<Date | null>((one, { start }) => (one === null || start < one ? start : one), null);
  const busy = person === null ? [] : await busyByCalendars(system, person.user_id, window);
  const knows = reader !== 'expert' && expert !== null && knowsExpertSide(actor.kind, kind);
  return {
    review_id: id,
    kind,
    number: reviewNumber(kind, id),
    subject: shown.offers === 'none' ? '' : review.subject,
    reader,
    zones: [
      ...(knows ? [{ whose: 'expert' as const, label: `Dr. ${expert.last_name}`, zone: expert.zone }] : []),
      ...(shown.knows_requester
        ? [{ whose: 'requester' as const, label: fullName(requester), zone: requester.zone }]
        : []),
    ],
    first_offer: first?.toISOString() ?? null,
    working:
      person === null ? [] : workingRanges(person.hours, person.zone, window.from, window.until, person.off).map(wire),
    events: [
      ...events.map(({ key, sort, start, end, tentative, review_id, review_kind }) => ({
        key: `${sort}-${key}`,
        sort,
        ...wire({ start, end }),
        tentative,
        here: review_id === id,
        review: { id: review_id, kind: review_kind, number: reviewNumber(review_kind, review_id) },
      })),
      ...busy.map((range, n) => ({
        key: `busy-${n}`,
        sort: 'busy' as const,
        ...wire(range),
        tentative: false,
        here: false,
        review: null,
      })),
    ].sort((a, b) => a.start.localeCompare(b.start) || a.end.localeCompare(b.end) || a.key.localeCompare(b.key)),
  };
}

const wire = ({ start, end }: Range) => ({ start: start.toISOString(), end: end.toISOString() });

/** Somebody's clock and working hours. */
async function personOf(db: Kysely<DB>, userId: RawBuilder<unknown>) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'time_zone', 'working_hours', 'working_hours_enabled', 'blackout_dates'])
    .where('id', '=', sql<number>`${userId}`)
    .executeTakeFirstOrThrow();
  return {
    user_id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    zone: row.time_zone,
    hours: row.working_hours_enabled ? row.working_hours : DEFAULT_HOURS,
    off: row.blackout_dates,
  };
}

interface Event {
  key: number;
  sort: Exclude<EventSort, 'busy'>;
  start: Date;
  end: Date;
  tentative: boolean;
  review_id: number;
  review_kind: Kind;
}
interface Asked {
  review: number;
  profileId: number | null;
  from: Date;
  until: Date;
}

/** Calls, interviews, exams and testimony. */
async function engagements(
  db: Kysely<DB>,
  which: (typeof SHOWN)[keyof typeof SHOWN]['engagements'],
  { review, profileId, userId, from, until }: Asked & { userId: number },
): Promise<Event[]> {
  const whose = (of: string, at: string): RawBuilder<boolean> => {
    if (which === 'of_expert') return sql<boolean>`${sql.ref(`${of}.expert_profile_id`)} = ${profileId}`;
    if (which === 'calls_of_review') return sql<boolean>`${sql.ref(`${of}.review_id`)} = ${review}`;
    const other =
      which === 'of_review_and_expert'
        ? sql`${sql.ref(`${of}.expert_profile_id`)} = ${profileId}`
        : sql`${sql.ref(`${at}.requester_id`)} = ${userId}`;
    return sql<boolean>`(${sql.ref(`${of}.review_id`)} = ${review} or ${other})`;
  };
  const { rows } = await sql<Event>`
    select a.id as key, a.sort, a.starts_at as start, a.starts_at + a.duration_minutes * interval '1 minute' as "end",
      a.status = 'tentative' as tentative, r.id as review_id, r.kind as review_kind
    from appointments a join reviews r on r.id = a.review_id
    where a.status in ('scheduled', 'tentative', 'held') and a.sort in ('call', 'interview', 'exam')
      and a.starts_at > ${new Date(from.getTime() - DAY)} and a.starts_at < ${until}
      and a.starts_at + a.duration_minutes * interval '1 minute' > ${from} and ${whose('a', 'r')}
      ${which === 'calls_of_review' ? sql`and a.sort = 'call'` : sql``}
    ${
      which === 'calls_of_review'
        ? sql``
        : sql`union all
    select t.id, 'testimony', t.starts_at, t.starts_at + t.minutes * interval '1 minute', t.state = 'asked', r.id, r.kind
    from testimony_sessions t join reviews r on r.id = t.review_id
    where t.state in ('asked', 'confirmed', 'held') and t.starts_at > ${new Date(from.getTime() - DAY)} and t.starts_at < ${until}
      and t.starts_at + t.minutes * interval '1 minute' > ${from} and ${whose('t', 'r')}`
    }`.execute(db);
  return rows;
}

/** Times that are on offer and can still be chosen. */
async function offers(
  db: Kysely<DB>,
  which: (typeof SHOWN)[keyof typeof SHOWN]['offers'],
  { review, profileId, now, from, until }: Asked & { now: Date },
): Promise<Event[]> {
  if (which === 'none') return [];
  const whose = which === 'of_expert' ? sql`o.expert_profile_id = ${profileId}` : sql`o.review_id = ${review}`;
  const { rows } = await sql<Event>`
    select o.id as key, 'offer' as sort, o.starts_at as start, o.ends_at as "end", false as tentative, r.id as review_id, r.kind as review_kind
    from time_offers o join reviews r on r.id = o.review_id
    where o.status = 'open' and ${whose} and o.starts_at < ${until} and o.ends_at > ${from}
      and o.starts_at > ${new Date(now.getTime() + LEAD_MS)}
      -- what is left on offer where the call is set is for moving it
      and not exists (select from appointments c where c.review_id = o.review_id and c.sort = 'call' and c.status in ('scheduled', 'tentative'))
      and not exists (select from appointments a where a.expert_profile_id = o.expert_profile_id and a.review_id <> o.review_id
        and a.status in ('scheduled', 'tentative') and a.busy && tstzrange(o.starts_at, o.ends_at))
      and not (o.by_hours and exists (select from profiles p join calendar_busy b on b.user_id = p.user_id
        where p.id = o.expert_profile_id and b.ends_at > o.starts_at and b.starts_at < o.ends_at))
    union all
    select o.id, 'exam_offer', o.starts_at, o.starts_at + o.minutes * interval '1 minute', o.status = 'proposed', r.id, r.kind
    from exam_offers o join reviews r on r.id = o.review_id
    where o.status in ('open', 'proposed') and ${whose} and o.starts_at < ${until} and o.starts_at > ${now}
      and o.starts_at + o.minutes * interval '1 minute' > ${from}`.execute(db);
  return rows;
}

/** When a person is busy by the calendars they connected, as one reads it: overlaps are one. */
async function busyByCalendars(
  db: Kysely<DB>,
  userId: number,
  { from, until }: { from: Date; until: Date },
): Promise<Range[]> {
  const { rows } = await sql<Range>`
    select lower(r) as start, upper(r) as "end" from (
      select unnest(range_agg(tstzrange(greatest(b.starts_at, ${from}), least(b.ends_at, ${until})))) as r
      from calendar_busy b where b.user_id = ${userId} and b.ends_at > ${from} and b.starts_at < ${until}) busy
    order by 1`.execute(db);
  return rows;
}
