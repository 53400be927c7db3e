import { type Kysely, sql } from 'kysely';
import { rolesAt } from '../../../core/actor.ts';
import type { Tx } from '../../../platform/command.ts';
import type { DB } from '../../../platform/db/types.ts';
import { mailUser } from '../../../platform/mail/mail-user.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { DueTimer } from '../../../platform/workers.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { LapseView } from '../contract/credential-ends.ts';
import {
  type EndingSort,
  endingWords,
  endOf,
  nextReminderAt,
  type ReminderDays,
  reminderDue,
} from '../rules/credential-ends.ts';

/** The timer that looks at something that ends. Its key: "credential:31" or "certification:8". */
export const CREDENTIAL_DUE = 'credential_due';

interface Ending {
  expert_profile_id: number;
  user_id: number;
  zone: string;
  sort: EndingSort;
  /** The state of a license, the issuer of anything else. */
  of: string;
  number: string | null;
  expires_on: string;
}

/** Has everybody reminded before this ends, and when it has. */
export async function watchEnding(tx: Tx, key: string, expiresOn: string | null, zone: string): Promise<void> {
  const due_at = expiresOn === null ? null : nextReminderAt(expiresOn, tx.now, zone);
  if (due_at === null) await tx.cancelTimer(CREDENTIAL_DUE, key);
  else await tx.setTimer({ kind: CREDENTIAL_DUE, key, due_at });
}

/** Reminds of what ends, and sets the next reminder. */
export async function remindOfEnding(tx: Tx, ports: Ports, { key }: DueTimer): Promise<void> {
  const ending = await endingOf(tx.system, key);
  if (!ending) return;
  const days = reminderDue(ending.expires_on, tx.now, ending.zone);
  await watchEnding(tx, key, ending.expires_on, ending.zone);
  if (days === null) return;
  await tell(tx, ports, ending, days);
  if (days > 0) return;
  // what is open now rests on something that has ended: its pages say so from here on
  for (const { id } of await openReviewsOf(tx.system, ending.expert_profile_id)) {
    await tx.audit({
      action: 'expert.credential_ended',
      review_id: id,
      subject: `profile:${ending.expert_profile_id}`,
      data: { sort: ending.sort, expires_on: ending.expires_on },
    });
    tx.live({ room: rooms.review(id), event: 'review.changed', payload: { review_id: id } });
  }
}

/** What a key names, with whose it is; nothing where it is gone, or does not end any more. */
async function endingOf(db: Kysely<DB>, key: string): Promise<Ending | undefined> {
  const [table, id] = key.split(':');
  const { rows } = await (
    table === 'credential'
      ? sql<Ending>`select c.expert_profile_id, u.id as user_id, u.time_zone as zone, 'license' as sort,
        coalesce(c.license_state, '') as of, c.license_number as number, c.expires_on
      from credentials c join profiles p on p.id = c.expert_profile_id join users u on u.id = p.user_id
      where c.id = ${Number(id)} and c.expires_on is not null`
      : sql<Ending>`select c.expert_profile_id, u.id as user_id, u.time_zone as zone, c.sort, c.issuer as of, null as number, c.expires_on
      from certifications c join profiles p on p.id = c.expert_profile_id join users u on u.id = p.user_id
      where c.id = ${Number(id)} and c.expires_on is not null and c.ended_at is null`
  ).execute(db);
  return rows[0];
}

const openReviewsOf = (db: Kysely<DB>, expertProfileId: number) =>
  db
    .selectFrom('reviews')
    .select('id')
    .where('bucket', '=', 'active')
    .where(
      sql<boolean>`(exists (select 1 from review_experts x
        where x.review_id = reviews.id and x.expert_profile_id = ${expertProfileId} and x.until is null)
        or exists (select 1 from invitations i where i.review_id = reviews.id
          and i.expert_profile_id = ${expertProfileId} and i.status in ('pending', 'opened')))`,
    )
    .orderBy('id')
    .execute();

/** The expert, whoever assists them, and the desks that find and check experts, each once however many rows carry the same license. */
async function tell(tx: Tx, ports: Ports, ending: Ending, days: ReminderDays): Promise<void> {
  const { expert_profile_id, expires_on, sort, of, number } = ending;
  const what = endingWords(sort, of);
  const once = ['ending', expert_profile_id, sort, of, number ?? '', expires_on, days].join(':');
  const outcome = days === 0 ? ('ended' as const) : ('ends' as const);
  const assistants = await tx.system
    .selectFrom('assistant_links as l')
    .innerJoin('profiles as p', 'p.id', 'l.assistant_profile_id')
    .select('p.user_id')
    .where('l.expert_profile_id', '=', expert_profile_id)
    .execute();
  for (const userId of new Set([ending.user_id, ...assistants.map(({ user_id }) => user_id)]))
    await mailUser(tx, ports, userId, {
      template: 'credential_ending',
      data: { what, ends_on: expires_on, outcome, link: '/up-next' },
      side: 'none',
      dedupe_key: `${once}:${userId}`,
    });
  const { code } = await tx.system
    .selectFrom('expert_profiles')
    .select('code')
    .where('profile_id', '=', expert_profile_id)
    .executeTakeFirstOrThrow();
  const open = (await openReviewsOf(tx.system, expert_profile_id)).length;
  for (const to of await staffWithRole(tx.system, ...rolesAt('matching'), ...rolesAt('records')))
    await ports.mail(tx, {
      to,
      template: 'expert_credential_ending',
      data: {
        code,
        what,
        ends_on: expires_on,
        outcome,
        open_reviews: open,
        link: `/admin/experts/${expert_profile_id}`,
      },
      side: 'staff',
      dedupe_key: `${once}:${to.user_id}`,
    });
}

/** What the experts of an open review, or those invited to it, rest on that has ended, at this instant. The review is in the reader's scope, or it is none. */
export async function lapsesOf(db: ActorDb, reviewId: number, now: Date): Promise<LapseView[] | null> {
  const review = await db
    .selectFrom('reviews')
    .select(['reviews.id', 'reviews.bucket'])
    .where('reviews.id', '=', reviewId)
    .executeTakeFirst();
  if (!review) return null;
  if (review.bucket !== 'active') return [];
  const { rows } = await sql<{
    expert_profile_id: number;
    code: string;
    zone: string;
    sort: EndingSort;
    of: string;
    expires_on: string;
  }>`
    with here as (select e.profile_id, e.code, u.time_zone as zone from expert_profiles e
        join profiles p on p.id = e.profile_id join users u on u.id = p.user_id
        where e.profile_id in (select x.expert_profile_id from review_experts x
            where x.review_id = ${reviewId} and x.until is null
          union select i.expert_profile_id from invitations i
            where i.review_id = ${reviewId} and i.status in ('pending', 'opened')))
    select distinct h.profile_id as expert_profile_id, h.code, h.zone, 'license' as sort, coalesce(c.license_state, '') as of, c.expires_on
      from here h join credentials c on c.expert_profile_id = h.profile_id
      where credential_end(c.expires_on, h.zone) <= ${now}
    union
    select h.profile_id, h.code, h.zone, c.sort, c.issuer, c.expires_on from here h
      join certifications c on c.expert_profile_id = h.profile_id and c.ended_at is null
      where credential_end(c.expires_on, h.zone) <= ${now}
    order by code, expires_on`.execute(db.executor);
  return rows.map(({ zone, sort, of, expires_on, ...expert }) => ({
    ...expert,
    what: endingWords(sort, of),
    ended_at: endOf(expires_on, zone).toISOString(),
  }));
}
