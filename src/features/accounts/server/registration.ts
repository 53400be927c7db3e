import { emailFault, normalizeDomains, normalizeEmail } from '../../../core/emails.ts';
import { onEvent } from '../../../platform/workers.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SystemActor } from '../../../core/actor.ts';
import { type FieldError, Refusal, refuseFields } from '../../../core/errors.ts';
import { DAY, MINUTE } from '../../../core/time.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken, newToken } from '../../../platform/crypto.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { Ports } from '../../../platform/ports.ts';
import type { Services } from '../../../platform/services.ts';
import type { EventHandler } from '../../../platform/workers.ts';
import type { Registration, RegistrationBody, RegistrationOrganization } from '../contract/sign-up-and-recovery.ts';
import {
  CODE_AGAIN_MS,
  CODE_MS,
  CODE_TRIES,
  nameFault,
  ORGANIZATION_NAME_MAX,
  REGISTRATION_MS,
  tidyName,
} from '../rules.ts';
import { passwordFault } from '../rules/passwords.ts';
import { codeRefusal, hashCode, isCode, newCode } from './codes.ts';
import { rememberBrowser } from './known-browsers.ts';
import { countTries, forgiveTries } from './limits.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { domainsOf } from '../../organizations/rules.ts';
import { createPerson, isTaken, loadOrganization, nameFaults, safeLogo, zoneOr } from './people.ts';
import { dropCookie, keepCookie, readCookie } from './cookies.ts';
import { setSessionCookie, startSession } from './session-start.ts';
import { refuseWhereSsoRequired } from './sso-required.ts';

const TOPIC = 'account.registration_asked';
const ENDED = 'This registration has ended. Begin again; it takes a minute.';

const system = (request: FastifyRequest): SystemActor => ({ kind: 'system', request_id: request.id });

/** The organization behind a registration link. Refuses `not_found`. */
export async function registrationOrganization(
  services: Services,
  slug: string,
): Promise<RegistrationOrganization & { id: number }> {
  const db = services.database.systemDb;
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('friendly_registration_slug', '=', slug)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const organization = await loadOrganization(db, row.id);
  const domains = domainsOf(organization);
  return {
    id: row.id,
    name: organization.name,
    logo: safeLogo(organization.logo),
    allowed_email_domains: domains && normalizeDomains(domains),
  };
}

/**
 * Notes a registration and keeps its handle in a cookie. There is no account yet, and nothing is looked up about the
 * address: a worker writes the code, or, where there is an account already, says so to its owner. The person who enters
 * the code here is the one who chose the password, so that nobody can lay an account out for somebody else.
 */
export async function register(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  body: RegistrationBody,
): Promise<Registration> {
  const organization =
    body.organization_slug === undefined ? null : await registrationOrganization(services, body.organization_slug);
  if (organization) await refuseWhereSsoRequired(services, organization.id);
  const names = { first_name: body.first_name, last_name: body.last_name };
  const email = normalizeEmail(body.email);
  refuseFields([
    ...(body.purpose === 'order' && organization === null
      ? at('organization_name', nameFault(body.organization_name ?? '', 'your organization', ORGANIZATION_NAME_MAX))
      : []),
    ...nameFaults(names),
    ...at('email', emailFault(body.email, organization?.allowed_email_domains ?? null)),
    ...at('password', passwordFault(body.password, { email, ...names })),
  ]);
  await countTries(services, 'register', request.ip, email);
  const handle = newToken();
  const password_hash = await hashPassword(body.password);
  const registration = await command(services, system(request), async (tx) => {
    await tx.system
      .deleteFrom('registrations')
      .where('expires_at', '<', new Date(tx.now.getTime() - DAY))
      .execute();
    const row = await tx.system
      .insertInto('registrations')
      .values({
        handle_hash: hashToken(handle),
        purpose: organization ? 'order' : body.purpose,
        email,
        password_hash,
        first_name: tidyName(body.first_name),
        last_name: tidyName(body.last_name),
        time_zone: zoneOr(body.time_zone, 'America/Chicago'),
        organization_name: organization || body.purpose === 'review' ? null : tidyName(body.organization_name ?? ''),
        organization_id: organization?.id ?? null,
        created_at: tx.now,
        asked_at: tx.now,
        expires_at: new Date(tx.now.getTime() + REGISTRATION_MS),
      })
      .returning(['id', 'email', 'asked_at', 'expires_at'])
      .executeTakeFirstOrThrow();
    await tx.emit(TOPIC, { registration_id: row.id });
    return row;
  });
  keepCookie(services, reply, 'registration', { value: handle, ms: REGISTRATION_MS });
  return present(registration);
}

/** What a mail with the code opens. */
const openerOf = (id: number): string => `registration:${id}`;

const at = (path: string, message: string | null): FieldError[] => (message === null ? [] : [{ path, message }]);

const present = (row: { email: string; asked_at: Date; expires_at: Date }): Registration => ({
  email: row.email,
  again_at: new Date(row.asked_at.getTime() + CODE_AGAIN_MS).toISOString(),
  expires_at: row.expires_at.toISOString(),
});

/** Writes the code to who registers, or to the owner of an existing account that somebody tried to register it. */
export function registrationHandler(ports: Ports): EventHandler {
  return onEvent({
    name: 'accounts.send_registration_code',
    topics: [TOPIC],
    async run(tx, event) {
      const row = await tx.system
        .selectFrom('registrations')
        .selectAll()
        .where('id', '=', event.payload.registration_id)
        .where('used_at', 'is', null)
        .where('expires_at', '>', tx.now)
        .executeTakeFirst();
      if (!row) return;
      // the name is whatever a stranger typed: it goes into no mail
      const to = { email: row.email, name: '' };
      const dedupe_key = `registration:${event.id}`;
      if (await isTaken(tx.system, row.email, tx.now)) {
        await ports.mail(tx, { to, template: 'registration_known', data: {}, dedupe_key });
        return;
      }
      const code = newCode();
      const expiresAt = new Date(tx.now.getTime() + CODE_MS);
      await tx.system
        .updateTable('registrations')
        .set({
          code_hash: hashCode(tx.services.keys, `registration:${row.id}`, code),
          code_sent_at: tx.now,
          attempts: 0,
        })
        .where('id', '=', row.id)
        .execute();
      const of = openerOf(row.id);
      await forgetOpeners(tx.system, [of]);
      const data = { opener: { value: code, of, until: expiresAt } };
      await ports.mail(tx, { to, template: 'registration_code', data, dedupe_key });
    },
  });
}

async function current(services: Services, request: FastifyRequest) {
  const handle = readCookie(services, request, 'registration');
  const row = handle
    ? await services.database.systemDb
        .selectFrom('registrations')
        .selectAll()
        .where('handle_hash', '=', hashToken(handle))
        .where('used_at', 'is', null)
        .where('expires_at', '>', services.clock.now())
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Refusal('gone', ENDED);
  return row;
}

/** The registration this browser has open. Refuses `gone`. */
export async function currentRegistration(services: Services, request: FastifyRequest): Promise<Registration> {
  return present(await current(services, request));
}

/** Sends another code, in place of the first. Refuses `throttled` when it is asked for too soon. */
export async function resendCode(services: Services, request: FastifyRequest): Promise<Registration> {
  const row = await current(services, request);
  const now = services.clock.now();
  const wait = row.asked_at.getTime() + CODE_AGAIN_MS - now.getTime();
  if (wait > 0) throw new Refusal('throttled', undefined, { retryAfterSeconds: Math.ceil(wait / 1000) });
  await countTries(services, 'register', request.ip, row.email);
  return command(services, system(request), async (tx) => {
    const asked = await tx.system
      .updateTable('registrations')
      .set({ asked_at: tx.now })
      .where('id', '=', row.id)
      .where('asked_at', '=', row.asked_at)
      .returning(['email', 'asked_at', 'expires_at'])
      .executeTakeFirst();
    if (!asked) throw new Refusal('throttled', undefined, { retryAfterSeconds: CODE_AGAIN_MS / 1000 });
    await tx.emit(TOPIC, { registration_id: row.id });
    return present(asked);
  });
}

/** Another code in place of the last, for somebody whose mail did not come. Refuses `wrong_state` where it is over. */
export async function sendCodeAgain(tx: Tx, id: number): Promise<void> {
  const asked = await tx.system
    .updateTable('registrations')
    .set({ asked_at: tx.now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .executeTakeFirst();
  if (asked.numUpdatedRows === 0n)
    throw new Refusal('wrong_state', 'This registration was finished, or has ended. It is begun anew by the person.');
  await tx.emit(TOPIC, { registration_id: id });
}

/**
 * Makes the account when the code is right, once, and signs in: an admin of a new organization, a claim consultant of
 * the one whose link it was, or an applicant. Refuses `invalid` at `code`, `gone`, `throttled`, `sso_required`.
 */
export async function finishRegistration(
  services: Services,
  ports: Ports,
  request: FastifyRequest,
  reply: FastifyReply,
  body: { code: string },
): Promise<void> {
  const row = await current(services, request);
  const whose = `registration:${row.email}`;
  await countTries(services, 'code', request.ip, whose);
  const now = services.clock.now();
  // counted and committed before anything is compared
  const tried = await services.database.systemDb
    .updateTable('registrations')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', row.id)
    .where('used_at', 'is', null)
    .where('attempts', '<', CODE_TRIES)
    .where((eb) =>
      eb.or([eb('code_sent_at', 'is', null), eb('code_sent_at', '>', new Date(now.getTime() - 10 * MINUTE))]),
    )
    .returning('code_hash')
    .executeTakeFirst();
  if (!isCode(services.keys, `registration:${row.id}`, tried?.code_hash ?? null, body.code)) throw codeRefusal();
  await refuseWhereSsoRequired(services, row.organization_id);
  const session = await command(services, system(request), async (tx) => {
    const used = await tx.system
      .updateTable('registrations')
      .set({ used_at: tx.now })
      .where('id', '=', row.id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n || (await isTaken(tx.system, row.email, tx.now))) throw codeRefusal();
    await forgetOpeners(tx.system, [openerOf(row.id)]);
    const founded =
      row.organization_name === null
        ? null
        : await ports.createOrganization(tx, { name: row.organization_name, time_zone: row.time_zone });
    const person = await createPerson(tx, {
      ...row,
      role: founded === null ? 'user' : 'org_admin',
      organization_id: founded ?? row.organization_id,
      profile:
        founded !== null
          ? null
          : { type: row.purpose === 'review' ? 'ApplicantMedicalExpert' : 'ClaimConsultant', is_review_manager: false },
    });
    if (!person) throw codeRefusal();
    if (founded !== null) {
      await ports.mail(tx, {
        to: { email: services.env.SUPPORT_EMAIL, name: 'Support' },
        template: 'organization_registered',
        data: { organization_id: founded, name: row.organization_name ?? '' },
        side: 'staff',
        dedupe_key: `organization_registered:${founded}`,
      });
    }
    return { ...(await startSession(tx, request, person.user_id)), user_id: person.user_id };
  });
  await forgiveTries(services, 'code', whose);
  dropCookie(services, reply, 'registration');
  setSessionCookie(services, reply, session.token);
  if (session.waits_for === 'nothing') await rememberBrowser(services, request, reply, session.user_id);
}
