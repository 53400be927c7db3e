import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { encodeCursor, idBefore } from '../../../core/cursor.ts';
import { Refusal } from '../../../core/errors.ts';
import { fullNameOf } from '../../../platform/db/full-name.ts';
import type { DB } from '../../../platform/db/types.ts';
import type { OwnPayout, PayoutRunRow, PayoutRunView } from '../contract.ts';
import { type LeftOutReason, mayRelease, payoutState, runState } from '../rules.ts';
import type { Payee } from './declarations.ts';
import { readSettings } from './settings.ts';

const PAGE = 40;

interface StoredRun {
  id: number;
  pay_on: string;
  until_on: string;
  proposed_at: Date;
  proposed_by: { id: number; name: string };
  released_at: Date | null;
  released_by: { id: number; name: string } | null;
  discarded_at: Date | null;
  payouts: number;
  open: number;
  left_out: number;
  cents: number;
  withheld_cents: number;
}

const person = (column: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', u.id, 'name', ${fullNameOf('u')}) from users u where u.id = ${column})`;

const RUNS = sql`select r.id, r.pay_on, r.until_on, r.proposed_at, r.released_at, r.discarded_at,
    ${person(sql`r.proposed_by`)} as proposed_by, ${person(sql`r.released_by`)} as released_by,
    s.payouts, s.open, s.cents, s.withheld_cents,
    (select count(*)::int from payout_left_out x where x.run_id = r.id) as left_out
  from payout_runs r cross join lateral (
    select count(*)::int as payouts, count(*) filter (where p.paid_at is null and p.returned_at is null)::int as open,
      coalesce(sum(p.cents), 0)::float8 as cents, coalesce(sum(p.withheld_cents), 0)::float8 as withheld_cents
    from payouts p where p.run_id = r.id) s`;

const stateOf = (run: StoredRun) =>
  runState({ released: run.released_at !== null, discarded: run.discarded_at !== null, open: run.open });

const presentRow = (run: StoredRun): PayoutRunRow => ({
  id: run.id,
  state: stateOf(run),
  pay_on: run.pay_on,
  until_on: run.until_on,
  payouts: run.payouts,
  left_out: run.left_out,
  sent_cents: run.cents - run.withheld_cents,
  proposed_by: run.proposed_by,
  proposed_at: run.proposed_at.toISOString(),
  released_by: run.released_by,
  released_at: run.released_at?.toISOString() ?? null,
});

/** The row a page goes on after; null: it is the first. */
function beforeOf(cursor: string | undefined): number | null {
  const before = idBefore(cursor);
  return before;
}

const paged = <T extends { id: number }, V>(rows: readonly T[], present: (row: T) => V) => {
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return { data: page.map(present), next_cursor: rows.length > PAGE && last ? encodeCursor([last.id]) : null };
};

/** Runs, the newest first. */
export async function readRuns(db: Kysely<DB>, cursor: string | undefined) {
  const before = beforeOf(cursor);
  const { rows } = await sql<StoredRun>`${RUNS}
    ${before === null ? sql`` : sql`where r.id < ${before}`} order by r.id desc limit ${PAGE + 1}`.execute(db);
  return paged(rows, presentRow);
}

interface StoredPayout {
  id: number;
  expert: { id: number; name: string };
  payee: Payee;
  cents: number;
  withheld_cents: number;
  entries: number;
  paid_on: string | null;
  returned_on: string | null;
  return_code: string | null;
}

/** A run with its payouts, as this person may act on it. Refuses `not_found`. */
export async function readRun(db: Kysely<DB>, actor: Actor, id: number): Promise<PayoutRunView> {
  const { rows } = await sql<StoredRun>`${RUNS} where r.id = ${id}`.execute(db);
  const [run] = rows;
  if (!run) throw new Refusal('not_found');
  const expert = sql`json_build_object('id', x.expert_profile_id, 'name', ${fullNameOf('u')}) as expert`;
  const whose = sql`join profiles p on p.id = x.expert_profile_id join users u on u.id = p.user_id`;
  const { rows: payouts } = await sql<StoredPayout>`
    select x.id, ${expert}, x.payee, x.cents, x.withheld_cents, x.paid_on, x.returned_on, x.return_code,
      (select count(*)::int from payout_entries e where e.payout_id = x.id) as entries
    from payouts x ${whose} where x.run_id = ${id} order by ${fullNameOf('u')}, x.id`.execute(db);
  const { rows: left } = await sql<{ expert: StoredPayout['expert']; reason: LeftOutReason; cents: number }>`
    select ${expert}, x.reason, x.cents from payout_left_out x ${whose} where x.run_id = ${id}
    order by ${fullNameOf('u')}, x.expert_profile_id`.execute(db);
  const state = stateOf(run);
  const released = run.released_at !== null;
  const discarded = run.discarded_at !== null;
  return {
    ...presentRow(run),
    cents: run.cents,
    withheld_cents: run.withheld_cents,
    lines: payouts.map(({ payee, ...one }) => ({
      ...one,
      payee: payee.name,
      account_last4: payee.account_last4,
      state: payoutState({ released, discarded, paid: one.paid_on !== null, returned: one.returned_on !== null }),
    })),
    left_out_of_it: left,
    can: {
      release: state === 'proposed' && mayRelease(actor.user_id, run.proposed_by.id),
      discard: state === 'proposed',
      pay: state === 'released',
      file: released ? ((await readSettings(db)).bank === null ? null : true) : false,
    },
  };
}

/** The payouts that were released to an expert, the newest first; without amounts for whom none are shown. */
export async function readOwn(db: Kysely<DB>, actor: Actor, cursor: string | undefined) {
  const before = beforeOf(cursor);
  const { rows } = await sql<{
    id: number;
    pay_on: string;
    paid_on: string | null;
    returned_on: string | null;
    return_code: string | null;
    payee: Payee;
    cents: number;
    withheld_cents: number;
    shown: boolean;
  }>`
    select p.id, r.pay_on, p.paid_on, p.returned_on, p.return_code, p.payee, p.cents, p.withheld_cents, x.display_earnings as shown
    from payouts p join payout_runs r on r.id = p.run_id join expert_profiles x on x.profile_id = p.expert_profile_id
    where p.expert_profile_id = any(${[...actor.expert_profile_ids]}::bigint[]) and r.released_at is not null
      ${before === null ? sql`` : sql`and p.id < ${before}`}
    order by p.id desc limit ${PAGE + 1}`.execute(db);
  return paged(rows, (row): OwnPayout => ({
    id: row.id,
    state: payoutState({
      released: true,
      discarded: false,
      paid: row.paid_on !== null,
      returned: row.returned_on !== null,
    }),
    pay_on: row.pay_on,
    paid_on: row.paid_on,
    returned_on: row.returned_on,
    return_code: row.return_code,
    account_last4: row.payee.account_last4,
    cents: row.shown ? row.cents : null,
    withheld_cents: row.shown ? row.withheld_cents : null,
  }));
}
