import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportView } from '../../src/features/reports/contract.ts';
import { createPdfRenderer } from '../../src/features/reports/server/index.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import type { CaseDriver } from '../harness/case-driver.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD, PASSWORD_HASH } from '../harness/password.ts';

/* Signing while the thread that makes PDFs is slow or gone. */

/** A thread that tells when it is asked what it can print and answers, or ends, when it is told to. */
const told = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    const channel = new BroadcastChannel('printing');
    let asked = null;
    channel.onmessage = ({ data }) => {
      if (data === 'crash') process.exit(7);
      if (data === 'answer') parentPort.postMessage({ id: asked, result: [] });
    };
    parentPort.on('message', (job) => {
      if (job.document !== 'unprintable') return parentPort.postMessage({ id: job.id, result: new Uint8Array(0) });
      asked = job.id;
      channel.postMessage('asked');
    });`)}`,
);

let t: TestApp;
let channel: InstanceType<typeof BroadcastChannel>;
beforeAll(async () => {
  t = await testApp({ renderer: createPdfRenderer({ worker_url: told, timeout_ms: 60_000 }) });
  channel = new BroadcastChannel('printing');
});
afterAll(async () => {
  channel.close();
  await t.close();
});

let d: CaseDriver;
beforeEach(async () => {
  d = await flagWorld(t, PASSWORD_HASH).aCase();
  const needed = new Date(t.clock.now().getTime() + 21 * 86_400_000).toISOString().slice(0, 10);
  await d.to('reportWritten', { service: 'report_only', needed_by: needed });
});

/** Begins to sign; resolves when the thread was asked, with what the signing comes to. */
async function signing(): Promise<{ answer: ReturnType<typeof t.request> }> {
  const asked = once(channel, 'message');
  const answer = t.request(d.cast.expert, 'POST', d.url('/report/sign'), {
    password: PASSWORD,
    time_zone: 'America/New_York',
  });
  await asked;
  return { answer };
}

async function firstText() {
  const { body } = await t.request<ReportView>(d.cast.expert, 'GET', d.url('/report'));
  const found = body.report?.sections.flatMap(({ section, version, answers }) =>
    Object.entries(answers).flatMap(([key, answer]) =>
      typeof answer.value === 'string' && 'citations' in answer
        ? [{ section, version, answers, key, answer, value: answer.value }]
        : [],
    ),
  )[0];
  if (!found) throw new Error('The form asks for no text.');
  const write = (before: string) =>
    t.request(d.cast.expert, 'PUT', d.url(`/report/sections/${found.section}`), {
      version: found.version,
      answers: { ...found.answers, [found.key]: { ...found.answer, value: `${before} ${found.value}` } },
    });
  return { ...found, write };
}

const stored = (section: string) =>
  t.world.db
    .selectFrom('report_answers')
    .innerJoin('reports', 'reports.id', 'report_answers.report_id')
    .select(['report_answers.version', 'reports.status', 'reports.snapshot'])
    .where('reports.review_id', '=', d.id)
    .where('section', '=', section)
    .executeTakeFirstOrThrow();

describe('a renderer that does not answer', () => {
  it('leaves the report unsigned, says so kindly, and it is signed a minute later', async () => {
    const lost = await signing();
    channel.postMessage('crash');
    const refused = await lost.answer;
    expect([refused.status, refused.problem.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '60']);
    expect(refused.problem.detail).toContain('Nothing is lost. Try again in a minute.');
    expect(await d.status()).toBe('report_in_progress');

    const again = await signing();
    channel.postMessage('answer');
    expect((await again.answer).status).toBe(200);
    expect(await d.status()).toBe('report_in_qa');
  });

  it('is not waited for in a transaction: others save meanwhile, and what was not looked over is not signed', async () => {
    const text = await firstText();
    const first = await signing();
    expect((await text.write('Seen by Dr. של.')).status).toBe(200);
    channel.postMessage('answer');
    const refused = await first.answer;
    expect([refused.status, refused.problem.code]).toEqual([409, 'stale']);
    expect(await d.status()).toBe('report_in_progress');
    expect(await stored(text.section)).toMatchObject({ status: 'draft', snapshot: null });
  });
});

it('what is saved while the report is being signed is refused, not written under the signature', async () => {
  const text = await firstText();
  const db = t.world.db;
  const { saving } = await db.transaction().execute(async (trx) => {
    // as the signature does it, up to its commit
    await trx.updateTable('reports').set({ status: 'in_qa' }).where('review_id', '=', d.id).execute();
    const late = text.write('Written a moment too late.');
    const waits = async () =>
      (
        await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
          and query ilike '%reports%'`.execute(db)
      ).rows.length;
    await expect.poll(waits, { timeout: 30_000 }).toBe(1);
    return { saving: late };
  });
  expect((await saving).status).toBe(409);
  expect(await stored(text.section)).toMatchObject({ version: text.version });
});
