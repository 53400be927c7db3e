import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Ports } from '../../../platform/ports.ts';
import { budgetVerdict, noteWords, stopWords } from '../../billing/rules.ts';
import type { Spending } from '../../reviews/ports.ts';
import { letsThrough } from '../rules.ts';
import { budgetsWhere, ofReview, type StoredBudget, standingOf } from './load.ts';
import { usedCents, usedOf } from './used.ts';

interface Judged {
  budget: StoredBudget;
  span: string;
  left_cents: number;
  verdict: 'free' | 'warns' | 'stops';
}

/** What a price would do to each of these budgets that holds now. */
async function judge(db: Kysely<DB>, budgets: readonly StoredBudget[], adds: number, now: Date): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const budget of budgets) {
    const { state, span } = standingOf(budget, now);
    if (state !== 'open') continue;
    const used = usedCents(await usedOf(db, budget, now));
    judged.push({
      budget,
      span: span.name,
      left_cents: budget.amount_cents - used,
      verdict: budgetVerdict(budget, used, adds),
    });
  }
  return judged;
}

const told = ({ budget, span, left_cents }: Judged) => ({ sort: budget.sort, of: budget.of, span, left_cents });

/**
 * See the port. Who orders within one budget comes one after the other: its row is held to the end of the transaction, and what it is used
 * by is read after that, so that two that go together never both take what is left.
 */
export const holdToBudgets: Ports['holdToBudgets'] = async (tx, { review_id, adds_cents, ...asked }) => {
  const reason = asked.reason?.trim() ?? '';
  if (adds_cents <= 0) return;
  const { rows } = await sql<{ id: number }>`
    select b.id from spend_budgets b where ${ofReview(review_id)} order by b.id for no key update`.execute(tx.system);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const budgets = await budgetsWhere(tx.system, sql`b.id = any(${ids}::bigint[]) and b.ended_at is null`);
  const judged = await judge(tx.system, budgets, adds_cents, tx.now);
  const actor = tx.actor.kind === 'system' ? null : tx.actor;
  const stops = judged.filter(({ verdict }) => verdict === 'stops');
  const first = stops.find(({ budget }) => actor === null || !letsThrough(actor, budget.organization_id)) ?? stops[0];
  if (!first) return;
  const mayAll = actor !== null && stops.every(({ budget }) => letsThrough(actor, budget.organization_id));
  if (!mayAll || reason === '')
    throw new Refusal(
      'over_budget',
      stopWords(
        told(first),
        adds_cents,
        mayAll ? 'You' : `The admins of ${first.budget.organization}`,
        'reason' in asked,
      ),
      { current: { lets_through: mayAll, adds_cents, left_cents: first.left_cents } },
    );
  for (const { budget, left_cents } of stops) {
    await tx.system
      .insertInto('spend_budget_acts')
      .values({
        budget_id: budget.id,
        act: 'let_through',
        at: tx.now,
        by_user_id: actor.user_id,
        reason,
        amount_cents: adds_cents - left_cents,
        review_id,
      })
      .execute();
    await tx.audit({
      action: 'budget.let_through',
      review_id,
      organization_id: budget.organization_id,
      subject: `budget:${budget.id}`,
      reason,
      data: { beyond_cents: adds_cents - left_cents },
    });
  }
};

/** See the port. */
export async function budgetNotes(db: Kysely<DB>, { review_id, adds_cents }: Spending, now: Date): Promise<string[]> {
  if (adds_cents <= 0) return [];
  const judged = await judge(db, await budgetsWhere(db, ofReview(review_id)), adds_cents, now);
  return judged.flatMap((one) => (one.verdict === 'free' ? [] : [noteWords(told(one), adds_cents, one.verdict)]));
}
