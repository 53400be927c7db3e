import autocannon, { type Request } from 'autocannon';
import type { Person } from '../../tests/harness/world.ts';
import { cpuSeconds } from './cpu.ts';
import type { Ground, Steered } from './ground.ts';

/** What a load showed: requests a second and latency in milliseconds. */
export interface Load {
  rps: number;
  p50: number;
  p99: number;
  /** Processor time a request cost the server and the database, ms. */
  server_ms: number;
  database_ms: number;
}

/** Sends the requests in turn over some connections for some seconds. A refused or failed request is a failed benchmark. */
export async function load(
  ground: Ground,
  { url, pid }: Steered,
  requests: Request[],
  options: { connections?: number; seconds: number },
): Promise<Load> {
  const before = { server: cpuSeconds(pid), database: ground.databaseSeconds() };
  const result = await autocannon({
    url,
    connections: options.connections ?? 50,
    duration: options.seconds,
    requests,
  });
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${result.non2xx} refused and ${result.errors + result.timeouts} failed at ${url}`);
  return {
    rps: result.requests.total / result.duration,
    server_ms: ((cpuSeconds(pid) - before.server) * 1_000) / result.requests.total,
    database_ms: ((ground.databaseSeconds() - before.database) * 1_000) / result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/** Loads taken in turn, so that what else the machine does meets all alike; the median run of each. */
export async function inTurn<K extends string>(
  rounds: number,
  loads: Record<K, () => Promise<Load>>,
): Promise<Record<K, Load>> {
  const seen = {} as Record<K, Load[]>;
  const names = Object.keys(loads) as K[];
  for (const name of names) {
    await loads[name]();
    seen[name] = [];
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) seen[name].push(await loads[name]());
  }
  const middle = {} as Record<K, Load>;
  for (const name of names) middle[name] = median(seen[name], (l) => l.rps);
  return middle;
}

export function median<T>(all: T[], by: (one: T) => number): T {
  const sorted = all.toSorted((a, b) => by(a) - by(b));
  const found = sorted[Math.floor((sorted.length - 1) / 2)];
  if (found === undefined) throw new Error('Nothing was measured.');
  return found;
}

/** The value below which a share of the measurements lies. */
export function percentile(all: number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** How long a path takes until its first bytes, ms, asked for alone, so many times after two that do not count. Throws where it is refused. */
export async function firstBytes(url: string, { headers }: Pick<Person, 'headers'>, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < times + 2; n += 1) {
    const from = performance.now();
    const answer = await fetch(url, { headers });
    const reader = answer.body?.getReader();
    await reader?.read();
    if (n >= 2) took.push(performance.now() - from);
    await reader?.cancel();
    if (answer.status !== 200) throw new Error(`${answer.status} at ${url}`);
  }
  return took;
}
