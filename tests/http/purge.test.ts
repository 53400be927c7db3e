import { CLEAN_ATTESTATION } from '../harness/review-driver.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Certificate, ReviewDetail, ReviewState } from '../../src/features/reviews/contract.ts';
import { verifyAudit } from '../../src/platform/audit-seal.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type CaseDriver } from '../harness/case-driver.ts';
import { type Flags, flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import type { Person } from '../harness/world.ts';

/** A name nobody else has, planted wherever people write about the patient. */
const MARK = 'Wexelblatt';
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const driver = (flags: Flags = {}, settings: Record<string, unknown> = {}) =>
  flagWorld(t, PASSWORD_HASH).aCase({ flags, settings });
const neededBy = () => new Date(t.clock.now().getTime() + 21 * 86_400_000).toISOString().slice(0, 10);

/** Columns in which the planted name stands, in every table of every schema. */
async function placesOf(mark: string): Promise<string[]> {
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables b
      on b.table_schema = c.table_schema and b.table_name = c.table_name and b.table_type = 'BASE TABLE'
    where c.table_schema not in ('pg_catalog', 'information_schema')
      and (c.data_type in ('text', 'json', 'jsonb', 'character varying', 'tsvector', 'ARRAY') or c.udt_name = 'citext')`.execute(
    t.world.db,
  );
  const found: string[] = [];
  for (const { schema, table, column } of rows) {
    const at = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(`${schema}.${table}`)}
      where ${sql.ref(column)}::text ilike ${`%${mark}%`}`.execute(t.world.db);
    if ((at.rows[0]?.n ?? 0) > 0) found.push(`${schema}.${table}.${column}`);
  }
  return found.toSorted();
}

/** Files of the data folder whose bytes or names hold the planted name. */
function filesWith(mark: string): string[] {
  const root = t.app.services.env.data_dir;
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => join(e.parentPath, e.name))
    .filter((path) => path.includes(mark) || readFileSync(path).includes(mark));
}

async function upload(who: Person, reviewId: number, name: string, content: string): Promise<number> {
  const encoded = Object.entries({ review_id: String(reviewId), filename: name })
    .map(([k, v]) => `${k} ${Buffer.from(v).toString('base64')}`)
    .join(',');
  const tus = { 'tus-resumable': '1.0.0' };
  const begun = await t.app.http.inject({
    method: 'POST',
    url: '/api/v1/uploads',
    headers: { ...who.headers, ...tus, 'upload-length': String(content.length), 'upload-metadata': encoded },
  });
  const sent = await t.app.http.inject({
    method: 'PATCH',
    url: new URL(String(begun.headers['location']), 'http://x').pathname,
    headers: { ...who.headers, ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: content,
  });
  if (sent.statusCode !== 204) throw new Error(`The upload was not taken: ${begun.statusCode} ${sent.statusCode}`);
  return Number(sent.headers['peritus-file-id']);
}

describe('a purge', () => {
  it('leaves nothing of the patient in any table or on disk, but number, dates, audit and a certificate', async () => {
    const d = await driver();
    const { requester, expert, clinOps, matching, admin } = d.cast;
    await d.draft({
      service: 'report_only',
      claimant_first_name: 'Anselm',
      claimant_last_name: MARK,
      claim_number: `CLM-${MARK}`,
      summary: `Mr. ${MARK} fell from a ladder on March 9 and presented with low back pain and urinary retention, noted by triage.`,
      questions: [`Was ${MARK} treated in time?`],
      conflict_parties: [{ name: `Anselm ${MARK}`, role: 'claimant', kind: 'person' }],
      needed_by: neededBy(),
    });
    const fileId = await upload(requester, d.id, `${MARK} chart.pdf`, `%PDF-1.7 of ${MARK}, not readable`);
    const hidden = await upload(requester, d.id, `${MARK} second.pdf`, `%PDF-1.7 again ${MARK}`);
    await d.submitted();
    await d.must(clinOps, 'POST', d.url('/file_requests'), {
      items: [{ label: `ED log of ${MARK}`, note: MARK }],
      due_on: neededBy(),
      note: `About ${MARK}`,
    });
    const request = await t.world.db.selectFrom('file_requests').select('id').executeTakeFirstOrThrow();
    await d.must(requester, 'POST', d.url(`/file_requests/${request.id}/answers`), {
      items: [{ item: 1, not_available_because: `${MARK} never had one.` }],
    });
    await d.must(admin, 'POST', d.url('/actions/hold'), { reason: `Counsel of ${MARK} asked for it.` });
    await d.must(admin, 'POST', d.url('/actions/resume'), {});
    await d.must(requester, 'PUT', d.url('/sections/step_three'), {
      ...(await d.must<{ version: number; data: Record<string, unknown> }>(
        requester,
        'GET',
        d.url('/sections/step_three'),
      )),
    });
    await d.released();
    await d.must(matching, 'POST', d.url('/candidates'), {
      expert_profile_ids: [expert, ...d.cast.others].map((e) => e.profile_id),
      note: `Three for ${MARK}.`,
    });
    await d.selected();
    await d.must(expert, 'POST', `/api/v1/invitations/review-${d.id}/decline`, {
      reason: 'conflict',
      note: `I know ${MARK}.`,
    });
    await t.settle();
    const [second] = d.cast.others;
    if (!second) throw new Error('There is a second expert.');
    d.cast.expert = second;
    await d.must(matching, 'POST', d.url('/invitations'), { expert_profile_ids: [second.profile_id] });
    await d.must(second, 'POST', `/api/v1/invitations/review-${d.id}/accept`, {
      answers: { ...CLEAN_ATTESTATION.answers, relation: true },
      disclosure: `I once met ${MARK}.`,
    });
    const board = await d.must<{ invitations: { id: number; needs_decision: boolean }[] }>(
      matching,
      'GET',
      d.url('/matching'),
    );
    const open = board.invitations.find((i) => i.needs_decision);
    await d.must(matching, 'POST', d.url(`/invitations/${open?.id}/decision`), { decision: 'none' });
    await d.accepted();
    await d.must(requester, 'POST', d.url('/attendees'), { name: `${MARK} Junior`, email: 'junior@example.test' });
    const chat = await d.must<{ channels: { channel_id: string; can_send: boolean }[] }>(
      requester,
      'POST',
      d.url('/chat/channels'),
      {},
    );
    const channel = chat.channels.find((c) => c.can_send);
    await d.must(requester, 'POST', `/api/v1/chat/channels/${channel?.channel_id}/messages`, {
      client_id: 'purge-test-0001',
      body: `A word about ${MARK}.`,
    });
    const started = await t.request(second, 'POST', d.url('/report/start'), {}, { 'idempotency-key': 'start-1' });
    expect(started.status).toBe(200);
    await d.reportWritten();
    const written = await t.world.db
      .selectFrom('report_answers')
      .select(['version', 'answers'])
      .where('section', '=', 'summary')
      .executeTakeFirstOrThrow();
    const answers = written.answers as { case_summary: { value: string } };
    const { case_summary } = answers;
    await d.must(second, 'PUT', d.url('/report/sections/summary'), {
      version: written.version,
      answers: { ...answers, case_summary: { ...case_summary, value: `${MARK}: ${case_summary.value}` } },
    });
    await d.signed();
    await d.must(clinOps, 'POST', d.url('/report/return'), {
      reason: `Say more about ${MARK}.`,
      sections: [{ section: 'summary', note: MARK }],
    });
    await d.signed();
    await d.delivered();
    await d.must(requester, 'PUT', d.url('/ratings/medical_expert'), {
      scores: { knowledge: 5, preparation: 5, clarity: 4, responsiveness: 5, would_use_again: true },
      private_comment: `Knew ${MARK} well.`,
    });
    await d.must(requester, 'POST', d.url('/report/clarify'), { reason: `What of ${MARK}?` });
    await d.signed();
    await d.delivered();
    await d.must(requester, 'POST', d.url('/actions/close'), {});
    await t.settle();
    const before = await placesOf(MARK);
    // the planting was worth it
    expect(before.length).toBeGreaterThan(18);
    // what is stored tells nothing of it: it is encrypted, with keys that go below
    expect(filesWith(MARK)).toEqual([]);
    expect(await t.world.db.selectFrom('stored_objects').select('place').execute()).not.toEqual([]);
    expect((await t.request(requester, 'GET', d.url('/certificate'))).status).toBe(404);

    expect((await t.request(admin, 'POST', d.url('/purge_request'), { reason: 'Asked for' })).status).toBe(403);
    await d.purge('The insurer asked for it in writing.');
    await t.settle();

    expect(await d.status()).toBe('purged');
    expect(await placesOf(MARK)).toEqual([]);
    expect(filesWith(MARK)).toEqual([]);
    const stored = readdirSync(join(t.app.services.env.data_dir, 'files'), { recursive: true, withFileTypes: true });
    expect(stored.filter((e) => e.isFile()).map((e) => e.name)).toEqual([]);
    expect(await t.world.db.selectFrom('stored_objects').select('place').execute()).toEqual([]);
    for (const id of [fileId, hidden])
      expect((await t.request(requester, 'GET', `/api/v1/files/${id}`)).status).toBe(404);
    const detail = await t.request<ReviewDetail>(requester, 'GET', d.url());
    expect(detail.body).toMatchObject({ number: `CR-${d.id}`, subject: '', status: { key: 'purged' } });
    expect(detail.body.timeline.data.length).toBeGreaterThan(5);
    const certificate = await t.request<Certificate>(requester, 'GET', d.url('/certificate'));
    expect(certificate.body).toMatchObject({
      review_id: d.id,
      reason: 'The insurer asked for it in writing.',
      complete: true,
      contents: { files: { count: 3 }, messages: 1, file_requests: 1, attendees: 1 },
    });
    expect(certificate.body.contents.reports.map((r) => r.version)).toEqual([1, 2]);
    expect(certificate.body.contents.files.sha256).toHaveLength(3);
    expect(
      (await t.request(await t.world.consultant(await t.world.organization()), 'GET', d.url('/certificate'))).status,
    ).toBe(404);
    const audit = await verifyAudit(t.app.services.database.systemDb, t.app.services.keys, { now: t.clock.now() });
    expect(audit.faults).toEqual([]);
  });
});

describe('the end of the retention', () => {
  const cancelled = async (d: CaseDriver): Promise<void> => {
    await d.to('submitted', { needed_by: neededBy() });
    const act = await t.request<ReviewState>(d.cast.requester, 'POST', d.url('/actions/cancel'), {
      reason: 'Settled.',
      confirmed_fee_cents: 0,
    });
    expect(act.body.status).toBe('cancelled');
    await t.settle();
  };
  const warnings = async (d: CaseDriver): Promise<number> =>
    (
      await t.world.db
        .selectFrom('mails')
        .select('id')
        .where('review_id', '=', d.id)
        .where('template', '=', 'purge_warning')
        .execute()
    ).length;
  const days = async (n: number): Promise<void> => {
    t.clock.advance({ days: n });
    await t.settle();
  };

  it('warns 30 and 7 days before, then purges by itself', async () => {
    const d = await driver({ data_purge_enabled: true }, { data_purge_delay_in_days: 60 });
    await cancelled(d);
    await days(29);
    expect(await warnings(d)).toBe(0);
    await days(1);
    expect(await warnings(d)).toBe(1);
    await days(23);
    expect(await warnings(d)).toBe(2);
    await days(6);
    expect(await d.status()).toBe('cancelled');
    await days(1);
    expect(await d.status()).toBe('purged');
    const { body } = await t.request<Certificate>(d.cast.requester, 'GET', d.url('/certificate'));
    expect(body).toMatchObject({ purged_by: null, complete: true });
  });

  it('a legal hold beats it, here or at a parent, also against a super admin', async () => {
    const d = await driver({ data_purge_enabled: true }, { data_purge_delay_in_days: 10 });
    await cancelled(d);
    const parent = await t.world.organization();
    const organization = t.world.db.updateTable('organizations').where('id', '=', d.cast.organization_id);
    await organization.set({ parent_id: parent }).execute();
    const hold = (legal_hold: boolean) =>
      t.world.db.updateTable('organizations').set({ legal_hold }).where('id', '=', parent).execute();
    await hold(true);
    await days(20);
    expect(await d.status()).toBe('cancelled');
    const refused = await t.request(await t.world.staff('super_admin'), 'POST', d.url('/purge_request'), {
      reason: 'Now',
    });
    expect(refused.status).toBe(409);
    expect(refused.problem.detail).toContain('legal hold');
    await hold(false);
    await days(1);
    expect(await d.status()).toBe('purged');
  });

  it('keeps what an organization keeps, and what was reopened', async () => {
    const kept = await driver();
    await cancelled(kept);
    const d = await driver({ data_purge_enabled: true }, { data_purge_delay_in_days: 40 });
    await cancelled(d);
    // the delay is lengthened after the review ended
    await t.world.db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ data_purge_delay_in_days: 90 }) as never })
      .where('id', '=', d.cast.organization_id)
      .execute();
    await days(80);
    expect(await d.status()).toBe('cancelled');
    await days(11);
    expect(await d.status()).toBe('purged');
    expect(await kept.status()).toBe('cancelled');
  });
});
