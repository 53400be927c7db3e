import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EntryApp, entryApp } from './entry-app.ts';

let app: EntryApp;
beforeAll(async () => {
  app = await entryApp({ SUPPORT_EMAIL: 'help@peritus.example' });
});
afterAll(() => app.close());

const letter = {
  name: 'Marla Quist',
  email: 'marla@example.test',
  reason: 'billing',
  message: 'First.\n\nSecond <b>line</b>.',
};
const write = (body: unknown, headers: Record<string, string> = {}, ip = '203.0.113.1') =>
  app.request<{ reference: string }>(headers, 'POST', '/api/v1/contact', body, { remoteAddress: ip });

test('a message of somebody not signed in is kept, mailed to support, and answered with a reference', async () => {
  const answer = await write(letter);
  expect(answer.status).toBe(201);
  expect(answer.body.reference).toMatch(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
  const stored = await app.db.selectFrom('contact_messages').selectAll().executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ ...letter, reference: answer.body.reference, user_id: null });
  const mail = await app.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
  expect(mail).toMatchObject({
    to_email: 'help@peritus.example',
    subject: `Contact ${answer.body.reference}: Price, invoice or payment`,
  });
  expect(mail.text).toContain('marla@example.test');
  expect(mail.letter?.lines).toContain('Second <b>line</b>.');
});

test('a signed-in person’s message knows whose it is', async () => {
  const person = await app.account();
  const { body } = await write(letter, person.headers);
  const stored = await app.db
    .selectFrom('contact_messages')
    .select('user_id')
    .where('reference', '=', body.reference)
    .executeTakeFirstOrThrow();
  expect(stored.user_id).toBe(person.user_id);
});

test('faults are named at their fields, and cost no try', async () => {
  expect((await write({ ...letter, reason: 'gossip' })).status).toBe(400);
  expect((await write({ ...letter, message: '   ' })).problem.errors).toEqual([
    { path: 'message', message: 'Required' },
  ]);
  const answer = await write({ ...letter, email: 'not an address' });
  expect([answer.status, answer.problem.errors[0]?.path]).toEqual([422, 'email']);
});

test('the address is judged by the rule of all addresses, and kept as that one reads it', async () => {
  const refused = await write({ ...letter, email: 'marla@quist-.example' }, {}, '198.51.100.20');
  expect([refused.status, refused.problem.errors[0]?.path]).toEqual([422, 'email']);
  const { status, body } = await write({ ...letter, email: 'Marla!Quist＠Example.test' }, {}, '198.51.100.20');
  expect(status).toBe(201);
  expect(
    await app.db
      .selectFrom('contact_messages')
      .select('email')
      .where('reference', '=', body.reference)
      .executeTakeFirstOrThrow(),
  ).toEqual({ email: 'marla!quist@example.test' });
});

test('ten messages an hour from one source, whatever headers say', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) {
    statuses.push((await write(letter, { 'x-forwarded-for': `10.0.0.${i}` }, '198.51.100.9')).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
  expect((await write(letter, {}, '198.51.100.10')).status).toBe(201);
});
