import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What stands in a content that this scanner finds something in. */
export const VIRUS = 'a-virus-that-is-none';

/** How it behaves: as it should, or in one of the ways a scanner is known to go wrong. */
type Manner = 'well' | 'away' | 'cut off' | 'silent' | 'malformed' | 'too large' | 'skips' | 'hasty';

/** A clamd for tests, by INSTREAM as clamd(8) describes it, at 127.0.0.1 or the path of a socket. */
export async function standInClamd(path?: string) {
  let manner: Manner = 'well';
  /** Every content that came whole. */
  const seen: Buffer[] = [];
  const open = new Set<Socket>();
  let asked = 0;
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    if (manner === 'away') return void socket.destroy();
    let came = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      came = Buffer.concat([came, bytes]);
      if (came.toString('latin1').startsWith('zPING\0')) return void socket.end('PONG\0');
      const command = Buffer.from('zINSTREAM\0');
      if (came.length < command.length) return;
      if (!came.subarray(0, command.length).equals(command)) return void socket.end('UNKNOWN COMMAND\0');
      if (manner === 'cut off') return void socket.destroy();
      if (manner === 'silent') return;
      // it clears what it has not read
      if (manner === 'hasty') return void socket.pause().write('stream: OK\0');
      if (manner === 'too large') return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      const content = chunksOf(came.subarray(command.length));
      if (content === null) return;
      asked += 1;
      seen.push(content);
      if (manner === 'malformed') return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n\0');
      if (manner === 'skips') return void socket.end('stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0');
      socket.end(content.includes(VIRUS) ? 'stream: Test.Nothing-1 FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((listening) =>
    path === undefined ? server.listen(0, '127.0.0.1', listening) : server.listen(path, listening),
  );
  return {
    address: path ?? `127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** How many contents it has been given whole. */
    asked: () => asked,
    behave(how: Manner) {
      manner = how;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The content of chunks with their lengths before them, once the empty one has come. */
function chunksOf(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    if (at + 4 + length > bytes.length) return null;
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
