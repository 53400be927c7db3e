import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApplicationView, PartView } from '../../src/features/experts/contract/applications.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { applicationAnswers, pdf, sendPdf } from './application-world.ts';
import type { Person } from '../harness/world.ts';

let t: TestApp;
let registry: Server;
const asked: string[] = [];
let answering: 'found' | 'broken' | 'nobody' = 'found';

beforeAll(async () => {
  // speaks the registry's published protocol, version 2.1
  registry = createServer((request, response) => {
    asked.push(request.url ?? '');
    const number = new URL(request.url ?? '', 'http://x').searchParams.get('number');
    if (answering === 'broken') return void response.writeHead(500).end('oops');
    const results =
      answering === 'found'
        ? [
            {
              number,
              basic: { first_name: 'INES', last_name: 'FALKENRATH', status: 'A' },
              taxonomies: [{ desc: 'Neurology' }],
            },
          ]
        : [];
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ result_count: results.length, results }));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  t = await testApp({ env: { NPPES_URL: `http://127.0.0.1:${port}/api/`, SUPPORT_EMAIL: 'help@peritus.example' } });
});
afterAll(async () => {
  await t.close();
  registry.closeAllConnections();
  await new Promise((resolve) => registry.close(resolve));
});

const applicant = (): Promise<Person> => t.world.person({ profile: 'ApplicantMedicalExpert' });
const read = async (who: Person) => (await t.request<ApplicationView>(who, 'GET', '/api/v1/application')).body;
const save = (who: Person, part: string, version: number, data: unknown) =>
  t.request<PartView>(who, 'PUT', `/api/v1/application/parts/${part}`, { version, data });

const sendCv = (who: Person, bytes: Buffer, version = 'full', type = 'application/pdf') =>
  sendPdf(t, who, `/api/v1/cvs/${version}?name=CV.pdf`, bytes, type);
const answers = () => applicationAnswers(t);

describe('an application', () => {
  test('is kept part by part, says what is missing, and is sent once it is whole', async () => {
    const who = await applicant();
    const empty = await read(who);
    expect(empty).toMatchObject({ number: null, status: 'started', abilities: { edit: true, submit: false } });
    const early = await t.request(who, 'POST', '/api/v1/application/submit');
    expect(early.status).toBe(422);
    expect(early.problem.errors.map(({ path }) => path)).toEqual(expect.arrayContaining(['you.legal_name', 'cv.file']));
    for (const [part, data] of Object.entries(await answers())) {
      const saved = await save(who, part, 0, { ...data, stranger: '<script>' });
      expect([part, saved.status, saved.body.version, saved.body.data]).toEqual([part, 200, 1, data]);
    }
    expect((await sendCv(who, await pdf())).statusCode).toBe(200);
    const whole = await read(who);
    expect(whole).toMatchObject({ status: 'started', abilities: { edit: true, submit: true } });
    const sent = await t.request<ApplicationView>(who, 'POST', '/api/v1/application/submit');
    expect([sent.status, sent.body.status, sent.body.abilities]).toEqual([
      200,
      'submitted',
      expect.objectContaining({ edit: false, submit: false }),
    ]);
    const mails = await t.world.db
      .selectFrom('mails')
      .select(['to_email', 'template'])
      .where('template', 'like', 'application%')
      .orderBy('template')
      .execute();
    expect(mails).toEqual([
      { to_email: 'help@peritus.example', template: 'application_arrived' },
      { to_email: who.email, template: 'application_submitted' },
    ]);
    const again = await t.request(who, 'POST', '/api/v1/application/submit');
    const late = await save(who, 'you', 1, {});
    expect([again.status, late.status, late.problem.code]).toEqual([409, 409, 'wrong_state']);
  });

  test('two devices never overwrite each other silently', async () => {
    const who = await applicant();
    await save(who, 'you', 0, { city: 'Chicago' });
    const stale = await save(who, 'you', 0, { city: 'Boston' });
    expect([stale.status, stale.problem.code, stale.problem.current]).toEqual([
      409,
      'stale',
      expect.objectContaining({ version: 1, data: { city: 'Chicago' } }),
    ]);
  });

  test('is one’s own, and nobody’s who does not apply', async () => {
    const who = await applicant();
    await save(who, 'you', 0, { city: 'Chicago' });
    const other = await applicant();
    expect((await read(other)).parts.you.data).toEqual({});
    for (const person of [await t.world.expert(), await t.world.staff('support_agent')])
      expect((await t.request(person, 'GET', '/api/v1/application')).status).toBe(403);
    expect((await t.request(null, 'GET', '/api/v1/application')).status).toBe(401);
  });
});

describe('the registry of providers', () => {
  const check = (who: Person, npi: string) => t.request(who, 'POST', '/api/v1/application/npi_check', { npi });

  test('is asked for the number alone, and its answer is kept', async () => {
    const who = await applicant();
    asked.length = 0;
    const answer = await check(who, '1234567893');
    expect(answer.body).toMatchObject({
      outcome: 'found',
      name: 'INES FALKENRATH',
      active: true,
      fields: ['Neurology'],
    });
    expect(asked).toEqual(['/api/?version=2.1&number=1234567893']);
    expect((await read(who)).npi_check).toMatchObject({ outcome: 'found' });
  });

  test('is not asked for a number that cannot be one', async () => {
    const who = await applicant();
    asked.length = 0;
    const answer = await check(who, '1234567890');
    expect([answer.status, answer.problem.errors[0]?.path, asked]).toEqual([422, 'credentials.npi', []]);
  });

  test('that knows nobody or does not answer holds nobody up', async () => {
    const who = await applicant();
    answering = 'nobody';
    expect((await check(who, '1234567893')).body).toMatchObject({ outcome: 'not_found' });
    answering = 'broken';
    expect((await check(who, '1234567893')).body).toMatchObject({ outcome: 'unavailable' });
    answering = 'found';
  });

  test('is asked twenty times an hour by one person at most', async () => {
    const who = await applicant();
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) statuses.push((await check(who, '1234567893')).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  });
});

describe('a CV', () => {
  const get = (who: Person, url: string) => t.app.http.inject({ method: 'GET', url, headers: who.headers });

  test('is a PDF with its pages counted; another replaces it; removed it is gone', async () => {
    const who = await applicant();
    const first = (await sendCv(who, await pdf(3))).json<{ full: { pages: number; url: string } }>();
    expect(first.full.pages).toBe(3);
    const shown = await get(who, first.full.url);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect((await sendCv(who, await pdf(1))).json<{ full: { pages: number } }>().full.pages).toBe(1);
    const removed = await t.request(who, 'DELETE', '/api/v1/cvs/full');
    expect(removed.body).toEqual({ full: null, redacted: null });
    expect((await get(who, first.full.url)).statusCode).toBe(404);
    const keys = await t.world.db.selectFrom('cvs').select('storage_key').where('user_id', '=', who.user_id).execute();
    for (const { storage_key } of keys) expect(await t.app.services.storage.size(storage_key)).toBeNull();
  });

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 422],
    ['a PDF in name only', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3000, 65)]), 422],
    ['nothing', Buffer.alloc(0), 422],
    ['eleven megabytes', Buffer.alloc(11 * 1024 * 1024), 413],
  ])('%s is refused, and nothing is kept of it', async (_, bytes, status) => {
    const who = await applicant();
    expect((await sendCv(who, bytes)).statusCode).toBe(status);
    expect(await t.world.db.selectFrom('cvs').select('id').where('user_id', '=', who.user_id).execute()).toEqual([]);
  });

  test('of an expert on a review is seen as the ordering organization’s flags say', async () => {
    const expert = await t.world.expert();
    const profileId = expert.profile_id ?? 0;
    await sendCv(expert, await pdf(), 'full');
    await sendCv(expert, await pdf(1), 'redacted');
    const directory = await t.world.db
      .selectFrom('expert_profiles')
      .select(['has_cv', 'has_redacted_cv'])
      .where('profile_id', '=', profileId)
      .executeTakeFirst();
    expect(directory).toEqual({ has_cv: true, has_redacted_cv: true });
    const ask = async (flags: Record<string, boolean>, assigned: boolean) => {
      const organization_id = await t.world.organization({ flags });
      const requester = await t.world.consultant(organization_id);
      if (assigned) {
        const { id } = await t.world.db
          .insertInto('reviews')
          .values({
            kind: 'Case',
            status: 'call_scheduled',
            bucket: 'active',
            ball: 'nobody',
            organization_id,
            requester_id: requester.user_id,
            created_at: t.clock.now(),
            updated_at: t.clock.now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await t.world.assign(id, profileId);
      }
      const statuses: number[] = [];
      for (const version of ['full', 'redacted'])
        for (const query of ['', '?download=1'])
          statuses.push((await get(requester, `/api/v1/experts/${profileId}/cv/${version}${query}`)).statusCode);
      return statuses;
    };
    expect(await ask({}, false)).toEqual([404, 404, 404, 404]);
    // before staff approved them nobody who orders reads one
    expect(await ask({ redacted_medical_expert_cvs: false }, true)).toEqual([404, 404, 404, 404]);
    await t.world.db
      .updateTable('cvs')
      .set({ approved_at: t.clock.now() })
      .where('profile_id', '=', profileId)
      .execute();
    expect(await ask({}, true)).toEqual([404, 404, 200, 403]);
    expect(await ask({ medical_expert_cv_download: true }, true)).toEqual([404, 404, 200, 200]);
    expect(await ask({ redacted_medical_expert_cvs: false }, true)).toEqual([200, 403, 200, 403]);
  });
});
