import { plainDollars } from '../../../core/money.ts';
import { type Kysely, sql } from 'kysely';
import { type Kind, reviewNumber } from '../../../core/kinds.ts';
import type { DB } from '../../../platform/db/types.ts';
import { csvLine } from '../../reviews/rules.ts';
import { type Account, ACCOUNTS, type Cause, CAUSES, type Rule, RULES } from '../rules.ts';

/** Lines that are read at once. */
const BATCH = 2_000;

export const JOURNAL_HEAD = csvLine([
  'Entry',
  'Happened',
  'Posted',
  'Organization',
  'Review',
  'What',
  'Rule',
  'Line',
  'Account',
  'Debit',
  'Credit',
  'Currency',
]);

/** The lines posted from one day to another (UTC, both included), in their order, some at a time. Each entry's debits and credits are the same. */
export async function* journalLines(
  db: Kysely<DB>,
  { from, until }: { from?: string | undefined; until?: string | undefined },
  counted: { rows: number },
): AsyncGenerator<string> {
  for (let last = 0; ;) {
    const { rows } = await sql<{
      id: number;
      entry_id: number;
      happened_at: Date;
      posted_at: Date;
      organization: string;
      review_id: number | null;
      kind: Kind | null;
      cause: Cause;
      rule: Rule;
      label: string;
      account: Account;
      cents: number;
      currency: string;
    }>`
      select l.id, e.id as entry_id, e.happened_at, e.posted_at, o.name as organization, e.review_id, r.kind, e.cause, e.rule,
        l.label, l.account, l.cents::float8 as cents, l.currency
      from ledger_lines l join ledger_entries e on e.id = l.entry_id join organizations o on o.id = e.organization_id
        left join reviews r on r.id = e.review_id
      where l.id > ${last}
        ${from === undefined ? sql`` : sql`and e.posted_at >= ${`${from}T00:00:00Z`}::timestamptz`}
        ${until === undefined ? sql`` : sql`and e.posted_at < ${`${until}T00:00:00Z`}::timestamptz + interval '1 day'`}
      order by l.id limit ${BATCH}`.execute(db);
    counted.rows += rows.length;
    yield rows
      .map((row) =>
        csvLine([
          row.entry_id,
          row.happened_at.toISOString(),
          row.posted_at.toISOString(),
          row.organization,
          row.review_id === null || row.kind === null ? '' : reviewNumber(row.kind, row.review_id),
          CAUSES[row.cause],
          RULES[row.rule],
          row.label,
          ACCOUNTS[row.account].label,
          row.cents > 0 ? plainDollars(row.cents) : '',
          row.cents < 0 ? plainDollars(-row.cents) : '',
          row.currency,
        ]),
      )
      .join('');
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = end.id;
  }
}
