import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Person } from '../tests/harness/world.ts';
import { type Benchmark, type Figure, ms, times } from './lib/figures.ts';
import type { Flooding, FloodSort } from './lib/flooder.ts';
import { startApp } from './lib/ground.ts';
import { percentile } from './lib/load.ts';
import { readersAndReviews } from './read.ts';

const OTHERS = 5;
const MOST_TIMES = 2;

interface Asked {
  who: Person;
  id: number;
}

const headOf = ({ who, id }: Asked): string =>
  [
    `GET /api/v1/cases/${id} HTTP/1.1`,
    'Host: x',
    ...Object.entries(who.headers).map(([k, v]) => `${k}: ${v}`),
    '',
    '',
  ].join('\r\n');

/**
 * One client that sends requests ahead on one connection without an end, and what others who read feel of it: one that
 * keeps sixty waiting, and one that sends thousands at once, again and again on a new connection:
 * that is a flood of connections, for information.
 */
export const flood: Benchmark = async ({ ground, quick, say }) => {
  const app = await startApp(ground, await ground.database('bench_flood'));
  const url = new URL(app.url);
  try {
    const made = await readersAndReviews(app);
    const others = made.slice(0, OTHERS);
    const flooding = made.at(-1);
    if (!flooding) throw new Error('There is no review to ask for.');
    const seconds = quick ? 3 : 15;

    /** How long the others' reads took, ms. */
    const felt = async (): Promise<number[]> => {
      const took: number[] = [];
      const until = performance.now() + seconds * 1_000;
      await Promise.all(
        others.map(async ({ who, id }) => {
          while (performance.now() < until) {
            const began = performance.now();
            const answer = await fetch(`${app.url}/api/v1/cases/${id}`, { headers: who.headers });
            await answer.arrayBuffer();
            if (!answer.ok) throw new Error(`Reading answered ${answer.status}`);
            took.push(performance.now() - began);
            await pause(20);
          }
        }),
      );
      return took;
    };

    await felt();
    const beside = async (sort: FloodSort) => {
      const client = new Worker(join(import.meta.dirname, 'lib/flooder.ts'), {
        workerData: { port: Number(url.port), head: headOf(flooding), sort } satisfies Flooding,
      });
      await once(client, 'online');
      const took = await felt();
      client.postMessage('stop');
      const [times] = (await once(client, 'message')) as [number];
      return { took, times };
    };
    const alone = await felt();
    const kept = await beside('full');
    const thrown = await beside('thousands');
    const again = await felt();
    const quiet = [...alone, ...again];
    say(`${kept.times} answers to the one that was kept full, the other opened ${thrown.times} connections`);

    const compared = (name: string, took: number[], share: number, isHeld = true): Figure => {
      const [limit, ours] = [percentile(quiet, share), percentile(took, share)];
      return {
        name,
        limit: ms(limit),
        ours: ms(ours),
        ratio: times(ours / limit),
        bar: isHeld ? `≤${MOST_TIMES}×` : '–',
        met: isHeld ? ours / limit <= MOST_TIMES : null,
      };
    };
    return [
      compared('reading beside one client’s flood, p50', kept.took, 0.5),
      compared('reading beside one client’s flood, p99', kept.took, 0.99),
      compared('reading beside one client’s thousands at once, p50', thrown.took, 0.5, false),
      compared('reading beside one client’s thousands at once, p99', thrown.took, 0.99, false),
    ];
  } finally {
    await app.stop();
  }
};
