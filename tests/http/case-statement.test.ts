import { type Cast, inApp, writeRecord } from '../harness/review-driver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutsideLinkView, ProviderVoiceView } from '../../src/features/outside/contract.ts';
import { FOCUSED, OpinionDriver } from '../harness/opinion-driver.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { peerCast } from '../harness/peer-driver.ts';
import type { Person } from '../harness/world.ts';
import { outsideApp, type OutsideApp, VISIT } from './outside-app.ts';

const PROVIDER = { name: 'Dr. Lowell Pike', email: 'lowell.pike@saltmarsh.example' };
const SAID = 'I saw the patient twice. The culture came late.';
let app: OutsideApp;
beforeAll(async () => {
  app = await outsideApp();
});
afterAll(() => app.close());

/** A case whose first report is delivered; `asked`: a statement was asked for before, and nobody has answered. */
async function first(asked: boolean, order: Record<string, unknown> = {}, by?: Cast): Promise<OpinionDriver> {
  const d = new OpinionDriver(inApp(app, by ?? (await peerCast(app.world, PASSWORD_HASH))));
  await d.to('submitted', { ...FOCUSED, ...order });
  await d.taken();
  if (asked) await ask(d);
  return d.judged({ overall_care: 'appropriate' });
}
const ask = (d: OpinionDriver) =>
  d.must<OutsideLinkView>(d.cast.requester, 'POST', d.url('/outside_links/statement'), {
    ...PROVIDER,
    due_on: '2026-12-15',
  });
async function second(d: OpinionDriver, n = 0): Promise<OpinionDriver> {
  const made = await d.must<{ review_id: number }>(d.cast.requester, 'POST', d.url('/opinions/second'), {
    reason: 'The committee was divided.',
  });
  await app.settle();
  const expert = d.cast.others[n];
  if (!expert) throw new Error('There is no such reviewer.');
  return d.of(made.review_id, expert);
}
const give = async (token: string): Promise<number> => {
  const body = { token, visit: VISIT, text: SAID, signature_name: PROVIDER.name };
  const { status } = await app.request(null, 'POST', '/api/v1/outside/submit', body);
  await app.settle();
  return status;
};
const files = async (d: OpinionDriver, who: Person) =>
  (
    await app.request<{ data: { id: number; name: string; category: string; status: string }[] }>(
      who,
      'GET',
      d.url('/files'),
    )
  ).body.data;
const voice = async (d: OpinionDriver, who: Person) =>
  (await app.request<ProviderVoiceView>(who, 'GET', d.url('/provider_voice'))).body;
const said = async (d: OpinionDriver, who: Person): Promise<string[]> =>
  (await app.request<{ data: { says: string }[] }>(who, 'GET', d.url('/timeline'))).body.data.map((row) => row.says);
const deskMails = (d: OpinionDriver) =>
  app.world.db
    .selectFrom('mails')
    .select(['to_user_id', 'text'])
    .where('review_id', '=', d.id)
    .where('template', '=', 'statement_late')
    .execute();

describe('a statement given after a second opinion was opened', () => {
  test('reaches its reviewer as a record with that review’s number, and tells of no other review', async () => {
    const d = await first(true);
    const token = await app.tokenOf(d.id, 'outside_statement');
    // the first report is signed and nobody else judges: it would reach nobody
    expect((await app.open(token)).status).toBe(410);
    const other = await (await second(d)).taken();
    expect((await app.open(token)).status).toBe(200);
    await app.upload(token, undefined, 'My notes.pdf');
    expect((await files(other, other.cast.expert)).map((f) => f.name)).toEqual(['Chart.pdf']);
    expect(await give(token)).toBe(204);
    expect(await files(other, other.cast.expert)).toMatchObject([
      { name: 'Chart.pdf' },
      { name: 'My notes.pdf', category: 'provider_statement' },
      { name: 'Provider’s statement.pdf', category: 'provider_statement', status: 'ready' },
    ]);
    // given once, however often events are delivered
    await app.settle();
    expect(await files(other, other.cast.expert)).toHaveLength(3);
    const page = (await files(other, other.cast.expert)).at(-1)?.id ?? 0;
    const content = await app.request(other.cast.expert, 'GET', `/api/v1/files/${page}/content`);
    expect(content.status).toBe(200);
    const heard = await voice(other, other.cast.expert);
    expect(heard.statement).toMatchObject({ file_id: page, signature_name: PROVIDER.name });
    expect(await said(other, other.cast.expert)).toContain('gave a statement');
    const timeline = await app.request(other.cast.expert, 'GET', other.url('/timeline'));
    expect(timeline.raw.body).not.toContain(`PR-${d.id}`);
    // what the first review has of it stays its own, and its reviewer learns of no second one
    expect((await voice(d, d.cast.requester)).statement?.file_id).not.toBe(page);
    expect(JSON.stringify(await said(d, d.cast.expert))).not.toMatch(/second opinion/);
    expect(await deskMails(other)).toEqual([]);
  });

  test('one given before it was opened is a record of it with its own number, too; a response never is', async () => {
    const d = new OpinionDriver(inApp(app, await peerCast(app.world, PASSWORD_HASH)));
    await d.to('submitted', FOCUSED);
    await d.taken();
    await ask(d);
    expect(await give(await app.tokenOf(d.id, 'outside_statement'))).toBe(204);
    await d.judged({ overall_care: 'appropriate' });
    await d.must(d.cast.requester, 'POST', d.url('/outside_links/response'), {
      ...PROVIDER,
      released: 'report',
      days: 14,
    });
    expect(await give(await app.tokenOf(d.id, 'outside_response'))).toBe(204);
    const other = await (await second(d)).taken();
    const there = await app.world.db
      .selectFrom('files')
      .select(['name', 'storage_key'])
      .where('review_id', '=', other.id)
      .orderBy('position')
      .execute();
    expect(there.map((f) => f.name)).toEqual(['Chart.pdf', 'Provider’s statement.pdf']);
    expect(there[1]?.storage_key).toContain(`files/${other.id}/statement-`);
    const heard = await voice(other, other.cast.expert);
    expect([heard.statement?.signature_name, heard.response]).toEqual([PROVIDER.name, null]);
  });

  test('stays with those the case is for: restricted recipients, no follower of the first, no matching desk', async () => {
    const cast = await peerCast(app.world, PASSWORD_HASH);
    const recipient = await app.world.consultant(cast.organization_id);
    const d = await first(true, { recipients: [recipient.user_id] }, cast);
    const follower = await app.world.consultant(d.cast.organization_id);
    const stranger = await app.world.manager(await app.world.organization());
    const other = await (await second(d)).taken();
    await app.world.db.insertInto('review_watchers').values({ review_id: d.id, user_id: follower.user_id }).execute();
    expect(await give(await app.tokenOf(d.id, 'outside_statement'))).toBe(204);
    expect((await files(other, recipient)).map((f) => f.name)).toContain('Provider’s statement.pdf');
    const page = (await files(other, other.cast.expert)).at(-1)?.id ?? 0;
    for (const who of [follower, stranger, d.cast.expert]) {
      expect((await app.request(who, 'GET', other.url('/files'))).status).toBe(404);
      expect((await app.request(who, 'GET', `/api/v1/files/${page}/content`)).status).toBe(404);
      expect((await app.request(who, 'GET', other.url('/provider_voice'))).status).toBe(404);
    }
    expect((await app.request(d.cast.matching, 'GET', `/api/v1/files/${page}/content`)).status).toBe(403);
    expect((await voice(other, d.cast.matching)).statement).toBeNull();
    // nobody follows the other review for it
    const watchers = await app.world.db
      .selectFrom('review_watchers')
      .select('user_id')
      .where('review_id', '=', other.id)
      .execute();
    expect(watchers.map((w) => w.user_id)).toEqual([recipient.user_id]);
  });

  test('one the requester uploads reaches the reviewer, too, and what is taken out there stays out', async () => {
    const d = await first(false);
    const other = await (await second(d)).taken();
    const put = async (name: string, sha256: string) => {
      const id = await writeRecord(app.world, d.id, name, 2);
      await app.world.db
        .updateTable('files')
        .set({ category: 'provider_statement', sha256 })
        .where('id', '=', id)
        .execute();
      return id;
    };
    const id = await put('Statement by mail.pdf', 'b'.repeat(64));
    const change = () =>
      app.request(d.cast.requester, 'PATCH', `/api/v1/files/${id}`, { name: 'Statement by post.pdf' });
    expect((await change()).status).toBe(200);
    await app.settle();
    const there = await files(other, other.cast.expert);
    expect(there.map((f) => f.name)).toEqual(['Chart.pdf', 'Statement by post.pdf']);
    // the record itself tells its reviewer, as in a plain review
    expect(await said(other, other.cast.requester)).toContain('added a statement of the provider under review');
    expect((await said(other, other.cast.expert)).join()).not.toMatch(/statement|added/);
    const gone = await app.request(d.cast.requester, 'DELETE', `/api/v1/files/${there[1]?.id}`);
    expect(gone.status).toBe(204);
    await app.request(d.cast.requester, 'PATCH', `/api/v1/files/${id}`, { name: 'Statement.pdf' });
    await app.settle();
    expect((await files(other, other.cast.expert)).map((f) => f.name)).toEqual(['Chart.pdf']);
  });

  test('where that report is signed, the desk is told plainly and once, its reviewer is not', async () => {
    const d = await first(false);
    const other = await (await second(d)).taken();
    await other.reportStarted();
    await other.written({ overall_care: 'appropriate' });
    await other.signed();
    const id = await writeRecord(app.world, d.id, 'Late.pdf', 2);
    await app.world.db
      .updateTable('files')
      .set({
        category: 'provider_statement',
        sha256: 'c'.repeat(64),
        created_at: new Date(app.clock.now().getTime() + 60_000),
      })
      .where('id', '=', id)
      .execute();
    for (const name of ['Late statement.pdf', 'The late statement.pdf']) {
      expect((await app.request(d.cast.requester, 'PATCH', `/api/v1/files/${id}`, { name })).status).toBe(200);
      await app.settle();
    }
    expect((await files(other, other.cast.expert)).map((f) => f.name)).toEqual(['Chart.pdf']);
    const mails = (await deskMails(other)).filter((mail) => mail.to_user_id === d.cast.clinOps.user_id);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('signed before it came');
    expect(mails[0]?.text).not.toMatch(/Pike|Saltmarsh/);
    const late = 'found that a statement of the provider came after this report was signed';
    expect(await said(other, d.cast.requester)).toContain(late);
    expect(await said(other, other.cast.expert)).not.toContain(late);
  });
});
