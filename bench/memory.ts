import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../tests/harness/server-process.ts';
import { fill, readers } from './lib/data.ts';
import { atMost, type Benchmark, mb, ms } from './lib/figures.ts';
import { START_FLAGS, startApp } from './lib/ground.ts';
import { load } from './lib/load.ts';
import { readersAndReviews } from './read.ts';

const ROOT = join(import.meta.dirname, '..');

/** Starts the product as people do, waits until it says it is ready, and ends it; ms until then. */
async function start(data: string): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [...START_FLAGS, join(ROOT, 'src/app/cli.ts'), 'start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: data, DEMO: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    for (;;) {
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return performance.now() - began;
      if (child.exitCode !== null) throw new Error('The product ended instead of starting.');
      await pause(10);
    }
  } finally {
    child.kill('SIGTERM');
    await gone;
  }
}

/** Memory of the server's process after reading, listing and searching under load; and how long a start takes. */
export const memory: Benchmark = async ({ ground, quick, say }) => {
  const figures = [];
  // what is measured is no first start, here and below: that one still strips and compiles everything
  const data = join(ground.folder, 'start');
  await start(data);
  const took: number[] = [];
  for (let n = 0; n < (quick ? 1 : 3); n += 1) took.push(await start(data));
  figures.push(atMost('start on existing data, ready', Math.min(...took), 3_000, ms));
  const connection = await ground.database('bench_memory');
  await (await startApp(ground, connection)).stop();
  const app = await startApp(ground, connection);
  try {
    await fill(app, quick ? 10_000 : 100_000);
    const people = await readers(app);
    const made = await readersAndReviews(app);
    const idle = await app.ask<number>({ do: 'memory' });
    const paths = [
      '/api/v1/cases?limit=100',
      '/api/v1/cases/counts',
      '/api/v1/users/current_user',
      '/api/v1/cases?q=claimant',
    ];
    const seen = await load(
      ground,
      app,
      [
        ...made.map(({ who, id }) => ({ path: `/api/v1/cases/${id}`, headers: who.headers })),
        ...Object.values(people).flatMap((who) => paths.map((path) => ({ path, headers: who.headers }))),
      ],
      { connections: 100, seconds: quick ? 5 : 30 },
    );
    const after = await app.ask<number>({ do: 'memory' });
    say(`${Math.round(seen.rps)} requests a second; idle ${mb(idle)}, after the load ${mb(after)}`);
    figures.push(atMost('memory of the server after load', after, 250 * 1024 ** 2, mb));
  } finally {
    await app.stop();
  }
  return figures;
};
