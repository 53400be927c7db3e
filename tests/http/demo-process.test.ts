import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isHalfMade } from '../../demo/begun.ts';
import { connect } from '../../src/platform/db/database.ts';
import { emptyDatabase, type TestDatabase } from '../harness/cluster.ts';
import { givenCluster } from '../harness/provided.ts';
import { freePort } from '../harness/server-process.ts';

/* The demo world is made by a process of its own, which ends with the product: told to, and where that is killed. */

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let copy: TestDatabase;
const started: ChildProcessWithoutNullStreams[] = [];

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'peritus-demo-process-')));
  copy = await emptyDatabase(givenCluster());
});
afterEach(async () => {
  for (const process of started.splice(0)) process.kill('SIGKILL');
  await copy.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the product on an empty database, as far as people of the demo world are being made. */
async function startMaking(): Promise<{ product: ChildProcessWithoutNullStreams; making: number; said: () => string }> {
  const { host, port, user, database } = copy.connection;
  const product = spawn(process.execPath, [join(ROOT, 'src/app/cli.ts'), 'start'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      DATA_DIR: join(folder, 'data'),
      DEMO: 'on',
      LOG_LEVEL: 'silent',
    },
  });
  started.push(product);
  let said = '';
  product.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  product.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const looking = connect(copy.connection, { max: 1 });
  try {
    await expect.poll(() => isHalfMade(looking.systemDb).catch(() => false)).toBe(true);
  } finally {
    await looking.close();
  }
  return { product, making: makerOf(product.pid ?? 0), said: () => said };
}

/** The process that makes the demo world for this one. */
const makerOf = (parent: number): number =>
  Number(
    execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(([, of, ...args]) => Number(of) === parent && args.join(' ').includes('make-demo.ts'))?.[0],
  );

/** Whether a process is there, and no mere remains of one. */
const lives = (pid: number): boolean => {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
};

test('told to end while the demo world is made, the product ends in order, and who makes it ends too', async () => {
  const { product, making, said } = await startMaking();
  expect(lives(making)).toBe(true);
  product.kill('SIGTERM');
  expect(await once(product, 'exit')).toEqual([0, null]);
  await expect.poll(() => lives(making)).toBe(false);
  expect(said()).not.toMatch(/Error|could not be made/);
});

test('where the product is killed, who makes the demo world ends by itself; the next start says so and begins afresh', async () => {
  const { product, making } = await startMaking();
  product.kill('SIGKILL');
  await once(product, 'exit');
  await expect.poll(() => lives(making)).toBe(false);
  const again = await startMaking();
  await expect.poll(again.said).toContain('The demo world was not finished last time. Starting it afresh.');
  await expect.poll(again.said).toContain('Making the demo world');
});
