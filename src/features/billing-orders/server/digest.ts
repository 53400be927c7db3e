import { sql } from 'kysely';
import type { SystemActor } from '../../../core/actor.ts';
import { formatCents } from '../../../core/money.ts';
import { dateIn } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import { organizationOf } from '../../../platform/db/organization.ts';
import { organizationWide } from '../../../platform/mail/organization-wide.ts';
import type { Ports } from '../../../platform/ports.ts';
import { ORDERS_PATH } from '../rules.ts';

/** Tells those who approve for an organization what waits for them; where nothing does, nobody. */
export async function tellApprovers(tx: Tx<SystemActor>, ports: Pick<Ports, 'mail'>, organizationId: number) {
  const { rows: waiting } = await sql<{ orders: number; cents: number }>`
    select count(distinct b.id)::int as orders, coalesce(sum(l.cents), 0)::float8 as cents
    from billing_orders b join billing_order_lines x on x.order_id = b.id join ledger_lines l on l.id = x.ledger_line_id
    where b.organization_id = ${organizationId} and b.state = 'draft'`.execute(tx.system);
  const [now] = waiting;
  if (!now || now.orders === 0) return;
  const { name, time_zone } = await organizationOf(tx.system, organizationId);
  for (const to of await organizationWide(tx.system, organizationId))
    await ports.mail(tx, {
      to,
      template: 'billing_orders_waiting',
      data: { orders: now.orders, amount: formatCents(now.cents), organization: name, link: ORDERS_PATH },
      side: 'requester',
      dedupe_key: `billing_orders:${organizationId}:${dateIn(tx.now, time_zone)}:${to.user_id}`,
    });
}
