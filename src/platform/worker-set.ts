import { sql } from 'kysely';
import { HOUR, MINUTE } from '../core/time.ts';
import { watchWork } from './alert-watch.ts';
import { sealAudit } from './audit-seal.ts';
import { watchAudit } from './audit-watch.ts';
import { createDeadlineRunner, housekeeping } from './deadlines.ts';
import type { Undoing } from './declarations.ts';
import { lookAtClock } from './holds.ts';
import { type DeadLetter, createJobs } from './jobs.ts';
import { type Loop, createLoop } from './loop.ts';
import { drainOutbox, eventsWait, handOver } from './outbox.ts';
import type { Sender } from './sending.ts';
import { checkStored } from './stored-content.ts';
import type { Services } from './services.ts';
import type { WorkDesk } from './work-desk.ts';
import type { FeatureServer } from './workers.ts';

const SCAN_MS = 1_000;
const SEAL_MS = 500;
const QUIET_POLL_MS = 15;
const QUIET_WAIT_MS = 250;

export interface Workers {
  /** Starts all loops; may be called again. */
  start(): Promise<void>;
  /** Takes nothing new, lets what runs finish, closes. */
  stop(): Promise<void>;
  /** For `services.wakeOutbox`: committed events go out now. */
  wake(): void;
  running(): boolean;
  /** Runs deadlines that are due by the clock now; answers how many were handled. */
  runDue(): Promise<number>;
  /** When everything due by the clock has been handled: events, jobs, deadlines, mails, seals. Starts the workers. For tests. */
  idle(): Promise<void>;
  /**
   * The same without starting anything: for one-off runs that hold the database alone. With `sending: false` messages
   * stay queued for a later call. Refuses when the workers run.
   */
  drain(how?: { sending?: boolean }): Promise<void>;
  /** What could not be handled after all tries. */
  deadLetters(): Promise<DeadLetter[]>;
  redrive(): Promise<number>;
  /** What a person does with work that failed. */
  desk: WorkDesk;
}

/** Everything that works behind requests, for the handlers the features brought. */
export function createWorkers(
  services: Services,
  features: readonly FeatureServer[],
  undoing: Undoing,
  ...post: readonly Sender[]
): Workers {
  const ofFeatures = features.flatMap((f) => f.senders ?? []);
  const senders = [...post, ...ofFeatures];
  const { log } = services;
  const eventHandlers = features.flatMap((f) => f.events ?? []);
  const jobHandlers = features.flatMap((f) => f.jobs ?? []);
  const jobs = createJobs(services, eventHandlers, jobHandlers);
  const deadlines = createDeadlineRunner(services, features, undoing);
  let ending = new AbortController();
  const outbox = createLoop(log, 'outbox', SCAN_MS, async () => {
    await handOver(services, jobs);
  });
  const loops: Loop[] = [
    outbox,
    createLoop(log, 'deadlines', SCAN_MS, async () => {
      await deadlines.runDue();
    }),
    createLoop(log, 'audit seal', SEAL_MS, async () => {
      await sealAudit(services);
    }),
    createLoop(log, 'records at rest', 10 * MINUTE, async () => {
      const files = await services.storage.takeOver(ending.signal);
      if (files > 0) log.info({ files }, 'files that lay in the clear are encrypted');
    }),
    createLoop(log, 'stored files', 6 * HOUR, async () => {
      const removed = (await lookAtClock(services)) ? 0 : await services.storage.sweep(ending.signal);
      if (removed > 0) log.info({ files: removed }, 'files without an object, left by a killed process, are removed');
      const damaged = await checkStored(services, ending.signal);
      if (damaged > 0) log.error({ damaged }, 'stored objects are damaged');
    }),
    createLoop(log, 'audit trail', 24 * HOUR, async () => {
      await watchAudit(services);
    }),
    createLoop(log, 'housekeeping', 10 * MINUTE, () => housekeeping(services)),
    createLoop(log, 'alerts', MINUTE, () => watchWork(services, undoing)),
  ];
  let starting: Promise<void> | undefined;
  let running = false;

  async function startAll(): Promise<void> {
    await jobs.start();
    ending = new AbortController();
    for (const loop of loops) loop.start();
    for (const sender of senders) sender.start();
    running = true;
  }
  const start = () =>
    (starting ??= startAll().catch((error: unknown) => {
      starting = undefined;
      throw error;
    }));

  async function jobsQuiet(): Promise<void> {
    const { systemDb } = services.database;
    // what is in hand here is not looked for: each look takes what may begin
    await jobs.drained(QUIET_WAIT_MS);
    for (let due = await jobs.due(systemDb); due.length > 0; due = await jobs.due(systemDb)) {
      jobs.wake(due.filter(({ waits }) => waits).map(({ name }) => name));
      // of the events of this process the last one tells; jobs, and what other processes have in hand, are looked for
      if (!(await jobs.drained(QUIET_WAIT_MS))) await new Promise((resolve) => setTimeout(resolve, QUIET_POLL_MS));
    }
  }

  /**
   * Whether no event, job or deadline is left, seen in one snapshot: an event turns into a job, a job into an event or
   * a deadline, each in one transaction, so that looking for them one after the other could miss what moves between.
   */
  async function nothingLeft(): Promise<boolean> {
    const { rows } = await sql<{ some: boolean }>`
      select ${eventsWait} or ${jobs.areDue} or ${deadlines.areDue()} as some`.execute(services.database.systemDb);
    return !rows[0]?.some;
  }

  return {
    start,
    async stop() {
      if (!starting) return;
      await starting;
      running = false;
      ending.abort();
      await Promise.all([...loops, ...senders].map((part) => part.stop()));
      await jobs.stop();
      await lookAtClock(services, { at_end: true }).catch((error: unknown) =>
        log.warn({ err: error }, 'the time of the end could not be kept'),
      );
      starting = undefined;
    },
    wake: () => outbox.wake(),
    running: () => running,
    runDue: () => deadlines.runDue(),
    async idle() {
      await start();
      let sent: number;
      do {
        do {
          await deadlines.runDue();
          await handOver(services, jobs);
          await jobsQuiet();
        } while (!(await nothingLeft()));
        // what features send may queue anything; what goes by post queues nothing but events
        const isHeld = await lookAtClock(services);
        sent = 0;
        for (const sender of ofFeatures) sent += await sender.flush(isHeld);
        for (const sender of post) await sender.flush(isHeld);
        await sealAudit(services);
      } while (sent > 0 || !(await nothingLeft()));
    },
    async drain({ sending = true } = {}) {
      if (starting) throw new Error('The workers run; wait for them with idle().');
      for (;;) {
        await drainOutbox(services, eventHandlers, jobHandlers);
        const { rows } = await sql<{ events: boolean; due: boolean }>`
          select ${eventsWait} as events, ${deadlines.areDue()} as due`.execute(services.database.systemDb);
        if (rows[0]?.events) continue;
        // one that failed rests: a round that handled none ends it
        if (!rows[0]?.due || (await deadlines.runDue()) === 0) break;
      }
      if (sending) for (const sender of senders) await sender.flush();
    },
    deadLetters: () => jobs.deadLetters(),
    redrive: () => jobs.redrive(),
    desk: jobs.desk,
  };
}
