import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addressesIn,
  createOutgoingFetch,
  createOutgoingStream,
  isOnThisMachine,
  ForbiddenAddress,
  isPublicAddress,
  lookupAmong,
} from './outgoing.ts';

let server: Server;
let port: number;
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1/x' }).end();
    else if (request.url === '/cut')
      response.writeHead(200, { 'content-length': 9 }).write('half', () => response.destroy());
    else if (request.url === '/large') response.end(Buffer.alloc(1024 * 1024 + 1));
    else response.writeHead(200, { 'x-one': 'yes' }).end(`${request.method} ${request.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('requests to addresses people supply', () => {
  test.each([
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['8.8.8.8', true],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::', false],
    ['2606:4700::1111', true],
    ['localhost', false],
    ['', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  test('reach the private networks an operator names, and no other', async () => {
    const admits = addressesIn(['10.20.0.0/16', '192.168.1.7', 'fc00::/7', 'loopback']);
    expect(['10.20.3.4', '192.168.1.7', 'fd00::1', '127.0.0.1', '::1'].filter(admits)).toHaveLength(5);
    expect(['10.21.0.1', '192.168.1.8', '8.8.8.8', 'localhost', ''].filter(admits)).toEqual([]);
    const fetch = createOutgoingFetch({ allowLoopback: true, also: addressesIn(['10.20.0.0/16']) });
    await expect(fetch('https://10.21.0.1/')).rejects.toThrow(ForbiddenAddress);
    await expect(fetch(`http://127.0.0.1:${port}/`)).resolves.toMatchObject({ status: 200 });
  });

  test('as streams, reach public addresses alone, follow no redirect, and say where they are cut off', async () => {
    const guarded = createOutgoingStream({ allowLoopback: false });
    for (const address of [
      `http://127.0.0.1:${port}/`,
      'https://localhost/',
      'https://10.1.2.3/',
      'http://example.com/',
    ])
      await expect(guarded(address)).rejects.toThrow(ForbiddenAddress);
    const stream = createOutgoingStream({ allowLoopback: true });
    const before = asked;
    const sent = await stream(`http://127.0.0.1:${port}/away`);
    expect([sent.status, sent.headers.get('location'), asked - before]).toEqual([302, 'http://127.0.0.1/x', 1]);
    const large = await stream(`http://127.0.0.1:${port}/large`);
    let size = 0;
    for await (const piece of large.body as AsyncIterable<Buffer>) size += piece.length;
    expect(size).toBe(1024 * 1024 + 1);
    const cut = await stream(`http://127.0.0.1:${port}/cut`);
    await expect(cut.body.toArray()).rejects.toThrow('aborted');
    expect(
      ['http://127.0.0.1:1/a', 'https://localhost/', 'http://[::1]/', 'https://api.box.com/'].map(isOnThisMachine),
    ).toEqual([true, true, true, false]);
  });

  test('never reach this machine or a private network, however it is written', async () => {
    const fetch = createOutgoingFetch({ allowLoopback: false });
    const before = asked;
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
      `https://2130706433:${port}/`,
      `https://0x7f.1:${port}/`,
      `https://[::1]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      'https://169.254.169.254/latest/meta-data',
      'http://login.example/',
      'file:///etc/passwd',
    ])
      await expect(fetch(url), url).rejects.toThrow(ForbiddenAddress);
    expect(asked).toBe(before);
  });

  test.each([
    ['public alone', ['8.8.8.8', '2606:4700::1111'], true],
    ['public and private', ['8.8.8.8', '10.1.2.3'], false],
    ['private and public', ['10.1.2.3', '8.8.8.8'], false],
    ['public and this machine', ['2606:4700::1111', '::1'], false],
    ['nowhere', [], false],
  ])('a name that leads to addresses that are %s', async (_, addresses, admitted) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const asked: unknown[] = [];
    const lookup = lookupAmong(isPublicAddress, (hostname, options, done) => {
      asked.push([hostname, options.all]);
      done(null, found);
    });
    const answers = await Promise.all(
      [true, false].map(
        (all) =>
          new Promise<unknown>((resolve) => {
            lookup('calendar.example', { all }, (error, address) => resolve(error ?? address));
          }),
      ),
    );
    expect(answers).toEqual(admitted ? [found, addresses[0]] : [new ForbiddenAddress(), new ForbiddenAddress()]);
    const whole = ['calendar.example', true];
    expect(asked).toEqual([whole, whole]);
  });

  test('where this machine is allowed, still no private network; redirects are answers, size is bounded', async () => {
    const fetch = createOutgoingFetch({ allowLoopback: true });
    const answer = await fetch(`http://127.0.0.1:${port}/a`, { method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('x-one'), await answer.text()]).toEqual([200, 'yes', 'POST /a']);
    expect((await fetch(`http://localhost:${port}/away`)).status).toBe(302);
    await expect(fetch(`http://127.0.0.1:${port}/large`)).rejects.toThrow('too large');
    await expect(fetch('http://10.0.0.1/')).rejects.toThrow(ForbiddenAddress);
    await expect(fetch('https://192.168.0.1/')).rejects.toThrow(ForbiddenAddress);
  });
});
