import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { plural } from '../../../core/phrases.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Cause } from '../../ledger/rules.ts';
import { hoursText, TASK_TYPES, type TaskType } from '../../work/rules.ts';
import { type InvoiceSort, type Unbilled, USUAL_TERMS } from '../rules.ts';
import type { BillingTerms } from '../contract.ts';

/** An organization as it is billed: its name and zone. Refuses `not_found`. */
export async function billedOrganization(
  db: Kysely<DB>,
  id: number,
): Promise<{ id: number; name: string; time_zone: string }> {
  const found = await db
    .selectFrom('organizations')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return found;
}

/** How an organization is invoiced; the usual terms where it has none of its own. */
export async function termsOf(db: Kysely<DB>, organizationId: number): Promise<BillingTerms> {
  const own = await db
    .selectFrom('billing_terms')
    .select(['invoice_by', 'net_days', 'bill_to', 'email', 'bills_from', 'issue_day', 'hold_after_days'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return own ?? USUAL_TERMS;
}

interface StoredLine {
  ledger_line_id: number;
  review_id: number | null;
  subscription_id: number | null;
  review_price_cents: number | null;
  happened_on: string;
  reference: string;
  purchase_order: string;
  line_key: string;
  label: string;
  cents: number;
  cause: Cause;
  minutes: number | null;
  task: TaskType | null;
}

/** What a line says on an invoice: never a word somebody wrote. */
function labelOf({ cause, line_key, label, minutes, task, cents, review_price_cents: each }: StoredLine): string {
  if (cause === 'subscription' && each)
    return `${label}: ${plural(Math.abs(cents / each), 'review')} at ${formatCents(each)}${cents < 0 ? ', taken back' : ''}`;
  if (line_key === 'modifier') return `Specialty: ${label}`;
  if (line_key === 'tax' || cause !== 'time' || task === null || minutes === null) return label;
  return minutes < 0
    ? `${TASK_TYPES[task]}, ${hoursText(-minutes)}, taken back`
    : `${TASK_TYPES[task]}${minutes === 0 ? ', called off' : `, ${hoursText(minutes)}`}`;
}

/** Whether an entry, by its alias, is of something that is billed: an invoice's own takes what it bills off again. */
export const billable = (entry: string) =>
  sql`(${sql.ref(`${entry}.review_id`)} is not null or ${sql.ref(`${entry}.cause`)} = 'subscription')`;

/**
 * Whether a line `l` of the book goes on an invoice of its organization `o`: where it is on a billing order, once that was approved;
 * on none, unless the organization has billing orders. A subscription's period is on none, and goes straight.
 */
export const APPROVED = sql`(case when ordered.id is not null then ordered.state = 'approved'
    else e.review_id is null or not coalesce((o.effective_flags ->> 'enable_billing_orders')::boolean, false) end)`;
/** The order a line is on. */
export const ORDERED = sql`left join billing_order_lines on_order on on_order.ledger_line_id = l.id
  left join billing_orders ordered on ordered.id = on_order.order_id`;

/** Lines of the book of an organization that are to be invoiced, of what happened before a day of its zone; an order goes on one invoice. */
export async function unbilledOf(
  db: Kysely<DB>,
  { id, time_zone }: { id: number; time_zone: string },
  untilOn: string,
): Promise<Unbilled[]> {
  const { rows } = await sql<StoredLine>`
    select l.id as ledger_line_id, e.review_id, p.subscription_id, p.review_price_cents::float8 as review_price_cents,
      coalesce(r.claim_number, '') as reference, (e.happened_at at time zone ${time_zone})::date::text as happened_on,
      l.line_key, l.label, l.cents, e.cause, t.minutes, k.type as task, coalesce(u.number, '') as purchase_order
    from ledger_lines l join ledger_entries e on e.id = l.entry_id left join reviews r on r.id = e.review_id
      join organizations o on o.id = l.organization_id ${ORDERED}
      left join purchase_orders u on u.id = ordered.purchase_order_id
      left join subscription_periods p on e.cause = 'subscription' and p.id = e.cause_id
      left join billing_terms m on m.organization_id = l.organization_id
      left join time_entries t on e.cause = 'time' and t.id = e.cause_id
      left join review_tasks k on k.id = t.task_id
    where l.organization_id = ${id} and l.account = 'unbilled' and ${billable('e')}
      and not exists (select from invoice_lines i where i.ledger_line_id = l.id)
      and ${APPROVED}
      and not exists (select from billing_order_lines y join ledger_lines z on z.id = y.ledger_line_id
          join ledger_entries n on n.id = z.entry_id
        where y.order_id = ordered.id and (n.happened_at at time zone ${time_zone})::date >= ${untilOn}::date)
      and (e.happened_at at time zone ${time_zone})::date < ${untilOn}::date
      and (m.bills_from is null or (e.happened_at at time zone ${time_zone})::date >= m.bills_from)
    order by l.id`.execute(db);
  return rows.map((row) => ({
    ledger_line_id: row.ledger_line_id,
    review_id: row.review_id,
    subscription_id: row.subscription_id,
    happened_on: row.happened_on,
    reference: row.reference,
    purchase_order: row.purchase_order,
    label: labelOf(row),
    cents: row.cents,
  }));
}

/** Of these lines those whose review is finished, or that are of a subscription's period. */
export async function finished(db: Kysely<DB>, lines: readonly Unbilled[]): Promise<Unbilled[]> {
  const ids = [...new Set(lines.flatMap(({ review_id }) => review_id ?? []))];
  if (ids.length === 0) return [...lines];
  const { rows } = await sql<{ id: number }>`select id from reviews
    where id = any(${ids}::bigint[]) and bucket in ('completed', 'cancelled')`.execute(db);
  const ended = new Set(rows.map(({ id }) => id));
  return lines.filter(({ review_id }) => review_id === null || ended.has(review_id));
}

/** An invoice as it is stored, with what settled it. */
export interface StoredInvoice {
  id: number;
  organization_id: number;
  organization: string;
  time_zone: string;
  sequence: number;
  sort: InvoiceSort;
  credits_id: number | null;
  reason: string;
  bill_to: string;
  issued_at: Date;
  issued_on: string;
  due_on: string;
  until_on: string;
  total_cents: number;
  settled_cents: number;
  seed: Buffer;
}

export const INVOICES = sql`select i.id, i.organization_id, o.name as organization, o.time_zone, i.sequence, i.sort,
    i.credits_id, i.reason, i.bill_to, i.issued_at, i.issued_on::text, i.due_on::text, i.until_on::text, i.total_cents, i.seed,
    coalesce((select sum(s.cents) from settlements s where s.invoice_id = i.id and s.undone_at is null), 0)::float8 as settled_cents
  from invoices i join organizations o on o.id = i.organization_id`;

/** One, unscoped: its caller has asked whose it is. */
export async function invoiceBy(
  db: Kysely<DB>,
  by: { id: number } | { token_hash: Buffer },
): Promise<StoredInvoice | undefined> {
  const [column, value] = Object.entries(by)[0] as [string, unknown];
  const { rows } = await sql<StoredInvoice>`${INVOICES} where ${sql.ref(`i.${column}`)} = ${value}`.execute(db);
  return rows[0];
}

/** Several, by id, in their order. */
export async function invoicesBy(db: Kysely<DB>, ids: readonly number[]): Promise<StoredInvoice[]> {
  const { rows } = await sql<StoredInvoice>`${INVOICES} where i.id = any(${[...ids]}::bigint[]) order by i.id`.execute(
    db,
  );
  return rows;
}

/** Invoices of an organization that are not settled, the oldest first. */
export async function openOf(db: Kysely<DB>, organizationId: number): Promise<StoredInvoice[]> {
  const { rows } = await sql<StoredInvoice>`select * from (${INVOICES}
    where i.organization_id = ${organizationId} and i.sort = 'invoice') x
    where x.settled_cents < x.total_cents order by x.due_on, x.id`.execute(db);
  return rows;
}

/** Money an organization paid, or was credited, that settled nothing yet, in the order it came, cents. */
export async function creditOf(
  db: Kysely<DB>,
  organizationId: number,
): Promise<{ payment_id: number | null; credit_note_id: number | null; cents: number }[]> {
  const { rows } = await sql<{ payment_id: number | null; credit_note_id: number | null; cents: number }>`
    select * from (
      select null::bigint as payment_id, i.id as credit_note_id, (-i.total_cents - coalesce(
          (select sum(s.cents) from settlements s where s.credit_note_id = i.id and s.undone_at is null), 0))::float8 as cents, i.issued_at as at
        from invoices i where i.organization_id = ${organizationId} and i.sort = 'credit_note'
      union all
      select p.id, null, (p.cents - coalesce((select sum(r.cents) from payment_returns r where r.payment_id = p.id), 0) - coalesce(
          (select sum(s.cents) from settlements s where s.payment_id = p.id and s.undone_at is null), 0))::float8, p.recorded_at
        from payments p where p.organization_id = ${organizationId} and p.reversed_at is null) x
    where x.cents > 0 order by x.at, x.credit_note_id, x.payment_id`.execute(db);
  return rows.map(({ payment_id, credit_note_id, cents }) => ({ payment_id, credit_note_id, cents }));
}
