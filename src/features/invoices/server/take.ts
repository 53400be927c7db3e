import { METHOD_WORDS, type PaymentMethod } from '../../../core/payment-methods.ts';
import type { FieldError } from '../../../core/errors.ts';
import { startOfDay } from '../../../core/time.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import { openOf } from './load.ts';
import { settleOpen } from './settle.ts';

/** A payment as it is recorded. */
interface Taken {
  cents: number;
  /** YYYY-MM-DD. */
  received_on: string;
  method: PaymentMethod;
  reference: string;
}

/** What is wrong with invoices that a payment is to settle: of which nothing is open, or that are another organization's. */
export async function settledFaults(
  tx: Tx,
  organizationId: number,
  invoiceIds: readonly number[],
): Promise<FieldError[]> {
  const open = await openOf(tx.system, organizationId);
  return invoiceIds.flatMap((id, at) =>
    open.some((one) => one.id === id)
      ? []
      : [{ path: `invoice_ids.${at}`, message: 'Nothing of this invoice is open.' }],
  );
}

/**
 * Records a payment, by whoever acts, with its entry in the book; it settles the invoices named, then the oldest, and the
 * rest is kept for the next. Its caller holds the organization's billing. Answers its id.
 */
export async function takePayment(
  tx: Tx,
  ports: Pick<Ports, 'postToLedger' | 'followBilling' | 'mail'>,
  organization: { id: number; time_zone: string },
  paid: Taken,
  invoiceIds: readonly number[],
): Promise<number> {
  const { id } = await tx.system
    .insertInto('payments')
    .values({
      ...paid,
      organization_id: organization.id,
      recorded_at: tx.now,
      recorded_by: tx.actor.kind === 'system' ? null : tx.actor.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ports.postToLedger(tx, {
    cause: 'payment',
    cause_id: id,
    organization_id: organization.id,
    happened_at: startOfDay(paid.received_on, organization.time_zone),
    lines: [{ key: 'payment', label: METHOD_WORDS[paid.method], cents: paid.cents }],
  });
  await tx.audit({
    action: 'invoice.payment_recorded',
    organization_id: organization.id,
    subject: `payment:${id}`,
    data: { cents: paid.cents, method: paid.method, received_on: paid.received_on },
  });
  await settleOpen(tx, ports, organization.id, { first: invoiceIds });
  return id;
}
