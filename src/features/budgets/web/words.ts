import { dateText } from '../../../core/dates.ts';
import { BUDGET_PERIOD_WORDS } from '../../billing/rules.ts';
import type { BudgetView } from '../contract.ts';

/** The path of their place in the console, whose words no page needs twice. */
export const BUDGETS_PATH = '/admin/budgets';

/** What a budget is of: "Harborline Mutual", "Matter WC-26-1180", "Cost center Claims East". */
function budgetTitle({ sort, of }: Pick<BudgetView, 'sort' | 'of'>): string {
  if (sort === 'matter') return of === '' ? 'A matter whose records were deleted' : `Matter ${of}`;
  return sort === 'cost_center' ? `Cost center ${of}` : of;
}

/** The same with its period: "Cost center Claims East, each quarter". */
export const budgetHeading = (budget: Pick<BudgetView, 'sort' | 'of' | 'period'>): string =>
  budget.period === 'life'
    ? `${budgetTitle(budget)}, in all`
    : `${budgetTitle(budget)}, ${BUDGET_PERIOD_WORDS[budget.period].toLowerCase()}`;

/** From when on it holds, and until when. */
export const lasts = ({ starts_on, ends_on }: Pick<BudgetView, 'starts_on' | 'ends_on'>): string =>
  `From ${dateText(starts_on, 'medium')}${ends_on === null ? '' : ` until ${dateText(ends_on, 'medium')}`}`;
