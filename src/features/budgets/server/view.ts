import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { Out } from '../../../core/endpoint.ts';
import { Refusal } from '../../../core/errors.ts';
import { KINDS, type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type AtLimit, budgetLevel, usedPercent } from '../../billing/rules.ts';
import type { budgetEndpoints, BudgetHistory, BudgetView } from '../contract.ts';
import { type BudgetAct, refusedKeeping } from '../rules.ts';
import { budgetsWhere, isOf, ownOrganizations, standingOf, type StoredBudget } from './load.ts';
import { usedCents, usedOf } from './used.ts';

/** A budget with what it is used by now. */
export async function presentBudget(
  db: Kysely<DB>,
  actor: Actor,
  budget: StoredBudget,
  now: Date,
): Promise<BudgetView> {
  const { state, span } = standingOf(budget, now);
  const use = await usedOf(db, budget, now);
  const used = usedCents(use);
  const refused = refusedKeeping(actor) ?? (state === 'ended' ? 'This budget was ended.' : null);
  const { amount_cents } = budget;
  return {
    id: budget.id,
    organization: { id: budget.organization_id, name: budget.organization },
    sort: budget.sort,
    requester_id: budget.requester_id,
    of: budget.of,
    period: budget.period,
    amount_cents,
    warn_percent: budget.warn_percent,
    at_limit: budget.at_limit,
    starts_on: budget.starts_on,
    ends_on: budget.ends_on,
    state,
    span,
    ...use,
    left_cents: amount_cents - used,
    used_percent: usedPercent(amount_cents, used),
    level: budgetLevel(budget, used),
    change: { allowed: refused === null, reason: refused },
    lock_version: budget.lock_version,
  };
}

/** Budgets of an actor's organizations, or of one of them. Refuses `not_found` for another. */
export async function listBudgets(
  db: ActorDb,
  actor: Actor,
  { organization_id: asked }: { organization_id?: number | undefined },
  now: Date,
): Promise<Out<typeof budgetEndpoints.list>> {
  const own = await ownOrganizations(db, actor);
  if (asked !== undefined && own !== null && !own.includes(asked)) throw new Refusal('not_found');
  const rows = await budgetsWhere(db.executor, isOf(asked === undefined ? own : [asked]));
  const refused = refusedKeeping(actor);
  const data: BudgetView[] = [];
  for (const row of rows) data.push(await presentBudget(db.executor, actor, row, now));
  return { data, add: { allowed: refused === null, reason: refused } };
}

/** A budget of an actor's organizations. Refuses `not_found` for all others. */
export async function findBudget(db: ActorDb, actor: Actor, id: number): Promise<StoredBudget> {
  const own = await ownOrganizations(db, actor);
  const [row] = await budgetsWhere(db.executor, sql`b.id = ${id} and ${isOf(own)}`);
  if (!row) throw new Refusal('not_found');
  return row;
}

interface StoredAct {
  id: number;
  act: BudgetAct;
  at: Date;
  by: string | null;
  reason: string;
  amount_cents: number;
  warn_percent: number | null;
  at_limit: AtLimit | null;
  ends_on: string | null;
  review_id: number | null;
  kind: Kind | null;
}

const presentAct = ({ at, by, review_id, kind, ...act }: StoredAct): BudgetHistory => ({
  ...act,
  at: at.toISOString(),
  by: by ?? 'Peritus',
  review:
    review_id === null || kind === null
      ? null
      : { id: review_id, number: reviewNumber(kind, review_id), path: `/${KINDS[kind].slug}/${review_id}` },
});

/** The same with what was set, changed and let through. */
export async function readBudget(
  db: ActorDb,
  actor: Actor,
  id: number,
  now: Date,
): Promise<Out<typeof budgetEndpoints.read>> {
  const budget = await findBudget(db, actor, id);
  const { rows } = await sql<StoredAct>`
    select a.id, a.act, a.at, ${fullNameOf('u')} as by, a.reason, a.amount_cents::float8 as amount_cents, a.warn_percent, a.at_limit,
      a.ends_on::text, a.review_id, r.kind
    from spend_budget_acts a left join users u on u.id = a.by_user_id left join reviews r on r.id = a.review_id
    where a.budget_id = ${id} order by a.id desc limit 200`.execute(db.executor);
  return { ...(await presentBudget(db.executor, actor, budget, now)), history: rows.map(presentAct) };
}
