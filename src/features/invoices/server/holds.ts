import { dateIn, startOfDay } from '../../../core/time.ts';
import { formatCents } from '../../../core/money.ts';
import type { Tx } from '../../../platform/command.ts';
import { adminsAndAbove } from '../../../platform/mail/organization-wide.ts';
import type { Ports } from '../../../platform/ports.ts';
import { holdPlan, invoiceNumber, openCents } from '../rules.ts';
import { billedOrganization, openOf, type StoredInvoice } from './load.ts';

/**
 * Begins or ends the billing hold that an organization's terms say, warns of it, and sets when it is looked at next.
 * Called wherever something was paid, issued or agreed, in the same transaction; one put on by hand stays as it is. Its caller holds the
 * organization's billing.
 */
export async function settleHold(tx: Tx, ports: Pick<Ports, 'mail'>, organizationId: number): Promise<void> {
  const terms = await tx.system
    .selectFrom('billing_terms')
    .select(['hold_after_days', 'hold_said_on'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  const live = await tx.system
    .selectFrom('overdue_holds')
    .select(['id', 'invoice_id'])
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  // most organizations have none of it
  if (!live && (terms?.hold_after_days ?? null) === null) return tx.cancelTimer('billing_hold', String(organizationId));
  const { time_zone } = await billedOrganization(tx.system, organizationId);
  const [oldest] = await openOf(tx.system, organizationId);
  const plan = holdPlan(
    terms ?? { hold_after_days: null, hold_said_on: null },
    oldest?.due_on ?? null,
    dateIn(tx.now, time_zone),
  );
  if (plan.held && !live && oldest) {
    await tx.system
      .insertInto('overdue_holds')
      .values({ organization_id: organizationId, invoice_id: oldest.id, since: tx.now })
      .execute();
    await tx.audit({
      action: 'invoice.hold_begun',
      organization_id: organizationId,
      subject: `invoice:${oldest.id}`,
      data: { number: invoiceNumber(oldest) },
    });
    await tell(tx, ports, oldest, 'on', plan.holds_on ?? '');
  }
  if (!plan.held && live) {
    await tx.system.updateTable('overdue_holds').set({ ended_at: tx.now }).where('id', '=', live.id).execute();
    await tx.audit({
      action: 'invoice.hold_ended',
      organization_id: organizationId,
      subject: `invoice:${live.invoice_id}`,
    });
  }
  if (plan.warn && !live && oldest) await tell(tx, ports, oldest, 'soon', plan.holds_on ?? '');
  const key = String(organizationId);
  if (plan.next_on === null) await tx.cancelTimer('billing_hold', key);
  else await tx.setTimer({ kind: 'billing_hold', key, due_at: startOfDay(plan.next_on, time_zone) });
}

/** Tells the organization's admins, once for each invoice and day. */
async function tell(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  invoice: StoredInvoice,
  outcome: 'soon' | 'on',
  holdsOn: string,
): Promise<void> {
  for (const to of await adminsAndAbove(tx.system, invoice.organization_id))
    await ports.mail(tx, {
      to,
      template: 'billing_hold',
      data: {
        outcome,
        number: invoiceNumber(invoice),
        amount: formatCents(openCents(invoice)),
        was_due_on: invoice.due_on,
        holds_on: holdsOn,
        link: `/invoice?invoice=${invoice.id}`,
      },
      side: 'requester',
      dedupe_key: `billing_hold:${outcome}:${invoice.id}:${holdsOn}:${to.user_id}`,
    });
}
