import type { Actor } from '../../../core/actor.ts';
import { dateIn } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { BillingTerms } from '../contract.ts';
import { settleHold } from './holds.ts';
import { setRun } from './issue.ts';
import { billedOrganization } from './load.ts';
import { holdBilling } from '../../../platform/db/hold-billing.ts';

/** Says how an organization is invoiced. A hold for what is overdue follows at once where it is said sooner, or no longer, by then. */
export function saveTerms(
  services: Services,
  ports: Pick<Ports, 'mail'>,
  actor: Actor,
  organizationId: number,
  body: BillingTerms,
): Promise<void> {
  return command(services, actor, async (tx) => {
    const organization = await billedOrganization(tx.system, organizationId);
    await holdBilling(tx.system, organizationId);
    const before = await tx.system
      .selectFrom('billing_terms')
      .select(['hold_after_days', 'hold_said_on'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    const days = body.hold_after_days;
    // what is said anew, or sooner than before, is said today; a longer time was said already
    const was = before?.hold_after_days ?? null;
    const said_before = was !== null && days !== null && days >= was;
    const terms = {
      ...body,
      hold_said_on:
        days === null ? null : said_before ? (before?.hold_said_on ?? null) : dateIn(tx.now, organization.time_zone),
      updated_at: tx.now,
      updated_by: actor.user_id,
    };
    await tx.system
      .insertInto('billing_terms')
      .values({ organization_id: organizationId, ...terms })
      .onConflict((oc) => oc.column('organization_id').doUpdateSet(terms))
      .execute();
    await setRun(tx, organization);
    await tx.audit({
      action: 'invoice.terms_changed',
      organization_id: organizationId,
      data: {
        invoice_by: body.invoice_by,
        net_days: body.net_days,
        issue_day: body.issue_day,
        sends: body.email !== null,
        hold_after_days: days,
      },
    });
    await settleHold(tx, ports, organizationId);
  });
}
