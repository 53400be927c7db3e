import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAILS } from '../../src/app/mails.ts';
import type { CurrentUser } from '../../src/features/accounts/contract.ts';
import type { PersonView } from '../../src/features/accounts/contract/people-desk.ts';
import { createPersonActors } from '../../src/features/accounts/server/index.ts';
import type { BoxFolderView, BoxImportsView, BoxMeasureView } from '../../src/features/box-import/contract.ts';
import { DEEPEST, FAULTS, MOST_FILES, MOST_FOLDERS_READ } from '../../src/features/box-import/rules.ts';
import { Fetcher } from '../../src/features/box-import/server/work.ts';
import { connectedAccounts } from '../../src/features/connected-accounts/server/index.ts';
import type { FileListView } from '../../src/features/files/contract.ts';
import { fetchedRecords } from '../../src/features/files/server/index.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { samplePdf } from '../../src/platform/inspect/samples.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type LocalBox, startBox } from '../harness/box.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { setFlags } from '../harness/flags.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Records from Box: from folders that were opened alone, whole, once, whatever goes wrong on the way. */

const ON = { flags: { enable_box_api_integration: true } };

let t: TestApp;
let box: LocalBox;
let cast: Cast;
let dana: Person;
let root: Person;
let pdf: Buffer;
let opened: string;
let d: CaseDriver;
/** What another process fetches with. */
let ports: ConstructorParameters<typeof Fetcher>[1];
beforeAll(async () => {
  box = await startBox();
  t = await testApp({ env: box.env });
  cast = await castFor(t.world, PASSWORD_HASH);
  dana = cast.requester;
  const mail = createMailer(t.app.services, MAILS).queue;
  ports = {
    connectedAccounts: connectedAccounts(t.app.services, { mail }),
    fetchedRecords,
    mail,
    personActor: createPersonActors(t.app.services),
  };
  root = await t.world.staff('super_admin');
  pdf = await samplePdf(2);
  opened = box.folder('Claims');
  await setFlags(t, cast.organization_id, ON);
  await open([opened]);
});
afterAll(async () => {
  await t.close();
  await box.close();
});
beforeEach(async () => {
  Object.assign(box, { wrong: [], asked: [], page: 1000, lead: (address: string) => address });
  await t.world.db.deleteFrom('throttles').execute();
  d = new CaseDriver(inApp(t, cast));
  await d.draft();
  if ((await accounts())[0]?.state !== 'connected') await connect();
});

const accounts = async () =>
  (await t.request<{ data: { provider: string; state: string }[] }>(dana, 'GET', '/api/v1/connected-accounts')).body
    .data;
async function connect(): Promise<void> {
  const at = '/api/v1/connected-accounts/box';
  const { body } = await t.request<{ url: string }>(dana, 'POST', `${at}/begin`, { uses: ['files'] });
  const back = box.allow(body.url);
  const done = await t.request(dana, 'POST', `${at}/finish`, Object.fromEntries(back.searchParams));
  expect([done.status, back.pathname]).toEqual([200, '/box_auth']);
}
/** What an admin opens to the requester, and whether they may at all. */
async function open(folders: string[], may = true): Promise<PersonView> {
  const person = `/api/v1/people/${dana.user_id}`;
  const { body } = await t.request<PersonView>(root, 'GET', person);
  const saved = await t.request<PersonView>(root, 'PATCH', `${person}/settings`, {
    lock_version: body.lock_version,
    flags: { box_folder_access: may },
    box_folder_ids: folders,
  });
  expect(saved.status).toBe(200);
  return saved.body;
}
const browse = (folder?: string, marker?: string) =>
  t.request<BoxFolderView>(
    dana,
    'GET',
    `/api/v1/box/folder?${new URLSearchParams({ ...(folder ? { folder_id: folder } : {}), ...(marker ? { marker } : {}) }).toString()}`,
  );
type Item = { type: 'file' | 'folder'; id: string };
const file = (id: string): Item => ({ type: 'file', id });
const begin = (items: Item[], who: Person = dana) =>
  t.request<BoxImportsView>(who, 'POST', d.url('/box_imports'), { items });
const imports = async () => (await t.request<BoxImportsView>(dana, 'GET', d.url('/box_imports'))).body;
const records = async () =>
  (await t.request<FileListView>(dana, 'GET', d.url('/files'))).body.data.filter(({ source }) => source === 'box');
/** Lets what is due be fetched, and time go on until nothing waits. */
async function finish(): Promise<BoxImportsView> {
  for (let round = 0; round < 12; round += 1) {
    await t.settle();
    const now = await imports();
    if (now.data.every(({ state }) => state !== 'waiting')) return now;
    t.clock.advance({ minutes: 61 });
  }
  throw new Error('It does not come to an end.');
}
const byText = (a: readonly unknown[], b: readonly unknown[]): number => String(a).localeCompare(String(b));
/** Notices that something did not come, by who is told. */
const told = () =>
  t.world.db
    .selectFrom('mails')
    .select(['to_user_id', 'text'])
    .where('review_id', '=', d.id)
    .where('template', '=', 'box_import_failed')
    .execute();
const contents = () => box.asked.filter((line) => line.startsWith('GET /dl/'));

describe('choosing', () => {
  it('shows the opened folders and what lies below them, a page at a time, and nothing else', async () => {
    const inner = box.folder('2026', opened);
    const report = box.file('Report.pdf', inner, pdf);
    box.file('Notes.exe', inner, pdf);
    const elsewhere = box.folder('Payroll');
    const secret = box.file('Salaries.pdf', elsewhere, pdf);
    const first = (await browse()).body;
    expect(first.data).toMatchObject([{ type: 'folder', id: opened, name: 'Claims' }]);
    box.page = 2;
    const one = (await browse(inner)).body;
    expect(one.above).toEqual([{ id: opened, name: 'Claims' }]);
    expect(one.data).toMatchObject([
      { id: report, why_not: null },
      { name: 'Notes.exe', why_not: expect.stringMatching(/not accepted/) },
    ]);
    expect((await browse(inner, one.next_marker ?? '')).body).toMatchObject({ data: [], next_marker: null });
    // everything they have in Box, and what was not opened, are not there
    for (const id of ['0', elsewhere]) expect((await browse(id)).status).toBe(404);
    expect((await begin([file(secret)])).status).toBe(404);
    expect((await begin([{ type: 'folder', id: elsewhere }])).status).toBe(404);
    expect(await imports()).toEqual({ offered: 'ready', data: [] });
  });

  it('is there where organization and person have it, and for who adds records of this review', async () => {
    const id = box.file('One.pdf', opened, pdf);
    const stranger = await t.world.consultant(await t.world.organization());
    expect((await begin([file(id)], stranger)).status).toBe(404);
    expect((await t.request(stranger, 'GET', d.url('/box_imports'))).status).toBe(404);
    await open([opened], false);
    expect([(await browse()).status, (await imports()).offered]).toEqual([404, 'none']);
    await open([opened]);
    await setFlags(t, cast.organization_id, { flags: { enable_box_api_integration: false } });
    expect([(await begin([file(id)])).status, (await imports()).offered]).toEqual([404, 'none']);
    await setFlags(t, cast.organization_id, ON);
    const { body } = await t.request<CurrentUser>(dana, 'GET', '/api/v1/users/current_user');
    expect(body).toMatchObject({ box_oauth: true, box_folder_ids: [opened] });
    expect(box.openers()).toBeGreaterThan(0);
    expect((await t.request(dana, 'DELETE', '/api/v1/connected-accounts/box')).status).toBe(204);
    expect([(await browse()).status, (await imports()).offered]).toEqual([409, 'connect']);
    const after = await t.request<CurrentUser>(dana, 'GET', '/api/v1/users/current_user');
    expect(after.body).toMatchObject({ box_oauth: false });
    // what we were given opens nothing there any longer
    await t.settle();
    expect(box.openers()).toBe(0);
  });

  it('is the review’s organization’s to have, whichever the person is of', async () => {
    const waits = box.file('Waits here.pdf', opened, pdf);
    box.wrong = [{ at: '/content?', what: 'broken' }];
    await begin([file(waits)]);
    await t.settle();
    // on in the organization above, which is theirs, and turned off in the one whose review it is
    const above = await t.world.organization();
    await setFlags(t, above, ON);
    await setFlags(t, cast.organization_id, { flags: { enable_box_api_integration: false } });
    const belong = (person: number, parent: number | null) =>
      sql`with o as (update organizations set parent_id = ${parent} where id = ${cast.organization_id})
        update users set organization_id = ${person} where id = ${dana.user_id}`.execute(t.world.db);
    await belong(above, above);
    expect((await browse()).status).toBe(200);
    const measured = await t.request(dana, 'POST', d.url('/box_imports/measure'), { items: [file(waits)] });
    expect([(await begin([file(waits)])).status, measured.status, (await imports()).offered]).toEqual([
      404,
      404,
      'none',
    ]);
    expect((await finish()).data).toMatchObject([{ state: 'failed', fault: FAULTS.off }]);
    await belong(cast.organization_id, null);
    await setFlags(t, cast.organization_id, ON);
    expect((await imports()).offered).toBe('ready');
  });

  it('ends kindly where it is more than one import brings', async () => {
    const said = async (id: string) => {
      const items: Item[] = [{ type: 'folder', id }];
      const { body } = await t.request<BoxMeasureView>(dana, 'POST', d.url('/box_imports/measure'), { items });
      if (body.too_much === null) return [body.files, null];
      const refused = await begin(items);
      expect([refused.status, refused.problem.detail, (await imports()).data]).toEqual([422, body.too_much, []]);
      return body.too_much;
    };
    const many = box.folder('Many', opened);
    for (let n = 0; n < MOST_FILES; n += 1) box.file(`${n}.pdf`, many, Buffer.from('%PDF-1.7'));
    expect(await said(many)).toEqual([MOST_FILES, null]);
    box.file('One more.pdf', many, pdf);
    expect(await said(many)).toMatch(/^More than 500 files\. Choose fewer/);

    const wide = box.folder('Wide', opened);
    for (let n = 1; n < MOST_FOLDERS_READ; n += 1) box.folder(`Year ${n}`, wide);
    expect(await said(wide)).toEqual([0, null]);
    box.folder('One more', wide);
    expect(await said(wide)).toMatch(/Choose some of those inside/);

    const deep = box.folder('Deep', opened);
    let at = deep;
    for (let n = 0; n < DEEPEST; n += 1) at = box.folder(`Level ${n}`, at);
    box.file('Deepest.pdf', at, pdf);
    expect(await said(deep)).toEqual([1, null]);
    box.folder('One more', at);
    expect(await said(deep)).toMatch(/Choose some of those inside/);
  });

  it('takes the address of a folder as an admin copies it, and refuses what is none', async () => {
    const saved = await open([`https://acme.app.box.com/folder/${opened}`, opened]);
    expect(saved.box_folder_ids).toEqual([opened]);
    const { lock_version } = saved;
    for (const wrong of ['0', 'Claims', 'https://example.com/folder/12'])
      expect(
        (
          await t.request(root, 'PATCH', `/api/v1/people/${dana.user_id}/settings`, {
            lock_version,
            box_folder_ids: [wrong],
          })
        ).status,
      ).toBe(422);
  });
});

describe('an import', () => {
  it('brings files and whole folders, says how much before, keeps where they lay, and brings nothing twice', async () => {
    const inner = box.folder('Imaging', opened);
    const deep = box.folder('Left knee', inner);
    const a = box.file('Summary.pdf', inner, pdf);
    box.file('Scan.pdf', deep, await samplePdf(3));
    box.file('Tool.exe', deep, pdf);
    box.page = 2;
    const items: Item[] = [{ type: 'folder', id: inner }, file(a)];
    const measured = await t.request<BoxMeasureView>(dana, 'POST', d.url('/box_imports/measure'), { items });
    expect(measured.body).toMatchObject({ files: 2, left_out: [{ name: 'Tool.exe' }], too_much: null });
    expect((await begin(items)).status).toBe(201);
    const done = await finish();
    expect(done.data.map(({ name, state, path }) => [name, state, path])).toEqual([
      ['Scan.pdf', 'done', 'Imaging/Left knee/Scan.pdf'],
      ['Summary.pdf', 'done', null],
    ]);
    const all = await records();
    expect(all.map(({ name, status, pages, source }) => [name, status, pages, source]).toSorted(byText)).toEqual([
      ['Scan.pdf', 'ready', 3, 'box'],
      ['Summary.pdf', 'ready', 2, 'box'],
    ]);
    expect(all[0]?.uploaded_by?.id).toBe(dana.user_id);
    const trail = await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'actor_user_id', 'data'])
      .where('review_id', '=', d.id)
      .where('action', 'in', ['box_import.begun', 'file.upload'])
      .execute();
    expect(trail.filter(({ action }) => action === 'box_import.begun')).toMatchObject([
      { actor_user_id: dana.user_id, data: { files: 2 } },
    ]);
    expect(trail.filter(({ action }) => action === 'file.upload')).toMatchObject([
      { data: { source: 'box', chosen_by: dana.user_id } },
      { data: { source: 'box', chosen_by: dana.user_id } },
    ]);
    // again, also twice at once: nothing; a new version, and one that was removed here: those
    await Promise.all([begin(items), begin(items)]);
    await finish();
    expect((await records()).length).toBe(2);
    box.newVersion(a, await samplePdf(4));
    const scan = all.find(({ name }) => name === 'Scan.pdf');
    expect((await t.request(dana, 'DELETE', `/api/v1/files/${scan?.id}`)).status).toBe(204);
    await begin(items);
    await finish();
    expect((await records()).map(({ name, pages }) => [name, pages]).toSorted(byText)).toEqual([
      ['Scan.pdf', 3],
      ['Summary.pdf', 2],
      ['Summary.pdf', 4],
    ]);
  });

  it('gets there when Box is busy, broken, cut off, talks nonsense or sends other bytes once', async () => {
    const id = box.file('Faults.pdf', opened, pdf);
    await begin([file(id)]);
    await t.settle();
    expect((await imports()).data[0]?.state).toBe('done');
    for (const [at, what] of [
      ['/content?', 'too_much'],
      ['/content?', 'broken'],
      ['/content?', 'cut_before'],
      ['/content?', 'nonsense'],
      ['/dl/', 'too_much'],
      ['/dl/', 'cut_before'],
      ['/dl/', 'other_bytes'],
    ] as const) {
      box.newVersion(id, Buffer.concat([pdf, Buffer.from(`% ${at} ${what}\n`)]));
      box.wrong = [{ at, what }];
      expect((await begin([file(id)])).status).toBe(201);
      const done = await finish();
      expect([at, what, box.wrong, done.data[0]?.state]).toEqual([at, what, [], 'done']);
    }
  });

  it('waits as long as Box says', async () => {
    const id = box.file('Later.pdf', opened, pdf);
    box.wrong = [{ at: '/content?', what: 'too_much' }];
    await begin([file(id)]);
    await t.settle();
    const [waiting] = (await imports()).data;
    expect(new Date(waiting?.next_at ?? 0).getTime() - t.clock.now().getTime()).toBe(120_000);
    t.clock.advance({ minutes: 1 });
    await t.settle();
    expect(contents()).toEqual([]);
    t.clock.advance({ minutes: 1 });
    await t.settle();
    expect((await imports()).data[0]?.state).toBe('done');
  });

  it('waits for bytes that do not come only so long, and gets them then', async () => {
    const id = box.file('Silent.pdf', opened, Buffer.concat([pdf, Buffer.from('% silent\n')]));
    box.wrong = [{ at: '/content?', what: 'broken' }];
    await begin([file(id)]);
    await t.settle();
    const impatient = new Fetcher(t.app.services, ports, { idle_ms: 250 });
    // it says nothing, or nothing further after half of it
    for (const what of ['silent', 'stalled'] as const) {
      t.clock.advance({ minutes: 61 });
      box.wrong = [{ at: '/dl/', what }];
      expect(await impatient.next()).toBe(true);
      expect((await imports()).data).toMatchObject([{ state: 'waiting' }]);
    }
    // nor does it wait longer for Box's word on a file
    const { connectedAccounts: real } = ports;
    const ask: typeof real.ask = (of, path, asking) => real.ask(of, path, { ...asking, timeout_ms: 250 });
    const brief = new Fetcher(t.app.services, { ...ports, connectedAccounts: { ...real, ask } });
    t.clock.advance({ minutes: 61 });
    box.wrong = [{ at: `GET /api/2.0/files/${id}`, what: 'silent' }];
    expect(await brief.next()).toBe(true);
    expect([box.wrong, (await imports()).data]).toMatchObject([[], [{ state: 'waiting' }]]);
    expect((await finish()).data).toMatchObject([{ state: 'done' }]);
  });

  it('says how much of a file has come, also between two tries', async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(300_000, '% so far\n')]);
    const id = box.file('So far.pdf', opened, large);
    box.wrong = [{ at: '/dl/', what: 'half' }];
    await begin([file(id)]);
    await t.settle();
    const so_far = async () => (await imports()).data.map(({ state, received_bytes }) => [state, received_bytes]);
    const [[state, came] = []] = await so_far();
    expect([state, Number(came) > 0, Number(came) < large.length]).toEqual(['waiting', true, true]);
    // a try that does not get as far takes nothing off
    box.wrong = [{ at: `GET /api/2.0/files/${id}?`, what: 'broken' }];
    t.clock.advance({ minutes: 1 });
    await t.settle();
    expect([box.wrong, await so_far()]).toEqual([[], [['waiting', came]]]);
    expect((await finish()).data).toMatchObject([{ state: 'done', received_bytes: large.length }]);
  });

  it('goes on where it was cut off, in another process too, and begins anew where Box knows no ranges', async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(300_000, '% more\n')]);
    const id = box.file('Large.pdf', opened, large);
    box.wrong = [
      { at: '/dl/', what: 'half' },
      { at: '/dl/', what: 'all_of_it' },
      { at: '/dl/', what: 'half' },
    ];
    await begin([file(id)]);
    await t.settle();
    // as one that starts after a killed one, a minute later: it knows nothing of what was under way
    const later = new Date(t.clock.now().getTime() + 60_000);
    const services = { ...t.app.services, clock: { now: () => later } };
    await new Fetcher(services, { ...ports, connectedAccounts: connectedAccounts(services, ports) }).next();
    const done = await finish();
    expect(done.data).toMatchObject([{ state: 'done', received_bytes: large.length }]);
    const ranges = contents().map((line) => /bytes=\d+-$/.exec(line)?.[0] ?? 'all');
    expect(ranges.length).toBe(4);
    expect([ranges[0], ranges[2]]).toEqual(['all', 'all']);
    expect([ranges[1], ranges[3]]).not.toContain('all');
    expect((await records()).map(({ sha256 }) => sha256)).toEqual([createHash('sha256').update(large).digest('hex')]);
  });

  it('says by file what did not come, and comes when it is tried again', async () => {
    const well = box.file('Well.pdf', opened, pdf);
    const gone = box.file('Gone.pdf', opened, pdf);
    const moved = box.file('Moved.pdf', opened, pdf);
    const away = box.file('Away.pdf', opened, pdf);
    box.wrong = Array.from({ length: 9 }, () => ({ at: `/files/${away}/content`, what: 'broken' as const }));
    await begin([file(well), file(gone), file(moved), file(away)]);
    box.remove(gone);
    box.move(moved, box.folder('Elsewhere'));
    const done = await finish();
    expect(done.data.map(({ name, fault }) => [name, fault]).toSorted(byText)).toEqual([
      ['Away.pdf', FAULTS.away],
      ['Gone.pdf', FAULTS.missing],
      ['Moved.pdf', FAULTS.not_yours],
      ['Well.pdf', null],
    ]);
    const says = expect.stringMatching(/3 files that you chose in Box did not come to CR-\d+; 1 did/);
    expect(await told()).toEqual([{ to_user_id: dana.user_id, text: says }]);
    const rung = await t.world.db
      .selectFrom('notifications')
      .select('user_id')
      .where('review_id', '=', d.id)
      .where('event', '=', 'box_import_failed')
      .execute();
    expect(rung).toEqual([{ user_id: dana.user_id }]);
    box.wrong = [];
    const failed = done.data.find(({ name }) => name === 'Away.pdf')?.id;
    const again = () => t.request(dana, 'POST', d.url(`/box_imports/files/${failed}/again`));
    expect([(await again()).status, (await again()).status]).toEqual([200, 409]);
    expect((await finish()).data.find(({ name }) => name === 'Away.pdf')?.state).toBe('done');
    const missing = done.data.find(({ name }) => name === 'Gone.pdf')?.id;
    expect((await t.request(dana, 'DELETE', d.url(`/box_imports/files/${missing}`))).status).toBe(204);
    expect((await t.request(dana, 'DELETE', d.url(`/box_imports/files/${failed}`))).status).toBe(409);
    expect([(await records()).length, (await told()).length]).toEqual([2, 1]);
  });

  it('is over for who chose it also where the last that was to come is left out', async () => {
    const [locked, waits] = [box.file('Locked.pdf', opened, pdf), box.file('Waits long.pdf', opened, pdf)];
    box.wrong = [
      { at: `/files/${locked}/content`, what: 'locked' },
      { at: `/files/${waits}/content`, what: 'too_much' },
    ];
    await begin([file(locked), file(waits)]);
    await t.settle();
    expect(await told()).toEqual([]);
    const left = (await imports()).data.find(({ state }) => state === 'waiting');
    expect((await t.request(dana, 'DELETE', d.url(`/box_imports/files/${left?.id}`))).status).toBe(204);
    expect((await told()).length).toBe(1);
  });

  it('gives up a file whose bytes are others twice, and keeps none of them', async () => {
    const id = box.file('Other.pdf', opened, pdf);
    box.wrong = [
      { at: '/dl/', what: 'other_bytes' },
      { at: '/dl/', what: 'other_bytes' },
    ];
    await begin([file(id)]);
    expect((await finish()).data).toMatchObject([{ state: 'failed', fault: FAULTS.other_bytes }]);
    expect(await records()).toEqual([]);
    expect(await t.world.db.selectFrom('uploads').select('id').where('review_id', '=', d.id).execute()).toEqual([]);
  });

  it('ends where Box lets nobody in any longer, or somebody takes the right away, and says so', async () => {
    const [a, b] = [box.file('A.pdf', opened, pdf), box.file('B.pdf', opened, pdf)];
    await begin([file(a)]).then(() => box.forget());
    // whether it came before that is a matter of luck; what is chosen now does not
    await finish();
    expect((await browse()).status).toBe(409);
    await connect();
    box.wrong = [{ at: '/content?', what: 'broken' }];
    await begin([file(b)]);
    await t.settle();
    await open([opened], false);
    const over = await finish();
    await open([opened]);
    expect(over.data.find(({ name }) => name === 'B.pdf')).toMatchObject({ state: 'failed', fault: FAULTS.off });
  });
});

describe('what is stored', () => {
  /** Objects of the storage that are of no upload and no file. */
  const orphans = async () =>
    (
      await sql<{ storage_key: string }>`select storage_key from stored_objects o where storage_key like 'files/%'
        and not exists (select from uploads u where u.storage_key = o.storage_key)
        and not exists (select from files f where f.storage_key = o.storage_key)`.execute(t.world.db)
    ).rows;

  const cleared = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from pgboss.job
        where name = 'files.remove_stored' and state = 'completed'`.execute(t.world.db)
    ).rows[0]?.n ?? 0;

  it.each(['/content?', '/dl/'])('does not stay where a file is left out while %s is asked', async (at) => {
    const id = box.file(`Left out ${at.length}.pdf`, opened, pdf);
    const before = await cleared();
    box.meanwhile = {
      at,
      run: async () => {
        const [coming] = (await imports()).data;
        expect((await t.request(dana, 'DELETE', d.url(`/box_imports/files/${coming?.id}`))).status).toBe(204);
        // what cleans up after an upload that was given up is through before the bytes come
        await vi.waitFor(async () => expect(await cleared()).toBeGreaterThan(before), {
          timeout: 60_000,
          interval: 50,
        });
      },
    };
    await begin([file(id)]);
    await finish();
    expect([box.meanwhile, (await imports()).data, await records(), await orphans()]).toEqual([null, [], [], []]);
  });
});

describe('where the bytes are', () => {
  it.each([
    ['on the operator’s network', () => 'http://10.255.255.1/dl/1'],
    ['on this machine under another scheme', () => 'file:///etc/hostname'],
    ['where it sends on to', (address: string) => box.onTo(address)],
  ] as const)('is not asked %s', async (_, lead) => {
    const id = box.file('Inward.pdf', opened, Buffer.concat([pdf, Buffer.from(`% ${lead('')}\n`)]));
    box.lead = lead;
    await begin([file(id)]);
    await t.settle();
    const [coming] = (await imports()).data;
    expect([coming?.state, contents()]).toEqual(['waiting', []]);
    await t.request(dana, 'DELETE', d.url(`/box_imports/files/${coming?.id}`));
  });
});

describe('the one who chose', () => {
  it('alone has it tried again, and only while they may add records', async () => {
    const gone = box.file('Again.pdf', opened, pdf);
    await begin([file(gone)]);
    const [coming] = (await imports()).data;
    box.remove(gone);
    await finish();
    const [failed] = (await imports()).data;
    expect([coming?.again, failed?.again]).toEqual([false, true]);
    const again = d.url(`/box_imports/files/${failed?.id}/again`);
    const refused = await t.request(cast.admin, 'POST', again);
    expect([refused.status, refused.problem.detail]).toEqual([403, expect.stringMatching(/Whoever chose this file/)]);
    const theirs = await t.request<BoxImportsView>(cast.admin, 'GET', d.url('/box_imports'));
    expect(theirs.body.data).toMatchObject([{ id: failed?.id, again: false }]);
    expect((await t.request(dana, 'POST', again)).status).toBe(200);
    await finish();
    // another organization's from one moment to the next
    const waits = box.file('Waits.pdf', opened, Buffer.concat([pdf, Buffer.from('% waits\n')]));
    box.wrong = [{ at: '/content?', what: 'broken' }];
    await begin([file(waits)]);
    await t.settle();
    const elsewhere = await t.world.organization();
    await setFlags(t, elsewhere, ON);
    const belongTo = (organization: number) =>
      sql`with p as (update profiles set organization_id = ${organization} where user_id = ${dana.user_id})
        update users set organization_id = ${organization} where id = ${dana.user_id}`.execute(t.world.db);
    await belongTo(elsewhere);
    t.clock.advance({ minutes: 61 });
    await t.settle();
    await belongTo(cast.organization_id);
    expect((await imports()).data.find(({ name }) => name === 'Waits.pdf')?.fault).toBe(FAULTS.no_right);
  });
});

describe('a file in hand', () => {
  it('is one process’s alone, until that one is long gone', async () => {
    const id = box.file('Held.pdf', opened, pdf);
    const other = new Fetcher(t.app.services, ports);
    let took: boolean | undefined;
    box.meanwhile = { at: '/content?', run: async () => void (took = await other.next()) };
    await begin([file(id)]);
    expect((await finish()).data).toMatchObject([{ state: 'done' }]);
    expect([took, contents().length]).toEqual([false, 1]);
    // as one that died with a file in hand
    const left = box.file('Left.pdf', opened, Buffer.concat([pdf, Buffer.from('% left\n')]));
    box.wrong = [{ at: '/content?', what: 'too_much' }];
    await begin([file(left)]);
    await t.settle();
    const now = t.clock.now();
    await t.world.db
      .updateTable('box_import_files')
      .set({ next_at: now, held_until: new Date(now.getTime() + 60_000) })
      .where('state', '=', 'waiting')
      .execute();
    expect(await other.next()).toBe(false);
    t.clock.advance({ minutes: 1 });
    expect(await other.next()).toBe(true);
    expect((await finish()).data.filter(({ state }) => state !== 'done')).toEqual([]);
  });
});

describe('a refresh token', () => {
  it('is shown once, by however many processes at once, and nothing is burnt', async () => {
    const { services } = t.app;
    const ports = () => connectedAccounts(services, { mail: createMailer(services, MAILS).queue });
    const { id } = await t.world.db
      .selectFrom('provider_connections')
      .select('id')
      .where('user_id', '=', dana.user_id)
      .where('state', '=', 'connected')
      .executeTakeFirstOrThrow();
    for (let round = 1; round <= 3; round += 1) {
      box.expire();
      const before = box.refreshed();
      const got = await Promise.all(Array.from({ length: 8 }, () => ports().ask(id, '/2.0/users/me')));
      expect(got.map((one) => ('response' in one ? one.response.status : one.failure))).toEqual(Array(8).fill(200));
      expect(box.refreshed() - before).toBe(1);
    }
  });
});
