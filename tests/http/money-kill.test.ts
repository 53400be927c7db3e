import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { BillingOf, InvoiceRow } from '../../src/features/invoices/contract.ts';
import { verifyLedger } from '../../src/features/ledger/server/verify.ts';
import { givenCluster } from '../harness/provided.ts';
import { seeded } from '../harness/seeded.ts';
import { sender } from '../harness/sender.ts';
import { startServer } from '../harness/server-process.ts';

it('what is due is posted once, and invoices have numbers without gaps, however often the application is killed meanwhile', async () => {
  const server = await startServer(givenCluster(), { connections: 6 });
  try {
    const db = server.database.systemDb;
    const organization = await server.world.organization();
    const requester = await server.world.consultant(organization);
    const admin = await server.world.staff('admin');
    const ENDED = 80;
    // that something is due of each waits in the outbox from here on
    await sql`with made as (
        insert into reviews (kind, status, bucket, ball, organization_id, requester_id, subject, service, pages, search, created_at,
            submitted_at, closed_at, updated_at)
          select 'Case', 'closed', 'completed', 'nobody', ${organization}, ${requester.user_id}, 'Claimant', 'call_45', 10, '',
            ${server.now()}, ${server.now()}, ${server.now()}, ${server.now()}
          from generate_series(1, ${ENDED}) returning id)
      insert into quotes (review_id, version, lines, inputs, total_cents, frozen_at)
        select id, 1, ${JSON.stringify([{ key: 'service', label: 'Call', how: null, cents: 60_000, certain: true }])}::jsonb, '{}',
          60000, ${server.now()} from made`.execute(db);
    const random = seeded(20_261_128);
    const again = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, random() * 120));
      await server.kill();
      await server.restart();
    };
    for (let n = 0; n < 4; n += 1) {
      const settled = server.settle().catch(() => null);
      await again();
      await settled;
    }
    const entries = () =>
      db
        .selectFrom('ledger_entries')
        .select(['review_id', 'part'])
        .where('organization_id', '=', organization)
        .where('cause', '=', 'service')
        .execute();
    // work that a dead process had begun is taken up again once its heartbeat is missed
    await expect.poll(async () => (await entries()).length, { timeout: 300_000, interval: 500 }).toBe(ENDED);
    await server.settle();
    const posted = await entries();
    expect(posted).toHaveLength(ENDED);
    expect(new Set(posted.map(({ review_id }) => review_id)).size).toBe(ENDED);

    const url = `/api/v1/billing/${organization}`;
    const must = async <T>(
      method: 'GET' | 'POST' | 'PUT',
      path: string,
      body?: unknown,
      key: string = randomUUID(),
    ): Promise<T> => {
      const answer = await sender(server.url)(admin, method, path, body, { 'idempotency-key': key });
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as T;
    };
    const { terms, until_on, total_cents } = await must<BillingOf>('GET', url);
    await must('PUT', `${url}/terms`, { ...terms, invoice_by: 'review' });
    const key = randomUUID();
    const issue = () => must<{ data: InvoiceRow[] }>('POST', `${url}/issue`, { until_on, total_cents }, key);
    for (let n = 0; n < 4; n += 1) {
      const first = issue().catch(() => null);
      await again();
      await first;
    }
    const { data } = await issue();
    await server.settle();
    expect(data.map(({ number }) => Number(number.slice(-5)))).toEqual(Array.from({ length: ENDED }, (_, n) => n + 1));
    const invoices = await db.selectFrom('invoices').select('id').where('organization_id', '=', organization).execute();
    expect(invoices).toHaveLength(ENDED);
    expect(await verifyLedger(db, server.now())).toMatchObject({ unbalanced: [], owing: [], differing: [] });
  } finally {
    await server.stop();
  }
});
