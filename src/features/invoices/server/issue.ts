import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { addDays } from '../../../core/durations.ts';
import { Refusal } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { dateIn, HOUR, startOfDay } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken } from '../../../platform/crypto.ts';
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
  REMINDED_AFTER,
  type Unbilled,
} from '../rules.ts';
import { billedOrganization, finished, holdBilling, invoiceBy, termsOf, unbilledOf } from './load.ts';
import { tokenOf } from './link.ts';
import { tellOf } from './telling.ts';
import { presentRow } from './read.ts';
import { followReviews, settleOpen } from './settle.ts';

export type Asked = Pick<Ports, 'postToLedger' | 'billingStatus' | 'mail'>;

/** The next number of an organization: taken in this transaction, so that no number is left out, or given twice. */
async function nextSequence(tx: Tx, organizationId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_numbers (organization_id, last) values (${organizationId}, 1)
    on conflict (organization_id) do update set last = invoice_numbers.last + 1 returning last`.execute(tx.system);
  const [row] = rows;
  if (!row) throw new Error('No number was taken.');
  return row.last;
}

interface NewInvoice {
  organization: { id: number; time_zone: string };
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

/** Lines one statement writes: it takes 65,535 values at most. */
const AT_ONCE = 1_000;

/** Writes an invoice or a credit note under the next number, with its lines and its entry in the book. */
export async function writeInvoice(
  tx: Tx,
  ports: Pick<Ports, 'postToLedger'>,
  { organization, lines, tax_cents = 0, ...invoice }: NewInvoice,
): Promise<{ id: number; number: string }> {
  const seed = randomBytes(32);
  const sequence = await nextSequence(tx, organization.id);
  const number = invoiceNumber({ organization_id: organization.id, sequence });
  const { id } = await tx.system
    .insertInto('invoices')
    .values({
      ...invoice,
      organization_id: organization.id,
      sequence,
      issued_at: tx.now,
      issued_by: tx.actor.kind === 'system' ? null : tx.actor.user_id,
      issued_on: dateIn(tx.now, organization.time_zone),
      seed,
      token_hash: hashToken(tokenOf(tx.services.keys, seed)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let at = 0; at < lines.length; at += AT_ONCE)
    await tx.system
      .insertInto('invoice_lines')
      .values(lines.slice(at, at + AT_ONCE).map((line) => ({ ...line, invoice_id: id })))
      .execute();
  await ports.postToLedger(tx, {
    cause: invoice.sort,
    cause_id: id,
    organization_id: organization.id,
    happened_at: tx.now,
    lines: [
      { key: invoice.sort, label: number, cents: invoice.total_cents - tax_cents },
      { key: 'tax', label: number, cents: tax_cents },
    ],
  });
  return { id, number };
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
  const ids: number[] = [];
  for (const draft of drafts)
    ids.push(
      await issueOne(tx, ports, organization, draft, {
        bill_to: terms.bill_to || organization.name,
        due_on: addDays(dateIn(tx.now, organization.time_zone), terms.net_days),
        until_on,
      }),
    );
  // that one is settled at once is said as it is issued
  await settleOpen(tx, ports, organization.id, { told: false });
  await followReviews(tx, ports, ids);
  const data: InvoiceRow[] = [];
  for (const id of ids) {
    const invoice = await invoiceBy(tx.system, { id });
    if (!invoice) throw new Error('An invoice that was issued is not there.');
    if (invoice.total_cents > 0) await tellOf(tx, ports, invoice, 'issued');
    data.push(presentRow(invoice, tx.now));
  }
  return data;
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
  await issueDrafts(tx, ports, { organization, terms, drafts, until_on });
  await setRun(tx, organization);
}

async function issueOne(
  tx: Tx,
  ports: Asked,
  organization: { id: number; time_zone: string },
  draft: Draft,
  more: { bill_to: string; due_on: string; until_on: string },
): Promise<number> {
  const { id, number } = await writeInvoice(tx, ports, { organization, sort: 'invoice', ...draft, ...more });
  const { total_cents } = draft;
  await tx.audit({
    action: 'invoice.issued',
    organization_id: organization.id,
    subject: `invoice:${id}`,
    data: { number, total_cents },
  });
  if (total_cents > 0)
    for (const days of REMINDED_AFTER)
      await tx.setTimer({
        kind: 'invoice_overdue',
        key: `${id}:${days}`,
        due_at: new Date(Date.parse(`${addDays(more.due_on, days)}T14:00:00Z`)),
      });
  return id;
}
