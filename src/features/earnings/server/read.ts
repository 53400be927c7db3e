import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { encodeCursor, idBefore } from '../../../core/cursor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import { dateIn } from '../../../core/time.ts';
import type { DB } from '../../../platform/db/types.ts';
import { type Rule, RULES } from '../../ledger/rules.ts';
import type { Earning, EarningsView } from '../contract.ts';
import type { PayoutsOf } from '../ports.ts';
import { EARNED_BY, type EarnedBy, yearOf } from '../rules.ts';

const PAGE = 40;
/** Entries of a statement at most: it is printed as one. */
const STATEMENT_ROWS = 10_000;
/** Entries of a file that are read at once. */
const FILE_ROWS = 1_000;

/** Whose earnings these are; refuses `not_found` where they are shown no amounts. */
async function earnerOf(db: Kysely<DB>, actor: Actor): Promise<{ profile_id: number; name: string }> {
  const [profileId] = actor.expert_profile_ids;
  const row = await db
    .selectFrom('expert_profiles')
    .select('display_earnings')
    .where('profile_id', '=', profileId ?? 0)
    .executeTakeFirst();
  // an outside expert without a profile here has earned nothing, and is not kept from reading that
  if (profileId === undefined || row?.display_earnings === false) throw new Refusal('not_found');
  return { profile_id: profileId, name: `${actor.first_name} ${actor.last_name}` };
}

interface StoredEarning {
  id: number;
  cause: EarnedBy;
  part: number;
  rule: Rule;
  happened_at: Date;
  review_id: number;
  kind: Kind;
  cents: number;
  lines: { label: string; cents: number }[];
}

/** Entries of an expert, by the entry, the newest first, or the oldest. */
const stored = (
  db: Kysely<DB>,
  profileId: number,
  narrowed: ReturnType<typeof sql>,
  most: number,
  oldestFirst = false,
) =>
  sql<StoredEarning>`
    select e.id, e.cause, e.part, e.rule, e.happened_at, e.review_id, r.kind, sum(l.cents)::float8 as cents,
      json_agg(json_build_object('label', l.label, 'cents', l.cents) order by l.id) as lines
    from ledger_lines l join ledger_entries e on e.id = l.entry_id join reviews r on r.id = e.review_id
    where l.expert_profile_id = ${profileId} and l.account = 'expert_fees' ${narrowed}
    group by e.id, r.kind order by e.id ${oldestFirst ? sql`` : sql`desc`} limit ${most}`.execute(db);

async function presented(db: Kysely<DB>, payoutsOf: PayoutsOf, rows: readonly StoredEarning[]): Promise<Earning[]> {
  const payouts = await payoutsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, cause, part, rule, happened_at, review_id, kind, cents, lines }) => ({
    id,
    review: { id: review_id, kind, number: reviewNumber(kind, review_id) },
    what: EARNED_BY[cause],
    rule: RULES[rule],
    happened_at: happened_at.toISOString(),
    corrects: part > 0,
    state: payouts.get(id)?.state ?? 'earned',
    paid_on: payouts.get(id)?.paid_on ?? null,
    lines,
    cents,
  }));
}

/** A page of what an expert earned, with its sums. */
export async function readEarnings(
  db: Kysely<DB>,
  payoutsOf: PayoutsOf,
  actor: Actor,
  cursor: string | undefined,
  now: Date,
): Promise<EarningsView> {
  const { profile_id } = await earnerOf(db, actor);
  const before = idBefore(cursor);
  const { rows } = await stored(db, profile_id, before === null ? sql`` : sql`and e.id < ${before}`, PAGE + 1);
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const months = yearOf(dateIn(now, actor.time_zone).slice(0, 7));
  const { rows: byMonth } = await sql<{ month: string; cents: number }>`
    select to_char(e.happened_at at time zone ${actor.time_zone}, 'YYYY-MM') as month, sum(l.cents)::float8 as cents
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
    where l.expert_profile_id = ${profile_id} and l.account = 'expert_fees'
    group by 1`.execute(db);
  const { rows: owed } = await sql<{ cents: number }>`
    select coalesce(-sum(l.cents), 0)::float8 as cents from ledger_lines l
    where l.expert_profile_id = ${profile_id} and l.account = 'owed_experts'`.execute(db);
  const expected = await expectedOf(db, profile_id);
  const of = new Map(byMonth.map(({ month, cents }) => [month, cents]));
  const shown = months.map((month) => ({ month, cents: of.get(month) ?? 0 }));
  return {
    totals: {
      earned_cents: shown.reduce((sum, { cents }) => sum + cents, 0),
      owed_cents: owed[0]?.cents ?? 0,
      expected_cents: expected.reduce((sum, { cents }) => sum + cents, 0),
    },
    months: shown,
    expected,
    data: await presented(db, payoutsOf, page),
    next_cursor: rows.length > PAGE && last ? encodeCursor([last.id]) : null,
  };
}

/** What reviews an expert is on will pay and have not yet, the oldest first. What is paid by the hour is not known ahead. */
async function expectedOf(db: Kysely<DB>, profileId: number): Promise<EarningsView['expected']> {
  const { rows } = await sql<{ id: number; kind: Kind; cents: number }>`
    select r.id, r.kind, f.total_cents - (select coalesce(sum(l.cents), 0)::float8 from ledger_lines l
        join ledger_entries e on e.id = l.entry_id where e.review_id = r.id and l.expert_profile_id = x.expert_profile_id
          and l.account = 'expert_fees' and e.cause in ('expert_service', 'expert_report')) as cents
    from review_experts x join reviews r on r.id = x.review_id
      join lateral (select v.total_cents from expert_fees v where v.review_id = x.review_id
        and v.expert_profile_id = x.expert_profile_id order by v.version desc limit 1) f on true
    where x.expert_profile_id = ${profileId} and x.until is null and x.earns and r.bucket = 'active'
    order by r.id`.execute(db);
  return rows.flatMap(({ id, kind, cents }) =>
    cents > 0 ? [{ review: { id, kind, number: reviewNumber(kind, id) }, cents }] : [],
  );
}

/** Whose earnings are asked about, and of which of their days: of this year where none is named. Refuses `invalid` for days in the wrong order. */
export async function periodOf(
  db: Kysely<DB>,
  actor: Actor,
  asked: { from?: string | undefined; until?: string | undefined },
  now: Date,
) {
  const earner = await earnerOf(db, actor);
  const until = asked.until ?? dateIn(now, actor.time_zone);
  const from = asked.from ?? `${until.slice(0, 4)}-01-01`;
  refuseFields(from > until ? [{ path: 'from', message: 'Choose a first day that is not after the last.' }] : []);
  return { ...earner, from, until, time_zone: actor.time_zone };
}
type Period = Awaited<ReturnType<typeof periodOf>>;

/** What was earned in a period, some at a time, the oldest first. */
export async function* earnedIn(
  db: Kysely<DB>,
  payoutsOf: PayoutsOf,
  { profile_id, from, until, time_zone }: Period,
): AsyncGenerator<Earning[]> {
  for (let after = 0; ;) {
    const { rows } = await stored(
      db,
      profile_id,
      sql`and e.id > ${after} and (e.happened_at at time zone ${time_zone})::date between ${from}::date and ${until}::date`,
      FILE_ROWS,
      true,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield await presented(db, payoutsOf, rows);
    after = last.id;
  }
}

/** A period with all of it, for a statement. Refuses `invalid` for more than one prints. */
export async function statementOf(db: Kysely<DB>, payoutsOf: PayoutsOf, period: Period) {
  const data: Earning[] = [];
  for await (const some of earnedIn(db, payoutsOf, period)) {
    data.push(...some);
    refuseFields(
      data.length > STATEMENT_ROWS
        ? [{ path: 'from', message: 'That is too much for one statement. Choose a shorter period, or save the file.' }]
        : [],
    );
  }
  return { ...period, data };
}
