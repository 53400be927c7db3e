import { expect, test } from 'vitest';
import { batchLoader } from './batch-loader.ts';

/** A look-up that answers when told, and what it was asked. */
function slow(fails: (keys: number[]) => boolean = () => false) {
  const asked: number[][] = [];
  const open: (() => void)[] = [];
  const run = (keys: number[]) => {
    asked.push(keys);
    return new Promise<string[]>((resolve, reject) => {
      open.push(() => (fails(keys) ? reject(new Error(`not ${keys.join()}`)) : resolve(keys.map((k) => `v${k}`))));
    });
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const release = async () => {
    for (const go of open.splice(0)) go();
    await turn();
    await turn();
  };
  return { run, asked, release, turn };
}

test('one alone is asked at once; what comes meanwhile shares the next', async () => {
  const s = slow();
  const look = batchLoader(s.run, { parallel: 1 });
  const first = look(1);
  await s.turn();
  expect(s.asked).toEqual([[1]]);
  const more = [look(2), look(3), look(2)];
  await s.turn();
  expect(s.asked).toEqual([[1]]);
  await s.release();
  expect(s.asked).toEqual([[1], [2, 3, 2]]);
  await s.release();
  expect(await first).toBe('v1');
  expect(await Promise.all(more)).toEqual(['v2', 'v3', 'v2']);
});

test('no statement takes more than the most, and no more run than may', async () => {
  const s = slow();
  const look = batchLoader(s.run, { parallel: 2, most: 2 });
  const all = Promise.all([1, 2, 3, 4, 5, 6, 7].map(look));
  await s.turn();
  expect(s.asked).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await s.release();
  await s.release();
  expect(await all).toEqual(['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7']);
});

test('one that fails does so alone, and the next go on', async () => {
  const s = slow((keys) => keys.includes(2));
  const look = batchLoader(s.run, { parallel: 1 });
  const all = Promise.allSettled([look(1), look(2), look(3)]);
  await s.turn();
  await s.release();
  await s.release();
  expect(await all).toMatchObject([
    { status: 'fulfilled', value: 'v1' },
    { status: 'rejected', reason: new Error('not 2') },
    { status: 'fulfilled', value: 'v3' },
  ]);
  const next = look(4);
  await s.turn();
  await s.release();
  expect(await next).toBe('v4');
});
