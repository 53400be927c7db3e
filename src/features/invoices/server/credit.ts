import type { Actor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { dateIn } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { holdBilling } from '../../../platform/db/hold-billing.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { InvoiceView } from '../contract.ts';
import { writeInvoice } from './issue.ts';
import { tokenOf } from './link.ts';
import { linesOf } from './lines.ts';
import { presentInvoice } from './read.ts';
import { billedOrganization, invoiceBy } from './load.ts';
import { followReviews, settleOpen } from './settle.ts';
import { tellOf } from './telling.ts';

/**
 * Takes back lines of an invoice by a credit note, each as far as it was not taken back before, by a credit note or by the book; answers the credit note. It
 * settles what is open of that invoice, then the oldest of the others; the rest is kept for the next. Refuses
 * `wrong_state` for a credit note, `invalid` for a line of another invoice or more than is left of it.
 */
export function creditInvoice(
  services: Services,
  ports: Pick<Ports, 'postToLedger' | 'followBilling' | 'mail'>,
  actor: Actor,
  id: number,
  body: { reason: string; lines: readonly { id: number; cents: number }[] },
  cards: boolean,
): Promise<InvoiceView> {
  return command(services, actor, async (tx) => {
    const invoice = await invoiceBy(tx.system, { id });
    if (!invoice) throw new Refusal('not_found');
    if (invoice.sort === 'credit_note')
      throw new Refusal('wrong_state', 'A credit note is not taken back: issue what is due by the next invoice.');
    await holdBilling(tx.system, invoice.organization_id);
    const lines = await linesOf(tx.system, id);
    const wanted = body.lines.map((one, at) => {
      const line = lines.find((l) => l.id === one.id);
      const left = line?.left_cents ?? 0;
      const again = body.lines.findIndex((other) => other.id === one.id) !== at;
      const message = !line
        ? 'This line is not on the invoice.'
        : again
          ? 'This line is named twice.'
          : one.cents > left
            ? left <= 0
              ? 'Nothing of this line is left to take back.'
              : `At most ${formatCents(left)} of this line can be taken back.`
            : null;
      return { one, line, path: `lines.${at}.cents`, message };
    });
    refuseFields(wanted.flatMap(({ path, message }) => (message === null ? [] : [{ path, message }])));
    const total_cents = -body.lines.reduce((sum, { cents }) => sum + cents, 0);
    const organization = await billedOrganization(tx.system, invoice.organization_id);
    const today = dateIn(tx.now, organization.time_zone);
    const { id: note, number } = await writeInvoice(tx, ports, {
      organization,
      sort: 'credit_note',
      bill_to: invoice.bill_to,
      due_on: today,
      until_on: invoice.until_on,
      total_cents,
      credits_id: id,
      reason: body.reason,
      tax_cents: -wanted.reduce((sum, { one, line }) => (line?.line_key === 'tax' ? sum + one.cents : sum), 0),
      lines: wanted.flatMap(({ one, line }) =>
        line
          ? [
              {
                credits_line_id: line.id,
                review_id: line.review_id,
                subscription_id: line.subscription_id,
                happened_on: line.happened_on,
                reference: line.reference,
                purchase_order: line.purchase_order,
                label: line.label,
                cents: -one.cents,
              },
            ]
          : [],
      ),
    });
    const stored = await invoiceBy(tx.system, { id: note });
    if (!stored) throw new Error('A credit note that was issued is not there.');
    await tx.audit({
      action: 'invoice.credited',
      organization_id: organization.id,
      subject: `invoice:${id}`,
      reason: body.reason,
      data: { number, total_cents },
    });
    await settleOpen(tx, ports, organization.id, { first: [id] });
    await followReviews(tx, ports, [id]);
    await tellOf(tx, ports, [stored], 'credited');
    return presentInvoice(tx.system, actor, stored, { token: tokenOf(services.keys, stored.seed), now: tx.now, cards });
  });
}
