import type { FastifyInstance } from 'fastify';
import { mount } from '../../../../platform/http/mount.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { peopleDeskEndpoints } from '../../contract/people-desk.ts';
import { signedInEndpoints } from '../../contract/signed-in.ts';
import { readAccess } from './access.ts';
import { changeProfile, grantProfile, grantRole, removeProfile } from './grants.ts';
import { readPersonHistory } from './history.ts';
import { impersonate, stopImpersonating } from './impersonation.ts';
import { listPeople } from './list.ts';
import { readPerson } from './person.ts';
import { listSignedIn } from './signed-in.ts';
import { changePersonSettings } from './settings.ts';
import { endPersonSession, endPersonSessions, resetSecondFactor } from './sign-in.ts';

/** The people of the console: found, read, and kept by admins of the platform and of organizations. */
export function mountPeopleDesk(app: FastifyInstance, services: Services, ports: Ports): void {
  const e = peopleDeskEndpoints;
  mount(app, services, e.list, ({ db, query }) => listPeople(db, query));
  mount(app, services, signedInEndpoints.list, ({ db, query }) => listSignedIn(services, db, query));
  mount(app, services, e.read, ({ db, params }) => readPerson(services, db, params.id));
  mount(app, services, e.grantRole, ({ actor, params, body }) => grantRole(services, actor, params.id, body));
  mount(app, services, e.grantProfile, ({ actor, params, body }) => grantProfile(services, actor, params.id, body));
  mount(app, services, e.changeProfile, ({ actor, params, body }) => changeProfile(services, actor, params, body));
  mount(app, services, e.removeProfile, ({ actor, params }) => removeProfile(services, actor, params));
  mount(app, services, e.changeSettings, ({ actor, params, body }) =>
    changePersonSettings(services, ports, actor, params.id, body),
  );
  mount(app, services, e.endSession, async ({ actor, params }) => {
    await endPersonSession(services, actor, params.id, params.session_id);
  });
  mount(app, services, e.endSessions, ({ actor, params }) => endPersonSessions(services, actor, params.id));
  mount(app, services, e.resetSecondFactor, ({ actor, params, body }) =>
    resetSecondFactor(services, ports, actor, params.id, body),
  );
  mount(app, services, e.access, ({ db, params }) => readAccess(db, params.id));
  mount(app, services, e.history, ({ db, params, query }) => readPersonHistory(db, params.id, query));
  mount(app, services, e.impersonate, ({ actor, request, reply, params, body }) =>
    impersonate(services, ports, actor, request, reply, params.id, body),
  );
  mount(app, services, e.stopImpersonating, ({ request, reply }) => stopImpersonating(services, request, reply));
}
