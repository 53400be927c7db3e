import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApplicationDeskView } from '../../src/features/experts/contract/application-desk.ts';
import type { ApplicationView } from '../../src/features/experts/contract/applications.ts';
import type { MatchingBoard } from '../../src/features/matching/contract.ts';
import { DAY } from '../../src/core/time.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { Person } from '../harness/world.ts';
import { applied, ApplicationDesk, must, pdf, sendPdf } from './application-world.ts';

let t: TestApp;
let clinOps: Person;
let support: Person;
beforeAll(async () => {
  t = await testApp();
  clinOps = await t.world.staff('clin_ops');
  support = await t.world.staff('support_agent');
});
afterAll(() => t.close());

async function begin(change?: Parameters<typeof applied>[1]) {
  const { who, id } = await applied(t, change);
  return { who, id, desk: new ApplicationDesk(t, clinOps, id) };
}
const own = (who: Person) => must<ApplicationView>(t, who, 'GET', '/api/v1/application');
/** The states the applicant was told of, in order. */
const outcomes = async (who: Person) =>
  (
    await t.world.db
      .selectFrom('notifications')
      .select('data')
      .where('user_id', '=', who.user_id)
      .where('event', '=', 'application_status')
      .orderBy('id')
      .execute()
  ).map(({ data }) => (data as { outcome: string }).outcome);

describe('an application at the desk', () => {
  test('goes from hand to hand, and the applicant hears of each state without a word of what is in it', async () => {
    const { who, id, desk } = await begin();
    const before = await desk.read();
    expect(before).toMatchObject({ status: 'submitted', name: 'Ines Falkenrath', checks: { done: 0 } });
    expect((await desk.move('read')).body).toMatchObject({ status: 'screening' });
    expect((await desk.move('verify')).body).toMatchObject({ status: 'verification' });
    const asked = await desk.move('interview', { message: 'Tuesday at 3 PM? Our number is 312 555 0100.' });
    expect(asked.body.status).toBe('interview');
    expect(await own(who)).toMatchObject({
      status: 'interview',
      message: 'Tuesday at 3 PM? Our number is 312 555 0100.',
    });
    expect(await outcomes(who)).toEqual(['screening', 'verification', 'interview']);
    const bell = await t.world.db
      .selectFrom('notifications')
      .select(['event', 'link'])
      .where('user_id', '=', who.user_id)
      .orderBy('id')
      .execute();
    expect(bell.map(({ event }) => event)).toEqual([
      'application_submitted',
      'application_status',
      'application_status',
      'application_status',
    ]);
    expect(bell.at(-1)?.link).toBe('/apply');
    const mails = await t.world.db.selectFrom('mails').selectAll().where('to_email', '=', who.email).execute();
    expect(JSON.stringify(mails)).not.toContain('312 555');
    const audit = await t.world.db
      .selectFrom('audit_rows')
      .select(['action', 'from_state', 'to_state'])
      .where('subject', '=', `application:${id}`)
      .where('to_state', 'is not', null)
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      { action: 'application.submit', from_state: 'started', to_state: 'submitted' },
      { action: 'application.read', from_state: 'submitted', to_state: 'screening' },
      { action: 'application.verify', from_state: 'screening', to_state: 'verification' },
      { action: 'application.interview', from_state: 'verification', to_state: 'interview' },
    ]);
  });

  test('is read by all staff and moved by those who find and check experts', async () => {
    const { who, id, desk } = await begin();
    const seen = await t.request<ApplicationDeskView>(support, 'GET', desk.url);
    expect([seen.status, seen.body.may_act, seen.body.acts]).toEqual([200, false, []]);
    const move = (person: Person, at = id) =>
      t.request(person, 'POST', `/api/v1/applications/${at}/moves`, { action: 'read', lock_version: 1 });
    expect((await move(support)).status).toBe(403);
    expect((await move(who)).status).toBe(403);
    expect((await t.request(who, 'GET', desk.url)).status).toBe(403);
    expect((await move(await t.world.staff('matching_admin'), 999_999)).status).toBe(404);
    expect((await move(await t.world.staff('matching_admin'))).status).toBe(200);
  });

  test('that was never sent is the applicant’s alone', async () => {
    const who = await t.world.person({ profile: 'ApplicantMedicalExpert' });
    await must(t, who, 'PUT', '/api/v1/application/parts/you', { version: 0, data: { city: 'Chicago' } });
    const { id } = await t.world.db
      .selectFrom('applications')
      .select('id')
      .where('user_id', '=', who.user_id)
      .executeTakeFirstOrThrow();
    expect((await t.request(clinOps, 'GET', `/api/v1/applications/${id}`)).status).toBe(404);
  });

  test('refuses what its state does not have, says what keeps it, and asks for the words a move needs', async () => {
    const { desk } = await begin();
    const early = await desk.move('approve', { reason: 'Good.' });
    expect([early.status, early.problem.code]).toEqual([409, 'wrong_state']);
    await desk.move('read');
    await desk.move('verify');
    const unchecked = await desk.move('send_agreement');
    expect([unchecked.status, unchecked.problem.detail]).toEqual([409, expect.stringContaining('Identity')]);
    const silent = await desk.move('reject');
    expect([silent.status, silent.problem.errors.map(({ path }) => path)]).toEqual([422, ['reason', 'message']]);
    const nothing = await desk.move('request_documents', { requests: [] });
    expect(nothing.status).toBe(422);
  });

  test('two decide at once: one is heard, the other is told', async () => {
    const { who, id, desk } = await begin();
    await desk.toDecision(who);
    const { lock_version } = await desk.read();
    const decide = (person: Person, body: object) =>
      t.request(person, 'POST', `${desk.url}/moves`, { lock_version, ...body });
    const matching = await t.world.staff('matching_admin');
    const answers = await Promise.all([
      decide(clinOps, { action: 'approve', reason: 'Everything holds.' }),
      decide(matching, { action: 'reject', reason: 'Field is covered.', message: 'Thank you for applying.' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const decided = await t.world.db
      .selectFrom('audit_rows')
      .select('action')
      .where('subject', '=', `application:${id}`)
      .where('action', 'in', ['application.approve', 'application.reject'])
      .execute();
    expect(decided).toHaveLength(1);
  });

  test('is given to a colleague, and notes stay among staff', async () => {
    const { who, desk } = await begin();
    const given = await must<ApplicationDeskView>(t, clinOps, 'PUT', `${desk.url}/assignee`, {
      user_id: clinOps.user_id,
    });
    expect(given.assigned_to?.id).toBe(clinOps.user_id);
    const outsider = await t.request(clinOps, 'PUT', `${desk.url}/assignee`, { user_id: support.user_id });
    expect([outsider.status, outsider.problem.errors[0]?.path]).toEqual([422, 'user_id']);
    await must(t, clinOps, 'POST', `${desk.url}/notes`, { body: 'Knows Dr. Okonjo, who is on our board.' });
    expect((await desk.read()).notes.map(({ body }) => body)).toEqual(['Knows Dr. Okonjo, who is on our board.']);
    expect(JSON.stringify(await own(who))).not.toContain('Okonjo');
    const mine = await must<{ data: { id: number }[] }>(t, clinOps, 'GET', '/api/v1/applications?assigned=me');
    expect(mine.data.map(({ id }) => `/api/v1/applications/${id}`)).toEqual([desk.url]);
  });
});

describe('a check', () => {
  test('has its source, day and evidence; a second look is a second row, and a missing word is named', async () => {
    const { who, id, desk } = await begin();
    const missing = await desk.check('license:0', { source: '', expires_on: null, checked_on: '2030-01-01' });
    expect([missing.status, missing.problem.errors.map(({ path }) => path)]).toEqual([
      422,
      ['source', 'checked_on', 'expires_on'],
    ]);
    const over = await desk.check('license:0', { expires_on: '2026-01-01' });
    expect(over.problem.errors.map(({ path }) => path)).toEqual(['expires_on']);
    const sent = await sendPdf(t, clinOps, `${desk.url}/evidence?name=IDFPR.pdf`, await pdf(1));
    const evidence = sent.json<{ id: number; url: string }>();
    const kept = await desk.check('license:0', { document_id: evidence.id, source: 'IDFPR license lookup' });
    expect(kept.body.checks_list.find(({ key }) => key === 'license:0')).toMatchObject({
      result: 'passed',
      source: 'IDFPR license lookup',
      expires_on: '2027-07-31',
      document: { name: 'IDFPR.pdf', pages: 1 },
    });
    const get = (person: Person, url = evidence.url) =>
      t.app.http.inject({ method: 'GET', url, headers: person.headers });
    expect((await get(support)).statusCode).toBe(200);
    // staff's evidence is not the applicant's to read, nor another applicant's
    expect((await get(who)).statusCode).toBe(404);
    const stale = await desk.check('license:0', { after: null });
    expect([stale.status, stale.problem.code]).toEqual([409, 'stale']);
    await desk.check('license:0', { result: 'failed', note: 'Restricted since October.' });
    const rows = await t.world.db
      .selectFrom('application_checks')
      .select('result')
      .where('application_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ result }) => result)).toEqual(['passed', 'failed']);
    const foreign = await begin();
    const borrowed = await foreign.desk.check('identity', { document_id: evidence.id });
    expect(borrowed.problem.errors.map(({ path }) => path)).toEqual(['document_id']);
    expect((await desk.check('unheard_of')).status).toBe(404);
  });

  test('of every license cannot be waived away: nobody reviews without one', async () => {
    const { desk } = await begin();
    for (const action of ['read', 'verify']) await desk.move(action);
    await desk.passAll();
    await desk.check('license:0', { result: 'waived', note: 'Retired.' });
    const answer = await desk.move('send_agreement');
    expect([answer.status, answer.problem.detail]).toEqual([409, 'Still to be checked: a license that is valid.']);
  });
});

describe('documents asked for', () => {
  test('are answered by words or a file, sent once all are, and the application goes on where it was', async () => {
    const { who, desk } = await begin();
    for (const action of ['read', 'verify']) await desk.move(action);
    await desk.move('request_documents', {
      requests: [
        { what: 'Your NPDB self-query', why: 'Not older than three months.' },
        { what: 'Where you were in 2019', why: '' },
      ],
    });
    const asked = await own(who);
    expect(asked).toMatchObject({
      status: 'documents_requested',
      abilities: { answer: { allowed: false, reason: '2 requests still without an answer.' } },
    });
    const [query, gap] = asked.requests;
    const early = await t.request(who, 'POST', '/api/v1/application/answers');
    expect(early.status).toBe(409);
    const file = await sendPdf(t, who, `/api/v1/application/requests/${query?.id}/file?name=npdb.pdf`, await pdf(1));
    expect(file.statusCode).toBe(200);
    await sendPdf(t, who, `/api/v1/application/requests/${query?.id}/file?name=npdb-2.pdf`, await pdf(1));
    await must(t, who, 'PUT', `/api/v1/application/requests/${gap?.id}`, { answer: 'On parental leave.' });
    const stranger = await applied(t);
    const theirs = await t.request(stranger.who, 'PUT', `/api/v1/application/requests/${gap?.id}`, { answer: 'x' });
    expect(theirs.status).toBe(404);
    const sent = await must<ApplicationView>(t, who, 'POST', '/api/v1/application/answers');
    expect(sent.status).toBe('verification');
    const read = await desk.read();
    expect(read.requests).toMatchObject([
      { what: 'Your NPDB self-query', document: { name: 'npdb-2.pdf' } },
      { what: 'Where you were in 2019', answer: 'On parental leave.' },
    ]);
    // the applicant reads the own file, another applicant does not; replaced bytes are gone
    const url = read.requests[0]?.document?.url ?? '';
    const get = (person: Person) => t.app.http.inject({ method: 'GET', url, headers: person.headers });
    expect([(await get(who)).statusCode, (await get(stranger.who)).statusCode]).toEqual([200, 404]);
    const late = await t.request(who, 'PUT', `/api/v1/application/requests/${gap?.id}`, { answer: 'Changed.' });
    expect(late.status).toBe(409);
  });

  test('staff no longer wait for leave the applicant’s hands', async () => {
    const { who, desk } = await begin();
    await desk.move('read');
    await desk.move('request_documents', { requests: [{ what: 'A reference', why: '' }] });
    const on = await desk.move('go_on_without', { reason: 'Found another.' });
    expect([on.body.status, on.body.requests[0]?.dropped_at]).toEqual(['screening', expect.any(String)]);
    expect((await own(who)).status).toBe('screening');
  });
});

describe('the decision', () => {
  test('approves only with checks, redacted CV and signature; then the applicant is an expert who can be asked', async () => {
    const { who, id, desk } = await begin((answers) => {
      answers.credentials = {
        ...answers.credentials,
        licenses: [
          { state: 'IL', number: '036-123456', expires_on: '2027-07-31' },
          { state: 'WI', number: '77-1234', expires_on: '2027-01-31' },
        ],
        board_certifications: [{ board: 'ABNS', field: 'Neurological surgery', since: '2012' }],
      };
      answers.practice = {
        ...answers.practice,
        accepts: ['calls', 'expedited', 'testimony'],
        affiliations: [{ name: 'Lakeview University Hospital', from: '2014' }],
      };
    });
    for (const action of ['read', 'verify']) await desk.move(action);
    await desk.passAll();
    await desk.check('license:1', { result: 'waived', note: 'Lapses in January; not needed.' });
    await desk.move('send_agreement');
    const unsigned = await desk.move('approve', { reason: 'Everything holds.' });
    expect(unsigned.problem.detail).toBe('The applicant has not signed the agreement yet.');
    const sign = (body: object) => t.request(who, 'POST', '/api/v1/application/agreement', body);
    expect((await sign({ version: '2020-01', name: 'Ines Falkenrath' })).problem.code).toBe('stale');
    expect((await sign({ version: '2026-11', name: 'Someone' })).problem.errors[0]?.path).toBe('name');
    expect((await sign({ version: '2026-11', name: 'ines falkenrath' })).status).toBe(200);
    expect((await sign({ version: '2026-11', name: 'ines falkenrath' })).status).toBe(409);
    const bare = await desk.move('approve', { reason: 'Everything holds.' });
    expect([bare.status, bare.problem.detail]).toEqual([409, expect.stringContaining('redacted CV')]);
    await sendPdf(t, clinOps, `${desk.url}/redacted_cv?name=redacted.pdf`, await pdf(1));
    const approved = await desk.move('approve', { reason: 'Everything holds.', message: 'Welcome.' });
    expect([approved.status, approved.body.status, approved.body.decided?.reason]).toEqual([
      200,
      'approved',
      'Everything holds.',
    ]);
    const profileId = who.profile_id ?? 0;
    const profile = await t.world.db
      .selectFrom('expert_profiles as e')
      .innerJoin('profiles as p', 'p.id', 'e.profile_id')
      .selectAll('e')
      .select('p.type')
      .where('e.profile_id', '=', profileId)
      .executeTakeFirstOrThrow();
    expect(profile).toMatchObject({
      type: 'MedicalExpert',
      status: 'active',
      credentials_suffix: 'MD',
      accepts_expedited: true,
      open_to: ['testifying'],
      has_cv: true,
      has_redacted_cv: true,
      board_certified: true,
      npi: '1234567893',
      max_open_reviews: 4,
    });
    const credentials = await t.world.db
      .selectFrom('credentials')
      .select(['license_state', 'expires_on', 'is_primary', 'verified_source'])
      .where('expert_profile_id', '=', profileId)
      .execute();
    // the license that was not checked is none
    expect(credentials).toEqual([
      { license_state: 'IL', expires_on: '2027-07-31', is_primary: true, verified_source: 'The source itself' },
    ]);
    const certifications = await t.world.db
      .selectFrom('certifications')
      .select(['sort', 'issuer', 'expires_on'])
      .where('expert_profile_id', '=', profileId)
      .orderBy('sort')
      .execute();
    expect(certifications).toEqual([
      { sort: 'board', issuer: 'ABNS', expires_on: null },
      { sort: 'malpractice', issuer: 'The source itself', expires_on: '2027-07-31' },
    ]);
    expect(await outcomes(who)).toEqual(['screening', 'verification', 'agreement_sent', 'approved']);
    // with the profile as it is now; what was applied for is closed
    who.headers['x-profile-type'] = 'medical_expert';
    const me = await must<{ user: { profiles: { type: string }[] } }>(t, who, 'GET', '/api/v1/users/current_user');
    expect(JSON.stringify(me)).toContain('MedicalExpert');
    expect((await t.request(who, 'GET', '/api/v1/application')).status).toBe(403);
    expect((await t.request(who, 'GET', '/api/v1/cvs')).body).toMatchObject({ full: { name: 'CV.pdf' } });
    expect((await desk.move('reject', { reason: 'x', message: 'y' })).status).toBe(409);
    expect((await desk.read()).id).toBe(id);
  });

  test('makes somebody whom matching finds and invites at once', async () => {
    const cast = await castFor(t.world);
    const d = new CaseDriver(inApp(t, cast));
    await d.to('released');
    const { who, desk } = await begin();
    const ranked = async () =>
      (await d.must<MatchingBoard>(cast.matching, 'GET', d.url('/matching'))).ranking.candidates.some(
        ({ profile_id }) => profile_id === who.profile_id,
      );
    await desk.toDecision(who);
    expect(await ranked()).toBe(false);
    expect((await desk.move('approve', { reason: 'Everything holds.' })).status).toBe(200);
    expect(await ranked()).toBe(true);
    await d.must(cast.matching, 'POST', d.url('/invitations'), { expert_profile_ids: [who.profile_id] });
    expect(await d.status()).toBe('invited');
    who.headers['x-profile-type'] = 'medical_expert';
    const invitation = await t.request<{ state: string; yours: boolean }>(
      who,
      'GET',
      `/api/v1/invitations/review-${d.id}`,
    );
    expect(invitation.body).toMatchObject({ state: 'open', yours: true });
  });

  test('rejects with words for the applicant, who may apply again after half a year', async () => {
    const { who, desk } = await begin();
    await desk.move('read');
    await desk.move('reject', { reason: 'License is restricted.', message: 'We cannot take restricted licenses.' });
    const rejected = await own(who);
    expect(rejected).toMatchObject({ status: 'rejected', message: 'We cannot take restricted licenses.' });
    expect(JSON.stringify(rejected)).not.toContain('License is restricted.');
    expect((await t.request(who, 'POST', '/api/v1/application/begin_again')).status).toBe(409);
    t.clock.set(rejected.again_from ?? '');
    const again = await must<ApplicationView>(t, who, 'POST', '/api/v1/application/begin_again');
    expect(again).toMatchObject({ status: 'started', abilities: { edit: true, submit: false } });
    expect(again.parts.you.data).toMatchObject({ city: 'Chicago' });
    expect(again.parts.attestations.data).toEqual({});
    // what was checked then counts no more
    expect((await desk.read()).checks_list.every(({ result }) => result === null)).toBe(true);
  });

  test('of the applicant: withdrawn, and begun again at once', async () => {
    const { who, desk } = await begin();
    await desk.move('read');
    const gone = await must<ApplicationView>(t, who, 'POST', '/api/v1/application/withdraw', {
      reason: 'Moving abroad.',
    });
    expect(gone.status).toBe('withdrawn');
    expect((await t.request(who, 'POST', '/api/v1/application/withdraw', { reason: '' })).status).toBe(409);
    expect((await desk.move('verify')).status).toBe(409);
    expect((await desk.read()).timeline[0]).toMatchObject({
      says: 'withdrew the application',
      reason: 'Moving abroad.',
    });
    expect((await must<ApplicationView>(t, who, 'POST', '/api/v1/application/begin_again')).status).toBe('started');
  });

  test('put on the list, and taken up again', async () => {
    const { who, desk } = await begin();
    await desk.move('waitlist', { reason: 'Covered.' });
    expect((await own(who)).status).toBe('waitlisted');
    expect((await desk.move('resume')).body).toMatchObject({ status: 'screening', decided: null });
  });
});

describe('the list', () => {
  test('pages the longest waiting first, finds by words, and counts each state', async () => {
    const day = t.clock.now();
    const made = [];
    for (let n = 0; n < 3; n += 1) {
      t.clock.set(new Date(day.getTime() + n * DAY).toISOString());
      made.push(
        await begin((answers) => {
          answers.you = { ...answers.you, legal_name: 'Quillfeather Teague' };
          answers.attestations = { ...answers.attestations, signature: 'Quillfeather Teague' };
        }),
      );
    }
    const ids = made.map(({ id }) => id);
    const list = (query: string) =>
      must<{ data: { id: number }[]; next_cursor: string | null; counts: Record<string, number> }>(
        t,
        clinOps,
        'GET',
        `/api/v1/applications?${query}`,
      );
    const all: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        `status=submitted&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      all.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(all.filter((id) => ids.includes(id))).toEqual(ids);
    expect(new Set(all).size).toBe(all.length);
    const newest = await list('status=submitted&sort=newest');
    expect(newest.data.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids.toReversed());
    const one = await list(`q=AP-${ids[1]}`);
    expect(one.data.map(({ id }) => id)).toEqual([ids[1]]);
    expect(one.counts).toEqual({ submitted: 1 });
    expect((await list('open=1')).data.some(({ id }) => ids.includes(id))).toBe(true);
  });
});
