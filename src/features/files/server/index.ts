import type { FastifyInstance } from 'fastify';
import { isAttendee } from '../../../core/actor.ts';
import { Refusal } from '../../../core/errors.ts';
import { reviewNumber } from '../../../core/kinds.ts';
import { mount } from '../../../platform/http/mount.ts';
import { Readings } from '../../../platform/http/send-stored.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { fileEndpoints, fileRequestEndpoints, readPreOrders } from '../contract.ts';
import { fileTotals, listAbilities, mayHandleFiles, mayListFiles, NO_RULES } from '../rules.ts';
import { assignCharts, removeFile, updateFile } from './commands.ts';
import { sendContent } from './content.ts';
import { markDamaged } from './damage.ts';
import { isAttended, filesOf, loadFile, loadFileReview, presentFiles, recordRulesOf } from './facts.ts';
import { Inspector } from '../../../platform/inspect/inspector.ts';
import { sawPages } from './pages-seen.ts';
import { listPreOrders } from './pre-orders.ts';
import { checkUploaded, purgeFiles, removeStored } from './jobs.ts';
import { roomOf } from './quotas.ts';
import { answerRequest, askForFiles, listRequests } from './requests.ts';
import { beginScans, scanTimers, scanUploaded } from './scans.ts';
import { scannerOf } from '../../../platform/scanning/clamd.ts';
import { endLinkUploads, expireUploads } from './uploads/commands.ts';
import { mountUploads } from './uploads/route.ts';

export { presentRecords } from './page-records.ts';
export { fetchedRecords } from './fetched.ts';
export { recordsPort } from './records-port.ts';
export { answerByLink } from './requests.ts';
export { Inspector } from '../../../platform/inspect/inspector.ts';
export { shareRecords } from './share.ts';

/** Records: resumable uploads, their inspection, who sees what, reading, and asking for documents. */
export function filesServer(app: FastifyInstance, services: Services, ports: Ports) {
  const readings = new Readings();
  const inspector = new Inspector();
  const scanner = scannerOf(services.env);
  const uploads = mountUploads(app, services, ports);

  mount(app, services, fileEndpoints.list, async ({ params, kind, actor, db }) => {
    const review = await loadFileReview(db, params.id, kind);
    if (!mayListFiles(actor, review)) {
      throw new Refusal('forbidden', 'The records open once you attest and accept.');
    }
    const data = await presentFiles(db.executor, actor, review, await filesOf(db, review.id));
    const { categories, hides } = mayHandleFiles(actor, review) ? await recordRulesOf(db.executor, review) : NO_RULES;
    const abilities = listAbilities(actor, review);
    return {
      data,
      totals: fileTotals(data),
      rules: { categories: [...categories], hides },
      attended: mayHandleFiles(actor, review) && (await isAttended(db.executor, review.id)),
      room: abilities.upload.allowed ? await roomOf(db.executor, services.env, review) : null,
      abilities,
    };
  });

  mount(app, services, fileEndpoints.read, async ({ params, actor, db }) => {
    const { file, review } = await loadFile(db, actor, params.fileId);
    const all = await presentFiles(db.executor, actor, review, await filesOf(db, review.id));
    const view = all.find((f) => f.id === file.id);
    if (!view) throw new Refusal('not_found');
    const { id, kind } = review;
    // who joins a call is not told what the matter is called
    const subject = isAttendee(actor.kind) ? '' : review.subject;
    return { file: view, review: { id, kind, number: reviewNumber(kind, id), subject } };
  });

  mount(app, services, fileEndpoints.update, async ({ params, body, actor }) =>
    updateFile(services, actor, params.fileId, body),
  );

  mount(app, services, fileEndpoints.assignCharts, ({ params, kind, body, actor }) =>
    assignCharts(services, actor, kind, params.id, body.assignments),
  );

  mount(app, services, readPreOrders, ({ query, actor, db }) =>
    listPreOrders(db, actor, query.subscription_id ?? null),
  );

  mount(app, services, fileEndpoints.remove, async ({ params, actor }) => {
    await removeFile(services, actor, params.fileId);
    return null;
  });

  mount(app, services, fileEndpoints.pagesSeen, ({ params, body, actor }) =>
    sawPages(services, actor, params.fileId, body.pages),
  );

  mount(app, services, fileEndpoints.content, async ({ params, query, actor, db, request, reply }) => {
    const download = query.download === '1';
    await sendContent(services, readings, { db, actor, fileId: params.fileId, download, request, reply });
  });

  mount(app, services, fileRequestEndpoints.list, async ({ params, kind, actor, db }) =>
    listRequests(db, actor, kind, params.id),
  );

  mount(app, services, fileRequestEndpoints.create, async ({ params, kind, body, actor }) =>
    askForFiles(services, ports, actor, kind, params.id, body),
  );

  mount(app, services, fileRequestEndpoints.answer, async ({ params, kind, body, actor }) =>
    answerRequest(services, ports, actor, kind, params, body),
  );

  return {
    events: [purgeFiles, endLinkUploads, markDamaged(ports)],
    deadlines: { upload_expires: expireUploads },
    timers: scanTimers,
    jobs: [
      checkUploaded(services, inspector),
      removeStored(services),
      ...(scanner === null ? [] : scanUploaded(services, ports, scanner)),
    ],
    begin: () => beginScans(services),
    close: async () => {
      inspector.close();
      await uploads.close();
    },
  } satisfies FeatureServer;
}
