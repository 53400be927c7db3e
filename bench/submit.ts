import { castFor } from '../tests/harness/review-driver.ts';
import type { Person } from '../tests/harness/world.ts';
import { crowd } from './lib/crowd.ts';
import { sender } from '../tests/harness/sender.ts';
import { driver } from './lib/cast.ts';
import { atMost, type Benchmark, ms, throughput } from './lib/figures.ts';
import { startApp, startBare } from './lib/ground.ts';
import { median } from './lib/load.ts';

const AT_ONCE = 20;

/** Ordering a review: every field of the draft checked, priced, moved on, recorded, told; one transaction. */
export const submit: Benchmark = async ({ ground, quick, say }) => {
  const connection = await ground.database('bench_submit');
  const app = await startApp(ground, connection);
  const bare = await startBare(connection, ground.folder);
  try {
    const cast = await castFor(app.world);
    const rounds = quick ? 1 : 3;
    const each = quick ? 60 : 300;
    const drafts: { who: Person; id: number }[] = [];
    let price = {};
    const make = Array.from({ length: rounds * each + 20 }, (_, n) => n);
    await crowd(make, 8, async () => {
      const one = await driver(app, cast);
      await one.draft();
      // they are all the same order
      price = await one.atShownPrice();
      drafts.push({ who: cast.requester, id: one.id });
    });
    say(`${drafts.length} drafts`);
    const post = sender(app.url);
    const order = async ({ who, id }: { who: Person; id: number }): Promise<void> => {
      const { status, body } = await post(who, 'POST', `/api/v1/cases/${id}/submit`, price);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    };
    const put = async ({ id }: { id: number }): Promise<void> => {
      const answer = await fetch(`${bare.url}/submit/${id}`, { method: 'POST' });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(String(answer.status));
    };
    await crowd(drafts.slice(0, 20), AT_ONCE, put);
    await crowd(drafts.slice(0, 20), AT_ONCE, order);
    await app.settle();
    const limits = [];
    const ours = [];
    for (let round = 0; round < rounds; round += 1) {
      const part = drafts.slice(20 + round * each, 20 + (round + 1) * each);
      limits.push(await crowd(part, AT_ONCE, put));
      ours.push(await crowd(part, AT_ONCE, order));
      await app.settle();
    }
    const limit = median(limits, (l) => l.rps);
    const seen = median(ours, (l) => l.rps);
    return [
      { ...throughput(`order a review, ${AT_ONCE} at once`, limit.rps, seen.rps, 0), bar: '–', met: null },
      { ...atMost('order a review, p99', seen.p99, 0, ms, ms(limit.p99)), bar: '–', met: null },
    ];
  } finally {
    await app.stop();
    await bare.stop();
  }
};
