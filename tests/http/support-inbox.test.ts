import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SupportMessage, SupportRow } from '../../src/features/support/contract/inbox.ts';
import type { Person } from '../harness/world.ts';
import { type EntryApp, entryApp } from './entry-app.ts';

let app: EntryApp;
let agent: Person;
let admin: Person;
beforeAll(async () => {
  app = await entryApp();
  agent = await app.account({ role: 'support_agent', first_name: 'Agata', last_name: 'Ruiz' });
  admin = await app.account({ role: 'admin' });
});
afterAll(() => app.close());

let sources = 0;
/** Somebody writes on the contact page; answers the message's id and reference. */
async function written(more: Record<string, string> = {}, headers: Record<string, string> = {}) {
  sources += 1;
  const body = {
    name: 'Marla Quist',
    email: 'marla@example.test',
    reason: 'billing',
    message: 'Where is it?',
    ...more,
  };
  const answer = await app.request<{ reference: string }>(headers, 'POST', '/api/v1/contact', body, {
    remoteAddress: `203.0.113.${sources}`,
  });
  expect(answer.status).toBe(201);
  const { reference } = answer.body;
  const { id } = await app.db
    .selectFrom('contact_messages')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return { id, reference };
}

type Page = { data: SupportRow[]; next_cursor: string | null; counts: Record<string, number> };
const list = (who: Person, query = '') => app.request<Page>(who.headers, 'GET', `/api/v1/support/messages${query}`);
const read = (who: Person, id: number) =>
  app.request<SupportMessage>(who.headers, 'GET', `/api/v1/support/messages/${id}`);
const answer = (who: Person, id: number, body: string, seen = 0) =>
  app.request<SupportMessage>(who.headers, 'POST', `/api/v1/support/messages/${id}/answers`, { body, seen });
const settle = (who: Person, id: number, action: string) =>
  app.request<SupportMessage>(who.headers, 'POST', `/api/v1/support/messages/${id}/${action}`);
const assign = (who: Person, id: number, user_id: number | null) =>
  app.request<SupportMessage>(who.headers, 'PUT', `/api/v1/support/messages/${id}/assignee`, { user_id });
const audited = (reference: string) =>
  app.db
    .selectFrom('audit_rows')
    .select(['action', 'from_state', 'to_state', 'actor_user_id', 'data'])
    .where('subject', '=', `contact:${reference}`)
    .where('action', '<>', 'contact.message')
    .orderBy('id')
    .execute();

test('the inbox is the support desk’s and admins’; to everybody else it is closed', async () => {
  const { id, reference } = await written();
  const others = [
    await app.account(),
    await app.account({ role: 'org_admin', organization_id: await app.world.organization() }),
    await app.account({ role: 'clin_ops' }),
    await app.account({ role: 'matching_admin' }),
  ];
  for (const who of others) {
    expect([(await list(who)).status, (await read(who, id)).status]).toEqual([403, 403]);
    expect([(await answer(who, id, 'Here.')).status, (await settle(who, id, 'close')).status]).toEqual([403, 403]);
    expect((await assign(who, id, who.user_id)).status).toBe(403);
  }
  for (const who of [agent, admin]) expect((await read(who, id)).body).toMatchObject({ reference, state: 'open' });
  expect((await read(agent, 999_999)).status).toBe(404);
  expect(await audited(reference)).toEqual([]);
});

describe('answering', () => {
  test('goes to the sender by mail with the reference, leaves the message with who answered, and is on the record', async () => {
    const sender = await app.account({ email: 'sender@example.test' });
    const { id, reference } = await written({ email: 'sender@example.test', reason: 'review' }, sender.headers);
    const done = await answer(agent, id, 'It is on its way.\n\nAnything else, write again.');
    expect(done.status).toBe(201);
    expect(done.body).toMatchObject({
      state: 'replied',
      assigned_to: { id: agent.user_id, name: 'Agata Ruiz' },
      answers: [{ by: 'Agata Ruiz', body: 'It is on its way.\n\nAnything else, write again.' }],
    });
    const mail = await app.db
      .selectFrom('mails')
      .selectAll()
      .where('template', '=', 'contact_answer')
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ to_email: 'sender@example.test', subject: `Our answer to ${reference}` });
    expect(mail.letter?.lines).toEqual(['It is on its way.', 'Anything else, write again.']);
    expect(mail.text).toContain(`/contact?reason=review&message=About%20${reference}`);
    expect(await audited(reference)).toMatchObject([
      { action: 'contact.answer', from_state: 'open', to_state: 'replied', actor_user_id: agent.user_id },
    ]);
  });

  test('over an answer one has not seen is refused, and nothing is sent twice', async () => {
    const { id, reference } = await written();
    const both = await Promise.all([answer(agent, id, 'One.'), answer(admin, id, 'Other.')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.problem.code).toBe('stale');
    expect(await audited(reference)).toHaveLength(1);
    expect((await answer(agent, id, 'And more.', 1)).body.answers).toHaveLength(2);
  });

  test('needs words, and a message that is open', async () => {
    const { id } = await written();
    const empty = await answer(agent, id, '   ');
    expect([empty.status, empty.problem.errors[0]?.path]).toEqual([422, 'body']);
    expect((await settle(agent, id, 'close')).status).toBe(200);
    const closed = await answer(agent, id, '');
    expect([closed.status, closed.problem.code]).toEqual([409, 'wrong_state']);
  });
});

test('a message is given to a colleague of support and to nobody else, and taken back', async () => {
  const { id, reference } = await written();
  expect((await assign(admin, id, agent.user_id)).body.assigned_to?.id).toBe(agent.user_id);
  const outsider = await app.account({ role: 'clin_ops' });
  expect((await assign(admin, id, outsider.user_id)).status).toBe(422);
  expect((await list(agent, '?state=open&assigned=me')).body.data.map((row) => row.id)).toEqual([id]);
  expect((await assign(admin, id, null)).body.assigned_to).toBeNull();
  expect((await audited(reference)).map(({ data }) => data)).toEqual([
    { from: null, to: agent.user_id },
    { from: agent.user_id, to: null },
  ]);
});

test('closing and reopening say who and when, once', async () => {
  const { id, reference } = await written();
  expect((await settle(agent, id, 'reopen')).status).toBe(409);
  expect((await settle(agent, id, 'close')).body).toMatchObject({ state: 'closed', settled: { by: 'Agata Ruiz' } });
  expect((await settle(agent, id, 'close')).status).toBe(409);
  expect((await assign(agent, id, agent.user_id)).status).toBe(409);
  expect((await settle(admin, id, 'reopen')).body).toMatchObject({ state: 'open', settled: null });
  expect(await audited(reference)).toMatchObject([
    { action: 'contact.close', from_state: 'open', to_state: 'closed' },
    { action: 'contact.reopen', from_state: 'closed', to_state: 'open' },
  ]);
});

test('what waits longest comes first, searched and cut by keyset', async () => {
  const mark = 'keyset@example.test';
  const made: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    made.push((await written({ email: mark, message: i === 1 ? 'a needle 100%' : 'hay' })).id);
    app.setTime(new Date(app.services.clock.now().getTime() + 60_000));
  }
  const open = await list(agent, `?state=open&q=${mark}`);
  expect(open.body.data.map(({ id }) => id)).toEqual(made);
  expect(open.body.counts).toEqual({ open: 3 });
  expect((await list(agent, `?q=${mark}`)).body.data.map(({ id }) => id)).toEqual(made.toReversed());
  expect((await list(agent, '?q=needle%20100%25')).body.data.map(({ id }) => id)).toEqual([made[1]]);
  expect((await list(agent, '?cursor=nonsense')).status).toBe(400);
  const others = (await read(agent, made[0] ?? 0)).body.others;
  expect(others.map(({ id }) => id)).toEqual(made.slice(1).toReversed());
  await sql`insert into contact_messages (reference, name, email, reason, message, created_at)
    select 'many-' || g, 'Many', 'many@example.test', 'other', 'One of many', ${app.services.clock.now()}
    from generate_series(1, 120) g`.execute(app.db);
  const seen = new Set<number>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page = (await list(agent, `?state=open&q=many@${cursor ? `&cursor=${cursor}` : ''}`)).body;
    for (const { id } of page.data) seen.add(id);
    cursor = page.next_cursor;
  }
  expect(seen.size).toBe(120);
});
