import { type RawBuilder, sql } from 'kysely';
import { type Actor, isAdmin } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { KIND_NAMES, KINDS } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { ActorDb } from '../../../platform/db/actor-db.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { SpendAsked, SpendView } from '../contract.ts';
import { type BudgetPeriod, monthsBudget } from '../../billing/rules.ts';
import { MONTHS_MOST, monthsAsked, monthsBetween, type SpendBy } from '../rules.ts';

/** Rows of a table at most; the file has all of them. */
const ROWS = 200;

/** Which cells are asked for, and in which months. */
interface Asked {
  from: string;
  until: string;
  /** Null: of all organizations. */
  organizations: readonly number[] | null;
  where: RawBuilder<unknown>;
}

/** Refuses `not_found` for an organization that is not the actor's, `invalid` for months in the wrong order, or too many. */
export async function askedOf(db: ActorDb, actor: Actor, query: Omit<SpendAsked, 'by'>, now: Date): Promise<Asked> {
  const own = isAdmin(actor.kind)
    ? null
    : (await db.selectFrom('organizations').select('organizations.id').execute()).map(({ id }) => id);
  const { organization_id: one } = query;
  if (one !== undefined && own !== null && !own.includes(one)) throw new Refusal('not_found');
  const { from, until } = monthsAsked(query, dateIn(now, 'UTC'));
  refuseFields([
    ...(from > until ? [{ path: 'from', message: 'Choose a first month that is not after the last.' }] : []),
    ...(from <= until && monthsBetween(from, until).at(-1) !== until
      ? [{ path: 'from', message: `Choose ${MONTHS_MOST} months at most.` }]
      : []),
  ]);
  const organizations = one === undefined ? own : [one];
  return {
    from,
    until,
    organizations,
    where: sql`c.month between ${`${from}-01`}::date and ${`${until}-01`}::date
      ${organizations === null ? sql`` : sql`and c.organization_id = any(${[...organizations]}::bigint[])`}
      ${query.kind === undefined ? sql`` : sql`and c.kind = ${query.kind}`}`,
  };
}

/** By which column, and what its values are called. */
const COLUMNS: Readonly<Record<SpendBy, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }>> = {
  kind: { key: sql`c.kind`, name: sql`x.key` },
  specialty: { key: sql`c.specialty_id`, name: sql`(select s.name from specialties s where s.id = x.key::bigint)` },
  requester: {
    key: sql`c.requester_id`,
    name: sql`(select ${fullNameOf('u')} from users u where u.id = x.key::bigint)`,
  },
  organization: {
    key: sql`c.organization_id`,
    name: sql`(select o.name from organizations o where o.id = x.key::bigint)`,
  },
  month: { key: sql`to_char(c.month, 'YYYY-MM')`, name: sql`x.key` },
};

/** What stands for cells that are of none. */
const OF_NONE: Readonly<Record<SpendBy, string>> = {
  kind: 'Subscriptions',
  specialty: 'No specialty',
  requester: 'Subscriptions',
  organization: '',
  month: '',
};

const KIND_LABELS = new Map<string, string>(KIND_NAMES.map((kind) => [kind, KINDS[kind].label]));
const labelOf = (by: SpendBy, key: string, name: string | null): string =>
  by === 'kind' ? (KIND_LABELS.get(key) ?? OF_NONE.kind) : (name ?? OF_NONE[by]);

/** What was spent, see the contract. */
export async function readSpend(db: ActorDb, actor: Actor, query: SpendAsked, now: Date): Promise<SpendView> {
  const asked = await askedOf(db, actor, query, now);
  const { key, name } = COLUMNS[query.by];
  const of = { cents: sql`sum(c.cents)::float8 as cents`, reviews: sql`sum(c.reviews)::int as reviews` };
  const [months, rows, organizations, unbilled] = await Promise.all([
    sql<{ month: string; cents: number; tax: number; reviews: number }>`
      select to_char(c.month, 'YYYY-MM') as month, ${of.cents}, sum(c.tax_cents)::float8 as tax, ${of.reviews}
      from spend_cells c where ${asked.where} group by c.month order by c.month`.execute(db.executor),
    sql<{ key: string; name: string | null; cents: number; reviews: number }>`
      select x.*, ${name} as name from (select ${key}::text as key, ${of.cents}, ${of.reviews}
        from spend_cells c where ${asked.where} group by 1 order by ${query.by === 'month' ? sql`1` : sql`2 desc, 1`} limit ${ROWS}) x
      order by ${query.by === 'month' ? sql`x.key` : sql`x.cents desc, x.key`}`.execute(db.executor),
    db
      .selectFrom('organizations')
      .select(['organizations.id', 'organizations.name'])
      .where(sql<boolean>`exists (select from spend_cells c where c.organization_id = organizations.id)`)
      .orderBy('organizations.name')
      .limit(500)
      .execute(),
    asked.organizations === null ? null : unbilledOf(db, asked.organizations),
  ]);
  const budgets = await budgetsOf(db, actor, query);
  const by = new Map(months.rows.map((row) => [row.month, row]));
  const sum = (value: (row: { cents: number; tax: number; reviews: number }) => number): number =>
    months.rows.reduce((total, row) => total + value(row), 0);
  const shown = monthsBetween(asked.from, asked.until).map((month) => ({
    month,
    cents: by.get(month)?.cents ?? 0,
    reviews: by.get(month)?.reviews ?? 0,
    budget_cents: monthsBudget(budgets, month),
  }));
  return {
    from: asked.from,
    until: asked.until,
    total_cents: sum(({ cents }) => cents),
    tax_cents: sum(({ tax }) => tax),
    reviews: sum(({ reviews }) => reviews),
    months: shown,
    budget_cents: shown.reduce<number | null>(
      (all, { budget_cents: one }) => (one === null ? all : (all ?? 0) + one),
      null,
    ),
    rows: rows.rows.map((row) => ({
      id: row.key,
      label: labelOf(query.by, row.key, row.name),
      cents: row.cents,
      reviews: row.reviews,
    })),
    organizations,
    unbilled_cents: unbilled,
  };
}

/** What of these organizations is earned and on no invoice. */
async function unbilledOf(db: ActorDb, organizations: readonly number[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::float8 as cents from ledger_lines
    where account = 'unbilled' and organization_id = any(${[...organizations]}::bigint[])`.execute(db.executor);
  return rows[0]?.cents ?? 0;
}

interface OrganizationBudget {
  organization_id: number;
  period: BudgetPeriod;
  amount_cents: number;
  starts_on: string;
  ends_on: string | null;
}

/** The budgets of these whole organizations; one that was ended held until then. */
async function organizationBudgets(db: ActorDb, organizations: readonly number[]): Promise<OrganizationBudget[]> {
  if (organizations.length === 0) return [];
  const { rows } = await sql<OrganizationBudget>`
    select b.organization_id, b.period, b.amount_cents::float8 as amount_cents, b.starts_on::text,
      least(b.ends_on, (b.ended_at at time zone o.time_zone)::date)::text as ends_on
    from spend_budgets b join organizations o on o.id = b.organization_id
    where b.sort = 'organization' and b.organization_id = any(${[...organizations]}::bigint[])
    order by b.ended_at is not null, b.id desc`.execute(db.executor);
  return rows;
}

/** Those of what is looked at, where that is all of one organization: it and everything below it. */
async function budgetsOf(db: ActorDb, actor: Actor, query: Omit<SpendAsked, 'by'>): Promise<OrganizationBudget[]> {
  const { kind, organization_id: one } = query;
  const whole = one ?? (isAdmin(actor.kind) ? null : actor.organization_id);
  if (kind !== undefined || whole === null) return [];
  if (one !== undefined && (await hasBelow(db, one))) return [];
  return organizationBudgets(db, [whole]);
}

const hasBelow = async (db: ActorDb, id: number): Promise<boolean> =>
  (await sql`select from organizations where parent_id = ${id} limit 1`.execute(db.executor)).rows.length > 0;

interface SpendCell {
  organization_id: number;
  month: string;
  organization: string;
  kind: string;
  specialty: string;
  requester: string;
  reviews: number;
  cents: number;
  /** What the budget of its organization has for the month. */
  budget_cents: number | null;
}

/** Cells of a file that are read at once. */
const BATCH = 2_000;

/** Every cell with its names, some at a time, in the order of months. */
export async function* spendCells(db: ActorDb, { where }: Asked): AsyncGenerator<SpendCell[]> {
  for (let at = 0; ; at += BATCH) {
    const { rows } = await sql<SpendCell & { specialty: string | null; requester: string | null }>`
      select to_char(c.month, 'YYYY-MM') as month, c.organization_id, o.name as organization, c.kind, s.name as specialty,
        ${fullNameOf('u')} as requester, c.reviews, c.cents::float8 as cents
      from spend_cells c join organizations o on o.id = c.organization_id
        left join specialties s on s.id = c.specialty_id left join users u on u.id = c.requester_id
      where ${where}
      order by c.month, c.organization_id, c.kind, c.specialty_id, c.requester_id limit ${BATCH} offset ${at}`.execute(
      db.executor,
    );
    const budgets = await organizationBudgets(db, [...new Set(rows.map((row) => row.organization_id))]);
    yield rows.map((row) => ({
      ...row,
      budget_cents: monthsBudget(
        budgets.filter((one) => one.organization_id === row.organization_id),
        row.month,
      ),
      kind: labelOf('kind', row.kind, null),
      specialty: row.specialty ?? '',
      requester: row.requester ?? '',
    }));
    if (rows.length < BATCH) return;
  }
}
