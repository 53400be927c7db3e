import type { FastifyInstance, FastifyRequest } from 'fastify';
import { command } from '../../../platform/command.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Ports, Renewal } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import { accountEndpoints } from '../contract.ts';
import { checkBreakGlass, useBreakGlass } from './break-glass.ts';
import { askForEmailChange, confirmEmailChange, stopEmailChange } from './email-change.ts';
import {
  invitationChoices,
  invitationExperts,
  invite,
  listInvitations,
  inviteAgain,
  withdrawInvitation,
} from './invitations.ts';
import { acceptInvitation, openInvitation } from './invitation-accept.ts';
import { askForPhone, verifyPhone } from './phone.ts';
import {
  currentRegistration,
  finishRegistration,
  register,
  registrationOrganization,
  resendCode,
  sendCodeAgain,
} from './registration.ts';
import { askForReset, checkResetLink, resetPassword, sendResetAgain } from './reset.ts';

const asking = ({ ip, id }: FastifyRequest) => ({ ip, request_id: id });

/** Forgotten passwords, registration, and what an account is reached by. */
export function mountWaysIn(app: FastifyInstance, services: Services, ports: Ports): void {
  mount(app, services, accountEndpoints.forgotPassword, async ({ body, request }) => {
    await askForReset(services, asking(request), body);
  });
  mount(app, services, accountEndpoints.resetLink, ({ body, request }) =>
    checkResetLink(services, asking(request), body),
  );
  mount(app, services, accountEndpoints.resetPassword, async ({ body, request }) => {
    await resetPassword(services, ports, asking(request), body);
  });
  mount(app, services, accountEndpoints.breakGlassLink, ({ body, request }) =>
    checkBreakGlass(services, request, body),
  );
  mount(app, services, accountEndpoints.breakGlass, async ({ body, request, reply }) => {
    await useBreakGlass(services, request, reply, body);
  });
  mount(app, services, accountEndpoints.register, ({ body, request, reply }) =>
    register(services, request, reply, body),
  );
  mount(app, services, accountEndpoints.registrationOrganization, async ({ params }) => {
    const { name, logo, allowed_email_domains } = await registrationOrganization(services, params.slug);
    return { name, logo, allowed_email_domains };
  });
  mount(app, services, accountEndpoints.registration, ({ request }) => currentRegistration(services, request));
  mount(app, services, accountEndpoints.resendCode, ({ request }) => resendCode(services, request));
  mount(app, services, accountEndpoints.finishRegistration, async ({ body, request, reply }) => {
    await finishRegistration(services, ports, request, reply, body);
  });
  mount(app, services, accountEndpoints.changeEmail, async ({ actor, body, request }) => {
    await askForEmailChange(services, ports, actor, asking(request), body);
  });
  mount(app, services, accountEndpoints.confirmEmail, ({ body, request }) =>
    confirmEmailChange(services, asking(request), body),
  );
  mount(app, services, accountEndpoints.stopEmail, ({ body, request }) =>
    stopEmailChange(services, ports, asking(request), body),
  );
  mount(app, services, accountEndpoints.askPhone, ({ actor, body, request }) =>
    askForPhone(services, ports, actor, request.ip, body),
  );
  mount(app, services, accountEndpoints.verifyPhone, ({ actor, body, request }) =>
    verifyPhone(services, ports, actor, request.ip, body),
  );
}

/** Invitations of people: made and taken back by admins, opened and accepted by who has the link. */
export function mountPeople(app: FastifyInstance, services: Services, ports: Ports): void {
  mount(app, services, accountEndpoints.invite, ({ actor, body, request }) =>
    invite(services, ports, actor, request.ip, body),
  );
  mount(app, services, accountEndpoints.invitations, ({ db, query }) =>
    listInvitations(db, services.clock.now(), query),
  );
  mount(app, services, accountEndpoints.invitationChoices, ({ db }) => invitationChoices(db));
  mount(app, services, accountEndpoints.invitationExperts, ({ db, query }) => invitationExperts(db, query));
  mount(app, services, accountEndpoints.resendInvitation, ({ actor, params }) =>
    command(services, actor, (tx) => inviteAgain(tx, ports, params.id)),
  );
  mount(app, services, accountEndpoints.withdrawInvitation, ({ actor, params }) =>
    withdrawInvitation(services, actor, params.id),
  );
  mount(app, services, accountEndpoints.openInvitation, ({ body, session, request }) =>
    openInvitation(services, session, request.ip, body),
  );
  mount(app, services, accountEndpoints.acceptInvitation, async ({ body, session, request, reply }) => {
    await acceptInvitation(services, session, request, reply, body);
  });
}

/** What of these a mail opens is made anew where the mail is sent again. */
export const accountRenewals = (ports: Ports): Record<string, Renewal> => ({
  reset_password: (tx, id) => sendResetAgain(tx, ports, id),
  registration_code: sendCodeAgain,
  person_invitation: async (tx, id) => {
    await inviteAgain(tx, ports, id);
  },
});
