import { asSent } from '../harness/mails.ts';
import { castFor, inApp } from '../harness/review-driver.ts';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../src/platform/env.ts';
import { type TestApp, testApp } from '../harness/app.ts';
import { CaseDriver } from '../harness/case-driver.ts';

describe('a page left open', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp({ env: { SESSION_IDLE_MINUTES: '30' } });
    await t.app.http.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => t.close());

  it('does not keep its session alive: it ends after the idle time, and the page with it', async () => {
    const person = await t.world.consultant(await t.world.organization());
    await t.world.db.updateTable('sessions').set({ last_seen_at: t.clock.now() }).execute();
    const { port } = t.app.http.server.address() as AddressInfo;
    const socket = io(`http://127.0.0.1:${port}`, {
      path: '/live',
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { cookie: person.headers['cookie'] ?? '' },
    });
    const ended = new Promise<void>((resolve) => socket.once('session.ended', () => resolve()));
    const closed = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
    await new Promise<void>((resolve) => socket.once('ready', () => resolve()));
    for (let minutes = 0; minutes < 28; minutes += 7) {
      t.clock.advance({ minutes: 7 });
      await t.app.recheckLive();
      expect(socket.connected).toBe(true);
    }
    t.clock.advance({ minutes: 2 });
    await t.app.recheckLive();
    await ended;
    await closed;
    expect((await t.request(person, 'GET', '/api/v1/users/current_user')).status).toBe(401);
  });
});

describe('addresses of things that are not there', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());
  const get = (url: string, remoteAddress: string) => t.app.http.inject({ method: 'GET', url, remoteAddress });

  it('a flood of unknown invitations is throttled by source; a real link opens all the same', async () => {
    const d = new CaseDriver(inApp(t, await castFor(t.world)));
    await d.to('selected');
    const mail = await t.world.db
      .selectFrom('mails')
      .selectAll()
      .where('template', '=', 'invitation')
      .executeTakeFirstOrThrow();
    const token = /\/([\w-]{30,})\s/.exec(asSent(t.app.services.keys, mail).text)?.[1] ?? '';
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1)
      statuses.push((await get(`/api/v1/invitations/${`guess${n}`.padEnd(43, 'x')}`, '198.51.100.7')).statusCode);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([200]));
    expect(new Set(statuses.slice(30))).toEqual(new Set([429]));
    const real = await get(`/api/v1/invitations/${token}`, '198.51.100.7');
    expect(real.statusCode).toBe(200);
    expect(real.json()).toMatchObject({ state: 'open' });
    expect((await get('/api/v1/invitations/somebody-elses-guess', '198.51.100.8')).statusCode).toBe(200);
    t.clock.advance({ minutes: 16 });
    expect((await get('/api/v1/invitations/guess-again', '198.51.100.7')).statusCode).toBe(200);
  });

  it('and so is a flood of verification codes', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 32; n += 1)
      statuses.push((await get(`/api/v1/report_verifications/guess-${n}-0000`, '198.51.100.9')).statusCode);
    expect(statuses.slice(0, 30).every((s) => s === 404)).toBe(true);
    expect(statuses.slice(30)).toEqual([429, 429]);
  });
});

describe('behind a proxy', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp({ env: { TRUST_PROXY: '10.0.0.0/8, 192.0.2.1' } });
  });
  afterAll(() => t.close());

  let asked = 0;
  /** The source a failed sign-in was counted for. */
  async function sourceSeen(remoteAddress: string, forwarded: string): Promise<unknown> {
    const answer = await t.app.http.inject({
      method: 'POST',
      url: '/api/v1/user/login',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: { email: `nobody${(asked += 1)}@example.test`, password: 'not-a-password' },
    });
    expect(answer.statusCode).toBe(401);
    const row = await t.world.db
      .selectFrom('audit_rows')
      .select('data')
      .where('action', '=', 'session.sign_in_failed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return (row.data as { source?: unknown }).source;
  }

  it('a trusted proxy says for whom it asks; nobody else does', async () => {
    expect(await sourceSeen('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
    expect(await sourceSeen('192.0.2.1', '203.0.113.10')).toBe('203.0.113.10');
    expect(await sourceSeen('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
    // what came before the last untrusted address is anybody's word
    expect(await sourceSeen('10.1.2.3', '127.0.0.1, 203.0.113.9')).toBe('203.0.113.9');
  });

  it('an entry with a port, brackets or another spelling is the address it names; one that is none is nobody', async () => {
    for (const [forwarded, source] of [
      ['203.0.113.9:4711', '203.0.113.9'],
      ['198.51.100.1:1, 203.0.113.9:65535', '203.0.113.9'],
      ['203.0.113.9:1, 10.0.0.7:9000', '203.0.113.9'],
      ['[2001:db8:1:2::3]:4711', '2001:db8:1:2::3'],
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['203.0.113.9, unknown', '10.1.2.3'],
      ['garbage', '10.1.2.3'],
      [' , ', '10.1.2.3'],
    ] as const)
      expect(await sourceSeen('10.1.2.3', forwarded)).toBe(source);
    // where no proxy is trusted what it would say is not looked at
    expect(await sourceSeen('198.51.100.1', '203.0.113.9:4711')).toBe('198.51.100.1');
  });

  it('takes addresses and networks, and nothing else', () => {
    expect(readEnv({}).TRUST_PROXY).toBeUndefined();
    expect(readEnv({ TRUST_PROXY: '::1, 10.0.0.0/8' }).TRUST_PROXY).toEqual(['::1', '10.0.0.0/8']);
    for (const wrong of ['all', '10.0.0.0/33', '10.0.0', 'true', '::1/129', '1.2.3.4/'])
      expect(() => readEnv({ TRUST_PROXY: wrong })).toThrow('TRUST_PROXY');
  });
});
