import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../src/platform/db/database.ts';

type Address = Exclude<Connection, string>;

/** A way to a database that can be closed, so that everybody on it is cut off, and opened again. */
export interface DatabaseProxy {
  /** The database as it is reached through here. */
  connection: Address;
  open(): Promise<void>;
  /** Ends every connection; new ones are refused. */
  shut(): Promise<void>;
  /** Whatever is said either way stays here; connections are taken and answered nothing. */
  freeze(): void;
  /** What was said meanwhile goes on. */
  thaw(): void;
  /** The next transaction that says this is committed, and its connection ends before that is told. */
  loseCommitOf(statement: string): void;
  /** Whether that has happened. */
  hasLost(): boolean;
  /** Connections that pass through now. */
  passing(): number;
  close(): Promise<void>;
}

export async function databaseProxy(behind: Address): Promise<DatabaseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'peritus-proxy-'));
  const path = join(folder, `.s.PGSQL.${behind.port}`);
  const there = behind.host.startsWith('/')
    ? { path: join(behind.host, `.s.PGSQL.${behind.port}`) }
    : { host: behind.host, port: behind.port };
  const through = new Set<Socket>();
  let frozen = false;
  let server: Server | null = null;
  let losing: string | null = null;
  let hasLost = false;

  /** Listens before what is said goes on, so that an answer that is lost has not been told. */
  const listen = (from: Socket, to: Socket): void => {
    let said: 'nothing' | 'statement' | 'commit' = 'nothing';
    from.on('data', (bytes) => {
      const words = bytes.toString('latin1');
      if (losing !== null && words.includes(losing)) {
        losing = null;
        said = 'statement';
      }
      if (said === 'statement' && /\bcommit\b/i.test(words)) said = 'commit';
    });
    to.on('data', () => {
      if (said !== 'commit') return;
      said = 'nothing';
      hasLost = true;
      from.destroy();
    });
  };

  const proxy: DatabaseProxy = {
    connection: { ...behind, host: folder },
    async open() {
      const made = createServer((from) => {
        const to = connect(there);
        listen(from, to);
        for (const [one, other] of [
          [from, to],
          [to, from],
        ] as const) {
          through.add(one);
          one.on('error', () => undefined);
          one.on('close', () => {
            through.delete(one);
            other.destroy();
          });
          one.pipe(other);
          if (frozen) one.pause();
        }
      });
      server = made;
      await new Promise<void>((resolve, reject) => {
        made.once('error', reject);
        made.listen(path, resolve);
      });
    },
    async shut() {
      const ending = server;
      server = null;
      for (const socket of through) socket.destroy();
      if (ending) await new Promise((resolve) => ending.close(resolve));
    },
    freeze() {
      frozen = true;
      for (const socket of through) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of through) socket.resume();
    },
    loseCommitOf(statement) {
      hasLost = false;
      losing = statement;
    },
    hasLost: () => hasLost,
    passing: () => through.size / 2,
    async close() {
      await proxy.shut();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await proxy.open();
  return proxy;
}
