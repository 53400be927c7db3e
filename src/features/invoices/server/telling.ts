import { sql } from 'kysely';
import { formatCents } from '../../../core/money.ts';
import type { Tx } from '../../../platform/command.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import { ORGANIZATION_ADMINS } from '../../../platform/db/roles.ts';
import type { Addressee } from '../../../platform/mail/staff.ts';
import type { Ports } from '../../../platform/ports.ts';
import { invoiceNumber, openCents } from '../rules.ts';
import { type StoredInvoice, termsOf } from './load.ts';
import { sendInvoice } from './mailing.ts';

/** What is told of an invoice: to its organization's people, and to the address that its invoices are sent to. */
const TOLD = {
  issued: { people: 'invoice_to_pay', address: 'invoice_issued' },
  overdue: { people: 'invoice_late', address: 'invoice_overdue' },
  paid: { people: 'invoice_settled', address: 'invoice_receipt' },
  credited: { people: 'credit_note_given', address: 'credit_note_issued' },
} as const;
export type InvoiceNews = keyof typeof TOLD;

/** Those who read all of an organization's invoices: its managers, and the admins of its tree; nobody suspended. */
async function readersOf(tx: Tx, organizationId: number): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select u.id as user_id, u.email, ${fullNameOf('u')} as name from users u
    where u.suspended_at is null and (
      exists (select from profiles p where p.user_id = u.id and p.type = 'ClaimConsultant' and p.is_review_manager
        and p.organization_id = ${organizationId})
      or (u.role in ${ORGANIZATION_ADMINS}
        and u.organization_id in (select p.id from organization_path(${organizationId}) p)))
    order by u.id`.execute(tx.system);
  return rows;
}

/**
 * Tells of an invoice: the organization's people who read invoices, by the bell and by mail as each chose, and the address of its terms.
 * Once for each reason.
 */
export async function tellOf(
  tx: Tx,
  ports: Pick<Ports, 'mail'>,
  invoice: StoredInvoice,
  news: InvoiceNews,
  key = '',
): Promise<void> {
  const { people, address } = TOLD[news];
  const cents = news === 'overdue' ? openCents(invoice) : Math.abs(invoice.total_cents);
  for (const to of await readersOf(tx, invoice.organization_id))
    await ports.mail(tx, {
      to,
      template: people,
      data: {
        number: invoiceNumber(invoice),
        amount: formatCents(cents),
        due_on: invoice.due_on,
        link: `/invoice?invoice=${invoice.id}`,
      },
      side: 'requester',
      dedupe_key: `${people}:${invoice.id}:${key}:${to.user_id}`,
    });
  // of one that is settled as it is issued the first mail says so
  await sendInvoice(tx, ports, invoice, await termsOf(tx.system, invoice.organization_id), address, key);
}
