import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Hl7Message } from '@medplum/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { framed } from '../../src/features/hl7/rules/mllp.ts';
import { GATE } from '../../src/features/hl7/server/gate.ts';
import { createListener } from '../../src/features/hl7/server/listener.ts';
import { MAILS } from '../../src/app/mails.ts';
import { createMailer } from '../../src/platform/mail/mailer.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';
import { ownCertificate } from '../harness/certificate.ts';
import { setFlags } from '../harness/flags.ts';
import { documentMessage, firstOf } from '../harness/hl7-document.ts';
import { hl7Receiver } from '../harness/hl7-receiver.ts';
import { hl7Settings } from '../harness/hl7-settings.ts';
import { PASSWORD_HASH } from '../harness/password.ts';
import { type Cast, castFor, inApp } from '../harness/review-driver.ts';
import { freePort } from '../harness/server-process.ts';

/* Lines to record systems: a silent one holds up no other, and what listens for theirs is taken whole by none of them. */

let t: TestApp;
let port: number;
let folder: string;
beforeAll(async () => {
  port = await freePort();
  folder = mkdtempSync(join(tmpdir(), 'peritus-hl7-'));
  t = await testApp({
    env: { HL7_ALLOW_PRIVATE: '127.0.0.1', HL7_ANSWER_SECONDS: '300', HL7_LISTEN_PORT: String(port) },
  });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

/** An organization with one connection. */
async function connected(of: TestApp, more: object): Promise<Cast> {
  const cast = await castFor(of.world, PASSWORD_HASH);
  await setFlags(of, cast.organization_id, { flags: { enable_athena_intely_integration: true } });
  await of.world.db
    .insertInto('hl7_connections')
    .values({
      ...hl7Settings({ transport: 'mllp', host: '127.0.0.1' }),
      organization_id: cast.organization_id,
      may_lead_inside: true,
      created_at: of.clock.now(),
      created_by: cast.admin.user_id,
      ...more,
    })
    .execute();
  return cast;
}
/** What it answers: a code and whom it is about. */
function answer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('close', () => reject(new Error('The connection was closed.')));
    socket.once('data', (bytes: Buffer) => {
      const msa = Hl7Message.parse(bytes.subarray(1, -2).toString()).getSegment('MSA');
      resolve(`${msa?.getComponent(1, 1)} ${msa?.getComponent(2, 1)}`);
    });
  });
}
const bytesOf = (id: string) => Buffer.from(framed(Buffer.from(documentMessage({ id }))));

it('one receiver’s silence holds up no other’s results', async () => {
  const [silent, other] = [await hl7Receiver(), await hl7Receiver()];
  silent.faults.push('silent');
  const under: Promise<unknown>[] = [];
  try {
    const drivers: CaseDriver[] = [];
    for (const receiver of [silent, other]) {
      const d = new CaseDriver(inApp(t, await connected(t, { port: receiver.port })));
      const needed_by = new Date(t.clock.now().getTime() + 21 * 86_400_000).toISOString().slice(0, 10);
      await d.to('accepted', { service: 'report_only', needed_by });
      await d.reportStarted();
      await d.reportWritten();
      await d.signed();
      drivers.push(d);
    }
    // what settles everything waits for both
    const begin = (d?: CaseDriver) => void under.push(d?.delivered() ?? Promise.reject(new Error('Nobody delivers.')));
    begin(drivers[0]);
    await expect.poll(() => silent.got.length).toBe(1);
    begin(drivers[1]);
    await expect.poll(() => other.got.length).toBe(1);
    // it is still waited for, for as long as the settings say
    expect([silent.got.length, silent.open()]).toEqual([1, 1]);
  } finally {
    await silent.close();
    await other.close();
    await Promise.all(under);
  }
});

it('at the port the settings open one source takes neither all connections nor more than a message may have', async () => {
  await connected(t, { arrives_from: '127.0.0.0/8' });
  const from = (localAddress: string) => connect({ host: '127.0.0.1', port, localAddress });
  const held: Socket[] = [];
  try {
    for (let n = 0; n < GATE.sockets_of_one; n += 1) {
      const socket = from('127.0.0.1');
      held.push(socket);
      socket.on('error', () => undefined);
      socket.write(bytesOf(`A${n}`));
      expect(await answer(socket)).toBe(`AA A${n}`);
    }
    const [own] = held;
    expect(await firstOf(from('127.0.0.1'))).toBe('close');
    const other = from('127.0.0.2');
    held.push(other);
    other.write(bytesOf('B1'));
    expect(await answer(other)).toBe('AA B1');
    // one that is too large ends its connection, and its place is free again
    own?.write(Buffer.concat([Uint8Array.of(0x0b), Buffer.alloc(41 * 1024 * 1024, 65)]));
    expect(await firstOf(own as Socket)).toBe('close');
    await expect
      .poll(async () => {
        const again = from('127.0.0.1');
        held.push(again);
        again.write(bytesOf('A99'));
        return answer(again).catch(() => 'closed');
      })
      .toBe('AA A99');
  } finally {
    for (const socket of held) socket.destroy();
  }
});

it('half a message is waited for a while, and only so much of all is kept', async () => {
  const limits = { ...GATE, bytes_of_one: 6_000, silent_ms: 600_000, half_ms: 600_000, message_ms: 600_000 };
  const mail = createMailer(t.app.services, MAILS).queue;
  const roomy = createListener(t.app.services, { mail }, 0, limits);
  const hasty = createListener(t.app.services, { mail }, 0, { ...limits, half_ms: 100 });
  const dripping = createListener(t.app.services, { mail }, 0, { ...limits, message_ms: 300 });
  const all = [roomy, hasty, dripping];
  for (const one of all) one.start();
  try {
    for (const one of all) await expect.poll(() => one.port()).toBeGreaterThan(0);
    const half = connect(hasty.port(), '127.0.0.1');
    half.write(bytesOf('C1').subarray(0, 40));
    expect(await firstOf(half)).toBe('close');
    // a byte now and then is no progress either
    const slow = connect(dripping.port(), '127.0.0.1');
    slow.write(Uint8Array.of(0x0b));
    const drip = setInterval(() => slow.writable && slow.write('A'), 20);
    expect(await firstOf(slow)).toBe('close');
    clearInterval(drip);
    // of what one source began the second half finds no room; the first is taken
    const begun = Buffer.concat([Uint8Array.of(0x0b), Buffer.alloc(5_000, 65)]);
    const [one, two] = [connect(roomy.port(), '127.0.0.1'), connect(roomy.port(), '127.0.0.1')];
    const ends = Promise.race([firstOf(one).then(() => one), firstOf(two).then(() => two)]);
    one.write(begun);
    two.write(begun);
    const ended = await ends;
    const left = ended === one ? two : one;
    const said = firstOf(left);
    left.write(Uint8Array.of(0x1c, 0x0d));
    expect(await said).toBe('data');
    left.destroy();
  } finally {
    for (const one of all) await one.stop();
  }
});

it('with a certificate in the settings it is TLS, and nothing else is listened to', async () => {
  const own = ownCertificate();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  writeFileSync(key, own.key);
  writeFileSync(cert, own.cert);
  const secure = await freePort();
  const over = await testApp({
    env: { HL7_LISTEN_PORT: String(secure), HL7_TLS_CERT: cert, HL7_TLS_KEY: key },
  });
  try {
    await connected(over, { arrives_from: '127.0.0.0/8' });
    const socket = connectTls({ port: secure, host: '127.0.0.1', servername: 'localhost', ca: own.cert });
    socket.write(bytesOf('T1'));
    expect(await answer(socket)).toBe('AA T1');
    socket.destroy();
    const plain = connect(secure, '127.0.0.1');
    plain.write(bytesOf('T2'));
    plain.on('error', () => undefined);
    await new Promise((resolve) => plain.once('close', resolve));
    expect(await over.world.db.selectFrom('hl7_documents').select('control_id').execute()).toEqual([
      { control_id: 'T1' },
    ]);
  } finally {
    await over.close();
  }
});
