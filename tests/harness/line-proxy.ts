import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Which way something is said on a line. */
type Way = 'up' | 'down';

/** A line to a server that can be slow, lose what is said, or break: as a telephone in a train has it. Loopback only. */
export interface LineProxy {
  /** The server as it is reached through here. */
  url: string;
  /** What is said that way waits here, in its order. */
  hold(way: Way): void;
  /** What waited goes on, and nothing waits any longer. */
  release(): void;
  /** What is said on the lines that stand is lost, either way; new lines are well. */
  lose(): void;
  /** The lines that stand are reset, as by a router that forgot them, with what waited on them; new lines are well. */
  reset(): void;
  /** Bytes that wait to go that way. */
  waiting(way: Way): number;
  close(): Promise<void>;
}

interface Line {
  client: Socket;
  server: Socket;
  waits: Record<Way, Buffer[]>;
  isLost: boolean;
}

export async function lineProxy(behind: string): Promise<LineProxy> {
  const { hostname, port } = new URL(behind);
  const lines = new Set<Line>();
  const held = new Set<Way>();

  const proxy = createServer((client) => {
    const server = connect({ host: hostname, port: Number(port) });
    const line: Line = { client, server, waits: { up: [], down: [] }, isLost: false };
    lines.add(line);
    for (const [way, from, to] of [
      ['up', client, server],
      ['down', server, client],
    ] as const) {
      from.on('data', (bytes: Buffer) => {
        if (line.isLost) return;
        if (held.has(way) || line.waits[way].length > 0) line.waits[way].push(bytes);
        else to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        lines.delete(line);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen(0, '127.0.0.1', resolve);
  });

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    hold: (way) => void held.add(way),
    release() {
      held.clear();
      for (const { waits, client, server } of lines)
        for (const [way, to] of [
          ['up', server],
          ['down', client],
        ] as const)
          for (const bytes of waits[way].splice(0)) to.write(bytes);
    },
    lose() {
      for (const line of lines) line.isLost = true;
    },
    reset() {
      held.clear();
      for (const { client, server } of lines) {
        client.resetAndDestroy();
        server.resetAndDestroy();
      }
    },
    waiting: (way) => [...lines].reduce((sum, { waits }) => sum + waits[way].reduce((n, b) => n + b.length, 0), 0),
    close: () =>
      new Promise((resolve) => {
        for (const { client, server } of lines) {
          client.destroy();
          server.destroy();
        }
        proxy.close(() => resolve());
      }),
  };
}
