import type { FastifyInstance } from 'fastify';
import { checkHead } from '../../../platform/audit-heads.ts';
import { chainHead } from '../../../platform/audit-seal.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { oversightEndpoints } from '../contract.ts';
import { exportAudit, listAudit, readEntry } from './audit-log.ts';
import { askForVerification, lastVerification, verifyInBackground } from './verification.ts';

/** What was done in the product, for those who answer for it: the audit log and whether it is unchanged. */
export function oversightServer(app: FastifyInstance, services: Services) {
  const db = services.database.systemDb;
  mount(app, services, oversightEndpoints.audit, ({ actor, query }) => listAudit(db, actor, query));
  mount(app, services, oversightEndpoints.exportAudit, async ({ actor, query, reply }) => {
    await exportAudit(services, actor, query, reply);
  });
  mount(app, services, oversightEndpoints.verification, () => lastVerification(db));
  mount(app, services, oversightEndpoints.verify, ({ actor }) => askForVerification(services, actor));
  mount(app, services, oversightEndpoints.head, async () => ({ head: await chainHead(db) }));
  mount(app, services, oversightEndpoints.checkHead, ({ body }) => checkHead(db, body));
  mount(app, services, oversightEndpoints.auditEntry, ({ actor, params }) =>
    readEntry(services, actor, params.entryId),
  );
  return { jobs: [verifyInBackground(services)] } satisfies FeatureServer;
}
