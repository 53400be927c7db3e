import { existsSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { sql } from 'kysely';
import { keyFile } from '../platform/crypto.ts';
import type { Db } from '../platform/db/database.ts';
import { json } from '../platform/db/json.ts';
import type { Env } from '../platform/env.ts';
import { Refusal } from '../platform/refusal.ts';
import { filesFolder } from '../platform/storage-disk.ts';

const BEGUN = 'begun';

/** What a database says of its past. */
export interface Past {
  /** Somebody has an account. */
  people: boolean;
  /** It was used with an encryption key. */
  key: boolean;
  audit: boolean;
  /** A start began it, and meant it for the demo world or not; null of one from before this was noted, and of a new one. */
  begun: { demo: boolean } | null;
  /** The demo world was begun and not finished. */
  halfMade: boolean;
}

/** What an installation leaves outside of its database. */
export interface Left {
  key: boolean;
  files: boolean;
}

interface Wish {
  demo: boolean | undefined;
  newStart: boolean;
  embedded: boolean;
}

type Trace = 'key' | 'files' | 'audit';

/** How a start goes on. `begin`: the database is new; `again`: what a cut-off start left of the demo world is taken away first. */
type Beginning =
  | { how: 'continue' }
  | { how: 'begin' | 'again'; demo: boolean }
  | { how: 'refuse'; traces: readonly Trace[] };

/**
 * How a start goes on from what it finds. An empty database is filled only where nothing says that it was full once: a
 * lost one must not become a demo world whose passwords are published, nor an installation that takes stored files for nobody's.
 */
export function beginning(past: Past, left: Left, { demo, newStart, embedded }: Wish): Beginning {
  const isNew = !past.key && past.begun === null;
  const wantsDemo = demo ?? past.begun?.demo ?? (embedded && (isNew || past.halfMade));
  if (past.halfMade && wantsDemo) return { how: 'again', demo: true };
  if (!past.people && past.begun?.demo && wantsDemo) return { how: 'begin', demo: true };
  const traces = newStart ? [] : tracesOf(past, left, { isNew, wantsDemo });
  if (traces.length > 0) return { how: 'refuse', traces };
  if (past.people || past.halfMade || (!isNew && !wantsDemo)) return { how: 'continue' };
  return { how: 'begin', demo: wantsDemo };
}

function tracesOf(past: Past, left: Left, { isNew, wantsDemo }: { isNew: boolean; wantsDemo: boolean }): Trace[] {
  const told: Record<Trace, boolean> = {
    key: isNew && left.key,
    files: left.files && (isNew || (!past.people && past.begun === null)),
    audit: past.audit && !past.people && (isNew || wantsDemo),
  };
  return (Object.keys(told) as Trace[]).filter((trace) => told[trace]);
}

/** What an earlier installation left in the data folder and beside it. */
export async function lookForLeft(env: Pick<Env, 'data_dir'>): Promise<Left> {
  return { key: existsSync(keyFile(env.data_dir)), files: await holdsFiles(filesFolder(env)) };
}

async function holdsFiles(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  // a link leads to where files are kept, on another disk for instance
  for await (const entry of await opendir(folder, { recursive: true })) if (!entry.isDirectory()) return true;
  return false;
}

/** Asks a migrated database for its past. `demo`: what the demo world knows of it; `cleared`, to be made anew. */
export async function readPast(
  db: Db,
  demo: { isEmpty: boolean; isHalfMade: boolean; isCleared: boolean },
): Promise<Past> {
  const rows = await db.selectFrom('instance_settings').select(['key', 'value']).execute();
  const begun = rows.find((row) => row.key === BEGUN)?.value as { demo: boolean } | undefined;
  const audit = await sql<{ there: boolean }>`select exists (select from audit_rows) as there`.execute(db);
  return {
    people: !demo.isEmpty,
    key: rows.some((row) => row.key === 'key_check'),
    audit: audit.rows[0]?.there ?? false,
    begun: begun ?? (demo.isCleared ? { demo: true } : null),
    halfMade: demo.isHalfMade,
  };
}

/** Notes that this database was begun here, before a key is made or a file stored: a start that is cut off goes on. */
export async function markBegun(db: Db, { demo, now }: { demo: boolean; now: Date }): Promise<void> {
  await db
    .insertInto('instance_settings')
    .values({ key: BEGUN, value: json({ demo }), updated_at: now })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value: json({ demo }), updated_at: now }))
    .execute();
}

/** An empty database beside what an earlier installation left: refused, with what to do. */
export function nothingBeside(env: Pick<Env, 'data_dir'>, traces: readonly Trace[]): Refusal {
  const words: Record<Trace, string> = {
    key: `the encryption key ${keyFile(env.data_dir)}`,
    files: `files in ${filesFolder(env)}`,
    audit: 'an audit trail in the database',
  };
  return new Refusal(
    'stored',
    `The database is empty, yet an earlier installation left ${new Intl.ListFormat('en-US').format(traces.map((trace) => words[trace]))}. ` +
      'Nothing was changed.\n' +
      '  If the database was lost, or DATABASE_URL or DATA_DIR name the wrong place: bring it back from your backup, or correct them, and start again.\n' +
      '  If a new start is meant: set DATA_DIR to an empty folder without a key file beside it, or set NEW_START=on for this one start. ' +
      'Files that no database knows are then removed after a day.',
  );
}

/** A used database beside a folder in which none of its files is: refused, with what to do. */
export function filesAway(env: Pick<Env, 'data_dir'>): Refusal {
  return new Refusal(
    'stored',
    `The database knows of stored files, yet none of them is in ${filesFolder(env)}. Nothing was changed.\n` +
      '  If the volume that holds them is not mounted, or DATA_DIR or DATABASE_URL name the wrong place: mount it, or correct them, and start again.\n' +
      '  If the files were lost: bring them back from your backup. Without one, set NEW_START=on for this one start. ' +
      'Everything else works then, and every missing file is reported as damaged.',
  );
}

/**
 * Before a database is created where there is none: refuses beside what an earlier installation left, so that its backup
 * finds the place empty.
 */
export async function assertNothingLeft(env: Pick<Env, 'data_dir' | 'NEW_START'>): Promise<void> {
  const left = await lookForLeft(env);
  const traces = (['key', 'files'] as const).filter((trace) => left[trace]);
  if (traces.length > 0 && !env.NEW_START) throw nothingBeside(env, traces);
}
