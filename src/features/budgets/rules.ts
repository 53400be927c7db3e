/** Who keeps budgets, and how one stands. Pure, for both sides. */
import { type Actor, isAdmin, isOrganizationAdmin, seesAllPrices } from '../../core/actor.ts';
import { isInEffect } from '../billing/rules.ts';

/** Who sees budgets: who sees all of an organization's prices, and admins. */
export const readsBudgets = ({ kind }: Pick<Actor, 'kind'>): boolean => seesAllPrices(kind);

/** Why somebody does not keep the budgets of an organization in their sight; null for whoever does. */
export const refusedKeeping = ({ kind }: Pick<Actor, 'kind'>): string | null =>
  isAdmin(kind) || isOrganizationAdmin(kind) ? null : 'Only the organization’s admins keep its budgets.';

/** Whether somebody lets an order go beyond a budget of this organization: whoever keeps it. */
export const letsThrough = (actor: Pick<Actor, 'kind' | 'organization_ids'>, organizationId: number): boolean =>
  isAdmin(actor.kind) || (isOrganizationAdmin(actor.kind) && actor.organization_ids.includes(organizationId));

/** How a budget stands: its first day is to come, it holds, its last day is over, or somebody ended it. */
export const BUDGET_STATES = ['planned', 'open', 'over', 'ended'] as const;
export type BudgetState = (typeof BUDGET_STATES)[number];

interface Lasting {
  starts_on: string;
  ends_on: string | null;
  ended: boolean;
}

/** How a budget stands on a day of its organization's calendar. */
export function budgetState(budget: Lasting, today: string): BudgetState {
  if (budget.ended) return 'ended';
  if (isInEffect(budget, today)) return 'open';
  return today < budget.starts_on ? 'planned' : 'over';
}

/** The day whose period is shown: today, or the nearest on which it holds. */
export const shownDay = ({ starts_on, ends_on }: Omit<Lasting, 'ended'>, today: string): string =>
  today < starts_on ? starts_on : ends_on !== null && today > ends_on ? ends_on : today;

export type BudgetAct = 'added' | 'changed' | 'ended' | 'let_through';
