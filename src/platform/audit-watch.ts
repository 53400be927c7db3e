import { createHash } from 'node:crypto';
import { verifyAudit } from './audit-seal.ts';
import { systemCommand } from './command.ts';
import type { Services } from './services.ts';

/**
 * Checks the audit chain; what is broken is logged each time and told to staff (`audit.broken`, which names the same
 * finding by the same word). Answers how many faults there are.
 */
export async function watchAudit(services: Services): Promise<number> {
  const { faults: found } = await verifyAudit(services.database.systemDb, services.keys, { now: services.clock.now() });
  // what was written before the last stop is sealed with the next round
  const faults = found.filter(({ kind }) => kind !== 'unsealed_too_long');
  if (faults.length === 0) return 0;
  const kinds = [...new Set(faults.map(({ kind }) => kind))].toSorted();
  services.log.fatal(
    { faults: faults.slice(0, 20), kinds },
    'the audit trail was changed past the product: npm run audit:verify prints all of it',
  );
  const finding = createHash('sha256').update(JSON.stringify(faults)).digest('hex').slice(0, 16);
  await systemCommand(services, { kind: 'system', request_id: `audit-${finding}` }, (tx) =>
    tx.emit('audit.broken', { finding, faults: faults.length }),
  );
  return faults.length;
}
