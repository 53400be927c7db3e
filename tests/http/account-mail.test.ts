import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NEW_PASSWORD, type WaysInApp, waysInApp } from './sign-up-and-recovery-app.ts';

/*
 * Mails that open an account, over a real SMTP server on loopback: what arrives works, and nothing of it stays behind.
 */
let app: WaysInApp;
const arrived: { to: string[]; source: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      arrived.push({ to, source: Buffer.concat(chunks).toString() });
      done();
    });
  },
});
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  app = await waysInApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, SUPPORT_EMAIL: 'help@peritus.example' });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

/** The text of the newest mail that arrived for an address, its lines and signs put together again. */
async function newest(to: string): Promise<string> {
  // an answer does not wait for its mail, so neither says when it has left
  const mail = await vi.waitFor(
    async () => {
      await app.settle();
      const found = arrived.findLast((one) => one.to.includes(to));
      if (!found) throw new Error(`Nothing arrived for ${to}.`);
      return found;
    },
    { timeout: 120_000 },
  );
  return mail.source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
}
const storedFor = (to: string) =>
  app.db.selectFrom('mails').selectAll().where('to_email', '=', to).executeTakeFirstOrThrow();

test('the link for a new password arrives, in text and HTML, sets it, and is not kept', async () => {
  const person = await app.account({ profile: 'ClaimConsultant' });
  await app.post('/user/forgot-password', { email: person.email });
  const mail = await newest(person.email);
  expect(mail).toMatch(/Content-Type: multipart\/alternative/);
  expect(mail).toMatch(/Content-Type: text\/plain; charset=utf-8/);
  expect(mail).toMatch(/Content-Type: text\/html; charset=utf-8/);
  const token = /reset-password\?token=([\w-]{43})/.exec(mail)?.[1] ?? '';
  const set = await app.post('/user/reset-password', { token, password: NEW_PASSWORD });
  expect(set.status).toBe(204);
  expect((await app.login(person.email, NEW_PASSWORD)).status).toBe(200);
  expect(JSON.stringify(await storedFor(person.email))).not.toContain(token);
});

test('the code of a registration arrives and opens it', async () => {
  const email = 'ines@clinic.example';
  const begun = await app.post('/registrations', {
    purpose: 'review',
    email,
    first_name: 'Ines',
    last_name: 'Falk',
    password: NEW_PASSWORD,
  });
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const code = /^Subject: (\d{6})/m.exec(await newest(email))?.[1] ?? '';
  expect((await app.post('/registrations/current/verify', { code }, { cookie })).status).toBe(204);
});

test('a contact message reaches the support inbox under its reference', async () => {
  const letter = { name: 'Marla Quist', email: 'marla@example.test', reason: 'billing', message: 'A question.' };
  const { body } = await app.post<{ reference: string }>('/contact', letter);
  expect(body.reference).toMatch(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
  const mail = await newest('help@peritus.example');
  expect(mail).toContain(`Contact ${body.reference}`);
  expect(mail).toContain('marla@example.test');
});
