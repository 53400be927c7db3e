import type { FastifyInstance } from 'fastify';

const MINUTES = 60;
/** How much longer the next step of durations is: percentiles are told within a fifth of what they are. */
const STEP = 1.2;
const STEPS = 64;

interface Slot {
  minute: number;
  requests: number;
  errors: number;
  durations: Uint32Array;
}

/** Requests of some minutes: how many, how many failed, and the milliseconds within which half and 99 of 100 were answered. */
export interface RequestFigures {
  requests: number;
  errors: number;
  p50_ms: number | null;
  p99_ms: number | null;
}

/** Counts requests by the minute, of the last hour. Time is what the caller says, in ms of any beginning. */
export class RequestStats {
  readonly #slots: Slot[] = Array.from({ length: MINUTES }, () => ({
    minute: -1,
    requests: 0,
    errors: 0,
    durations: new Uint32Array(STEPS),
  }));

  /** Notes a request that was answered now. */
  note(now: number, { ms, status }: { ms: number; status: number }): void {
    const minute = Math.floor(now / 60_000);
    const slot = this.#slots[minute % MINUTES];
    if (!slot) return;
    if (slot.minute !== minute) {
      slot.minute = minute;
      slot.requests = 0;
      slot.errors = 0;
      slot.durations.fill(0);
    }
    const step = stepOf(ms);
    slot.requests += 1;
    if (status >= 500) slot.errors += 1;
    slot.durations[step] = (slot.durations[step] ?? 0) + 1;
  }

  /** The last minutes up to now, the one under way included. */
  figures(now: number, minutes: number): RequestFigures {
    const first = Math.floor(now / 60_000) - Math.min(minutes, MINUTES) + 1;
    const slots = this.#slots.filter(({ minute }) => minute >= first && minute >= 0);
    const durations = Array.from({ length: STEPS }, () => 0);
    for (const slot of slots)
      for (const [step, n] of slot.durations.entries()) durations[step] = (durations[step] ?? 0) + n;
    return {
      requests: slots.reduce((sum, { requests }) => sum + requests, 0),
      errors: slots.reduce((sum, { errors }) => sum + errors, 0),
      p50_ms: within(durations, 0.5),
      p99_ms: within(durations, 0.99),
    };
  }
}

const stepOf = (ms: number): number =>
  ms <= 1 ? 0 : Math.min(Math.ceil(Math.log(ms) / Math.log(STEP) - 1e-9), STEPS - 1);

/** Within how many ms this share was answered; null where nothing was. */
function within(durations: readonly number[], share: number): number | null {
  const all = durations.reduce((sum, n) => sum + n, 0);
  if (all === 0) return null;
  let seen = 0;
  for (const [step, n] of durations.entries()) {
    seen += n;
    if (seen >= all * share) return Math.round(STEP ** step);
  }
  return null;
}

/** What takes as long as its file, or is asked by machines that look whether we answer. */
const LEFT_OUT = /^\/api\/v1\/uploads\b/;

/** Counts what this process is asked by pages and programs from now on. */
export function watchRequests(app: FastifyInstance): RequestStats {
  const stats = new RequestStats();
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request;
    if (url.startsWith('/api/') && !LEFT_OUT.test(url))
      stats.note(performance.now(), { ms: reply.elapsedTime, status: reply.statusCode });
    done();
  });
  return stats;
}
