import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { mount, type SessionFacts } from '../../../platform/http/mount.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { securityEndpoints } from '../contract/security.ts';
import { presentCurrentUser } from './current-user.ts';
import { beginFactor, confirmFactor, removeFactor, renewRecoveryCodes } from './factor-setup.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  forgetDevice,
  presentSecurity,
  reauthenticate,
  switchProfile,
} from './own-security.ts';
import { actorIn } from './person-actor.ts';
import { askForCode, presentWaiting, prove } from './second-factor.ts';
import type { SessionResolver } from './sessions.ts';
import { reinstate, suspend } from './suspension.ts';

/** Mounts the second factor, sessions, the password, and suspension. */
export function mountSecurity(app: FastifyInstance, services: Services, ports: Ports, sessions: SessionResolver): void {
  const waiting = (session: SessionFacts | null): SessionFacts => {
    if (!session) throw new Refusal('not_signed_in');
    return session;
  };

  mount(app, services, securityEndpoints.waiting, ({ session }) => presentWaiting(services, waiting(session)));
  mount(app, services, securityEndpoints.sendCode, async ({ session, request, body }) => {
    await askForCode(services, ports, waiting(session), request, body.method);
  });
  mount(app, services, securityEndpoints.prove, async ({ session, request, reply, body }) => {
    const { token } = await prove(services, ports, waiting(session), request, reply, body);
    const facts = await sessions.forToken(token, request);
    if (!facts) throw new Refusal('not_signed_in');
    return presentCurrentUser(services.database, facts);
  });
  // that it was asked is the use; the session's guard notes it
  mount(app, services, securityEndpoints.keepSession, () => Promise.resolve(undefined));
  mount(app, services, securityEndpoints.security, ({ actor, request }) => presentSecurity(services, actor, request));
  mount(app, services, securityEndpoints.reauthenticate, async ({ session, request, reply, body }) => {
    const facts = waiting(session);
    return reauthenticate(services, facts, await actorIn(services, facts, request), request, reply, body);
  });
  mount(app, services, securityEndpoints.beginFactor, ({ session, request, params }) =>
    beginFactor(services, ports, waiting(session), request, params.method),
  );
  mount(app, services, securityEndpoints.confirmFactor, ({ session, request, reply, params, body }) =>
    confirmFactor(services, ports, waiting(session), request, reply, params.method, body.code),
  );
  mount(app, services, securityEndpoints.removeFactor, async ({ actor, params }) => {
    await removeFactor(services, ports, actor, params.method);
  });
  mount(app, services, securityEndpoints.recoveryCodes, ({ actor }) => renewRecoveryCodes(services, ports, actor));
  mount(app, services, securityEndpoints.forgetDevice, async ({ actor, params }) => {
    await forgetDevice(services, actor, params.id);
  });
  mount(app, services, securityEndpoints.endSession, async ({ actor, params }) => {
    await endSession(services, actor, params.id);
  });
  mount(app, services, securityEndpoints.endOtherSessions, ({ actor }) => endOtherSessions(services, actor));
  mount(app, services, securityEndpoints.changePassword, async ({ actor, request, reply, body }) => {
    await changePassword(services, ports, actor, request, reply, body);
  });
  mount(app, services, securityEndpoints.switchProfile, async ({ actor, request, reply, body }) => {
    await switchProfile(services, actor, request, reply, body.profile);
  });
  mount(app, services, securityEndpoints.suspend, ({ actor, params, body }) =>
    suspend(services, actor, params.id, body),
  );
  mount(app, services, securityEndpoints.reinstate, async ({ actor, params, body }) => {
    await reinstate(services, actor, params.id, body);
  });
}
