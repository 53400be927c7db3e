import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dumped } from '../../../tests/harness/dump.ts';
import { type Platform, platformServices, someActor } from '../../../tests/harness/platform.ts';
import { command } from '../command.ts';
import type { MailRequest } from '../ports.ts';
import { MAILS } from '../../app/mails.ts';
import { type Mailer, createMailer } from './mailer.ts';
import { forgetOpeners, unsealed } from './opener.ts';

const ICS =
  'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:call-1@peritus\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';

/** A real SMTP server on loopback; it refuses recipients by the code their address begins with ("550-x@…"). */
async function smtpServer() {
  const received: { to: string[]; source: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const code = Number(/^(\d{3})-/.exec(address)?.[1]);
      done(code ? Object.assign(new Error(`${address} is not taken`), { responseCode: code }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((rcpt) => rcpt.address);
        received.push({ to, source: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

let smtp: Awaited<ReturnType<typeof smtpServer>>;
let platform: Platform;
let mailer: Mailer;

beforeAll(async () => {
  smtp = await smtpServer();
  platform = await platformServices({ SMTP_URL: smtp.url });
  mailer = createMailer(platform.services, MAILS);
});
afterAll(async () => {
  await mailer.stop();
  await smtp.close();
  await platform.close();
});
afterEach(async () => {
  await platform.services.database.pool.query('delete from mails');
  smtp.received.length = 0;
  platform.setTime('2026-11-18T15:00:00Z');
});

const request = (more: Partial<MailRequest> = {}): MailRequest =>
  ({
    to: { email: 'dana@peritus.example', name: 'Dana Lee' },
    template: 'chat_digest',
    data: { count: 2, from: 'expert' },
    ...more,
  }) as MailRequest;
const queue = (...requests: MailRequest[]) =>
  command(platform.services, someActor(), async (tx) => {
    for (const each of requests) await mailer.queue(tx, each);
  });
/** Every value of every column of the database, as text. */
const everything = () => dumped(platform.services.database.systemDb);
const stored = () => platform.services.database.systemDb.selectFrom('mails').selectAll().orderBy('id').execute();

describe('sending', () => {
  test('what opens an account leaves the outbox once it is sent', async () => {
    const token = 'k'.repeat(43);
    const opener = { value: token, of: 'reset_password:1', until: new Date('2026-11-18T16:00:00Z') };
    await queue(request({ template: 'reset_password', data: { opener } }));
    const waiting = await stored();
    expect(await everything()).not.toContain(token);
    expect(waiting.map((mail) => unsealed(platform.services.keys, mail, opener.until))).toEqual([null]);
    expect(waiting.map((mail) => unsealed(platform.services.keys, mail, platform.services.clock.now()))).toEqual([
      token,
    ]);
    await mailer.flush();
    // long lines are folded on the way
    expect(smtp.received[0]?.source.replaceAll('=\r\n', '')).toContain(token);
    expect(await stored()).toMatchObject([{ status: 'sent', opener: null }]);
  });

  test('a queued mail arrives once, in both twins, with a stable id', async () => {
    const { review_id } = await platform.review();
    await queue(request({ review_id }));
    await Promise.all([mailer.flush(), mailer.flush()]);
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail?.to).toEqual(['dana@peritus.example']);
    expect(mail?.source).toContain(`Subject: CR-${review_id}: 2 unread messages from the expert`);
    expect(mail?.source).toMatch(/Message-ID: <mail-\d+\.[0-9a-f]{12}@localhost>/);
    expect(mail?.source).toContain('text/plain');
    expect(mail?.source).toContain('text/html');
    expect(await stored()).toMatchObject([{ status: 'sent', attempts: 1, sent_at: platform.services.clock.now() }]);
  });

  test('a calendar entry is an alternative of the message with its method', async () => {
    const { review_id } = await platform.review();
    const data = { starts_at: '2026-11-19T13:30:00Z', duration_minutes: 30 };
    await queue(
      request({ review_id, template: 'call_set', data, ics: { method: 'REQUEST', content: ICS } }),
      request({
        review_id,
        template: 'call_cancelled',
        data,
        ics: { method: 'CANCEL', content: ICS.replace('REQUEST', 'CANCEL') },
      }),
    );
    await mailer.flush();
    const sources = smtp.received.map((mail) => mail.source);
    expect(sources[0]).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/);
    expect(sources[1]).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/);
  });

  test('a recipient refused for now is tried again later and longer apart, one refused for good is not', async () => {
    await queue(
      request({ to: { email: '451-busy@peritus.example', name: '' } }),
      request({ to: { email: '550-gone@peritus.example', name: '' } }),
    );
    expect(await mailer.flush()).toBe(2);
    expect(await mailer.flush()).toBe(0);
    const waits: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const [busy] = await stored();
      expect(busy).toMatchObject({ status: 'queued', attempts: n + 1, last_error: 'EENVELOPE 451' });
      waits.push((busy?.retry_at?.getTime() ?? 0) - platform.services.clock.now().getTime());
      platform.setTime(busy?.retry_at ?? new Date());
      expect(await mailer.flush()).toBe(1);
    }
    expect(waits).toEqual([30_000, 60_000, 120_000]);
    expect((await stored())[1]).toMatchObject({ status: 'failed', attempts: 1, last_error: 'EENVELOPE 550' });
    expect(JSON.stringify(platform.lines)).not.toContain('gone@');
  });

  test('a server that cannot be reached is tried again', async () => {
    const other = await platformServices({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const lost = createMailer(other.services, MAILS);
    await command(other.services, someActor(), async (tx) => lost.queue(tx, request()));
    await lost.flush();
    expect(await other.services.database.systemDb.selectFrom('mails').selectAll().execute()).toMatchObject([
      { status: 'queued', attempts: 1 },
    ]);
    await lost.stop();
    await other.close();
  });

  test('without a mail server every mail stands in the outbox, rendered', async () => {
    const other = await platformServices();
    const box = createMailer(other.services, MAILS);
    await command(other.services, someActor(), async (tx) => box.queue(tx, request()));
    expect(await box.flush()).toBe(1);
    const [mail] = await other.services.database.systemDb.selectFrom('mails').selectAll().execute();
    expect(mail).toMatchObject({ status: 'outbox', subject: 'Your review: 2 unread messages from the expert' });
    expect(mail?.letter?.action?.label).toBe('Open the conversation');
    await other.close();
  });
});

describe('what opens something', () => {
  const until = new Date('2026-11-18T16:00:00Z');
  const opening = (of: string, email = 'dana@peritus.example') =>
    request({
      to: { email, name: '' },
      template: 'reset_password',
      data: { opener: { value: 'k'.repeat(43), of, until } },
    });

  test('stays where nothing sends it until it is used or over, and then it is gone', async () => {
    const other = await platformServices();
    const box = createMailer(other.services, MAILS);
    const kept = async () =>
      (await other.services.database.systemDb.selectFrom('mails').selectAll().orderBy('id').execute()).map(
        (mail) => mail.opener !== null,
      );
    await command(other.services, someActor(), async (tx) => {
      await box.queue(tx, opening('reset_password:1'));
      await box.queue(tx, opening('reset_password:2'));
    });
    await box.flush();
    expect(await kept()).toEqual([true, true]);
    await forgetOpeners(other.services.database.systemDb, ['reset_password:1']);
    expect(await kept()).toEqual([false, true]);
    other.setTime(until);
    await box.flush();
    expect(await kept()).toEqual([false, false]);
    await other.close();
  });

  test('is not sent when it was used or is over meanwhile', async () => {
    await queue(opening('reset_password:1'), opening('reset_password:2'));
    await forgetOpeners(platform.services.database.systemDb, ['reset_password:1']);
    platform.setTime(until);
    expect(await mailer.flush()).toBe(2);
    expect(await stored()).toMatchObject([
      { status: 'failed', last_error: 'too late', opener: null },
      { status: 'failed', last_error: 'too late', opener: null },
    ]);
    expect(smtp.received).toHaveLength(0);
  });

  test('is tried again with the mail where the server was busy', async () => {
    await queue(opening('reset_password:1', '451-busy@peritus.example'));
    await mailer.flush();
    expect(await stored()).toMatchObject([{ status: 'queued', opener: expect.any(Buffer) as Buffer }]);
  });
});

describe('queueing', () => {
  test('belongs to the command: rolled back with it', async () => {
    const failing = command(platform.services, someActor(), async (tx) => {
      await mailer.queue(tx, request());
      throw new Error('not this time');
    });
    await expect(failing).rejects.toThrow('not this time');
    expect(await stored()).toEqual([]);
  });

  test('the same key is queued once', async () => {
    await queue(request({ dedupe_key: 'k' }), request({ dedupe_key: 'k' }), request({ dedupe_key: 'l' }));
    await queue(request({ dedupe_key: 'k' }));
    expect(await stored()).toHaveLength(2);
  });

  test('instants are written in the recipient’s zone, else the organization’s', async () => {
    const { review_id, user_id } = await platform.review({ time_zone: 'America/New_York' });
    const data = { starts_at: '2026-11-19T13:30:00Z' };
    const to = { email: 'x@peritus.example', name: '', user_id };
    await queue(
      request({ review_id, template: 'call_cancelled', data, to }),
      request({ review_id, template: 'call_cancelled', data }),
    );
    const texts = (await stored()).map((mail) => mail.text);
    expect(texts[0]).toContain('Thu, Nov 19, 2026, 8:30 AM EST');
    expect(texts[1]).toContain('Thu, Nov 19, 2026, 7:30 AM CST');
  });

  test('a suppressed mail stands in the outbox and is not sent', async () => {
    await queue(request({ suppressed_by: 'person' }));
    expect(await stored()).toMatchObject([{ status: 'suppressed', suppressed_by: 'person' }]);
    await mailer.flush();
    expect(smtp.received).toHaveLength(0);
  });
});
