import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { DB } from '../../src/platform/db/types.ts';

/*
 * What is owed for what happened, summed up from the tables where it happened. It shares nothing with the rules of the ledger, whose
 * book it is held against: whoever differs from it is answered, with both amounts in cents.
 */

interface Differs {
  of: string;
  happened: number;
  booked: number;
}

/** The last price that was fixed: what the report costs in it, and the rest. */
const PRICED = sql`
  select r.id, r.organization_id, r.kind, r.bucket,
    exists (select from appointments a where a.review_id = r.id and a.sort in ('call', 'exam') and a.status = 'held') as met,
    exists (select from reports p where p.review_id = r.id and p.delivered_at is not null) as delivered,
    coalesce(sum((l.line ->> 'cents')::int) filter (where l.is_report), 0) as report,
    coalesce(sum((l.line ->> 'cents')::int) filter (where not l.is_report), 0) as rest
  from reviews r
  left join lateral (select q.lines from quotes q where q.review_id = r.id order by q.version desc limit 1) q on true
  left join lateral (select line, 'report' in (line ->> 'key', coalesce(line ->> 'of', '')) as is_report
    from jsonb_array_elements(q.lines) line) l on true
  group by r.id`;

/** What canceling a review came to. */
const canceled = (review: string) => sql`coalesce((select (c.data ->> 'fee_cents')::int from audit_rows c
  where c.review_id = ${sql.ref(review)} and c.action = 'review.cancel' order by c.id desc limit 1), 0)`;

/** What each review comes to for whoever ordered it. */
const CHARGED = sql`
  select p.id,
    case when p.bucket = 'cancelled' then ${canceled('p.id')}
      else case when p.kind <> 'Generic' and (p.met or p.delivered or p.bucket = 'completed') then p.rest else 0 end
        + case when p.delivered then p.report else 0 end end
    + coalesce((select sum(late_fee_cents) from appointments where review_id = p.id and sort = 'call'), 0)
    + coalesce((select sum(fee_cents) from exams where review_id = p.id), 0)
    + coalesce((select sum(amount_cents) from time_entries where review_id = p.id), 0)
    + coalesce((select sum(amount_cents) from matter_expenses where review_id = p.id and state = 'approved'), 0) as cents
  from (${PRICED}) p`;

/** Reviews whose customer is charged anything else than what happened comes to, and organizations whose subscriptions are. */
async function chargedOtherwise(db: Kysely<DB>): Promise<Differs[]> {
  const { rows } = await sql<Differs>`
    with happened as (${CHARGED}),
    booked as (
      select e.review_id, e.organization_id, -sum(l.cents) as cents
      from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where l.account in ('revenue', 'sales_tax') and e.cause not in ('credit_note', 'write_off') group by 1, 2),
    subscribed as (
      select b.organization_id, sum(q.quota * b.review_price_cents) as cents
      from seat_quotas q join subscription_seats s on s.id = q.seat_id join subscriptions b on b.id = s.subscription_id group by 1)
    select 'review ' || h.id as of, h.cents::float8 as happened, coalesce(b.cents, 0)::float8 as booked
      from happened h left join booked b on b.review_id = h.id where h.cents <> coalesce(b.cents, 0)
    union all
    select 'organization ' || coalesce(s.organization_id, b.organization_id), coalesce(s.cents, 0)::float8, coalesce(b.cents, 0)::float8
      from subscribed s full join (select * from booked where review_id is null) b on b.organization_id = s.organization_id
      where coalesce(s.cents, 0) <> coalesce(b.cents, 0)`.execute(db);
  return rows;
}

/** An expert's part of an amount. */
const share = sql`floor(cents * t.share + 0.5)`;

/** What each expert earns of a review, by what they were told they earn, and what of it repays an expense. */
const EARNED = sql`
  with stays as (
    select s.review_id, s.expert_profile_id, bool_or(s.part = 'lead') as led,
      bool_or(s.until is null or s.until >= coalesce(r.closed_at, r.updated_at)) as stayed
    from review_experts s join reviews r on r.id = s.review_id where s.earns group by 1, 2),
  told as (
    select s.review_id, s.expert_profile_id, s.stayed, r.bucket,
      case when r.bucket = 'cancelled' then ${canceled('r.id')} else 0 end as canceled,
      coalesce((f.terms ->> 'share_percent')::numeric, 0) / 100 as share, (f.terms -> 'rates' ->> 'hourly_cents')::numeric as hourly,
      case when r.kind = 'Generic' then 0 else coalesce((select sum((l ->> 'cents')::int)
        from jsonb_array_elements(f.lines) l where l ->> 'key' <> 'report'), 0) end as rest,
      coalesce((select sum((l ->> 'cents')::int) from jsonb_array_elements(f.lines) l where l ->> 'key' = 'report'), 0) as report,
      exists (select from appointments a where a.review_id = s.review_id and a.expert_profile_id = s.expert_profile_id
        and a.sort in ('call', 'exam') and a.status = 'held') as met,
      exists (select from reports p join profiles o on o.id = s.expert_profile_id
        where p.review_id = s.review_id and p.delivered_at is not null and (p.signed_by = o.user_id or not s.led)) as delivered
    from stays s join reviews r on r.id = s.review_id
    cross join lateral (select v.lines, v.terms from expert_fees v
      where v.review_id = s.review_id and v.expert_profile_id = s.expert_profile_id order by v.version desc limit 1) f),
  done as (
    select t.*, case when met or delivered or (bucket = 'completed' and stayed) then rest else 0 end
      + case when delivered then report else 0 end as cents_done
    from told t)
  select t.review_id, t.expert_profile_id, cents_done
    + case when cents_done = 0 and stayed then floor(canceled * t.share + 0.5) else 0 end
    + coalesce((select sum(${share}) from (select late_fee_cents as cents from appointments a
        where a.review_id = t.review_id and a.expert_profile_id = t.expert_profile_id and a.sort = 'call') late), 0)
    + coalesce((select sum(${share}) from (select e.fee_cents as cents from exams e join appointments a on a.id = e.appointment_id
        where e.review_id = t.review_id and a.expert_profile_id = t.expert_profile_id) exam), 0)
    + coalesce((select sum(case when t.hourly is null or minutes = 0 then ${share} else floor(minutes * t.hourly / 60 + 0.5) end)
        from (select e.amount_cents as cents, e.minutes from time_entries e join review_tasks k on k.id = e.task_id
          where e.review_id = t.review_id and k.expert_profile_id = t.expert_profile_id) worked), 0)
    + coalesce((select sum(amount_cents) from matter_expenses m
        where m.review_id = t.review_id and m.expert_profile_id = t.expert_profile_id and m.state = 'approved'), 0) as cents,
    coalesce((select sum(amount_cents) from matter_expenses m
      where m.review_id = t.review_id and m.expert_profile_id = t.expert_profile_id and m.state = 'approved'), 0) as repaid
  from done t`;

/** What each review comes to for whoever ordered it, cents by its number in the database. */
export async function chargedByReview(db: Kysely<DB>): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{
    id: number;
    cents: number;
  }>`select id, cents::float8 as cents from (${CHARGED}) c`.execute(db);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** What each expert earned in all, and what of it was for work: cents, by profile. */
export async function earnedByExpert(
  db: Kysely<DB>,
): Promise<ReadonlyMap<number, { cents: number; for_work: number }>> {
  const { rows } = await sql<{ id: number; cents: number; for_work: number }>`
    select expert_profile_id as id, sum(cents)::float8 as cents, sum(cents - repaid)::float8 as for_work
    from (${EARNED}) e group by 1`.execute(db);
  return new Map(rows.map(({ id, ...of }) => [id, of]));
}

/** Experts who are owed anything else of a review than what they did there comes to, by what they were told they earn. */
async function earnedOtherwise(db: Kysely<DB>): Promise<Differs[]> {
  const { rows } = await sql<Differs>`
    with happened as (${EARNED}),
    booked as (
      select e.review_id, l.expert_profile_id, sum(l.cents) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where l.account = 'expert_fees' group by 1, 2)
    select 'review ' || review_id || ', expert ' || expert_profile_id as of, coalesce(h.cents, 0)::float8 as happened,
      coalesce(b.cents, 0)::float8 as booked
    from happened h full join booked b using (review_id, expert_profile_id)
    where coalesce(h.cents, 0) <> coalesce(b.cents, 0)`.execute(db);
  return rows;
}

/** Experts who were paid, tax that was withheld included, or are owed still, anything else than all they earned. */
async function paidOtherwise(db: Kysely<DB>): Promise<Differs[]> {
  const { rows } = await sql<Differs>`
    with earned as (select expert_profile_id, sum(cents) as cents from ledger_lines where account = 'expert_fees' group by 1),
      paid as (select expert_profile_id, sum(cents) as cents from payouts
        where paid_at is not null and returned_at is null group by 1),
      owed as (select l.expert_profile_id, -sum(l.cents) as cents from ledger_lines l where l.account = 'owed_experts' group by 1)
    select 'expert ' || e.expert_profile_id as of, e.cents::float8 as happened,
      (coalesce(p.cents, 0) + coalesce(o.cents, 0))::float8 as booked
    from earned e left join paid p using (expert_profile_id) left join owed o using (expert_profile_id)
    where e.cents <> coalesce(p.cents, 0) + coalesce(o.cents, 0)`.execute(db);
  return rows;
}

/** The book says of every review, subscription and expert what happened, to the cent. */
export async function agreesWithWhatHappened(db: Kysely<DB>): Promise<void> {
  expect({
    charged: await chargedOtherwise(db),
    earned: await earnedOtherwise(db),
    paid: await paidOtherwise(db),
  }).toEqual({ charged: [], earned: [], paid: [] });
}
