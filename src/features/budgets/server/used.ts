import { type Kysely, type RawBuilder, sql } from 'kysely';
import { KIND_NAMES, type Kind } from '../../../core/kinds.ts';
import { HOUR } from '../../../core/durations.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type CommitmentFacts, stillToCome } from '../../billing/rules.ts';
import { processOf } from '../../reviews/rules.ts';
import { type StoredBudget, standingOf } from './load.ts';

/** What a budget is used by in the period that is looked at, cents. */
export interface BudgetUse {
  /** What was charged in it, less what was credited: the same as spend says. */
  charged_cents: number;
  /** What was agreed to and is not charged yet, whenever it was ordered; nothing where the period is not the present one. */
  open_cents: number;
}

const BY_THE_HOUR = KIND_NAMES.filter((kind) => processOf(kind).by_the_hour !== undefined);

/** That a review (`r`) counts in a budget. */
function counts({ sort, requester_id, named }: StoredBudget): RawBuilder<unknown> {
  switch (sort) {
    case 'organization':
      return sql`true`;
    case 'requester':
      return sql`r.requester_id = ${requester_id}`;
    case 'matter':
      return sql`r.claim_number = ${named}`;
    case 'cost_center':
      return sql`lower(r.cost_center) = lower(${named})`;
  }
}

const below = ({ organization_id }: StoredBudget): RawBuilder<unknown> =>
  sql`array(select id from organization_tree(${organization_id}))`;

/** What was charged, by month: of all of an organization, and of a requester, from what spend keeps. */
const chargedKept = (budget: StoredBudget, from: string, until: string): RawBuilder<unknown> => sql`
  select coalesce(sum(c.cents), 0)::float8 as cents from spend_cells c
  where c.organization_id = any(${below(budget)}) and c.month between ${from}::date and ${until}::date
    ${budget.sort === 'requester' ? sql`and c.requester_id = ${budget.requester_id}` : sql``}`;

/** The same of a matter or a cost center, review by review. */
const chargedOf = (budget: StoredBudget, from: string, until: string): RawBuilder<unknown> => sql`
  select coalesce(sum(x.cents), 0)::float8 as cents from reviews r join organizations o on o.id = r.organization_id
    cross join lateral (
      select l.cents, (e.happened_at at time zone o.time_zone)::date as day
      from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account = 'unbilled'
      where e.review_id = r.id and e.cause not in ('retainer', 'invoice')
      union all
      select l.cents, i.issued_on from invoice_lines l join invoices i on i.id = l.invoice_id
      where l.review_id = r.id and l.credits_line_id is not null) x
  where r.organization_id = any(${below(budget)}) and ${counts(budget)}
    and x.day between ${from}::date and ${until}::date`;

interface Facts extends Omit<CommitmentFacts, 'by_the_hour'> {
  kind: Kind;
  reviews: number;
}

/** How long after an event was handed over it may still be on its way to the book. */
const ON_ITS_WAY_MS = HOUR;

/**
 * What reviews have of a budget that the book has not: those that are open, and those that are over while the book does not
 * know yet. Reviews alike are one row.
 */
async function commitments(db: Kysely<DB>, budget: StoredBudget, now: Date): Promise<Facts[]> {
  const since = new Date(now.getTime() - ON_ITS_WAY_MS);
  const { rows } = await sql<Facts>`
    select x.kind, x.bucket, x.agreed_cents, x.cancellation_cents, x.posted_cents, count(*)::int as reviews from (
      select r.kind, r.bucket, coalesce(r.total_cents, 0)::float8 as agreed_cents,
        case when r.bucket = 'cancelled' then coalesce((select (c.data ->> 'fee_cents')::float8 from audit_rows c
          where c.review_id = r.id and c.timeline and c.action = 'review.cancel' order by c.id desc limit 1), 0) else 0 end as cancellation_cents,
        coalesce((select sum(l.cents) from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account = 'unbilled'
          where e.review_id = r.id and e.cause in ('report', 'cancellation',
            case when r.kind = any(${BY_THE_HOUR}::text[]) then 'time' else 'service' end)), 0)::float8 as posted_cents
      from reviews r
      where r.organization_id = any(${below(budget)}) and r.kind = any(${KIND_NAMES}::text[]) and ${counts(budget)}
        and (r.bucket = 'active' or (r.bucket in ('completed', 'cancelled') and not exists (select from purge_certificates c where c.review_id = r.id)
          and r.id in (
          select w.review_id from outbox w
          where w.topic = 'ledger.due' and (w.handed_over_at is null or w.handed_over_at >= ${since})
            and not exists (select from handled_events h where h.outbox_id = w.id and h.handler = 'ledger.post'))))
    ) x group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}

/** What a budget is used by at an instant. */
export async function usedOf(db: Kysely<DB>, budget: StoredBudget, now: Date): Promise<BudgetUse> {
  const { state, span } = standingOf(budget, now);
  const byReview = budget.sort === 'matter' || budget.sort === 'cost_center';
  const charged = await sql<{ cents: number }>`${
    byReview ? chargedOf(budget, span.starts_on, span.ends_on) : chargedKept(budget, span.starts_on, span.ends_on)
  }`.execute(db);
  const open = state === 'open' ? await commitments(db, budget, now) : [];
  return {
    charged_cents: charged.rows[0]?.cents ?? 0,
    open_cents: open.reduce(
      (sum, { kind, reviews, ...facts }) =>
        sum + reviews * stillToCome({ ...facts, by_the_hour: BY_THE_HOUR.includes(kind) }),
      0,
    ),
  };
}

/** Both together. */
export const usedCents = ({ charged_cents, open_cents }: BudgetUse): number => charged_cents + open_cents;
