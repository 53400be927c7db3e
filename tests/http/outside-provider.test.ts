import { inApp } from '../harness/review-driver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  OutsideLinksView,
  OutsideLinkView,
  OutsideVisitView,
  ProviderVoiceView,
} from '../../src/features/outside/contract.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { PeerDriver, peerCast } from '../harness/peer-driver.ts';
import { outsideApp, type OutsideApp, VISIT } from './outside-app.ts';

const PROVIDER = { name: 'Dr. Lowell Pike', email: 'lowell.pike@saltmarsh.example' };
let app: OutsideApp;
beforeAll(async () => {
  app = await outsideApp();
});
afterAll(() => app.close());

async function peer(): Promise<PeerDriver> {
  const cast = await peerCast(app.world, PASSWORD_HASH);
  return new PeerDriver(inApp(app, cast));
}
const statement = (d: PeerDriver, more: Record<string, unknown> = {}) =>
  app.request<OutsideLinkView>(d.cast.requester, 'POST', d.url('/outside_links/statement'), {
    ...PROVIDER,
    due_on: '2026-11-27',
    ...more,
  });
const release = (d: PeerDriver, more: Record<string, unknown> = {}) =>
  app.request<OutsideLinkView>(d.cast.requester, 'POST', d.url('/outside_links/response'), {
    ...PROVIDER,
    released: 'report',
    days: 14,
    ...more,
  });
const save = (token: string, text: string, version: number) =>
  app.request<{ version: number }>(null, 'POST', '/api/v1/outside/save', { token, visit: VISIT, text, version });
const submit = (token: string, text: string, signature_name = PROVIDER.name) =>
  app.request(null, 'POST', '/api/v1/outside/submit', { token, visit: VISIT, text, signature_name });
const voice = async (d: PeerDriver, who: Parameters<OutsideApp['request']>[0]) =>
  (await app.request<ProviderVoiceView>(who, 'GET', d.url('/provider_voice'))).body;

describe('a statement before the review', () => {
  test('is asked for by whoever ordered, in the right states, of one person at a time', async () => {
    const d = await peer();
    await d.draft();
    expect((await statement(d)).status).toBe(409);
    await d.submitted();
    const foreign = await app.world.consultant(await app.world.organization());
    const url = d.url('/outside_links/statement');
    const body = { ...PROVIDER, due_on: '2026-11-27' };
    expect((await app.request(foreign, 'POST', url, body)).status).toBe(404);
    expect((await app.request(d.cast.clinOps, 'POST', url, body)).status).toBe(403);
    const faults = await statement(d, { name: ' ', email: 'x', due_on: '2027-03-01' });
    expect(faults.problem.errors.map((e) => e.path)).toEqual(['name', 'email', 'due_on']);
    expect(await statement(d)).toMatchObject({
      status: 201,
      body: { purpose: 'statement', state: 'open', due_on: '2026-11-27', expires_at: '2026-11-28T06:00:00.000Z' },
    });
    const again = await statement(d);
    expect([again.status, again.problem.detail]).toEqual([
      409,
      'A link for the statement is open. Renew it, or withdraw it first.',
    ]);
    const w = await app.waiting();
    expect(
      (await app.request(w.cast.requester, 'POST', w.d.url('/outside_links/statement'), body)).status,
      'a case hears no provider',
    ).toBe(403);
  });

  test('is written, kept, sent once with a name, and becomes a record the reviewer reads', async () => {
    const d = await peer();
    await d.to('accepted');
    expect((await statement(d)).status).toBe(201);
    const token = await app.tokenOf(d.id, 'outside_statement');
    const shown = (await app.open(token)).body as unknown as OutsideVisitView;
    expect(shown).toMatchObject({ purpose: 'statement', items: [], writing: { text: '', version: 0 }, findings: null });
    expect(shown.confidentiality).toContain('735 Ill. Comp. Stat. 5/8-2101');
    expect(JSON.stringify(shown)).not.toMatch(/Chart A|55-101|Falkenrath/);
    expect((await save(token, 'I saw the patient', 0)).body).toEqual({ version: 1 });
    const stale = await save(token, 'Another window', 0);
    expect([stale.status, stale.problem.current]).toEqual([409, { text: 'I saw the patient', version: 1 }]);
    const attached = await app.upload(token, undefined, 'My notes.pdf');
    const seen = () =>
      app.request<{ data: { name: string; category: string; status: string }[] }>(
        d.cast.expert,
        'GET',
        d.url('/files'),
      );
    expect((await seen()).body.data.map((f) => f.name)).toEqual(['Chart.pdf']);
    const empty = await submit(token, ' ', 'x');
    expect([empty.status, empty.problem.errors.map((e) => e.path)]).toEqual([422, ['text', 'signature_name']]);
    const before = await app.world.db.selectFrom('reviews').select('pages').where('id', '=', d.id).executeTakeFirst();
    expect((await submit(token, 'I saw the patient twice.\n\nThe culture came late 🙂.')).status).toBe(204);
    await app.settle();
    expect((await submit(token, 'Once more')).status).toBe(410);
    const files = (await seen()).body.data;
    expect(files).toMatchObject([
      { name: 'Chart.pdf' },
      { name: 'My notes.pdf', category: 'provider_statement' },
      { name: 'Provider’s statement.pdf', category: 'provider_statement', status: 'ready' },
    ]);
    expect(attached.file_id).toBeGreaterThan(0);
    // hearing the provider costs nobody anything
    expect(await app.world.db.selectFrom('reviews').select('pages').where('id', '=', d.id).executeTakeFirst()).toEqual(
      before,
    );
    expect((await voice(d, d.cast.requester)).statement).toMatchObject({ signature_name: PROVIDER.name });
    const timeline = await app.request<{ data: { actor: string; says: string }[] }>(
      d.cast.expert,
      'GET',
      d.url('/timeline'),
    );
    expect(timeline.body.data).toContainEqual(
      expect.objectContaining({ actor: 'The provider under review', says: 'gave a statement' }),
    );
    expect(timeline.raw.body).not.toContain('Lowell Pike');
  });

  test('of a provider known by a code is signed by it, and says so to who writes', async () => {
    const d = await peer();
    await d.to('accepted', { provider_name: 'Provider 12' });
    await sql`update review_sections set data = data || '{"provider_blind": true}'
      where review_id = ${d.id} and section = 'step_two'`.execute(app.world.db);
    await statement(d);
    const token = await app.tokenOf(d.id, 'outside_statement');
    expect((await app.open(token)).body['unnamed']).toBe(true);
    await submit(token, 'The culture came late.', 'Lowell Pike');
    await app.settle();
    expect((await voice(d, d.cast.expert)).statement?.signature_name).toBe('Provider 12');
    expect((await voice(d, d.cast.requester)).statement?.signature_name).toBe('Lowell Pike');
  });

  test('comes too late once the report is signed, and what was begun goes when it is withdrawn', async () => {
    const d = await peer();
    await d.to('accepted');
    const { body } = await statement(d);
    const token = await app.tokenOf(d.id, 'outside_statement');
    const { file_id } = await app.upload(token, undefined, 'My notes.pdf');
    expect((await app.request(d.cast.requester, 'POST', d.url(`/outside_links/${body.id}/revoke`))).status).toBe(200);
    const gone = await app.world.db
      .selectFrom('files')
      .select('deleted_at')
      .where('id', '=', file_id)
      .executeTakeFirstOrThrow();
    expect(gone.deleted_at).not.toBeNull();
    expect((await statement(d)).status).toBe(201);
    await d.to('signed');
    const late = await app.open(await app.tokenOf(d.id, 'outside_statement'));
    expect([late.status, late.problem.current]).toEqual([410, { ended: 'not_needed' }]);
    expect((await statement(d)).status).toBe(409);
  });
});

describe('findings released for a response', () => {
  test('show the report without who made it; the response stands beside it, for its readers alone', async () => {
    const d = await peer();
    await d.to('accepted');
    expect((await release(d)).status).toBe(409);
    await d.to('delivered');
    expect((await release(d, { released: 'summary' })).problem.errors.map((e) => e.path)).toEqual(['summary']);
    expect((await release(d)).body).toMatchObject({ purpose: 'response', released: 'report', state: 'open' });
    const token = await app.tokenOf(d.id, 'outside_response');
    const shown = await app.open(token);
    const view = shown.body as unknown as OutsideVisitView;
    expect(view.findings?.sections.length).toBeGreaterThan(2);
    const expert = await app.world.db
      .selectFrom('expert_profiles')
      .innerJoin('profiles', 'profiles.id', 'expert_profiles.profile_id')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select(['expert_profiles.code', 'users.last_name', 'users.email'])
      .where('profile_id', '=', d.cast.expert.profile_id)
      .executeTakeFirstOrThrow();
    for (const word of [expert.code, expert.last_name, expert.email]) expect(shown.raw.body).not.toContain(word);
    expect((await app.begin(token, { name: 'a.pdf', size: 9 })).status).toBe(403);
    expect((await submit(token, 'The culture was not back in time.')).status).toBe(204);
    await app.settle();
    expect((await app.open(token)).status).toBe(410);

    expect((await voice(d, d.cast.requester)).response).toMatchObject({
      text: 'The culture was not back in time.',
      signature_name: PROVIDER.name,
    });
    const viewed = await app.world.db
      .selectFrom('audit_rows')
      .select('actor_user_id')
      .where('review_id', '=', d.id)
      .where('action', '=', 'outside.response_viewed')
      .execute();
    expect(viewed).toEqual([{ actor_user_id: d.cast.requester.user_id }]);
    // who merely follows, the matching desk and the reviewer do not read it
    const follower = await app.world.consultant(d.cast.organization_id);
    await app.world.db.insertInto('review_watchers').values({ review_id: d.id, user_id: follower.user_id }).execute();
    for (const who of [follower, d.cast.matching, d.cast.expert]) expect((await voice(d, who)).response).toBeNull();
    const timeline = await app.request(d.cast.expert, 'GET', d.url('/timeline'));
    expect(timeline.raw.body).not.toMatch(/findings|responded/);
    expect((await release(d)).status).toBe(409);

    await d.must(d.cast.requester, 'POST', d.url('/report/clarify'), {
      reason: 'The provider says it came late.',
    });
    await app.settle();
    expect((await voice(d, d.cast.expert)).response?.text).toBe('The culture was not back in time.');
    const list = await app.request<OutsideLinksView>(d.cast.expert, 'GET', d.url('/outside_links'));
    expect(list.status).toBe(403);
  });

  test('can be the requester’s words alone', async () => {
    const d = await peer();
    await d.to('delivered');
    await release(d, { released: 'summary', summary: 'Follow-up of abnormal results took too long twice.' });
    const { body } = await app.open(await app.tokenOf(d.id, 'outside_response'));
    expect(body['findings']).toEqual({ summary: 'Follow-up of abnormal results took too long twice.', sections: [] });
  });
});
