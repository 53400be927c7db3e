import type { FastifyInstance } from 'fastify';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import { createSender } from '../../../platform/sending.ts';
import type { Services } from '../../../platform/services.ts';
import { type FeatureServer, onAction, onEvent } from '../../../platform/workers.ts';
import { boxImportEndpoints } from '../contract.ts';
import { browse } from './choose.ts';
import { beginImport, leaveOut, measure, readImports, tryAgain } from './commands.ts';
import { boxReports } from './reports/index.ts';
import { Fetcher } from './work.ts';

/** A purged review keeps nothing of what was chosen for it. */
const purgeImports = onEvent({
  name: 'box_import.purge',
  topics: ['review.transitioned'],
  when: onAction('purge'),
  async run(tx, event) {
    if (event.review_id === null) return;
    await tx.system.deleteFrom('box_imports').where('review_id', '=', event.review_id).execute();
  },
});

/** Records from Box: browsed, chosen, fetched beside the requests into where uploads go. */
export function boxImportServer(
  app: FastifyInstance,
  services: Services,
  ports: Pick<Ports, 'connectedAccounts' | 'fetchedRecords' | 'mail' | 'personActor'>,
) {
  const e = boxImportEndpoints;
  const fetcher = new Fetcher(services, ports);
  const loop = createSender(services, 'box imports', {
    sendNext: () => fetcher.next(),
    keep: () => Promise.resolve(0),
    tidy: () => Promise.resolve(),
    // what comes in hangs on no clock
    isHeld: () => Promise.resolve(false),
  });
  const sender = {
    ...loop,
    wake: () => {
      fetcher.more();
      loop.wake();
    },
    stop: () => {
      fetcher.stop();
      return loop.stop();
    },
  };

  mount(app, services, e.browse, ({ actor, query }) => browse(services, ports, actor, query));
  mount(app, services, e.list, ({ actor, kind, params }) =>
    readImports(services, ports, actor, { kind, id: params.id }, fetcher.received),
  );
  mount(app, services, e.measure, ({ actor, kind, params, body }) =>
    measure(services, ports, actor, { kind, id: params.id }, body.items),
  );
  mount(app, services, e.begin, async ({ actor, kind, params, body }) => {
    const of = { kind, id: params.id };
    await beginImport(services, ports, actor, of, body.items, sender.wake);
    return readImports(services, ports, actor, of, fetcher.received);
  });
  mount(app, services, e.again, async ({ actor, kind, params }) => {
    const of = { kind, id: params.id };
    await tryAgain(services, ports, actor, of, params.fileId, sender.wake);
    return readImports(services, ports, actor, of, fetcher.received);
  });
  mount(app, services, e.cancel, ({ actor, kind, params }) =>
    leaveOut(services, ports, actor, { kind, id: params.id }, params.fileId),
  );

  const reports = boxReports(app, services, ports);
  return { senders: [sender, reports.sender], events: [purgeImports, ...reports.events] } satisfies FeatureServer;
}
