import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Actor, isAdmin } from '../../../core/actor.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type AtLimit, type BudgetPeriod, budgetSpan, type BudgetSort } from '../../billing/rules.ts';
import { budgetState, shownDay } from '../rules.ts';

/** A budget as it is stored, with the names it is told by. */
export interface StoredBudget {
  id: number;
  organization_id: number;
  organization: string;
  time_zone: string;
  sort: BudgetSort;
  requester_id: number | null;
  /** The organization's, or the requester's, name; the matter's number; the cost center. */
  of: string;
  named: string;
  period: BudgetPeriod;
  amount_cents: number;
  warn_percent: number;
  at_limit: AtLimit;
  starts_on: string;
  ends_on: string | null;
  ended: boolean;
  lock_version: number;
}

const COLUMNS: RawBuilder<unknown> = sql`b.id, b.organization_id, o.name as organization, o.time_zone, b.sort, b.requester_id,
  case b.sort when 'organization' then o.name
    when 'requester' then (select ${fullNameOf('u')} from users u where u.id = b.requester_id) else b.named end as "of",
  b.named, b.period, b.amount_cents::float8 as amount_cents, b.warn_percent, b.at_limit, b.starts_on::text, b.ends_on::text,
  b.ended_at is not null as ended, b.lock_version`;

/** Budgets at most that are looked at, or asked, at once. */
const BUDGETS_MOST = 200;

/** Budgets by a condition over `b`, those that hold first. */
export async function budgetsWhere(db: Kysely<DB>, where: RawBuilder<unknown>): Promise<StoredBudget[]> {
  const { rows } = await sql<StoredBudget>`
    select ${COLUMNS} from spend_budgets b join organizations o on o.id = b.organization_id where ${where}
    order by b.ended_at is not null, o.name, b.sort = 'organization' desc, b.sort, "of", b.id limit ${BUDGETS_MOST}`.execute(
    db,
  );
  return rows;
}

/** The organizations whose budgets an actor sees; null: all of them. */
export async function ownOrganizations(db: ActorDb, actor: Actor): Promise<number[] | null> {
  if (isAdmin(actor.kind)) return null;
  return (await db.selectFrom('organizations').select('organizations.id').execute()).map(({ id }) => id);
}

/** That a budget is of one of these organizations. */
export const isOf = (own: readonly number[] | null): RawBuilder<unknown> =>
  own === null ? sql`true` : sql`b.organization_id = any(${[...own]}::bigint[])`;

/** The budgets not ended that a review counts in, of its organization and those above it, whatever their days. */
export const ofReview = (reviewId: number): RawBuilder<unknown> => sql`b.ended_at is null and exists (
  select from reviews r join organization_path(r.organization_id) p on p.id = b.organization_id
  where r.id = ${reviewId} and case b.sort when 'organization' then true when 'requester' then b.requester_id = r.requester_id
    when 'matter' then b.named = r.claim_number else lower(b.named) = lower(r.cost_center) end)`;

/** How a budget stands at an instant, and the period that is looked at. */
export function standingOf(budget: StoredBudget, now: Date) {
  const today = dateIn(now, budget.time_zone);
  return { state: budgetState(budget, today), span: budgetSpan(budget.period, shownDay(budget, today)) };
}
