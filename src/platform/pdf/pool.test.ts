import { afterEach, describe, expect, it } from 'vitest';
import { createRenderPool, type RenderPool, type RenderPoolOptions } from './pool.ts';

type Moods = { page: (input: string) => Uint8Array<ArrayBuffer> };
let pool: RenderPool<Moods> | undefined;
const open = (url: URL, options: RenderPoolOptions): RenderPool<Moods> => (pool = createRenderPool(url, options));
afterEach(async () => pool?.close());

/** A thread that does what its input says; it shows how the pool copes, and stands in for no code of ours. */
const moody = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, input }) => {
      if (input === 'hang') for (;;);
      if (input === 'crash') process.exit(7);
      if (input === 'throw') throw new Error('thrown outside the answer');
      parentPort.postMessage({ id, result: new Uint8Array([2]) });
    });`)}`,
);

describe('a pool of rendering threads', () => {
  it.each([
    // the next thread has to begin and answer within the limit, also on a busy machine
    ['hang', 'timeout', 5_000],
    ['crash', 'crashed', 60_000],
    ['throw', 'crashed', 60_000],
  ])('survives a thread that does this: %s', async (title, reason, timeout_ms) => {
    const one = open(moody, { threads: 1, timeout_ms });
    const lost = one.render('page', title);
    const after = one.render('page', 'fine');
    await expect(lost).rejects.toMatchObject({ name: 'PdfRenderError', reason });
    expect([...(await after)]).toEqual([2]);
  });

  it('lets a thread that rests go, and begins another when there is work again', async () => {
    const counting = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        let done = 0;
        parentPort.on('message', ({ id }) => parentPort.postMessage({ id, result: new Uint8Array([(done += 1)]) }));`)}`,
    );
    const one = open(counting, { idle_ms: 200 });
    const nth = async () => [...(await one.render('page', 'fine'))];
    expect([await nth(), await nth()]).toEqual([[1], [2]]);
    await expect.poll(nth, { interval: 600, timeout: 30_000 }).toEqual([1]);
  });

  it('refuses what exceeds the queue, and everything once closed', async () => {
    const one = open(moody, { threads: 1, queue_limit: 1, timeout_ms: 60_000 });
    const before = Promise.allSettled([one.render('page', 'hang'), one.render('page', 'fine')]);
    await expect(one.render('page', 'fine')).rejects.toMatchObject({ reason: 'busy' });
    await one.close();
    for (const one of await before) expect(one).toMatchObject({ status: 'rejected', reason: { reason: 'closed' } });
    await expect(one.render('page', 'fine')).rejects.toMatchObject({ reason: 'closed' });
  });
});
