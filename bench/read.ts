import { castFor } from '../tests/harness/review-driver.ts';
import type { Person } from '../tests/harness/world.ts';
import { driver } from './lib/cast.ts';
import { atMost, type Benchmark, ms, throughput } from './lib/figures.ts';
import { type BenchApp, startApp, startBare } from './lib/ground.ts';
import { inTurn, load } from './lib/load.ts';

/** Reviews in five stages of their life, each read by its own requester. */
export async function readersAndReviews(app: BenchApp): Promise<{ who: Person; id: number }[]> {
  const made: { who: Person; id: number }[] = [];
  for (let n = 0; n < 5; n += 1) {
    const cast = await castFor(app.world);
    const stages = [
      ['draft', 'submitted'],
      ['draft', 'submitted', 'released', 'presented'],
      ['draft', 'submitted', 'released', 'presented', 'selected'],
      ['draft', 'submitted', 'released', 'presented', 'selected', 'accepted', 'offered'],
      ['draft', 'submitted', 'released', 'presented', 'selected', 'accepted', 'offered', 'timeChosen'],
    ] as const;
    for (const steps of stages) {
      const one = await driver(app, cast);
      for (const step of steps) await one[step]();
      made.push({ who: cast.requester, id: one.id });
      // an expert takes so many at a time; each round has its own
      cast.expert = await app.world.expert({});
    }
  }
  return made;
}

/** Reading one review: signed in, permission checked, the view recorded before the answer; 50 connections. */
export const read: Benchmark = async ({ ground, quick, say }) => {
  const connection = await ground.database('bench_read');
  const app = await startApp(ground, connection);
  const bare = await startBare(connection, ground.folder);
  try {
    const made = await readersAndReviews(app);
    say(`${made.length} reviews in five stages`);
    await app.database.pool.query('analyze');
    const seconds = quick ? 2 : 6;
    const ours = made.map(({ who, id }) => ({ path: `/api/v1/cases/${id}`, headers: who.headers }));
    const seen = await inTurn(quick ? 1 : 3, {
      limit: () =>
        load(
          ground,
          bare,
          made.map(({ id }) => ({ path: `/review/${id}` })),
          { seconds },
        ),
      ours: () => load(ground, app, ours, { seconds }),
      who: () =>
        load(
          ground,
          app,
          made.map(({ who }) => ({ path: '/api/v1/users/current_user', headers: who.headers })),
          { seconds: Math.ceil(seconds / 2) },
        ),
    });
    if (process.env.BENCH_PROFILE) {
      await app.ask({ do: 'profile' });
      await load(ground, app, ours, { seconds: 4 });
      await app.ask({ do: 'profile', to: process.env.BENCH_PROFILE });
    }
    for (const [name, l] of Object.entries(seen))
      say(`${name}: ${l.server_ms.toFixed(3)} ms server, ${l.database_ms.toFixed(3)} ms database, p50 ${l.p50} ms`);
    return [
      throughput('read one review, 50 connections', seen.limit.rps, seen.ours.rps, 0.5),
      atMost('read one review, p99', seen.ours.p99, 40, ms, ms(seen.limit.p99)),
      { ...throughput('who am I (users/current_user)', seen.limit.rps, seen.who.rps, 0), bar: '–', met: null },
    ];
  } finally {
    await app.stop();
    await bare.stop();
  }
};
