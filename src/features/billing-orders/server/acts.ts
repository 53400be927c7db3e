import type { Tx } from '../../../platform/command.ts';
import type { OrderAct } from '../rules.ts';

/** Writes down what was decided of an order; by nobody where it needed nobody's word. */
export async function writeAct(
  tx: Tx,
  act: {
    order_id: number;
    review_id: number;
    act: OrderAct;
    by_user_id?: number;
    reason?: string;
    purchase_order?: string;
  },
): Promise<void> {
  await tx.system
    .insertInto('billing_order_acts')
    .values({ ...act, at: tx.now })
    .execute();
}
