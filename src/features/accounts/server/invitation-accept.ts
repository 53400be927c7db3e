import { invitationOpener } from './invitations.ts';
import { forgetOpeners } from '../../../platform/mail/opener.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProfileType, Role, SystemActor } from '../../../core/actor.ts';
import { Refusal, refuseFields } from '../../../core/errors.ts';
import { command, type Tx } from '../../../platform/command.ts';
import { hashToken } from '../../../platform/crypto.ts';
import type { SessionFacts } from '../../../platform/http/mount.ts';
import { rooms } from '../../../platform/live.ts';
import type { Services } from '../../../platform/services.ts';
import type { AcceptBody, OpenedInvitation } from '../contract/people.ts';
import { invitationState, JOIN_REFUSED, joinsAs, namingOf } from '../rules.ts';
import { passwordFault } from '../rules/passwords.ts';
import { labelOf } from './invitations.ts';
import { rememberBrowser } from './known-browsers.ts';
import { countTries } from './limits.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { addProfile, createPerson, loadOrganization, nameFaults, type NewPerson, safeLogo, zoneOr } from './people.ts';
import { setSessionCookie, startSession } from './session-start.ts';
import { knowsAddress, refuseUnlessBySso, refuseWhereSsoRequired, requiredSso } from './sso-required.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findByToken>>>;
type Invitation = Omit<Row, 'inviter_first_name' | 'inviter_last_name'>;

async function findByToken(services: Services, token: string) {
  return services.database.systemDb
    .selectFrom('person_invitations as i')
    .innerJoin('users as by', 'by.id', 'i.invited_by')
    .selectAll('i')
    .select(['by.first_name as inviter_first_name', 'by.last_name as inviter_last_name'])
    .where('i.token_hash', '=', hashToken(token))
    .executeTakeFirst();
}

async function accountOf(services: Services, email: string) {
  return services.database.systemDb
    .selectFrom('users')
    .select(['id', 'role', 'organization_id'])
    .where('email', '=', email)
    .executeTakeFirst();
}

const GONE = {
  accepted: 'This invitation was accepted already.',
  withdrawn: 'This invitation was taken back or replaced by a newer one.',
  expired: 'This invitation has expired. The person who invited you can send it again.',
} as const;

/** An invitation as its link shows it. One that has ended says how, and nothing else. Refuses `not_found`. */
export async function openInvitation(
  services: Services,
  session: SessionFacts | null,
  ip: string,
  { token }: { token: string },
): Promise<OpenedInvitation> {
  await countTries(services, 'link', ip, '');
  const row = await findByToken(services, token);
  if (!row) throw new Refusal('not_found', 'There is no invitation at this link.');
  const state = invitationState(row, services.clock.now());
  if (state !== 'open') return { state, invitation: null };
  const organization =
    row.organization_id === null ? null : await loadOrganization(services.database.systemDb, row.organization_id);
  const account = await accountOf(services, row.email);
  const db = services.database.systemDb;
  const sso = await requiredSso(services, db, row.organization_id);
  return {
    state,
    invitation: {
      email: row.email,
      first_name: row.first_name,
      last_name: row.last_name,
      organization: organization && { name: organization.name, logo: safeLogo(organization.logo) },
      label: labelOf(row, organization && namingOf(organization)),
      inviter: `${row.inviter_first_name} ${row.inviter_last_name}`.trim(),
      expires_at: row.expires_at.toISOString(),
      has_account: account !== undefined,
      sso_required: sso && { name: sso.name, knows_address: await knowsAddress(db, sso, row.email) },
      signed_in: !session?.actor ? 'nobody' : session.user_id === account?.id ? 'as_invited' : 'as_other',
    },
  };
}

/**
 * Accepts an invitation, once, and signs in. A new person chooses a name and password. An address with an account takes
 * it only while its owner is signed in as exactly that account. Where the organization's own sign-in service alone signs
 * people in, that is the way in for both. Refuses `not_found`, `gone`, `sso_required`, `wrong_state`, `invalid`.
 */
export async function acceptInvitation(
  services: Services,
  session: SessionFacts | null,
  request: FastifyRequest,
  reply: FastifyReply,
  body: AcceptBody,
): Promise<void> {
  await countTries(services, 'link', request.ip, '');
  const row = await findByToken(services, body.token);
  if (!row) throw new Refusal('not_found', 'There is no invitation at this link.');
  const state = invitationState(row, services.clock.now());
  if (state !== 'open') throw new Refusal('gone', GONE[state]);
  const account = await accountOf(services, row.email);
  const started = account
    ? await join(services, session, request, row, account)
    : await begin(services, request, row, body);
  setSessionCookie(services, reply, started.token);
  if (started.waits_for === 'nothing') await rememberBrowser(services, request, reply, started.user_id);
}

async function join(
  services: Services,
  session: SessionFacts | null,
  request: FastifyRequest,
  row: Row,
  account: { id: number; role: string; organization_id: number | null },
) {
  const actor = session?.actor;
  if (!actor || actor.user_id !== account.id) {
    throw new Refusal(
      'wrong_state',
      actor
        ? 'This invitation is for another account than the one you are signed in with.'
        : 'This address has an account. Sign in with it, then accept.',
      { current: { has_account: true, signed_in: actor ? 'as_other' : 'nobody' } },
    );
  }
  await refuseUnlessBySso(services, actor.session_id, row.organization_id);
  const as = { ...row, role: row.role as Role, profile_type: row.profile_type as ProfileType | null };
  const way = joinsAs({ role: account.role as Role, organization_id: account.organization_id }, as);
  if (way === 'refused') throw new Refusal('wrong_state', JOIN_REFUSED);
  return command(services, actor, async (tx) => {
    await take(tx, row.id, account.id);
    if (way === 'role') {
      await tx.system
        .updateTable('users')
        .set({ role: row.role, organization_id: row.organization_id })
        .where('id', '=', account.id)
        .where('role', '=', 'user')
        .execute();
    } else if (as.profile_type !== null) {
      const profile = { type: as.profile_type, is_review_manager: row.is_review_manager };
      const profileId = await addProfile(tx, account.id, row.organization_id, profile);
      await announce(tx, row, account.id, profileId);
    }
    await accepted(tx, row, account.id);
    // what one may do has changed: another session than the one before
    const started = await startSession(tx, request, account.id, { goes_on: true });
    tx.live({ room: rooms.user(account.id), event: 'user.changed', payload: {} });
    return { ...started, user_id: account.id };
  });
}

async function begin(services: Services, request: FastifyRequest, row: Row, body: AcceptBody) {
  await refuseWhereSsoRequired(services, row.organization_id);
  const names = { first_name: body.first_name ?? '', last_name: body.last_name ?? '' };
  const password = body.password ?? '';
  const fault = passwordFault(password, { email: row.email, ...names });
  refuseFields([...nameFaults(names), ...(fault ? [{ path: 'password', message: fault }] : [])]);
  const password_hash = await hashPassword(password);
  const nobody: SystemActor = { kind: 'system', request_id: request.id };
  return command(services, nobody, async (tx) => {
    const userId = await createInvited(tx, row, {
      password_hash,
      ...names,
      time_zone: zoneOr(body.time_zone, 'America/Chicago'),
    });
    if (userId === null) throw new Refusal('wrong_state', 'This address has an account. Sign in with it, then accept.');
    return { ...(await startSession(tx, request, userId)), user_id: userId };
  });
}

/** Makes a new person what an invitation says, and marks it as accepted; null when the address has an account already. */
async function createInvited(
  tx: Tx,
  row: Invitation,
  person: Pick<NewPerson, 'password_hash' | 'first_name' | 'last_name' | 'time_zone'>,
): Promise<number | null> {
  const made = await createPerson(tx, {
    ...person,
    email: row.email,
    role: row.role as Role,
    organization_id: row.organization_id,
    profile:
      row.profile_type === null
        ? null
        : { type: row.profile_type as ProfileType, is_review_manager: row.is_review_manager },
  });
  if (!made) return null;
  await take(tx, row.id, made.user_id);
  if (made.profile_id !== null) await announce(tx, row, made.user_id, made.profile_id);
  await accepted(tx, row, made.user_id);
  return made.user_id;
}

/**
 * Makes somebody whose address a provider vouches for what the newest open invitation to it within these organizations
 * says; null when there is none or the address has an account already.
 */
export async function createFromInvitation(
  tx: Tx,
  organizationIds: readonly number[],
  person: Pick<NewPerson, 'email' | 'first_name' | 'last_name' | 'time_zone'>,
): Promise<number | null> {
  const row = await tx.system
    .selectFrom('person_invitations')
    .selectAll()
    .where('email', '=', person.email)
    .where('organization_id', 'in', [...organizationIds])
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row ? createInvited(tx, row, { ...person, password_hash: null }) : null;
}

/** Marks the invitation as accepted if nobody was faster and it still stands. */
async function take(tx: Tx, id: number, userId: number): Promise<void> {
  const taken = await tx.system
    .updateTable('person_invitations')
    .set({ accepted_at: tx.now, accepted_by: userId })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', tx.now)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw new Refusal('gone', GONE.accepted);
  await forgetOpeners(tx.system, [invitationOpener(id)]);
}

const announce = (tx: Tx, row: Invitation, userId: number, profileId: number) =>
  tx.emit('person.joined', {
    user_id: userId,
    profile_id: profileId,
    profile_type: row.profile_type,
    organization_id: row.organization_id,
    expert_profile_id: row.expert_profile_id,
  });

const accepted = (tx: Tx, row: Invitation, userId: number) =>
  tx.audit({
    action: 'person.invitation_accepted',
    organization_id: row.organization_id,
    subject: `user:${userId}`,
    data: { person_invitation_id: row.id, role: row.role, profile_type: row.profile_type },
  });
