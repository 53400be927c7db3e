import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { type App, type AppOptions, buildApp } from '../../src/app/server.ts';
import type { Problem } from '../../src/core/errors.ts';
import type { Clock } from '../../src/core/time.ts';
import { createPdfRenderer } from '../../src/features/reports/server/index.ts';
import { type Connection, connect, type StatementLimits } from '../../src/platform/db/database.ts';
import { readEnv } from '../../src/platform/env.ts';
import { createLogger } from '../../src/platform/log.ts';
import { cloneDatabase } from './cluster.ts';
import { nameStatements } from './named-statements.ts';
import { World } from './world.ts';
import { givenCluster } from './provided.ts';

/** A clock tests set: deadlines and "now" follow it, nothing waits. */
class TestClock implements Clock {
  #now: number;
  constructor(start: string | Date) {
    this.#now = new Date(start).getTime();
  }
  now(): Date {
    return new Date(this.#now);
  }
  set(to: string | Date): void {
    this.#now = new Date(to).getTime();
  }
  advance(step: { days?: number; hours?: number; minutes?: number; ms?: number }): void {
    this.#now +=
      (step.days ?? 0) * 86_400_000 + (step.hours ?? 0) * 3_600_000 + (step.minutes ?? 0) * 60_000 + (step.ms ?? 0);
  }
}

/** Makes the PDFs of all applications of a process: a thread that begins for each takes half a second of a processor. */
const sharedRenderer = { ...createPdfRenderer(), close: () => Promise.resolve() };

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  problem: Problem;
  headers: LightMyRequestResponse['headers'];
  raw: LightMyRequestResponse;
}

export interface TestApp {
  app: App;
  clock: TestClock;
  world: World;
  /** A request as a signed-in person (from `world.signIn`) or, with null, as nobody. */
  request<T = Record<string, unknown>>(
    who: { headers: Record<string, string> } | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Lets every event, job and deadline that is due by the test clock be handled. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The real application on its own copy of the database, with a settable clock. Close it in afterAll. */
export async function testApp(
  options: {
    start?: string;
    env?: Record<string, string>;
    renderer?: AppOptions['renderer'];
    kinds?: AppOptions['kinds'];
    /** Where its log goes; nowhere where left out. */
    log?: AppOptions['log'];
    /** What statements may take; without end where left out. */
    limits?: StatementLimits;
    /** Puts something between the application and its database. */
    through?: (to: Exclude<Connection, string>) => Promise<Connection>;
  } = {},
): Promise<TestApp> {
  const copy = await cloneDatabase(givenCluster());
  const folder = mkdtempSync(join(tmpdir(), 'peritus-app-'));
  const clock = new TestClock(options.start ?? '2026-11-18T15:00:00Z');
  const env = readEnv({
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    SESSION_IDLE_MINUTES: '10000000',
    SESSION_HOURS: '1000000',
    // clocks that are set by hand leap weeks at a word; what tests a hold switches it on
    HOLD_AFTER_STEP_HOURS: '0',
    HOLD_ABOVE_DUE: '0',
    STAFF_SECOND_FACTOR: 'off',
    ...options.env,
  });
  const database = connect(options.through ? await options.through(copy.connection) : copy.connection, {
    // each new connection reads the catalog anew, which costs more than waiting for one
    max: 6,
    ...(options.limits && { limits: options.limits }),
  });
  nameStatements(database.pool);
  const app = await buildApp({
    env,
    clock,
    database,
    log: options.log ?? createLogger(env.LOG_LEVEL),
    renderer: options.renderer ?? sharedRenderer,
    ...(options.kinds && { kinds: options.kinds }),
  });
  await app.ready();
  const world = new World(database.systemDb, clock);
  return {
    app,
    clock,
    world,
    async request(who, method, url, body, headers) {
      const options: InjectOptions = {
        method,
        url,
        headers: { ...who?.headers, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      };
      const raw = await app.http.inject(options);
      const isJson = (raw.headers['content-type'] ?? '').includes('json');
      const parsed: unknown = isJson && raw.body !== '' ? JSON.parse(raw.body) : undefined;
      return { status: raw.statusCode, body: parsed as never, problem: parsed as Problem, headers: raw.headers, raw };
    },
    settle: () => app.settle(),
    async close() {
      await app.close();
      await database.close();
      await copy.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
