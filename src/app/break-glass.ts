import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { openBreakGlass } from '../features/accounts/server/index.ts';
import { shiftedClock, systemClock } from '../core/time.ts';
import { readEnv } from '../platform/env.ts';
import { createLogger } from '../platform/log.ts';
import { openDatabaseBeside } from './open-database.ts';

const USAGE = 'Say whose and why: npm run break-glass -- --email you@example.org --reason "Lost phone, ticket 311"';

/**
 * Lets somebody in whom second factor or single sign-on keeps out: prints a link, good once and for minutes. Works while the
 * product runs and while it does not; every super admin and the person are told.
 */
export async function breakGlass(args: string[]): Promise<void> {
  const { email, reason } = optionsOf(args);
  if (email === undefined || reason === undefined) throw new Error(USAGE);
  const env = readEnv();
  const { database, close } = await openDatabaseBeside(env, createLogger('warn'));
  const clock = env.CLOCK_OFFSET_MS === 0 ? systemClock : shiftedClock(env.CLOCK_OFFSET_MS);
  try {
    const opened = await openBreakGlass(database.systemDb, clock.now(), { email, reason, run_by: whoRuns() });
    console.log(
      `An emergency sign-in for ${opened.name} (${email}), good once until ${opened.expires_at.toISOString()}:`,
    );
    console.log(`${env.public_url}/break-glass?token=${opened.token}`);
    console.log('It is on the record; they and every super admin are told, now and when it is used.');
  } finally {
    await close();
  }
}

function optionsOf(args: string[]): { email?: string | undefined; reason?: string | undefined } {
  try {
    return parseArgs({ args, options: { email: { type: 'string' }, reason: { type: 'string' } } }).values;
  } catch {
    throw new Error(USAGE);
  }
}

/** The machine's account this runs under, for the record. */
function whoRuns(): string {
  try {
    return `${userInfo().username}@${hostname()}`.slice(0, 200);
  } catch {
    return hostname().slice(0, 200);
  }
}
