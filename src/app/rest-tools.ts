import type { RestTools } from '../../demo/rest/copy.ts';
import type { Clock } from '../core/time.ts';
import { createPdfRenderer } from '../features/reports/server/pdf/renderer.ts';
import type { ReportPdfInput } from '../features/reports/server/pdf/types.ts';
import { refreshSearch } from '../features/reviews/server/order/derive.ts';
import { openKeyring } from '../platform/crypto.ts';
import type { Database } from '../platform/db/database.ts';
import type { Env } from '../platform/env.ts';
import { openOwnSigner } from '../platform/pdf/sign/p12.ts';
import { createPdfSignatures } from '../platform/pdf/sign/signatures.ts';
import { filesFolder, openDiskStorage } from '../platform/storage-disk.ts';
import { installKinds, SHIPPED_KINDS } from './kinds.ts';

/** What fills the demo world up has of the product's own code: reports are rendered, signed and kept as everywhere. */
export async function openRestTools(of: {
  env: Env;
  database: Database;
  clock: Clock;
}): Promise<RestTools & { close(): Promise<void> }> {
  const { env, database, clock } = of;
  await installKinds(database.systemDb, SHIPPED_KINDS);
  const keys = await openKeyring(env, database.systemDb, clock.now());
  const storage = await openDiskStorage(filesFolder(env), database.systemDb, keys);
  const signatures = createPdfSignatures({ env, clock, database, keys, own: await openOwnSigner(env, clock.now()) });
  const renderer = createPdfRenderer();
  return {
    report: async (snapshot, key) =>
      storage.put(key, await signatures.signed(await renderer.report(snapshot as ReportPdfInput))), // as it was signed
    keep: async (content, key) => {
      if ((await storage.size(key)) === null) await storage.put(key, content);
    },
    refreshSearch: (db, reviewId) => refreshSearch({ system: db }, reviewId),
    close: () => renderer.close(),
  };
}
