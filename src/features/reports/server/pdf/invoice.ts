import { COLUMN, INK } from '../../../../platform/pdf/canvas.ts';
import type { PdfInvoice } from '../../ports.ts';
import { Sheet, type SheetInput } from './sheet.ts';
import { body, LEADING, note, run } from './text.ts';

const DAY_WIDTH = 104;
const AMOUNT_WIDTH = 100;

/** An invoice on our paper: to whom, what is due and by when, then each review with its lines, then the sums. */
class InvoiceSheet extends Sheet<SheetInput> {
  readonly #invoice: PdfInvoice;

  constructor(invoice: PdfInvoice) {
    super({
      title: invoice.title,
      review: { number: invoice.number, kind_label: invoice.title },
      version: 1,
      status: 'final',
      document_id: invoice.document_id,
      organization: { name: invoice.bill_to[0] ?? '' },
      service_provider: { name: invoice.issuer },
      issued_at: invoice.made_at,
      signature: null,
    });
    this.#invoice = invoice;
  }

  render(): Promise<Uint8Array<ArrayBuffer>> {
    const { title, number, issuer, bill_to, facts, reason, reviews, sums, note: closing } = this.#invoice;
    const { flow } = this;
    this.head();
    flow.paragraph([run(`${title} ${number}`, 'serif-bold', 21, INK.main)], {
      tag: 'H1',
      leading: 26,
      before: 8,
      after: 4,
    });
    flow.paragraph([note(`From ${issuer}`)], { leading: 14, after: 14 });
    for (const line of bill_to) flow.paragraph([body(line)], { leading: LEADING });
    flow.space(12);
    flow.facts(facts.map(({ label, value }) => ({ label, value: [body(value)] })));
    if (reason !== null) flow.paragraph([body(reason)], { leading: LEADING, before: 10 });
    for (const { heading, lines } of reviews) {
      this.heading(heading);
      flow.grid(
        ['What', 'Day', 'Amount'],
        lines.map(({ on, label, amount }) => [label, on, amount]),
        [COLUMN - DAY_WIDTH - AMOUNT_WIDTH, DAY_WIDTH, AMOUNT_WIDTH],
        [2],
      );
    }
    this.heading('Total');
    flow.facts(sums.map(({ label, value }) => ({ label, value: [body(value, 'serif-bold')] })));
    flow.paragraph([note(closing)], { leading: 13, before: 18 });
    this.chrome();
    return this.canvas.finish();
  }
}

/** Renders an invoice as a tagged PDF. The same invoice gives the same bytes. */
export const renderInvoicePdf = (invoice: PdfInvoice): Promise<Uint8Array<ArrayBuffer>> =>
  new InvoiceSheet(invoice).render();
