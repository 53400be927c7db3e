import { formatCents } from '../../../core/money.ts';
import type { Tx } from '../../../platform/command.ts';
import { organizationWide } from '../../../platform/mail/organization-wide.ts';
import type { Events } from '../../../platform/declarations.ts';
import type { MailText, Ports } from '../../../platform/ports.ts';
import { invoiceNumber, openCents } from '../rules.ts';
import type { INVOICES_ISSUED } from './declarations.ts';
import { invoicesBy, type StoredInvoice, termsOf } from './load.ts';
import { sendInvoice } from './mailing.ts';

/** What is told of an invoice: to its organization's people, and to the address that its invoices are sent to. */
const TOLD = {
  overdue: { people: 'invoice_late', address: 'invoice_overdue' },
  paid: { people: 'invoice_settled', address: 'invoice_receipt' },
  credited: { people: 'credit_note_given', address: 'credit_note_issued' },
} as const;
export type InvoiceNews = keyof typeof TOLD;

type Readers = Awaited<ReturnType<typeof organizationWide>>;

/** Tells those who read an organization's invoices, by bell and mail as each chose, once for each reason. */
async function tellReaders(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  readers: Readers,
  mail: MailText,
  key: string,
): Promise<void> {
  for (const to of readers)
    await ports.mail(tx, { to, ...mail, side: 'requester', dedupe_key: `${mail.template}:${key}:${to.user_id}` });
}

const factsOf = (invoice: StoredInvoice, cents: number) => ({
  number: invoiceNumber(invoice),
  amount: formatCents(cents),
  due_on: invoice.due_on,
  settled: invoice.sort === 'invoice' && openCents(invoice) === 0,
  link: `/invoice?invoice=${invoice.id}`,
});

/**
 * Tells of invoices of an organization: its people who read invoices, by the bell and by mail as each chose, and the address of its
 * terms. Once for each reason.
 */
export async function tellOf(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  invoices: readonly StoredInvoice[],
  news: InvoiceNews,
  key = '',
): Promise<void> {
  const [first] = invoices;
  if (!first) return;
  const { people, address } = TOLD[news];
  const readers = await organizationWide(tx.system, first.organization_id);
  const terms = await termsOf(tx.system, first.organization_id);
  for (const invoice of invoices) {
    const cents = news === 'overdue' ? openCents(invoice) : Math.abs(invoice.total_cents);
    const mail = { template: people, data: factsOf(invoice, cents) };
    await tellReaders(tx, ports, readers, mail, `${invoice.id}:${key}`);
    await sendInvoice(tx, ports, invoice, terms, address, key);
  }
}

/** Sends invoices that were issued to the address of the terms, and tells their readers: of several at once in one word. */
export async function tellIssued(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  { organization_id, invoice_ids, all }: Events[typeof INVOICES_ISSUED],
): Promise<void> {
  const invoices = await invoicesBy(tx.system, invoice_ids);
  const terms = await termsOf(tx.system, organization_id);
  const [first] = invoices;
  if (first && all) {
    const mail: MailText =
      all.count === 1
        ? { template: 'invoice_to_pay', data: factsOf(first, first.total_cents) }
        : {
            template: 'invoices_to_pay',
            data: {
              count: all.count,
              amount: formatCents(all.total_cents),
              due_on: first.due_on,
              settled: all.settled,
              link: '/invoice',
            },
          };
    await tellReaders(tx, ports, await organizationWide(tx.system, organization_id), mail, String(first.id));
  }
  for (const invoice of invoices) await sendInvoice(tx, ports, invoice, terms, 'invoice_issued');
}
