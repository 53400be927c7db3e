import { DAY } from '../src/core/time.ts';
import type { BillingOrderRow, PurchaseOrderView } from '../src/features/billing-orders/contract.ts';
import type { OrderAct } from '../src/features/billing-orders/rules.ts';
import type { OrganizationSettingsView } from '../src/features/organizations/contract/console.ts';
import { DemoActs, type Headers } from './acts.ts';

/** Whose amounts are approved before they are invoiced, and by whom. */
export const ORDERS_OF = { organization: 'northfield', approver: 'priya' } as const;
/** How many of the latest are left for the queue and what goes wrong. */
const LEFT = 4;

/** Orders of one organization in every state, on a purchase order that is nearly used up. */
export class DemoOrders extends DemoActs {
  #purchase_order_id = 0;
  /** What is kept back of those that wait: one less with each invoice, of two. */
  #kept = LEFT + 2;

  /** Has them turned on, and adds the purchase order. */
  async begin(): Promise<void> {
    const organization_id = this.setup.people.organizations.get(ORDERS_OF.organization) ?? 0;
    const admin = await this.named('nadia');
    const settings = `/api/v1/organizations/${organization_id}/settings`;
    const { lock_version } = await this.get<OrganizationSettingsView>(admin, settings);
    await this.patch(admin, settings, { lock_version, changes: { enable_billing_orders: true } });
    await this.settle();
    const all = (await this.#waiting()).slice(0, -LEFT + 1);
    const taken = all.reduce((sum, { total_cents }) => sum + total_cents, 0);
    const { id } = await this.post<PurchaseOrderView>(await this.named(ORDERS_OF.approver), '/api/v1/purchase-orders', {
      organization_id,
      number: '4500012873',
      // whole dollars, with little left
      amount_cents: Math.ceil((taken * 1.04) / 10_000) * 10_000,
      valid_until: new Date(this.setup.now.getTime() + 60 * DAY).toISOString().slice(0, 10),
      cost_center: 'Medical staff office',
      over_limit: 'warn',
    });
    this.#purchase_order_id = id;
  }

  /** What happened before a day is approved. */
  async approve(today: string): Promise<void> {
    const approver = await this.named(ORDERS_OF.approver);
    this.#kept -= 1;
    const all = (await this.#waiting()).slice(0, -this.#kept);
    for (const one of all)
      if (one.happened_on < today)
        await this.#decide(approver, one, 'approve', { purchase_order_id: this.#purchase_order_id });
  }

  /** Of the latest one is approved, one disputed, one credited; the rest waits. Answers the day of the first of them. */
  async end(): Promise<string | undefined> {
    const [approver, admin] = [await this.named(ORDERS_OF.approver), await this.named('nadia')];
    const [approved, disputed, credited] = (await this.#waiting()).slice(-LEFT);
    this.setup.clock.at = new Date(this.setup.now.getTime() - 3 * DAY);
    if (credited)
      await this.#decide(approver, credited, 'void', { reason: 'The second chart was withdrawn before it was read.' });
    await this.later(20);
    if (credited)
      await this.#decide(admin, credited, 'write_off', { reason: 'Agreed with the medical staff office by phone.' });
    if (disputed)
      await this.#decide(approver, disputed, 'void', {
        reason: 'We were told this would be part of the quarter’s plan.',
      });
    if (approved) await this.#decide(approver, approved, 'approve', { purchase_order_id: this.#purchase_order_id });
    await this.settle();
    return approved?.happened_on;
  }

  /** What waits, the earliest first. */
  async #waiting(): Promise<BillingOrderRow[]> {
    const approver = await this.named(ORDERS_OF.approver);
    const { data } = await this.get<{ data: BillingOrderRow[] }>(approver, '/api/v1/billing-orders?state=draft');
    return data.toSorted((a, b) => a.happened_on.localeCompare(b.happened_on) || a.id - b.id);
  }

  async #decide(who: Headers, order: BillingOrderRow, act: OrderAct, more: object): Promise<void> {
    await this.post(who, `/api/v1/billing-orders/${order.id}/decide`, { act, total_cents: order.total_cents, ...more });
  }
}
