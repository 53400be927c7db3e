import { type Kysely, sql } from 'kysely';
import { encodeCursor, idBefore } from '../../../core/cursor.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { ChargesView, ChargeView, LedgerBalances, LedgerEntryRow } from '../contract.ts';
import {
  type Account,
  ACCOUNT_KEYS,
  type Cause,
  chargedSide,
  CUSTOMER_CAUSES,
  type CustomerCause,
  type Rule,
  shownBalance,
} from '../rules.ts';

const PAGE = 40;

interface StoredLine {
  account: Account;
  line_key: string;
  label: string;
  cents: number;
  invoice_id: number | null;
}

interface StoredEntry<C extends Cause = Cause> {
  id: number;
  cause: C;
  part: number;
  rule: Rule;
  happened_at: Date;
  posted_at: Date;
  lines: StoredLine[];
}

const LINES = sql`(select json_agg(json_build_object('account', l.account, 'line_key', l.line_key, 'label', l.label,
  'cents', l.cents, 'invoice_id', i.invoice_id) order by l.id)
  from ledger_lines l left join invoice_lines i on i.ledger_line_id = l.id where l.entry_id = e.id) as lines`;

/** What was posted of a review, as its customer reads it: nothing of what its experts earn. */
export async function readCharges(
  db: Kysely<DB>,
  review: { id: number; kind: Kind },
): Promise<Omit<ChargesView, 'shows_expert_amount'>> {
  const { rows } = await sql<StoredEntry<CustomerCause>>`
    select e.id, e.cause, e.part, e.rule, e.happened_at, e.posted_at, ${LINES}
    from ledger_entries e where e.review_id = ${review.id} and e.cause = any(${Object.keys(CUSTOMER_CAUSES)})
    order by e.id`.execute(db);
  const { rows: credits } = await sql<{ cents: number }>`
    select coalesce(-sum(c.cents), 0)::float8 as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
      join invoice_lines i on i.ledger_line_id = l.id join invoice_lines c on c.credits_line_id = i.id
    where e.review_id = ${review.id}`.execute(db);
  const all = rows.map((row) => ({ row, view: presentCharge(row) }));
  const lines = rows.flatMap((row) => row.lines);
  const sum = (of: (line: StoredLine) => boolean): number =>
    lines.reduce((total, line) => (of(line) ? total + line.cents : total), 0);
  const unbilled = ({ account }: StoredLine): boolean => account === 'unbilled';
  const charges = all.flatMap(({ row, view }) => (row.cause === 'retainer' ? [] : [view]));
  const charged_cents = charges.reduce((total, one) => total + one.total_cents, 0);
  return {
    review_id: review.id,
    kind: review.kind,
    charges,
    retainer: all.flatMap(({ row, view }) => (row.cause === 'retainer' ? [view] : [])),
    totals: {
      charged_cents,
      drawn_cents: charged_cents - sum(unbilled),
      unbilled_cents: sum((line) => unbilled(line) && line.invoice_id === null),
      held_cents: shownBalance(
        'retainers',
        sum(({ account }) => account === 'retainers'),
      ),
      credited_cents: credits[0]?.cents ?? 0,
    },
  };
}

function presentCharge({ id, cause, part, rule, happened_at, lines }: StoredEntry<CustomerCause>): ChargeView {
  const own = lines.filter((line) => line.account === chargedSide(cause, line.line_key));
  return {
    id,
    cause,
    rule,
    happened_at: happened_at.toISOString(),
    corrects: part > 0,
    invoice_id: lines.find((line) => line.invoice_id !== null)?.invoice_id ?? null,
    lines: own.map(({ label, cents }) => ({ label, cents })),
    total_cents: own.reduce((total, { cents }) => total + cents, 0),
  };
}

/** The balances: sums of lines, never stored. */
export async function readBalances(db: Kysely<DB>, organizationId: number | undefined): Promise<LedgerBalances> {
  const { rows } = await sql<{ account: Account; cents: number }>`
    select account, sum(cents)::float8 as cents from ledger_lines
    ${organizationId === undefined ? sql`` : sql`where organization_id = ${organizationId}`} group by account`.execute(
    db,
  );
  const { rows: counted } = await sql<{ entries: number }>`
    select count(*)::float8 as entries from ledger_entries
    ${organizationId === undefined ? sql`` : sql`where organization_id = ${organizationId}`}`.execute(db);
  const of = new Map(rows.map(({ account, cents }) => [account, cents]));
  return {
    accounts: ACCOUNT_KEYS.map((account) => ({ account, cents: shownBalance(account, of.get(account) ?? 0) })),
    difference_cents: rows.reduce((total, { cents }) => total + cents, 0),
    entries: counted[0]?.entries ?? 0,
  };
}

interface EntriesAsked {
  organization_id?: number | undefined;
  cause?: Cause | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
}

/** A page of entries, newest first, with both sides of each. */
export async function readEntries(
  db: Kysely<DB>,
  query: EntriesAsked,
): Promise<{ data: LedgerEntryRow[]; next_cursor: string | null }> {
  const before = idBefore(query.cursor);
  const number = query.q === undefined ? undefined : /^(?:[a-z]{2,3}-)?(\d{1,15})$/i.exec(query.q)?.[1];
  const { rows } = await sql<
    StoredEntry & {
      organization_id: number;
      organization: string;
      review_id: number | null;
      kind: Kind | null;
      expert: LedgerEntryRow['expert'];
    }
  >`
    select e.id, e.cause, e.part, e.rule, e.happened_at, e.posted_at, e.organization_id, o.name as organization,
      e.review_id, r.kind, ${LINES},
      (select json_build_object('id', p.id, 'name', concat_ws(' ', u.first_name, u.last_name)) from profiles p
        join users u on u.id = p.user_id
        where p.id = (select max(l.expert_profile_id) from ledger_lines l where l.entry_id = e.id)) as expert
    from ledger_entries e join organizations o on o.id = e.organization_id left join reviews r on r.id = e.review_id
    where true
      ${before === null ? sql`` : sql`and e.id < ${before}`}
      ${query.organization_id === undefined ? sql`` : sql`and e.organization_id = ${query.organization_id}`}
      ${query.cause === undefined ? sql`` : sql`and e.cause = ${query.cause}`}
      ${query.q ? sql`and e.review_id = ${number === undefined ? null : Number(number)}` : sql``}
    order by e.id desc limit ${PAGE + 1}`.execute(db);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    data: page.map((row) => ({
      id: row.id,
      cause: row.cause,
      rule: row.rule,
      happened_at: row.happened_at.toISOString(),
      posted_at: row.posted_at.toISOString(),
      corrects: row.part > 0,
      expert: row.expert,
      organization: { id: row.organization_id, name: row.organization },
      review:
        row.review_id === null || row.kind === null
          ? null
          : { id: row.review_id, kind: row.kind, number: reviewNumber(row.kind, row.review_id) },
      lines: row.lines.map(({ account, label, cents }) => ({ account, label, cents })),
    })),
    next_cursor: rows.length > PAGE && last ? encodeCursor([last.id]) : null,
  };
}
