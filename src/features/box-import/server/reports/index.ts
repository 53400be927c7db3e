import type { FastifyInstance } from 'fastify';
import { mount } from '../../../../platform/http/mount.ts';
import type { Ports } from '../../../../platform/ports.ts';
import { createQueueSender } from '../../../../platform/queue-sender.ts';
import type { Services } from '../../../../platform/services.ts';
import { onAction, onEvent } from '../../../../platform/workers.ts';
import { boxReportEndpoints } from '../../contract.ts';
import { askForReports, endReports, queueNewest, tryReportAgain } from './commands.ts';
import { boxReportsOf, reviewOf } from './load.ts';
import { putNext } from './work.ts';

/** Delivered reports into a folder in Box, where whoever ordered asked for it. */
export function boxReports(app: FastifyInstance, services: Services, ports: Pick<Ports, 'connectedAccounts'>) {
  const e = boxReportEndpoints;
  const sender = createQueueSender(services, 'box reports', {
    sendNext: () => putNext(services, ports),
  });

  mount(app, services, e.read, async ({ db, actor, kind, params }) =>
    boxReportsOf(services.database.systemDb, ports, actor, await reviewOf(db, { kind, id: params.id })),
  );
  mount(app, services, e.ask, ({ actor, kind, params, body }) =>
    askForReports(services, ports, actor, { kind, id: params.id }, body.folder_id, sender.wake),
  );
  mount(app, services, e.end, ({ actor, kind, params }) => endReports(services, ports, actor, { kind, id: params.id }));
  mount(app, services, e.again, ({ actor, kind, params }) =>
    tryReportAgain(services, ports, actor, { kind, id: params.id }, params.uploadId, sender.wake),
  );

  return {
    sender,
    events: [
      onEvent({
        name: 'box_reports.queue',
        topics: ['review.transitioned'],
        when: onAction('approve_report'),
        async run(tx, { review_id }) {
          if (review_id === null) return;
          await queueNewest(tx, review_id);
          tx.afterCommit(sender.wake);
        },
      }),
      onEvent({
        name: 'box_reports.purge',
        topics: ['review.transitioned'],
        when: onAction('purge'),
        async run(tx, { review_id }) {
          await tx.system
            .deleteFrom('box_report_wishes')
            .where('review_id', '=', review_id ?? 0)
            .execute();
        },
      }),
    ],
  };
}
