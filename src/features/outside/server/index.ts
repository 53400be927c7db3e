import { onEvent } from '../../../platform/workers.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { json } from '../../../platform/db/json.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports, Renewal } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { type EventHandler, type FeatureServer, onAction } from '../../../platform/workers.ts';
import { outsideEndpoints, visitEndpoints } from '../contract.ts';
import type { Asking } from './admit.ts';
import { askCustodian, listLinks, readdressLink, renewLink, revokeLink } from './create-links.ts';
import { askStatement, providerVoice, releaseFindings } from './provider.ts';
import { linkDeadlines } from './link-mails.ts';
import { finishRecords, openLink } from './link-sessions.ts';
import { makeStatementRecord, saveText, submitText } from './statements.ts';

export { outsideLinks } from './admit.ts';

const askingOf = (request: FastifyRequest): Asking => ({ ip: request.ip, request_id: request.id });

/** People outside without an account: links that end, what they let in, and who is told. */
export function outsideServer(app: FastifyInstance, services: Services, ports: Ports) {
  mount(app, services, outsideEndpoints.list, ({ params, kind, actor, db }) =>
    listLinks(db, actor, kind, params.id, services.clock.now()),
  );
  mount(app, services, outsideEndpoints.askCustodian, ({ params, body, kind, actor }) =>
    askCustodian(services, ports, actor, kind, params.id, body),
  );
  mount(app, services, outsideEndpoints.renew, ({ params, body, kind, actor }) =>
    renewLink(services, ports, actor, kind, params, body.days),
  );
  mount(app, services, outsideEndpoints.revoke, ({ params, kind, actor }) =>
    revokeLink(services, ports, actor, kind, params),
  );

  mount(app, services, outsideEndpoints.askStatement, ({ params, body, kind, actor }) =>
    askStatement(services, ports, actor, kind, params.id, body),
  );
  mount(app, services, outsideEndpoints.releaseFindings, ({ params, body, kind, actor }) =>
    releaseFindings(services, ports, actor, kind, params.id, body),
  );
  mount(app, services, outsideEndpoints.providerVoice, ({ params, kind, actor, db }) =>
    providerVoice(services, db, actor, kind, params.id),
  );

  mount(app, services, visitEndpoints.open, ({ body, request }) => openLink(services, body, askingOf(request)));
  mount(app, services, visitEndpoints.finishRecords, async ({ body, request }) => {
    await finishRecords(services, ports, body, askingOf(request), body.reasons);
    return null;
  });

  mount(app, services, visitEndpoints.save, ({ body, request }) => saveText(services, body, askingOf(request), body));
  mount(app, services, visitEndpoints.submit, async ({ body, request }) => {
    await submitText(services, ports, body, askingOf(request), body);
    return null;
  });

  const readdress: Renewal = (tx, id) => readdressLink(tx, ports, id);
  return {
    jobs: [makeStatementRecord(services, ports)],
    events: [purgeLinks],
    renewals: {
      outside_records: readdress,
      outside_statement: readdress,
      outside_response: readdress,
      outside_reminder: readdress,
    },
    deadlines: linkDeadlines(ports),
  } satisfies FeatureServer;
}

/** A purged review keeps nothing of who was asked outside, and of what they wrote; when links were made and used stays. */
const purgeLinks: EventHandler = onEvent({
  name: 'outside.purge',
  topics: ['review.transitioned'],
  when: onAction('purge'),
  async run(tx, event) {
    if (event.review_id === null) return;
    await tx.system
      .updateTable('outside_links')
      .set({
        name: '',
        email: '',
        items: json([]),
        text: '',
        summary: null,
        signature_name: null,
        // the token followed from it
        seed: Buffer.alloc(0),
      })
      .where('review_id', '=', event.review_id)
      .execute();
  },
});
