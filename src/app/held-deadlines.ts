import { HOUR } from '../core/durations.ts';
import { reviewNumber } from '../core/kinds.ts';
import { type Clock, shiftedClock, systemClock } from '../core/time.ts';
import { ADMINS } from '../platform/db/roles.ts';
import { writeAudit } from '../platform/audit.ts';
import type { Database } from '../platform/db/database.ts';
import { type Env, readEnv } from '../platform/env.ts';
import { confirmHolds, heldDeadlines, type OpenDeadline, openHolds, setAhead } from '../platform/holds.ts';
import { createLogger } from '../platform/log.ts';
import { sql } from 'kysely';
import { openDatabaseBeside } from './open-database.ts';
import { UNDOING } from './undoing.ts';

const MOST = 100_000;
const USAGE = 'Say what: npm run deadlines -- list, or npm run deadlines -- confirm you@example.org';

/** Lists what is held for a person's word, or lets it go. Works while the product runs and while it does not. */
export async function heldDeadlinesCommand([what, email]: string[]): Promise<void> {
  if (what !== 'list' && what !== 'confirm') throw new Error(USAGE);
  const env = readEnv();
  const { database, close } = await openDatabaseBeside(env, createLogger('warn'));
  const clock = env.CLOCK_OFFSET_MS === 0 ? systemClock : shiftedClock(env.CLOCK_OFFSET_MS);
  try {
    if (what === 'list') await list(database, clock);
    else await confirm(database, clock, env, email);
  } finally {
    await close();
  }
}

async function list({ systemDb: db }: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  console.log(`The clock says ${now.toISOString()}.`);
  const holds = await openHolds(db);
  if (holds.length === 0) console.log('Nothing is waiting.');
  for (const { cause, seen_at, clock_at, due } of holds)
    console.log(
      cause === 'many'
        ? `Paused since ${clock_at.toISOString()}: ${due} actions that cannot be undone came due at once.`
        : `Paused since the clock jumped ${cause}: from ${seen_at.toISOString()} to ${clock_at.toISOString()}.`,
    );
  if (holds.length > 0) {
    const { total, data } = await heldDeadlines(db, UNDOING, now, MOST);
    console.log(`${total} waiting.`);
    for (const row of data) console.log(lineOf(row));
    console.log('If the clock is correct: npm run deadlines -- confirm you@example.org');
  }
  const ahead = await setAhead(db, now, MOST);
  if (ahead.total > 0) {
    console.log(`\n${ahead.total} were scheduled while the clock was ahead. Check the dates of these reviews:`);
    for (const row of ahead.data) console.log(lineOf(row));
  }
}

function lineOf({ kind, key, due_at, review_id, review_kind }: OpenDeadline): string {
  const undo = new Map(Object.entries(UNDOING)).get(kind);
  const of = review_id === null || review_kind === null ? key : reviewNumber(review_kind, review_id);
  return [due_at.toISOString(), kind, of, typeof undo === 'object' ? undo.irreversible : ''].join('  ').trimEnd();
}

/** Whoever runs this command says whose word it is: it stands on the record with their account. */
async function confirm({ systemDb }: Database, clock: Clock, env: Env, email: string | undefined): Promise<void> {
  if (email === undefined) throw new Error('Say who confirms: npm run deadlines -- confirm you@example.org');
  await systemDb.transaction().execute(async (system) => {
    const now = clock.now();
    const { rows } = await sql<{ id: number }>`select u.id from users u
      where u.email = ${email} and u.role in ${ADMINS} and u.suspended_at is null`.execute(system);
    const [admin] = rows;
    if (!admin) throw new Error(`There is no admin with the address ${email}. Nothing was changed.`);
    const holds = await openHolds(system, { lock: true });
    if (holds.length === 0) throw new Error('Nothing is waiting.');
    const released = await confirmHolds(
      {
        system,
        now,
        audit: (entry) => writeAudit(system, { kind: 'system', request_id: 'deadlines-confirm' }, now, entry),
      },
      holds,
      {
        undoing: UNDOING,
        until: now,
        by: { user_id: admin.id, how: 'command' },
        session_ms: env.SESSION_HOURS * HOUR,
      },
    );
    console.log(`Confirmed at ${now.toISOString()}: ${released} will run now.`);
  });
}
