import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationExport } from '../../src/features/exports/contract.ts';
import { MOST_ATTEMPTS } from '../../src/features/exports/rules.ts';
import { fateOf } from '../../src/features/exports/rules/columns.ts';
import { EXPORT_TABLES } from '../../src/features/exports/rules/tables.ts';
import { catalog } from '../../src/features/exports/server/source.ts';
import { verifyExport } from '../../src/features/exports/server/verify.ts';
import { json } from '../../src/platform/db/json.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { flagWorld } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { storeRecord, writeRecord } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

const FOREIGN = 'Foreignwexel';
const BLIND = 'Unseenreviewer';
const CHART = Buffer.from('%PDF-1.7 the chart as it was uploaded, "with", commas\n');
let t: TestApp;
let folder: string;
let org: number;
let orgAdmin: Person;
let superAdmin: Person;
beforeAll(async () => {
  t = await testApp();
  folder = mkdtempSync(join(tmpdir(), 'peritus-export-'));
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const url = (id = org, rest = '') => `/api/v1/organizations/${id}/exports${rest}`;
const list = async (who = orgAdmin, id = org) =>
  (await t.request<{ data: OrganizationExport[] }>(who, 'GET', url(id))).body.data;
const ask = (who: Person) => t.request<OrganizationExport>(who, 'POST', url());
/** What somebody was told of exports: the mail, and what their bell has of it. */
async function told(who: Person) {
  const { rows } = await sql<{ subject: string; outcome: string; link: string }>`
    select m.subject, n.data ->> 'outcome' as outcome, n.link from mails m
    join notifications n on n.user_id = m.to_user_id and n.event = m.template and n.dedupe_key = m.dedupe_key
    where m.to_user_id = ${who.user_id} and m.template = 'export_made' order by m.id`.execute(t.world.db);
  return rows;
}
/** Shows again who one is. */
const prove = (who: Person) =>
  t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: t.clock.now() })
    .where('user_id', '=', who.user_id)
    .execute();
const audited = async (id: number) =>
  (
    await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'actor_kind', 'data'])
      .where('organization_id', '=', id)
      .where('action', 'like', 'organization.export%')
      .orderBy('id')
      .execute()
  ).map(({ action, actor_kind }) => `${action} ${actor_kind}`);

/** The entries of an archive by name, as text where they are one. */
async function open(path: string): Promise<Map<string, { text: string; bytes: Uint8Array }>> {
  const blob = new Blob([await import('node:fs').then(({ readFileSync }) => readFileSync(path))]);
  const reader = new ZipReader(new BlobReader(blob));
  const entries = new Map<string, { text: string; bytes: Uint8Array }>();
  for (const entry of await reader.getEntries())
    if (!entry.directory)
      entries.set(entry.filename, {
        text: await entry.getData(new TextWriter()),
        bytes: await entry.getData(new Uint8ArrayWriter()),
      });
  return entries;
}

async function download(who: Person, one: OrganizationExport): Promise<string> {
  const sent = await t.request(who, 'GET', one.url ?? '');
  expect(sent.status).toBe(200);
  expect(sent.headers['content-type']).toBe('application/zip');
  const path = join(folder, `${one.id}.zip`);
  writeFileSync(path, sent.raw.rawPayload);
  expect(createHash('sha256').update(sent.raw.rawPayload).digest('hex')).toBe(one.sha256);
  return path;
}

test('every table of the database is decided on, and nothing that opens something is ever in an export', async () => {
  const known = await catalog(t.world.db);
  expect(Object.keys(EXPORT_TABLES).toSorted()).toEqual([...known.keys()].toSorted());
  for (const [table, decision] of Object.entries(EXPORT_TABLES)) {
    if (!('by' in decision)) continue;
    const columns = known.get(table) ?? [];
    // a column that is named and gone is a decision about nothing
    expect(decision.leaves_out?.filter((name) => !columns.some(({ column }) => column === name)) ?? []).toEqual([]);
    for (const column of columns.filter(({ type }) => type === 'bytea'))
      expect([table, column.column, fateOf(column, decision)]).toEqual([table, column.column, 'left_out']);
  }
  const users = known.get('users')?.find(({ column }) => column === 'password_hash');
  expect(users && fateOf(users, { by: 'itself' })).toBe('left_out');
});

test('an organization’s admin takes along everything it owns, nothing of anybody else, and can prove that it is whole', async () => {
  const world = flagWorld(t, PASSWORD_HASH);
  const d = await world.aCase();
  org = d.cast.organization_id;
  const below = await t.world.organization({ name: 'Harborline East', parent_id: org });
  const admin = { role: 'org_admin' as const, password_hash: PASSWORD_HASH };
  orgAdmin = await t.world.person({ ...admin, organization_id: org });
  superAdmin = await t.world.person({ role: 'super_admin', password_hash: PASSWORD_HASH });
  const foreignAdmin = await t.world.person({
    ...admin,
    organization_id: await t.world.organization({ name: FOREIGN }),
  });
  await d.draft({ service: 'report_only', claimant_last_name: 'Ownclaimant' });
  const fileId = await writeRecord(t.world, d.id, 'Uploaded.pdf');
  await storeRecord(t.app.services.storage, t.world, fileId, CHART);
  await t.world.db.updateTable('files').set({ name: 'Chart: of "one" 10/2.pdf' }).where('id', '=', fileId).execute();
  await d.to('delivered');
  // a review whose reviewer the ordering side never learns of, in the same organization
  const p = await world.aPeerReview();
  await t.world.db.updateTable('users').set({ last_name: BLIND }).where('id', '=', p.cast.expert.user_id).execute();
  await p.to('delivered');
  await t.world.db
    .updateTable('organizations')
    .set({ parent_id: org })
    .where('id', '=', p.cast.organization_id)
    .execute();
  // somebody else's, with a name nobody has
  const f = await world.aCase();
  await f.draft({ claimant_last_name: FOREIGN, summary: `${FOREIGN} fell from a ladder and was seen at once.` });
  await storeRecord(
    t.app.services.storage,
    t.world,
    await writeRecord(t.world, f.id, `${FOREIGN}.pdf`),
    Buffer.from(FOREIGN),
  );
  await t.world.db
    .insertInto('notifications')
    .values({
      user_id: orgAdmin.user_id,
      event: FOREIGN,
      link: '/',
      review_id: f.id,
      created_at: t.clock.now(),
      data: json({}),
    })
    .execute();

  t.clock.advance({ minutes: 10 });
  const late = await ask(orgAdmin);
  expect([late.status, late.problem.code]).toEqual([409, 'reauthentication_required']);
  expect((await ask(foreignAdmin)).status).toBe(404);
  expect((await ask(await t.world.staff('admin'))).status).toBe(403);
  expect(await list()).toEqual([]);

  for (const who of [orgAdmin, superAdmin]) await prove(who);
  const asked = await ask(orgAdmin);
  expect([asked.status, asked.body.status]).toEqual([201, 'waiting']);
  const second = await ask(superAdmin);
  expect([second.status, second.problem.code]).toEqual([409, 'wrong_state']);
  await t.settle();
  const [made] = await list();
  // two records of the drivers have rows only
  expect(made).toMatchObject({ status: 'ready', files: 3, missing: 2, failure: null });
  expect(made?.parts_done).toBe(made?.parts_total);
  if (!made) throw new Error('It was made.');

  expect(await told(orgAdmin)).toEqual([
    { subject: 'Your organization’s data is ready', outcome: 'ready', link: `/admin/organizations/${org}?tab=data` },
  ]);
  expect(await told(superAdmin)).toEqual([]);

  const path = await download(orgAdmin, made);
  const verified = await verifyExport(path);
  expect(verified).toMatchObject({
    faults: [],
    files: made.files,
    rows: made.rows,
    manifest_sha256: made.manifest_sha256,
  });
  const entries = await open(path);
  const texts = [...entries].map(([name, { text }]) => `${name}\n${text}`).join('\n');
  expect(texts).not.toContain(FOREIGN);
  expect(texts).not.toContain(BLIND);
  expect(texts).not.toContain(PASSWORD_HASH);
  expect(texts).toContain('Ownclaimant');
  const reviews = JSON.parse(entries.get('data/json/reviews.json')?.text ?? '[]') as Record<string, unknown>[];
  expect(reviews.map(({ id }) => id)).toEqual([d.id, p.id].toSorted((a, b) => a - b));
  expect(reviews.every((row) => !('expert_profile_id' in row))).toBe(true);
  const organizations = JSON.parse(entries.get('data/json/organizations.json')?.text ?? '[]') as { id: number }[];
  expect(new Set(organizations.map(({ id }) => id))).toEqual(new Set([org, below, p.cast.organization_id]));
  // what a delivered report was written on is there, also a form that several organizations share; an unused one is not
  const rowsOf = (table: string) =>
    JSON.parse(entries.get(`data/json/${table}.json`)?.text ?? '[]') as Record<string, unknown>[];
  const forms = rowsOf('report_forms');
  expect(new Set(forms.map((form) => form['id']))).toEqual(
    new Set(rowsOf('reports').map((one) => one['report_form_id'])),
  );
  expect(forms.length).toBeGreaterThan(0);
  expect(forms.every((form) => form['organization_id'] === null && form['definition'] !== undefined)).toBe(true);
  // the expert of a case is known, that of a peer review is not
  const experts = JSON.parse(entries.get('data/json/review_experts.json')?.text ?? '[]') as { review_id: number }[];
  expect(experts.map(({ review_id }) => review_id)).toEqual([d.id]);
  // what the organization was charged, and nothing of what its experts earned by it
  const earned = await t.world.db
    .selectFrom('ledger_lines')
    .select('id')
    .where('organization_id', '=', org)
    .where('account', '=', 'expert_fees')
    .execute();
  expect(earned.length).toBeGreaterThan(0);
  const accounts = new Set(rowsOf('ledger_lines').map(({ account }) => account));
  expect([accounts.has('revenue'), accounts.has('expert_fees'), accounts.has('owed_experts')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(rowsOf('ledger_entries').filter(({ cause }) => String(cause).startsWith('expert_'))).toEqual([]);
  const file = [...entries].find(([name]) => name.startsWith('files/') && name.includes(`/${fileId}-`));
  expect(file?.[0]).toMatch(/\/\d+-Chart_ of _one_ 10_2\.pdf$/);
  expect(Buffer.from(file?.[1].bytes ?? [])).toEqual(CHART);
  const report = await t.world.db
    .selectFrom('reports')
    .select('pdf_sha256')
    .where('review_id', '=', d.id)
    .executeTakeFirstOrThrow();
  const pdfs = [...entries].filter(([name]) => name.startsWith('reports/'));
  expect(pdfs).toHaveLength(2);
  expect(pdfs.map(([, { bytes }]) => createHash('sha256').update(bytes).digest('hex'))).toContain(report.pdf_sha256);

  // whoever keeps the tree gets it, nobody else
  expect((await t.request(superAdmin, 'GET', made.url ?? '')).status).toBe(200);
  expect((await t.request(foreignAdmin, 'GET', made.url ?? '')).status).toBe(404);
  expect((await t.request(d.cast.requester, 'GET', made.url ?? '')).status).toBe(403);
  const part = await t.request(orgAdmin, 'GET', made.url ?? '', undefined, { range: 'bytes=2-5' });
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 2-5/${made.size_bytes}`]);
  expect(await audited(org)).toEqual([
    'organization.export_asked org_admin',
    'organization.export_made system',
    'organization.export_downloaded org_admin',
    'organization.export_downloaded super_admin',
  ]);

  // one byte otherwise, one row less, one file more: each is told
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, { text, bytes }] of entries) {
    const other =
      name === 'data/csv/reviews.csv'
        ? new TextEncoder().encode(text.trimEnd().split('\r\n').slice(0, -1).join('\r\n') + '\r\n')
        : bytes;
    await zip.add(name, new BlobReader(new Blob([new Uint8Array(other)])));
  }
  await zip.add('files/extra.txt', new BlobReader(new Blob(['x'])));
  const tampered = join(folder, 'tampered.zip');
  writeFileSync(tampered, await zip.close());
  expect((await verifyExport(tampered)).faults).toEqual([
    expect.stringContaining('data/csv/reviews.csv has'),
    'files/extra.txt is not in the manifest.',
  ]);
});

test('a try that died is begun anew, a damaged file is named, and what is over is gone', async () => {
  const stored = await t.world.db
    .selectFrom('files')
    .innerJoin('reviews', 'reviews.id', 'files.review_id')
    .select(['files.storage_key', 'files.id'])
    .where('reviews.organization_id', '=', org)
    .where('files.size_bytes', '=', CHART.length)
    .executeTakeFirstOrThrow();
  await t.app.services.storage.remove(stored.storage_key);
  // a process began it and was killed
  const { id } = await t.world.db
    .insertInto('tenant_exports')
    .values({
      organization_id: org,
      requested_by: orgAdmin.user_id,
      requested_at: t.clock.now(),
      status: 'running',
      attempt: 'of a process that is gone',
      attempts: 1,
      parts_done: 40,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await t.world.db
    .insertInto('outbox')
    .values({ topic: 'export.asked', payload: json({ export_id: id }), created_at: t.clock.now() })
    .execute();
  await t.settle();
  const made = (await list()).find((one) => one.id === id);
  expect(made).toMatchObject({ status: 'ready', missing: 3 });
  if (!made) throw new Error('It was made.');
  const path = await download(orgAdmin, made);
  expect(await verifyExport(path)).toMatchObject({ faults: [], missing: 3 });
  expect((await open(path)).get('manifest.json')?.text).toContain(`"of": "files/${stored.id}"`);

  // stopped by hand: deleted at once
  const gone = await t.request(orgAdmin, 'DELETE', url(org, `/${id}`));
  expect(gone.status).toBe(204);
  expect((await t.request(orgAdmin, 'DELETE', url(org, `/${id}`))).status).toBe(409);
  const refused = await t.request(orgAdmin, 'GET', `${url(org, `/${id}`)}/content`);
  expect([refused.status, refused.problem.code]).toEqual([409, 'wrong_state']);

  // and the first one by its time
  t.clock.advance({ days: 8 });
  await t.settle();
  expect((await list()).map(({ status, url: at }) => [status, at])).toEqual([
    ['ended', null],
    ['ended', null],
  ]);
  const left = await t.world.db
    .selectFrom('stored_objects')
    .select('storage_key')
    .where('storage_key', 'like', 'exports/%')
    .execute();
  expect(left).toEqual([]);
  expect((await audited(org)).slice(-2)).toEqual([
    'organization.export_ended org_admin',
    'organization.export_ended system',
  ]);
});

test('one that cannot be made says so to who asked, and on the record', async () => {
  const asked = (attempts: number) =>
    t.world.db
      .insertInto('tenant_exports')
      .values({
        organization_id: org,
        requested_by: orgAdmin.user_id,
        requested_at: t.clock.now(),
        status: 'running',
        attempt: 'of a process that is gone',
        attempts,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const { id } = await asked(MOST_ATTEMPTS);
  await t.world.db
    .insertInto('outbox')
    .values({ topic: 'export.asked', payload: json({ export_id: id }), created_at: t.clock.now() })
    .execute();
  await t.settle();
  expect((await list()).find((one) => one.id === id)).toMatchObject({
    status: 'failed',
    failure: expect.stringContaining('ask again'),
  });
  expect((await told(orgAdmin)).at(-1)).toMatchObject({
    subject: 'Your organization’s data was not exported',
    outcome: 'failed',
  });
  expect((await audited(org)).at(-1)).toBe('organization.export_failed system');
});

test('a try that another took over ends whole: nothing of what it wrote stays open or on disk', async () => {
  const { id } = await t.world.db
    .insertInto('tenant_exports')
    .values({
      organization_id: org,
      requested_by: orgAdmin.user_id,
      requested_at: t.clock.now(),
      status: 'waiting',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // another process begins it while this one is at its third table
  await sql`
    create function taken_over() returns trigger language plpgsql as
      $$ begin new.attempt := 'of another process'; return new; end $$`.execute(t.world.db);
  await sql`
    create trigger taken_over before update on tenant_exports for each row
      when (new.parts_done = 3) execute function taken_over()`.execute(t.world.db);
  await t.world.db
    .insertInto('outbox')
    .values({ topic: 'export.asked', payload: json({ export_id: id }), created_at: t.clock.now() })
    .execute();
  await t.settle();
  await sql`drop function taken_over() cascade`.execute(t.world.db);
  const taken = await t.world.db
    .selectFrom('tenant_exports')
    .select(['status', 'attempt', 'parts_done'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(taken).toEqual({ status: 'running', attempt: 'of another process', parts_done: 3 });
  expect(readdirSync(join(t.app.services.env.DATA_DIR, 'files', '.drafts'))).toEqual([]);
});
