import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { addDays } from '../../../core/durations.ts';
import { Refusal } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { dateIn, HOUR, startOfDay } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken } from '../../../platform/crypto.ts';
import { holdBilling } from '../../../platform/db/hold-billing.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { BillingTerms, InvoiceRow } from '../contract.ts';
import {
  type Draft,
  draftsOf,
  type InvoiceSort,
  invoiceNumber,
  issuedUntil,
  nextIssueDay,
  openCents,
  REMINDED_AFTER,
  type Unbilled,
} from '../rules.ts';
import { billedOrganization, finished, invoicesBy, termsOf, unbilledOf } from './load.ts';
import { tokenOf } from './link.ts';
import { INVOICES_ISSUED } from './declarations.ts';
import { presentRow } from './read.ts';
import { followReviews, settleOpen } from './settle.ts';

export type Asked = Pick<Ports, 'postToLedger' | 'followBilling' | 'mail'>;

/** The first of so many next numbers of an organization: taken in this transaction, so that no number is left out, or given twice. */
async function nextSequences(tx: Tx, organizationId: number, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_numbers (organization_id, last) values (${organizationId}, ${count})
    on conflict (organization_id) do update set last = invoice_numbers.last + ${count} returning last`.execute(
    tx.system,
  );
  const [row] = rows;
  if (!row) throw new Error('No number was taken.');
  return row.last - count + 1;
}

interface Billed {
  id: number;
  time_zone: string;
}

type Written = NewInvoice & { id: number; number: string };

interface NewInvoice {
  sort: InvoiceSort;
  bill_to: string;
  due_on: string;
  until_on: string;
  total_cents: number;
  lines: readonly (Unbilled | CreditLine)[];
  credits_id?: number;
  reason?: string;
  /** What of the total is sales tax, where that is taken back. */
  tax_cents?: number;
}

/** What is taken back of a line. */
interface CreditLine extends Omit<Unbilled, 'ledger_line_id'> {
  credits_line_id: number;
}

/** Rows one statement writes: it takes 65,535 values at most. */
const AT_ONCE = 1_000;

/** Writes an invoice or a credit note under the next number, with its lines and its entry in the book. */
export async function writeInvoice(
  tx: Tx<Actor>,
  ports: Pick<Ports, 'postToLedger'>,
  { organization, ...invoice }: NewInvoice & { organization: Billed },
): Promise<Written> {
  const [written] = await writeInvoices(tx, ports, organization, [invoice]);
  if (!written) throw new Error('An invoice that was written is not there.');
  return written;
}

/** Writes invoices or credit notes of an organization under its next numbers, in their order, with their lines and entries. */
async function writeInvoices(
  tx: Tx,
  ports: Pick<Ports, 'postToLedger'>,
  organization: Billed,
  invoices: readonly NewInvoice[],
): Promise<Written[]> {
  const first = await nextSequences(tx, organization.id, invoices.length);
  const issued_on = dateIn(tx.now, organization.time_zone);
  const written: Written[] = [];
  const lines = [];
  for (let at = 0; at < invoices.length; at += AT_ONCE) {
    const some = invoices.slice(at, at + AT_ONCE);
    const rows = await tx.system
      .insertInto('invoices')
      .values(
        some.map(({ lines: _lines, tax_cents: _tax, ...invoice }, n) => {
          const seed = randomBytes(32);
          return {
            ...invoice,
            organization_id: organization.id,
            sequence: first + at + n,
            issued_at: tx.now,
            issued_by: tx.actor.kind === 'system' ? null : tx.actor.user_id,
            issued_on,
            seed,
            token_hash: hashToken(tokenOf(tx.services.keys, seed)),
          };
        }),
      )
      .returning(['id', 'sequence'])
      .execute();
    for (const { id, sequence } of rows.toSorted((a, b) => a.sequence - b.sequence)) {
      const invoice = invoices[sequence - first];
      if (!invoice) throw new Error('An invoice was written that nobody asked for.');
      written.push({ id, number: invoiceNumber({ organization_id: organization.id, sequence }), ...invoice });
      for (const line of invoice.lines) lines.push({ ...line, invoice_id: id });
    }
  }
  for (let at = 0; at < lines.length; at += AT_ONCE)
    await tx.system
      .insertInto('invoice_lines')
      .values(lines.slice(at, at + AT_ONCE))
      .execute();
  await ports.postToLedger(
    tx,
    written.map(({ id, number, sort, total_cents, tax_cents = 0 }) => ({
      cause: sort,
      cause_id: id,
      organization_id: organization.id,
      happened_at: tx.now,
      lines: [
        { key: sort, label: number, cents: total_cents - tax_cents },
        { key: 'tax', label: number, cents: tax_cents },
      ],
    })),
  );
  return written;
}

/**
 * Issues what happened before a day, as many invoices as the organization's terms make of it. What was paid or credited
 * before settles them at once. Refuses `stale` where it comes to something else than was looked at, `wrong_state` where there is
 * nothing to issue, `invalid` for a day to come.
 */
export function issueInvoices(
  services: Services,
  ports: Asked,
  actor: Actor,
  organizationId: number,
  body: { until_on: string; total_cents: number },
): Promise<{ data: InvoiceRow[] }> {
  return command(services, actor, async (tx) => {
    const organization = await billedOrganization(tx.system, organizationId);
    await holdBilling(tx.system, organizationId);
    const today = dateIn(tx.now, organization.time_zone);
    const terms = await termsOf(tx.system, organizationId);
    const drafts = draftsOf(await unbilledOf(tx.system, organization, body.until_on), terms.invoice_by);
    const total_cents = drafts.reduce((sum, one) => sum + one.total_cents, 0);
    if (drafts.length === 0)
      throw new Refusal('wrong_state', 'There is nothing to invoice before that day.', { current: { total_cents } });
    if (total_cents !== body.total_cents)
      throw new Refusal(
        'stale',
        `It comes to ${formatCents(total_cents)} now, not ${formatCents(body.total_cents)}. Look at it once more.`,
        { current: { total_cents } },
      );
    // all of today at most
    if (body.until_on > addDays(today, 1))
      throw new Refusal('invalid', undefined, {
        errors: [{ path: 'until_on', message: 'Choose a day that is not to come.' }],
      });
    return { data: await issueDrafts(tx, ports, { organization, terms, drafts, until_on: body.until_on }) };
  });
}

interface ToIssue {
  organization: { id: number; name: string; time_zone: string };
  terms: BillingTerms;
  drafts: readonly Draft[];
  until_on: string;
}

/** Issues these drafts, settles them with what is on account, and tells of them. Its caller holds the organization's billing. */
async function issueDrafts(
  tx: Tx,
  ports: Asked,
  { organization, terms, drafts, until_on }: ToIssue,
): Promise<InvoiceRow[]> {
  const due_on = addDays(dateIn(tx.now, organization.time_zone), terms.net_days);
  const bill_to = terms.bill_to || organization.name;
  const written = await writeInvoices(
    tx,
    ports,
    organization,
    drafts.map((draft) => ({ sort: 'invoice', bill_to, due_on, until_on, ...draft })),
  );
  for (const { id, number, total_cents } of written)
    await tx.audit({
      action: 'invoice.issued',
      organization_id: organization.id,
      subject: `invoice:${id}`,
      data: { number, total_cents },
    });
  await tx.setTimers(
    written.flatMap(({ id, total_cents }) =>
      total_cents === 0
        ? []
        : REMINDED_AFTER.map((days) => ({
            kind: 'invoice_overdue' as const,
            key: `${id}:${days}`,
            due_at: new Date(Date.parse(`${addDays(due_on, days)}T14:00:00Z`)),
          })),
    ),
  );
  const ids = written.map(({ id }) => id);
  // that one is settled at once is said as it is issued
  await settleOpen(tx, ports, organization.id, { told: false });
  await followReviews(tx, ports, ids);
  const invoices = await invoicesBy(tx.system, ids);
  const settled = invoices.every((one) => openCents(one) === 0);
  await emitIssued(tx, organization.id, { written, settled });
  return invoices.map((invoice) => presentRow(invoice, tx.now));
}

/** Invoices whose mails one event has sent. */
const TOLD_AT_ONCE = 200;

/** Has it told what was issued: in parts, so that none takes long; the first one tells of all of it. */
async function emitIssued(
  tx: Tx,
  organization_id: number,
  { written, settled }: { written: readonly Written[]; settled: boolean },
): Promise<void> {
  const told = written.filter(({ total_cents }) => total_cents > 0);
  const total_cents = told.reduce((sum, one) => sum + one.total_cents, 0);
  for (let at = 0; at < told.length; at += TOLD_AT_ONCE)
    await tx.emit(INVOICES_ISSUED, {
      organization_id,
      invoice_ids: told.slice(at, at + TOLD_AT_ONCE).map(({ id }) => id),
      all: at === 0 ? { count: told.length, total_cents, settled } : null,
    });
}

/** The timer of an organization whose invoices are issued by themselves: its key is the organization's id. */
const RUN = 'invoice_run';
/** At which hour of the organization's day. */
const RUN_HOUR = 6;

/** Sets when an organization's invoices are issued by themselves next, or that they are not. */
export async function setRun(tx: Tx, { id, time_zone }: { id: number; time_zone: string }): Promise<void> {
  const { invoice_by, issue_day } = await termsOf(tx.system, id);
  if (issue_day === null) return tx.cancelTimer(RUN, String(id));
  const next = nextIssueDay({ invoice_by, issue_day }, dateIn(tx.now, time_zone));
  await tx.setTimer({
    kind: RUN,
    key: String(id),
    due_at: new Date(startOfDay(next, time_zone).getTime() + RUN_HOUR * HOUR),
  });
}

/**
 * Issues an organization's invoices by themselves, where its terms say so: of what happened in the months before this one, or of each
 * review that is finished; and sets the next time. What comes to less than nothing waits.
 */
export async function runInvoices(tx: Tx, ports: Asked, organizationId: number): Promise<void> {
  const organization = await billedOrganization(tx.system, organizationId);
  await holdBilling(tx.system, organizationId);
  const terms = await termsOf(tx.system, organizationId);
  if (terms.issue_day === null) return;
  const until_on = issuedUntil(terms.invoice_by, dateIn(tx.now, organization.time_zone));
  const lines = await unbilledOf(tx.system, organization, until_on);
  const drafts = draftsOf(terms.invoice_by === 'review' ? await finished(tx.system, lines) : lines, terms.invoice_by);
  if (drafts.length > 0) await issueDrafts(tx, ports, { organization, terms, drafts, until_on });
  await setRun(tx, organization);
}
