import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { sql } from 'kysely';
import { Hl7Message } from '@medplum/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArrivedDocument, WaitingDocument } from '../../src/features/hl7/contract/arrived.ts';
import { arrivingKey } from '../../src/features/hl7/rules/arriving.ts';
import { framed, FrameReader } from '../../src/features/hl7/rules/mllp.ts';
import { createListener } from '../../src/features/hl7/server/listener.ts';
import type { Certificate } from '../../src/features/reviews/contract.ts';
import type { FileListView } from '../../src/features/files/contract.ts';
import { MAILS } from '../../src/app/mails.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { standInClamd } from '../harness/clamd.ts';
import { setFlags } from '../harness/flags.ts';
import { documentMessage as message, firstOf, MARKER, PDF } from '../harness/hl7-document.ts';
import { hl7Settings } from '../harness/hl7-settings.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { type Cast, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Documents that record systems send: kept before they are answered, offered to orders by MRN and day, taken in by people alone. */

let t: TestApp;
let daemon: Awaited<ReturnType<typeof standInClamd>>;
let cast: Cast;
let admin: Person;
let root: Person;
let address: string;
let connection: number;
beforeAll(async () => {
  daemon = await standInClamd();
  t = await testApp({ env: { HL7_ALLOW_PRIVATE: '127.0.0.1', CLAMD_ADDRESS: daemon.address } });
  root = await t.world.staff('admin');
});
afterAll(async () => {
  await t.close();
  await daemon.close();
});
beforeEach(async () => {
  await t.world.db.deleteFrom('hl7_documents').execute();
  await t.world.db.deleteFrom('hl7_connections').execute();
  cast = await peerCast(t.world, PASSWORD_HASH);
  admin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  await setFlags(t, cast.organization_id, { flags: { enable_athena_intely_integration: true } });
  await connected();
});

const at = (path = '', organization = cast.organization_id) => `/api/v1/organizations/${organization}/hl7${path}`;
const prove = () => t.world.db.updateTable('sessions').set({ authenticated_at: t.clock.now() }).execute();
async function add(more: object = {}, who = root, organization = cast.organization_id) {
  await prove();
  return t.request<{ id: number }>(who, 'POST', at('', organization), { ...SETTINGS, ...more });
}
async function connected(): Promise<void> {
  const { body } = await add();
  connection = body.id;
  const made = await t.request<{ address: string }>(admin, 'POST', at(`/${body.id}/token`));
  address = new URL(made.body.address).pathname;
}
const SETTINGS = hl7Settings({ transport: 'mllp', host: '127.0.0.1', arrives_from: '127.0.0.0/8' });
async function post(text: string, where = address): Promise<{ status: number; code: string; says: string }> {
  const answer = await t.app.http.inject({
    method: 'POST',
    url: where,
    payload: text,
    headers: { 'content-type': 'application/hl7-v2' },
  });
  if (answer.statusCode !== 200) return { status: answer.statusCode, code: '', says: '' };
  const msa = Hl7Message.parse(answer.body).getSegment('MSA');
  return { status: 200, code: msa?.getComponent(1, 1) ?? '', says: msa?.getComponent(3, 1) ?? '' };
}
const waiting = async (who: Person = admin) =>
  (await t.request<{ data: WaitingDocument[] }>(who, 'GET', at('/documents'))).body.data;
const draft = async (): Promise<PeerDriver> => new PeerDriver(inApp(t, cast)).draft();
const offered = (d: PeerDriver, who = cast.requester) =>
  t.request<{ data: ArrivedDocument[] }>(who, 'GET', d.url('/arrived-documents'));
const take = (d: PeerDriver, id: number | undefined, who = cast.requester) =>
  t.request<{ file_id: number }>(who, 'POST', d.url(`/arrived-documents/${id}/take`));

describe('a document', () => {
  it('is kept once for its number before it is answered, and refused with why where it cannot be taken', async () => {
    expect(await post(message())).toMatchObject({ status: 200, code: 'AA' });
    expect(await post(message())).toMatchObject({ code: 'AA' });
    const all = await Promise.all(Array.from({ length: 6 }, () => post(message({ id: 'M2' }))));
    expect(all.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 'AA'));
    expect((await waiting()).map(({ mrn, service_on, name }) => [mrn, service_on, name])).toEqual([
      ['55101', '2026-08-03', 'Consult note 2026-08-03.pdf'],
      ['55101', '2026-08-03', 'Consult note 2026-08-03.pdf'],
    ]);
    const other = await post(message({ pdf: Buffer.concat([PDF, Buffer.from(' ')]) }));
    expect([other.code, other.says]).toEqual(['AR', expect.stringContaining('MSH-10')]);
    expect(await post(message({ id: 'M3', type: 'ORU^R01' }))).toMatchObject({ code: 'AR' });
    expect(await post(message({ id: 'M4', pdf: Buffer.from('MZ a program') }))).toMatchObject({ code: 'AR' });
    expect(await post('nonsense')).toMatchObject({ code: 'AR' });
    expect((await post(message({ id: 'M5' }), `/api/v1/hl7/${'A'.repeat(43)}`)).status).toBe(404);
    await setFlags(t, cast.organization_id, {});
    expect(await post(message({ id: 'M6' }))).toMatchObject({ code: 'AR' });
    expect(await waiting()).toHaveLength(2);
  });

  it('is offered to an order by MRN and day, and becomes a record only where somebody takes it in', async () => {
    const d = await draft();
    await post(message());
    await post(message({ id: 'M2', on: '20260804' }));
    await post(message({ id: 'M3', mrn: '99-999' }));
    await post(message({ id: 'M4', mrn: '55 102', on: '20260908' }));
    const before = (await t.request<FileListView>(cast.requester, 'GET', d.url('/files'))).body.data.length;
    const { data } = (await offered(d)).body;
    expect(data.map(({ mrn, chart, service_on }) => [mrn, chart, service_on])).toEqual([
      ['55-102', 'Chart B', '2026-09-08'],
      ['55-101', 'Chart A', '2026-08-03'],
    ]);
    const one = data.at(-1);
    const both = await Promise.all([take(d, one?.id), take(d, one?.id)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, expect.toBeOneOf([404, 409])]);
    // nobody opens it before the scanner has spoken
    const early = both.find(({ status }) => status === 200)?.body.file_id;
    expect((await t.request(cast.requester, 'GET', `/api/v1/files/${early}/content`)).status).toBe(409);
    await t.settle();
    const files = (await t.request<FileListView>(cast.requester, 'GET', d.url('/files'))).body.data;
    expect(files).toHaveLength(before + 1);
    const file = files.find(({ name }) => name === 'Consult note 2026-08-03.pdf');
    expect(file).toMatchObject({ category: 'medical_records', chart_key: 'c_a', status: 'ready' });
    const content = await t.request(cast.requester, 'GET', `/api/v1/files/${file?.id}/content`);
    expect(content.raw.rawPayload.equals(PDF)).toBe(true);
    expect((await offered(d)).body.data).toHaveLength(1);
    const row = await t.world.db
      .selectFrom('hl7_documents')
      .selectAll()
      .where('id', '=', one?.id ?? 0)
      .executeTakeFirstOrThrow();
    expect([row.status, row.patient_name, row.mrns, row.storage_key]).toEqual(['taken', '', [], null]);
    // once it is ordered nothing is offered, and nothing taken in
    await d.submitted();
    expect((await offered(d)).body.data).toEqual([]);
    expect((await take(d, data[0]?.id)).status).toBe(409);
  });

  it('that was taken in goes with the records of its review, whole', async () => {
    const d = await draft();
    await post(message());
    const [one] = (await offered(d)).body.data;
    expect((await take(d, one?.id)).status).toBe(200);
    await d.submitted();
    await d.must(cast.requester, 'POST', d.url('/actions/cancel'), { reason: 'It was settled.' });
    await t.settle();
    const keys = await t.world.db.selectFrom('files').select('storage_key').where('review_id', '=', d.id).execute();
    expect(keys.map(({ storage_key }) => storage_key)).toContainEqual(expect.stringContaining('hl7/'));
    await d.purge();
    await t.settle();
    expect(await d.must<Certificate>(cast.admin, 'GET', d.url('/certificate'))).toMatchObject({ complete: true });
    for (const { storage_key } of keys) expect(await t.app.services.storage.size(storage_key)).toBeNull();
    const rows = await t.world.db.selectFrom('hl7_documents').selectAll().where('review_id', '=', d.id).execute();
    expect(rows).toMatchObject([{ file_id: null, document_type: '', name: '', mrns: [] }]);
  });

  it('is never seen by another tenant, nor by who only follows or reviews', async () => {
    await post(message());
    const d = await draft();
    const [one] = (await offered(d)).body.data;
    const foreign = await peerCast(t.world, PASSWORD_HASH);
    const stranger = await t.world.person({ role: 'org_admin', organization_id: foreign.organization_id });
    const theirs = await new PeerDriver(inApp(t, foreign)).draft();
    const answers = [
      await offered(theirs, foreign.requester),
      await offered(d, foreign.requester),
      await take(d, one?.id, foreign.requester),
      await take(theirs, one?.id, foreign.requester),
      await t.request(stranger, 'GET', at('/documents')),
      await t.request(stranger, 'GET', at('/documents', foreign.organization_id)),
      await t.request(stranger, 'POST', at(`/documents/${one?.id}/set-aside`)),
      await t.request(stranger, 'POST', at(`/documents/${one?.id}/set-aside`, foreign.organization_id)),
      await offered(d, cast.expert),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404, 200, 404, 404, 403]);
    expect(answers.map(({ raw }) => raw.body).join()).not.toContain(MARKER);
    expect((await waiting())[0]?.patient_name).toContain(MARKER);
  });

  it('says whose it is only to a chart that says so too; each offer is on the record, and numbers are not tried at will', async () => {
    await post(message({ born: '19610204' }));
    const chart = async (more: object = {}) => {
      const d = await draft();
      const charts = [{ key: 'c_a', label: 'Chart A', mrn: '55-101', encounters: [], ...more }];
      await t.world.db
        .updateTable('review_sections')
        .set({ data: sql`data || ${JSON.stringify({ charts })}::jsonb` })
        .where('review_id', '=', d.id)
        .where(sql<boolean>`data ? 'charts'`)
        .execute();
      return (await offered(d)).body.data[0];
    };
    const blind = { patient_name: '', name: 'CN 2026-08-03', document_type: 'CN', pages: 1 };
    expect(await chart()).toMatchObject(blind);
    expect(await chart({ patient_name: 'Ana Somebody', dob: '1961-02-05' })).toMatchObject(blind);
    const told = { patient_name: `Ana ${MARKER}`, name: 'Consult note 2026-08-03.pdf' };
    expect(await chart({ patient_name: `${MARKER}, Ana` })).toMatchObject(told);
    expect(await chart({ dob: '1961-02-04' })).toMatchObject(told);
    const rows = await t.world.db
      .selectFrom('audit_rows')
      .selectAll()
      .where('action', '=', 'hl7.documents_offered')
      .where('organization_id', '=', cast.organization_id)
      .execute();
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain(MARKER);
    // a list of guesses ends, for this person and this hour
    const guesses = (from: number) =>
      new PeerDriver(inApp(t, cast)).draft({
        charts: Array.from({ length: 30 }, (_, n) => ({
          key: `c_${n}`,
          label: `Chart ${n}`,
          mrn: `9${from + n}`,
          encounters: [],
        })),
      });
    const answers: number[] = [];
    for (const from of [100, 200, 300, 300, 400]) answers.push((await offered(await guesses(from))).status);
    expect(answers).toEqual([200, 200, 200, 200, 429]);
    t.clock.advance({ hours: 1 });
    expect((await offered(await guesses(400))).status).toBe(200);
  });

  it('is not kept where its row fails, and what a killed process left goes after an hour', async () => {
    // those of other tests have lost their rows, and go when they go
    const stored = async () => {
      const { rows } = await sql<{ storage_key: string }>`select storage_key from stored_objects
        where storage_key like ${`hl7/${connection}/%`}`.execute(t.world.db);
      return rows.map((row) => row.storage_key);
    };
    await sql`create function hl7_refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      t.world.db,
    );
    await sql`create trigger hl7_refuse before insert on hl7_documents for each row execute function hl7_refuse()`.execute(
      t.world.db,
    );
    try {
      expect(await post(message())).toMatchObject({ code: 'AE' });
      expect(await stored()).toEqual([]);
    } finally {
      await sql`drop trigger hl7_refuse on hl7_documents`.execute(t.world.db);
      await sql`drop function hl7_refuse`.execute(t.world.db);
    }
    const left = arrivingKey(connection, t.clock.now(), 'left');
    await t.app.services.storage.put(left, PDF);
    expect(await post(message())).toMatchObject({ code: 'AA' });
    t.clock.advance({ minutes: 59 });
    await t.settle();
    expect(await stored()).toContain(left);
    t.clock.advance({ minutes: 11 });
    await t.settle();
    await expect.poll(stored).not.toContain(left);
    // what has a row stays, also as a record
    const d = await draft();
    const [one] = (await offered(d)).body.data;
    expect((await take(d, one?.id)).status).toBe(200);
    t.clock.advance({ minutes: 90 });
    await t.settle();
    const [file] = await t.world.db
      .selectFrom('files')
      .select('storage_key')
      .where('review_id', '=', d.id)
      .where('storage_key', 'like', 'hl7/%')
      .execute();
    expect(await stored()).toContain(file?.storage_key);
  });

  it('with characters no database takes is kept without them', async () => {
    const text = message().replace('Consult note', 'Con\\X00\\sult\u0000 note').replace(MARKER, `Quill\u0001feather`);
    expect(await post(text)).toMatchObject({ code: 'AA' });
    expect(await waiting()).toMatchObject([{ name: 'Consult note 2026-08-03.pdf', patient_name: `Ana ${MARKER}` }]);
  });

  it('that is posted is read only for an address that is one, and so many at once', async () => {
    await t.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.http.server.address() as AddressInfo;
    const open = (path: string) => {
      const sent = request({ port, path, method: 'POST', headers: { 'content-length': 40 * 1024 * 1024 } });
      sent.on('error', () => undefined);
      sent.flushHeaders();
      return sent;
    };
    // nothing of the message was sent, and it is answered
    const nobody = open(`/api/v1/hl7/${'B'.repeat(43)}`);
    const [answer] = (await once(nobody, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(404);
    nobody.destroy();
    // two of this size are read for a connection, and no third
    const large = [open(address), open(address), open(address)];
    const [refused] = (await Promise.race(large.map((one) => once(one, 'response')))) as [IncomingMessage];
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([503, 5]);
    for (const one of large) one.destroy();
    await expect.poll(async () => (await post(message({ id: 'M9' }))).code).toBe('AA');
  });

  it('that nobody takes in goes after its time, and one that is set aside goes at once', async () => {
    await post(message());
    await post(message({ id: 'M2' }));
    const [, first] = await waiting();
    const keys = (await t.world.db.selectFrom('hl7_documents').select('storage_key').execute()).map(
      (row) => row.storage_key ?? '',
    );
    expect((await t.request(admin, 'POST', at(`/documents/${first?.id}/set-aside`))).status).toBe(204);
    expect((await t.request(admin, 'POST', at(`/documents/${first?.id}/set-aside`))).status).toBe(409);
    t.clock.advance({ days: 29 });
    await t.settle();
    expect(await waiting()).toHaveLength(1);
    t.clock.advance({ days: 1 });
    await t.settle();
    await t.settle();
    expect(await waiting()).toEqual([]);
    for (const key of keys) expect(await t.app.services.storage.size(key)).toBeNull();
    const rows = await t.world.db.selectFrom('hl7_documents').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(MARKER);
  });
});

it('by MLLP it belongs to the one connection that names both sides, from where that says; each is answered in its turn', async () => {
  const listener = createListener(t.app.services, { mail: createMailer(t.app.services, MAILS).queue }, 0);
  listener.start();
  try {
    await expect.poll(() => listener.port()).toBeGreaterThan(0);
    const socket = connect(listener.port(), '127.0.0.1');
    const reader = new FrameReader(100_000);
    const answers: string[] = [];
    socket.on('data', (chunk: Buffer) => {
      for (const one of reader.push(chunk)) {
        const msa = Hl7Message.parse(Buffer.from(one).toString()).getSegment('MSA');
        answers.push(`${msa?.getComponent(1, 1)} ${msa?.getComponent(2, 1)}`);
      }
    });
    const bytes = Buffer.concat([
      framed(Buffer.from(message())),
      framed(Buffer.from(message({ id: 'M2', from: 'SOMEBODY' }))),
      framed(Buffer.from(message({ id: 'M3' }))),
    ]);
    socket.write(bytes.subarray(0, 40));
    socket.write(bytes.subarray(40));
    await expect.poll(() => answers).toEqual(['AA M1', 'AR M2', 'AA M3']);
    expect(await waiting()).toHaveLength(2);
    // from elsewhere, the same system is nobody
    await t.world.db.updateTable('hl7_connections').set({ arrives_from: '10.0.0.0/8' }).execute();
    socket.write(framed(Buffer.from(message({ id: 'M4' }))));
    await expect.poll(() => answers.at(-1)).toBe('AR M4');
    // nor where nothing is taken for its organization any longer
    await t.world.db.updateTable('hl7_connections').set({ arrives_from: '127.0.0.1' }).execute();
    await setFlags(t, cast.organization_id, {});
    socket.write(framed(Buffer.from(message({ id: 'M5' }))));
    await expect.poll(() => answers.at(-1)).toBe('AR M5');
    // where it could be two tenants', neither has it, and Peritus is told once
    await setFlags(t, cast.organization_id, { flags: { enable_athena_intely_integration: true } });
    const other = await peerCast(t.world, PASSWORD_HASH);
    await setFlags(t, other.organization_id, { flags: { enable_athena_intely_integration: true } });
    const second = await add({ arrives_from: '10.0.0.0/8' }, root, other.organization_id);
    await t.world.db.updateTable('hl7_connections').set({ arrives_from: '127.0.0.1' }).execute();
    for (const id of ['M6', 'M7']) socket.write(framed(Buffer.from(message({ id }))));
    await expect.poll(() => answers.slice(-2)).toEqual(['AE M6', 'AE M7']);
    const mails = await t.world.db
      .selectFrom('mails')
      .select('id')
      .where('template', '=', 'hl7_ambiguous')
      .where('to_email', '=', root.email)
      .execute();
    expect(mails).toHaveLength(1);
    await t.world.db
      .updateTable('hl7_connections')
      .set({ off_at: t.clock.now() })
      .where('id', '=', second.body.id)
      .execute();
    socket.write(framed(Buffer.from(message({ id: 'M6' }))));
    await expect.poll(() => answers.at(-1)).toBe('AA M6');
    // what is no MLLP ends the connection, and nothing behind it is answered
    socket.write('GET / HTTP/1.1\r\n\r\n');
    socket.write(framed(Buffer.from(message({ id: 'M8' }))));
    expect(await firstOf(socket)).toBe('close');
    // who is nobody's record system is not listened to
    await t.world.db.updateTable('hl7_connections').set({ arrives_from: '10.0.0.0/8' }).execute();
    const unknown = connect(listener.port(), '127.0.0.1');
    unknown.write(framed(Buffer.from(message({ id: 'M9' }))));
    expect(await firstOf(unknown)).toBe('close');
  } finally {
    await listener.stop();
  }
});

it('whom documents are taken from is Peritus’ to say, after a proof, and no two live connections can be meant', async () => {
  const other = await peerCast(t.world, PASSWORD_HASH);
  const theirs = await t.world.person({ role: 'org_admin', organization_id: other.organization_id });
  await setFlags(t, other.organization_id, { flags: { enable_athena_intely_integration: true } });
  const where = { transport: 'mllps', host: 'hl7.invalid' };
  expect((await add(where, theirs, other.organization_id)).problem.code).toBe('forbidden');
  const made = await add({ ...where, arrives_from: '' }, theirs, other.organization_id);
  expect(made.status).toBe(201);
  const change = (who: Person, body: object, lock_version = 0) =>
    t.request<{ arrives_from: string }>(who, 'PATCH', at(`/${made.body.id}`, other.organization_id), {
      ...body,
      lock_version,
    });
  expect((await change(theirs, { arrives_from: '127.0.0.1' })).problem.code).toBe('forbidden');
  const taken = await change(root, { arrives_from: '10.1.0.0/16, 127.0.0.1' });
  expect([taken.status, taken.problem.errors.map(({ path }) => path)]).toEqual([422, ['arrives_from']]);
  expect((await change(root, { arrives_from: '10.1.0.0/16' })).status).toBe(200);
  expect((await change(theirs, { receiving_facility: 'OTHER' }, 1)).problem.code).toBe('forbidden');
  const list = await t.request<{ data: { arrives_from: string }[] }>(theirs, 'GET', at('', other.organization_id));
  expect(list.body.data).toMatchObject([{ arrives_from: '10.1.0.0/16' }]);
  // one that is off is in nobody's way, and is not turned on where it would be
  expect((await change(theirs, { on: false }, 1)).status).toBe(200);
  const [own] = (await t.request<{ data: { id: number; lock_version: number }[] }>(root, 'GET', at())).body.data;
  const wide = { arrives_from: '10.0.0.0/8', lock_version: own?.lock_version };
  expect((await t.request(root, 'PATCH', at(`/${own?.id}`), wide)).status).toBe(200);
  expect((await change(theirs, { on: true }, 2)).status).toBe(422);
  // its own admins may end it
  expect((await change(theirs, { arrives_from: '', on: true }, 2)).status).toBe(200);
});
