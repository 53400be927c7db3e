import { dateText } from '../../../core/dates.ts';
import { formatCents } from '../../../core/money.ts';
import type { PdfInvoice } from '../../reports/ports.ts';
import type { InvoiceShown } from '../contract.ts';
import type { LedesInvoice } from '../rules.ts';

const long = (date: string): string => dateText(date, 'long');

/** An invoice as it is printed: of a review its number, and the customer's own; no patient, no party, no word somebody wrote but a reason. */
export function invoiceDocument(invoice: InvoiceShown, of: { id: number; issued_at: Date }): PdfInvoice {
  const { number, sort, bill_to, issuer, lines, settlements } = invoice;
  const isCredit = sort === 'credit_note';
  // once in the head where all of it is on one, else beside each line
  const orders = purchaseOrders(lines);
  const byMatter = [...Map.groupBy(lines, ({ matter }) => matter)];
  return {
    title: isCredit ? 'Credit note' : 'Invoice',
    number,
    document_id: `invoice-${of.id}`,
    issuer,
    bill_to: bill_to.split('\n').filter((line) => line.trim() !== ''),
    made_at: of.issued_at.toISOString(),
    facts: [
      { label: 'Number', value: number },
      { label: 'Date', value: long(invoice.issued_on) },
      isCredit
        ? { label: 'Takes back from', value: invoice.credits ?? '' }
        : { label: 'Due', value: long(invoice.due_on) },
      ...(orders.length === 1 && orders[0] !== '' ? [{ label: 'Purchase order', value: orders[0] ?? '' }] : []),
      ...(isCredit ? [] : [{ label: 'To be paid', value: formatCents(invoice.open_cents) }]),
    ],
    reason: invoice.reason || null,
    reviews: byMatter.map(([matter, of_matter]) => ({
      heading: [matter, of_matter[0]?.reference ? `your number ${of_matter[0].reference}` : '']
        .filter(Boolean)
        .join(', '),
      lines: of_matter.map(({ happened_on, label, cents, purchase_order }) => ({
        on: dateText(happened_on, 'medium'),
        label: orders.length > 1 && purchase_order !== '' ? `${label}, PO ${purchase_order}` : label,
        amount: formatCents(cents),
      })),
    })),
    sums: [
      { label: isCredit ? 'Credited' : 'Total', value: formatCents(Math.abs(invoice.total_cents)) },
      ...(isCredit
        ? []
        : [
            ...settlements.map(({ on, by, cents }) => ({
              label: `${by}, ${dateText(on, 'medium')}`,
              value: formatCents(-cents),
            })),
            { label: 'To be paid', value: formatCents(invoice.open_cents) },
          ]),
    ],
    note: isCredit
      ? 'A credit note is taken off what is open, or off the next invoice.'
      : 'Amounts are in US dollars. Questions: write to us with the invoice’s number.',
  };
}

/** The numbers of the purchase orders that lines are on, each once; an empty one for what is on none. */
const purchaseOrders = (lines: readonly { purchase_order: string }[]): string[] => [
  ...new Set(lines.map(({ purchase_order }) => purchase_order)),
];

/** The same for a LEDES file. */
export const ledesOf = (invoice: InvoiceShown, organization_id: number): LedesInvoice => ({
  number: invoice.number,
  issued_on: invoice.issued_on,
  organization_id,
  issuer: invoice.issuer,
  total_cents: invoice.total_cents,
  lines: invoice.lines,
});
