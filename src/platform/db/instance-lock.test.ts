import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../../tests/harness/cluster.ts';
import { databaseProxy } from '../../../tests/harness/database-proxy.ts';
import { givenCluster } from '../../../tests/harness/provided.ts';
import { writeInstance } from '../instance.ts';
import { createLogger } from '../log.ts';
import { DatabaseInUseError, holdDatabase } from './instance-lock.ts';

const log = createLogger('silent');
/** Says that it hangs, not that the machine is slow. */
const HANGS = { timeout: 120_000 };
const FIRST = { pid: 11, host: 'web-1', since: new Date('2026-11-23T14:40:00Z') };
const SECOND = { pid: 22, host: 'web-2', since: new Date('2026-11-23T14:50:00Z') };

let copy: TestDatabase;
let look: pg.Client;
const ending: (() => Promise<void>)[] = [];

beforeEach(async () => {
  copy = await emptyDatabase(givenCluster());
  look = new pg.Client(copy.connection);
  await look.connect();
});
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
  await look.end();
  await copy.drop();
});

async function hold(connection: pg.ClientConfig, self = FIRST) {
  const held = await holdDatabase(connection, { self, log });
  ending.push(() => held.release());
  return held;
}

/** The sessions that hold the database: name and process at the database. */
const holders = async () =>
  (
    await look.query<{ name: string; session: number }>(
      `select a.application_name as name, a.pid as session from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.granted and a.datname = current_database()`,
    )
  ).rows;
async function heldBy(self: typeof FIRST): Promise<void> {
  await expect.poll(async () => (await holders()).map(({ name }) => name), HANGS).toEqual([writeInstance(self)]);
}

test('a second process is refused and told which one it is; let go, the database is free', async () => {
  const first = await hold(copy.connection);
  const refusal = await hold(copy.connection, SECOND).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseInUseError);
  expect(refusal).toMatchObject({ reason: 'running', exitCode: 75 });
  const { message } = refusal as Error;
  expect(message).toContain('is already in use by process 11 on web-1, running since 2026-11-23 14:40 UTC.');
  expect(message).toContain(`pg_terminate_backend(${(await holders())[0]?.session})`);
  await first.release();
  await hold(copy.connection, SECOND);
  await heldBy(SECOND);
});

test('another database of the same server is not concerned', async () => {
  const other = await emptyDatabase(givenCluster());
  ending.push(other.drop);
  await hold(copy.connection);
  await hold(other.connection, SECOND);
  expect(await holders()).toHaveLength(1);
});

test('lost with its connection, the hold is taken again by itself', async () => {
  const proxy = await databaseProxy(copy.connection as Parameters<typeof databaseProxy>[0]);
  ending.push(() => proxy.close());
  await hold(proxy.connection);
  await look.query('select pg_terminate_backend($1)', [(await holders())[0]?.session]);
  await heldBy(FIRST);
  await proxy.shut();
  await expect.poll(holders, HANGS).toEqual([]);
  await proxy.open();
  await heldBy(FIRST);
  await expect(hold(copy.connection, SECOND)).rejects.toThrow('process 11 on web-1');
});

test('lost and taken by another meanwhile: the one that lost it is told which one, once, and takes it from nobody', async () => {
  const proxy = await databaseProxy(copy.connection as Parameters<typeof databaseProxy>[0]);
  ending.push(() => proxy.close());
  const first = await hold(proxy.connection);
  await proxy.shut();
  await expect.poll(holders, HANGS).toEqual([]);
  await hold(copy.connection, SECOND);
  await proxy.open();
  const error = await first.taken;
  expect(error).toBeInstanceOf(DatabaseInUseError);
  expect(error.message).toContain('process 22 on web-2');
  await heldBy(SECOND);
});

test('a session of ours that the database still believes in is ended, not waited for', async () => {
  // a way on which only our end breaks off, as when a network in between forgets a connection
  const folder = mkdtempSync(join(tmpdir(), 'peritus-way-'));
  const { host, port } = copy.connection;
  const ours: Socket[] = [];
  const theirs: Socket[] = [];
  const way = createServer((from) => {
    const to = connect(`${host}/.s.PGSQL.${port}`);
    for (const socket of [from, to]) socket.on('error', () => undefined);
    from.pipe(to, { end: false });
    to.pipe(from);
    ours.push(from);
    theirs.push(to);
  });
  await new Promise<void>((resolve) => way.listen(join(folder, `.s.PGSQL.${port}`), resolve));
  ending.push(async () => {
    for (const socket of [...ours, ...theirs]) socket.destroy();
    await new Promise((resolve) => way.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });
  await hold({ ...copy.connection, host: folder });
  const [before] = await holders();
  ours[0]?.destroy();
  await expect.poll(async () => (await holders()).map(({ session }) => session), HANGS).not.toEqual([before?.session]);
  await heldBy(FIRST);
});
