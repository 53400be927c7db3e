import { DAY } from '../src/core/time.ts';
import type { BudgetView } from '../src/features/budgets/contract.ts';
import { DemoActs } from './acts.ts';

interface Planned {
  organization: string;
  keeper: string;
  /** How much of it is used, a whole percent. */
  used: number;
  at_limit: 'stop' | 'warn';
}

/** Matters with a budget: one nearly used, and one used up, beyond which orders stop. */
const PLANNED: readonly Planned[] = [
  { organization: 'harborline', keeper: 'lucia', used: 85, at_limit: 'warn' },
  { organization: 'northfield', keeper: 'priya', used: 100, at_limit: 'stop' },
];

/** Budgets of matters under way, by the product's own commands a day ago. */
export class DemoBudgets extends DemoActs {
  async live(): Promise<void> {
    const { clock, now, people } = this.setup;
    clock.at = new Date(now.getTime() - DAY);
    for (const { organization, keeper, used, at_limit } of PLANNED) {
      const organization_id = people.organizations.get(organization) ?? 0;
      const matter = await this.#matter(organization_id);
      if (!matter) continue;
      await this.post<BudgetView>(await this.named(keeper), '/api/v1/budgets', {
        organization_id,
        sort: 'matter',
        named: matter.claim_number,
        period: 'life',
        // whole dollars
        amount_cents: used === 100 ? matter.total_cents : Math.round(matter.total_cents / (used + 0.5)) * 100,
        warn_percent: 80,
        at_limit,
        starts_on: new Date(now.getTime() - 90 * DAY).toISOString().slice(0, 10),
        ends_on: null,
      });
    }
    await this.settle();
  }

  /** The first matter under way with one order and a price. */
  async #matter(organizationId: number): Promise<{ claim_number: string; total_cents: number } | null> {
    const rows = await this.setup.db
      .selectFrom('reviews')
      .select(['claim_number', 'total_cents', 'bucket'])
      .where('organization_id', '=', organizationId)
      .where('claim_number', 'is not', null)
      .orderBy('id')
      .execute();
    for (const { claim_number, total_cents, bucket } of rows)
      if (
        bucket === 'active' &&
        claim_number !== null &&
        (total_cents ?? 0) >= 10_000 &&
        rows.filter((one) => one.claim_number === claim_number).length === 1
      )
        return { claim_number, total_cents: total_cents ?? 0 };
    return null;
  }
}
