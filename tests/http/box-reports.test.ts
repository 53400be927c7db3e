import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAILS } from '../../src/app/mails.ts';
import type { BoxReportsView } from '../../src/features/box-import/contract.ts';
import { REPORT_FAULTS } from '../../src/features/box-import/rules.ts';
import { putNext } from '../../src/features/box-import/server/reports/work.ts';
import { connectedAccounts } from '../../src/features/connected-accounts/server/index.ts';
import { json } from '../../src/platform/db/json.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { type LocalBox, startBox } from '../harness/box.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { setFlags } from '../harness/flags.ts';
import { hl7Settings } from '../harness/hl7-settings.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast, PeerDriver } from '../harness/peer-driver.ts';
import { type Cast, castFor, inApp, type ReviewDriver } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';

/* Delivered reports into a folder in Box: where whoever ordered asked, each version once, whatever goes wrong on the way. */

let t: TestApp;
let box: LocalBox;
let cast: Cast;
let d: CaseDriver;
let folder: string;
beforeAll(async () => {
  box = await startBox();
  t = await testApp({ env: box.env });
});
afterAll(async () => {
  await t.close();
  await box.close();
});
beforeEach(async () => {
  Object.assign(box, { wrong: [], asked: [] });
  cast = await castFor(t.world, PASSWORD_HASH);
  await letIn(cast);
  d = new CaseDriver(inApp(t, cast));
});

/** Box for who ordered, with one folder opened, and connected. */
async function letIn({ organization_id, requester }: Pick<Cast, 'organization_id' | 'requester'>): Promise<void> {
  await setFlags(t, organization_id, { flags: { enable_box_api_integration: true } });
  folder = box.folder('Reports');
  await t.world.db
    .updateTable('users')
    .set({ feature_flags: json({ box_folder_access: true }), box_folder_ids: json([folder]) })
    .where('id', '=', requester.user_id)
    .execute();
  await connect(requester);
}
async function connect(who: Person): Promise<void> {
  const at = '/api/v1/connected-accounts/box';
  const { body } = await t.request<{ url: string }>(who, 'POST', `${at}/begin`, { uses: ['files'] });
  const back = Object.fromEntries(box.allow(body.url).searchParams);
  expect((await t.request(who, 'POST', `${at}/finish`, back)).status).toBe(200);
}
async function delivered(): Promise<void> {
  const needed = new Date(t.clock.now().getTime() + 21 * 86_400_000).toISOString().slice(0, 10);
  await d.to('accepted', { service: 'report_only', needed_by: needed });
  await d.reportStarted();
  await written();
}
async function written(): Promise<void> {
  await d.reportWritten();
  await d.signed();
  await d.delivered();
  await t.settle();
}
const at = (of: ReviewDriver = d) => of.url('/box_reports');
/** Says how long ago everybody has shown who they are. */
const proved = (minutes: number) =>
  t.world.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(t.clock.now().getTime() - minutes * 60_000) })
    .execute();
async function ask(who: Person = cast.requester, into = folder, of: ReviewDriver = d) {
  await proved(0);
  return t.request<BoxReportsView>(who, 'PUT', at(of), { folder_id: into });
}
const read = async (who: Person = cast.requester) => (await t.request<BoxReportsView>(who, 'GET', at())).body;
const pdf = async () => (await t.request(cast.requester, 'GET', d.url('/report/pdf'))).raw.rawPayload;
async function pass(minutes: number): Promise<void> {
  t.clock.advance({ minutes });
  await t.settle();
}
const trail = async () =>
  (
    await t.world.db
      .selectFrom('audit_rows')
      .select('action')
      .where('review_id', '=', d.id)
      .where('action', 'like', 'box_report.%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

it('puts each version there once, with the signed bytes, as versions of one file', async () => {
  await delivered();
  expect(box.filesIn(folder)).toEqual([]);
  expect(await read()).toEqual({ offered: 'ready', refused: null, folder: null, data: [] });
  expect((await ask()).status).toBe(200);
  await t.settle();
  const [first] = box.filesIn(folder);
  expect([first?.name, first?.versions]).toEqual([`CR-${d.id} report.pdf`, 1]);
  expect(first?.content.equals(await pdf())).toBe(true);
  expect((await read()).data).toMatchObject([{ version: 1, folder: 'Reports', state: 'done', fault: null }]);
  // asked twice, it is there once
  await ask();
  await t.settle();
  expect([box.filesIn(folder).length, box.filesIn(folder)[0]?.versions]).toEqual([1, 1]);

  await t.request(cast.requester, 'POST', d.url('/report/clarify'), { reason: 'Which page?' });
  await written();
  expect(box.filesIn(folder).map(({ name, versions }) => [name, versions])).toEqual([[first?.name, 2]]);
  expect(box.filesIn(folder)[0]?.content.equals(await pdf())).toBe(true);
  expect((await read(cast.clinOps)).data.map(({ version, state, again }) => [version, state, again])).toEqual([
    [2, 'done', false],
    [1, 'done', false],
  ]);
  expect(await trail()).toEqual(['box_report.asked', 'box_report.put', 'box_report.put']);

  // ended, nothing further goes there, and what is there stays
  expect((await t.request<BoxReportsView>(cast.requester, 'DELETE', at())).body.folder).toBe(null);
  await t.request(cast.requester, 'POST', d.url('/report/clarify'), { reason: 'And which line?' });
  await written();
  expect(box.filesIn(folder)[0]?.versions).toBe(2);
});

describe('whatever goes wrong', () => {
  it('is there once all the same', async () => {
    await delivered();
    const whats = ['cut_after', 'cut_before', 'too_much', 'broken', 'nonsense', 'unknown_token'] as const;
    for (const what of whats) {
      folder = box.folder(what);
      await t.world.db
        .updateTable('users')
        .set({ box_folder_ids: json([folder]) })
        .where('id', '=', cast.requester.user_id)
        .execute();
      expect((await ask()).status).toBe(200);
      box.wrong = [{ at: 'POST /upload/api/2.0/files/content', what }];
      await t.settle();
      await pass(3);
      expect(box.filesIn(folder).map(({ versions }) => versions)).toEqual([1]);
      expect((await read()).data[0]).toMatchObject({ folder: what, state: 'done' });
    }
  });

  it('goes on where a process died, also with a further version whose answer was lost', async () => {
    await delivered();
    await ask();
    await t.settle();
    await t.request(cast.requester, 'POST', d.url('/report/clarify'), { reason: 'Which page?' });
    box.wrong = [
      { at: `/content`, what: 'cut_before' },
      { at: `POST /upload/api/2.0/files/${box.filesIn(folder)[0]?.id}`, what: 'cut_after' },
    ];
    await written();
    await pass(3);
    await pass(3);
    expect([box.filesIn(folder)[0]?.versions, (await read()).data[0]?.state]).toEqual([2, 'done']);
    // as it stands between Box's answer and the commit
    await t.world.db
      .updateTable('box_report_uploads')
      .set({ state: 'waiting', box_file_id: null, done_at: null, held_until: t.clock.now(), next_at: t.clock.now() })
      .where('review_id', '=', d.id)
      .where('id', '=', (await read()).data[0]?.id ?? 0)
      .execute();
    await t.settle();
    expect([box.filesIn(folder)[0]?.versions, (await read()).data[0]?.state]).toEqual([2, 'done']);
  });

  it('is there once where another process takes it up meanwhile', async () => {
    await delivered();
    const { services } = t.app;
    const ports = { connectedAccounts: connectedAccounts(services, { mail: createMailer(services, MAILS).queue }) };
    box.meanwhile = {
      at: 'POST /upload/',
      run: async () => {
        t.clock.advance({ minutes: 6 });
        expect(await putNext(services, ports)).toBe(true);
      },
    };
    await ask();
    await t.settle();
    expect([box.meanwhile, box.filesIn(folder).map(({ versions }) => versions)]).toEqual([null, [1]]);
    expect(await trail()).toEqual(['box_report.asked', 'box_report.put']);
  });

  it('never puts an older version on top of a newer one', async () => {
    await delivered();
    await ask();
    box.wrong = [{ at: 'POST /upload/', what: 'too_much' }];
    await t.settle();
    await t.request(cast.requester, 'POST', d.url('/report/clarify'), { reason: 'Which page?' });
    await written();
    await pass(61);
    expect(box.filesIn(folder).map(({ versions }) => versions)).toEqual([1]);
    expect(box.filesIn(folder)[0]?.content.equals(await pdf())).toBe(true);
    expect((await read()).data.map(({ version, state }) => [version, state])).toEqual([[2, 'done']]);
  });

  it('never puts an older version on top of a newer one either where that was on its way already', async () => {
    await delivered();
    box.wrong = [{ at: 'POST /upload/', what: 'broken' }];
    await ask();
    await t.settle();
    const [first] = (await read()).data;
    const { services } = t.app;
    const ports = { connectedAccounts: connectedAccounts(services, { mail: createMailer(services, MAILS).queue }) };
    let meanwhile: unknown;
    box.meanwhile = {
      at: 'POST /upload/',
      run: async () => {
        await t.request(cast.requester, 'POST', d.url('/report/clarify'), { reason: 'Which page?' });
        await written();
        meanwhile = box.filesIn(folder).length;
      },
    };
    t.clock.advance({ minutes: 61 });
    expect(await putNext(services, ports)).toBe(true);
    await t.settle();
    expect([meanwhile, box.filesIn(folder).map(({ versions }) => versions)]).toEqual([0, [2]]);
    expect(box.filesIn(folder)[0]?.content.equals(await pdf())).toBe(true);
    expect((await read()).data[0]).toMatchObject({ version: 2, state: 'done' });
    expect((await t.request(cast.requester, 'POST', `${at()}/${first?.id}/again`)).status).toBe(409);
  });

  it('is not asked sooner than Box says', async () => {
    await delivered();
    box.wrong = [{ at: 'POST /upload/', what: 'too_much' }];
    await ask();
    await t.settle();
    const sent = () => box.asked.filter((line) => line.startsWith('POST /upload/')).length;
    t.clock.advance({ ms: 119_000 });
    await t.settle();
    expect([sent(), (await read()).data]).toMatchObject([1, [{ state: 'waiting' }]]);
    t.clock.advance({ ms: 1000 });
    await t.settle();
    expect([sent(), (await read()).data]).toMatchObject([2, [{ state: 'done' }]]);
  });

  it('waits for a word from Box only so long, and finds what came of it', async () => {
    await delivered();
    box.wrong = [{ at: 'POST /upload/', what: 'broken' }];
    await ask();
    await t.settle();
    const { services } = t.app;
    const real = connectedAccounts(services, { mail: createMailer(services, MAILS).queue });
    for (const [at, to] of [
      ['GET /api/2.0/folders', undefined],
      ['POST /upload/', 'upload'],
    ] as const) {
      // short for what is silent alone, so that nothing hangs on how fast the rest is
      const ask: typeof real.ask = (id, path, asking) =>
        real.ask(id, path, asking?.to === to ? { ...asking, timeout_ms: 250 } : asking);
      t.clock.advance({ minutes: 61 });
      box.wrong = [{ at, what: 'silent' }];
      expect(await putNext(services, { connectedAccounts: { ...real, ask } })).toBe(true);
      expect([box.wrong, (await read()).data]).toMatchObject([[], [{ state: 'waiting' }]]);
    }
    await pass(61);
    expect([box.filesIn(folder).map(({ versions }) => versions), (await read()).data[0]?.state]).toEqual([[1], 'done']);
  });

  it('is said where it stays so, and tried again by who asked', async () => {
    await delivered();
    await ask();
    box.wrong = [{ at: 'POST /upload/', what: 'locked' }];
    await t.settle();
    const [failed] = (await read()).data;
    expect(failed).toMatchObject({ state: 'failed', fault: REPORT_FAULTS.locked, again: true });
    const again = (who: Person) => t.request(who, 'POST', `${at()}/${failed?.id}/again`);
    expect((await again(cast.clinOps)).status).toBe(403);
    expect((await again((await castFor(t.world)).requester)).status).toBe(404);
    // something else has its name
    box.folder(`CR-${d.id} report.pdf`, folder);
    expect((await again(cast.requester)).status).toBe(200);
    await t.settle();
    expect((await read()).data[0]?.fault).toBe(REPORT_FAULTS.name_taken);
    box.forget();
    await again(cast.requester);
    await t.settle();
    expect((await read()).data[0]?.fault).toBe(REPORT_FAULTS.broken);
    await connect(cast.requester);
    // six times without an answer
    box.wrong = Array.from({ length: 6 }, () => ({ at: 'GET /api/2.0/folders', what: 'broken' as const }));
    await again(cast.requester);
    for (let n = 0; n < 6; n += 1) await pass(61);
    expect((await read()).data[0]?.fault).toBe(REPORT_FAULTS.away);
    expect((await again(cast.requester)).status).toBe(200);
    expect((await again(cast.requester)).status).toBe(409);
    expect(await trail()).toContain('box_report.failed');
  });
});

describe('who may', () => {
  it('is whoever ordered, into folders that are open to them now', async () => {
    await delivered();
    const elsewhere = box.folder('Payroll');
    const inner = box.folder('2026', folder);
    for (const id of [elsewhere, '0', '4040404']) expect((await ask(cast.requester, id)).status).toBe(404);
    expect((await ask(cast.clinOps)).status).toBe(403);
    expect((await ask(cast.expert)).status).toBe(403);
    const foreign = (await castFor(t.world)).requester;
    expect([(await ask(foreign)).status, (await t.request(foreign, 'GET', at())).status]).toEqual([404, 404]);
    await proved(10);
    const late = await t.request(cast.requester, 'PUT', at(), { folder_id: inner });
    expect([late.problem.code, (await read()).folder]).toEqual(['reauthentication_required', null]);
    expect((await ask(cast.requester, inner)).body.folder).toEqual({ id: inner, name: '2026' });
    // closed again before it went
    await t.world.db
      .updateTable('users')
      .set({ box_folder_ids: json([]) })
      .where('id', '=', cast.requester.user_id)
      .execute();
    await t.settle();
    expect([(await read()).data[0]?.fault, box.filesIn(inner)]).toEqual([REPORT_FAULTS.missing, []]);
    await setFlags(t, cast.organization_id, { flags: { enable_box_api_integration: false } });
    expect([(await read()).offered, (await ask()).status]).toEqual(['none', 404]);
    // that another organization of theirs has it does not open this one's reports
    const elsewhereOrg = await t.world.organization();
    await setFlags(t, elsewhereOrg, { flags: { enable_box_api_integration: true } });
    await t.world.db
      .updateTable('users')
      .set({ organization_id: elsewhereOrg, box_folder_ids: json([folder]) })
      .where('id', '=', cast.requester.user_id)
      .execute();
    expect([(await read()).offered, (await ask()).status]).toEqual(['none', 404]);
  });

  it('is nobody after a purge: nothing is kept in mind, and what is in Box is theirs', async () => {
    await delivered();
    await ask();
    await t.settle();
    await d.must(cast.requester, 'POST', d.url('/actions/close'), {});
    await d.purge();
    await t.settle();
    const { body } = await t.request<{ complete: boolean }>(cast.requester, 'GET', d.url('/certificate'));
    const wishes = await t.world.db
      .selectFrom('box_report_wishes')
      .select('id')
      .where('review_id', '=', d.id)
      .execute();
    expect([body.complete, wishes, box.filesIn(folder).length]).toEqual([true, [], 1]);
    expect((await ask()).problem.detail).toMatch(/were deleted/);
  });

  it('is nobody for a peer review, unless an admin allowed sharing it for that review', async () => {
    const peers = await peerCast(t.world, PASSWORD_HASH);
    await letIn(peers);
    const p = new PeerDriver(inApp(t, peers));
    await p.to('accepted');
    const { status, problem } = await ask(peers.requester, folder, p);
    expect([status, problem.detail]).toEqual([409, expect.stringMatching(/protected/)]);
    await t.world.db
      .insertInto('public_report_permits')
      .values({ review_id: p.id, allowed_by: peers.admin.user_id, allowed_at: t.clock.now(), reason: 'Agreed.' })
      .execute();
    expect((await ask(peers.requester, folder, p)).status).toBe(200);
  });
});

it('puts nothing there in only-mode, neither what is asked for now nor what was before', async () => {
  await delivered();
  expect((await ask()).status).toBe(200);
  await t.settle();
  await t.world.db
    .insertInto('hl7_connections')
    .values({
      ...hl7Settings(),
      organization_id: cast.organization_id,
      created_at: t.clock.now(),
      created_by: cast.admin.user_id,
    })
    .execute();
  const flags = {
    enable_box_api_integration: true,
    enable_athena_intely_integration: true,
    enable_athena_hl7_only_mode: true,
  };
  await setFlags(t, cast.organization_id, { flags });
  await t.request(cast.requester, 'POST', d.url('/report/clarify'), { reason: 'Which page?' });
  await written();
  expect(box.filesIn(folder).map(({ versions }) => versions)).toEqual([1]);
  expect((await read()).refused).toMatch(/record system/);
  const asked = await ask();
  expect([asked.status, asked.problem.detail]).toEqual([409, expect.stringContaining('record system')]);
});
