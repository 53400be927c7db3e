import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { sendCsv } from './csv-file.ts';

let close = (): Promise<unknown> => Promise.resolve();
afterEach(() => close());

/** A server that sends these pieces as a file, and what it was told of the end. */
async function serving(pieces: () => AsyncGenerator<string>) {
  const app = Fastify({ forceCloseConnections: true });
  const ended = Promise.withResolvers<boolean>();
  app.get('/file', (_request, reply) =>
    sendCsv(reply, {
      name: 'file.csv',
      head: 'A,B\r\n',
      pieces: pieces(),
      ended: (complete) => {
        ended.resolve(complete);
        return Promise.resolve();
      },
    }),
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  close = () => app.close();
  return { url: `${url}/file`, ended: ended.promise };
}

describe.each(['gzip', 'identity'])('a file sent as %s', (encoding) => {
  const headers = { 'accept-encoding': encoding };

  it('leaves piece by piece, and says that it came to its end', async () => {
    const next = Promise.withResolvers<void>();
    const { url, ended } = await serving(async function* () {
      yield '1,2\r\n';
      await next.promise;
      yield '3,4\r\n';
    });
    const answer = await fetch(url, { headers });
    const reader = answer.body?.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true })).getReader();
    let seen = '';
    // the first lines are here although the next are not made yet
    while (!seen.includes('1,2')) seen += (await reader?.read())?.value ?? '';
    expect(seen).toBe('\u{FEFF}A,B\r\n1,2\r\n');
    next.resolve();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) seen += read.value;
    expect(seen).toBe('\u{FEFF}A,B\r\n1,2\r\n3,4\r\n');
    expect(await ended).toBe(true);
  });

  it('breaks off where making it fails, so that nobody takes the part for the whole', async () => {
    const { url, ended } = await serving(async function* () {
      yield '1,2\r\n';
      await Promise.resolve();
      throw new Error('The database went away.');
    });
    const answer = await fetch(url, { headers });
    await expect(answer.text()).rejects.toThrow('terminated');
    expect(await ended).toBe(false);
  });

  it('is made no faster than it is read, and not any more once nobody reads', async () => {
    let made = 0;
    const { url, ended } = await serving(async function* () {
      for (; made < 5_000; made += 1) {
        // what cannot be packed
        yield Array.from({ length: 4_000 }, () => Math.random().toString(36).slice(2)).join(',');
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const gone = new AbortController();
    const answer = await fetch(url, { headers, signal: gone.signal });
    await answer.body?.getReader().read();
    gone.abort();
    expect(await ended).toBe(false);
    expect(made).toBeLessThan(5_000);
  });
});
