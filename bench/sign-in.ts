import { castFor } from '../tests/harness/review-driver.ts';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword, passwordMatches } from '../src/platform/passwords.ts';
import type { Person } from '../tests/harness/world.ts';
import { crowd } from './lib/crowd.ts';
import { driver } from './lib/cast.ts';
import { atMost, type Benchmark, ms, perSecond, percent } from './lib/figures.ts';
import { startApp } from './lib/ground.ts';
import { percentile } from './lib/load.ts';

const PASSWORD = 'correct horse battery staple';
const AT_ONCE = 8;

/** Many people signing in at once, and what somebody who works meanwhile feels of it. */
export const signIn: Benchmark = async ({ ground, quick, say }) => {
  const connection = await ground.database('bench_sign_in');
  const app = await startApp(ground, connection);
  try {
    const cast = await castFor(app.world);
    const one = await driver(app, cast);
    await one.to('submitted');
    const password_hash = await hashPassword(PASSWORD);
    const people: Person[] = [];
    for (let n = 0; n < 20; n += 1)
      people.push(
        await app.world.person({ profile: 'ClaimConsultant', organization_id: cast.organization_id, password_hash }),
      );

    const count = quick ? 80 : 400;
    const floor = await crowd(
      Array.from({ length: count / 2 }, () => 0),
      availableParallelism(),
      () => passwordMatches(password_hash, PASSWORD),
    );
    const login = async (n: number): Promise<void> => {
      const answer = await fetch(`${app.url}/api/v1/user/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: people[n % people.length]?.email, password: PASSWORD }),
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}`);
    };
    const hall = { open: true };
    const others: number[] = [];
    const work = async (): Promise<void> => {
      while (hall.open) {
        const began = performance.now();
        const answer = await fetch(`${app.url}/api/v1/cases/${one.id}`, { headers: cast.requester.headers });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`Reading answered ${answer.status}`);
        others.push(performance.now() - began);
        await pause(20);
      }
    };
    await login(0);
    const working = Promise.all([work(), work(), work()]);
    const seen = await crowd(
      Array.from({ length: count }, (_, n) => n),
      AT_ONCE,
      login,
    );
    hall.open = false;
    await working;
    say(`${others.length} reads by others meanwhile, p50 ${ms(percentile(others, 0.5))}`);
    return [
      {
        name: `sign-in, ${AT_ONCE} at once`,
        limit: perSecond(floor.rps),
        ours: perSecond(seen.rps),
        ratio: percent(seen.rps / floor.rps),
        bar: '≥40/s',
        met: seen.rps >= 40,
      },
      atMost('reading while others sign in, p99', percentile(others, 0.99), 150, ms),
    ];
  } finally {
    await app.stop();
  }
};
