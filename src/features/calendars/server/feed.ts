import ical, { ICalEventStatus } from 'ical-generator';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { type Kind, KINDS, reviewNumber } from '../../../core/kinds.ts';
import { DAY, MINUTE } from '../../../core/time.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { DB } from '../../../platform/db/types.ts';

/** So long what is over stays in it. */
const PAST_MS = 30 * DAY;

const CALLED = {
  call: 'Expert call',
  interview: 'Interview',
  exam: 'Exam',
  deposition: 'Deposition',
  trial: 'Trial',
  preparation: 'Preparation for testimony',
} as const;

interface Row {
  uid: string;
  sequence: number;
  sort: keyof typeof CALLED;
  starts_at: Date;
  minutes: number;
  tentative: boolean;
  review_id: number;
  kind: Kind;
}

/**
 * What one person has, as their calendar reads it: the calls, exams and testimony of the reviews they are an expert on, assist one
 * on, or ordered where they still work. Titles are a review's number and what it is; there is no name, place or note in it.
 * Refuses `not_found` for an address that was ended or never was.
 */
export async function readFeed(db: Kysely<DB>, token: string, publicUrl: string, now: Date): Promise<string> {
  const feed = await db
    .updateTable('calendar_feeds')
    .from('users')
    .set({ read_at: now })
    .whereRef('users.id', '=', 'calendar_feeds.user_id')
    .where('calendar_feeds.token_hash', '=', hashToken(token))
    .where('users.suspended_at', 'is', null)
    .returning('calendar_feeds.user_id')
    .executeTakeFirst();
  if (!feed) throw new Refusal('not_found');
  const since = new Date(now.getTime() - PAST_MS);
  const { rows } = await sql<Row>`
    with own as (
      select p.id as profile_id from profiles p where p.user_id = ${feed.user_id} and p.type in ('MedicalExpert', 'ExternalMedicalExpert')
      union select l.expert_profile_id from assistant_links l join profiles p on p.id = l.assistant_profile_id
        where p.user_id = ${feed.user_id}),
    places as (
      select u.organization_id from users u where u.id = ${feed.user_id} and u.organization_id is not null
      union select p.organization_id from profiles p where p.user_id = ${feed.user_id} and p.organization_id is not null),
    ordered as (select r.id from reviews r where r.requester_id = ${feed.user_id} and r.organization_id in (select organization_id from places))
    select a.ics_uid as uid, a.ics_sequence as sequence, a.sort, a.starts_at, a.duration_minutes as minutes,
      a.status = 'tentative' as tentative, r.id as review_id, r.kind
    from appointments a join reviews r on r.id = a.review_id
    where a.status in ('scheduled', 'tentative', 'held') and a.starts_at > ${since} and a.sort in ('call', 'interview', 'exam')
      and (a.expert_profile_id in (select profile_id from own) or a.review_id in (select id from ordered))
    union all
    select 'testimony-' || t.id || '@peritus', 0, t.type, t.starts_at, t.minutes, false, r.id, r.kind
    from testimony_sessions t join reviews r on r.id = t.review_id
    where t.state in ('confirmed', 'held') and t.starts_at > ${since}
      and (t.expert_profile_id in (select profile_id from own) or t.review_id in (select id from ordered))
    order by starts_at limit 2000`.execute(db);
  const calendar = ical({ prodId: { company: 'Peritus', product: 'Peritus', language: 'EN' }, name: 'Peritus' });
  calendar.ttl(60 * 60);
  for (const row of rows) {
    const url = `${publicUrl}/${KINDS[row.kind].slug}/${row.review_id}`;
    calendar.createEvent({
      id: row.uid,
      sequence: row.sequence,
      stamp: now,
      start: row.starts_at,
      end: new Date(row.starts_at.getTime() + row.minutes * MINUTE),
      summary: `${CALLED[row.sort]} ${reviewNumber(row.kind, row.review_id)}`,
      url,
      status: row.tentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
