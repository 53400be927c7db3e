import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hl7Connection, Hl7DeadLetter, Hl7Message, Hl7Test } from '../../src/features/hl7/contract.ts';
import type { ReportView } from '../../src/features/reports/contract.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { ownCertificate } from '../harness/certificate.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { setFlags } from '../harness/flags.ts';
import { type Fault, type Hl7Receiver, hl7Receiver } from '../harness/hl7-receiver.ts';
import { hl7Settings } from '../harness/hl7-settings.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Results by HL7: what is delivered goes to an organization's record systems, in order, until each has taken it. */

let t: TestApp;
let receiver: Hl7Receiver;
let cast: Cast;
let admin: Person;
/** Of Peritus: leads connections into private networks. */
let root: Person;
beforeAll(async () => {
  t = await testApp({ env: { HL7_ALLOW_PRIVATE: '127.0.0.1', HL7_ANSWER_SECONDS: '1' } });
  receiver = await hl7Receiver();
  root = await t.world.staff('admin');
});
afterAll(async () => {
  await t.close();
  await receiver.close();
});
const ON = { enable_athena_intely_integration: true };
beforeEach(async () => {
  await t.world.db.deleteFrom('hl7_messages').execute();
  await t.world.db.deleteFrom('hl7_connections').execute();
  cast = await castFor(t.world, PASSWORD_HASH);
  admin = await t.world.person({ role: 'org_admin', organization_id: cast.organization_id });
  await setFlags(t, cast.organization_id, { flags: ON });
  receiver.got.length = 0;
  receiver.faults.length = 0;
});

const prove = (minutes = 0) =>
  t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - minutes * 60_000) })
    .execute();
const at = (path = '', organization = cast.organization_id) => `/api/v1/organizations/${organization}/hl7${path}`;
const settings = () => hl7Settings({ transport: 'mllp', host: '127.0.0.1', port: receiver.port });
async function add(more: object = {}, who: Person = root, organization = cast.organization_id) {
  await prove();
  return t.request<Hl7Connection>(who, 'POST', at('', organization), { ...settings(), ...more });
}
const read = async () => (await t.request<{ data: Hl7Connection[] }>(admin, 'GET', at())).body.data;
const messages = async (id: number) =>
  (await t.request<{ data: Hl7Message[] }>(admin, 'GET', at(`/${id}/messages`))).body.data;
const act = <T = Hl7Message>(path: string, who: Person = admin) => t.request<T & object>(who, 'POST', at(path));

/** A review whose report is signed and waits to be delivered. */
async function signed(of: Cast = cast, fields: Record<string, unknown> = {}): Promise<CaseDriver> {
  const { expert, others } = await castFor(t.world, PASSWORD_HASH);
  const d = new CaseDriver(inApp(t, { ...of, expert, others }));
  const needed = new Date(t.clock.now().getTime() + 21 * 86_400_000).toISOString().slice(0, 10);
  await d.to('accepted', { service: 'report_only', needed_by: needed, ...fields });
  await d.reportStarted();
  await d.reportWritten();
  await d.signed();
  return d;
}
const delivered = async (of?: Cast, fields?: Record<string, unknown>): Promise<CaseDriver> => {
  const d = await signed(of, fields);
  await d.delivered();
  await t.settle();
  return d;
};
/** The next version of a delivered report, after a question about it. */
async function nextVersion(d: CaseDriver): Promise<void> {
  await t.request(d.cast.requester, 'POST', d.url('/report/clarify'), { reason: 'Which page?' });
  await d.reportWritten();
  await d.signed();
  await d.delivered();
  await t.settle();
}
const field = (n: number, name: string, index: number, component = 1) =>
  receiver.got[n]?.getSegment(name)?.getComponent(index, component) ?? '';

describe('a delivered report', () => {
  it('goes to the record system once, with the signed bytes, and its clarification takes its place', async () => {
    const { body: connection, status } = await add();
    expect(status).toBe(201);
    const d = await delivered(cast, { claimant_last_name: 'Featherstone', claimant_first_name: 'Iris' });
    expect(receiver.got).toHaveLength(1);
    expect([field(0, 'MSH', 9), field(0, 'MSH', 9, 2), field(0, 'MSH', 5), field(0, 'PID', 5)]).toEqual([
      'MDM',
      'T02',
      'EHR',
      'Featherstone',
    ]);
    const { raw } = await t.request(cast.requester, 'GET', d.url('/report/pdf'));
    expect(Buffer.from(field(0, 'OBX', 5, 5), 'base64').equals(raw.rawPayload)).toBe(true);
    const [first] = await messages(connection.id);
    expect(first).toMatchObject({ state: 'acked', attempts: 1, answer_code: 'AA', report_version: 1 });
    expect(field(0, 'MSH', 10)).toBe(first?.control_id);
    await nextVersion(d);
    expect(receiver.got).toHaveLength(2);
    expect([field(1, 'MSH', 9, 2), field(1, 'TXA', 12), field(1, 'TXA', 13)]).toEqual([
      'T10',
      field(0, 'TXA', 12).replace('V1', 'V2'),
      field(0, 'TXA', 12),
    ]);
    expect((await read())[0]).toMatchObject({ health: 'fine', waiting: 0, dead: 0 });
    // what stands in the queue names nobody
    const { rows } = await sql<{ text: string }>`select string_agg(m::text, '') as text from hl7_messages m`.execute(
      t.world.db,
    );
    expect(rows[0]?.text).not.toMatch(/Featherstone|Iris/);
  });

  it('goes nowhere without the flag, nor where another organization is connected; below it goes to the nearest above', async () => {
    const { body: connection } = await add();
    await setFlags(t, cast.organization_id, {});
    await delivered();
    expect(receiver.got).toEqual([]);
    expect((await add()).status).toBe(403);
    expect((await act(`/${connection.id}/test`)).status).toBe(403);
    await setFlags(t, cast.organization_id, { flags: ON });
    const stranger = await castFor(t.world, PASSWORD_HASH);
    await setFlags(t, stranger.organization_id, { flags: ON });
    await delivered(stranger);
    expect(receiver.got).toEqual([]);
    const below = await t.world.organization({ parent_id: cast.organization_id });
    await delivered({ ...cast, organization_id: below, requester: await t.world.consultant(below) });
    expect(receiver.got).toHaveLength(1);
  });

  it('goes by HTTPS and with TLS, as an observation where the receiver wants that; an answer is read of either', async () => {
    const own = ownCertificate();
    const pem = own.cert;
    const secure = await hl7Receiver(own);
    const web = await hl7Receiver('https');
    try {
      const url = `http://127.0.0.1:${web.port}/hl7`;
      const one = await add({ name: 'Web', transport: 'https', url, message_kind: 'ORU_R01' });
      const two = await add({ name: 'Secure', transport: 'mllps', host: 'localhost', port: secure.port, ca_pem: pem });
      const three = await add({ name: 'Untrusted', transport: 'mllps', host: 'localhost', port: secure.port });
      expect([one.status, two.status, three.status]).toEqual([201, 201, 201]);
      const asked = { status: 429, headers: { 'retry-after': '7200' }, body: '<html>Slow down</html>' };
      web.faults.push('nonsense', asked, { code: 'AE', text: 'Busy' });
      await delivered();
      expect(secure.got).toHaveLength(1);
      expect(web.got[0]?.getSegment('MSH')?.getComponent(9, 1)).toBe('ORU');
      const state = async () => (await read()).map(({ name, health, error }) => [name, health, error]);
      expect(await state()).toEqual([
        ['Web', 'failing', 'It answered 502, without a message of HL7.'],
        ['Secure', 'fine', null],
        ['Untrusted', 'failing', expect.stringContaining('certificate')],
      ]);
      t.clock.advance({ minutes: 1 });
      await t.settle();
      expect((await state())[0]).toEqual(['Web', 'failing', 'It answered 429, without a message of HL7.']);
      // it asked to be left alone for two hours, and is
      t.clock.advance({ ms: 7_200_000 - 1 });
      await t.settle();
      expect(web.got).toHaveLength(2);
      t.clock.advance({ ms: 1 });
      await t.settle();
      expect((await state())[0]).toEqual(['Web', 'failing', 'Busy']);
      t.clock.advance({ minutes: 5 });
      await t.settle();
      expect((await state())[0]).toEqual(['Web', 'fine', null]);
      expect(new Set(web.got.map((m) => m.getSegment('MSH')?.getComponent(10, 1))).size).toBe(1);
    } finally {
      await secure.close();
      await web.close();
    }
  });
});

describe('where it is not taken', () => {
  it('a result is sent again with the same number, later each time; what comes after it waits', async () => {
    const { body: connection } = await add();
    const faults: Fault[] = [
      'cut',
      'silent',
      'nonsense',
      'half',
      'not_hl7',
      'wrong_id',
      { code: 'AE', text: 'Locked' },
    ];
    receiver.faults.push(...faults);
    await delivered();
    await delivered();
    expect(receiver.got).toHaveLength(1);
    const said: (string | null)[] = [];
    for (const _ of faults) {
      const [behind, first] = await messages(connection.id);
      expect(first).toMatchObject({ state: 'queued', attempts: receiver.got.length });
      expect(behind).toMatchObject({ state: 'queued', attempts: 0 });
      said.push(first?.error ?? first?.answer_text ?? null);
      t.clock.set(new Date(first?.next_at ?? ''));
      await t.settle();
    }
    expect(said).toEqual([
      'The connection was cut off before an answer.',
      'No answer within 1 seconds.',
      'What came back is no answer of HL7.',
      'The connection was cut off before an answer.',
      'What came back is no answer of HL7.',
      'What came back answers another message.',
      'Locked',
    ]);
    const numbers = receiver.got.map((m) => m.getSegment('MSH')?.getComponent(10, 1));
    expect(new Set(numbers.slice(0, faults.length + 1)).size).toBe(1);
    expect(numbers).toHaveLength(faults.length + 2);
    expect((await messages(connection.id)).map(({ state }) => state)).toEqual(['acked', 'acked']);
  });

  it('for good, a result is a dead letter: its keepers are told, nothing of it in mails, and it is sent again by hand', async () => {
    const { body: connection } = await add();
    receiver.faults.push({ code: 'AR', text: 'No patient Featherstone' });
    const d = await delivered();
    const [dead] = await messages(connection.id);
    expect(dead).toMatchObject({ state: 'dead', attempts: 1, answer_code: 'AR', not_resent: null });
    expect((await read())[0]).toMatchObject({ health: 'dead', dead: 1 });
    const letters = (await t.request<{ data: Hl7DeadLetter[] }>(root, 'GET', '/api/v1/hl7/dead-letters')).body.data;
    expect(letters).toMatchObject([
      { id: dead?.id, answer_text: 'No patient Featherstone', connection: 'Clinic records' },
    ]);
    const waiting = await t.request<{ waiting: Record<string, number> }>(root, 'GET', '/api/v1/console/waiting');
    expect(waiting.body.waiting['/admin/record-systems']).toBe(1);
    const mails = await t.world.db
      .selectFrom('mails')
      .select(['to_email', 'subject', 'text'])
      .where('template', '=', 'hl7_dead')
      .where('to_email', 'in', [admin.email, cast.admin.email])
      .execute();
    expect(mails).toHaveLength(2);
    expect(JSON.stringify(mails)).not.toMatch(/Featherstone/);

    const again = await act(`/${connection.id}/messages/${dead?.id}/again`);
    expect(again.body).toMatchObject({ state: 'queued', control_id: dead?.control_id });
    expect((await act(`/${connection.id}/messages/${dead?.id}/again`)).status).toBe(409);
    await t.settle();
    expect(field(1, 'MSH', 10)).toBe(field(0, 'MSH', 10));
    expect((await messages(connection.id))[0]).toMatchObject({ state: 'acked' });
    expect((await act(`/${connection.id}/messages/${dead?.id}/set-aside`)).status).toBe(409);

    // of two versions the later one was taken: the earlier is not put in its place
    receiver.faults.push({ code: 'AR' }, { code: 'CA' });
    await nextVersion(d);
    await nextVersion(d);
    const [third, second] = await messages(connection.id);
    expect([third?.state, second?.state]).toEqual(['acked', 'dead']);
    expect(field(3, 'TXA', 13)).toBe(field(0, 'TXA', 12));
    expect((await act(`/${connection.id}/messages/${second?.id}/again`)).status).toBe(409);
    expect((await act(`/${connection.id}/messages/${second?.id}/set-aside`)).body).toMatchObject({ state: 'dropped' });
  });

  it('of a review that is purged meanwhile nothing is sent any longer, and the receiver’s words about it go', async () => {
    const { body: connection } = await add();
    receiver.faults.push({ code: 'AE', text: 'Busy with Featherstone' });
    const d = await delivered();
    expect((await messages(connection.id))[0]).toMatchObject({
      state: 'queued',
      answer_text: 'Busy with Featherstone',
    });
    expect((await t.request(cast.requester, 'POST', d.url('/actions/close'), {})).status).toBe(200);
    await d.purge();
    await t.settle();
    t.clock.advance({ days: 1 });
    await t.settle();
    expect(await messages(connection.id)).toMatchObject([{ state: 'dropped', answer_text: null, error: null }]);
    expect(receiver.got).toHaveLength(1);
  });

  it('a result that cannot be written is a try that failed, and what is behind it waits its turn', async () => {
    const { body: connection } = await add();
    const d = await signed();
    await t.world.db
      .updateTable('review_sections')
      .set({ data: sql`data || '{"charts": [null]}'` })
      .where('review_id', '=', d.id)
      .execute();
    await d.delivered();
    await t.settle();
    expect((await messages(connection.id))[0]).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: 'The message could not be written here.',
    });
    expect((await read())[0]).toMatchObject({ health: 'failing' });
  });

  it('for three days, a result is dead too; in a network nobody named it is never asked', async () => {
    const { body: connection } = await add({ host: '10.0.0.7' });
    await delivered();
    for (let n = 0; n < 10; n += 1) {
      const [one] = await messages(connection.id);
      t.clock.set(new Date(one?.next_at ?? ''));
      await t.settle();
    }
    expect((await messages(connection.id))[0]).toMatchObject({
      state: 'dead',
      attempts: 11,
      error: expect.stringContaining('networks this installation’s operator has named') as string,
    });
    const tried = await act<Hl7Test>(`/${connection.id}/test`, root);
    expect(tried.body).toMatchObject({ code: null, text: expect.stringContaining('operator') as string });
  });
});

describe('in only-mode', () => {
  const ONLY = { ...ON, enable_athena_hl7_only_mode: true };
  const letters = (d: CaseDriver) =>
    t.world.db
      .selectFrom('mails')
      .select(['template', 'to_email'])
      .where('review_id', '=', d.id)
      .where('template', 'in', ['report_delivered', 'report_delivery'])
      .execute();
  const bells = (d: CaseDriver) =>
    t.world.db
      .selectFrom('notifications')
      .select('id')
      .where('review_id', '=', d.id)
      .where('event', '=', 'report_delivered')
      .execute();

  it('nothing else of the report reaches who ordered it; staff and the expert read it as ever', async () => {
    await add();
    await setFlags(t, cast.organization_id, { flags: ONLY });
    const d = await delivered();
    expect(receiver.got).toHaveLength(1);
    expect([await letters(d), await bells(d)]).toEqual([[], []]);
    for (const who of [cast.requester, admin]) {
      const pdf = await t.request(who, 'GET', d.url('/report/pdf'));
      expect([pdf.status, pdf.problem.detail]).toEqual([
        403,
        'Results of this organization go to Clinic records and are read there, not here.',
      ]);
      const { body } = await t.request<ReportView>(who, 'GET', d.url('/report'));
      expect(body).toMatchObject({ report: null, earlier: [], can: { download: false } });
      expect(body.elsewhere).toContain('Clinic records');
    }
    for (const who of [d.cast.expert, cast.clinOps]) {
      expect((await t.request(who, 'GET', d.url('/report/pdf'))).status).toBe(200);
      expect((await t.request<ReportView>(who, 'GET', d.url('/report'))).body).toMatchObject({
        elsewhere: null,
        report: { version: 1 },
      });
    }
    await prove();
    const link = { version: 1, audience: 'Court', expires_on: '2026-12-24', passcode: 'none', own_passcode: '' };
    const shared = await t.request(cast.requester, 'POST', d.url('/report/links'), link);
    expect([shared.status, shared.problem.detail]).toEqual([409, expect.stringContaining('record system')]);
    // a question about it is asked as ever, and its answer goes the same way
    await nextVersion(d);
    expect(receiver.got).toHaveLength(2);
    expect(await letters(d)).toEqual([]);
  });

  it('without it, or with no record system that could have it, the report is read here', async () => {
    const { body: connection } = await add();
    const d = await delivered();
    expect((await letters(d)).map(({ to_email }) => to_email)).toEqual([cast.requester.email]);
    expect(await bells(d)).toHaveLength(1);
    const pdf = async () => (await t.request(cast.requester, 'GET', d.url('/report/pdf'))).status;
    expect(await pdf()).toBe(200);
    await setFlags(t, cast.organization_id, { flags: ONLY });
    expect(await pdf()).toBe(403);
    // one that is turned off takes none
    const turned = async (on: boolean, lock_version: number) =>
      (await t.request(admin, 'PATCH', at(`/${connection.id}`), { on, lock_version })).status;
    expect([await turned(false, 0), await pdf(), await turned(true, 1), await pdf()]).toEqual([200, 200, 200, 403]);
    await t.request(admin, 'DELETE', at(`/${connection.id}`));
    expect(await pdf()).toBe(200);
    await add();
    await setFlags(t, cast.organization_id, { flags: { enable_athena_hl7_only_mode: true } });
    expect(await pdf()).toBe(200);
  });
});

describe('a connection', () => {
  it('is tried out by a message about nobody, and changed, turned off and removed', async () => {
    const { body: connection } = await add();
    receiver.faults.push('drip', { code: 'AE', text: 'Unknown facility' });
    expect((await act<Hl7Test>(`/${connection.id}/test`, root)).body).toMatchObject({ code: 'AA' });
    expect((await act<Hl7Test>(`/${connection.id}/test`, root)).body).toMatchObject({
      code: 'AE',
      text: 'Unknown facility',
    });
    expect([field(0, 'MSH', 11), field(0, 'PID', 5)]).toEqual(['T', 'Test']);
    const change = (body: object) => t.request<Hl7Connection>(admin, 'PATCH', at(`/${connection.id}`), body);
    const off = await change({ on: false, lock_version: 0 });
    expect(off.body).toMatchObject({ on: false, health: 'off' });
    expect((await change({ on: true, lock_version: 0 })).problem.code).toBe('stale');
    await delivered();
    expect(receiver.got).toHaveLength(2);
    // what was delivered meanwhile waits
    expect((await change({ on: true, lock_version: 1 })).body).toMatchObject({ waiting: 1 });
    await t.settle();
    expect(receiver.got).toHaveLength(3);
    expect((await t.request(admin, 'DELETE', at(`/${connection.id}`))).status).toBe(204);
    expect(await read()).toEqual([]);
    await delivered();
    expect(receiver.got).toHaveLength(3);
  });

  it('leads into a private network only where Peritus led it there, also once its name does', async () => {
    for (const more of [{}, { transport: 'mllps', host: '10.0.0.7' }, { transport: 'mllps', host: 'localhost' }])
      expect((await add(more, admin)).problem.code).toBe('forbidden');
    expect((await add({ transport: 'https', url: 'https://127.0.0.1/hl7' }, admin)).status).toBe(403);
    const inside = (await add()).body;
    const own = (await add({ transport: 'mllps', host: 'hl7.invalid' }, admin)).body;
    const move = (id: number, who: Person, lock_version: number) =>
      t.request(who, 'PATCH', at(`/${id}`), {
        transport: 'mllp',
        host: '127.0.0.1',
        port: receiver.port,
        lock_version,
      });
    expect((await move(own.id, admin, 0)).status).toBe(403);
    expect((await act(`/${inside.id}/test`)).status).toBe(403);
    expect(receiver.got).toHaveLength(0);
    // a name that leads there since it was saved is not followed, neither for a test nor for a result
    await t.world.db
      .updateTable('hl7_connections')
      .set({ transport: 'mllp', host: '127.0.0.1', port: receiver.port })
      .where('id', '=', own.id)
      .execute();
    await t.request(admin, 'DELETE', at(`/${inside.id}`));
    await delivered();
    expect(receiver.got).toHaveLength(0);
    expect((await act<Hl7Test>(`/${own.id}/test`, root)).body).toMatchObject({ code: null });
  });

  it('is kept by admins of the organization, after a proof of who they are; nobody else’s is there', async () => {
    const { body: connection } = await add();
    const stranger = await t.world.person({ role: 'org_admin', organization_id: await t.world.organization() });
    expect((await add({}, cast.requester)).status).toBe(403);
    expect((await add({}, stranger)).status).toBe(404);
    expect((await t.request(stranger, 'GET', at())).status).toBe(404);
    const own = `/api/v1/organizations/${stranger.organization_id}/hl7/${connection.id}`;
    for (const path of ['', '/test', '/messages/1/again', '/messages/1/set-aside'])
      for (const base of [own, at(`/${connection.id}`)])
        expect([path, (await t.request(stranger, path === '' ? 'DELETE' : 'POST', base + path)).status]).toEqual([
          path,
          404,
        ]);
    expect((await t.request(stranger, 'GET', `${own}/messages`)).status).toBe(404);
    expect((await t.request(admin, 'GET', '/api/v1/hl7/dead-letters')).status).toBe(403);
    await prove(11);
    expect((await t.request(admin, 'POST', at(), settings())).problem.code).toBe('reauthentication_required');
    const change = (body: object) => t.request(admin, 'PATCH', at(`/${connection.id}`), { lock_version: 0, ...body });
    expect((await change({ host: 'hl7.example.com' })).problem.code).toBe('reauthentication_required');
    expect((await change({ receiving_facility: 'ELSEWHERE' })).problem.code).toBe('reauthentication_required');
    expect((await change({ name: 'Ours' })).status).toBe(200);
    const wrong = async (more: object) => (await add(more)).problem.errors.map(({ path }) => path);
    expect(await wrong({ transport: 'https', url: 'http://engine.example.com' })).toEqual(['url']);
    expect(await wrong({ host: '', port: null })).toEqual(['host', 'port']);
    expect(await wrong({ ca_pem: 'x' })).toEqual(['ca_pem']);
    expect(await wrong({ arrives_from: '10.0.0.1, clinic.example.com' })).toEqual(['arrives_from']);
    expect(await wrong({ ca_pem: '-----BEGIN PRIVATE KEY-----' })).toEqual(['ca_pem']);
  });
});
