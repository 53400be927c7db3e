import { access, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { keyFile } from './crypto.ts';
import { tryWriting } from './data-folder.ts';
import { scannerOf } from './scanning/clamd.ts';
import { DEAD_LETTERS } from './work-desk.ts';
import type { Services } from './services.ts';

/** An event or job that waits longer is behind, ms. */
const BEHIND_MS = 300_000;
/** What stands on the disk is looked at again after so long, ms: whoever asks often makes nothing slower. */
const KEPT_MS = 5_000;
/** Longer nothing that readiness looks at is waited for, ms. */
const PATIENCE_MS = 1_500;

/** What the product stands on besides its database. Without the first two it is not ready; the others are warnings. */
export interface Ground {
  /** Whether a file can be written where records are kept. */
  storage: boolean;
  /** Whether the key that opens them is there at the next start. */
  keys: boolean;
  /** Whether there is room: MIN_FREE_BYTES. */
  room: boolean;
  /** Whether what follows actions is done within five minutes. */
  queue: boolean;
  /** Whether the virus scanner answers, where one is set. */
  scanner: boolean;
}

/** Looks at the ground; answers what it saw within the last five seconds again. */
export function groundOf(services: Pick<Services, 'env' | 'database' | 'log'>): () => Promise<Ground> {
  let kept: { at: number; ground: Promise<Ground> } | undefined;
  return () => {
    if (!kept || performance.now() - kept.at > KEPT_MS) kept = { at: performance.now(), ground: look(services) };
    return kept.ground;
  };
}

async function look({ env, database, log }: Pick<Services, 'env' | 'database' | 'log'>): Promise<Ground> {
  const seen = async (what: keyof Ground, check: () => Promise<boolean>): Promise<boolean> => {
    try {
      const good = await inTime(check());
      if (!good) log.warn({ check: what }, 'not in order');
      return good;
    } catch (error) {
      log.warn({ err: error, check: what }, 'not in order');
      return false;
    }
  };
  const [storage, keys, room, queue, scanner] = await Promise.all([
    seen('storage', async () => {
      await tryWriting(env.data_dir);
      return true;
    }),
    seen('keys', async () => {
      if (env.ENCRYPTION_KEY === undefined) await access(keyFile(env.data_dir));
      return true;
    }),
    seen('room', async () => {
      const { bavail, bsize } = await statfs(env.data_dir);
      return bavail * bsize >= env.MIN_FREE_BYTES;
    }),
    seen('queue', async () => {
      const { rows } = await sql<{ behind: boolean }>`
        select exists (select from pgboss.job where state in ('created', 'retry') and name <> ${DEAD_LETTERS}
          and greatest(created_on, start_after) < now() - make_interval(secs => ${BEHIND_MS / 1_000})) as behind`.execute(
        database.systemDb,
      );
      return !rows[0]?.behind;
    }),
    seen('scanner', async () => (await scannerOf(env)?.answers()) ?? true),
  ]);
  return { storage, keys, room, queue, scanner };
}

/** What is asked, or an error where there is no answer in time: whoever asks for readiness hears within 2 s. */
export async function inTime<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('There was no answer in time.')), PATIENCE_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
