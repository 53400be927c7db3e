import { formatCents } from '../../../core/money.ts';
import type { Tx } from '../../../platform/command.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { BillingTerms } from '../contract.ts';
import { invoiceNumber, openCents } from '../rules.ts';
import { linkUntil, tokenOf } from './link.ts';
import type { StoredInvoice } from './load.ts';

/** Sends an invoice to whom its organization's are sent, where it says to whom; once for each reason. */
export async function sendInvoice(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  invoice: StoredInvoice,
  { email, bill_to }: BillingTerms,
  template: 'invoice_issued' | 'invoice_overdue' | 'invoice_receipt' | 'credit_note_issued',
  key = '',
): Promise<void> {
  if (email === null) return;
  const common = {
    number: invoiceNumber(invoice),
    amount: formatCents(Math.abs(template === 'invoice_overdue' ? openCents(invoice) : invoice.total_cents)),
    due_on: invoice.due_on,
    opener: {
      value: tokenOf(tx.services.keys, invoice.seed),
      of: `invoice:${invoice.id}`,
      until: linkUntil(invoice),
    },
  };
  const open = openCents(invoice);
  const isPart = template === 'invoice_issued' && open > 0 && open < invoice.total_cents;
  await ports.mail(tx, {
    to: { email, name: bill_to.split('\n')[0] || invoice.organization },
    template,
    data: { ...common, settled: open === 0, ...(isPart ? { open: formatCents(open) } : {}) },
    side: 'none',
    dedupe_key: `${template}:${invoice.id}:${key}`,
  });
}
