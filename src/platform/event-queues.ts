import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type Lane, roomFor } from './lanes.ts';
import type { OutboxEvent } from './workers.ts';

type EventJob = JobWithMetadata<OutboxEvent>;
/** A handler's lane, and whose it is. */
type NamedLane = Lane & { name: string };

/** What the queues of events ask of their surroundings. */
interface EventQueuesOptions {
  boss: PgBoss;
  /** Hears of what fails around the events. */
  failed(error: unknown, facts?: object): void;
  /** By name; `tells`: it writes to people. */
  handlers: ReadonlyMap<string, { tells: boolean }>;
  /** Those of these handlers for which something waits that may begin, by the database. */
  waiting(names: readonly string[]): Promise<string[]>;
  /** Takes away what keeps others waiting for no reason any more. */
  mend(): Promise<void>;
  /** Handles an event; what it throws is stored with the job. */
  run(name: string, job: EventJob): Promise<void>;
  /** A job that is not tried any more: its lane goes on without it. */
  gaveUp(name: string): Promise<void>;
}

export interface EventQueues {
  wake(names: Iterable<string>): void;
  /** When nothing is in hand any more; answers whether anything was. */
  drained(): Promise<boolean>;
  /** Takes nothing new, lets what runs finish. */
  stop(): Promise<void>;
}

const LOOK_MS = 2_000;
const ALIVE_MS = 3_000;

/**
 * Hands waiting events to their handlers: of one handler several at a time, each of another review, and those of one
 * review in order, one after the other. The order is the queue's own, also between processes; how many at a time is
 * `roomFor`'s.
 */
export function startEventQueues({
  boss,
  failed,
  handlers,
  waiting,
  mend,
  run,
  gaveUp,
}: EventQueuesOptions): EventQueues {
  const lanes = new Map([...handlers].map(([name, { tells }]) => [name, { name, tells, running: 0, hungry: false }]));
  const all: Lane[] = [...lanes.values()];
  // what writes to people comes last
  const inTurn = [...lanes.values()].toSorted((a, b) => Number(a.tells) - Number(b.tells));
  const fetching = new Set<string>();
  // whose follow-ups the database is asked about, all at once, and whose next time: looking costs less than taking nothing
  const asked = new Set<string>();
  const unasked = new Set<string>();
  let asking = false;
  const inHand = new Map<EventJob, string>();
  const under = new Set<Promise<void>>();
  let stopped = false;
  let handled = 0;

  const look = setInterval(() => {
    mend()
      .then(() => waiting([...lanes.keys()]))
      .then(wake, (error: unknown) => failed(error));
  }, LOOK_MS);
  const alive = setInterval(() => {
    const byName = Map.groupBy(inHand.keys(), (job) => inHand.get(job) ?? '');
    for (const [name, jobs] of byName) boss.touch(name, jobs).catch((error: unknown) => failed(error, { queue: name }));
  }, ALIVE_MS);

  function wake(names: Iterable<string>): void {
    for (const name of names) {
      const lane = lanes.get(name);
      if (lane) lane.hungry = true;
      // what came meanwhile may be in no answer
      asked.delete(name);
      unasked.delete(name);
    }
    pump();
  }

  function pump(): void {
    if (stopped) return;
    if (!asking && unasked.size > 0) track(ask());
    for (const lane of inTurn) {
      if (!lane.hungry || fetching.has(lane.name) || asked.has(lane.name) || unasked.has(lane.name)) continue;
      const room = roomFor(lane, all);
      if (room > 0) track(take(lane, room));
    }
  }

  function track(work: Promise<void>): void {
    under.add(work);
    void work.finally(() => under.delete(work));
  }

  /** More may wait for it: whether it does is asked first, where it is not as good as known. */
  function follow(lane: NamedLane, known = false): void {
    if (!known && (!lane.hungry || asked.has(lane.name))) unasked.add(lane.name);
    lane.hungry = true;
  }

  async function ask(): Promise<void> {
    asking = true;
    const names = [...unasked];
    unasked.clear();
    for (const name of names) asked.add(name);
    let more: string[] = [];
    try {
      more = await waiting(names);
    } catch (error) {
      // the next look finds what waits
      failed(error);
    }
    asking = false;
    for (const name of names) {
      // whoever was woken meanwhile looks for itself, and what was done meanwhile is asked about next
      if (!asked.delete(name)) continue;
      const lane = lanes.get(name);
      if (lane && !unasked.has(name)) lane.hungry = more.includes(name);
    }
    pump();
  }

  async function take(lane: NamedLane, room: number): Promise<void> {
    const { name } = lane;
    fetching.add(name);
    lane.hungry = false;
    lane.running += room;
    let jobs: EventJob[] = [];
    try {
      jobs = await boss.fetch<OutboxEvent>(name, { batchSize: room, includeMetadata: true });
    } catch (error) {
      failed(error, { queue: name });
    }
    fetching.delete(name);
    lane.running -= room - jobs.length;
    // of as many as could be taken there are likely more; of one it is asked
    if (jobs.length === room) follow(lane, room > 1);
    for (const job of jobs) track(handle(lane, job));
    pump();
  }

  async function handle(lane: NamedLane, job: EventJob): Promise<void> {
    const { name } = lane;
    inHand.set(job, name);
    try {
      await settle(name, job);
    } catch (error) {
      // nothing says that it is done: it is taken up again when it is noticed that nobody has it in hand
      failed(error, { queue: name });
    }
    inHand.delete(job);
    handled += 1;
    lane.running -= 1;
    // its review's next one may begin
    follow(lane);
    pump();
  }

  async function settle(name: string, job: EventJob): Promise<void> {
    let failure: Error | null = null;
    try {
      await run(name, job);
    } catch (error) {
      failure = error instanceof Error ? error : new Error('failed');
    }
    if (failure === null) {
      await boss.complete(name, job);
      return;
    }
    await boss.fail(name, job, { name: failure.name, message: failure.message, stack: failure.stack });
    if (job.retryCount >= job.retryLimit) await gaveUp(name);
  }

  async function drained(): Promise<boolean> {
    const before = handled;
    while (under.size > 0) await Promise.allSettled(under);
    return handled > before;
  }

  return {
    wake,
    drained,
    async stop() {
      stopped = true;
      clearInterval(look);
      await drained();
      clearInterval(alive);
    },
  };
}
