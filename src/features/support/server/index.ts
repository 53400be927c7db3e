import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ADMIN_KINDS, profileHeader } from '../../../core/actor.ts';
import { isEmail, normalizeEmail } from '../../../core/emails.ts';
import { refuseFields } from '../../../core/errors.ts';
import { HOUR } from '../../../core/time.ts';
import { command } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { countTry, type Limit, sourceOf, throttleKey } from '../../../platform/throttle.ts';
import { staffWithRole } from '../../../platform/mail/staff.ts';
import { type FeatureServer, onEvent } from '../../../platform/workers.ts';
import { supportEndpoints } from '../contract.ts';
import { REASONS, referenceFrom } from '../rules.ts';
import { SUPPORT_PLACE } from '../rules/inbox.ts';
import { answerMessage, assignMessage, listMessages, readMessage, settleMessage, waitingInInbox } from './inbox.ts';

const PER_SOURCE: Limit = { tries: 10, window_ms: HOUR };
const REPORTS_PER_SOURCE: Limit = { tries: 120, window_ms: HOUR };

/** Support: the contact page's messages, kept, told the support inbox and answered there; error reports of pages, passed on; alarms of the audit trail. */
export function supportServer(app: FastifyInstance, services: Services, ports: Ports): FeatureServer {
  mount(app, services, supportEndpoints.contact, async ({ body: asked, request, session }) => {
    const body = { ...asked, email: normalizeEmail(asked.email) };
    refuseFields(
      isEmail(body.email) ? [] : [{ path: 'email', message: 'This is not an e-mail address we can answer to.' }],
    );
    await countTry(
      services.database.systemDb,
      throttleKey('contact_source', sourceOf(request.ip)),
      PER_SOURCE,
      services.clock.now(),
    );
    const actor = session?.actor ?? { kind: 'system' as const, request_id: request.id };
    return command(services, actor, async (tx) => {
      const reference = referenceFrom(randomBytes(6));
      const { id } = await tx.system
        .insertInto('contact_messages')
        .values({ ...body, reference, user_id: session?.user_id ?? null, created_at: tx.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await ports.mail(tx, {
        to: { email: services.env.SUPPORT_EMAIL, name: 'Support' },
        template: 'contact_message',
        data: { ...body, reason: REASONS[body.reason], reference, link: `${SUPPORT_PLACE.path}/${id}` },
        side: 'staff',
        dedupe_key: `contact:${reference}`,
      });
      await tx.audit({ action: 'contact.message', subject: `contact:${reference}`, data: { reason: body.reason } });
      return { reference };
    });
  });
  mount(app, services, supportEndpoints.errorReport, async ({ body, request, session }) => {
    const { errors, database, clock } = services;
    if (!errors.enabled) return;
    await countTry(
      database.systemDb,
      throttleKey('error_report_source', sourceOf(request.ip)),
      REPORTS_PER_SOURCE,
      clock.now(),
    );
    const { actor } = session ?? { actor: null };
    const profile_type = actor === null ? undefined : actor.profile ? profileHeader(actor.profile) : actor.kind;
    errors.report({ ...body, platform: 'javascript', profile_type });
  });
  const db = services.database.systemDb;
  mount(app, services, supportEndpoints.messages, ({ actor, query }) => listMessages(db, actor, query));
  mount(app, services, supportEndpoints.message, ({ params }) => readMessage(db, params.messageId));
  mount(app, services, supportEndpoints.answer, ({ actor, params, body }) =>
    command(services, actor, (tx) => answerMessage(tx, ports, params.messageId, body)),
  );
  mount(app, services, supportEndpoints.assign, ({ actor, params, body }) =>
    command(services, actor, (tx) => assignMessage(tx, params.messageId, body.user_id)),
  );
  mount(app, services, supportEndpoints.settle, ({ actor, params }) =>
    command(services, actor, (tx) => settleMessage(tx, params.messageId, params.action)),
  );
  return {
    waiting: { [SUPPORT_PLACE.path]: ({ actor }) => waitingInInbox(db, actor) },
    events: [
      onEvent({
        name: 'support.audit_broken',
        tells: true,
        topics: ['audit.broken'],
        async run(tx, { payload: { finding, faults } }) {
          for (const to of await staffWithRole(tx.system, ...ADMIN_KINDS))
            await ports.mail(tx, {
              to,
              template: 'audit_broken',
              data: { faults },
              side: 'staff',
              // of the same finding each hears once
              dedupe_key: `audit_broken:${finding}:${to.user_id}`,
            });
        },
      }),
    ],
  };
}
