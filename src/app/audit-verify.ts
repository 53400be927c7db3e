import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { plural } from '../core/phrases.ts';
import { systemClock } from '../core/time.ts';
import { checkHead } from '../platform/audit-heads.ts';
import { type ChainHead, verifyAudit } from '../platform/audit-seal.ts';
import { openKeyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/database.ts';
import { readEnv } from '../platform/env.ts';
import { createLogger } from '../platform/log.ts';
import { openDatabaseBeside } from './open-database.ts';

const USAGE = 'Use: npm run audit:verify -- [--head FILE] [--without-key]. Without the key a head is needed.';
const headFile = z.object({
  seal_id: z.number().int().positive(),
  mac: z.string().regex(/^[0-9a-f]{64}$/),
  sealed_at: z.string(),
});

/**
 * Checks the audit chain from its first seal to its last and prints what it found; fails when anything was changed.
 * `--head FILE` also looks for a head that was kept outside; `--without-key` does that alone, and reads no key.
 */
export async function verify(args: readonly string[]): Promise<void> {
  const { file, withKey } = readArgs(args);
  const head = file === null ? null : await readHead(file);
  const env = readEnv();
  const { database, close } = await openDatabaseBeside(env, createLogger('warn'));
  const db = database.systemDb;
  try {
    if (!withKey) {
      if (head) await compare(db, head);
      return;
    }
    const keys = await openKeyring(env, db, systemClock.now());
    const report = await verifyAudit(db, keys, { now: systemClock.now(), heads: head ? [head] : [] });
    for (const fault of report.faults) console.log(JSON.stringify(fault));
    console.log(
      `${plural(report.rows, 'row')} under ${plural(report.seals, 'seal')}: ${report.ok ? 'unchanged' : plural(report.faults.length, 'fault')}.`,
    );
    if (report.head) console.log(`Chain head: ${JSON.stringify(report.head)}`);
    if (!report.ok) process.exitCode = 1;
  } finally {
    await close();
  }
}

async function compare(db: Db, head: ChainHead): Promise<void> {
  const { present, linked, seals_since } = await checkHead(db, head);
  console.log(
    present
      ? `The head of seal ${head.seal_id} is in the chain, with ${plural(seals_since, 'seal')} after it.`
      : `The head of seal ${head.seal_id} is not in the chain: it was cut off or made anew.`,
  );
  console.log(linked ? 'Every seal follows the one before it.' : 'A seal was removed, put in or moved.');
  if (!present || !linked) process.exitCode = 1;
}

function readArgs(args: readonly string[]): { file: string | null; withKey: boolean } {
  let file: string | null = null;
  let withKey = true;
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--without-key') withKey = false;
    else if (arg === '--head') file = rest.shift() ?? null;
    else throw new Error(USAGE);
  }
  if ((!withKey || args.includes('--head')) && file === null) throw new Error(USAGE);
  return { file, withKey };
}

async function readHead(file: string): Promise<ChainHead> {
  try {
    return headFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    throw new Error(`${file} is not a chain head as the console and this command write it.`);
  }
}
