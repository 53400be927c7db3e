import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { icsSource } from './source.ts';

const NOW = new Date('2026-11-18T15:00:00Z');
const KNOWN = { etag: null, last_modified: null, text_hash: null, zone: 'America/Chicago' };

let server: Server;
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

/** What reading comes to from a server that never gets to the end of its answer. */
async function readFrom(answer: (response: ServerResponse) => void) {
  server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const source = icsSource({ allowLoopback: true, timeout_ms: 100 });
  try {
    return await source.read(`http://127.0.0.1:${(server.address() as AddressInfo).port}/slow.ics`, KNOWN, NOW);
  } finally {
    await source.close();
  }
}

it.each([
  { slow: 'says nothing', answer: () => undefined },
  {
    slow: 'begins, and stops',
    answer: (response: ServerResponse) => void response.writeHead(200).write('BEGIN:VCALENDAR\r\n'),
  },
  {
    slow: 'says how long it is, and sends less',
    answer: (response: ServerResponse) => void response.writeHead(200, { 'content-length': '999' }).write('BEGIN'),
  },
])('a server that $slow is waited for so long and no longer', async ({ answer }) => {
  expect(await readFrom(answer)).toEqual({ failure: 'no_answer', retry_after_ms: null });
});
