import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import { command } from '../../../platform/command.ts';
import { organizationPath } from '../../../platform/db/organization-facts.ts';
import { mount } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { FeatureServer } from '../../../platform/workers.ts';
import { resolveOrganization } from '../../organizations/rules.ts';
import { accountEndpoints } from '../contract.ts';
import { breakGlassHandler } from './break-glass.ts';
import { presentCurrentUser } from './current-user.ts';
import { introductionHandler } from './introduction.ts';
import { Pictures } from '../../../platform/inspect/pictures.ts';
import { mountPeopleDesk } from './desk/routes.ts';
import { mountOwnAccount } from './own-account.ts';
import { demoAccounts } from './demo.ts';
import { warmUp } from '../../../platform/passwords.ts';
import { registrationHandler } from './registration.ts';
import { resetHandler } from './reset.ts';
import { mountSecurity } from './security-routes.ts';
import { createSessionResolver } from './sessions.ts';
import { signIn, signOut } from './sign-in.ts';
import { endSsoSession, mountSso } from './sso.ts';
import { accountRenewals, mountPeople, mountWaysIn } from './sign-up-and-recovery.ts';

export { sessionCookie, sessionIn } from './cookies.ts';
export { openBreakGlass } from './break-glass.ts';
export { hashPassword } from '../../../platform/passwords.ts';
export { becomeExpert } from './people.ts';
export { hasSignedInAgain, isOwnPassword } from './reauthenticate.ts';
export { createSessionResolver } from './sessions.ts';
export { createPersonActors } from './person-actors.ts';

/** Accounts: signing in and out, who one is, the license agreement, the demo world's accounts. */
export function accountsServer(app: FastifyInstance, services: Services, ports: Ports): FeatureServer {
  const db = services.database.systemDb;
  const sessions = createSessionResolver(services);
  app.addHook('onReady', warmUp);

  mount(app, services, accountEndpoints.login, async ({ body, request, reply }) => {
    const { token } = await signIn(services, request, reply, body);
    // the user as the new session sees it, with the profile named by the headers if it is this user's
    const facts = await sessions.forToken(token, request);
    if (!facts) throw new Refusal('not_signed_in');
    return presentCurrentUser(services.database, facts);
  });

  mount(app, services, accountEndpoints.logout, async ({ session, request, reply }) => {
    const redirect_to = await endSsoSession(services, session);
    await signOut(services, session, request, reply);
    return redirect_to === undefined ? {} : { redirect_to };
  });

  mount(app, services, accountEndpoints.currentUser, async ({ actor }) =>
    presentCurrentUser(services.database, { user_id: actor.user_id, actor }),
  );

  mount(app, services, accountEndpoints.currentTmp, async ({ session }) => {
    if (!session) throw new Refusal('not_signed_in');
    return presentCurrentUser(services.database, session);
  });

  mount(app, services, accountEndpoints.update, async ({ actor, body }) => {
    if (body.user.id !== actor.user_id) throw new Refusal('not_found');
    await command(services, actor, async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ eula_accepted_at: tx.now })
        .where('users.id', '=', actor.user_id)
        .execute();
      // which text: that of this organization, in the version of this instant
      const path = actor.organization_id === null ? [] : await organizationPath(tx.system, actor.organization_id);
      const version = path.length > 0 ? resolveOrganization(path).eula_updated_at : null;
      await tx.audit({
        action: 'eula.accept',
        subject: `user:${actor.user_id}`,
        ...(actor.organization_id === null ? {} : { organization_id: actor.organization_id }),
        data: { eula_updated_at: version?.toISOString() ?? null },
      });
      tx.live({ room: rooms.user(actor.user_id), event: 'user.changed', payload: {} });
    });
    return presentCurrentUser(services.database, { user_id: actor.user_id, actor });
  });

  mount(app, services, accountEndpoints.demo, async () => demoAccounts(db));

  mountWaysIn(app, services, ports);
  mountPeople(app, services, ports);
  const pictures = new Pictures();
  mountOwnAccount(app, services, pictures);
  mountSso(app, services, ports);

  mountSecurity(app, services, ports, sessions);
  mountPeopleDesk(app, services, ports);

  return {
    events: [resetHandler(ports), registrationHandler(ports), introductionHandler(ports), breakGlassHandler(ports)],
    renewals: accountRenewals(ports),
    close: async () => pictures.close(),
  };
}
