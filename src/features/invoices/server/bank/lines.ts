import { type Kysely, sql } from 'kysely';
import { encodeCursor, idBefore } from '../../../../core/cursor.ts';
import { Refusal } from '../../../../core/errors.ts';
import type { DB } from '../../../../platform/db/types.ts';
import type { BankLine } from '../../contract.ts';
import { invoiceNumber, matchesOf, type OpenInvoice, openCents, payerKey } from '../../rules.ts';
import { billedOrganization, INVOICES, openOf, type StoredInvoice } from '../load.ts';

const PAGE = 40;

interface StoredLine {
  id: number;
  booked_on: string;
  cents: number;
  reference: string;
  payer: string;
  state: BankLine['state'];
  payment_id: number | null;
  organization_id: number | null;
  organization: string | null;
  taken_back: boolean;
}

const LINES = sql`select l.id, l.booked_on::text, l.cents::float8 as cents, l.reference, l.payer, l.state, l.payment_id,
    p.organization_id, o.name as organization, p.reversed_at is not null as taken_back
  from bank_lines l left join payments p on p.id = l.payment_id left join organizations o on o.id = p.organization_id`;

/** A page of what arrived at the bank, newest first; of what waits, whose it may be. */
export async function listLines(
  db: Kysely<DB>,
  { state, cursor }: { state: BankLine['state']; cursor?: string | undefined },
): Promise<{ data: BankLine[]; next_cursor: string | null }> {
  const before = idBefore(cursor);
  const { rows } = await sql<StoredLine>`${LINES} where l.state = ${state}
    ${before === null ? sql`` : sql`and l.id < ${before}`} order by l.id desc limit ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    data: await present(db, page),
    next_cursor: rows.length > PAGE && last ? encodeCursor([last.id]) : null,
  };
}

/** One of them. Refuses `not_found`. */
export async function readLine(db: Kysely<DB>, id: number): Promise<BankLine> {
  const { rows } = await sql<StoredLine>`${LINES} where l.id = ${id}`.execute(db);
  const [line] = await present(db, rows);
  if (!line) throw new Refusal('not_found');
  return line;
}

/** How many wait for somebody's word. */
export async function linesWaiting(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('bank_lines')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/** The invoices of an organization with something open. Refuses `not_found`. */
export async function openInvoicesOf(db: Kysely<DB>, organizationId: number) {
  await billedOrganization(db, organizationId);
  return (await openOf(db, organizationId)).map((invoice) => ({
    id: invoice.id,
    number: invoiceNumber(invoice),
    open_cents: openCents(invoice),
  }));
}

async function present(db: Kysely<DB>, rows: readonly StoredLine[]): Promise<BankLine[]> {
  const waits = rows.filter(({ state }) => state === 'open');
  const { invoices, names, payers } = waits.length === 0 ? NOTHING : await toMatch(db, waits);
  const byId = new Map(invoices.map((one) => [one.id, one]));
  const named = (id: number) => ({ id, name: names.get(id) ?? '' });
  return rows.map(({ payment_id, organization_id, organization, taken_back, ...line }) => ({
    ...line,
    booked:
      payment_id === null || organization_id === null
        ? null
        : { organization: { id: organization_id, name: organization ?? '' }, payment_id, taken_back },
    matches:
      line.state === 'open'
        ? matchesOf(line, invoices, payers).map(({ organization_id: of, invoice_ids, ...why }) => ({
            ...why,
            organization: named(of),
            invoices: invoice_ids.flatMap((id) => {
              const one = byId.get(id);
              return one ? [{ id, number: one.number, open_cents: one.open_cents }] : [];
            }),
          }))
        : [],
  }));
}

const NOTHING = {
  invoices: [] as OpenInvoice[],
  names: new Map<number, string>(),
  payers: new Map<string, number[]>(),
};

/** All that is open, the oldest first, and for whom these payers were booked before. */
async function toMatch(db: Kysely<DB>, lines: readonly StoredLine[]): Promise<typeof NOTHING> {
  const { rows } = await sql<StoredInvoice>`select * from (${INVOICES} where i.sort = 'invoice') x
    where x.settled_cents < x.total_cents order by x.due_on, x.id limit 20000`.execute(db);
  const known = await db
    .selectFrom('bank_payers as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.payer', 'p.organization_id', 'o.name'])
    .where('p.payer', 'in', [...new Set(lines.map(({ payer }) => payerKey(payer)))])
    .orderBy('p.booked_at', 'desc')
    .execute();
  const payers = new Map<string, number[]>();
  for (const { payer, organization_id } of known)
    if (payer !== '') payers.set(payer, [...(payers.get(payer) ?? []), organization_id]);
  return {
    invoices: rows.map((row) => ({
      id: row.id,
      organization_id: row.organization_id,
      number: invoiceNumber(row),
      open_cents: openCents(row),
    })),
    names: new Map([
      ...rows.map((row) => [row.organization_id, row.organization] as const),
      ...known.map(({ organization_id, name }) => [organization_id, name] as const),
    ]),
    payers,
  };
}
