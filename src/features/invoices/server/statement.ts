import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { dateText } from '../../../core/dates.ts';
import { addDays } from '../../../core/durations.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { formatCents } from '../../../core/money.ts';
import { METHOD_WORDS, type PaymentMethod } from '../../../core/payment-methods.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { PdfInvoice } from '../../reports/ports.ts';
import type { StatementView } from '../contract.ts';
import { AGE_WORDS, AGES, type AccountMove, aging, invoiceNumber, type InvoiceSort, statementOf } from '../rules.ts';
import { billedOrganization, openOf } from './load.ts';
import { ownOrganizations } from './read.ts';

/** How far back a statement goes where nothing is said. */
const USUAL_DAYS = 90;

/** Everything that moved what an organization owes, in the order it was written. */
async function movesOf(db: Kysely<DB>, { id, time_zone }: { id: number; time_zone: string }): Promise<AccountMove[]> {
  const { rows } = await sql<{
    on: string;
    sort: InvoiceSort | 'payment' | 'taken_back' | 'returned';
    sequence: number;
    method: PaymentMethod;
    cents: number;
    invoice_id: number | null;
  }>`
    select * from (
      select issued_on::text as on, sort, sequence, null as method, total_cents::float8 as cents, id as invoice_id, issued_at as at
        from invoices where organization_id = ${id}
      union all select received_on::text, 'payment', null, method, -cents::float8, null, recorded_at
        from payments where organization_id = ${id}
      union all select (reversed_at at time zone ${time_zone})::date::text, 'taken_back', null, method, cents::float8, null, reversed_at
        from payments where organization_id = ${id} and reversed_at is not null
      union all select (returned_at at time zone ${time_zone})::date::text, 'returned', null, null, cents::float8, null, returned_at
        from payment_returns where organization_id = ${id}) x
    order by x.on, x.at`.execute(db);
  return rows.map(({ on, sort, sequence, method, cents, invoice_id }) => ({
    on,
    cents,
    invoice_id,
    label:
      sort === 'payment'
        ? `Payment: ${METHOD_WORDS[method]}`
        : sort === 'taken_back'
          ? 'A payment taken back'
          : sort === 'returned'
            ? cents > 0
              ? 'Paid back to a card'
              : 'Paid by card once more'
            : `${sort === 'invoice' ? 'Invoice' : 'Credit note'} ${invoiceNumber({ organization_id: id, sequence })}`,
  }));
}

/** The statement of account of one of the actor's organizations. Refuses `not_found` for all others, `invalid` for days in the wrong order. */
export async function readStatement(
  db: ActorDb,
  actor: Actor,
  organizationId: number,
  asked: { from?: string | undefined; until?: string | undefined },
  now: Date,
): Promise<StatementView> {
  const own = await ownOrganizations(db, actor);
  if (own !== null && !own.includes(organizationId)) throw new Refusal('not_found');
  const organization = await billedOrganization(db.executor, organizationId);
  const today = dateIn(now, organization.time_zone);
  const until = asked.until ?? today;
  const from = asked.from ?? addDays(until, -USUAL_DAYS);
  refuseFields(from > until ? [{ path: 'from', message: 'Choose a first day that is not after the last.' }] : []);
  return {
    organization: { id: organization.id, name: organization.name },
    from,
    until,
    ...statementOf(await movesOf(db.executor, organization), from, until),
    aging: aging(await openOf(db.executor, organizationId), today),
  } as StatementView;
}

/** The same as it is printed. */
export function statementDocument(
  { organization, from, until, opening_cents, moves, closing_cents, aging: ages }: StatementView,
  issuer: string,
): PdfInvoice {
  const days = `${dateText(from, 'long')} to ${dateText(until, 'long')}`;
  return {
    title: 'Statement of account',
    number: `${from} to ${until}`,
    document_id: `statement-${organization.id}-${from}-${until}`,
    issuer,
    bill_to: [organization.name],
    made_at: `${until}T12:00:00Z`,
    facts: [
      { label: 'Period', value: days },
      { label: 'Owed before', value: formatCents(opening_cents) },
      { label: 'Owed at its end', value: formatCents(closing_cents) },
    ],
    reason: null,
    reviews: [
      {
        heading: 'What moved it',
        lines: moves.map(({ on, label, cents }) => ({
          on: dateText(on, 'medium'),
          label,
          amount: formatCents(cents),
        })),
      },
    ],
    sums: [
      { label: 'Owed at its end', value: formatCents(closing_cents) },
      ...AGES.flatMap((age) =>
        ages[age] ? [{ label: `Open now, ${AGE_WORDS[age].toLowerCase()}`, value: formatCents(ages[age]) }] : [],
      ),
    ],
    note: 'Amounts are in US dollars. What was paid ahead is taken off what is owed.',
  };
}
