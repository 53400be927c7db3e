import { METHOD_WORDS, type PaymentMethod } from '../../../core/payment-methods.ts';
import { type Kysely, sql } from 'kysely';
import { encodeCursor, idBefore } from '../../../core/cursor.ts';
import { Refusal } from '../../../core/errors.ts';
import { addDays } from '../../../core/durations.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { Actor } from '../../../core/actor.ts';
import type { BillingOf, InvoiceRow, InvoiceShown, InvoiceView } from '../contract.ts';
import {
  aging,
  draftsOf,
  type InvoiceState,
  invoiceNumber,
  keepsInvoices,
  openCents,
  paysInvoices,
  readNumber,
  stateOf,
} from '../rules.ts';
import { processingSince } from './cards/load.ts';
import { linesOf, matterOf } from './lines.ts';
import { pageOf } from './link.ts';
import {
  APPROVED,
  billable,
  billedOrganization,
  creditOf,
  INVOICES,
  openOf,
  ORDERED,
  type StoredInvoice,
  termsOf,
  unbilledOf,
} from './load.ts';

const PAGE = 40;

/** What an invoice's list, and its file, are narrowed to. */
export interface InvoicesAsked {
  organization_id?: number | undefined;
  state?: InvoiceState | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
}

/** The organizations whose invoices an actor reads; null: all of them. */
export async function ownOrganizations(db: ActorDb, actor: Actor): Promise<number[] | null> {
  if (keepsInvoices(actor.kind)) return null;
  return (await db.selectFrom('organizations').select('organizations.id').execute()).map(({ id }) => id);
}

/** An invoice of an actor's organizations. Refuses `not_found` for all others. */
export async function loadInvoice(db: ActorDb, actor: Actor, id: number): Promise<StoredInvoice> {
  const own = await ownOrganizations(db, actor);
  const { rows } = await sql<StoredInvoice>`${INVOICES} where i.id = ${id}
    ${own === null ? sql`` : sql`and i.organization_id = any(${own}::bigint[])`}`.execute(db.executor);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row;
}

/** How each state is found; days are those of the invoice's organization. */
const STATE_IS = {
  credit: sql`x.sort = 'credit_note'`,
  paid: sql`x.sort = 'invoice' and x.settled_cents >= x.total_cents`,
  open: sql`x.sort = 'invoice' and x.settled_cents < x.total_cents and x.due_on::date >= x.today`,
  overdue: sql`x.sort = 'invoice' and x.settled_cents < x.total_cents and x.due_on::date < x.today`,
} satisfies Record<InvoiceState, unknown>;

/** What of a number somebody typed is looked for. */
function numbered(q: string) {
  const whole = readNumber(q);
  if (whole) return sql`i.organization_id = ${whole.organization_id} and i.sequence = ${whole.sequence}`;
  const digits = /^\d{1,9}$/.exec(q)?.[0];
  return digits === undefined ? sql`false` : sql`i.sequence = ${Number(digits)}`;
}

/** A page of invoices, newest first; `limit` of them. */
export async function listInvoices(
  db: ActorDb,
  actor: Actor,
  query: InvoicesAsked,
  now: Date,
  limit = PAGE,
): Promise<{ data: InvoiceRow[]; next_cursor: string | null }> {
  const before = idBefore(query.cursor);
  const own = await ownOrganizations(db, actor);
  const { rows } = await sql<StoredInvoice>`
    select * from (select y.*, (${now}::timestamptz at time zone y.time_zone)::date as today from (${INVOICES} where true
      ${own === null ? sql`` : sql`and i.organization_id = any(${own}::bigint[])`}
      ${query.organization_id === undefined ? sql`` : sql`and i.organization_id = ${query.organization_id}`}
      ${before === null ? sql`` : sql`and i.id < ${before}`}
      ${query.q ? sql`and ${numbered(query.q)}` : sql``}) y) x
    where ${query.state === undefined ? sql`true` : STATE_IS[query.state]}
    order by x.id desc limit ${limit + 1}`.execute(db.executor);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => presentRow(row, now)),
    next_cursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
  };
}

export const presentRow = (row: StoredInvoice, now: Date): InvoiceRow => ({
  id: row.id,
  number: invoiceNumber(row),
  sort: row.sort,
  state: stateOf(row, dateIn(now, row.time_zone)),
  organization: { id: row.organization_id, name: row.organization },
  issued_on: row.issued_on,
  due_on: row.due_on,
  total_cents: row.total_cents,
  open_cents: openCents(row),
});

/** What settled an invoice: payments by how they came, credit notes by their number. */
async function settlementsOf(db: Kysely<DB>, invoice: StoredInvoice, references: boolean) {
  const { rows } = await sql<{
    id: number;
    on: string;
    cents: number;
    method: PaymentMethod | null;
    reference: string | null;
    sequence: number | null;
  }>`
    select s.id, coalesce(p.received_on, n.issued_on)::text as on, s.cents, p.method, p.reference, n.sequence
    from settlements s left join payments p on p.id = s.payment_id left join invoices n on n.id = s.credit_note_id
    where s.invoice_id = ${invoice.id} and s.undone_at is null order by s.id`.execute(db);
  return rows.map(({ id, on, cents, method, reference, sequence }) => ({
    id,
    on,
    cents,
    by:
      method === null
        ? `Credit note ${invoiceNumber({ organization_id: invoice.organization_id, sequence: sequence ?? 0 })}`
        : [METHOD_WORDS[method], references ? reference : null].filter(Boolean).join(', '),
  }));
}

/** Whether an invoice can be paid by card now, by who `pays`, or since when the bank has a payment in hand. */
async function byCard(
  db: Kysely<DB>,
  invoice: StoredInvoice,
  { cards, pays }: { cards: boolean; pays: boolean },
): Promise<Pick<InvoiceShown, 'card' | 'card_since'>> {
  if (!cards || openCents(invoice) === 0) return { card: null, card_since: null };
  const since = await processingSince(db, invoice.id);
  return { card: since ? 'processing' : pays ? 'possible' : null, card_since: since?.toISOString() ?? null };
}

/** An invoice as its organization, or staff, read it. */
export async function presentInvoice(
  db: Kysely<DB>,
  actor: Actor,
  invoice: StoredInvoice,
  { token, now, cards }: { token: string; now: Date; cards: boolean },
): Promise<InvoiceView> {
  const [lines, settlements, notes] = await Promise.all([
    linesOf(db, invoice.id),
    settlementsOf(db, invoice, true),
    db
      .selectFrom('invoices')
      .select(['id', 'sequence', 'total_cents', 'credits_id'])
      .where((eb) => eb.or([eb('credits_id', '=', invoice.id), eb('id', '=', invoice.credits_id ?? 0)]))
      .orderBy('id')
      .execute(),
  ]);
  const keeps = keepsInvoices(actor.kind);
  const numberOf = (sequence: number) => invoiceNumber({ organization_id: invoice.organization_id, sequence });
  const credited = notes.find(({ id }) => id === invoice.credits_id);
  return {
    ...presentRow(invoice, now),
    bill_to: invoice.bill_to,
    reason: invoice.reason,
    issued_at: invoice.issued_at.toISOString(),
    until_on: invoice.until_on,
    credits: credited ? { id: credited.id, number: numberOf(credited.sequence) } : null,
    credit_notes: notes
      .filter(({ credits_id }) => credits_id === invoice.id)
      .map(({ id, sequence, total_cents }) => ({ id, number: numberOf(sequence), total_cents })),
    lines: lines.map(({ id, reference, purchase_order, happened_on, label, cents, entry_id, left_cents, ...of }) => ({
      id,
      matter: matterOf(of),
      review: of.review_id === null || of.kind === null ? null : { id: of.review_id, kind: of.kind },
      reference,
      purchase_order,
      happened_on,
      label,
      cents,
      entry_id,
      left_cents: invoice.sort === 'invoice' && cents > 0 ? left_cents : 0,
    })),
    settlements,
    link: pageOf(token),
    ...(await byCard(db, invoice, { cards, pays: paysInvoices(actor.kind) })),
    can: {
      credit: keeps && invoice.sort === 'invoice' && lines.some(({ cents, left_cents }) => cents > 0 && left_cents > 0),
      send: keeps,
      pay: keeps && openCents(invoice) > 0,
    },
  };
}

/** The same as its link shows it. */
export async function showInvoice(
  db: Kysely<DB>,
  invoice: StoredInvoice,
  { issuer, now, cards }: { issuer: string; now: Date; cards: boolean },
): Promise<InvoiceShown> {
  const { id: _id, organization: _organization, ...row } = presentRow(invoice, now);
  const [lines, settlements] = await Promise.all([
    linesOf(db, invoice.id),
    // what staff wrote beside a payment is not for whoever has the link
    settlementsOf(db, invoice, false),
  ]);
  const credits =
    invoice.credits_id === null
      ? undefined
      : await db
          .selectFrom('invoices')
          .select(['organization_id', 'sequence'])
          .where('id', '=', invoice.credits_id)
          .executeTakeFirst();
  return {
    ...row,
    bill_to: invoice.bill_to,
    reason: invoice.reason,
    credits: credits ? invoiceNumber(credits) : null,
    lines: lines.map(({ reference, purchase_order, happened_on, label, cents, ...of }) => ({
      matter: matterOf(of),
      reference,
      purchase_order,
      happened_on,
      label,
      cents,
    })),
    settlements,
    issuer,
    ...(await byCard(db, invoice, { cards, pays: true })),
  };
}

/** Organizations with work that is on no invoice, the largest amount first. */
export async function unbilledByOrganization(db: Kysely<DB>) {
  const { rows } = await sql<{
    id: number;
    name: string;
    total_cents: number;
    lines: number;
    reviews: number;
    oldest_on: string;
  }>`
    select o.id, o.name, sum(l.cents)::float8 as total_cents, count(*)::int as lines,
      count(distinct e.review_id)::int as reviews,
      min((e.happened_at at time zone o.time_zone)::date)::text as oldest_on
    from ledger_lines l join ledger_entries e on e.id = l.entry_id join organizations o on o.id = l.organization_id ${ORDERED}
    where l.account = 'unbilled' and ${billable('e')} and ${APPROVED}
      and not exists (select from invoice_lines i where i.ledger_line_id = l.id)
      and not exists (select from billing_terms m where m.organization_id = o.id
        and (e.happened_at at time zone o.time_zone)::date < m.bills_from)
    group by o.id order by sum(l.cents) desc, o.id limit 500`.execute(db);
  return rows.map(({ id, name, ...rest }) => ({ organization: { id, name }, ...rest }));
}

/** What an organization paid, the newest first: the last fifty, each with what went back of it. */
async function paymentsOf(db: Kysely<DB>, organizationId: number): Promise<BillingOf['payments']> {
  const rows = await db
    .selectFrom('payments as p')
    .leftJoin('card_charges as c', 'c.payment_id', 'p.id')
    .select([
      'p.id',
      'p.method',
      'p.received_on',
      'p.reference',
      'p.cents',
      'p.reversed_at',
      'p.reason',
      'c.provider_id',
    ])
    .select(
      sql<number>`coalesce((select sum(r.cents) from payment_returns r where r.payment_id = p.id), 0)::float8`.as(
        'returned_cents',
      ),
    )
    .where('p.organization_id', '=', organizationId)
    .orderBy('p.id', 'desc')
    .limit(50)
    .execute();
  const refunds = await db
    .selectFrom('card_refunds')
    .select(['id', 'payment_id', 'cents', 'reason', 'state', 'failure'])
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ reversed_at, provider_id, ...row }) => {
    const own = refunds.filter(({ payment_id }) => payment_id === row.id);
    const asked = own.reduce((sum, { state, cents }) => sum + (state === 'asked' ? cents : 0), 0);
    return {
      ...row,
      reversed: reversed_at !== null,
      by_card_service: provider_id !== null,
      refundable_cents: provider_id === null ? 0 : Math.max(0, row.cents - row.returned_cents - asked),
      refunds: own.map(({ payment_id: _of, ...one }) => one),
    };
  });
}

/** What of an organization is on no invoice as its billing orders are not approved: those that wait, and voided ones. */
async function waitingOrders(db: Kysely<DB>, organizationId: number): Promise<BillingOf['orders']> {
  const { rows } = await sql<BillingOf['orders']>`
    select count(distinct b.id) filter (where b.state = 'draft')::int as waiting,
      count(distinct b.id) filter (where b.state = 'void' and b.written_off_at is null)::int as disputed,
      coalesce(sum(l.cents) filter (where b.state = 'draft'), 0)::float8 as waiting_cents
    from billing_orders b join billing_order_lines x on x.order_id = b.id join ledger_lines l on l.id = x.ledger_line_id
    where b.organization_id = ${organizationId} and b.state in ('draft', 'void')`.execute(db);
  return rows[0] ?? { waiting: 0, disputed: 0, waiting_cents: 0 };
}

/** How an organization is invoiced, and what it would be sent for all that happened before a day: tomorrow where none is named. */
export async function billingOf(
  db: Kysely<DB>,
  organizationId: number,
  untilOn: string | undefined,
  now: Date,
): Promise<BillingOf> {
  const { time_zone, ...organization } = await billedOrganization(db, organizationId);
  const today = dateIn(now, time_zone);
  const until_on = untilOn ?? addDays(today, 1);
  const terms = await termsOf(db, organizationId);
  const lines = await unbilledOf(db, { ...organization, time_zone }, until_on);
  const drafts = draftsOf(lines, terms.invoice_by);
  const total_cents = drafts.reduce((sum, one) => sum + one.total_cents, 0);
  const kinds = new Map(
    lines.length === 0
      ? []
      : (
          await db
            .selectFrom('reviews')
            .select(['id', 'kind'])
            .where(sql<boolean>`id = any(${[...new Set(lines.flatMap(({ review_id }) => review_id ?? []))]}::bigint[])`)
            .execute()
        ).map(({ id, kind }) => [id, kind]),
  );
  return {
    organization,
    terms,
    until_on,
    drafts: drafts.map((draft) => ({
      total_cents: draft.total_cents,
      lines: draft.lines.map(({ review_id, subscription_id, happened_on, label, cents }) => ({
        matter: matterOf({ review_id, subscription_id, kind: kinds.get(review_id ?? 0) ?? null }),
        happened_on,
        label,
        cents,
      })),
    })),
    total_cents,
    orders: await waitingOrders(db, organizationId),
    waiting_cents: lines.reduce((sum, { cents }) => sum + cents, 0) - total_cents,
    credit_cents: (await creditOf(db, organizationId)).reduce((sum, { cents }) => sum + cents, 0),
    held_since:
      (
        await db
          .selectFrom('overdue_holds')
          .select('since')
          .where('organization_id', '=', organizationId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
      )?.since.toISOString() ?? null,
    aging: aging(await openOf(db, organizationId), today),
    payments: await paymentsOf(db, organizationId),
  };
}
