import { inStates } from '../../../platform/db/in-states.ts';
import { statesWith } from '../../reviews/rules/kinds.ts';
import { periodName, type PeriodKind } from '../../../core/periods.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../platform/db/types.ts';
import type { Usage } from '../contract.ts';

export interface UsageRow {
  seat_id: number;
  subscription_id: number;
  kind: PeriodKind;
  current: boolean;
  starts_on: string;
  ends_on: string;
  lapses_on: string;
  quota: number;
  used: number;
  waiting: number;
}

/**
 * Whether a review, by its alias and that of its place, has used one of its seat's: ordered within the subscription, and
 * not given up before it had an expert.
 */
export const usedUp = (review: string, place: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${review}.${column}`);
  return sql`(${sql.ref(`${place}.charge`)} = 'included'
    and (${of('bucket')} <> 'cancelled' or ${of('expert_profile_id')} is not null))`;
};

/** What each seat of these subscriptions has in each opened period, and has used of it; newest period first. */
export async function usageOf(db: Kysely<DB>, subscriptionIds: readonly number[]): Promise<UsageRow[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await sql<UsageRow>`
    select s.id as seat_id, b.id as subscription_id, b.period as kind, coalesce(p.starts_on = b.current_period, false) as current,
      p.starts_on::text, p.ends_on::text, p.lapses_on::text, q.quota,
      count(r.id) filter (where ${usedUp('r', 'v')})::int as used,
      count(r.id) filter (where ${inStates(
        'r',
        statesWith((row) => row.ahead),
      )})::int as waiting
    from subscription_seats s join subscriptions b on b.id = s.subscription_id
      join seat_quotas q on q.seat_id = s.id
      join subscription_periods p on p.subscription_id = b.id and p.starts_on = q.period
      left join review_seats v on v.seat_id = s.id and v.period = q.period
      left join reviews r on r.id = v.review_id
    where b.id = any(${subscriptionIds}::bigint[])
    group by s.id, b.id, p.subscription_id, p.starts_on, q.quota
    order by p.starts_on desc, s.id`.execute(db);
  return rows;
}

export const presentUsage = (row: UsageRow): Usage => ({
  period: periodName(row.kind, row.starts_on),
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  lapses_on: row.lapses_on,
  quota: row.quota,
  used: row.used,
  waiting: row.waiting,
});

/** The running period of several seats together; null while none runs. */
export function totalUsage(rows: readonly UsageRow[]): Usage | null {
  const current = rows.filter((row) => row.current);
  const [first] = current;
  if (!first) return null;
  const sum = (of: (row: UsageRow) => number): number => current.reduce((total, row) => total + of(row), 0);
  return {
    ...presentUsage(first),
    quota: sum((row) => row.quota),
    used: sum((row) => row.used),
    waiting: sum((row) => row.waiting),
  };
}
