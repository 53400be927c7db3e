import { percentile } from './load.ts';

/** What a crowd of senders saw: jobs a second and latency, ms. */
export interface Crowd {
  rps: number;
  p50: number;
  p99: number;
}

/** Does each job once, so many at a time, as fast as they are answered. */
export async function crowd<T>(jobs: readonly T[], at: number, run: (job: T) => Promise<unknown>): Promise<Crowd> {
  const took: number[] = [];
  let next = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    for (;;) {
      const job = jobs[next];
      next += 1;
      if (job === undefined) return;
      const since = performance.now();
      await run(job);
      took.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: at }, worker));
  const seconds = (performance.now() - began) / 1_000;
  return { rps: took.length / seconds, p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
}
