import type { FastifyInstance } from 'fastify';
import { checkHead } from '../../../platform/audit-heads.ts';
import { chainHead } from '../../../platform/audit-seal.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import type { Undoing } from '../../../platform/declarations.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { WorkDesk } from '../../../platform/work-desk.ts';
import { oversightEndpoints } from '../contract.ts';
import { healthEndpoints } from '../contract/health.ts';
import { workEndpoints } from '../contract/work.ts';
import { JOBS_PLACE } from '../rules/work.ts';
import { tellOfAlerts } from './alerts.ts';
import { exportAudit, listAudit, readEntry } from './audit-log.ts';
import { readHealth, type Running } from './health.ts';
import { retryAllWork, retryWork, setWorkAside } from './mend-work.ts';
import { countWork, failedWork, listWork, type WorkFacts } from './work.ts';
import { askForVerification, lastVerification, verifyInBackground } from './verification.ts';

/**
 * What was done in the product and how it does its work, for those who answer for it: the audit log and whether it is
 * unchanged; jobs and what failed; whether all is in order, and who hears where it is not.
 */
export function oversightServer(
  app: FastifyInstance,
  services: Services,
  ports: Ports,
  { undoing, desk, ...running }: Running & { undoing: Undoing; desk: () => WorkDesk },
) {
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

  const work: WorkFacts = { services, undoing, desk };
  mount(app, services, workEndpoints.list, ({ actor, query }) => listWork(work, actor, query));
  mount(app, services, workEndpoints.counts, ({ actor }) => countWork(work, actor));
  mount(app, services, workEndpoints.retryAll, ({ actor, body }) => retryAllWork(work, actor, body));
  mount(app, services, workEndpoints.retry, ({ actor, params, body }) =>
    retryWork(work, actor, params.workId, body.reason),
  );
  mount(app, services, workEndpoints.setAside, ({ actor, params, body }) =>
    setWorkAside(work, actor, params.workId, body.reason),
  );
  mount(app, services, healthEndpoints.read, ({ actor }) => readHealth(services, actor, running));

  return {
    jobs: [verifyInBackground(services)],
    events: [tellOfAlerts(ports)],
    waiting: { [JOBS_PLACE.path]: () => failedWork(db) },
  } satisfies FeatureServer;
}
