import { sql } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import { formatCents } from '../../../core/money.ts';
import type { Tx } from '../../../platform/command.ts';
import { organizationAdmins } from '../../../platform/mail/organization-wide.ts';
import type { Ports } from '../../../platform/ports.ts';
import { budgetLevel, budgetWords, usedPercent } from '../../billing/rules.ts';
import { BUDGETS_PLACE } from '../rules/place.ts';
import { budgetsWhere, ofReview, type StoredBudget, standingOf } from './load.ts';
import { usedCents, usedOf } from './used.ts';

/** Tells whoever keeps them which budgets are nearly used, or used up: each once for its period and amount. */
export async function tellKeepers(
  tx: Tx<SystemActor>,
  ports: Pick<Ports, 'mail'>,
  of: { organization_id: number; review_id: number | null },
): Promise<void> {
  const budgets = await budgetsWhere(
    tx.system,
    of.review_id === null
      ? sql`b.ended_at is null and b.organization_id in (select id from organization_path(${of.organization_id}))`
      : ofReview(of.review_id),
  );
  for (const budget of budgets) await tellOf(tx, ports, budget);
}

async function tellOf(tx: Tx<SystemActor>, ports: Pick<Ports, 'mail'>, budget: StoredBudget): Promise<void> {
  const { state, span } = standingOf(budget, tx.now);
  if (state !== 'open') return;
  const { id, amount_cents, at_limit, organization_id } = budget;
  const used = usedCents(await usedOf(tx.system, budget, tx.now));
  const level = budgetLevel(budget, used);
  if (level === 'within') return;
  const told = await tx.system
    .insertInto('spend_budget_alerts')
    .values({ budget_id: id, period_starts_on: span.starts_on, level, amount_cents, told_at: tx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('budget_id')
    .execute();
  if (told.length === 0) return;
  for (const to of await organizationAdmins(tx.system, organization_id))
    await ports.mail(tx, {
      to,
      template: 'budget_reached',
      data: {
        // a matter's number tells of its patient
        budget: budgetWords(budget.sort === 'matter' ? { ...budget, of: '' } : budget),
        span: span.name,
        outcome: level,
        percent: usedPercent(amount_cents, used),
        amount: formatCents(amount_cents),
        used: formatCents(used),
        left: formatCents(amount_cents - used),
        stops: at_limit === 'stop',
        link: `${BUDGETS_PLACE.path}?budget=${id}`,
      },
      side: 'requester',
      dedupe_key: `budget:${id}:${span.starts_on}:${level}:${amount_cents}:${to.user_id}`,
    });
}
