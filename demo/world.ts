import { buildApp } from '../src/app/server.ts';
import { DAY } from '../src/core/time.ts';
import type { Database } from '../src/platform/db/database.ts';
import type { Env } from '../src/platform/env.ts';
import type { Logger } from '../src/platform/log.ts';
import type { Storage } from '../src/platform/storage.ts';
import type { Setup } from './acts.ts';
import { seedExperts } from './experts.ts';
import { DEMO_PASSWORD, seedPeople } from './people.ts';

/** Days before the demo's present on which its people were there already. */
const SINCE_DAYS = 200;

/** The instant since which the people of a demo world are there. */
export const sinceOf = (now: Date): Date => new Date(now.getTime() - SINCE_DAYS * DAY);

export interface WorldOptions {
  env: Env;
  database: Database;
  log: Logger;
  /** The instant the demo world's present is; the same instant makes the same people. */
  now: Date;
  /** Where files are kept; the product's own folder where left out. */
  storage?: Storage;
}

/** The whole product under a clock of the past, on an empty database, with the organizations, people and experts in it. */
export async function openWorld({ env, database, log, now, storage }: WorldOptions): Promise<Setup> {
  const clock = { at: now, now: () => clock.at };
  const app = await buildApp({
    env: {
      ...env,
      SESSION_HOURS: 1e6,
      SESSION_IDLE_MINUTES: 1e7,
      MAX_MESSAGES_A_MINUTE: 1e6,
      SMTP_URL: undefined,
      HOLD_AFTER_STEP_HOURS: 0,
      HOLD_ABOVE_DUE: 0,
    },
    clock,
    database,
    log,
    ...(storage && { storage }),
  });
  try {
    await app.http.ready();
    // no report of the past is older
    await app.services.signatures.holdFrom(new Date(now.getTime() - 3 * 365 * DAY));
    const people = await seedPeople(database.systemDb, sinceOf(now));
    await seedExperts(database.systemDb, people, sinceOf(now));
    return { app, db: database.systemDb, clock, people, now, password: DEMO_PASSWORD };
  } catch (error) {
    await app.close();
    throw error;
  }
}
