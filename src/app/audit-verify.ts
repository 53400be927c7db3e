import { systemClock } from '../core/time.ts';
import { verifyAudit } from '../platform/audit-seal.ts';
import { openKeyring } from '../platform/crypto.ts';
import { readEnv } from '../platform/env.ts';
import { createLogger } from '../platform/log.ts';
import { openDatabaseBeside } from './open-database.ts';

/** Checks the audit chain from its first seal to its last and prints what it found; fails when anything was changed. */
export async function verify(): Promise<void> {
  const env = readEnv();
  const { database, close } = await openDatabaseBeside(env, createLogger('warn'));
  try {
    const keys = await openKeyring(env, database.systemDb, systemClock.now());
    const report = await verifyAudit(database.systemDb, keys, { now: systemClock.now() });
    for (const fault of report.faults) console.log(JSON.stringify(fault));
    console.log(
      `${report.rows} rows under ${report.seals} seals: ${report.ok ? 'unchanged' : `${report.faults.length} faults`}.`,
    );
    if (report.head) console.log(`Chain head: ${JSON.stringify(report.head)}`);
    if (!report.ok) process.exitCode = 1;
  } finally {
    await close();
  }
}
