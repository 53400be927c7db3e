import type { BillingOrderRow } from '../../../src/features/billing-orders/contract.ts';
import type { Effects } from './stage.ts';

/* How an organization is billed. */
export const BILLING: Effects = {
  enable_billing_orders: {
    seen: 'an API answer',
    scene: async (stage) => {
      const of = await stage.cast();
      const d = await stage.aCase(of).to('timeChosen', { needed_by: '2027-11-30' });
      stage.t.clock.advance({ days: 3 });
      await d.to('held');
      const url = `/api/v1/billing-orders?q=${d.id}`;
      return {
        of,
        look: async () => {
          await stage.t.settle();
          const { body } = await stage.get<{ data: BillingOrderRow[] }>(of.admin, url);
          return body.data.map(({ state }) => state);
        },
      };
    },
    off: [],
    on: ['draft'],
  },
};
