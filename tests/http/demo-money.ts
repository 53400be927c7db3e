import { sql } from 'kysely';
import { expect } from 'vitest';
import { buildApp } from '../../src/app/server.ts';
import type { InvoiceRow } from '../../src/features/invoices/contract.ts';
import type { TaxYearView } from '../../src/features/payouts/contract.ts';
import type { Database } from '../../src/platform/db/database.ts';
import type { Env } from '../../src/platform/env.ts';
import { createLogger } from '../../src/platform/log.ts';
import { readLedes } from '../harness/ledes.ts';
import { openSession } from '../../demo/session.ts';
import { chargedByReview, earnedByExpert } from './happened.ts';

const cents = (amount: string | undefined): number => Math.round(Number(amount) * 100);

/** What leaves the house about money, LEDES files and the year's forms, says of the demo what happened in it, to the cent. */
export async function papersAgreeWithWhatHappened(database: Database, env: Env, now: Date): Promise<void> {
  const db = database.systemDb;
  const app = await buildApp({ env, database, clock: { now: () => now }, log: createLogger('silent') });
  try {
    await app.http.ready();
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'nadia.petrov@peritus.example')
      .executeTakeFirstOrThrow();
    const headers = await openSession(db, id, now);
    const get = async (url: string) => {
      const answer = await app.http.inject({ method: 'GET', url, headers });
      expect(answer.statusCode, url).toBe(200);
      return answer;
    };

    const invoiced = new Map<number, number>();
    let cursor: string | null = '';
    let files = 0;
    while (cursor !== null) {
      const page: { data: InvoiceRow[]; next_cursor: string | null } = (
        await get(`/api/v1/invoices?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
      ).json();
      for (const one of page.data.filter(({ sort }) => sort === 'invoice')) {
        const rows = readLedes((await get(`/api/v1/invoices/${one.id}/ledes`)).body);
        expect(rows.reduce((sum, row) => sum + cents(row['LINE_ITEM_TOTAL']), 0)).toBe(one.total_cents);
        for (const row of rows) {
          expect(cents(row['INVOICE_TOTAL'])).toBe(one.total_cents);
          const review = Number(/^[A-Z]+-(\d+)$/.exec(row['LAW_FIRM_MATTER_ID'] ?? '')?.[1]);
          invoiced.set(review, (invoiced.get(review) ?? 0) + cents(row['LINE_ITEM_TOTAL']));
        }
        files += 1;
      }
      cursor = page.next_cursor;
    }
    expect(files).toBeGreaterThanOrEqual(3);
    // of reviews that are on invoices whole
    const charged = await chargedByReview(db);
    const { rows: whole } = await sql<{ id: number; drawn: number }>`
      select e.review_id as id, coalesce((select sum(case m.event when 'used' then m.cents else -m.cents end)
          from retainer_movements m where m.review_id = e.review_id and m.event in ('used', 'unused')), 0)::float8 as drawn
      from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.review_id is not null and l.account = 'unbilled'
      group by e.review_id having every(exists (select from invoice_lines i where i.ledger_line_id = l.id))`.execute(
      db,
    );
    expect(whole.length).toBeGreaterThanOrEqual(5);
    expect(whole.map((one) => [one.id, invoiced.get(one.id)])).toEqual(
      whole.map((one) => [one.id, (charged.get(one.id) ?? 0) - one.drawn]),
    );

    // the forms of all years, of experts who were paid all they earned
    const earned = await earnedByExpert(db);
    const { rows: owed } = await sql<{ id: number }>`
      select expert_profile_id as id from ledger_lines where account = 'owed_experts' group by 1 having sum(cents) <> 0`.execute(
      db,
    );
    const years = await Promise.all(
      [now.getUTCFullYear() - 2, now.getUTCFullYear() - 1, now.getUTCFullYear()].map(async (year) =>
        (await get(`/api/v1/tax_forms/${year}`)).json<TaxYearView>(),
      ),
    );
    const paid = new Map<number, { cents: number; for_work: number }>();
    for (const { data, threshold_cents } of years)
      for (const one of data) {
        const before = paid.get(one.expert.id) ?? { cents: 0, for_work: 0 };
        paid.set(one.expert.id, {
          cents: before.cents + one.paid_cents,
          for_work: before.for_work + one.reported_cents,
        });
        expect(one.state === 'below').toBe(one.reported_cents < threshold_cents && one.withheld_cents === 0);
      }
    const settled = [...paid].filter(([expert]) => owed.every((one) => one.id !== expert));
    expect(settled.length).toBeGreaterThanOrEqual(1);
    expect(settled).toEqual(settled.map(([expert]) => [expert, earned.get(expert)]));
    // nobody's form says more than what they earned
    for (const [expert, of] of paid) expect(of.cents).toBeLessThanOrEqual(earned.get(expert)?.cents ?? 0);
  } finally {
    await app.close();
  }
}
