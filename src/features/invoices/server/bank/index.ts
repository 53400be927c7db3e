import type { FastifyInstance } from 'fastify';
import { mount } from '../../../../platform/http/mount.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { bankEndpoints } from '../../contract.ts';
import { BANK_BYTES_MOST } from '../../rules.ts';
import { bookLine, reopenLine, setAside } from './decide.ts';
import { linesWaiting, listLines, openInvoicesOf } from './lines.ts';
import { takeStatement } from './upload.ts';

/** What arrived at the bank: statements read, and each line booked or set aside by a person's word. */
export function bankServer(
  app: FastifyInstance,
  services: Services,
  ports: Pick<Ports, 'postToLedger' | 'followBilling' | 'mail'>,
) {
  const e = bankEndpoints;
  const { systemDb } = services.database;
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['text/csv', 'text/plain', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: BANK_BYTES_MOST },
      (_, bytes, done) => done(null, bytes),
    );
    mount(scope, services, e.upload, ({ actor, query: { name, ...said }, request }) =>
      takeStatement(services, actor, { name, body: request.body, said }),
    );
  });
  mount(app, services, e.lines, ({ query }) => listLines(systemDb, query));
  mount(app, services, e.openInvoices, async ({ params }) => ({
    data: await openInvoicesOf(systemDb, params.organizationId),
  }));
  mount(app, services, e.book, ({ actor, params, body }) => bookLine(services, ports, actor, params.id, body));
  mount(app, services, e.aside, ({ actor, params }) => setAside(services, actor, params.id));
  mount(app, services, e.reopen, ({ actor, params }) => reopenLine(services, actor, params.id));
  return { waiting: () => linesWaiting(systemDb) };
}
