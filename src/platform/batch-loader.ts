/** One look-up; many at a time cost little more than one. */
export type BatchLoader<K, V> = (key: K) => Promise<V>;

interface Waiting<K, V> {
  key: K;
  resolve(value: V): void;
  reject(error: unknown): void;
}

/**
 * Look-ups that come while others are under way share the next statement: a statement's fixed cost is then paid once
 * for all of them. One that comes alone is asked at once and waits for nobody. What it answers is never older than the
 * call. `run` answers in the order of its keys; where it fails for several, each is asked again alone, so that nobody
 * is refused for another's sake.
 */
export function batchLoader<K, V>(
  run: (keys: K[]) => Promise<V[]>,
  { parallel = 2, most = 32 }: { parallel?: number; most?: number } = {},
): BatchLoader<K, V> {
  let waiting: Waiting<K, V>[] = [];
  let running = 0;
  let woken = false;

  function wake(): void {
    woken = false;
    while (running < parallel && waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      running += 1;
      void ask(batch).finally(() => {
        running -= 1;
        wake();
      });
    }
  }

  async function ask(batch: Waiting<K, V>[]): Promise<void> {
    try {
      const values = await run(batch.map((w) => w.key));
      if (values.length !== batch.length) throw new Error('A gathered look-up lost an answer.');
      batch.forEach((w, at) => w.resolve(values[at] as V));
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else await Promise.all(batch.map((w) => ask([w])));
    }
  }

  return (key) =>
    new Promise<V>((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (woken || running >= parallel) return;
      woken = true;
      // what comes in the same turn of the loop belongs together
      setImmediate(wake);
    });
}
